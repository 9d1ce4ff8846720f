/* SPDX-License-Identifier: MIT
 *
 * progress.h - shows the progress of a run on stderr.
 *
 * On a terminal, one line is updated in place after the run has taken a second. With
 * --progress and no terminal, or a dumb one, a line is printed every two seconds. SIGUSR1
 * prints one line at once, and so does SIGINFO (Ctrl-T) where it exists.
 *
 *     reading 1.20 GB of 4.00 GB, 30 %, 850 MB/s, 0:12 left
 *
 * Amount, percentage and rate are those of the current phase. The time left is for the
 * whole run.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "tools/settings.h"

enum { PROGRESS_PHASES = FAIR_PHASE_WRITE + 1 };

struct progress {
    bool on;       /* progress is shown without being requested by a signal */
    bool terminal; /* stderr is a terminal whose line can be erased */
    double start;  /* time of progress_start() */

    /* The caller sets these before the phase in which they are used. Amounts of input are
     * compressed bytes if `compressed` is true. */
    uint64_t before;   /* bytes of the input files read before the current one */
    uint64_t total;    /* bytes of all input files; 0 if not known */
    uint64_t extra;    /* bytes that go through the temporary file again after reading,
                          counted once for each pass; 0 if there are none */
    uint64_t expected; /* bytes of the input that will be written; 0 if that is not known,
                          or if only a few records are written */
    bool compressed;   /* some input is compressed */
    size_t collections; /* collections to write, one after the other; 0 means 1 */

    /* The latest state, set by progress_update(). */
    int phase; /* FAIR_PHASE_...; -1 before the first update */
    struct progress_phase {
        uint64_t done;         /* bytes done */
        uint64_t total;        /* bytes to do; 0 if not known */
        uint64_t earlier;      /* bytes of earlier collections */
        double seconds;        /* time spent in this phase */
    } phases[PROGRESS_PHASES]; /* indexed by FAIR_PHASE_... */
    size_t finished;           /* collections that were written */
    double updated;            /* time of the last update */
    double next;               /* earliest time for the next line */
    double left;               /* seconds left that were shown last; -1 if not known */
    double left_at;            /* time at which `left` was computed */
};

/* Starts to show progress. Only one struct progress can be in use. Catches SIGUSR1,
 * unless the program was called as shuf. */
void progress_start(struct progress *progress, const struct settings *settings);

/* Takes the arguments of the library's progress callback (see fair_records_options). If
 * the input is compressed, `done` in the read phase is the number of compressed bytes
 * read from the current file. */
void progress_update(struct progress *progress, int phase, uint64_t done, uint64_t total);

/* Shows that the run waits for the disk. To be called before outputs are committed. */
void progress_wait(struct progress *progress);

/* Erases the line and ends the display. (A message also erases the line, until the next
 * update.) */
void progress_end(struct progress *progress);

/* Erases the line if there is one. For handlers of signals that end the program. */
void progress_interrupt(void);

/* Seconds since some point in the past. */
double progress_clock(void);

/* A number of bytes for people: "12.3 MB". Returns `buffer`. */
const char *progress_bytes(double bytes, char buffer[16]);

/* The same, rounded up, for an amount that is needed. */
const char *progress_bytes_up(double bytes, char buffer[16]);

#endif
