/* SPDX-License-Identifier: MIT
 *
 * external_usage.h - what collections larger than memory use: bytes written to the
 * temporary file and read back, bytes that it holds, levels, and descriptors.
 */
#ifndef EXTERNAL_USAGE_H
#define EXTERNAL_USAGE_H

#include "tests/records/external_fixtures.h"

#ifndef TINY

/* Whether space of a file can be given back to the file system here. */
static int can_punch(void)
{
#ifdef FALLOC_FL_PUNCH_HOLE
    const int fd = file_with("0123456789", 10);
    const int result = fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 5);
    close(fd);
    return result == 0;
#else
    return 0;
#endif
}

/* The bytes that the records take in a segment, with their prefixes. */
static uint64_t kept_bytes(const dataset *s)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->t.n; i++) {
        const size_t length = text_length(&s->t, i);
        sum += length + (length < 128 ? 1 : length < 16384 ? 2 : 3);
    }
    return sum;
}

static outcome usage_of(const dataset *s, uint64_t memory, unsigned threads)
{
    const plan p = {.memory = memory, .threads = threads, .parts = 1};
    outcome o = {0};
    run_plan(s, &p, &o, NULL);
    CHECKF(o.error == FAIR_OK && o.out[0].length == s->length, "%s",
           fair_strerror(o.error));
    CHECK(o.env.count[0] == s->t.n && o.env.count[1] == s->t.n);
    CHECK(o.env.sum[0] == o.env.sum[1] && o.env.bytes[0] == o.env.bytes[1]);
    outcome_clear(&o);
    return o;
}

static void print_usage(const dataset *s, uint64_t memory, unsigned threads,
                        const fair_usage *u, const fair_forecast *f)
{
    printf("# %zu of %zu bytes, memory %" PRIu64 ", %u threads: kept %" PRIu64
           ", written %" PRIu64 ", read %" PRIu64 ", held %" PRIu64 " (%" PRIu64
           " predicted), %u levels (%u predicted)\n",
           s->t.n, text_length(&s->t, 0), memory, threads, kept_bytes(s), u->written,
           u->read, u->held, f->temporary, u->levels, f->levels);
}

/* Records of one length: each level writes all records at most once, with 2 % and the
 * tables on top. The number of levels is as predicted. */
static fair_usage check_usage(size_t n, size_t length, uint64_t memory, unsigned threads)
{
    dataset s = dataset_make(LINES, ALIKE, n, length, 0);
    const outcome o = usage_of(&s, memory, threads);
    const fair_usage u = o.usage;
    const fair_records_options options = {.memory = memory, .threads = threads};
    const fair_forecast f = fair_records_forecast(&options, s.t.n, s.length);
    const uint64_t kept = kept_bytes(&s);
    const uint64_t once = kept + kept / 50 + kept / (memory / 16) * 2100;
    print_usage(&s, memory, threads, &u, &f);
    CHECKF(u.levels == f.levels, "%zu records of %zu bytes: %u levels, not %u", n, length,
           u.levels, f.levels);
    CHECKF(u.written <= u.levels * once && u.read <= u.written,
           "written %" PRIu64 ", read %" PRIu64, u.written, u.read);
    CHECK(u.written + memory >= kept && u.read + memory >= kept);
    if (can_punch())
        CHECKF(u.held <= kept + kept / 8, "%" PRIu64 " of %" PRIu64 " held", u.held,
               kept);
    CHECKF(f.temporary >= u.held, "%" PRIu64 " held", u.held);
    dataset_free(&s);
    return u;
}

static void test_one_level(void)
{
    for (unsigned threads = 1; threads < 4; threads += 2) {
        CHECK(check_usage(800000, 9, 4 << 20, threads).levels == 1);
        CHECK(check_usage(400000, 29, 4 << 20, threads).levels == 1);
    }
    CHECK(check_usage(160000, 99, 8 << 20, 1).levels == 1);
}

/* Small limits, so that there are several levels with a few MB. */
static void test_levels(void)
{
    static const struct {
        size_t n, length;
        uint64_t memory;
    } cases[] = {
        {1000000, 7, 1 << 20}, {90000, 99, 1 << 20},  {10000, 999, 1 << 20},
        {1000, 9999, 1 << 20}, {200000, 29, 1 << 20}, {30000, 2299, 1 << 20},
    };
    unsigned most = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases - SANITIZED; i++) {
        const fair_usage u = check_usage(cases[i].n, cases[i].length, cases[i].memory,
                                         (unsigned)(1 + i % 2));
        CHECK(u.levels >= 2);
        most = u.levels > most ? u.levels : most;
    }
    CHECK(most == 2); /* tiny constants show more */
}

/* ---- descriptors ----------------------------------------------------------------- */

struct watched {
    int before, most;
    int phase;
    uint64_t done;
    int good;
};

static int open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 40; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static int watch_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    struct watched *look = context;
    const int now = open_descriptors();
    look->most = now > look->most ? now : look->most;
    look->good &= total == 0 || done <= total;
    if (phase == look->phase)
        look->good &= done >= look->done;
    look->phase = phase;
    look->done = done;
    return 0;
}

static void test_descriptors(void)
{
    dataset s = dataset_make(LINES, ALIKE, 45000, 99, 0);
    for (unsigned i = 0; i < 3; i++) {
        struct watched look = {.before = open_descriptors(), .good = 1};
        outcome o = {.env = {.progress = watch_progress, .watch = &look}};
        const plan p = {.memory = i == 0   ? 1 << 18
                                  : i == 1 ? 1 << 20
                                           : 3300000,
                        .threads = 5,
                        .parts = 1};
        run_plan(&s, &p, &o, NULL);
        CHECK(o.error == FAIR_OK && o.env.opened == 1);
        CHECK(fcntl(o.env.fd, F_GETFD) < 0); /* closed */
        CHECK(open_descriptors() == look.before);
        CHECKF(look.most <= look.before + 2, "%d more", look.most - look.before);
        CHECKF(look.good, "memory %" PRIu64, p.memory);
        outcome_clear(&o);
    }
    dataset_free(&s);
}

#endif
#endif
