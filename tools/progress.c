/* SPDX-License-Identifier: MIT
 *
 * progress.c - shows the progress of a run. See progress.h.
 *
 * How the time left is estimated: the time that a phase has taken, divided by the
 * fraction that is done, is the time that the whole phase will take. A phase that has not
 * begun is assumed to be as fast, byte by byte, as reading was. During the first quarter
 * of a phase, the estimate moves gradually from this assumption to the measurement, so it
 * does not jump between phases. The displayed time counts down, and follows the estimate
 * with a delay of a few seconds.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SIGINFO and TIOCGWINSZ are not in POSIX */
#endif
#include "tools/progress.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/say.h"

static volatile sig_atomic_t requested; /* by a signal */

static struct progress *current;      /* the one in use, or NULL */
static volatile sig_atomic_t visible; /* its line is on the terminal */

static const char erase[] = "\r\033[K"; /* clears the line */

static void on_request(int number)
{
    (void)number;
    requested = 1;
}

static void clear(void)
{
    if (visible && write(STDERR_FILENO, erase, sizeof erase - 1) < 0 && current != NULL)
        current->on = false;
    visible = 0;
}

void progress_interrupt(void)
{
    const int error = errno;
    if (visible && write(STDERR_FILENO, erase, sizeof erase - 1) < 0)
        errno = error; /* nothing can be done about it */
    visible = 0;
    errno = error;
}

/* Whether stderr is a terminal on which a line can be erased. */
static bool can_erase(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) != 0 && term != NULL && *term != '\0' &&
           strcmp(term, "dumb") != 0;
}

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_start(struct progress *progress, const struct settings *settings)
{
    *progress = (struct progress){.terminal = can_erase(), .phase = -1};
    progress->on = settings->progress == 1 ||
                   (settings->progress < 0 && progress->terminal && !settings->strict);
    progress->start = progress->updated = progress_clock();
    progress->next = progress->start + 1;
    progress->left = -1;
    current = progress;
    visible = 0;
    say_set_hook(clear);
    if (!settings->strict) {
        /* Without SA_RESTART, it interrupts read(), so that a waiting run reacts. */
        struct sigaction action = {.sa_handler = on_request};
        sigemptyset(&action.sa_mask);
        sigaction(SIGUSR1, &action, NULL);
#ifdef SIGINFO
        sigaction(SIGINFO, &action, NULL);
#endif
    }
}

/* ---- the time left ---------------------------------------------------------------- */

/* The fraction that is done, from 0 to 1; -1 if it is not known. */
static double share_of(uint64_t done, uint64_t total)
{
    return total > 0 && done <= total ? (double)done / (double)total : -1;
}

/* The fraction of the output that is written. If the input is compressed, its size says
 * nothing about the output, so all collections count the same. */
static double share_written(const struct progress *progress)
{
    const struct progress_phase *phase = &progress->phases[FAIR_PHASE_WRITE];
    if (progress->collections <= 1)
        return share_of(phase->done, phase->total);
    if (!progress->compressed && phase->earlier + phase->total <= progress->expected)
        return share_of(phase->earlier + phase->done, progress->expected);
    const double here = share_of(phase->done, phase->total);
    const double share =
        ((double)progress->finished + here) / (double)progress->collections;
    return here < 0 || share > 1 ? -1 : share;
}

/* The seconds left of a phase that has taken `seconds` for `share` of its work. `guess`
 * is the assumed duration of the whole phase, or -1. Returns -1 if it is not known. */
static double left_of(double guess, double seconds, double share)
{
    if (share < 0 || (share == 0 && guess < 0))
        return -1;
    if (share == 0)
        return guess;
    const double measured = seconds / share;
    const double weight = guess < 0 || share > 0.25 ? 1 : 4 * share;
    return (1 - share) * (weight < 1 ? guess + weight * (measured - guess) : measured);
}

/* The seconds left of the extra passes through the temporary file, which were assumed to
 * take `guess`. Uses the guess if the fraction done is not known. Records that are
 * written need no more passes. */
static double left_to_order(const struct progress *progress, double guess, double written)
{
    const struct progress_phase *order = &progress->phases[FAIR_PHASE_ORDER];
    const double share = share_of(order->done, order->total);
    if (share >= 0)
        return left_of(guess, order->seconds, share > written ? share : written);
    const double left = guess - order->seconds, most = (1 - written) * guess;
    return left < 0 ? 0 : left < most ? left : most;
}

