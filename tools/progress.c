/* SPDX-License-Identifier: MIT
 *
 * progress.c - how far the work has come. See progress.h.
 *
 * The time left. Each phase will take some time in all; what it has taken so far, divided
 * by its share that is done, tells how much. A phase that has not begun is thought to
 * move its bytes as fast as the input was read, and this guess gives way to what is
 * measured within the first quarter of the phase, little by little. So there is no jump
 * where one phase follows another. What is shown counts down, and follows the estimate
 * with a delay of some seconds.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SIGINFO and TIOCGWINSZ are not in POSIX */
#endif
#include "tools/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/say.h"

static volatile sig_atomic_t asked;

static struct progress *shown;       /* whose line may stand on the terminal */
static volatile sig_atomic_t stands; /* it does */

static const char erase[] = "\r\033[K"; /* clears the line */

static void on_question(int number)
{
    (void)number;
    asked = 1;
}

static void clear(void)
{
    if (stands && write(STDERR_FILENO, erase, sizeof erase - 1) < 0 && shown != NULL)
        shown->on = false;
    stands = 0;
}

void progress_interrupt(void)
{
    const int error = errno;
    if (stands && write(STDERR_FILENO, erase, sizeof erase - 1) < 0)
        errno = error; /* there is nobody to tell it to */
    stands = 0;
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
    progress->start = progress->told = progress_clock();
    progress->next = progress->start + 1;
    progress->left = -1;
    shown = progress;
    stands = 0;
    say_before(clear);
    if (!settings->strict) {
        struct sigaction action = {.sa_handler = on_question}; /* interrupts a read */
        sigemptyset(&action.sa_mask);
        sigaction(SIGUSR1, &action, NULL);
#ifdef SIGINFO
        sigaction(SIGINFO, &action, NULL);
#endif
    }
}

/* ---- the time left ----------------------------------------------------------------- */

/* The share of something that is done, from 0 to 1; -1 if it is not known. */
static double share_of(uint64_t done, uint64_t total)
{
    return total > 0 && done <= total ? (double)done / (double)total : -1;
}

/* What is written of all collections. Their bytes add up to what is expected, if that
 * was not counted in compressed ones: then all collections count the same. */
static double share_written(const struct progress *progress)
{
    const struct progress_phase *phase = &progress->phases[FAIR_PHASE_WRITE];
    if (progress->collections <= 1)
        return share_of(phase->done, phase->total);
    if (!progress->packed && phase->earlier + phase->total <= progress->expected)
        return share_of(phase->earlier + phase->done, progress->expected);
    const double here = share_of(phase->done, phase->total);
    const double share =
        ((double)progress->finished + here) / (double)progress->collections;
    return here < 0 || share > 1 ? -1 : share;
}

/* The seconds that are left of a phase that was thought to take `guess`, or -1, and has
 * taken `seconds` for that share of it. -1 if it cannot be said. */
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

/* The seconds that are left of what goes through the temporary file once more, which was
 * thought to take `guess`. If its share is not known, the guess has to do; and what is
 * written has gone through. */
static double left_to_order(const struct progress *progress, double guess, double written)
{
    const struct progress_phase *order = &progress->phases[FAIR_PHASE_ORDER];
    const double share = share_of(order->done, order->total);
    if (share >= 0)
        return left_of(guess, order->seconds, share > written ? share : written);
    const double left = guess - order->seconds, most = (1 - written) * guess;
    return left < 0 ? 0 : left < most ? left : most;
}

/* The seconds that are left of all phases, -1 if nobody knows. */
static double estimate(const struct progress *progress)
{
    const struct progress_phase *in = &progress->phases[FAIR_PHASE_READ],
                                *order = &progress->phases[FAIR_PHASE_ORDER],
                                *out = &progress->phases[FAIR_PHASE_WRITE];
    const double read = share_of(in->done, in->total);
    const double pace = read > 0 ? in->seconds / (double)in->done : -1; /* of a byte */
    const double orders = pace < 0 ? -1 : pace * (double)progress->again;
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
        if (writes < 0 || (order->total == 0 && progress->again == 0))
            return -1;
        left = left_of(writes, out->seconds, written); /* some, if they go by turns */
        return left + left_to_order(progress, orders, written);
    default:
        if (share < 0 || (writes < 0 && out->seconds < 0.5))
            return -1;
        left = left_of(writes, out->seconds, share);
        return progress->again == 0 || orders < 0 || left < 0
                   ? left
                   : left + left_to_order(progress, orders, share);
    }
}

/* What is to be shown: counts down, and follows the estimate slowly. */
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

/* Notes what the library tells. The time since the last note belongs to the phase that
 * went on then. */
