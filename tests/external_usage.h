/* SPDX-License-Identifier: MIT
 *
 * external_usage.h - what collections larger than memory take besides: how much is
 * written to the temporary file and read back, how much it holds, how often a record goes
 * through it, and descriptors.
 */
#ifndef EXTERNAL_USAGE_H
#define EXTERNAL_USAGE_H

#include "external_material.h"

#ifndef TINY

/* Whether files can have holes punched here: then they give space back. */
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

/* Records of `length` bytes as they are kept. */
static uint64_t kept_bytes(const stock *s)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->t.n; i++) {
        const size_t length = text_length(&s->t, i);
        sum += length + (length < 128 ? 1 : length < 16384 ? 2 : 3);
    }
    return sum;
}

static outcome usage_of(const stock *s, uint64_t memory, unsigned threads)
{
    const plan p = {.memory = memory, .threads = threads, .parts = 1};
    outcome o = {0};
    carry_out(s, &p, &o, NULL);
    CHECKF(o.error == FAIR_OK && o.out[0].length == s->length, "%s",
           fair_strerror(o.error));
    CHECK(o.around.count[0] == s->t.n && o.around.count[1] == s->t.n);
    CHECK(o.around.sum[0] == o.around.sum[1] && o.around.bytes[0] == o.around.bytes[1]);
    outcome_clear(&o);
    return o;
}

/* Every byte once out and once back, or never if it could stay; 2 % and tables more. */
static void test_one_level(void)
{
    static const size_t lengths[] = {9, 99, 999, 9999};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (unsigned threads = 1; threads < 4; threads += 2) {
            const uint64_t memory = 4 << 20;
            stock s = stock_make(LINES, ALIKE, 16000000 / lengths[i], lengths[i], 0);
            const outcome o = usage_of(&s, memory, threads);
            const fair_usage u = o.usage;
            const uint64_t kept = kept_bytes(&s), tables = kept / (memory / 8) * 2100;
            printf("# %zu bytes, %u threads: kept %" PRIu64 ", written %" PRIu64
                   ", read %" PRIu64 ", held %" PRIu64 ", levels %u\n",
                   lengths[i], threads, kept, u.written, u.read, u.held, u.levels);
            const int leaf = s.t.n <= 98304; /* one bucket: first cut into stretches */
            CHECK(u.levels == (leaf ? 2 : 1));
            if (!leaf) {
                CHECK(u.written <= kept + kept / 50 + tables && u.read <= u.written);
                CHECK(u.written + memory >= kept && u.read + memory >= kept);
            }
            CHECK(u.written <= u.levels * (kept + kept / 50 + tables));
            if (can_punch())
                CHECK(u.held <= kept + kept / 8 + tables);
            stock_free(&s);
        }
}

/* Small limits, so that there are several levels with a few MB. */
static void test_levels(void)
{
    static const struct {
        size_t n, length;
        uint64_t memory;
    } cases[] = {
        {200000, 9, 1 << 20},  {200000, 9, 1 << 17},  {300000, 19, 1 << 16},
        {90000, 49, 1 << 18},  {90000, 99, 1 << 16},  {20000, 299, 1 << 16},
        {300000, 7, 1 << 16},  {300000, 39, 1 << 17}, {3000, 3999, 1 << 18},
        {400000, 29, 1 << 19},
    };
    unsigned most = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stock s = stock_make(LINES, ALIKE, cases[i].n, cases[i].length, 0);
        const outcome o = usage_of(&s, cases[i].memory, 1);
        const fair_usage u = o.usage;
        const fair_records_options options = {.memory = cases[i].memory, .threads = 1};
        const fair_forecast f = fair_records_forecast(&options, s.t.n, s.length);
        const uint64_t kept = kept_bytes(&s);
        printf("# %zu of %zu bytes, memory %" PRIu64 ": kept %" PRIu64 ", written %" PRIu64
               ", read %" PRIu64 ", held %" PRIu64 " (%" PRIu64
               " predicted), levels %u (%u predicted)\n",
               s.t.n, cases[i].length + 1, cases[i].memory, kept, u.written, u.read,
               u.held, f.temporary, u.levels, f.levels);
        CHECKF(u.levels == f.levels, "%zu records: %u levels, not %u", s.t.n, u.levels,
               f.levels);
        CHECK(u.read <= u.written);
        CHECKF(f.temporary + f.temporary / 8 >= u.held, "%" PRIu64 " held", u.held);
        if (can_punch())
            CHECKF(u.held <= kept + kept / 8, "%" PRIu64 " of %" PRIu64 " held", u.held,
                   kept);
        most = u.levels > most ? u.levels : most;
        stock_free(&s);
    }
    CHECKF(most >= 3, "%u levels at most", most);
}

/* ---- descriptors -------------------------------------------------------------------------- */

struct look {
    int before, most;
    int phase;
    uint64_t done;
    int good;
};

static int open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static int look_around(void *context, int phase, uint64_t done, uint64_t total)
{
    struct look *look = context;
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
    stock s = stock_make(LINES, ALIKE, 90000, 99, 0);
    for (unsigned i = 0; i < 3; i++) {
        struct look look = {.before = open_descriptors(), .good = 1};
        outcome o = {.around = {.progress = look_around, .watch = &look}};
        const plan p = {.memory = i == 0   ? 1 << 16
                                  : i == 1 ? 1 << 18
                                           : 3300000,
                        .threads = 5,
                        .parts = 1};
        carry_out(&s, &p, &o, NULL);
        CHECK(o.error == FAIR_OK && o.around.opened == 1);
        CHECK(fcntl(o.around.fd, F_GETFD) < 0); /* closed */
        CHECK(open_descriptors() == look.before);
        CHECKF(look.most <= look.before + 2, "%d more", look.most - look.before);
        CHECKF(look.good, "memory %" PRIu64, p.memory);
        outcome_clear(&o);
    }
    stock_free(&s);
}

#endif
#endif