/* The seconds left of all phases; -1 if not known. */
static double estimate(const struct progress *progress)
{
    const struct progress_phase *in = &progress->phases[FAIR_PHASE_READ],
                                *order = &progress->phases[FAIR_PHASE_ORDER],
                                *out = &progress->phases[FAIR_PHASE_WRITE];
    const double read = share_of(in->done, in->total);
    const double pace =
        read > 0 ? in->seconds / (double)in->done : -1; /* seconds per byte */
    const double orders = pace < 0 ? -1 : pace * (double)progress->extra;
    const double writes =
        pace < 0 || progress->expected == 0 ? -1 : pace * (double)progress->expected;
    const double share = share_written(progress), written = share > 0 ? share : 0;
    double left;
    switch (progress->phase) {
    case FAIR_PHASE_READ:
        if (pace < 0 || in->seconds < 0.5)
            return -1;
        return left_of(-1, in->seconds, read) + orders + (writes > 0 ? writes : 0);
    case FAIR_PHASE_ORDER:
        if (writes < 0 || (order->total == 0 && progress->extra == 0))
            return -1;
        left = left_of(writes, out->seconds,
                       written); /* ordering and writing may alternate */
        return left + left_to_order(progress, orders, written);
    default:
        if (share < 0 || (writes < 0 && out->seconds < 0.5))
            return -1;
        left = left_of(writes, out->seconds, share);
        return progress->extra == 0 || orders < 0 || left < 0
                   ? left
                   : left + left_to_order(progress, orders, share);
    }
}

/* The time to show: it counts down, and follows the estimate slowly. */
static double smooth(struct progress *progress, double now)
{
    const double left = estimate(progress), passed = now - progress->left_at;
    double shows = progress->left - passed;
    if (left < 1 || progress->left < 0)
        shows = left;
    else
        shows += (left - shows) * passed / (passed + 3);
    progress->left_at = now;
    return progress->left = left >= 0 && shows < 0 ? 0 : shows;
}

/* Stores an update. The time since the last update belongs to the phase that was current
 * then. */
static void record_update(struct progress *progress, int phase, uint64_t done,
                          uint64_t total, double now)
{
    struct progress_phase *is = &progress->phases[phase];
    if (phase == FAIR_PHASE_READ) {
        done += progress->before;
        total = progress->total;
    } else if (phase == FAIR_PHASE_ORDER && total == 0) { /* use the forecast */
        if (done + is->earlier < is->done)
            is->earlier = is->done;
        done += is->earlier;
        total = progress->compressed ? 0 : progress->extra;
    } else if (phase == FAIR_PHASE_WRITE && done < is->done) {
        is->earlier += is->total > is->done ? is->total : is->done;
        progress->finished++;
    }
    const int before = progress->phase < 0 ? phase : progress->phase;
    progress->phases[before].seconds += now - progress->updated;
    progress->updated = now;
    progress->phase = phase;
    is->done = done;
    is->total = total;
}

/* ---- the line --------------------------------------------------------------------- */

const char *progress_bytes(double bytes, char buffer[16])
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t i = 0;
    for (; bytes >= 999.5 && i + 1 < sizeof units / sizeof units[0]; i++)
        bytes /= 1000;
    snprintf(buffer, 16,
             i > 0 && bytes < 9.995   ? "%.2f %s"
             : i > 0 && bytes < 99.95 ? "%.1f %s"
                                      : "%.0f %s",
             bytes, units[i]);
    return buffer;
}

const char *progress_bytes_up(double bytes, char buffer[16])
{
    double step = 1; /* the value of the last digit shown */
    while (bytes / step > 999)
        step *= 10;
    const double steps = (double)(uint64_t)(bytes / step);
    return progress_bytes((steps < bytes / step ? steps + 1 : steps) * step, buffer);
}

/* ", m:ss left" or ", h:mm:ss left"; nothing if the time is not known or too long. */
static void put_time(char *text, size_t room, double seconds)
{
    text[0] = '\0';
    if (seconds < 0 || seconds >= 3600e4)
        return;
    const long whole = (long)(seconds + 0.5), minutes = whole / 60;
    if (minutes < 60)
        snprintf(text, room, ", %ld:%02ld left", minutes, whole % 60);
    else
        snprintf(text, room, ", %ld:%02ld:%02ld left", minutes / 60, minutes % 60,
                 whole % 60);
}

/* A line that is being composed. */
struct line {
    char *text;  /* the caller's buffer */
    size_t room; /* size of `text` */
    size_t used; /* length so far; more than `room` if it was cut */
};

