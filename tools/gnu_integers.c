/* SPDX-License-Identifier: MIT
 *
 * gnu_integers.c - draws integers as GNU shuf does. See gnu_integers.h.
 *
 * The state is a number `num` that is uniform on 0 .. max. Bytes are appended to it until
 * max is large enough for a draw. The result is num modulo the number of choices, and the
 * quotient is the state for the next draw. If num is in the last, incomplete round of
 * choices, only its position in that round is kept, which is uniform, too, and more bytes
 * are appended. So hardly any randomness is wasted.
 *
 * The results are exactly uniform as long as max does not exceed 2^64, that is, for up to
 * 2^56 choices. For more choices, appending a byte after a rejection may drop high bits,
 * so num is not quite uniform. GNU shuf has the same flaw, and it is kept here, because
 * the same file must give the same order. --seed does not have it.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/gnu_integers.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cli/say.h"

enum { END_OF_FILE = -1 };

/* The most bytes that the draws take without rejections: for each draw the bits of
 * `choices`, and one more. */
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
    assert(choices > 0);
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

int gnu_integers_report(const struct gnu_integers *integers)
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
