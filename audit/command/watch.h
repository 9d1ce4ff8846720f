/* SPDX-License-Identifier: MIT
 *
 * watch.h - how evidence grows, on stderr: one line that is written over, on a terminal.
 *
 *     1,234 of 10,000 shuffles, 890/s, odds against fair 10^2.1 (10^6.3 decides)
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct watch {
    bool on, terminal, shown;
    double start, next;
};

/* `wanted`: 1 always, 0 never, -1 if stderr is a terminal. */
void watch_start(struct watch *watch, int wanted);

/* `trials`: how many there will be, UINT64_MAX if nobody knows; `evidence`: ln of the
 * mean wealth. */
void watch_tell(struct watch *watch, uint64_t count, uint64_t trials, double evidence);

/* Removes the line. */
void watch_end(struct watch *watch);

/* Seconds since the start. */
double watch_seconds(const struct watch *watch);

#endif
