/* SPDX-License-Identifier: MIT
 *
 * print_orders.c - prints results of the library for fixed keys, one line for each case:
 * the same lines as order_model.py, another implementation of docs/order-format.md.
 */
#include "fairshuf.h"

#include "tests/support/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 526000 };

static const size_t sizes[] = {
    0,   1,   2,    3,    4,    5,    10,   17,    18,    19,    20,    25,   26,
    27,  52,  100,  127,  128,  129,  130,  135,   136,   137,   511,   512,  513,
    514, 600, 2047, 2048, 2049, 2052, 3000, 16383, 16384, 16385, 16390, 40000};
static const struct {
    uint64_t n;
    size_t k;
} samples[] = {{1, 1},
               {5, 0},
               {5, 2},
               {5, 5},
               {100, 3},
               {100, 24},
               {100, 25},
               {100, 26},
               {100, 99},
               {100, 100},
               {(1u << 19) + 5, 10},
               {(1u << 28) + 3, 40},
               {((uint64_t)1 << 32) + 1, 20},
               {((uint64_t)1 << 63) + 1, 20},
               {UINT64_MAX, 30}};

static const uint64_t weights[] = {
    3, 0, 1, 4, 1, 5, 9, 2, 6, 5, 0, 1000000, (uint64_t)1 << 60};

static fair_rng rng;
static uint64_t from[MOST], to[MOST];

static void start(unsigned s)
{
    fair_rng_init_key(&rng, test_key(s));
}

static uint64_t fnv(uint64_t hash, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t fnv_word(uint64_t hash, uint64_t word)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
    return fnv(hash, bytes, 8);
}

static const uint64_t fnv_start = 0xcbf29ce484222325u;

static void values(const uint64_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf(" %" PRIu64, list[i]);
    printf("\n");
}

static void digest(const uint64_t *list, size_t n)
{
    uint64_t hash = fnv_start;
    for (size_t i = 0; i < n; i++)
        hash = fnv_word(hash, list[i]);
    printf(" %016" PRIx64 "\n", hash);
}

static void brief(const uint64_t *list, size_t n)
{
    (n <= 20 ? values : digest)(list, n);
}

static void count_up(uint64_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        list[i] = i;
}

static void must(int error)
{
    if (error != FAIR_OK) {
        printf("\nfailed: %s\n", fair_strerror(error));
        exit(1);
    }
}

static void print_streams(void)
{
    uint8_t bytes[3000];
    for (unsigned s = 0; s < 4; s++) {
        size_t length = 0;
        start(s);
        for (size_t a = 1, b = 2, next; a <= 987; next = a + b, a = b, b = next) {
            fair_rng_bytes(&rng, bytes + length, a);
            length += a;
        }
        printf("stream %u: %016" PRIx64 "\n", s, fnv(fnv_start, bytes, length));
    }
    uint64_t hash = fnv_start;
    start(9);
    for (int i = 0; i < 400; i++) {
        fair_rng_bytes(&rng, bytes, 3);
        hash = fnv_word(fnv(hash, bytes, 3), fair_rng_u64(&rng));
    }
    printf("mixed: %016" PRIx64 "\n", hash);
}

static void print_derived(void)
{
    static const uint64_t labels[] = {0, 1, (uint64_t)1 << 32, UINT64_MAX};
    for (unsigned s = 0; s < 3; s++)
        for (size_t i = 0; i < COUNT(labels); i++) {
            uint8_t key[32];
            fair_key_derive(key, test_key(s), labels[i]);
            printf("derive %u %" PRIu64 ": ", s, labels[i]);
            for (int j = 0; j < 32; j++)
                printf("%02x", key[j]);
            printf("\n");
        }
}

static void print_dice(void)
{
    static const uint64_t bounds[] = {0,
                                      1,
                                      2,
                                      3,
                                      5,
                                      6,
                                      10,
                                      52,
                                      100,
                                      1000,
                                      (uint64_t)1 << 32,
                                      ((uint64_t)1 << 32) + 1,
                                      (uint64_t)1 << 63,
                                      ((uint64_t)1 << 63) + 1,
                                      UINT64_MAX};
    static const int64_t limits[][2] = {
        {1, 6}, {-5, 5}, {INT64_MIN, INT64_MAX}, {7, 7}, {9, 3}};
    static const uint64_t many[] = {0,
                                    1,
                                    2,
                                    3,
                                    6,
                                    10,
                                    52,
                                    100,
                                    1000,
                                    1 << 28,
                                    (1 << 28) + 1,
                                    1 << 29,
                                    (uint64_t)1 << 57,
                                    ((uint64_t)1 << 57) + 1,
                                    ((uint64_t)1 << 63) + 1,
                                    UINT64_MAX};
    start(10);
    printf("below:");
    for (size_t i = 0; i < 20 * COUNT(bounds); i++)
        printf(" %" PRIu64, fair_below(&rng, bounds[i % COUNT(bounds)]));
    start(11);
    printf("\nbetween:");
    for (size_t i = 0; i < 10 * COUNT(limits); i++) {
        const int64_t *l = limits[i % COUNT(limits)];
        printf(" %" PRId64, fair_between(&rng, l[0], l[1]));
    }
    printf("\n");
    for (size_t i = 0; i < COUNT(many); i++) {
        start(12);
        fair_dice(&rng, to, 70, many[i]);
        printf("dice %" PRIu64 ":", many[i]);
        values(to, 70);
    }
}

