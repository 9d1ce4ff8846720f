/* SPDX-License-Identifier: MIT
 *
 * progress_fixtures.h - for tests of tools/progress.c: a fake clock and a fake terminal.
 *
 * The source is included with its system calls replaced by macros, as in output_faulty.h.
 */
#ifndef PROGRESS_FIXTURES_H
#define PROGRESS_FIXTURES_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/test.h"

static double moment;              /* time of the fake clock */
static unsigned screen_width = 80; /* columns of the fake terminal */
static bool terminal = true;
static char screen[512]; /* the last write to the terminal */

static int fake_clock(struct timespec *now)
{
    now->tv_sec = (time_t)moment;
    now->tv_nsec = (long)((moment - (double)now->tv_sec) * 1e9);
    return 0;
}

static ssize_t fake_write(const char *data, size_t length)
{
    snprintf(screen, sizeof screen, "%.*s", (int)length, data);
    return (ssize_t)length;
}

static int fake_ioctl(struct winsize *size)
{
    *size = (struct winsize){.ws_col = (unsigned short)screen_width};
    return screen_width > 0 ? 0 : -1;
}

#define clock_gettime(id, now) fake_clock(now)
#define write(fd, data, length) fake_write(data, length)
#define ioctl(fd, request, size) fake_ioctl(size)
#define isatty(fd) (terminal)

/* NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "tools/progress.c"

#undef clock_gettime
#undef write
#undef ioctl
#undef isatty

static const char *program = "fairshuf";
static char said[512]; /* the last message */

const char *say_name(void)
{
    return program;
}

void say_set_hook(void (*function)(void))
{
    (void)function;
}

int say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    return 1;
}

/* ---- the line --------------------------------------------------------------------- */

static const uint64_t GB = 1000000000;

/* The line on the screen, without control characters. */
static inline const char *line(void)
{
    static char text[512];
    const size_t length = strlen(screen);
    if (screen[0] != '\r' || length < 4 || strcmp(screen + length - 3, "\033[K") != 0)
        return "no line";
    snprintf(text, sizeof text, "%.*s", (int)(length - 4), screen + 1);
    return text;
}

static inline struct progress fresh(void)
{
    static const struct settings settings = {.progress = -1};
    struct progress progress;
    moment = 1000;
    screen[0] = said[0] = '\0';
    progress_start(&progress, &settings);
    return progress;
}

/* Updates the progress `at` seconds after the start. */
static inline void update_at(struct progress *progress, double at, int phase,
                             uint64_t done, uint64_t total)
{
    moment = 1000 + at;
    progress_update(progress, phase, done, total);
}

static inline bool shows(const char *text)
{
    return CHECKF(strcmp(line(), text) == 0, "'%s', not '%s'", line(), text);
}

#endif
