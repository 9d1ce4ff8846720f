/* SPDX-License-Identifier: MIT
 *
 * progress.c - shows on stderr how the evidence grows.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "audit/command/report/text.h"
#include "audit/engine/audit.h"

enum {
    FIRST_MS = 700,        /* before the first line */
    TERMINAL_MS = 200,     /* between lines on a terminal */
    NOT_TERMINAL_MS = 5000 /* between lines elsewhere */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void progress_start(struct progress *progress, int wanted)
{
    progress->terminal = isatty(STDERR_FILENO);
    progress->on = wanted > 0 || (wanted < 0 && progress->terminal);
    progress->shown = false;
    progress->start = now();
    progress->next = progress->start + FIRST_MS * 1e-3;
}

double progress_seconds(const struct progress *progress)
{
    return now() - progress->start;
}

void progress_show(struct progress *progress, uint64_t count, uint64_t trials,
                   double evidence)
{
    const double time = progress->on ? now() : 0;
    if (!progress->on || time < progress->next)
        return;
    char line[240], done[NUMBER_ROOM], all[NUMBER_ROOM], rate[NUMBER_ROOM];
    char odds[NUMBER_ROOM], enough[NUMBER_ROOM];
    const bool known = trials != UINT64_MAX;
    number_count(rate, (uint64_t)((double)count / (time - progress->start)));
    snprintf(line, sizeof line,
             "%s%s%s shuffles, %s/s, odds against fair %s to 1 (%s decides)",
             number_count(done, count), known ? " of " : "",
             known ? number_count(all, trials) : "", rate, number_odds(odds, evidence),
             number_odds(enough, log(AUDIT_WEALTH_ENOUGH)));
    if (progress->terminal)
        fprintf(stderr, "\r%s\033[K", line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    progress->shown = progress->terminal;
    progress->next = time + (progress->terminal ? TERMINAL_MS : NOT_TERMINAL_MS) * 1e-3;
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->shown = false;
}