static void print_orders(void)
{
    for (size_t i = 0; i < COUNT(sizes); i++) {
        start(13);
        fair_permutation64(&rng, to, sizes[i]);
        printf("permutation %zu:", sizes[i]);
        brief(to, sizes[i]);
    }
    for (size_t i = 1; i < COUNT(sizes); i++) {
        start(14);
        count_up(from, sizes[i]);
        fair_shuffle_copy(&rng, to, from, sizes[i], sizeof *to);
        printf("copy %zu:", sizes[i]);
        brief(to, sizes[i]);
    }
    for (size_t i = 2; i < COUNT(sizes); i++) {
        start(15);
        count_up(to, sizes[i]);
        fair_cycle(&rng, to, sizes[i], sizeof *to);
        printf("cycle %zu:", sizes[i]);
        brief(to, sizes[i]);
    }
    for (size_t i = 2; i < COUNT(sizes); i++) {
        start(16);
        count_up(to, sizes[i]);
        must(fair_derange(&rng, to, sizes[i], sizeof *to, NULL));
        printf("derange %zu:", sizes[i]);
        brief(to, sizes[i]);
    }
}

/* More than 2^19 elements, and larger than a cache: here dice are rolled ahead. */
static void print_large(void)
{
    start(23);
    fair_permutation64(&rng, to, MOST);
    printf("permutation %d:", MOST);
    brief(to, MOST);
}

static void print_unshuffled(void)
{
    static const size_t some[] = {2, 10, 52, 3000};
    for (size_t i = 0; i < COUNT(some); i++) {
        start(22);
        count_up(to, some[i]);
        must(fair_unshuffle(&rng, to, some[i], sizeof *to, NULL));
        printf("unshuffle %zu:", some[i]);
        brief(to, some[i]);
    }
}

static void print_samples(void)
{
    static const size_t heads[][2] = {{30, 4},      {600, 100},   {600, 101},
                                      {3000, 1000}, {3000, 2999}, {3000, 3000}};
    for (size_t i = 0; i < COUNT(samples); i++) {
        start(17);
        must(fair_sample(&rng, samples[i].n, to, samples[i].k, NULL));
        printf("sample %" PRIu64 " %zu:", samples[i].n, samples[i].k);
        values(to, samples[i].k);
    }
    for (size_t i = 0; i < COUNT(heads); i++) {
        start(13);
        count_up(to, heads[i][0]);
        fair_shuffle_head(&rng, to, heads[i][0], sizeof *to, heads[i][1]);
        printf("head %zu %zu:", heads[i][0], heads[i][1]);
        digest(to, heads[i][1]);
    }
    for (size_t i = 0; i < COUNT(samples); i++) {
        start(18);
        must(fair_sample_sorted(&rng, samples[i].n, to, samples[i].k));
        printf("sorted %" PRIu64 " %zu:", samples[i].n, samples[i].k);
        values(to, samples[i].k);
    }
    for (size_t i = 0; i < 4; i++) {
        const size_t k = (const size_t[]){0, 1, 5, 9}[i];
        start(19);
        must(fair_sample_weighted(&rng, weights, COUNT(weights), to, k, NULL));
        printf("weighted %zu:", k);
        values(to, k);
    }
}

