/* SPDX-License-Identifier: MIT
 *
 * test_progress.c - tools/progress.c with a clock and a terminal of our own: what the
 * line says, that the time left comes true and does not jump, and that nothing wraps.
 *
 * The source is included with its system calls replaced by macros, as in test_output.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/test.h"

static double moment;              /* of the clock */
static unsigned screen_width = 80; /* of the terminal */
static bool terminal = true;
static char screen[512]; /* what was written last */

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
static char said[512];

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

/* ---- the line ---------------------------------------------------------------------- */

static const uint64_t GB = 1000000000;

/* The line that stands on the screen, without what controls the terminal. */
static const char *line(void)
{
    static char text[512];
    const size_t length = strlen(screen);
    if (screen[0] != '\r' || length < 4 || strcmp(screen + length - 3, "\033[K") != 0)
        return "no line";
    snprintf(text, sizeof text, "%.*s", (int)(length - 4), screen + 1);
    return text;
}

static struct progress fresh(void)
{
    static const struct settings settings = {.progress = -1};
    struct progress progress;
    moment = 1000;
    screen[0] = said[0] = '\0';
    progress_start(&progress, &settings);
    return progress;
}

/* One thing told at a time since the start. */
static void tell_at(struct progress *progress, double at, int phase, uint64_t done,
                    uint64_t total)
{
    moment = 1000 + at;
    progress_update(progress, phase, done, total);
}

static bool shows(const char *text)
{
    return CHECKF(strcmp(line(), text) == 0, "'%s', not '%s'", line(), text);
}

