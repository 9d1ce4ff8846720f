/* SPDX-License-Identifier: MIT
 *
 * input.c - opens input files. See input.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/kinds.h"

size_t input_count(const struct settings *settings)
{
    return settings->operand_count > 0 ? settings->operand_count : 1;
}

const char *input_name(const struct settings *settings, size_t i)
{
    assert(i < input_count(settings));
    return settings->operand_count > 0 ? settings->operands[i] : "-";
}

/* The number of operands that are files. */
static size_t operand_files(const struct settings *settings)
{
    return settings->range || settings->echo ? 0 : input_count(settings);
}

size_t input_file_count(const struct settings *settings)
{
    return operand_files(settings) + settings->with_count;
}

const char *input_file(const struct settings *settings, size_t i)
{
    assert(i < input_file_count(settings));
    const size_t operands = operand_files(settings);
    return i < operands ? input_name(settings, i) : settings->with[i - operands];
}

size_t input_collection(const struct settings *settings, size_t i)
{
    const size_t operands = operand_files(settings);
    return i < operands ? 0 : 1 + i - operands;
}

static bool is_stdin(const char *name)
{
    return strcmp(name, "-") == 0;
}

int input_open_quietly(const char *name)
{
    if (is_stdin(name))
        return STDIN_FILENO;
    int fd;
    do
        fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    return fd;
}

int input_open(const char *name)
{
    const int fd = input_open_quietly(name);
    if (fd < 0)
        say_error(errno, "%s", say_file(name));
    return fd;
}

void input_close(int fd)
{
    if (fd != STDIN_FILENO)
        close(fd);
}

bool input_is_compressed(const struct settings *settings, const char *name,
                         enum compress_kind *kind)
{
    enum compress_kind named = COMPRESS_NONE;
    bool compressed = settings->decompress > 0;
    if (settings->decompress < 0 && !settings->strict &&
        settings->random_source == NULL && !is_stdin(name)) {
        named = compress_kind_of_name(name);
        compressed = named != COMPRESS_NONE;
    }
    if (kind != NULL)
        *kind = named;
    return compressed;
}

bool input_stated_size(const char *name, uint64_t *bytes)
{
    struct stat status;
    off_t at = 0;
    if ((is_stdin(name) ? fstat(STDIN_FILENO, &status) : stat(name, &status)) != 0 ||
        !S_ISREG(status.st_mode))
        return false;
    if (is_stdin(name) && (at = lseek(STDIN_FILENO, 0, SEEK_CUR)) < 0)
        return false;
    *bytes = status.st_size > at ? (uint64_t)(status.st_size - at) : 0;
    return true;
}

/* Whether a file has data although its size is 0, like most files of /proc. */
static bool has_data(const char *name)
{
    char byte;
    const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    const int fd = is_stdin(name) ? STDIN_FILENO : open(name, flags);
    const off_t at = is_stdin(name) ? lseek(fd, 0, SEEK_CUR) : 0;
    const bool holds = fd >= 0 && at >= 0 && pread(fd, &byte, 1, at) == 1;
    if (fd >= 0)
        input_close(fd);
    return holds;
}

bool input_size(const char *name, uint64_t *bytes)
{
    return input_stated_size(name, bytes) && (*bytes > 0 || !has_data(name));
}

void input_note_header(const struct settings *settings, const char *name,
                       uint64_t records)
{
    if (records > 0 && records < settings->header && !settings->quiet)
        say("%s: has only %" PRIu64 " record%s, but --header=%" PRIu64
            "; nothing is left to shuffle",
            say_input(name), records, records == 1 ? "" : "s", settings->header);
}

int input_report_error(const struct settings *settings, const char *name, int error,
                       fair_mark mark)
{
    const char *shown = say_input(name);
    switch (error) {
    case FAIR_EREAD:
        return settings->strict ? say_error(mark.error, "read error")
                                : say_error(mark.error, "%s: read error", shown);
    case FAIR_ENOMEM:
        return settings->strict || settings->random_source != NULL
                   ? say("memory exhausted")
                   : say("%s: memory exhausted; use a smaller --memory", shown);
    case FAIR_ERECORD:
        return say(
            "%s: incomplete last record (record %" PRIu64 ", at byte %" PRIu64 "); %s",
            shown, mark.record + 1, mark.offset, kind_incomplete(&settings->format));
    case FAIR_ERANGE:
        return say("%s: record %" PRIu64 ", at byte %" PRIu64
                   ", has 4 GiB or more; only lines can be this long",
                   shown, mark.record + 1, mark.offset);
    case FAIR_ECHANGED:
        return changed_report(name);
    case FAIR_EHEADER:
        return say("%s: the header differs from that of the first file; all files need "
                   "the same header",
                   shown);
    default:
        return say("%s: %s", shown, fair_strerror(error));
    }
}
