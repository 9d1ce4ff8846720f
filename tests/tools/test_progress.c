/* SPDX-License-Identifier: MIT
 *
 * test_progress.c - what the line of progress says, and that it never wraps.
 *
 * Reason: a line that wraps cannot be erased, and wrong numbers mislead.
 */
#define _GNU_SOURCE
#include "tests/tools/progress_fixtures.h"

static void test_lines(void)
{
    TEST("a file: amount, percentage, rate, and the time of both phases")
    {
        struct progress p = fresh();
        p.total = p.expected = 4 * GB;
        update_at(&p, 0.9, FAIR_PHASE_READ, GB, 0);
        CHECK(screen[0] == '\0'); /* not in the first second */
        update_at(&p, 2, FAIR_PHASE_READ, 12 * GB / 10, 0);
        shows("fairshuf: reading 1.20 GB of 4.00 GB, 30 %, 600 MB/s, 0:11 left");
    }
    TEST("several files: earlier files count")
    {
        struct progress p = fresh();
        p.total = p.expected = 4 * GB;
        p.before = GB;
        update_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        shows("fairshuf: reading 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:06 left");
    }
    TEST("only a few records are written: the time is that of reading")
    {
        struct progress p = fresh();
        p.total = 4 * GB;
        update_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        shows("fairshuf: reading 1.00 GB of 4.00 GB, 25 %, 500 MB/s, 0:06 left");
    }
    TEST("a pipe: no percentage and no time, until it is written")
    {
        struct progress p = fresh();
        update_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        shows("fairshuf: reading 1.00 GB, 500 MB/s");
        update_at(&p, 4, FAIR_PHASE_READ, 2 * GB, 0);
        update_at(&p, 4, FAIR_PHASE_ORDER, 0, 1000);
        update_at(&p, 5, FAIR_PHASE_ORDER, 500, 1000);
        shows("fairshuf: shuffling, 50 %");
        update_at(&p, 6, FAIR_PHASE_WRITE, 0, 2 * GB);
        shows("fairshuf: writing 0 B of 2.00 GB, 0 %");
        update_at(&p, 7, FAIR_PHASE_WRITE, GB / 2, 2 * GB);
        shows("fairshuf: writing 500 MB of 2.00 GB, 25 %, 500 MB/s, 0:03 left");
    }
    TEST("total not known: no percentage, no time")
    {
        struct progress p = fresh();
        update_at(&p, 2, FAIR_PHASE_WRITE, GB, 0);
        shows("fairshuf: writing 1.00 GB, 500 MB/s");
    }
    TEST("an extra pass: shown in bytes, and part of the time from the start")
    {
        struct progress p = fresh();
        p.total = p.expected = p.extra = 4 * GB;
        update_at(&p, 2, FAIR_PHASE_READ, 2 * GB, 0);
        shows("fairshuf: reading 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:10 left");
        update_at(&p, 4, FAIR_PHASE_READ, 4 * GB, 0);
        update_at(&p, 4, FAIR_PHASE_ORDER, 0, 4 * GB);
        update_at(&p, 6, FAIR_PHASE_ORDER, 2 * GB, 4 * GB);
        shows("fairshuf: shuffling 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:06 left");
    }
    TEST("the same, if the library does not know the total")
    {
        struct progress p = fresh();
        p.total = p.expected = p.extra = 4 * GB;
        p.collections = 2;
        update_at(&p, 4, FAIR_PHASE_READ, 4 * GB, 0);
        update_at(&p, 4, FAIR_PHASE_ORDER, 0, 0);
        update_at(&p, 6, FAIR_PHASE_ORDER, 2 * GB, 0);
        shows("fairshuf: shuffling 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:06 left");
        update_at(&p, 8, FAIR_PHASE_WRITE, 2 * GB, 2 * GB);
        update_at(&p, 8, FAIR_PHASE_ORDER, 0, 0);
        update_at(&p, 9, FAIR_PHASE_ORDER, GB, 0);
        CHECKF(strstr(line(), "shuffling 3.00 GB of 4.00 GB, 75 %") != NULL, "%s",
               line());
        p = fresh();
        update_at(&p, 4, FAIR_PHASE_READ, 4 * GB, 0);
        update_at(&p, 6, FAIR_PHASE_ORDER, 2 * GB, 0);
        shows("fairshuf: shuffling 2.00 GB");
    }
    TEST("a file that grew: no percentage above 100 %")
    {
        struct progress p = fresh();
        p.total = p.expected = GB;
        update_at(&p, 2, FAIR_PHASE_READ, 2 * GB, 0);
        shows("fairshuf: reading 2.00 GB, 1.00 GB/s");
    }
    TEST("hours, and 100 % only at the end")
    {
        struct progress p = fresh();
        p.total = p.expected = 1000 * GB;
        update_at(&p, 60, FAIR_PHASE_READ, 9 * GB, 0);
        shows("fairshuf: reading 9.00 GB of 1.00 TB, 0 %, 150 MB/s, 3:41:13 left");
        update_at(&p, 70, FAIR_PHASE_WRITE, 9999, 10000);
        CHECK(strstr(line(), ", 99 %") != NULL);
        update_at(&p, 71, FAIR_PHASE_WRITE, 10000, 10000);
        CHECK(strstr(line(), ", 100 %") != NULL && strstr(line(), "0:00 left") != NULL);
    }
    TEST("waiting for the disk is shown if there was a line")
    {
        struct progress p = fresh();
        progress_wait(&p);
        CHECK(screen[0] == '\0');
        update_at(&p, 2, FAIR_PHASE_READ, GB, 0);
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
    TEST("a signal that ends the program erases the line, if there is one")
    {
        struct progress p = fresh();
        progress_interrupt();
        CHECK(screen[0] == '\0');
        update_at(&p, 2, FAIR_PHASE_READ, GB, 0);
        progress_interrupt();
        CHECK(strcmp(screen, "\r\033[K") == 0);
        screen[0] = '\0';
        progress_interrupt();
        CHECK(screen[0] == '\0');
    }
    TEST("on a dumb terminal, lines are printed one after the other, with --progress")
    {
        static const char *const names[] = {"dumb", "", NULL};
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            if (names[i] != NULL)
                setenv("TERM", names[i], 1);
            else
                unsetenv("TERM");
            struct progress p = fresh();
            update_at(&p, 5, FAIR_PHASE_READ, GB, 0);
            CHECK(screen[0] == '\0');
            p.on = true; /* as with --progress */
            update_at(&p, 9, FAIR_PHASE_READ, GB, 0);
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
    TEST("narrow terminals show less, and the line does not wrap")
    {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct progress p = fresh();
            p.total = p.expected = 4 * GB;
            screen_width = cases[i].width;
            update_at(&p, 2, FAIR_PHASE_READ, 12 * GB / 10, 0);
            shows(cases[i].line);
        }
    }
    TEST("at any width, also with long program names")
    {
        static char name[300];
        memset(name, 'x', sizeof name - 1);
        for (int i = 0; i < 2; i++)
            for (screen_width = 1; screen_width < 400; screen_width++) {
                program = i == 0 ? "fairshuf" : name;
                struct progress p = fresh();
                update_at(&p, 2, FAIR_PHASE_READ, GB, 0);
                CHECKF(strlen(line()) < screen_width, "%u: '%s'", screen_width, line());
                progress_wait(&p);
                CHECKF(strlen(line()) < screen_width, "%u: '%s'", screen_width, line());
            }
        program = "fairshuf";
        screen_width = 80;
    }
}

static void test_requests(void)
{
    static const struct settings never = {.progress = 0}, always = {.progress = 1};
    TEST("SIGUSR1 prints one line, also without progress")
    {
        struct progress p = fresh();
        progress_start(&p, &never);
        p.total = p.expected = 4 * GB;
        update_at(&p, 1, FAIR_PHASE_READ, GB, 0);
        update_at(&p, 2, FAIR_PHASE_READ, 2 * GB, 0);
        CHECK(screen[0] == '\0' && said[0] == '\0');
        CHECK(raise(SIGUSR1) == 0);
        update_at(&p, 3, FAIR_PHASE_READ, 3 * GB, 0);
        CHECKF(strcmp(said, "reading 3.00 GB of 4.00 GB, 75 %, 1.00 GB/s, 0:05 left") ==
                   0,
               "%s", said);
        said[0] = '\0';
        update_at(&p, 4, FAIR_PHASE_WRITE, 0, 4 * GB);
        update_at(&p, 5, FAIR_PHASE_WRITE, GB, 4 * GB);
        CHECK(screen[0] == '\0' && said[0] == '\0');
        CHECK(raise(SIGUSR1) == 0);
        update_at(&p, 6, FAIR_PHASE_WRITE, 2 * GB, 4 * GB);
        CHECKF(strcmp(said, "writing 2.00 GB of 4.00 GB, 50 %, 1.00 GB/s, 0:02 left") ==
                   0,
               "%s", said);
    }
    TEST("stderr is not a terminal: a line every two seconds")
    {
        terminal = false;
        struct progress p = fresh();
        progress_start(&p, &always);
        unsigned lines = 0;
        for (int i = 1; i <= 100; i++) {
            said[0] = '\0';
            update_at(&p, 0.1 * i, FAIR_PHASE_READ, (uint64_t)i, 0);
            lines += said[0] != '\0';
        }
        CHECKF(lines == 5 && screen[0] == '\0', "%u", lines);
        terminal = true;
    }
    signal(SIGUSR1, SIG_DFL);
}

int main(void)
{
    setenv("TERM", "xterm", 1);
    test_lines();
    test_width();
    test_requests();
    return test_done();
}
