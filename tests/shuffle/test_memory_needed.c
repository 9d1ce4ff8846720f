/* SPDX-License-Identifier: MIT
 *
 * test_memory_needed.c - the memory of all functions that allocate: fair_memory_needed()
 * is never too small, and is enough as a limit; a failing allocator leaves all data
 * unchanged and leaks nothing; it is only called from the caller's thread, and gets back
 * every block with its size (tests/support/hooks.h).
 */
#include "fairshuf.h"

#include "tests/support/hooks.h"
#include "tests/support/test.h"

enum { MOST = 30000 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The arrays of all calls. `wide` and `narrow` are permutations and not written. */
static struct data {
    uint64_t array[MOST];
    uint64_t out[MOST];
    uint64_t wide[MOST];
    uint32_t narrow[MOST];
} data, unchanged;

static fair_rng rng;

static void fill(size_t n)
{
    fair_rng_init_key(&rng, test_key(100));
    fair_permutation64(&rng, data.wide, n);
    for (size_t i = 0; i < n; i++) {
        data.array[i] = i + 1;
        data.out[i] = 7;
        data.narrow[i] = (uint32_t)data.wide[i];
    }
    memcpy(&unchanged, &data, sizeof data);
}

static int is_unchanged(void)
{
    return memcmp(&data, &unchanged, sizeof data) == 0;
}

/* ---- functions that allocate, with one signature --------------------------------- */

#define CALL(name, call)                                                                 \
    static int name(size_t n, const fair_options *options)                               \
    {                                                                                    \
        return call;                                                                     \
    }

CALL(unshuffle, fair_unshuffle(&rng, data.array, n, 8, options))
CALL(derange, fair_derange(&rng, data.array, n, 8, options))
CALL(derange_small, fair_derange(&rng, data.array, n, 1, options))
CALL(check32, fair_check_permutation32(data.narrow, n, options))
CALL(check64, fair_check_permutation64(data.wide, n, options))
CALL(inverse32, fair_inverse32((uint32_t *)data.out, data.narrow, n, options))
CALL(inverse64, fair_inverse64(data.out, data.wide, n, options))
CALL(permute32, fair_permute32(data.array, n, 8, data.narrow, options))
CALL(permute64, fair_permute64(data.array, n, 8, data.wide, options))
CALL(permute_inverse32, fair_permute_inverse32(data.array, n, 8, data.narrow, options))
CALL(permute_inverse64, fair_permute_inverse64(data.array, n, 8, data.wide, options))
CALL(copy32, fair_permute_copy32(data.out, data.array, n, 8, data.narrow, options))
CALL(copy64, fair_permute_inverse_copy64(data.out, data.array, n, 8, data.wide, options))
CALL(sample_all, fair_sample(&rng, n, data.out, n, options))
CALL(sample_one_less, fair_sample(&rng, n + 1, data.out, n, options))
CALL(sample_dense, fair_sample(&rng, 4 * n - (n > 0), data.out, n, options))
CALL(sample_sparse, fair_sample(&rng, 4 * n, data.out, n, options))
CALL(sample_of_all, fair_sample(&rng, UINT64_MAX, data.out, n, options))
CALL(weighted, fair_sample_weighted(&rng, data.array, n, data.out, n, options))
CALL(weighted_one, fair_sample_weighted(&rng, data.array, n, data.out, n > 0, options))
CALL(weighted_dice, fair_dice_weighted(&rng, data.array, n, data.out, n, options))

static int permute_arrays(size_t n, const fair_options *options)
{
    const fair_array arrays[] = {{data.array, 8, {0}}, {data.out, 8, {0}}};
    return fair_permute_arrays32(arrays, 2, n, data.narrow, options);
}

static int permute_inverse_arrays(size_t n, const fair_options *options)
{
    const fair_array arrays[] = {{data.array, 8, {0}}, {data.out, 8, {0}}};
    return fair_permute_inverse_arrays64(arrays, 2, n, data.wide, options);
}

static const struct call {
    const char *name;
    int function;
    int (*run)(size_t n, const fair_options *options);
    int exact; /* whether it needs all that fair_memory_needed() says */
} calls[] = {
    {"fair_unshuffle", FAIR_UNSHUFFLE, unshuffle, 1},
    {"fair_derange", FAIR_DERANGE, derange, 1},
    {"fair_derange, small elements", FAIR_DERANGE, derange_small, 1},
    {"fair_check_permutation32", FAIR_CHECK_PERMUTATION, check32, 1},
    {"fair_check_permutation64", FAIR_CHECK_PERMUTATION, check64, 1},
    {"fair_inverse32", FAIR_INVERSE, inverse32, 1},
    {"fair_inverse64", FAIR_INVERSE, inverse64, 1},
    {"fair_permute32", FAIR_PERMUTE, permute32, 1},
    {"fair_permute64", FAIR_PERMUTE, permute64, 1},
    {"fair_permute_inverse32", FAIR_PERMUTE, permute_inverse32, 1},
    {"fair_permute_inverse64", FAIR_PERMUTE, permute_inverse64, 1},
    {"fair_permute_copy32", FAIR_PERMUTE, copy32, 1},
    {"fair_permute_inverse_copy64", FAIR_PERMUTE, copy64, 1},
    {"fair_permute_arrays32", FAIR_PERMUTE, permute_arrays, 1},
    {"fair_permute_inverse_arrays64", FAIR_PERMUTE, permute_inverse_arrays, 1},
    {"fair_sample, all", FAIR_SAMPLE, sample_all, 0},
    {"fair_sample, all but one", FAIR_SAMPLE, sample_one_less, 0},
    {"fair_sample, of few", FAIR_SAMPLE, sample_dense, 0},
    {"fair_sample, of four times as many", FAIR_SAMPLE, sample_sparse, 1},
    {"fair_sample, of 2^64 - 1", FAIR_SAMPLE, sample_of_all, 1},
    {"fair_sample_weighted, all", FAIR_SAMPLE_WEIGHTED, weighted, 1},
    {"fair_sample_weighted, one", FAIR_SAMPLE_WEIGHTED, weighted_one, 1},
    {"fair_dice_weighted", FAIR_DICE_WEIGHTED, weighted_dice, 1},
};

static size_t needed(const struct call *c, size_t n, const fair_options *options)
{
    size_t bytes = SIZE_MAX;
    CHECKF(fair_memory_needed(c->function, n, 8, options, &bytes) == FAIR_OK &&
               bytes < SIZE_MAX,
           "%s, n %zu", c->name, n);
    return bytes;
}

/* Without a limit, with a limit that is just enough, and with one byte less. */
static void test_limit(const struct call *c, size_t n)
{
    struct hooks hooks;
    fair_options options;
    const int expected = c->function == FAIR_DERANGE && n == 1 ? FAIR_EINVAL : FAIR_OK;
    fill(n);
    hooks_start(&hooks, &options);
    CHECKF(c->run(n, &options) == expected, "%s, n %zu", c->name, n);
    const size_t bytes = needed(c, n, &options), peak = hooks.peak;
    CHECKF(peak <= bytes, "%s, n %zu: %zu bytes, not %zu", c->name, n, peak, bytes);
    CHECKF(!c->exact || peak == bytes || n < 2, "%s, n %zu: %zu bytes, not %zu", c->name,
           n, peak, bytes);
    CHECKF(hooks.live == 0 && hooks.wrong == 0, "%s, n %zu", c->name, n);

    static struct data result;
    result = data;
    fill(n);
    hooks_start(&hooks, &options);
    options.memory = bytes;
    CHECKF(c->run(n, &options) == expected && hooks.peak == peak,
           "%s, n %zu: the limit is too small", c->name, n);
    CHECKF(memcmp(&result, &data, sizeof data) == 0, "%s, n %zu", c->name, n);
    CHECKF(needed(c, n, &options) == bytes, "%s: the limit has an effect", c->name);
    if (peak < 2)
        return;
    fill(n);
    options.memory = peak - 1;
    CHECKF(c->run(n, &options) == FAIR_ENOMEM, "%s, n %zu", c->name, n);
    CHECKF(is_unchanged() && hooks.live == 0 && hooks.wrong == 0, "%s, n %zu", c->name,
           n);
}

/* The allocator fails at each of its calls. */
static void test_failures(const struct call *c, size_t n)
{
    struct hooks hooks;
    fair_options options;
    fill(n);
    hooks_start(&hooks, &options);
    c->run(n, &options);
    const long allocations = hooks.calls;
    for (long k = 0; k < allocations; k++) {
        fill(n);
        hooks_start(&hooks, &options);
        hooks.fail_at = k;
        CHECKF(c->run(n, &options) == FAIR_ENOMEM, "%s, n %zu", c->name, n);
        CHECKF(is_unchanged(), "%s, n %zu", c->name, n);
        CHECKF(hooks.live == 0 && hooks.wrong == 0, "%s, n %zu", c->name, n);
    }
}

/* Options that are invalid, with and without something to do. */
static void test_invalid(const struct call *c, size_t n)
{
    struct hooks hooks;
    fair_options options;
    size_t bytes = 5;
    fill(n);
    for (unsigned i = 0; i < 3; i++) {
        hooks_start(&hooks, &options);
        if (i == 0)
            options.allocate = NULL;
        else if (i == 1)
            options.release = NULL;
        else
            options.reserved[3] = 1;
        CHECKF(c->run(n, &options) == FAIR_EINVAL, "%s, n %zu", c->name, n);
        CHECK(fair_memory_needed(c->function, n, 8, &options, &bytes) == FAIR_EINVAL);
    }
    CHECK(is_unchanged() && hooks.calls == 0 && bytes == 5);
}

/* ---- shuffles with several threads --------------------------------------------------
 */

enum { MANY = 300000 };

static uint64_t many[MANY], many_out[MANY];

static int parallel(unsigned which, size_t n, const fair_options *options)
{
    const uint8_t *key = test_key(101);
    return which == 0   ? fair_shuffle_parallel(key, many, n, 8, options)
           : which == 1 ? fair_shuffle_parallel(key, many, n, 4, options)
           : which == 2 ? fair_shuffle_parallel_head(key, many, n, 8, n / 10, options)
           : which == 3 ? fair_shuffle_parallel_copy(key, many_out, many, n, 8, options)
           : which == 4
               ? fair_permutation_parallel32(key, (uint32_t *)many_out, n, options)
               : fair_permutation_parallel64(key, many_out, n, options);
}
enum { PARALLELS = 6 };

static void fill_many(void)
{
    for (size_t i = 0; i < MANY; i++) {
        many[i] = i * 0x9e3779b97f4a7c15u;
        many_out[i] = 7;
    }
}

static int many_unchanged(void)
{
    for (size_t i = 0; i < MANY; i++)
        if (many[i] != i * 0x9e3779b97f4a7c15u || many_out[i] != 7)
            return 0;
    return 1;
}

/* An allocator that fails makes it use fewer threads, or fail. */
static void test_parallel(unsigned which, size_t n, unsigned threads)
{
    static uint64_t result[MANY], result_out[MANY];
    const size_t size = which == 1 || which == 4 ? 4 : 8;
    /* The rest of a head is unspecified. */
    const size_t same = which == 2 ? n / 10 * 8 : sizeof many;
    struct hooks hooks;
    fair_options options;
    size_t bytes = SIZE_MAX, alone = SIZE_MAX;
    hooks_start(&hooks, &options);
    options.threads = 1;
    CHECK(fair_memory_needed(FAIR_PARALLEL, n, size, &options, &alone) == FAIR_OK);
    options.threads = threads;
    CHECK(fair_memory_needed(FAIR_PARALLEL, n, size, &options, &bytes) == FAIR_OK);
    fill_many();
    CHECK(parallel(which, n, &options) == FAIR_OK);
    const long allocations = hooks.calls;
    CHECKF(hooks.peak <= bytes, "%u, n %zu, %u threads: %zu bytes, not %zu", which, n,
           threads, hooks.peak, bytes);
    CHECK(hooks.live == 0 && hooks.wrong == 0);
    CHECK((bytes == 0) == (allocations == 0) && alone <= bytes);
    memcpy(result, many, sizeof many);
    memcpy(result_out, many_out, sizeof many_out);

    const size_t limits[] = {bytes, alone, alone / 2};
    for (size_t i = 0; i < COUNT(limits) && bytes > 0; i++) {
        fill_many();
        hooks_start(&hooks, &options);
        options.threads = threads;
        options.memory = limits[i];
        const int error = parallel(which, n, &options);
        CHECKF(error == FAIR_OK || (i == 2 && error == FAIR_ENOMEM && many_unchanged()),
               "%u, n %zu, %u threads, limit %zu", which, n, threads, i);
        CHECK(hooks.peak <= limits[i] && hooks.live == 0 && hooks.wrong == 0);
        if (error == FAIR_OK)
            CHECK(memcmp(result, many, same) == 0 &&
                  memcmp(result_out, many_out, sizeof many_out) == 0);
    }
    unsigned failed = 0;
    for (long k = 0; k < allocations; k++) {
        fill_many();
        hooks_start(&hooks, &options);
        options.threads = threads;
        hooks.fail_at = k;
        const int error = parallel(which, n, &options);
        failed += error != FAIR_OK;
        CHECK(error == FAIR_OK || (error == FAIR_ENOMEM && many_unchanged()));
        CHECK(hooks.live == 0 && hooks.wrong == 0);
        if (error == FAIR_OK)
            CHECK(memcmp(result, many, same) == 0 &&
                  memcmp(result_out, many_out, sizeof many_out) == 0);
    }
    CHECK((failed > 0) == (allocations > 0));
}

int main(void)
{
    TEST("fair_memory_needed: the peak is never larger, and a limit of it is enough")
    for (size_t i = 0; i < COUNT(calls); i++) {
        for (size_t n = 0; n < 140; n++)
            test_limit(&calls[i], n);
        for (size_t n = 255; n <= MOST; n = n * 3 / 2 + 1)
            test_limit(&calls[i], n);
        for (size_t n = 256; n <= MOST; n *= 2)
            test_limit(&calls[i], n);
    }

    TEST("an allocator that fails: FAIR_ENOMEM, data unchanged, nothing leaked")
    for (size_t i = 0; i < COUNT(calls); i++)
        for (size_t n = 0; n < 2000; n = n * 2 + 1)
            test_failures(&calls[i], n);

    TEST("one function of an allocator without the other: FAIR_EINVAL")
    for (size_t i = 0; i < COUNT(calls); i++)
        for (size_t n = 0; n < 20; n++)
            test_invalid(&calls[i], n);

    TEST("the allocator has no effect on results")
    for (size_t i = 0; i < COUNT(calls); i++) {
        static struct data result;
        struct hooks hooks;
        fair_options options;
        hooks_start(&hooks, &options);
        fill(1000);
        calls[i].run(1000, &options);
        result = data;
        fill(1000);
        calls[i].run(1000, NULL);
        CHECKF(memcmp(&result, &data, sizeof data) == 0, "%s", calls[i].name);
    }

    TEST("shuffles with several threads: the same, and fewer threads give the same order")
    for (unsigned which = 0; which < PARALLELS; which++)
        for (size_t n = 98304; n <= MANY; n += n < 98305 ? 1 : 201695)
            for (unsigned threads = 1; threads <= 5; threads += 2)
                test_parallel(which, n, threads);

    TEST("fair_memory_needed: functions that do not exist, calls that are impossible")
    {
        size_t bytes = 5;
        CHECK(fair_memory_needed(0, 10, 4, NULL, &bytes) == FAIR_EINVAL);
        CHECK(fair_memory_needed(-1, 10, 4, NULL, &bytes) == FAIR_EINVAL);
        CHECK(fair_memory_needed(FAIR_DICE_WEIGHTED + 1, 10, 4, NULL, &bytes) ==
              FAIR_EINVAL);
        for (int f = FAIR_UNSHUFFLE; f <= FAIR_DICE_WEIGHTED; f++) {
            CHECKF(fair_memory_needed(f, SIZE_MAX, 1, NULL, &bytes) == FAIR_ERANGE,
                   "function %d", f);
            CHECKF(fair_memory_needed(f, (size_t)PTRDIFF_MAX / 4 + 1, 1, NULL, &bytes) ==
                       FAIR_ERANGE,
                   "function %d", f);
        }
        CHECK(fair_memory_needed(FAIR_PARALLEL, SIZE_MAX, 1, NULL, &bytes) ==
              FAIR_ERANGE);
#if SIZE_MAX > UINT32_MAX /* blocks of 2^47 records could not be numbered */
        CHECK(fair_memory_needed(FAIR_PARALLEL, (size_t)1 << 47, 1, NULL, &bytes) ==
              FAIR_ERANGE);
        CHECK(fair_shuffle_parallel(test_key(1), data.array, (size_t)1 << 47, 1, NULL) ==
              FAIR_ERANGE);
#endif
        CHECK(fair_memory_needed(FAIR_PARALLEL, (size_t)PTRDIFF_MAX / 8 + 1, 8, NULL,
                                 &bytes) == FAIR_ERANGE);
        CHECK(bytes == 5);
        CHECK(fair_memory_needed(FAIR_PARALLEL, MANY, 0, NULL, &bytes) == FAIR_OK &&
              bytes == 0);
        for (int f = FAIR_UNSHUFFLE; f <= FAIR_DICE_WEIGHTED; f++)
            CHECK(fair_memory_needed(f, 0, 1, NULL, &bytes) == FAIR_OK && bytes == 0);
        CHECK(fair_memory_needed(FAIR_UNSHUFFLE, 1000, 0, NULL, &bytes) == FAIR_OK &&
              bytes == 4000);
#if SIZE_MAX > UINT32_MAX
        const size_t limit = (size_t)1 << 32;
        CHECK(fair_memory_needed(FAIR_UNSHUFFLE, limit, 0, NULL, &bytes) == FAIR_OK &&
              bytes == 4 * limit);
        CHECK(fair_memory_needed(FAIR_UNSHUFFLE, limit + 1, 0, NULL, &bytes) == FAIR_OK &&
              bytes == 8 * limit + 8);
        CHECK(fair_memory_needed(FAIR_DERANGE, limit, 0, NULL, &bytes) == FAIR_OK &&
              bytes == 4 * limit + limit / 8);
#endif
    }
    return test_done();
}