static void note(struct progress *progress, int phase, uint64_t done, uint64_t total,
                 double now)
{
    struct progress_phase *is = &progress->phases[phase];
    if (phase == FAIR_PHASE_READ) {
        done += progress->before;
        total = progress->total;
    } else if (phase == FAIR_PHASE_ORDER && total == 0) { /* what was foreseen, then */
        if (done + is->earlier < is->done)
            is->earlier = is->done;
        done += is->earlier;
        total = progress->packed ? 0 : progress->again;
    } else if (phase == FAIR_PHASE_WRITE && done < is->done) {
        is->earlier += is->total > is->done ? is->total : is->done;
        progress->finished++;
    }
    const int before = progress->phase < 0 ? phase : progress->phase;
    progress->phases[before].seconds += now - progress->told;
    progress->told = now;
    progress->phase = phase;
    is->done = done;
    is->total = total;
}

/* ---- the line ---------------------------------------------------------------------- */

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
    double step = 1; /* of the last digit that is shown */
    while (bytes / step > 999)
        step *= 10;
    const double steps = (double)(uint64_t)(bytes / step);
    return progress_bytes((steps < bytes / step ? steps + 1 : steps) * step, buffer);
}

/* m:ss, h:mm:ss; nothing if that makes no sense. */
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

enum { FULL, NO_RATE, NO_TOTAL, NO_AMOUNT, NO_TIME, NO_SHARE }; /* less and less */

/* "reading 1.20 GB of 4.00 GB, 30 %, 850 MB/s, 0:12 left", "shuffling, 30 %, 0:12 left":
 * what is not known is left out, and so are bytes that nobody has seen. */
static void compose(const struct progress *progress, int detail, double left, char *line,
                    size_t room)
{
    static const char *const names[] = {"reading", "shuffling", "writing"};
    const struct progress_phase *is = &progress->phases[progress->phase];
    char amount[16], whole[16], rate[16], time[40];
    size_t at = 0;
    const bool counts = share_of(is->done, is->total) >= 0;
    const bool order = progress->phase == FAIR_PHASE_ORDER; /* of tables, or of bytes? */
    const bool bytes = !order || progress->again > 0 || is->total == 0;
    const double done = (double)is->done, earlier = order ? 0 : (double)is->earlier;
#define ADD(...) at += (size_t)snprintf(line + at, at < room ? room - at : 0, __VA_ARGS__)
    ADD("%s", names[progress->phase]);
    if (bytes && detail < NO_AMOUNT)
        ADD(" %s", progress_bytes(done, amount));
    if (bytes && counts && detail < NO_TOTAL)
        ADD(" of %s", progress_bytes((double)is->total, whole));
    if (counts && detail < NO_SHARE) /* rounded down: 100 % is all */
        ADD(", %d %%", (int)(100.0 * done / (double)is->total));
    if (bytes && detail < NO_RATE && done > 0 && is->seconds > 0.1)
        ADD(", %s/s", progress_bytes((done + earlier) / is->seconds, rate));
    put_time(time, sizeof time, left);
    if (detail < NO_TIME)
        ADD("%s", time);
#undef ADD
}

/* The columns of the terminal that can be filled: in the last one, some jump to the next
 * line. */
static size_t columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 79;
    return (size_t)size.ws_col - 1;
}

/* Writes a line over the one that stands on the terminal: after the program's name if
 * there is room for that, and nothing if there is not even room for the text. */
static void put(struct progress *progress, const char *text)
{
    const size_t width = columns(), name = strlen(say_name()) + 2, length = strlen(text);
    const bool named = name < 80 && name + length <= width;
    char line[256];
    const int size =
        snprintf(line, sizeof line, "\r%s%s%s\033[K", named ? say_name() : "",
                 named ? ": " : "", length <= width ? text : "");
    stands = 1; /* before it does, lest a signal finds it in between */
    if (write(STDERR_FILENO, line, (size_t)size) < 0 && errno != EINTR)
        progress->on = false;
}

/* The line in as much detail as the terminal has room for. The program's name goes before
 * the time left does. */
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

/* ---- the interface ----------------------------------------------------------------- */

void progress_tell(struct progress *progress, int phase, uint64_t done, uint64_t total)
{
    if (!progress->on && !asked && phase == progress->phase)
        return;
    const double now = progress_clock();
    note(progress, phase, done, total, now);
    if (!asked && (!progress->on || now < progress->next))
        return;
    const double left = smooth(progress, now);
    if (progress->terminal && !asked) {
        show(progress, left);
        progress->next = now + 0.2;
        return;
    }
    char line[160];
    compose(progress, FULL, left, line, sizeof line);
    say("%s", line);
    if (!asked)
        progress->next = now + 2;
    asked = 0;
}

void progress_wait(struct progress *progress)
{
    static const char *const words[] = {"waiting for the disk", "waiting"};
    if (stands) /* else it was quick, or nobody wants to know */
        put(progress, words[strlen(words[0]) > columns()]);
}

void progress_end(struct progress *progress)
{
    clear();
    progress->on = false;
    shown = NULL;
    say_before(NULL);
}
