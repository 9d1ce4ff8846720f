/* SPDX-License-Identifier: MIT
 *
 * progress.c - how far the work has come. See progress.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

static volatile sig_atomic_t asked;

static struct progress *shown; /* whose line may stand on the terminal */

static void on_usr1(int number)
{
    (void)number;
    asked = 1;
}

static void clear(void)
{
    static const char erase[] = "\r\033[K";
    if (shown != NULL && shown->shown &&
        write(STDERR_FILENO, erase, sizeof erase - 1) < 0)
        shown->on = false;
    if (shown != NULL) {
        shown->shown = false;
        shown->width = 0;
    }
}

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_start(struct progress *progress, const struct settings *settings)
{
    *progress = (struct progress){.terminal = isatty(STDERR_FILENO) != 0, .phase = -1};
    progress->on = settings->progress == 1 ||
                   (settings->progress < 0 && progress->terminal && !settings->strict);
    progress->start = progress->phase_start = progress_clock();
    progress->next = progress->start + 1;
    shown = progress;
    say_before(clear);
    if (!settings->strict) {
        struct sigaction action = {.sa_handler = on_usr1}; /* interrupts a read */
        sigemptyset(&action.sa_mask);
        sigaction(SIGUSR1, &action, NULL);
    }
}

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

/* "reading 1.20 GB of 4.00 GB, 30 %, 850 MB/s, 0:03 left", "ordering, 30 %, 0:03 left":
 * what is not known is left out, and so are bytes that nobody has seen. */
static void compose(char *line, size_t room, int phase, double seconds, uint64_t done,
                    uint64_t total)
{
    static const char *const names[] = {"reading", "ordering", "writing"};
    char amount[16], whole[16], rate[16];
    size_t at = 0;
    const bool counts = total > 0 && done <= total, bytes = phase != FAIR_PHASE_ORDER;
    const double speed = seconds > 0.1 ? (double)done / seconds : 0;
#define ADD(...) at += (size_t)snprintf(line + at, at < room ? room - at : 0, __VA_ARGS__)
    ADD("%s", names[phase]);
    if (bytes)
        ADD(" %s", progress_bytes((double)done, amount));
    if (bytes && counts)
        ADD(" of %s", progress_bytes((double)total, whole));
    if (counts)
        ADD(", %.0f %%", 100.0 * (double)done / (double)total);
    if (bytes && speed > 0)
        ADD(", %s/s", progress_bytes(speed, rate));
    if (counts && speed > 0 && seconds > 0.5) {
        const double left = (double)(total - done) / speed + 0.5;
        ADD(", %.0f:%02.0f left", (double)(long)(left / 60), (double)((long)left % 60));
    }
#undef ADD
}

static void show(struct progress *progress, const char *text)
{
    const size_t length = strlen(text), name = strlen(say_name());
    const size_t blanks = progress->width > length ? progress->width - length : 0;
    char line[256];
    const int size =
        snprintf(line, sizeof line, "\r%.*s: %s%*s", (int)(name < 60 ? name : 60),
                 say_name(), text, (int)blanks, "");
    if (write(STDERR_FILENO, line, (size_t)size) < 0 && errno != EINTR)
        progress->on = false;
    progress->width = length;
    progress->shown = true;
}

void progress_end(struct progress *progress)
{
    clear();
    progress->on = false;
    shown = NULL;
    say_before(NULL);
}

void progress_tell(struct progress *progress, int phase, uint64_t done, uint64_t total)
{
    if (!progress->on && !asked)
        return;
    const double now = progress_clock();
    if (phase != progress->phase) {
        progress->phase = phase;
        progress->phase_start = now;
    }
    if (phase == FAIR_PHASE_READ) {
        done += progress->before;
        total = progress->total;
    }
    if (!asked && now < progress->next)
        return;
    char line[160];
    compose(line, sizeof line, phase, now - progress->phase_start, done, total);
    if (asked) {
        asked = 0;
        say("%s", line);
    } else if (progress->terminal) {
        show(progress, line);
        progress->next = now + 0.2;
    } else {
        say("%s", line);
        progress->next = now + 2;
    }
}
