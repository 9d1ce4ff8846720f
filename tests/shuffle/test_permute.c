/* SPDX-License-Identifier: MIT
 *
 * test_permute.c - applying permutations: all forms, in place and copied, do what their
 * definition says, for every permutation of up to 7 elements and for large ones; invalid
 * arguments are errors, and then nothing is changed.
 *
 * It is also built with few walkers for arrays of any size (src/shuffle/cycles.c), so
 * that they meet in every possible way, and with prefetching in small copies.
 */
#include "fairshuf.h"

#include "tests/support/hooks.h"
#include "tests/support/test.h"

enum { MOST = 40001, MARGIN = 32, ROOM = MOST * 24 + 2 * MARGIN };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t wide[MOST];
static uint32_t narrow[MOST];
static unsigned char before[ROOM], room[ROOM], other[ROOM];

/* ---- all forms of a function, with one signature ---------------------------------- */

struct form {
    const char *name;
    int inverse;
    int (*run)(unsigned char *base, size_t n, size_t size, const fair_options *options);
};

#define FORM(name, call)                                                                 \
    static int name(unsigned char *base, size_t n, size_t size,                          \
                    const fair_options *options)                                         \
    {                                                                                    \
        return call;                                                                     \
    }

FORM(place32, fair_permute32(base, n, size, narrow, options))
FORM(place64, fair_permute64(base, n, size, wide, options))
FORM(inverse32, fair_permute_inverse32(base, n, size, narrow, options))
FORM(inverse64, fair_permute_inverse64(base, n, size, wide, options))

/* Copies go from `other`, which must not change, back to the base. */
static int copy(unsigned char *base, size_t n, size_t size, const fair_options *options,
                int bits, int inverse)
{
    memcpy(other, base, n * size);
    const int error =
        bits == 32 ? (inverse ? fair_permute_inverse_copy32 : fair_permute_copy32)(
                         base, other, n, size, narrow, options)
                   : (inverse ? fair_permute_inverse_copy64
                              : fair_permute_copy64)(base, other, n, size, wide, options);
    CHECK(memcmp(other, before + MARGIN, n * size) == 0);
    return error;
}

FORM(copy32, copy(base, n, size, options, 32, 0))
FORM(copy64, copy(base, n, size, options, 64, 0))
FORM(inverse_copy32, copy(base, n, size, options, 32, 1))
FORM(inverse_copy64, copy(base, n, size, options, 64, 1))

/* Several arrays: one of size 0, one of single bytes, and the base. */
static int arrays(unsigned char *base, size_t n, size_t size, const fair_options *options,
                  int bits, int inverse)
{
    static unsigned char bytes[MOST];
    const fair_array all[] = {{NULL, 0, {0}}, {bytes, 1, {0}}, {base, size, {0}}};
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)(i * 7);
    const int error = bits == 32
                          ? (inverse ? fair_permute_inverse_arrays32
                                     : fair_permute_arrays32)(all, 3, n, narrow, options)
                          : (inverse ? fair_permute_inverse_arrays64
                                     : fair_permute_arrays64)(all, 3, n, wide, options);
    int good = 1;
    for (size_t i = 0; i < n; i++) {
        const size_t to = error == FAIR_OK && inverse ? (size_t)wide[i] : i;
        const size_t from = error == FAIR_OK && !inverse ? (size_t)wide[i] : i;
        good &= bytes[to] == (unsigned char)(from * 7);
    }
    CHECKF(good, "n %zu: the other array", n);
    return error;
}

FORM(arrays32, arrays(base, n, size, options, 32, 0))
FORM(arrays64, arrays(base, n, size, options, 64, 0))
FORM(inverse_arrays32, arrays(base, n, size, options, 32, 1))
FORM(inverse_arrays64, arrays(base, n, size, options, 64, 1))