static void test_lines(void)
{
    TEST("a file: amount, share, rate, and the time of both phases")
    {
        struct progress p = fresh();
        p.total = p.expected = 4 * GB;
        tell_at(&p, 0.9, FAIR_PHASE_READ, GB, 0);
        CHECK(screen[0] == '\0'); /* not in the first second */
        tell_at(&p, 2, FAIR_PHASE_READ, 12 * GB / 10, 0);
        shows("fairshuf: reading 1.20 GB of 4.00 GB, 30 %, 600 MB/s, 0:11 left");
    }
    TEST("several files: those before count")
    {
        struct progress p = fresh();
        p.total = p.expected = 4 * GB;
        p.before = GB;
        tell_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        shows("fairshuf: reading 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:06 left");
    }
    TEST("only a head is written: reading is all")
    {
        struct progress p = fresh();
        p.total = 4 * GB;
        tell_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        shows("fairshuf: reading 1.00 GB of 4.00 GB, 25 %, 500 MB/s, 0:06 left");
    }
    TEST("a pipe: no share and no time, until it is written")
    {
        struct progress p = fresh();
        tell_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        shows("fairshuf: reading 1.00 GB, 500 MB/s");
        tell_at(&p, 4, FAIR_PHASE_READ, 2 * GB, 0);
        tell_at(&p, 4, FAIR_PHASE_ORDER, 0, 1000);
        tell_at(&p, 5, FAIR_PHASE_ORDER, 500, 1000);
        shows("fairshuf: shuffling, 50 %");
        tell_at(&p, 6, FAIR_PHASE_WRITE, 0, 2 * GB);
        shows("fairshuf: writing 0 B of 2.00 GB, 0 %");
        tell_at(&p, 7, FAIR_PHASE_WRITE, GB / 2, 2 * GB);
        shows("fairshuf: writing 500 MB of 2.00 GB, 25 %, 500 MB/s, 0:03 left");
    }
    TEST("no end is known: no share, no time")
    {
        struct progress p = fresh();
        tell_at(&p, 2, FAIR_PHASE_WRITE, GB, 0);
        shows("fairshuf: writing 1.00 GB, 500 MB/s");
    }
    TEST("through the temporary file once more: in bytes, and in the time from the start")
    {
        struct progress p = fresh();
        p.total = p.expected = p.extra = 4 * GB;
        tell_at(&p, 2, FAIR_PHASE_READ, 2 * GB, 0);
        shows("fairshuf: reading 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:10 left");
        tell_at(&p, 4, FAIR_PHASE_READ, 4 * GB, 0);
        tell_at(&p, 4, FAIR_PHASE_ORDER, 0, 4 * GB);
        tell_at(&p, 6, FAIR_PHASE_ORDER, 2 * GB, 4 * GB);
        shows("fairshuf: shuffling 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:06 left");
    }
    TEST("the same, if the library does not tell how much that will be")
    {
        struct progress p = fresh();
        p.total = p.expected = p.extra = 4 * GB;
        p.collections = 2;
        tell_at(&p, 4, FAIR_PHASE_READ, 4 * GB, 0);
        tell_at(&p, 4, FAIR_PHASE_ORDER, 0, 0);
        tell_at(&p, 6, FAIR_PHASE_ORDER, 2 * GB, 0);
        shows("fairshuf: shuffling 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:06 left");
        tell_at(&p, 8, FAIR_PHASE_WRITE, 2 * GB, 2 * GB);
        tell_at(&p, 8, FAIR_PHASE_ORDER, 0, 0);
        tell_at(&p, 9, FAIR_PHASE_ORDER, GB, 0);
        CHECKF(strstr(line(), "shuffling 3.00 GB of 4.00 GB, 75 %") != NULL, "%s",
               line());
        p = fresh();
        tell_at(&p, 4, FAIR_PHASE_READ, 4 * GB, 0);
        tell_at(&p, 6, FAIR_PHASE_ORDER, 2 * GB, 0);
        shows("fairshuf: shuffling 2.00 GB");
    }
    TEST("a file that grew: more than all is not told")
    {
        struct progress p = fresh();
        p.total = p.expected = GB;
        tell_at(&p, 2, FAIR_PHASE_READ, 2 * GB, 0);
        shows("fairshuf: reading 2.00 GB, 1.00 GB/s");
    }
    TEST("hours, and 100 % only if it is all")
    {
        struct progress p = fresh();
        p.total = p.expected = 1000 * GB;
        tell_at(&p, 60, FAIR_PHASE_READ, 9 * GB, 0);
        shows("fairshuf: reading 9.00 GB of 1.00 TB, 0 %, 150 MB/s, 3:41:13 left");
        tell_at(&p, 70, FAIR_PHASE_WRITE, 9999, 10000);
        CHECK(strstr(line(), ", 99 %") != NULL);
        tell_at(&p, 71, FAIR_PHASE_WRITE, 10000, 10000);
        CHECK(strstr(line(), ", 100 %") != NULL && strstr(line(), "0:00 left") != NULL);
    }
    TEST("waiting for the disk is said if there was a line")
    {
        struct progress p = fresh();
        progress_wait(&p);
        CHECK(screen[0] == '\0');
        tell_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        progress_wait(&p);
        shows("fairshuf: waiting for the disk");
        screen_width = 30;
        progress_wait(&p);
        shows("waiting for the disk");
        screen_width = 12;
        progress_wait(&p);
        shows("waiting");
        screen_width = 80;
        progress_end(&p);
        CHECK(strcmp(screen, "\r\033[K") == 0);
    }
    TEST("a signal that ends the program removes the line, if it stands")
    {
        struct progress p = fresh();
        progress_interrupt();
        CHECK(screen[0] == '\0');
        tell_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        progress_interrupt();
        CHECK(strcmp(screen, "\r\033[K") == 0);
        screen[0] = '\0';
        progress_interrupt();
        CHECK(screen[0] == '\0');
    }
    TEST("on a dumb terminal, lines are printed one after the other, if asked for")
    {
        static const char *const names[] = {"dumb", "", NULL};
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            if (names[i] != NULL)
                setenv("TERM", names[i], 1);
            else
                unsetenv("TERM");
            struct progress p = fresh();
            tell_at(&p, 5, FAIR_PHASE_READ, GB, 0);
            CHECK(screen[0] == '\0');
            p.on = true; /* by --progress */
            tell_at(&p, 9, FAIR_PHASE_READ, GB, 0);
            CHECK(screen[0] == '\0' && strstr(said, "reading") != NULL);
        }
        setenv("TERM", "xterm", 1);
    }
}

static void test_width(void)
{
    static const struct {
        unsigned width;
        const char *line;
    } cases[] = {
        {0, "fairshuf: reading 1.20 GB of 4.00 GB, 30 %, 600 MB/s, 0:11 left"},
        {64, "fairshuf: reading 1.20 GB of 4.00 GB, 30 %, 600 MB/s, 0:11 left"},
        {63, "fairshuf: reading 1.20 GB of 4.00 GB, 30 %, 0:11 left"},
        {50, "fairshuf: reading 1.20 GB, 30 %, 0:11 left"},
        {40, "fairshuf: reading, 30 %, 0:11 left"},
        {30, "reading, 30 %, 0:11 left"},
        {24, "fairshuf: reading, 30 %"},
        {20, "reading, 30 %"},
        {13, "reading"},
        {7, ""},
        {1, ""},
    };
    TEST("on narrow terminals less is said, and the line does not wrap")
    {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct progress p = fresh();
            p.total = p.expected = 4 * GB;
            screen_width = cases[i].width;
            tell_at(&p, 2, FAIR_PHASE_READ, 12 * GB / 10, 0);
            shows(cases[i].line);
        }
    }
    TEST("at any width, for long names as well")
    {
        static char name[300];
        memset(name, 'x', sizeof name - 1);
        for (int i = 0; i < 2; i++)
            for (screen_width = 1; screen_width < 400; screen_width++) {
                program = i == 0 ? "fairshuf" : name;
                struct progress p = fresh();
                tell_at(&p, 2, FAIR_PHASE_READ, GB, 0);
                CHECKF(strlen(line()) < screen_width, "%u: '%s'", screen_width, line());
                progress_wait(&p);
                CHECKF(strlen(line()) < screen_width, "%u: '%s'", screen_width, line());
            }
        program = "fairshuf";
        screen_width = 80;
    }
}

