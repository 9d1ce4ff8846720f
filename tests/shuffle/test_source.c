/* SPDX-License-Identifier: MIT
 *
 * test_source.c - a source of random bytes is called only when a die is needed: one table
 * of all functions that take a generator, with arguments that need no die.
 *
 * The size of the elements must not matter. So each function that moves elements is
 * tested with sizes below and above FS_NEAR, from which on it prefetches.
 */
#include "fairshuf.h"
#include "tests/support/test.h"

enum { ROOM = 8 << 20 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const size_t sizes[] = {0,  1,  2,   4,     8,       16,
                               24, 64, 100, 70000, 1 << 20, (1 << 21) + 1};
static unsigned char room[ROOM], other_room[ROOM];

/* ---- sources -------------------------------------------------------------------- */

struct source {
    fair_rng rng;   /* where its bytes come from */
    unsigned asked; /* calls so far */
};

static size_t refuse(void *context, void *buffer, size_t length)
{
    struct source *source = context;
    (void)buffer, (void)length;
    source->asked++;
    return 0;
}

/* 8 bytes at a time, as from a source that must not be read ahead. */
static size_t give_word(void *context, void *buffer, size_t length)
{
    struct source *source = context;
    (void)length;
    source->asked++;
    fair_rng_bytes(&source->rng, buffer, 8);
    return 8;
}

static void start(struct source *source, fair_source *function, fair_rng *rng)
{
    source->asked = 0;
    fair_rng_init_key(&source->rng, test_key(48));
    fair_rng_init_source(rng, function, source);
}

static void never_swap(void *context, size_t i, size_t j)
{
    (void)context, (void)i, (void)j;
}

/* ---- functions that move elements ------------------------------------------------ */

static void shuffle(fair_rng *rng, size_t n, size_t size)
{
    fair_shuffle(rng, room, n, size);
}

static void head_0(fair_rng *rng, size_t n, size_t size)
{
    fair_shuffle_head(rng, room, n, size, 0);
}

static void head_1(fair_rng *rng, size_t n, size_t size)
{
    fair_shuffle_head(rng, room, n, size, 1);
}

static void copy(fair_rng *rng, size_t n, size_t size)
{
    fair_shuffle_copy(rng, other_room, room, n, size);
}

static void with(fair_rng *rng, size_t n, size_t size)
{
    if (size > 0)
        fair_shuffle_with(rng, n, never_swap, NULL);
}

static void arrays(fair_rng *rng, size_t n, size_t size)
{
    const fair_array both[] = {{room, size, {0}}, {other_room, size, {0}}};
    const int error = fair_shuffle_arrays(rng, both, 2, n);
    CHECK(error == FAIR_OK);
}

static void unshuffle(fair_rng *rng, size_t n, size_t size)
{
    const int error = fair_unshuffle(rng, room, n, size, NULL);
    CHECK(error == FAIR_OK);
}

static void cycle(fair_rng *rng, size_t n, size_t size)
{
    fair_cycle(rng, room, n, size);
}

static void derange(fair_rng *rng, size_t n, size_t size)
{
    const int error = fair_derange(rng, room, n, size, NULL);
    CHECK(error == (n == 1 ? FAIR_EINVAL : FAIR_OK));
}

static const struct moving {
    const char *name;
    void (*run)(fair_rng *rng, size_t n, size_t size);
    size_t most; /* the largest n that needs no die */
} moving[] = {
    {"fair_shuffle", shuffle, 1},
    {"fair_shuffle_head, k = 0", head_0, SIZE_MAX},
    {"fair_shuffle_head, k = 1", head_1, 1},
    {"fair_shuffle_copy", copy, 1},
    {"fair_shuffle_with", with, 1},
    {"fair_shuffle_arrays", arrays, 1},
    {"fair_unshuffle", unshuffle, 1},
    {"fair_cycle", cycle, 2},
    {"fair_derange", derange, 1},
};

static const size_t lengths[] = {0, 1, 2, 3, 4, 100, 20000, 200000, 1 << 20, ROOM};

static int has_room(size_t n, size_t size)
{
    return size == 0 || n <= ROOM / size;
}

static void test_no_die(const struct moving *f)
{
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t l = 0; l < COUNT(lengths) && has_room(lengths[l], sizes[s]); l++) {
            struct source source;
            fair_rng rng;
            start(&source, refuse, &rng);
            if (lengths[l] > f->most && sizes[s] > 0)
                continue;
            f->run(&rng, lengths[l], sizes[s]);
            CHECKF(source.asked == 0 && fair_rng_error(&rng) == FAIR_OK,
                   "%s, n %zu, size %zu: asked %u times", f->name, lengths[l], sizes[s],
                   source.asked);
        }
}

/* If dice are needed, the number of calls does not depend on the size of elements. */
static void test_size_has_no_effect(const struct moving *f)
{
    for (size_t n = 0; n < 4; n++) {
        unsigned first = 0;
        for (size_t s = 1; s < COUNT(sizes) && has_room(n, sizes[s]); s++) {
            struct source source;
            fair_rng rng;
            start(&source, give_word, &rng);
            f->run(&rng, n, sizes[s]);
            const unsigned asked = source.asked;
            first = s == 1 ? asked : first;
            CHECKF(asked == first && (asked > 0) == (n > f->most),
                   "%s, n %zu, size %zu: asked %u times, size 1 %u times", f->name, n,
                   sizes[s], asked, first);
        }
    }
}