static const struct form forms[] = {
    {"fair_permute32", 0, place32},
    {"fair_permute64", 0, place64},
    {"fair_permute_copy32", 0, copy32},
    {"fair_permute_copy64", 0, copy64},
    {"fair_permute_arrays32", 0, arrays32},
    {"fair_permute_arrays64", 0, arrays64},
    {"fair_permute_inverse32", 1, inverse32},
    {"fair_permute_inverse64", 1, inverse64},
    {"fair_permute_inverse_copy32", 1, inverse_copy32},
    {"fair_permute_inverse_copy64", 1, inverse_copy64},
    {"fair_permute_inverse_arrays32", 1, inverse_arrays32},
    {"fair_permute_inverse_arrays64", 1, inverse_arrays64},
};

/* ---- what must hold ------------------------------------------------------------------
 */

static void fill(size_t n, size_t size)
{
    for (size_t i = 0; i < n * size + 2 * MARGIN; i++) {
        const size_t element = i / (size > 0 ? size : 1);
        before[i] = (unsigned char)(element >> (8 * (i % 3)) ^ i * 5);
    }
    memcpy(room, before, n * size + 2 * MARGIN);
}

/* Applies the permutation in `wide`, which is also in `narrow`, and compares. */
static int good(const struct form *f, size_t n, size_t size)
{
    fill(n, size);
    if (f->run(room + MARGIN, n, size, NULL) != FAIR_OK)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const size_t to = f->inverse ? (size_t)wide[i] : i;
        const size_t from = f->inverse ? i : (size_t)wide[i];
        if (memcmp(room + MARGIN + to * size, before + MARGIN + from * size, size) != 0)
            return 0;
    }
    return memcmp(room, before, MARGIN) == 0 &&
           memcmp(room + MARGIN + n * size, before + MARGIN + n * size, MARGIN) == 0;
}

static void check_all(size_t n, const size_t *sizes, size_t count, const char *name)
{
    for (size_t i = 0; i < n; i++)
        narrow[i] = (uint32_t)wide[i];
    for (size_t f = 0; f < COUNT(forms); f++)
        for (size_t s = 0; s < count; s++)
            CHECKF(good(&forms[f], n, sizes[s]), "%s, %s, n %zu, size %zu", forms[f].name,
                   name, n, sizes[s]);
    int kept = 1;
    for (size_t i = 0; i < n; i++)
        kept &= narrow[i] == wide[i];
    CHECKF(kept, "%s, n %zu: the permutation was changed", name, n);
}

/* The next permutation in lexicographic order. Returns 0 after the last. */
static int next_permutation(size_t n)
{
    size_t i = n, j = n;
    while (i > 1 && wide[i - 2] >= wide[i - 1])
        i--;
    if (i <= 1)
        return 0;
    while (wide[j - 1] <= wide[i - 2])
        j--;
    uint64_t kept = wide[i - 2];
    wide[i - 2] = wide[j - 1];
    wide[j - 1] = kept;
    for (j = n; i < j; i++, j--) {
        kept = wide[i - 1];
        wide[i - 1] = wide[j - 1];
        wide[j - 1] = kept;
    }
    return 1;
}

static void identity(size_t n)
{
    for (size_t i = 0; i < n; i++)
        wide[i] = i;
}

/* Permutations of n with a structure, by number. Returns NULL if there is none. */
static const char *structured(unsigned which, size_t n)
{
    fair_rng rng;
    fair_rng_init_key(&rng, test_key(60 + which));
    identity(n);
    switch (which) {
    case 0:
        return "identity";
    case 1:
        for (size_t i = 0; i < n; i++)
            wide[i] = (i + 1) % n;
        return "rotation by 1";
    case 2:
        for (size_t i = 0; i < n; i++)
            wide[i] = (i + n - n / 3) % n;
        return "rotation by a third";
    case 3:
        for (size_t i = 0; i < n; i++)
            wide[i] = n - 1 - i;
        return "reversal";
    case 4:
        for (size_t i = 0; i + 1 < n; i += 2) {
            wide[i] = i + 1;
            wide[i + 1] = i;
        }
        return "neighbours swapped";
    case 5:
        fair_cycle(&rng, wide, n, sizeof *wide);
        return "one cycle";
    case 6:
        fair_cycle(&rng, wide, n / 2, sizeof *wide);
        fair_cycle(&rng, wide + n / 2, n - n / 2, sizeof *wide);
        return "two cycles";
    case 7:
        for (size_t i = 0; i + 50 <= n; i += 50)
            fair_cycle(&rng, wide + i, 50, sizeof *wide);
        return "cycles of 50";
    case 8:
        fair_permutation64(&rng, wide, n);
        return "random";
    default:
        return NULL;
    }
}

