/* SPDX-License-Identifier: MIT
 *
 * test_weighted.c - properties of dice in 4 bytes and 1 byte, weighted dice and weighted
 * reservoirs: the definition in a few plain lines gives the same results, nothing else is
 * written, and arguments at every limit do what the header says.
 */
#include "fairshuf.h"

#include "src/shuffle/workspace.h"
#include "tests/support/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TWO(power) ((uint64_t)1 << (power))

enum { MOST = 3000 };

static fair_rng rng, again;

static void start(unsigned s)
{
    fair_rng_init_key(&rng, test_key(s));
    again = rng;
}

/* ---- narrow dice ---------------------------------------------------------------------
 */

static void test_narrow(uint64_t n, size_t count)
{
    static uint64_t wide[MOST];
    static uint32_t four[MOST + 1];
    static uint8_t one[MOST + 1];
    fair_rng after;
    start(80);
    memset(four, 0xa5, sizeof four);
    memset(one, 0xa5, sizeof one);
    fair_dice(&rng, wide, count, n);
    after = rng;
    rng = again;
    fair_dice32(&rng, four, count, n);
    CHECKF(memcmp(&rng, &after, sizeof rng) == 0, "n %" PRIu64 ": other words", n);
    rng = again;
    fair_dice8(&rng, one, count, n);
    CHECKF(memcmp(&rng, n <= 256 ? &after : &again, sizeof rng) == 0,
           "n %" PRIu64 ": other words", n);
    for (size_t i = 0; i <= count; i++) {
        const int inside = i < count;
        CHECKF(four[i] == (inside ? wide[i] : 0xa5a5a5a5), "n %" PRIu64 ", die %zu", n,
               i);
        CHECKF(one[i] == (inside && n <= 256 ? wide[i] : 0xa5), "n %" PRIu64 ", die %zu",
               n, i);
    }
}

/* ---- weighted dice -------------------------------------------------------------------
 */

/* The definition. */
static uint64_t plain_die(const uint64_t *weights, size_t n)
{
    uint64_t total = 0, sum = 0;
    size_t i = 0;
    for (size_t j = 0; j < n; j++)
        total += weights[j];
    const uint64_t x = fair_below(&again, total);
    while ((sum += weights[i]) <= x)
        i++;
    return i;
}

static uint64_t weight_of(unsigned shape, size_t i, size_t n)
{
    switch (shape) {
    case 0:
        return 1;
    case 1:
        return i * 7919 % 1000; /* some are 0 */
    case 2:
        return i < 60 ? TWO(59 - i) : 0; /* most intervals have one item, one has many */
    case 3:
        return i == n / 2 ? UINT64_MAX - n : i > n / 2; /* zeros, one item, ones */
    case 4:
        return i == n - 1 ? UINT64_MAX : 0; /* the largest sum */
    case 5:
        return i == 0 ? UINT64_MAX : 0;
    case 6:
        return i % 50 == 49; /* the sum is less than n */
    default:
        return UINT64_MAX / n;
    }
}

static void test_weighted_dice(unsigned shape, size_t n)
{
    static uint64_t weights[MOST], copy[MOST], out[101];
    uint64_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= weights[i] = weight_of(shape, i, n);
    memcpy(copy, weights, sizeof copy);
    for (size_t count = 0; count <= 100; count += 20) {
        start(81);
        memset(out, 0xa5, sizeof out);
        const int error = fair_dice_weighted(&rng, weights, n, out, count, NULL);
        CHECKF(error == (any == 0 && count > 0 ? FAIR_EINVAL : FAIR_OK),
               "shape %u, n %zu", shape, n);
        for (size_t i = 0; i < count && error == FAIR_OK; i++)
            CHECKF(out[i] == plain_die(weights, n), "shape %u, n %zu, draw %zu", shape, n,
                   i);
        CHECK(out[error == FAIR_OK ? count : 0] == 0xa5a5a5a5a5a5a5a5);
        CHECKF(memcmp(&rng, &again, sizeof rng) == 0, "shape %u, n %zu: other words",
               shape, n);
    }
    CHECK(memcmp(weights, copy, sizeof copy) == 0);
}

/* An allocator that keeps account. */
struct account {
    size_t live, peak, calls;
};

static void *allocate(void *allocator, size_t bytes)
{
    struct account *a = allocator;
    a->live += bytes;
    a->peak = a->live > a->peak ? a->live : a->peak;
    a->calls++;
    return malloc(bytes);
}

static void release(void *allocator, void *block, size_t bytes)
{
    struct account *a = allocator;
    a->live -= bytes;
    free(block);
}