static void test_questions(void)
{
    static const struct settings never = {.progress = 0}, always = {.progress = 1};
    TEST("a signal gives one line, also where there is no progress")
    {
        struct progress p = fresh();
        progress_start(&p, &never);
        p.total = p.expected = 4 * GB;
        tell_at(&p, 1, FAIR_PHASE_READ, GB, 0);
        tell_at(&p, 2, FAIR_PHASE_READ, 2 * GB, 0);
        CHECK(screen[0] == '\0' && said[0] == '\0');
        CHECK(raise(SIGUSR1) == 0);
        tell_at(&p, 3, FAIR_PHASE_READ, 3 * GB, 0);
        CHECKF(strcmp(said, "reading 3.00 GB of 4.00 GB, 75 %, 1.00 GB/s, 0:05 left") ==
                   0,
               "%s", said);
        said[0] = '\0';
        tell_at(&p, 4, FAIR_PHASE_WRITE, 0, 4 * GB);
        tell_at(&p, 5, FAIR_PHASE_WRITE, GB, 4 * GB);
        CHECK(screen[0] == '\0' && said[0] == '\0');
        CHECK(raise(SIGUSR1) == 0);
        tell_at(&p, 6, FAIR_PHASE_WRITE, 2 * GB, 4 * GB);
        CHECKF(strcmp(said, "writing 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:02 left") ==
                   0,
               "%s", said);
    }
    TEST("where stderr is no terminal: lines, every two seconds")
    {
        terminal = false;
        struct progress p = fresh();
        progress_start(&p, &always);
        unsigned lines = 0;
        for (int i = 1; i <= 100; i++) {
            said[0] = '\0';
            tell_at(&p, 0.1 * i, FAIR_PHASE_READ, (uint64_t)i, 0);
            lines += said[0] != '\0';
        }
        CHECKF(lines == 5 && screen[0] == '\0', "%u", lines);
        terminal = true;
    }
    signal(SIGUSR1, SIG_DFL);
}

/* ---- the time left ----------------------------------------------------------------- */

/* A run that takes so many seconds in each phase. */
struct course {
    const char *name;
    double phases[PROGRESS_PHASES];
    bool compressed, by_turns; /* ordered and written by turns */
    bool vague;                /* how much will be ordered is not told */
    size_t collections;
};

/* What was told, and how wrong it was at worst; jump: the worst step of one second that
 * is not what a clock does. */
struct outcome {
    double worst, jump, last;
    unsigned lines;
};

static double left_shown(void)
{
    const char *comma = strrchr(line(), ',');
    int h = 0, m = 0, s = 0;
    if (comma == NULL || strstr(comma, "left") == NULL)
        return -1;
    if (sscanf(comma, ", %d:%d:%d left", &h, &m, &s) == 3)
        return 3600 * h + 60 * m + s;
    return sscanf(comma, ", %d:%d left", &m, &s) == 2 ? 60 * m + s : -1;
}

static void step(struct progress *p, double at, const struct course *course)
{
    const double *t = course->phases;
    const uint64_t all = 10 * GB, out = course->compressed ? 3 * all : all;
    const size_t parts = course->collections;
    if (at < t[0]) {
        tell_at(p, at, FAIR_PHASE_READ, (uint64_t)((double)all * at / t[0]), 0);
    } else if (course->by_turns) {
        const double share = (at - t[0]) / (t[1] + t[2]);
        const bool turn = (long)(at * 10) % 2 == 0;
        tell_at(p, at, turn ? FAIR_PHASE_ORDER : FAIR_PHASE_WRITE,
                (uint64_t)((double)out * share), turn && course->vague ? 0 : out);
    } else if (at < t[0] + t[1]) {
        tell_at(p, at, FAIR_PHASE_ORDER, (uint64_t)((double)out * (at - t[0]) / t[1]),
                course->vague ? 0 : out);
    } else {
        const double share = (at - t[0] - t[1]) / t[2] * (double)parts;
        const double here = share - (double)(long)share;
        tell_at(p, at, FAIR_PHASE_WRITE, (uint64_t)((double)(out / parts) * here),
                out / parts);
    }
}