/* Checks that every form returns the error, and changes nothing. */
static void refused(size_t n, size_t size, const fair_options *options, int error)
{
    static uint64_t wide_before[100];
    memcpy(wide_before, wide, n * sizeof *wide);
    for (size_t f = 0; f < COUNT(forms); f++) {
        fill(n, size);
        const int got = forms[f].run(room + MARGIN, n, size, options);
        CHECKF(got == error, "%s: %d, not %d", forms[f].name, got, error);
        CHECKF(memcmp(room, before, n * size + 2 * MARGIN) == 0, "%s", forms[f].name);
        CHECK(memcmp(wide_before, wide, n * sizeof *wide) == 0);
    }
}

/* Every place of a permutation of n gets every wrong value. */
static void test_no_permutation(size_t n)
{
    structured(8, n);
    for (size_t i = 0; i < n; i++)
        narrow[i] = (uint32_t)wide[i];
    for (size_t i = 0; i < n; i++) {
        const uint64_t kept = wide[i];
        const uint64_t wrong[] = {n,          n + 1,    n + 63,
                                  UINT32_MAX, kept ^ 1, wide[n - 1 - i]};
        for (size_t w = 0; w < COUNT(wrong); w++) {
            if (wrong[w] == kept)
                continue;
            wide[i] = wrong[w];
            narrow[i] = (uint32_t)wrong[w];
            refused(n, 4, NULL, FAIR_EINVAL);
            refused(n, 0, NULL, FAIR_EINVAL);
        }
        wide[i] = kept;
        narrow[i] = (uint32_t)kept;
    }
    /* In 64 bits, what would be right in 32. */
    wide[0] += (uint64_t)1 << 32;
    CHECK(fair_permute64(room, n, 4, wide, NULL) == FAIR_EINVAL);
    CHECK(fair_permute_inverse_copy64(room, other, n, 4, wide, NULL) == FAIR_EINVAL);
    wide[0] -= (uint64_t)1 << 32;
}

