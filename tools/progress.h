/* SPDX-License-Identifier: MIT
 *
 * progress.h - how far the work has come, on stderr.
 *
 * On a terminal, one line that is written over, once the work has taken a second; when it
 * is asked for and stderr is no terminal, or a dumb one, a line now and then. SIGUSR1,
 * and SIGINFO where there is one (Ctrl-T), give one at once.
 *
 *     reading 1.20 GB of 4.00 GB, 30 %, 850 MB/s, 0:12 left
 *
 * Amount, share and rate are those of the phase; the time left is that of all of them.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "tools/settings.h"

enum { PROGRESS_PHASES = FAIR_PHASE_WRITE + 1 };

struct progress {
    bool on, terminal;
    double start;

    /* To be set by whoever reads and writes, before it tells of a phase. */
    uint64_t before;   /* bytes of the files that were read before this one */
    uint64_t total;    /* bytes of all of them, 0 if not known */
    uint64_t again;    /* bytes that will go through the temporary file once more after
                          reading, for every time they do; 0: none */
    uint64_t expected; /* bytes of the input that will be written: all of them, mostly; 0
                          if that is not known, or next to nothing, as the head of many */
    bool packed;       /* some of the input is compressed, and counted so in these four */
    size_t collections; /* to be written one after the other; 0 is taken for 1 */

    /* What was told last. */
    int phase; /* -1: nothing */
    struct progress_phase {
        uint64_t done, total; /* total is 0 if not known */
        uint64_t earlier;     /* of collections before */
        double seconds;
    } phases[PROGRESS_PHASES];
    size_t finished;                  /* collections that were written */
    double told, next, left, left_at; /* seconds; left is -1 if nobody knows */
};

/* Sets it up, the only one at a time, and catches SIGUSR1, unless the settings are
 * strict: then that signal has its usual effect. */
void progress_start(struct progress *progress, const struct settings *settings);

/* What the library tells; see fair_records_options. Who reads something compressed gives
 * the compressed bytes of this file that were read, for `done` in the phase of reading.
 */
void progress_tell(struct progress *progress, int phase, uint64_t done, uint64_t total);

/* Says that all is written and the disk is waited for; to be called before outputs are
 * committed. */
void progress_wait(struct progress *progress);

/* Removes the line, and shows no other. A message does so, too, as long as it stands. */
void progress_end(struct progress *progress);

/* Removes the line if it stands; for handlers of signals that end the program. */
void progress_interrupt(void);

/* Seconds since some time in the past. */
double progress_clock(void);

/* An amount of bytes for people: "12.3 MB". The text holds for the same `buffer`. */
const char *progress_bytes(double bytes, char buffer[16]);

/* The same, rounded up: for an amount that is needed. */
const char *progress_bytes_up(double bytes, char buffer[16]);

#endif