static void test_memory(size_t n)
{
    static uint64_t weights[MOST], out[5];
    struct account a = {0};
    fair_options options = {.allocate = allocate, .release = release, .allocator = &a};
    const size_t bytes = fs_dice_weighted_bytes(n);
    for (size_t i = 0; i < n; i++)
        weights[i] = i + 1;
    start(82);
    CHECK(bytes == 12 * n + 8);
    options.memory = bytes;
    CHECK(fair_dice_weighted(&rng, weights, n, out, 5, &options) == FAIR_OK);
    CHECKF(a.calls == 1 && a.peak == bytes && a.live == 0, "n %zu: %zu bytes", n, a.peak);
    rng = again;
    out[0] = 77;
    options.memory = bytes - 1;
    CHECK(fair_dice_weighted(&rng, weights, n, out, 5, &options) == FAIR_ENOMEM);
    CHECK(fair_dice_weighted(&rng, weights, n, out, 0, &options) == FAIR_OK);
    options.memory = 0;
    options.release = NULL;
    CHECK(fair_dice_weighted(&rng, weights, n, out, 5, &options) == FAIR_EINVAL);
    options.release = release;
    options.reserved[3] = 1;
    CHECK(fair_dice_weighted(&rng, weights, n, out, 5, &options) == FAIR_EINVAL);
    CHECK(a.calls == 1 && out[0] == 77 && memcmp(&rng, &again, sizeof rng) == 0);
}

/* ---- weighted reservoirs --------------------------------------------------------------
 */

struct stored {
    size_t item;
    uint64_t weight;
};

/* Each slot of the sample holds an item that was told to go there, and occurs once. */
static void check_sample(const fair_weighted_reservoir *r, const struct stored *stored,
                         size_t k, size_t usable)
{
    static unsigned char seen[MOST];
    const size_t count = fair_weighted_reservoir_count(r);
    CHECKF(count == (usable < k ? usable : k), "k %zu: %zu items", k, count);
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        const size_t slot = fair_weighted_reservoir_slot(r, i);
        if (CHECK(slot < count && !seen[slot]))
            CHECK(stored[slot].weight > 0);
        seen[slot] = 1;
    }
}

static void test_reservoir(unsigned shape, size_t n, size_t k)
{
    static fair_weighted_slot slots[MOST + 1];
    static struct stored stored[MOST];
    static unsigned char taken[MOST];
    fair_weighted_reservoir r;
    size_t usable = 0;
    start(83);
    memset(slots, 0xa5, sizeof slots);
    memset(taken, 0, sizeof taken);
    fair_weighted_reservoir_init(&r, slots, k);
    for (size_t i = 0; i < n; i++) {
        const uint64_t weight = weight_of(shape, i, n);
        const fair_rng before = rng;
        size_t slot = SIZE_MAX;
        CHECK(fair_weighted_reservoir_offer(&r, &rng, weight, &slot) == FAIR_OK);
        CHECKF(slot <= k && (weight > 0 || slot == k), "slot %zu of %zu", slot, k);
        if (weight == 0 || usable == 0 || k == 0)
            CHECK(memcmp(&rng, &before, sizeof rng) == 0);
        else
            CHECK(memcmp(&rng, &before, sizeof rng) != 0);
        usable += weight > 0;
        if (slot < k) {
            CHECK(taken[slot] || slot + 1 == fair_weighted_reservoir_count(&r));
            taken[slot] = 1;
            stored[slot] = (struct stored){i, weight};
        }
        if (i < 10 || i % 97 == 0)
            check_sample(&r, stored, k, usable);
    }
    check_sample(&r, stored, k, usable);
    for (size_t b = 0; b < sizeof *slots; b++)
        CHECK(((const unsigned char *)&slots[k])[b] == 0xa5);
}

/* A source that counts the words it gives. */
static size_t count_word(void *context, void *buffer, size_t length)
{
    (void)length;
    ++*(uint64_t *)context;
    fair_rng_bytes(&again, buffer, 8);
    return 8;
}

/* The words that a stream of n equal weights needs. */
static uint64_t words_needed(size_t n, size_t k)
{
    static fair_weighted_slot slots[MOST];
    fair_weighted_reservoir r;
    uint64_t words = 0;
    start(84);
    fair_rng_init_source(&rng, count_word, &words);
    fair_weighted_reservoir_init(&r, slots, k);
    for (size_t i = 0; i < n; i++) {
        size_t slot;
        CHECK(fair_weighted_reservoir_offer(&r, &rng, 1000, &slot) == FAIR_OK);
    }
    return words;
}

