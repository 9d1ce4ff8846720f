/* SPDX-License-Identifier: MIT
 *
 * test_properties.c - properties of all functions that move elements: one table of
 * functions, the same checks for each.
 *
 * First each function is run on 8-byte indices, which gives its order for n and a key.
 * Then it is run on elements of every size, at every alignment, with every kernel. The
 * elements must be whole and in the same order, and no byte around them may change.
 */
#include "fairshuf.h"
#include "tests/support/test.h"

enum { MOST = 16390, MARGIN = 64, ROOM = MOST * 8 + 2 * MARGIN + 8 };

static const size_t lengths[] = {
    0,   1,   2,   3,    4,    5,    6,    7,    8,     9,     15,    16,  17,
    18,  19,  20,  31,   32,   33,   52,   63,   64,    65,    127,   128, 129,
    511, 512, 513, 2047, 2048, 2049, 2050, 2051, 16383, 16384, 16385, MOST};
static const size_t element_sizes[] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,  15,  16,  17,  20,  24,
    31, 32, 33, 40, 48, 63, 64, 65, 80, 100, 127, 128, 129, 200, 255, 256, 257, 300};

/* ---- the functions, with one signature ------------------------------------------- */

static unsigned char scratch[ROOM];

static void run_shuffle(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_shuffle(rng, base, n, size);
}

static void run_head(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_shuffle_head(rng, base, n, size, n / 3 + 1);
}

static void run_copy(fair_rng *rng, void *base, size_t n, size_t size)
{
    memcpy(scratch, base, n * size);
    fair_shuffle_copy(rng, base, scratch, n, size);
}

struct bytes {
    unsigned char *base;
    size_t size, n;
};

static void swap_bytes(void *context, size_t i, size_t j)
{
    const struct bytes *b = context;
    CHECK(i < j && j < b->n);
    for (size_t k = 0; k < b->size; k++) {
        const unsigned char kept = b->base[i * b->size + k];
        b->base[i * b->size + k] = b->base[j * b->size + k];
        b->base[j * b->size + k] = kept;
    }
}

static void run_with(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_shuffle_with(rng, n, swap_bytes, &(struct bytes){base, size, n});
}

static void run_cycle(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_cycle(rng, base, n, size);
}

static void run_derange(fair_rng *rng, void *base, size_t n, size_t size)
{
    CHECK(fair_derange(rng, base, n, size, NULL) == (n == 1 ? FAIR_EINVAL : FAIR_OK));
}

static void run_unshuffle(fair_rng *rng, void *base, size_t n, size_t size)
{
    CHECK(fair_unshuffle(rng, base, n, size, NULL) == FAIR_OK);
}

static void run_there_and_back(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_rng before = *rng;
    fair_shuffle(rng, base, n, size);
    CHECK(fair_unshuffle(&before, base, n, size, NULL) == FAIR_OK);
}

static void run_arrays(fair_rng *rng, void *base, size_t n, size_t size)
{
    const fair_array arrays[] = {{scratch, size > 0, {0}}, {base, size, {0}}};
    CHECK(fair_shuffle_arrays(rng, arrays, 2, n) == FAIR_OK);
}

static const struct function {
    const char *name;
    void (*run)(fair_rng *, void *, size_t, size_t);
} functions[] = {
    {"fair_shuffle", run_shuffle},       {"fair_shuffle_head", run_head},
    {"fair_shuffle_copy", run_copy},     {"fair_shuffle_with", run_with},
    {"fair_cycle", run_cycle},           {"fair_derange", run_derange},
    {"fair_unshuffle", run_unshuffle},   {"shuffle and unshuffle", run_there_and_back},
    {"fair_shuffle_arrays", run_arrays},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- the checks ------------------------------------------------------------------- */

/* Byte k of element i. The first two bytes identify the element. */
static unsigned char mark(uint64_t i, size_t k)
{
    return (unsigned char)(k == 0 ? i : k == 1 ? i >> 8 : i * 31 + k * 7);
}

static void order_of(const struct function *f, unsigned seed, size_t n, uint64_t *order)
{
    fair_rng rng;
    fair_rng_init_key(&rng, test_key(seed));
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    f->run(&rng, order, n, sizeof *order);
}

static int moves_elements(const struct function *f, size_t n, size_t size, size_t offset,
                          const uint64_t *order)
{
    static unsigned char room[ROOM];
    unsigned char *base = room + MARGIN + offset;
    fair_rng rng;
    memset(room, 0xa5, sizeof room);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < size; k++)
            base[i * size + k] = mark(i, k);
    fair_rng_init_key(&rng, test_key(40));
    f->run(&rng, base, n, size);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < size; k++)
            if (base[i * size + k] != mark(order[i], k))
                return 0;
    for (size_t i = 0; i < MARGIN; i++)
        if (room[i + offset] != 0xa5 || base[n * size + i] != 0xa5)
            return 0;
    return 1;
}