/* ---- all others ------------------------------------------------------------------ */

static void between_equal(fair_rng *rng)
{
    CHECK(fair_between(rng, 5, 5) == 5);
    CHECK(fair_between(rng, INT64_MAX, INT64_MIN) == INT64_MAX);
}

static void dice(fair_rng *rng)
{
    uint64_t out[100];
    fair_dice(rng, NULL, 0, 6);
    fair_dice(rng, out, 0, UINT64_MAX);
    fair_dice(rng, out, 100, 0);
    fair_dice(rng, out, 100, 1);
    CHECK(out[0] == 0 && out[99] == 0);
}

static void narrow_dice(fair_rng *rng)
{
    uint32_t four[2] = {7, 7};
    uint8_t one[2] = {7, 7};
    fair_dice32(rng, NULL, 0, 6);
    fair_dice8(rng, NULL, 0, 6);
    fair_dice32(rng, four, 2, (uint64_t)UINT32_MAX + 2);
    fair_dice8(rng, one, 2, 257);
    CHECK(four[0] == 7 && four[1] == 7 && one[0] == 7 && one[1] == 7);
    fair_dice32(rng, four, 2, 1);
    fair_dice8(rng, one, 2, 0);
    CHECK(four[0] == 0 && four[1] == 0 && one[0] == 0 && one[1] == 0);
}