static void test_overlap(void)
{
    enum { N = 10 };
    static uint32_t p[4 * N], saved[4 * N];
    for (uint32_t i = 0; i < 4 * N; i++)
        p[i] = (i + 1) % N;
    memcpy(saved, p, sizeof p);
    uint32_t *q = p + N; /* N entries in the middle */
    unsigned char *end = (unsigned char *)(q + N);
    for (int inverse = 0; inverse < 2; inverse++) {
        int (*place)(void *, size_t, size_t, const uint32_t *, const fair_options *) =
            inverse ? fair_permute_inverse32 : fair_permute32;
        int (*into)(void *, const void *, size_t, size_t, const uint32_t *,
                    const fair_options *) =
            inverse ? fair_permute_inverse_copy32 : fair_permute_copy32;
        CHECK(place(q, N, 4, q, NULL) == FAIR_EINVAL);
        CHECK(place(end - 1, N, 1, q, NULL) == FAIR_EINVAL);
        CHECK(place((unsigned char *)q - N + 1, N, 1, q, NULL) == FAIR_EINVAL);
        CHECK(place(p, N, 12, q, NULL) == FAIR_EINVAL);
        CHECK(into(q, room, N, 4, q, NULL) == FAIR_EINVAL);
        CHECK(into(end - 1, room, N, 1, q, NULL) == FAIR_EINVAL);
        CHECK(into(p, p, N, 4, q, NULL) == FAIR_EINVAL);
        CHECK(into(p, (unsigned char *)q - 1, N, 4, p + 3 * N, NULL) == FAIR_EINVAL);
        CHECK(into((unsigned char *)q - 1, p, N, 4, p + 3 * N, NULL) == FAIR_EINVAL);
        const fair_array with_p[] = {{room, 4, {0}}, {q - 1, 4, {0}}};
        const fair_array each_other[] = {{room, 4, {0}}, {room + 39, 1, {0}}};
        const fair_array reserved[] = {{room, 4, {0}}, {other, 4, {0, 1}}};
        const fair_array fine[] = {{room, 4, {0}}, {room + 40, 1, {0}}};
        int (*several)(const fair_array *, size_t, size_t, const uint32_t *,
                       const fair_options *) =
            inverse ? fair_permute_inverse_arrays32 : fair_permute_arrays32;
        CHECK(several(with_p, 2, N, q, NULL) == FAIR_EINVAL);
        CHECK(several(each_other, 2, N, q, NULL) == FAIR_EINVAL);
        CHECK(several(reserved, 2, N, q, NULL) == FAIR_EINVAL);
        CHECK(several(fine, 2, N, q, NULL) == FAIR_OK);
        CHECK(several(with_p, 1, N, q, NULL) == FAIR_OK);
        CHECK(memcmp(p, saved, sizeof p) == 0);
        /* What is only read may overlap: a permutation is applied to itself. */
        uint32_t twice[N];
        CHECK(into(twice, q, N, 4, q, NULL) == FAIR_OK);
        for (uint32_t i = 0; i < N; i++)
            CHECK(twice[i] == (inverse ? i : (i + 2) % N));
        /* Elements of size 0 are nowhere. */
        CHECK(place(q, N, 0, q, NULL) == FAIR_OK);
        CHECK(into(q, q, N, 0, q, NULL) == FAIR_OK);
    }
    CHECK(fair_inverse32(q, q, N, NULL) == FAIR_EINVAL);
    CHECK(fair_inverse32(q + N - 1, q, N, NULL) == FAIR_EINVAL);
    CHECK(fair_inverse32(q - N + 1, q, N, NULL) == FAIR_EINVAL);
    CHECK(memcmp(p, saved, sizeof p) == 0);
    CHECK(fair_inverse32(q + N, q, N, NULL) == FAIR_OK);
    CHECK(fair_inverse32(q - N, q, N, NULL) == FAIR_OK);
    uint64_t wider[2 * N - 1];
    for (uint64_t i = 0; i < N; i++)
        wider[i] = N - 1 - i;
    CHECK(fair_inverse64(wider + N - 1, wider, N, NULL) == FAIR_EINVAL);
    CHECK(fair_inverse64(wider, wider, N, NULL) == FAIR_EINVAL);
}

