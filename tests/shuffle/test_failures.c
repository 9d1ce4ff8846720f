/* SPDX-License-Identifier: MIT
 *
 * test_failures.c - failures: no memory, no entropy, a source that stops midway, invalid
 * arguments. Nothing is lost, nothing leaks, and the error is that of the header.
 *
 * faulty_malloc.h makes the k-th allocation fail. The linker wraps getrandom, too
 * (--wrap).
 */
#include "fairshuf.h"

#include <errno.h>
#include <sys/types.h>

#include "tests/support/faulty_malloc.h"
#include "tests/support/test.h"

/* ---- faults ------------------------------------------------------------------------ */

/* What getrandom() returns, call by call: a number of bytes, or minus an errno. */
static const int *entropy_script;

ssize_t __wrap_getrandom(void *buffer, size_t length, unsigned flags);
ssize_t __wrap_getrandom(void *buffer, size_t length, unsigned flags)
{
    (void)flags;
    const int step = *entropy_script++;
    if (step < 0) {
        errno = -step;
        return -1;
    }
    const size_t part = (size_t)step < length ? (size_t)step : length;
    memset(buffer, 0x5a, part);
    return (ssize_t)part;
}

/* A source that gives `left` more bytes of a keyed stream, 8 at a time, then fails. */
struct failing {
    fair_rng bytes;
    size_t left;
};

static size_t give(void *context, void *buffer, size_t length)
{
    struct failing *f = context;
    size_t part = length < 8 ? length : 8;
    if (part > f->left)
        part = f->left;
    fair_rng_bytes(&f->bytes, buffer, part);
    f->left -= part;
    return part;
}

static void start_failing(fair_rng *rng, struct failing *f, size_t bytes)
{
    fair_rng_init_key(&f->bytes, test_key(70));
    f->left = bytes;
    fair_rng_init_source(rng, give, f);
}

/* ---- functions that can fail, with one signature ----------------------------------- */

enum { N = 300, K = 50 };

struct data {
    uint64_t array[N];
    uint64_t out[N];
};

static int call_derange(fair_rng *rng, struct data *d)
{
    return fair_derange(rng, d->array, N, 8, NULL);
}

static int call_unshuffle(fair_rng *rng, struct data *d)
{
    return fair_unshuffle(rng, d->array, N, 8, NULL);
}

static int call_check_permutation(fair_rng *rng, struct data *d)
{
    (void)rng;
    return fair_check_permutation64(d->array, N, NULL);
}

static int call_inverse(fair_rng *rng, struct data *d)
{
    (void)rng;
    return fair_inverse64(d->out, d->array, N, NULL);
}

static int call_permute(fair_rng *rng, struct data *d)
{
    (void)rng;
    return fair_permute64(d->out, N, 8, d->array, NULL);
}

static int call_permute_copy(fair_rng *rng, struct data *d)
{
    static unsigned char from[N];
    (void)rng;
    return fair_permute_inverse_copy64(d->out, from, N, 1, d->array, NULL);
}

static int call_sample_dense(fair_rng *rng, struct data *d)
{
    return fair_sample(rng, N, d->out, N / 2, NULL);
}

static int call_sample_sparse(fair_rng *rng, struct data *d)
{
    return fair_sample(rng, UINT64_MAX, d->out, K, NULL);
}

static int call_sample_all(fair_rng *rng, struct data *d)
{
    return fair_sample(rng, N, d->out, N, NULL);
}

static int call_sorted(fair_rng *rng, struct data *d)
{
    return fair_sample_sorted(rng, 100 * N, d->out, K);
}

static int call_weighted(fair_rng *rng, struct data *d)
{
    return fair_sample_weighted(rng, d->array, N, d->out, K, NULL);
}

static int call_dice_weighted(fair_rng *rng, struct data *d)
{
    return fair_dice_weighted(rng, d->array, N, d->out, K, NULL);
}

