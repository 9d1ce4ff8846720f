/* SPDX-License-Identifier: MIT
 *
 * temporary.c - the temporary file. See temporary.h.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "tools/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output_parts.h"
#include "cli/say.h"
#include "tools/progress.h"

const char *temporary_folder(const struct settings *settings)
{
    const char *folder = getenv("TMPDIR");
    if (settings->temp_dir != NULL)
        return settings->temp_dir;
    if (folder != NULL && *folder != '\0')
        return folder;
    return output_folder_error("/var/tmp") == 0 ? "/var/tmp" : "/tmp";
}

int temporary_open(const char *folder)
{
#ifdef O_TMPFILE
    const int nameless = output_open_high(folder, O_TMPFILE | O_EXCL | O_RDWR, 0600);
    if (nameless >= 0)
        return nameless;
#endif
    /* If that is not supported, create a named file and unlink it. */
    char name[PATH_MAX];
    const int length = snprintf(name, sizeof name, "%s/.fairshuf-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int fd = output_name_temporary(name, -1, 0600);
    if (fd >= 0) {
        unlink(name);
        output_forget(name);
    }
    return fd;
}

const char *temporary_advice(const struct settings *settings, uint64_t memory,
                             char text[TEMPORARY_ADVICE])
{
    char limit[48] = "a larger --memory";
    if (memory > 0)
        snprintf(limit, sizeof limit, "--memory=%" PRIu64 "M", memory);
    if (settings->strict)
        snprintf(text, TEMPORARY_ADVICE, "set TMPDIR to a folder with more space");
    else
        snprintf(text, TEMPORARY_ADVICE,
                 "use --temp-dir to choose a folder with more space, or %s", limit);
    return text;
}

/* Reports that the disk is full. */
static int report_full(const struct settings *settings, const char *folder,
                       const char *what, int error, double needed, uint64_t memory)
{
    char amount[16], advice[TEMPORARY_ADVICE];
    return say("%s: %s: %s; %s%s%s", folder, what, strerror(error),
               needed > 0 ? progress_bytes_up(needed, amount) : "",
               needed > 0 ? " needed; " : "", temporary_advice(settings, memory, advice));
}

int temporary_report(const struct settings *settings, bool made, int error, double needed,
                     uint64_t memory)
{
    const char *const folder = say_file(temporary_folder(settings));
    const char *const what = made ? "temporary file" : "cannot create a temporary file";
    const char *const another = settings->strict
                                    ? "set TMPDIR to another folder"
                                    : "use --temp-dir to choose another folder";
    if (error == EMFILE)
        return say("%s: %s: %s; raise the limit on open files (ulimit -n)", folder, what,
                   strerror(error));
    if (error == EFBIG)
        return say("%s: %s: %s; raise the limit on file sizes (ulimit -f), or %s", folder,
                   what, strerror(error), another);
    if (error == ENFILE || error == ENOMEM)
        return say("%s: %s: %s; try again when fewer programs are running", folder, what,
                   strerror(error));
    if (error == ENOSPC || error == EDQUOT)
        return report_full(settings, folder, what, error, needed, memory);
    return say("%s: %s: %s; %s", folder, what, strerror(error), another);
}
