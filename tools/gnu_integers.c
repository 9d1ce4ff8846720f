/* SPDX-License-Identifier: MIT
 *
 * gnu_integers.c - integers from the bytes of --random-source=FILE, as GNU shuf has them.
 *
 * The state is a number `num` that is uniform on 0 .. max. Bytes are appended to it until
 * max is large enough for a draw; then as many whole rounds of the choices as fit are cut
 * off, the remainder of num is the result, and the quotient stays as the state for the
 * next draw. If num lies in the last, incomplete round, it is thrown away but for its
 * place in that round, which is uniform, too. So hardly a bit is wasted, and a file gives
 * the same integers wherever this is done.
 *
 * All is exactly uniform as long as max does not pass 2^64, that is for up to 2^56
 * choices. Beyond, appending a byte after a rejection may drop high bits, as it does in
 * GNU shuf: num is then not quite uniform. This is kept, for it is what makes the same
 * file give the same order; --seed has no such flaw.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/gnu_integers.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cli/say.h"

enum { END_OF_FILE = -1 };

/* Bytes that the draws take at most, if none is rejected: for each the bits of a number
 * of choices, and one more. */
static size_t bytes_for(uint64_t choices, uint64_t draws, size_t most)
{
    unsigned bits = 1;
    while (choices > 0) {
        choices >>= 1;
        bits++;
    }
    if (draws > most)
        return most;
    const uint64_t bytes = (bits * draws + 7) / 8;
    return bytes > most ? most : bytes > 0 ? (size_t)bytes : 1;
}

int gnu_integers_open(struct gnu_integers *integers, const char *name, uint64_t choices,
                      uint64_t draws)
{
    integers->name = name;
    integers->error = 0;
    integers->num = integers->max = 0;
    integers->ahead = bytes_for(choices, draws, sizeof integers->buffer);
    integers->at = integers->end = 0;
    do
        integers->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (integers->fd < 0 && errno == EINTR);
    return integers->fd < 0 ? say_error(errno, "%s", say_file(name)) : 0;
}

static bool refill(struct gnu_integers *integers)
{
    ssize_t got;
    do
        got = read(integers->fd, integers->buffer, integers->ahead);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        integers->error = got < 0 ? errno : END_OF_FILE;
        return false;
    }
    integers->at = 0;
    integers->end = (size_t)got;
    return true;
}

bool gnu_integers_draw(struct gnu_integers *integers, uint64_t choices, uint64_t *result)
{
    const uint64_t greatest = choices - 1;
    uint64_t num = integers->num, max = integers->max;
    for (;;) {
        while (max < greatest) {
            if (integers->at == integers->end && !refill(integers))
                return false;
            num = (num << 8) + integers->buffer[integers->at++];
            max = (max << 8) + 255;
        }
        if (max == greatest) {
            *result = num;
            num = max = 0;
            break;
        }
        const uint64_t excess = max - greatest;
        const uint64_t unusable = excess % choices;
        if (num <= max - unusable) {
            *result = num % choices;
            num /= choices;
            max = excess / choices;
            break;
        }
        num %= choices;
        max = unusable - 1;
    }
    integers->num = num;
    integers->max = max;
    return true;
}

int gnu_integers_tell(const struct gnu_integers *integers)
{
    const char *name = say_quoted(integers->name);
    if (integers->error == END_OF_FILE)
        return say("%s: end of file", name);
    return say_error(integers->error, "%s: read error", name);
}

void gnu_integers_close(struct gnu_integers *integers)
{
    if (integers->fd >= 0)
        close(integers->fd);
    integers->fd = -1;
}