int main(void)
{
    TEST("fair_dice32 and fair_dice8 give the numbers of fair_dice, from the same words")
    {
        static const uint64_t sides[] = {
            0,   1,   2,    3,       6,           7,       52,          255,
            256, 257, 1000, TWO(19), TWO(28) + 1, TWO(29), TWO(32) - 1, TWO(32)};
        static const size_t counts[] = {0, 1, 2, 21, 22, 23, 57, 58, 255, 256, 257, MOST};
        for (size_t i = 0; i < COUNT(sides); i++)
            for (size_t j = 0; j < COUNT(counts); j++)
                test_narrow(sides[i], counts[j]);
    }

    TEST("fair_dice32 and fair_dice8 do nothing if n is too large")
    {
        uint32_t four[3] = {1, 2, 3};
        uint8_t one[3] = {1, 2, 3};
        start(80);
        fair_dice32(&rng, four, 3, TWO(32) + 1);
        fair_dice32(&rng, four, 3, UINT64_MAX);
        fair_dice8(&rng, one, 3, 257);
        fair_dice8(&rng, one, 3, UINT64_MAX);
        CHECK(four[0] == 1 && four[1] == 2 && four[2] == 3);
        CHECK(one[0] == 1 && one[1] == 2 && one[2] == 3);
        CHECK(memcmp(&rng, &again, sizeof rng) == 0);
    }

    TEST("fair_dice_weighted draws as defined, with every shape of weights")
    for (unsigned shape = 0; shape < 8; shape++) {
        static const size_t numbers[] = {0,  1,  2,  3,   4,   5,    7,    8,
                                         49, 50, 64, 100, 256, 1000, 1024, MOST};
        for (size_t i = 0; i < COUNT(numbers); i++)
            test_weighted_dice(shape, numbers[i]);
    }

    TEST("fair_dice_weighted allocates what it says, from the caller's allocator")
    {
        for (size_t n = 1; n <= MOST; n = n * 3 - n / 2)
            test_memory(n);
        CHECK(fs_dice_weighted_bytes(0) == 0);
        CHECK(fs_dice_weighted_bytes(SIZE_MAX) == FS_TOO_LARGE);
        CHECK(fs_dice_weighted_bytes((size_t)PTRDIFF_MAX / 8) == FS_TOO_LARGE);
#if SIZE_MAX > UINT32_MAX
        CHECK(fs_dice_weighted_bytes((size_t)TWO(32)) == 12 * TWO(32) + 8);
        CHECK(fs_dice_weighted_bytes((size_t)TWO(32) + 1) == 16 * TWO(32) + 32);
#endif
    }

    TEST("weights that add up to 2^64 are refused")
    {
        const uint64_t heavy[] = {5, UINT64_MAX - 4, 0};
        uint64_t out[2] = {7, 7};
        start(85);
        CHECK(fair_dice_weighted(&rng, heavy, 3, out, 2, NULL) == FAIR_ERANGE);
        CHECK(fair_dice_weighted(&rng, heavy, 2, out, 0, NULL) == FAIR_ERANGE);
        CHECK(fair_dice_weighted(&rng, NULL, 0, out, 1, NULL) == FAIR_EINVAL);
        CHECK(out[0] == 7 && out[1] == 7 && memcmp(&rng, &again, sizeof rng) == 0);
    }

    TEST("weighted reservoirs keep every item once, with every shape of weights")
    for (unsigned shape = 0; shape < 8; shape++) {
        static const size_t numbers[] = {0, 1, 2, 3, 8, 9, 64, 300, MOST};
        for (size_t i = 0; i < COUNT(numbers); i++)
            for (size_t j = 0; j < COUNT(numbers); j++)
                test_reservoir(shape, numbers[i], numbers[j]);
    }

    TEST("an offer that is refused changes nothing")
    for (size_t k = 0; k < 4; k++) {
        fair_weighted_slot slots[4], kept[4];
        fair_weighted_reservoir r;
        size_t slot;
        memset(slots, 0, sizeof slots);
        start(86);
        fair_weighted_reservoir_init(&r, slots, k);
        for (uint64_t weight = 1; weight < 5; weight++)
            CHECK(fair_weighted_reservoir_offer(&r, &rng, weight, &slot) == FAIR_OK);
        const fair_weighted_reservoir before = r;
        again = rng;
        memcpy(kept, slots, sizeof kept);
        slot = 99;
        CHECK(fair_weighted_reservoir_offer(&r, &rng, UINT64_MAX - 9, &slot) ==
              FAIR_ERANGE);
        CHECK(fair_weighted_reservoir_offer(&r, &rng, UINT64_MAX, &slot) == FAIR_ERANGE);
        CHECK(slot == 99 && memcmp(&r, &before, sizeof r) == 0);
        CHECK(memcmp(slots, kept, sizeof kept) == 0);
        CHECK(memcmp(&rng, &again, sizeof rng) == 0);
        CHECK(fair_weighted_reservoir_offer(&r, &rng, UINT64_MAX - 10, &slot) == FAIR_OK);
        CHECK(k == 0 || slot < k); /* no item is as heavy */
        CHECK(k == 0 || fair_weighted_reservoir_slot(&r, 0) == slot);
        CHECK(fair_weighted_reservoir_offer(&r, &rng, 1, &slot) == FAIR_ERANGE);
        CHECK(fair_weighted_reservoir_offer(&r, &rng, 0, &slot) == FAIR_OK && slot == k);
    }

    TEST("weighted reservoirs need few dice")
    for (size_t k = 1; k <= 1000; k *= 10) {
        const size_t n = 1000000;
        unsigned bits = 1;
        while (k >> bits > 0)
            bits++;
        const uint64_t first = words_needed(k, k), all = words_needed(n, k);
        printf("# k %zu: %" PRIu64 " dice for the first k items, %" PRIu64 " for %zu\n",
               k, first, all, n);
        CHECK(first <= 4 * k * bits); /* O(log k) for each */
        CHECK(all < n + n / 10 + 100);
    }
    return test_done();
}