static struct outcome follow(const struct course *course)
{
    struct outcome outcome = {0};
    struct progress p = fresh();
    p.total = p.expected = 10 * GB;
    p.extra = course->phases[1] > 0 ? 10 * GB : 0;
    p.collections = course->collections;
    p.compressed = course->compressed;
    const double whole = course->phases[0] + course->phases[1] + course->phases[2];
    double before = -1;
    for (long i = 1; i < (long)(whole * 10); i++) {
        const double at = 0.1 * (double)i;
        step(&p, at, course);
        if (i % 10 != 0 || left_shown() < 0)
            continue;
        const double left = left_shown(), wrong = left - (whole - at);
        const double jump = before < 0 ? 0 : left - (before - 1);
        outcome.worst =
            wrong * wrong > outcome.worst * outcome.worst ? wrong : outcome.worst;
        outcome.jump = jump * jump > outcome.jump * outcome.jump ? jump : outcome.jump;
        outcome.lines++;
        before = outcome.last = left;
    }
    return outcome;
}

static void test_estimates(void)
{
    static const struct course even[] = {
        {"in memory", {60, 0, 60}, .collections = 1},
        {"one pass more", {60, 60, 60}, .collections = 1},
        {"one pass more, vaguely", {60, 60, 60}, .vague = true, .collections = 1},
        {"and compressed",
         {60, 60, 60},
         .vague = true,
         .compressed = true,
         .collections = 1},
        {"by turns, vaguely",
         {60, 60, 60},
         .vague = true,
         .compressed = true,
         .by_turns = true,
         .collections = 1},
        {"compressed", {60, 0, 60}, .compressed = true, .collections = 1},
        {"three in lockstep", {60, 0, 60}, .collections = 3},
        {"three, compressed", {60, 0, 60}, .compressed = true, .collections = 3},
        {"by turns", {60, 60, 60}, .by_turns = true, .collections = 1},
        {"hours", {6000, 0, 6000}, .collections = 1},
    };
    static const struct course uneven[] = {
        {"slow to write", {60, 0, 180}, .collections = 1},
        {"quick to write", {60, 0, 15}, .collections = 1},
        {"slow passes", {60, 180, 120}, .collections = 1},
        {"quick passes", {60, 20, 60}, .collections = 1},
        {"by turns, slowly", {60, 90, 120}, .by_turns = true, .collections = 1},
        {"slow and compressed", {60, 0, 200}, .compressed = true, .collections = 3},
    };
    TEST("the time left comes true if all phases are equally fast")
    {
        for (size_t i = 0; i < sizeof even / sizeof even[0]; i++) {
            const struct outcome is = follow(&even[i]);
            CHECKF(is.lines > 100 && is.worst >= -4 && is.worst <= 4 && is.jump >= -2 &&
                       is.jump <= 2,
                   "%s: %u lines, %.0f s wrong, jumps %.0f s", even[i].name, is.lines,
                   is.worst, is.jump);
        }
    }
    TEST("if they are not, it is corrected without jumps")
    {
        for (size_t i = 0; i < sizeof uneven / sizeof uneven[0]; i++) {
            const struct course *c = &uneven[i];
            const struct outcome is = follow(c);
            const double most = (c->phases[0] + c->phases[1] + c->phases[2]) / 8;
            CHECKF(is.lines > 60 && is.jump >= -most && is.jump <= most && is.last <= 3,
                   "%s: %u lines, jumps %.0f s, %.0f s at the end", c->name, is.lines,
                   is.jump, is.last);
        }
    }
    TEST("a clock that stands still, phases without end, nothing to do")
    {
        struct progress p = fresh();
        p.total = p.expected = p.extra = UINT64_MAX / 2;
        for (int phase = 0; phase < PROGRESS_PHASES; phase++)
            for (uint64_t done = 0; done < 3; done++) {
                CHECK(raise(SIGUSR1) == 0);
                tell_at(&p, 0, phase, done, UINT64_MAX);
                CHECKF(strstr(said, "-") == NULL && strstr(said, "n") != NULL &&
                           strstr(said, "nan") == NULL && strstr(said, "inf") == NULL,
                       "%s", said);
            }
        p = fresh();
        tell_at(&p, 2, FAIR_PHASE_WRITE, 0, 0);
        shows("fairshuf: writing 0 B");
    }
}

int main(void)
{
    setenv("TERM", "xterm", 1);
    test_lines();
    test_width();
    test_questions();
    test_estimates();
    return test_done();
}