static void print_reservoirs(void)
{
    static const size_t cases[][2] = {{0, 3},      {2, 3},      {3, 3},     {4, 3},
                                      {10, 1},     {10, 3},     {1000, 1},  {1000, 7},
                                      {1000, 100}, {1000, 999}, {20000, 50}};
    fair_reservoir r;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const size_t n = cases[i][0], k = cases[i][1];
        start(20);
        fair_reservoir_init(&r, k);
        for (size_t item = 0; item < n; item++) {
            const size_t slot = fair_reservoir_offer(&r, &rng);
            if (slot < k)
                to[slot] = item;
        }
        printf("reservoir %zu %zu:", n, k);
        values(to, n < k ? n : k);
    }
    for (size_t i = 0; i < 3; i++) {
        const size_t k = (const size_t[]){1, 2, 1000}[i];
        start(21);
        fair_reservoir_init(&r, k);
        for (size_t item = 0; item < k; item++)
            fair_reservoir_offer(&r, &rng);
        printf("gaps %zu:", k);
        for (int j = 0; j < 50 && fair_reservoir_seen(&r) < (uint64_t)1 << 63; j++) {
            const uint64_t gap = fair_reservoir_gap(&r, &rng);
            printf(" %" PRIu64, gap);
            fair_reservoir_pass(&r, &rng, gap);
            if (gap < UINT64_MAX)
                fair_reservoir_offer(&r, &rng);
        }
        printf("\n");
    }
}

/* Around the thresholds of the order by scattering. */
static void print_parallel(void)
{
    static const size_t some[] = {0,      1,      2,      1000,   98304, 98305,
                                  131072, 131073, 163841, 262144, 262145};
    for (size_t i = 0; i < COUNT(some); i++) {
        must(fair_permutation_parallel64(test_key(24), to, some[i], NULL));
        printf("parallel %zu:", some[i]);
        brief(to, some[i]);
    }
}

static void print_narrow_dice(void)
{
    static const uint64_t wide[] = {1, 6, (1 << 28) + 1, (uint64_t)1 << 32};
    static const uint64_t small[] = {1, 2, 6, 255, 256};
    uint32_t four[70];
    uint8_t one[70];
    for (size_t i = 0; i < COUNT(wide); i++) {
        start(12);
        fair_dice32(&rng, four, 70, wide[i]);
        for (size_t j = 0; j < 70; j++)
            to[j] = four[j];
        printf("dice32 %" PRIu64 ":", wide[i]);
        values(to, 70);
    }
    for (size_t i = 0; i < COUNT(small); i++) {
        start(12);
        fair_dice8(&rng, one, 70, small[i]);
        for (size_t j = 0; j < 70; j++)
            to[j] = one[j];
        printf("dice8 %" PRIu64 ":", small[i]);
        values(to, 70);
    }
}

static void print_weighted_dice(void)
{
    for (size_t i = 0; i < 3; i++) {
        const size_t count = (const size_t[]){0, 1, 50}[i];
        start(26);
        must(fair_dice_weighted(&rng, weights, COUNT(weights), to, count, NULL));
        printf("weighted dice %zu:", count);
        values(to, count);
    }
    for (size_t i = 0; i < 4; i++) {
        const size_t n = (const size_t[]){1, 2, 5, 11}[i];
        start(27);
        must(fair_dice_weighted(&rng, weights, n, to, 50, NULL));
        printf("weighted dice, small %zu:", n);
        values(to, 50);
    }
}

static uint64_t stream_weight(uint64_t i, unsigned kind)
{
    return kind == 0 ? i * 7919 % 1000 : kind == 1 ? (uint64_t)1 << (i * 37 % 50) : 5;
}

/* Prints the items in the order of their slots, then the slots in the order of the draws.
 */
static void print_weighted_reservoir(unsigned kind, size_t n, size_t k)
{
    static fair_weighted_slot slots[300];
    fair_weighted_reservoir r;
    start(28);
    fair_weighted_reservoir_init(&r, slots, k);
    for (size_t i = 0; i < n; i++) {
        size_t slot;
        must(fair_weighted_reservoir_offer(&r, &rng, stream_weight(i, kind), &slot));
        if (slot < k)
            to[slot] = i;
    }
    const size_t count = fair_weighted_reservoir_count(&r);
    for (size_t i = 0; i < count; i++)
        to[count + i] = fair_weighted_reservoir_slot(&r, i);
    printf("weighted reservoir %u %zu %zu:", kind, n, k);
    brief(to, 2 * count);
}

static void print_weighted_reservoirs(void)
{
    static const size_t cases[][2] = {{5, 0},     {1, 3},     {3, 3},    {4, 3},
                                      {40, 1},    {40, 7},    {300, 20}, {300, 299},
                                      {3000, 10}, {3000, 100}};
    for (unsigned kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < COUNT(cases); i++)
            print_weighted_reservoir(kind, cases[i][0], cases[i][1]);
}

int main(void)
{
    print_streams();
    print_derived();
    print_dice();
    print_orders();
    print_samples();
    print_reservoirs();
    print_unshuffled();
    print_large();
    print_parallel();
    print_narrow_dice();
    print_weighted_dice();
    print_weighted_reservoirs();
    return 0;
}
