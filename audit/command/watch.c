/* SPDX-License-Identifier: MIT
 *
 * watch.c - how evidence grows, on stderr.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/watch.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "audit/command/report/ink.h"
#include "audit/engine/audit.h"

enum { FIRST_MS = 700, EVERY_MS = 200, EVERY_LINE_MS = 5000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void watch_start(struct watch *watch, int wanted)
{
    watch->terminal = isatty(STDERR_FILENO);
    watch->on = wanted > 0 || (wanted < 0 && watch->terminal);
    watch->shown = false;
    watch->start = now();
    watch->next = watch->start + FIRST_MS * 1e-3;
}

double watch_seconds(const struct watch *watch)
{
    return now() - watch->start;
}

void watch_tell(struct watch *watch, uint64_t count, uint64_t trials, double evidence)
{
    const double time = watch->on ? now() : 0;
    if (!watch->on || time < watch->next)
        return;
    char line[200], done[INK_ROOM], all[INK_ROOM], rate[INK_ROOM], odds[INK_ROOM];
    const int known = trials != UINT64_MAX;
    ink_count(rate, (uint64_t)((double)count / (time - watch->start)));
    snprintf(line, sizeof line,
             "%s%s%s shuffles, %s/s, odds against fair %s (10^%.1f decides)",
             ink_count(done, count), known ? " of " : "",
             known ? ink_count(all, trials) : "", rate, ink_power(odds, evidence),
             log10(AUDIT_WEALTH_ENOUGH));
    if (watch->terminal)
        fprintf(stderr, "\r%s\033[K", line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    watch->shown = watch->terminal;
    watch->next = time + (watch->terminal ? EVERY_MS : EVERY_LINE_MS) * 1e-3;
}

void watch_end(struct watch *watch)
{
    if (watch->shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    watch->shown = false;
}
