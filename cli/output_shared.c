/* SPDX-License-Identifier: MIT
 *
 * output_shared.c - outputs that several processes write together. See output.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output_parts.h"

int output_join(struct output *output, const char *name, const char *temporary)
{
    *output = (struct output){.name = name, .fd = -1};
    char *const path = strdup(temporary);
    if (path == NULL)
        return ENOMEM;
    if (!output_enter(path)) {
        free(path);
        return EMFILE;
    }
    output->temporary = path;
    output->fd = output_open_high(path, O_WRONLY | O_NOFOLLOW, 0);
    return output->fd >= 0 ? 0 : errno;
}

void output_leave(struct output *output)
{
    if (output->temporary != NULL)
        output_forget(output->temporary);
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    free(output->temporary);
    *output = (struct output){.name = output->name, .fd = -1};
}

int output_refresh(struct output *output)
{
    struct stat is;
    assert(output->temporary != NULL && output->options.named);
    const int fd = output_open_high(output->temporary, O_RDWR | O_NOFOLLOW, 0);
    if (fd < 0)
        return errno;
    if (fstat(fd, &is) != 0) {
        const int error = errno;
        close(fd);
        return error;
    }
    close(output->fd);
    output->fd = fd;
    output->written = (uint64_t)is.st_size;
    return 0;
}
