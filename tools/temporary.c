/* SPDX-License-Identifier: MIT
 *
 * temporary.c - the file for what does not fit into memory. See temporary.h.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output_parts.h"
#include "say.h"

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
    /* Where that cannot be, a file whose name lives for a moment. */
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

int temporary_tell(const struct settings *settings, bool made, int error)
{
    const bool full = error == ENOSPC || error == EDQUOT;
    const char *const folder = say_file(temporary_folder(settings));
    const char *const what = made ? "temporary file" : "cannot make a temporary file";
    if (error == EMFILE)
        return say("%s: %s: %s; raise the limit on open files (ulimit -n)", folder, what,
                   strerror(error));
    if (error == EFBIG)
        return say(
            "%s: %s: %s; raise the limit on file sizes (ulimit -f), or name another "
            "folder with %s",
            folder, what, strerror(error), settings->strict ? "TMPDIR" : "--temp-dir");
    if (error == ENFILE || error == ENOMEM)
        return say("%s: %s: %s; try again when less is running", folder, what,
                   strerror(error));
    return say("%s: %s: %s; name %s with %s", folder, what, strerror(error),
               full ? "a folder with more room" : "another folder",
               settings->strict ? "TMPDIR" : "--temp-dir");
}