__attribute__((format(printf, 2, 3))) static void append(struct line *line,
                                                         const char *format, ...)
{
    va_list args;
    const size_t left = line->used < line->room ? line->room - line->used : 0;
    va_start(args, format);
    const int length =
        vsnprintf(left > 0 ? line->text + line->used : NULL, left, format, args);
    va_end(args);
    line->used += length > 0 ? (size_t)length : 0;
}

/* How much a line shows; each step leaves out one more part. */
enum { FULL, NO_RATE, NO_TOTAL, NO_AMOUNT, NO_TIME, NO_SHARE };

/* Composes a line such as "reading 1.20 GB of 4.00 GB, 30 %, 850 MB/s, 0:12 left" or
 * "shuffling, 30 %, 0:12 left". Parts that are not known are left out. While an order is
 * computed in memory, no bytes are shown, because the amounts count table entries. */
static void compose(const struct progress *progress, int detail, double left, char *text,
                    size_t room)
{
    static const char *const names[] = {"reading", "shuffling", "writing"};
    const struct progress_phase *is = &progress->phases[progress->phase];
    char amount[16], whole[16], rate[16], time[40];
    struct line line = {.text = text, .room = room};
    const bool counts = share_of(is->done, is->total) >= 0;
    const bool order = progress->phase == FAIR_PHASE_ORDER;
    const bool bytes = !order || progress->extra > 0 || is->total == 0;
    const double done = (double)is->done, earlier = order ? 0 : (double)is->earlier;
    append(&line, "%s", names[progress->phase]);
    if (bytes && detail < NO_AMOUNT)
        append(&line, " %s", progress_bytes(done, amount));
    if (bytes && counts && detail < NO_TOTAL)
        append(&line, " of %s", progress_bytes((double)is->total, whole));
    if (counts && detail < NO_SHARE) /* rounded down, so that 100 % means done */
        append(&line, ", %d %%", (int)(100.0 * done / (double)is->total));
    if (bytes && detail < NO_RATE && done > 0 && is->seconds > 0.1)
        append(&line, ", %s/s", progress_bytes((done + earlier) / is->seconds, rate));
    put_time(time, sizeof time, left);
    if (detail < NO_TIME)
        append(&line, "%s", time);
}

/* The columns of the terminal that can be used. The last one is left free, because some
 * terminals wrap after it. */
static size_t columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 79;
    return (size_t)size.ws_col - 1;
}

/* Replaces the line on the terminal: "PROGRAM: TEXT", or TEXT if that is too wide, or
 * nothing if that is too wide, too. */
static void put(struct progress *progress, const char *text)
{
    const size_t width = columns(), name = strlen(say_name()) + 2, length = strlen(text);
    const bool named = name < 80 && name + length <= width;
    char line[256];
    const int size =
        snprintf(line, sizeof line, "\r%s%s%s\033[K", named ? say_name() : "",
                 named ? ": " : "", length <= width ? text : "");
    visible = 1; /* set first, because a signal may come in between */
    if (write(STDERR_FILENO, line, (size_t)size) < 0 && errno != EINTR)
        progress->on = false;
}

/* Shows as much as fits into the terminal. The program's name is dropped before the time
 * left is. */
static void show(struct progress *progress, double left)
{
    const size_t width = columns(), name = strlen(say_name()) + 2;
    char line[160];
    int detail = FULL;
    compose(progress, detail, left, line, sizeof line);
    while (detail < NO_SHARE && (detail < NO_AMOUNT ? name : 0) + strlen(line) > width)
        compose(progress, ++detail, left, line, sizeof line);
    put(progress, line);
}

/* ---- public functions ------------------------------------------------------------- */

void progress_update(struct progress *progress, int phase, uint64_t done, uint64_t total)
{
    assert(phase >= 0 && phase < PROGRESS_PHASES);
    if (!progress->on && !requested && phase == progress->phase)
        return;
    const double now = progress_clock();
    record_update(progress, phase, done, total, now);
    if (!requested && (!progress->on || now < progress->next))
        return;
    const double left = smooth(progress, now);
    if (progress->terminal && !requested) {
        show(progress, left);
        progress->next = now + 0.2;
        return;
    }
    char line[160];
    compose(progress, FULL, left, line, sizeof line);
    say("%s", line);
    if (!requested)
        progress->next = now + 2;
    requested = 0;
}

void progress_wait(struct progress *progress)
{
    static const char *const words[] = {"waiting for the disk", "waiting"};
    if (visible) /* otherwise the run is short, or progress is off */
        put(progress, words[strlen(words[0]) > columns()]);
}

void progress_end(struct progress *progress)
{
    clear();
    progress->on = false;
    current = NULL;
    say_set_hook(NULL);
}
