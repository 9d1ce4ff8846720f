/* SPDX-License-Identifier: MIT
 *
 * progress.h - shows on stderr how the evidence grows. On a terminal it is one line that
 * is overwritten:
 *
 *     1,234 of 10,000 shuffles, 890/s, odds against fair 126 to 1 (2,000,000 decides)
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool on;       /* progress is shown at all */
    bool terminal; /* stderr is a terminal */
    bool shown;    /* there is a line to be removed */
    double start;  /* when the audit started, in seconds of the monotonic clock */
    double next;   /* when the next line is due */
};

/* Starts the clock. `wanted`: 1 always shows progress, 0 never, -1 if stderr is a
 * terminal. */
void progress_start(struct progress *progress, int wanted);

/* Shows progress if a line is due. `trials` is the planned number, UINT64_MAX if it is
 * not known; `evidence` is the natural logarithm of the odds. */
void progress_show(struct progress *progress, uint64_t count, uint64_t trials,
                   double evidence);

/* Removes the line. */
void progress_end(struct progress *progress);

/* Seconds since the start. */
double progress_seconds(const struct progress *progress);

#endif
