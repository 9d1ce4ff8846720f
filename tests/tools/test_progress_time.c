/* SPDX-License-Identifier: MIT
 *
 * test_progress_time.c - the time left that progress shows: it comes true, and does not
 * jump.
 *
 * Reason: people plan by it.
 */
#define _GNU_SOURCE
#include "tests/tools/progress_fixtures.h"

/* A simulated run. */
struct course {
    const char *name;
    double phases[PROGRESS_PHASES]; /* seconds of each phase */
    bool compressed;                /* the input is compressed */
    bool by_turns;                  /* ordering and writing alternate */
    bool vague;                     /* the library does not know how much it will order */
    size_t collections;
};

/* How good the displayed times were. */
struct outcome {
    double worst;   /* the largest error in seconds */
    double jump;    /* the largest change within a second, beyond counting down */
    double last;    /* the last time shown */
    unsigned lines; /* number of times shown */
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
        update_at(p, at, FAIR_PHASE_READ, (uint64_t)((double)all * at / t[0]), 0);
    } else if (course->by_turns) {
        const double share = (at - t[0]) / (t[1] + t[2]);
        const bool turn = (long)(at * 10) % 2 == 0;
        update_at(p, at, turn ? FAIR_PHASE_ORDER : FAIR_PHASE_WRITE,
                  (uint64_t)((double)out * share), turn && course->vague ? 0 : out);
    } else if (at < t[0] + t[1]) {
        update_at(p, at, FAIR_PHASE_ORDER, (uint64_t)((double)out * (at - t[0]) / t[1]),
                  course->vague ? 0 : out);
    } else {
        const double share = (at - t[0] - t[1]) / t[2] * (double)parts;
        const double here = share - (double)(long)share;
        update_at(p, at, FAIR_PHASE_WRITE, (uint64_t)((double)(out / parts) * here),
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
    TEST("the time left is right if all phases are equally fast")
    {
        for (size_t i = 0; i < sizeof even / sizeof even[0]; i++) {
            const struct outcome is = follow(&even[i]);
            CHECKF(is.lines > 100 && is.worst >= -4 && is.worst <= 4 && is.jump >= -2 &&
                       is.jump <= 2,
                   "%s: %u lines, %.0f s wrong, jumps %.0f s", even[i].name, is.lines,
                   is.worst, is.jump);
        }
    }
    TEST("otherwise, it is corrected without jumps")
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
    TEST("a clock that stands still, endless phases, nothing to do")
    {
        struct progress p = fresh();
        p.total = p.expected = p.extra = UINT64_MAX / 2;
        for (int phase = 0; phase < PROGRESS_PHASES; phase++)
            for (uint64_t done = 0; done < 3; done++) {
                CHECK(raise(SIGUSR1) == 0);
                update_at(&p, 0, phase, done, UINT64_MAX);
                CHECKF(strstr(said, "-") == NULL && strstr(said, "n") != NULL &&
                           strstr(said, "nan") == NULL && strstr(said, "inf") == NULL,
                       "%s", said);
            }
        p = fresh();
        update_at(&p, 2, FAIR_PHASE_WRITE, 0, 0);
        shows("fairshuf: writing 0 B");
    }
}

int main(void)
{
    setenv("TERM", "xterm", 1);
    test_estimates();
    return test_done();
}
