/* SPDX-License-Identifier: MIT
 *
 * progress.h - how far the work has come, on stderr.
 *
 * On a terminal, one line that is written over, once the work has taken a second; when it
 * is asked for and stderr is no terminal, a line now and then. SIGUSR1 gives one at once.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "settings.h"

struct progress {
    bool on, terminal;
    bool shown;      /* a line stands on the terminal */
    uint64_t before; /* bytes of the files that were read before this one */
    uint64_t total;  /* bytes of all of them, 0 if not known */
    int phase;
    double start, phase_start, next; /* seconds */
    size_t width;                    /* of the line that is shown */
};

/* Sets it up, the only one at a time, and catches SIGUSR1, unless the settings are
 * strict: then that signal has its usual effect. */
void progress_start(struct progress *progress, const struct settings *settings);

/* What the library tells; see fair_records_options. */
void progress_tell(struct progress *progress, int phase, uint64_t done, uint64_t total);

/* Removes the line, and shows no other. A message does so, too, as long as it stands. */
void progress_end(struct progress *progress);

/* Seconds since some time in the past. */
double progress_clock(void);

/* An amount of bytes for people: "12.3 MB". The text holds for the same `buffer`. */
const char *progress_bytes(double bytes, char buffer[16]);

#endif