/* Stores the items in d->out; the slots of the sample are always a permutation. */
static int call_weighted_reservoir(fair_rng *rng, struct data *d)
{
    fair_weighted_slot slots[K];
    uint64_t seen = 0;
    fair_weighted_reservoir r;
    int error = FAIR_OK;
    fair_weighted_reservoir_init(&r, slots, K);
    for (size_t i = 0; i < N; i++) {
        size_t slot = SIZE_MAX;
        const int result = fair_weighted_reservoir_offer(&r, rng, d->array[i], &slot);
        CHECK(slot <= K && (error == FAIR_OK || result == error));
        error = result;
        if (slot < K)
            d->out[slot] = i;
    }
    CHECK(fair_weighted_reservoir_count(&r) == K);
    for (size_t i = 0; i < K; i++)
        seen |= (uint64_t)1 << fair_weighted_reservoir_slot(&r, i);
    CHECK(seen == ((uint64_t)1 << K) - 1);
    return error;
}

static const struct {
    const char *name;
    int (*call)(fair_rng *, struct data *);
    long allocations; /* how often it allocates memory */
    int draws;        /* whether it uses the generator */
} calls[] = {
    {"fair_derange", call_derange, 1, 1},
    {"fair_unshuffle", call_unshuffle, 1, 1},
    {"fair_check_permutation", call_check_permutation, 1, 0},
    {"fair_inverse", call_inverse, 1, 0},
    {"fair_permute", call_permute, 1, 0},
    {"fair_permute_inverse_copy", call_permute_copy, 1, 0},
    {"fair_sample, dense", call_sample_dense, 1, 1},
    {"fair_sample, sparse", call_sample_sparse, 1, 1},
    {"fair_sample, all", call_sample_all, 0, 1},
    {"fair_sample_sorted", call_sorted, 0, 1},
    {"fair_sample_weighted", call_weighted, 1, 1},
    {"fair_dice_weighted", call_dice_weighted, 1, 1},
    {"fair_weighted_reservoir", call_weighted_reservoir, 0, 1},
};
enum { CALLS = sizeof calls / sizeof *calls };

static void fill(struct data *d)
{
    for (unsigned i = 0; i < N; i++) {
        d->array[i] = i;
        d->out[i] = 7;
    }
}

static int array_untouched(const struct data *d)
{
    for (unsigned i = 0; i < N; i++)
        if (d->array[i] != i)
            return 0;
    return 1;
}

static int out_untouched(const struct data *d)
{
    for (unsigned i = 0; i < N; i++)
        if (d->out[i] != 7)
            return 0;
    return 1;
}

