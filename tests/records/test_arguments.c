/* SPDX-License-Identifier: MIT
 *
 * test_arguments.c - arguments that the headers allow never crash, and arguments that
 * they forbid are errors: NULL pointers, counts of 0 and of the largest value of a type,
 * reserved fields, calls after an error. Sanitizers find what a plain run survives by
 * luck. test_source.c and test_properties.c also test generators and arrays.
 */
#define _GNU_SOURCE
#include "tests/records/arguments_records.h"

/* ---- arrays --------------------------------------------------------------------- */

static int all_parallel(void *array, void *other, size_t n, size_t size,
                        const fair_options *options)
{
    const int in_place = fair_shuffle_parallel(test_key(1), array, n, size, options);
    const int copied =
        fair_shuffle_parallel_copy(test_key(1), other, array, n, size, options);
    CHECKF(in_place == copied, "n %zu, size %zu: %d and %d", n, size, in_place, copied);
    return in_place;
}

static void test_parallel_arguments(void)
{
    uint64_t array[4] = {1, 2, 3, 4}, other[4];
    const size_t many = (size_t)PTRDIFF_MAX / 8 + 1;
    CHECK(all_parallel(NULL, NULL, 0, 8, NULL) == FAIR_OK);
    CHECK(all_parallel(NULL, NULL, SIZE_MAX, 0, NULL) == FAIR_OK);
    CHECK(all_parallel(array, other, many, 8, NULL) == FAIR_ERANGE);
    CHECK(all_parallel(array, other, SIZE_MAX, SIZE_MAX, NULL) == FAIR_ERANGE);
    CHECK(fair_permutation_parallel32(test_key(1), NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_permutation_parallel64(test_key(1), NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_permutation_parallel32(test_key(1), NULL, SIZE_MAX, NULL) == FAIR_ERANGE);
    CHECK(fair_permutation_parallel64(test_key(1), NULL, many, NULL) == FAIR_ERANGE);
    for (size_t i = 0; i < RESERVED((fair_options){0}); i++) {
        fair_options later = {0};
        later.reserved[i] = (uint64_t)1 << 63;
        CHECK(all_parallel(array, other, 4, 8, &later) == FAIR_EINVAL);
        CHECK(all_parallel(NULL, NULL, 0, 8, &later) == FAIR_EINVAL);
    }
    CHECK(array[0] == 1 && array[1] == 2 && array[2] == 3 && array[3] == 4);
    const fair_options odd = {.threads = UINT_MAX, .memory = 1};
    CHECK(all_parallel(array, other, 1, 8, &odd) == FAIR_OK && other[0] == 1);
    CHECK(all_parallel(array, other, 4, 8, &odd) == FAIR_OK);
}

static void test_other_arguments(void)
{
    CHECK(fair_check_permutation32(NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_check_permutation64(NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_check_permutation64((uint64_t[]){1}, 1, NULL) == FAIR_EINVAL);
    CHECK(fair_check_permutation32(NULL, (size_t)PTRDIFF_MAX / 4 + 1, NULL) ==
          FAIR_ERANGE);
    CHECK(fair_check_permutation64(NULL, SIZE_MAX, NULL) == FAIR_ERANGE);
    CHECK(fair_inverse32(NULL, NULL, SIZE_MAX, NULL) == FAIR_ERANGE);
    CHECK(fair_inverse64(NULL, NULL, (size_t)PTRDIFF_MAX / 8 + 1, NULL) == FAIR_ERANGE);
    CHECK(fair_inverse32(NULL, NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_inverse64(NULL, NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_kernel_name(SIZE_MAX) == NULL && fair_kernel_name(0) != NULL);
    CHECK(fair_kernel_use("") == FAIR_EKERNEL && fair_kernel_use(NULL) == FAIR_OK);
    CHECK(fair_strerror(INT_MIN) != NULL && fair_strerror(INT_MAX) != NULL);
    fair_rng rng;
    fair_rng_init_key(&rng, test_key(1));
    fair_rng_bytes(&rng, NULL, 0);
    CHECK(fair_below(&rng, 0) == 0 && fair_below(&rng, 1) == 0);
    fair_shuffle_with(&rng, 1, NULL, NULL);
    CHECK(fair_rng_error(&rng) == FAIR_OK);
}

/* ---- numbers -------------------------------------------------------------------- */

static void ignore(void *context, int out, const void *record, size_t length)
{
    (void)context, (void)out, (void)record, (void)length;
}

static const fair_records_options no_range[] = {
    {.format = {.kind = FAIR_CSV}},
    {.format = {.delimiter = '\n'}},
    {.format = {.count = 1}},
    {.format = {.reserved = {0, 1}}},
    {.order = FAIR_ORDER_CYCLE},
    {.order = FAIR_ORDER_DERANGE},
    {.header = 1},
    {.head = 1},
    {.pairs = 1},
    {.memory = UINT64_MAX},
    {.temporary = make_no_file},
    {.observe = ignore},
    {.reserved = {1}},
    {.map = 1},
    {.reserved = {0, 0, 1}},
};

static void test_number_arguments(void)
{
    const uint8_t *key = test_key(4);
    sink out = {0};
    const fair_part part = part_to(&out, 5), nowhere = {.count = 1}, nothing = {0};
    for (size_t i = 0; i < COUNT(no_range); i++) {
        int number = -1;
        CHECKF(fair_numbers_write(key, 1, 9, ' ', &part, 1, &no_range[i], &number) ==
                       FAIR_EINVAL &&
                   number == 0,
               "row %zu", i);
        number = -1;
        CHECKF(fair_numbers_draw(key, 1, 9, ' ', 5, &part, &no_range[i], &number) ==
                       FAIR_EINVAL &&
                   number == 0,
               "row %zu", i);
    }
    CHECK(fair_numbers_write(key, 1, 9, ' ', &nowhere, 1, NULL, NULL) == FAIR_EINVAL);
    CHECK(fair_numbers_draw(key, 1, 9, ' ', 1, &nowhere, NULL, NULL) == FAIR_EINVAL);
    CHECK(fair_numbers_draw(key, 1, 0, ' ', 1, &part, NULL, NULL) == FAIR_EINVAL);
    CHECK(out.calls == 0);
    CHECK(fair_numbers_write(key, 1, 9, ' ', NULL, 0, NULL, NULL) == FAIR_OK);
    CHECK(fair_numbers_write(key, 1, 9, ' ', &nothing, 1, NULL, NULL) == FAIR_OK);
    CHECK(fair_numbers_write(key, 1, 0, ' ', &part, 1, NULL, NULL) == FAIR_OK);
    CHECK(fair_numbers_draw(key, 1, 0, ' ', 0, &nothing, NULL, NULL) == FAIR_OK);
    CHECK(fair_numbers_draw(key, 1, 9, ' ', 0, NULL, NULL, NULL) == FAIR_OK);
    CHECK(out.calls == 0);
    const fair_records_options odd = {.threads = UINT_MAX};
    CHECK(fair_numbers_write(key, 1, 9, ' ', &part, 1, &odd, NULL) == FAIR_OK);
    CHECK(fair_numbers_draw(key, 1, 9, ' ', 5, &part, &odd, NULL) == FAIR_OK);
    CHECK(out.length == 20);
    const fair_part all = part_to(&out, UINT64_MAX);
    CHECK(fair_numbers_write(key, 0, UINT64_MAX, ' ', &all, 1, NULL, NULL) ==
          FAIR_ENOMEM);
    CHECK(fair_numbers_write(key, 1, UINT64_MAX, ' ', &part, 1, NULL, NULL) == FAIR_OK);
    CHECK(fair_numbers_write(key, 2, UINT64_MAX, ' ', &part, 1, NULL, NULL) ==
          FAIR_ERANGE);
    CHECK(fair_numbers_draw(key, 2, UINT64_MAX, ' ', 1, &part, NULL, NULL) ==
          FAIR_ERANGE);
    sink full = {.fail_at = 1, .error = ENOSPC};
    const fair_part to_full = part_to(&full, UINT64_MAX);
    CHECK(fair_numbers_write(key, 1, 9, ' ', &to_full, 1, NULL, NULL) == FAIR_EWRITE);
    sink_clear(&full);
    sink_clear(&out);
}

/* The forecast and fair_numbers_write() agree on which ranges are sampled. */
static void test_number_forecasts(void)
{
    const uint64_t most = (uint64_t)1 << 27;
    const uint64_t ranges[] = {0,    1,        98304,    98305,      most - 1,
                               most, most + 1, 5 * most, UINT32_MAX, UINT64_MAX};
    for (size_t i = 0; i < COUNT(ranges); i++) {
        const uint64_t n = ranges[i];
        const uint64_t some[] = {0, 1, 1000, n / 17, n / 16, n / 2, n - 1, n, UINT64_MAX};
        for (size_t j = 0; j < COUNT(some); j++) {
            const fair_forecast f = fair_numbers_forecast(n, some[j]);
            CHECKF(f.sampled == (n > most && some[j] < n),
                   "%" PRIu64 " of %" PRIu64 ": %d", some[j], n, f.sampled);
            CHECK(f.memory / 4 >= (some[j] < n ? some[j] : n) || f.memory == UINT64_MAX);
            CHECK(f.temporary == 0 && f.levels == 0);
        }
    }
    uint64_t sample[5];
    char expected[200];
    size_t length = 0;
    fair_rng rng;
    sink out = {0};
    const fair_part part = part_to(&out, 5);
    fair_rng_init_key(&rng, test_key(5));
    CHECK(fair_sample(&rng, most + 1, sample, 5, NULL) == FAIR_OK);
    for (size_t i = 0; i < 5; i++)
        length += (size_t)snprintf(expected + length, sizeof expected - length,
                                   "%" PRIu64 " ", sample[i]);
    CHECK(fair_numbers_write(test_key(5), 0, most + 1, ' ', &part, 1, NULL, NULL) ==
          FAIR_OK);
    CHECK(out.length == length && memcmp(out.data, expected, length) == 0);
    sink_clear(&out);
}

/* ---- structs -------------------------------------------------------------------- */

/* New fields will take the place of reserved ones, which are the last. So programs need
 * not be compiled again. The sizes are those with 64-bit pointers. */
#define ROW(type, size)                                                                  \
    {                                                                                    \
#type, sizeof(type), offsetof(type, reserved) + sizeof((type *)NULL)->reserved,  \
            size                                                                         \
    }

static void test_sizes(void)
{
    static const struct {
        const char *name;
        size_t size, end, known;
    } structs[] = {
        ROW(fair_rng, 1104),
        ROW(fair_options, 88),
        ROW(fair_array, 32),
        ROW(fair_reservoir, 40),
        ROW(fair_weighted_reservoir, 56),
        ROW(fair_format, 32),
        ROW(fair_mark, 48),
        ROW(fair_part, 40),
        ROW(fair_records_options, 136),
        ROW(fair_usage, 64),
        ROW(fair_forecast, 56),
    };
    for (size_t i = 0; i < COUNT(structs); i++) {
        CHECKF(structs[i].end == structs[i].size, "%s: not the last", structs[i].name);
        if (sizeof(void *) == 8)
            CHECKF(structs[i].size == structs[i].known, "%s: %zu bytes", structs[i].name,
                   structs[i].size);
    }
}

int main(void)
{
    TEST("structs have the size that programs were compiled with")
    test_sizes();
    TEST("shuffles on every core")
    test_parallel_arguments();
    TEST("permutations, kernels, generators")
    test_other_arguments();
    TEST("the reader: formats, files, errors that stay")
    test_reader_arguments();
    TEST("collections: options")
    test_options();
    TEST("collections: options at their limits")
    test_extremes();
    TEST("collections: every error stays")
    test_stay();
    TEST("collections: parts, heads, empty records")
    test_part_arguments();
    TEST("collections: forecasts")
    test_forecasts();
    TEST("numbers: options, parts, ends of the range")
    test_number_arguments();
    TEST("numbers: forecasts")
    test_number_forecasts();
    return test_done();
}