int main(void)
{
    static uint64_t order[MOST], again[MOST];
    static uint32_t narrow[MOST];

    for (size_t f = 0; f < FUNCTIONS; f++) {
        const struct function *fn = &functions[f];
        TEST(fn->name)
        for (size_t l = 0; l < COUNT(lengths); l++) {
            const size_t n = lengths[l];
            order_of(fn, 40, n, order);
            CHECKF(fair_check_permutation64(order, n, NULL) == FAIR_OK,
                   "n %zu: elements lost", n);
            for (size_t i = 0; i < n && fn->run == run_there_and_back; i++)
                CHECKF(order[i] == i, "n %zu: not back at %zu", n, i);
            for (size_t s = 0; s < COUNT(element_sizes); s++)
                if (n * element_sizes[s] <= MOST * 8)
                    CHECKF(moves_elements(fn, n, element_sizes[s], (l + s) % 8, order),
                           "n %zu, size %zu", n, element_sizes[s]);
            for (size_t k = 0; fair_kernel_name(k) != NULL; k++) {
                fair_kernel_use(fair_kernel_name(k));
                order_of(fn, 40, n, again);
                CHECKF(memcmp(order, again, n * sizeof *order) == 0, "n %zu, kernel %s",
                       n, fair_kernel());
            }
            fair_kernel_use(NULL);
            order_of(fn, 41, n, again);
            if (n > 20 && fn->run != run_there_and_back)
                CHECKF(memcmp(order, again, n * sizeof *order) != 0,
                       "n %zu: the key has no effect", n);
        }
    }

    /* 20000 elements of 64 bytes or more are larger than FS_NEAR, of 8 bytes smaller. */
    TEST("arrays larger than a cache: prefetching does not change the order")
    for (size_t f = 0; f < FUNCTIONS; f++) {
        enum { MANY = 20000, LARGEST = 300 };
        const struct function *fn = &functions[f];
        static uint64_t near_order[MANY];
        static unsigned char far[MANY * LARGEST];
        if (fn->run == run_copy)
            continue; /* never prefetches; and `scratch` is too small */
        order_of(fn, 47, MANY, near_order);
        for (size_t size = 64; size <= LARGEST; size += 118) {
            fair_rng rng;
            fair_rng_init_key(&rng, test_key(47));
            for (size_t i = 0; i < MANY; i++)
                memcpy(far + i * size, &(uint32_t){(uint32_t)i}, 4);
            fn->run(&rng, far, MANY, size);
            for (size_t i = 0; i < MANY; i++) {
                uint32_t element;
                memcpy(&element, far + i * size, 4);
                CHECKF(element == near_order[i], "%s, size %zu, place %zu", fn->name,
                       size, i);
            }
        }
    }

    TEST("a cycle visits every place; a derangement leaves none")
    for (size_t l = 2; l < COUNT(lengths); l++) {
        const size_t n = lengths[l];
        size_t steps = 0;
        uint64_t at = 0;
        order_of(&functions[4], 42, n, order);
        do {
            at = order[at];
            steps++;
        } while (at != 0 && steps <= n);
        CHECK(steps == n);
        order_of(&functions[5], 42, n, order);
        for (size_t i = 0; i < n; i++)
            CHECK(order[i] != i);
    }

    TEST("head, permutation, sample and shuffle_with all give the order of shuffle")
    for (size_t l = 1; l < COUNT(lengths); l++) {
        const size_t n = lengths[l];
        fair_rng rng;
        order_of(&functions[0], 43, n, order);
        order_of(&functions[3], 43, n, again);
        CHECK(memcmp(order, again, n * sizeof *order) == 0);
        fair_rng_init_key(&rng, test_key(43));
        fair_permutation64(&rng, again, n);
        CHECK(memcmp(order, again, n * sizeof *order) == 0);
        fair_rng_init_key(&rng, test_key(43));
        fair_permutation32(&rng, narrow, n);
        for (size_t i = 0; i < n; i++)
            CHECK(narrow[i] == order[i]);
        for (size_t k = 0; k <= n; k = k * 5 / 4 + 1) {
            fair_rng_init_key(&rng, test_key(43));
            for (size_t i = 0; i < n; i++)
                again[i] = i;
            fair_shuffle_head(&rng, again, n, sizeof *again, k);
            CHECKF(memcmp(order, again, k * sizeof *order) == 0, "head %zu of %zu", k, n);
            CHECK(fair_check_permutation64(again, n, NULL) == FAIR_OK);
            fair_rng_init_key(&rng, test_key(43));
            CHECK(fair_sample(&rng, n, again, k, NULL) == FAIR_OK);
            CHECKF(memcmp(order, again, k * sizeof *order) == 0, "sample %zu of %zu", k,
                   n);
        }
    }

    TEST("permutations are distinguished from other arrays, and inverted")
    for (size_t l = 1; l < COUNT(lengths); l++) {
        const size_t n = lengths[l];
        static uint64_t inverse[MOST];
        static uint32_t narrow_inverse[MOST];
        order_of(&functions[0], 44, n, order);
        CHECK(fair_inverse64(inverse, order, n, NULL) == FAIR_OK);
        for (size_t i = 0; i < n; i++) {
            CHECK(inverse[order[i]] == i);
            narrow[i] = (uint32_t)order[i];
        }
        CHECK(fair_check_permutation32(narrow, n, NULL) == FAIR_OK);
        CHECK(fair_inverse32(narrow_inverse, narrow, n, NULL) == FAIR_OK);
        for (size_t i = 0; i < n; i++)
            CHECK(narrow_inverse[narrow[i]] == i);
        const uint64_t wrong[] = {n, UINT64_MAX, order[n / 2], order[0]};
        for (size_t w = 0; w < COUNT(wrong) && n > 1; w++) {
            const uint64_t kept = order[n - 1];
            if (kept == wrong[w])
                continue;
            order[n - 1] = wrong[w];
            narrow[n - 1] = (uint32_t)wrong[w];
            memset(again, 7, n * sizeof *again);
            CHECK(fair_check_permutation64(order, n, NULL) == FAIR_EINVAL);
            CHECK(fair_check_permutation32(narrow, n, NULL) == FAIR_EINVAL);
            CHECK(fair_inverse64(again, order, n, NULL) == FAIR_EINVAL);
            for (size_t i = 0; i < n; i++) /* left as it was */
                CHECK(again[i] == 0x0707070707070707);
            order[n - 1] = kept;
            narrow[n - 1] = (uint32_t)kept;
        }
    }

    TEST("n = 0 allows NULL; n = 1 and size 0 change nothing")
    {
        fair_rng rng;
        fair_rng_init_key(&rng, test_key(45));
        const fair_rng before = rng;
        for (size_t f = 0; f < FUNCTIONS; f++) {
            if (functions[f].run != run_copy)
                functions[f].run(&rng, NULL, 0, 8);
            uint64_t one = 42;
            functions[f].run(&rng, &one, 1, 8);
            CHECK(one == 42);
        }
        fair_shuffle_copy(&rng, NULL, NULL, 0, 8);
        fair_permutation32(&rng, NULL, 0);
        fair_permutation64(&rng, NULL, 0);
        fair_dice(&rng, NULL, 0, 6);
        CHECK(fair_check_permutation32(NULL, 0, NULL) == FAIR_OK &&
              fair_check_permutation64(NULL, 0, NULL) == FAIR_OK);
        CHECK(fair_inverse32(NULL, NULL, 0, NULL) == 0 &&
              fair_inverse64(NULL, NULL, 0, NULL) == 0);
        CHECK(fair_sample(&rng, 10, NULL, 0, NULL) == 0 &&
              fair_sample(&rng, 0, NULL, 0, NULL) == 0);
        CHECK(fair_sample_sorted(&rng, 0, NULL, 0) == 0);
        CHECK(fair_sample_weighted(&rng, NULL, 0, NULL, 0, NULL) == 0);
        for (size_t f = 0; f < FUNCTIONS; f++)
            if (functions[f].run != run_copy && functions[f].run != run_with)
                functions[f].run(&rng, NULL, 10, 0);
        fair_shuffle_copy(&rng, NULL, NULL, 10, 0);
        CHECK(memcmp(&rng, &before, sizeof rng) == 0); /* none of this needs dice */
    }

    TEST("arrays that cannot exist are errors, or are not touched")
    {
        uint64_t guard[4] = {1, 2, 3, 4};
        fair_rng rng;
        fair_rng_init_key(&rng, test_key(46));
        fair_shuffle(&rng, guard, SIZE_MAX / 2, 4);
        fair_shuffle_head(&rng, guard, SIZE_MAX / 2, 4, 3);
        fair_shuffle_copy(&rng, guard, guard + 2, SIZE_MAX / 2, 4);
        fair_cycle(&rng, guard, SIZE_MAX / 2, 4);
        CHECK(fair_derange(&rng, guard, SIZE_MAX / 2, 4, NULL) == FAIR_ERANGE);
        CHECK(fair_unshuffle(&rng, guard, SIZE_MAX / 2, 4, NULL) == FAIR_ERANGE);
        /* no memory for the indices */
        CHECK(fair_derange(&rng, guard, SIZE_MAX / 2, 1, NULL) < 0);
        CHECK(fair_sample(&rng, UINT64_MAX, guard, SIZE_MAX / 4, NULL) == FAIR_ERANGE);
        CHECK(fair_sample_sorted(&rng, UINT64_MAX, guard, SIZE_MAX / 4) == FAIR_ERANGE);
        CHECK(guard[0] == 1 && guard[1] == 2 && guard[2] == 3 && guard[3] == 4);
    }
    return test_done();
}