int main(void)
{
    static const size_t few_sizes[] = {0, 1, 2, 3, 4, 8, 16, 20};
    static const size_t many_sizes[] = {1, 4, 8, 16, 24};

    TEST("every permutation of up to 7 elements")
    for (size_t n = 0; n <= 7; n++) {
        identity(n);
        do
            check_all(n, few_sizes, n < 7 ? COUNT(few_sizes) : 5, "enumerated");
        while (next_permutation(n));
    }

    TEST("permutations with a structure, of every size around 64 and 128")
    for (size_t n = 1; n <= 130; n += n == 3 ? 58 : n == 66 ? 60 : 1) {
        const char *name;
        for (unsigned which = 0; (name = structured(which, n)) != NULL; which++)
            check_all(n, few_sizes, COUNT(few_sizes), name);
    }

    TEST("large permutations")
    for (size_t n = 5000; n <= MOST; n += MOST - 5000) {
        const char *name;
        for (unsigned which = 0; (name = structured(which, n)) != NULL; which++)
            check_all(n, many_sizes, COUNT(many_sizes), name);
    }

    TEST(
        "the permutation of a key gives the order of fair_shuffle; the inverse undoes it")
    for (size_t n = 0; n < 3000; n = n * 3 / 2 + 1) {
        static uint64_t deck[3000], shuffled[3000];
        fair_rng rng;
        for (size_t i = 0; i < n; i++)
            deck[i] = shuffled[i] = 1000 + i;
        fair_rng_init_key(&rng, test_key(66));
        fair_shuffle(&rng, shuffled, n, 8);
        fair_rng_init_key(&rng, test_key(66));
        fair_permutation64(&rng, wide, n);
        CHECK(fair_permute64(deck, n, 8, wide, NULL) == FAIR_OK);
        CHECK(memcmp(deck, shuffled, n * 8) == 0);
        CHECK(fair_permute_inverse64(deck, n, 8, wide, NULL) == FAIR_OK);
        for (size_t i = 0; i < n; i++)
            CHECK(deck[i] == 1000 + i);
    }

    TEST("what is not a permutation is refused, and nothing is changed")
    {
        test_no_permutation(7);
        test_no_permutation(64);
        test_no_permutation(65);
    }

    TEST("arrays that overlap where they must not are refused")
    test_overlap();

    TEST("without memory: FAIR_ENOMEM, and nothing is changed; one block is enough")
    {
        enum { N = 100 };
        struct hooks hooks;
        fair_options options;
        structured(8, N);
        for (size_t i = 0; i < N; i++)
            narrow[i] = (uint32_t)wide[i];
        hooks_start(&hooks, &options);
        for (size_t f = 0; f < COUNT(forms); f++) {
            fill(N, 4);
            CHECK(forms[f].run(room + MARGIN, N, 4, &options) == FAIR_OK);
        }
        CHECK(hooks.calls == COUNT(forms) && hooks.peak == 16 && hooks.live == 0);
        hooks_start(&hooks, &options);
        options.memory = 15;
        refused(N, 4, &options, FAIR_ENOMEM);
        CHECK(hooks.calls == 0 && hooks.wrong == 0);
        options.memory = 0;
        options.reserved[0] = 1;
        refused(N, 4, &options, FAIR_EINVAL);
        options.reserved[0] = 0;
        options.release = NULL;
        refused(N, 4, &options, FAIR_EINVAL);
        CHECK(hooks.calls == 0);
    }

    TEST("arrays that cannot exist: FAIR_ERANGE")
    {
        const size_t n = (size_t)PTRDIFF_MAX / 4 + 1;
        const fair_array huge[] = {{room, 1, {0}}, {other, 2, {0}}};
        CHECK(fair_permute32(room, n, 1, narrow, NULL) == FAIR_ERANGE);
        CHECK(fair_permute64(room, n / 2, 1, wide, NULL) == FAIR_ERANGE);
        CHECK(fair_permute32(room, n / 2, 9, narrow, NULL) == FAIR_ERANGE);
        CHECK(fair_permute_inverse32(room, 3, PTRDIFF_MAX / 2, narrow, NULL) ==
              FAIR_ERANGE);
        CHECK(fair_permute_copy32(room, other, n, 1, narrow, NULL) == FAIR_ERANGE);
        CHECK(fair_permute_copy32(room, other, n / 2, 9, narrow, NULL) == FAIR_ERANGE);
        CHECK(fair_permute_inverse_copy64(room, other, n / 2, 0, wide, NULL) ==
              FAIR_ERANGE);
        CHECK(fair_permute_arrays32(huge, 2, 2 * n, narrow, NULL) == FAIR_ERANGE);
        CHECK(fair_permute_arrays32(huge, SIZE_MAX / 8, 1, narrow, NULL) == FAIR_ERANGE);
    }

    TEST("n = 0 allows NULL; no arrays are fine, if p is a permutation")
    {
        const fair_array none = {NULL, 8, {0}};
        narrow[0] = 1, narrow[1] = 0, narrow[2] = 2;
        CHECK(fair_permute32(NULL, 0, 8, NULL, NULL) == FAIR_OK);
        CHECK(fair_permute_copy64(NULL, NULL, 0, 8, NULL, NULL) == FAIR_OK);
        CHECK(fair_permute_arrays64(&none, 1, 0, NULL, NULL) == FAIR_OK);
        CHECK(fair_permute_arrays32(NULL, 0, 3, narrow, NULL) == FAIR_OK);
        narrow[2] = 1;
        CHECK(fair_permute_arrays32(NULL, 0, 3, narrow, NULL) == FAIR_EINVAL);
    }
    return test_done();
}