int main(void)
{
    static struct data d;
    fair_rng rng;

    TEST("if an allocation fails: FAIR_ENOMEM, and all data unchanged")
    for (size_t i = 0; i < CALLS; i++) {
        fill(&d);
        fair_rng_init_key(&rng, test_key(71));
        faulty_start();
        CHECKF(calls[i].call(&rng, &d) == FAIR_OK, "%s", calls[i].name);
        CHECKF(faulty.allocations == calls[i].allocations, "%s allocates %ld times",
               calls[i].name, faulty.allocations);
        for (long k = 0; k < calls[i].allocations; k++) {
            fill(&d);
            faulty_fail(k);
            CHECKF(calls[i].call(&rng, &d) == FAIR_ENOMEM, "%s", calls[i].name);
            faulty_fail(-1);
            CHECKF(array_untouched(&d) && out_untouched(&d), "%s", calls[i].name);
        }
        CHECKF(faulty.live == 0, "%s: %ld blocks not freed", calls[i].name, faulty.live);
    }

    TEST("shuffles, copies, cycles, permutations and dice never allocate")
    {
        fill(&d);
        fair_rng_init_key(&rng, test_key(72));
        faulty_start();
        fair_shuffle(&rng, d.array, N, 8);
        fair_shuffle_head(&rng, d.array, N, 8, K);
        fair_shuffle_copy(&rng, d.out, d.array, N, 8);
        fair_cycle(&rng, d.array, N, 8);
        fair_permutation64(&rng, d.out, N);
        const fair_array arrays[] = {{d.array, 8, {0}}, {d.out, 8, {0}}};
        CHECK(fair_shuffle_arrays(&rng, arrays, 2, N) == FAIR_OK);
        fair_dice(&rng, d.out, N, 6);
        fair_dice32(&rng, (uint32_t[N]){0}, N, 6);
        fair_dice8(&rng, (uint8_t[N]){0}, N, 6);
        CHECK(faulty.allocations == 0);
    }

    TEST("if a source fails anywhere: FAIR_ESOURCE, and arrays unchanged")
    for (size_t i = 0; i < CALLS; i++) {
        unsigned failed = 0;
        for (size_t bytes = 0; bytes < 16000; bytes += bytes < 100 ? 1 : 97) {
            struct failing f;
            fill(&d);
            start_failing(&rng, &f, bytes);
            const int error = calls[i].call(&rng, &d);
            CHECKF(error == FAIR_OK || error == FAIR_ESOURCE, "%s: %d", calls[i].name,
                   error);
            if (error == FAIR_OK)
                continue;
            failed++;
            CHECKF(array_untouched(&d), "%s, %zu bytes", calls[i].name, bytes);
        }
        CHECKF((failed > 0) == calls[i].draws, "%s failed %u times", calls[i].name,
               failed);
    }

    TEST("void functions end if a source fails, and keep every element")
    for (size_t bytes = 0; bytes < 3000; bytes += 13) {
        struct failing f;
        for (unsigned which = 0; which < 4; which++) {
            fill(&d);
            start_failing(&rng, &f, bytes);
            if (which == 0)
                fair_shuffle(&rng, d.array, N, 8);
            else if (which == 1)
                fair_cycle(&rng, d.array, N, 8);
            else if (which == 2)
                fair_shuffle_copy(&rng, d.out, d.array, N, 8);
            else
                fair_permutation64(&rng, d.out, N);
            CHECK(fair_check_permutation64(which < 2 ? d.array : d.out, N, NULL) ==
                  FAIR_OK);
            /* 300 elements need far more than 100 bytes, and less than 2900. */
            if (bytes < 100 || bytes > 2900)
                CHECK(fair_rng_error(&rng) == (bytes < 100 ? FAIR_ESOURCE : FAIR_OK));
        }
    }

    TEST("with a wiped generator: FAIR_ESTATE")
    for (size_t i = 0; i < CALLS; i++) {
        fill(&d);
        fair_rng_wipe(&rng);
        const int error = calls[i].call(&rng, &d);
        CHECKF(error == (calls[i].draws ? FAIR_ESTATE : FAIR_OK), "%s", calls[i].name);
        CHECK(array_untouched(&d));
    }

    TEST("entropy: short and interrupted reads are continued, errors are errors")
    {
        static const struct {
            int steps[8];
            int error;
        } scripts[] = {
            {{32}, FAIR_OK},
            {{1, 2, 3, 4, 5, 6, 32}, FAIR_OK},
            {{-EINTR, 16, -EINTR, 16}, FAIR_OK},
            {{-ENOSYS}, FAIR_EENTROPY},
            {{16, -EIO}, FAIR_EENTROPY},
            {{-EAGAIN}, FAIR_EENTROPY},
            {{31, 0}, FAIR_EENTROPY},
        };
        for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
            fair_rng_init_key(&rng, test_key(73));
            entropy_script = scripts[i].steps;
            CHECKF(fair_rng_init(&rng) == scripts[i].error, "script %zu", i);
            if (scripts[i].error != FAIR_OK) { /* nothing of the old key is left */
                CHECK(fair_rng_error(&rng) == FAIR_ESTATE);
                for (size_t b = 0; b < sizeof rng; b++)
                    CHECK(((const unsigned char *)&rng)[b] == 0);
            } else {
                fair_rng expected;
                uint8_t key[32];
                memset(key, 0x5a, sizeof key);
                fair_rng_init_key(&expected, key);
                CHECK(fair_rng_u64(&rng) == fair_rng_u64(&expected));
            }
        }
    }

    TEST("invalid arguments are errors, and nothing is drawn")
    {
        static const uint64_t weights[] = {1, 0, 5}, heavy[] = {UINT64_MAX, 1};
        fill(&d);
        fair_rng_init_key(&rng, test_key(74));
        const fair_rng before = rng;
        CHECK(fair_derange(&rng, d.array, 1, 8, NULL) == FAIR_EINVAL);
        CHECK(fair_sample(&rng, 5, d.out, 6, NULL) == FAIR_EINVAL);
        CHECK(fair_sample_sorted(&rng, 5, d.out, 6) == FAIR_EINVAL);
        CHECK(fair_sample_weighted(&rng, weights, 3, d.out, 3, NULL) == FAIR_EINVAL);
        CHECK(fair_sample_weighted(&rng, heavy, 2, d.out, 1, NULL) == FAIR_ERANGE);
        CHECK(memcmp(&rng, &before, sizeof rng) == 0);
        CHECK(array_untouched(&d) && out_untouched(&d));
        CHECK(fair_sample_weighted(&rng, weights, 3, d.out, 2, NULL) == FAIR_OK);
        CHECK(fair_sample_weighted(&rng, heavy, 1, d.out, 1, NULL) == FAIR_OK &&
              d.out[0] == 0);
        CHECK(fair_below(&rng, 0) == 0 && fair_below(&rng, 1) == 0);
        CHECK(fair_between(&rng, 5, 5) == 5 && fair_between(&rng, 5, -5) == 5);
        fair_reservoir r;
        fair_rng_wipe(&rng); /* nothing is drawn, so nothing fails */
        CHECK(fair_sample(&rng, 5, NULL, 0, NULL) == FAIR_OK);
        CHECK(fair_sample_sorted(&rng, 5, NULL, 0) == FAIR_OK);
        CHECK(fair_sample_weighted(&rng, weights, 3, NULL, 0, NULL) == FAIR_OK);
        fair_rng_init_key(&rng, test_key(74));
        fair_reservoir_init(&r, 0);
        for (int i = 0; i < 10; i++)
            CHECK(fair_reservoir_offer(&r, &rng) == 0);
        CHECK(fair_reservoir_gap(&r, &rng) == UINT64_MAX);
        CHECK(fair_reservoir_seen(&r) == 10);
    }
    TEST("a reservoir passes over all items after 2^64 - 1")
    for (size_t k = 0; k < 4; k++) {
        fair_reservoir r;
        uint64_t gap;
        fair_rng_init_key(&rng, test_key(75));
        fair_reservoir_init(&r, k);
        unsigned taken = 0;
        while ((gap = fair_reservoir_gap(&r, &rng)) < UINT64_MAX) {
            CHECK(gap <= UINT64_MAX - fair_reservoir_seen(&r));
            CHECK(fair_reservoir_pass(&r, &rng, gap) == gap);
            CHECK(fair_reservoir_offer(&r, &rng) < k);
            taken++;
        }
        CHECKF((taken > 20) == (k > 0) && taken < 1000, "k %zu: %u taken", k, taken);
        const uint64_t rest = UINT64_MAX - fair_reservoir_seen(&r);
        CHECK(fair_reservoir_pass(&r, &rng, UINT64_MAX) == rest);
        for (int i = 0; i < 3; i++) {
            CHECK(fair_reservoir_offer(&r, &rng) == k);
            CHECK(fair_reservoir_seen(&r) == UINT64_MAX);
            CHECK(fair_reservoir_gap(&r, &rng) == UINT64_MAX);
            CHECK(fair_reservoir_pass(&r, &rng, 1) == 0);
        }
    }
    return test_done();
}