static void weighted_dice(fair_rng *rng)
{
    static const uint64_t weights[] = {0, 3, UINT64_MAX - 3, 1};
    const fair_options wrong = {.reserved = {1}};
    uint64_t out = 7;
    CHECK(fair_dice_weighted(rng, NULL, 0, NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_dice_weighted(rng, weights, 3, NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_dice_weighted(rng, NULL, 0, &out, 1, NULL) == FAIR_EINVAL);
    CHECK(fair_dice_weighted(rng, weights, 1, &out, 1, NULL) == FAIR_EINVAL);
    CHECK(fair_dice_weighted(rng, weights, 2, &out, 1, &wrong) == FAIR_EINVAL);
    CHECK(fair_dice_weighted(rng, weights, 4, &out, 1, NULL) == FAIR_ERANGE);
    CHECK(out == 7);
}

static void bytes(fair_rng *rng)
{
    fair_rng_bytes(rng, NULL, 0);
    CHECK(fair_rng_error(rng) == FAIR_OK);
}

static void permutations(fair_rng *rng)
{
    uint32_t narrow = 7;
    uint64_t wide = 7;
    fair_permutation32(rng, NULL, 0);
    fair_permutation64(rng, NULL, 0);
    fair_permutation32(rng, &narrow, 1);
    fair_permutation64(rng, &wide, 1);
    CHECK(narrow == 0 && wide == 0);
}

static void samples(fair_rng *rng)
{
    static const uint64_t numbers[] = {0, 1, 2, 1000, UINT64_MAX};
    static const uint64_t weights[] = {0, 3, 0, 5};
    uint64_t out[4];
    for (size_t i = 0; i < COUNT(numbers); i++) {
        CHECK(fair_sample(rng, numbers[i], NULL, 0, NULL) == FAIR_OK);
        CHECK(fair_sample_sorted(rng, numbers[i], NULL, 0) == FAIR_OK);
    }
    CHECK(fair_sample(rng, 1, out, 1, NULL) == FAIR_OK && out[0] == 0);
    CHECK(fair_sample(rng, 3, out, 4, NULL) == FAIR_EINVAL);
    CHECK(fair_sample_sorted(rng, 3, out, 4) == FAIR_EINVAL);
    CHECK(fair_sample_weighted(rng, NULL, 0, NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_sample_weighted(rng, weights, 4, NULL, 0, NULL) == FAIR_OK);
    CHECK(fair_sample_weighted(rng, weights, 4, out, 3, NULL) == FAIR_EINVAL);
    CHECK(fair_sample_weighted(rng, (uint64_t[]){UINT64_MAX, 1}, 2, out, 1, NULL) ==
          FAIR_ERANGE);
}

static void reservoirs(fair_rng *rng)
{
    fair_reservoir r;
    fair_reservoir_init(&r, 0);
    for (int i = 0; i < 10; i++)
        CHECK(fair_reservoir_offer(&r, rng) == 0);
    CHECK(fair_reservoir_gap(&r, rng) == UINT64_MAX);
    CHECK(fair_reservoir_pass(&r, rng, 1000) == 1000);
    CHECK(fair_reservoir_seen(&r) == 1010);
    fair_reservoir_init(&r, 3);
    for (size_t i = 0; i < 3; i++) {
        CHECK(fair_reservoir_gap(&r, rng) == 0);
        CHECK(fair_reservoir_pass(&r, rng, 5) == 0);
        CHECK(fair_reservoir_offer(&r, rng) == i);
    }
    CHECK(fair_reservoir_pass(&r, rng, 0) == 0); /* does not need the gap */
    CHECK(fair_reservoir_seen(&r) == 3);
}

static void weighted_reservoirs(fair_rng *rng)
{
    fair_weighted_slot slots[2];
    fair_weighted_reservoir r;
    size_t slot;
    fair_weighted_reservoir_init(&r, NULL, 0);
    for (uint64_t i = 0; i < 10; i++)
        CHECK(fair_weighted_reservoir_offer(&r, rng, i, &slot) == FAIR_OK && slot == 0);
    CHECK(fair_weighted_reservoir_offer(&r, rng, UINT64_MAX, &slot) == FAIR_ERANGE);
    fair_weighted_reservoir_init(&r, slots, 2);
    CHECK(fair_weighted_reservoir_offer(&r, rng, 0, &slot) == FAIR_OK && slot == 2);
    CHECK(fair_weighted_reservoir_offer(&r, rng, 5, &slot) == FAIR_OK && slot == 0);
    CHECK(fair_weighted_reservoir_offer(&r, rng, 0, &slot) == FAIR_OK && slot == 2);
    CHECK(fair_weighted_reservoir_offer(&r, rng, UINT64_MAX, &slot) == FAIR_ERANGE);
    CHECK(fair_weighted_reservoir_count(&r) == 1);
}

static void arrays_that_cannot_exist(fair_rng *rng)
{
    uint64_t guard = 1;
    for (size_t size = 4; size <= 64; size *= 2) {
        const size_t n = (size_t)PTRDIFF_MAX / size + 1;
        fair_shuffle(rng, &guard, n, size);
        fair_shuffle_head(rng, &guard, n, size, 3);
        fair_shuffle_copy(rng, &guard, &guard, n, size);
        fair_cycle(rng, &guard, n, size);
        CHECK(fair_derange(rng, &guard, n, size, NULL) == FAIR_ERANGE);
        CHECK(fair_unshuffle(rng, &guard, n, size, NULL) == FAIR_ERANGE);
        const fair_array array = {&guard, size, {0}};
        CHECK(fair_shuffle_arrays(rng, &array, 1, n) == FAIR_ERANGE);
    }
    fair_permutation32(rng, NULL, (size_t)PTRDIFF_MAX / 4 + 1);
    fair_permutation64(rng, NULL, (size_t)PTRDIFF_MAX / 8 + 1);
    const size_t k = (size_t)PTRDIFF_MAX / 8 + 1;
    CHECK(fair_sample(rng, UINT64_MAX, &guard, k, NULL) == FAIR_ERANGE);
    CHECK(fair_sample_sorted(rng, UINT64_MAX, &guard, k) == FAIR_ERANGE);
    CHECK(fair_sample_weighted(rng, &guard, k, &guard, 1, NULL) == FAIR_ERANGE);
    CHECK(fair_sample_weighted(rng, &guard, 1, &guard, k, NULL) == FAIR_ERANGE);
    CHECK(fair_dice_weighted(rng, &guard, k, &guard, 1, NULL) == FAIR_ERANGE);
    CHECK(fair_dice_weighted(rng, &guard, k - 1, &guard, 1, NULL) == FAIR_ERANGE);
    CHECK(fair_dice_weighted(rng, &guard, 1, &guard, k, NULL) == FAIR_ERANGE);
    fair_dice32(rng, (uint32_t *)&guard, (size_t)PTRDIFF_MAX / 4 + 1, 6);
    fair_dice8(rng, (uint8_t *)&guard, (size_t)PTRDIFF_MAX + 1, 1);
    fair_dice(rng, &guard, k, 6);
    fair_dice(rng, &guard, k, 1);
    fair_rng_bytes(rng, &guard, (size_t)PTRDIFF_MAX + 1);
    CHECK(guard == 1);
}

static const struct {
    const char *name;
    void (*run)(fair_rng *rng);
} others[] = {
    {"fair_between without a choice", between_equal},
    {"fair_dice, none or of one side", dice},
    {"fair_dice32 and fair_dice8, none, of one side or too many", narrow_dice},
    {"fair_dice_weighted, none, or with invalid arguments", weighted_dice},
    {"fair_rng_bytes, none", bytes},
    {"permutations of 0 and 1", permutations},
    {"samples of 0 numbers, or with invalid arguments", samples},
    {"reservoirs that are not full, or have no slots", reservoirs},
    {"weighted reservoirs without slots, and their first item", weighted_reservoirs},
    {"arrays that cannot exist", arrays_that_cannot_exist},
};

int main(void)
{
    for (size_t f = 0; f < COUNT(moving); f++) {
        TEST(moving[f].name)
        {
            test_no_die(&moving[f]);
            test_size_has_no_effect(&moving[f]);
        }
    }
    for (size_t f = 0; f < COUNT(others); f++) {
        TEST(others[f].name)
        {
            struct source source;
            fair_rng rng;
            start(&source, refuse, &rng);
            others[f].run(&rng);
            CHECKF(source.asked == 0 && fair_rng_error(&rng) == FAIR_OK, "asked %u times",
                   source.asked);
        }
    }
    return test_done();
}
