/* SPDX-License-Identifier: MIT
 *
 * test_lockstep.c - fair_shuffle_arrays(): every array gets the order of fair_shuffle(),
 * whatever the generator and the sizes of the elements; the generator is left as
 * fair_shuffle() leaves it; arrays that overlap are refused before anything is drawn.
 */
#include "fairshuf.h"

#if !defined(__wasm__) && !defined(_WIN32) /* they have no fork() */
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "tests/support/test.h"

enum { ARRAYS = 9, MOST = 20000, LARGEST = 100 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const size_t sizes[ARRAYS] = {4, 0, 1, 100, 8, 3, 16, 24, 0};
static const size_t lengths[] = {0, 1, 2, 3, 17, 18, 19, 52, 300, 5000, MOST};
static unsigned char room[ARRAYS][MOST * LARGEST];
static uint64_t order[MOST];

/* Byte k of element i. */
static unsigned char mark(uint64_t i, size_t k)
{
    return (unsigned char)((i >> (8 * (k % 3))) + k);
}

static void fill(fair_array *arrays, size_t n)
{
    for (size_t a = 0; a < ARRAYS; a++) {
        arrays[a] = (fair_array){sizes[a] > 0 ? room[a] : NULL, sizes[a], {0}};
        for (size_t i = 0; i < n * sizes[a]; i++)
            room[a][i] = mark(i / sizes[a], i % sizes[a]);
    }
}

/* Whether all arrays have the order in `order`. */
static int in_order(size_t n)
{
    for (size_t a = 0; a < ARRAYS; a++)
        for (size_t i = 0; i < n * sizes[a]; i++)
            if (room[a][i] != mark(order[i / sizes[a]], i % sizes[a]))
                return 0;
    return 1;
}

static void identity(size_t n)
{
    for (size_t i = 0; i < n; i++)
        order[i] = i;
}

/* A source that gives `left` more bytes of a keyed stream, `portion` at a time. */
struct source {
    fair_rng bytes;
    size_t left, portion;
    unsigned asked;
};

static size_t give(void *context, void *buffer, size_t length)
{
    struct source *s = context;
    size_t part = s->portion < length ? s->portion : length;
    part = part < s->left ? part : s->left;
    fair_rng_bytes(&s->bytes, buffer, part);
    s->left -= part;
    s->asked++;
    return part;
}

static void start(struct source *s, fair_rng *rng, size_t left, size_t portion)
{
    *s = (struct source){.left = left, .portion = portion};
    fair_rng_init_key(&s->bytes, test_key(90));
    fair_rng_init_source(rng, give, s);
}

static void test_errors(void)
{
    static uint32_t shared[8];
    struct source s;
    fair_rng rng;
    start(&s, &rng, 0, 8);
    const fair_array overlapping[][3] = {
        {{shared, 4, {0}}, {room[0], 4, {0}}, {shared, 4, {0}}},
        {{shared, 4, {0}}, {room[0], 4, {0}}, {shared + 3, 4, {0}}},
        {{shared + 3, 4, {0}}, {room[0], 4, {0}}, {shared, 4, {0}}},
        {{room[0], 4, {0}}, {shared, 8, {0}}, {(char *)shared + 31, 1, {0}}},
        {{(char *)shared + 31, 1, {0}}, {shared, 8, {0}}, {room[0], 4, {0}}},
        {{room[0], 4, {0}}, {room[2], 4, {0}}, {room[1], 1 + sizeof room[1] / 4, {0}}},
        {{shared, 4, {1, 0}}, {room[0], 4, {0}}, {room[1], 4, {0}}},
        {{shared, 4, {0}}, {room[0], 4, {0}}, {NULL, 0, {0, 1}}},
    };
    for (size_t i = 0; i < COUNT(overlapping); i++)
        CHECKF(fair_shuffle_arrays(&rng, overlapping[i], 3, 4) == FAIR_EINVAL, "%zu", i);
    CHECK(fair_shuffle_arrays(&rng, overlapping[0], 3, 1) == FAIR_EINVAL);
    CHECK(fair_shuffle_arrays(&rng, overlapping[0], 3, 0) == FAIR_OK);
    CHECK(fair_shuffle_arrays(&rng, overlapping[0], 2, 1) == FAIR_OK);
    CHECK(fair_shuffle_arrays(&rng, NULL, 0, 100) == FAIR_OK);
    const fair_array huge[] = {{shared, 1, {0}}, {room[0], PTRDIFF_MAX / 2, {0}}};
    CHECK(fair_shuffle_arrays(&rng, huge, 2, 3) == FAIR_ERANGE);
    CHECK(fair_shuffle_arrays(&rng, huge, SIZE_MAX / 2, 3) == FAIR_ERANGE);
    const fair_array nothing[] = {{NULL, 0, {0}}, {NULL, 0, {0}}};
    CHECK(fair_shuffle_arrays(&rng, nothing, 2, SIZE_MAX) == FAIR_OK);
    CHECK(s.asked == 0 && fair_rng_error(&rng) == FAIR_OK);
    for (size_t i = 0; i < 8; i++)
        CHECK(shared[i] == 0);
}

/* Many arrays in one block, in any order: they touch, but do not overlap. */
static void test_neighbours(void)
{
    enum { MANY = 60, N = 5 };
    unsigned char *first = room[0] + 8;
    fair_rng rng;
    for (unsigned round = 0; round < 200; round++) {
        fair_array arrays[MANY];
        fair_rng_init_key(&rng, test_key(round));
        for (size_t a = 0; a < MANY; a++)
            arrays[a] = (fair_array){first + a * N * 2, 2, {0}};
        if (round > 0)
            fair_shuffle(&rng, arrays, MANY, sizeof *arrays);
        CHECK(fair_shuffle_arrays(&rng, arrays, MANY, N) == FAIR_OK);
        const size_t one = (size_t)fair_below(&rng, MANY);
        unsigned char *moved = arrays[one].base;
        moved += fair_below(&rng, 2) ? 1 : -1;
        if (moved < first || moved + N * 2 > first + MANY * N * 2)
            continue; /* not into a neighbour */
        arrays[one].base = moved;
        CHECKF(fair_shuffle_arrays(&rng, arrays, MANY, N) == FAIR_EINVAL, "round %u",
               round);
    }
}

int main(void)
{
    fair_array arrays[ARRAYS];
    fair_rng rng, expected;

    TEST("every array has the order of fair_shuffle, and the generator goes on after it")
    for (size_t l = 0; l < COUNT(lengths); l++) {
        const size_t n = lengths[l];
        fair_rng_init_key(&rng, test_key(91));
        expected = rng;
        identity(n);
        fair_shuffle(&expected, order, n, sizeof *order);
        fill(arrays, n);
        CHECK(fair_shuffle_arrays(&rng, arrays, ARRAYS, n) == FAIR_OK);
        CHECKF(in_order(n), "n %zu", n);
        CHECK(fair_rng_u64(&rng) == fair_rng_u64(&expected));
    }

    TEST("... also from a source, which is read no more often")
    for (size_t l = 0; l < COUNT(lengths); l++)
        for (size_t portion = 5; portion <= 1024; portion = portion * 2 - 2) {
            const size_t n = lengths[l];
            struct source s, once;
            start(&once, &expected, SIZE_MAX, portion);
            identity(n);
            fair_shuffle(&expected, order, n, sizeof *order);
            fill(arrays, n);
            start(&s, &rng, SIZE_MAX, portion);
            CHECK(fair_shuffle_arrays(&rng, arrays, ARRAYS, n) == FAIR_OK);
            CHECKF(in_order(n), "n %zu, portions of %zu", n, portion);
            CHECK(s.asked == once.asked);
            CHECK(fair_rng_u64(&rng) == fair_rng_u64(&expected));
        }

    TEST("... and from the operating system")
    {
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        expected = rng;
        identity(MOST);
        fair_shuffle(&expected, order, MOST, sizeof *order);
        fill(arrays, MOST);
        CHECK(fair_shuffle_arrays(&rng, arrays, ARRAYS, MOST) == FAIR_OK);
        CHECK(in_order(MOST));
    }

#if !defined(__wasm__) && !defined(_WIN32)
    TEST("... and in a child process, in which the generator starts again")
    for (unsigned drawn = 0; drawn < 3; drawn++) {
        int status = 1;
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        if (drawn > 0)
            fair_rng_u64(&rng);
        fill(arrays, 300);
        identity(300);
        const pid_t child = fork();
        if (child == 0) {
            fair_array two[] = {{order, 8, {0}}, {NULL, 0, {0}}, arrays[0], arrays[3]};
            const int error = fair_shuffle_arrays(&rng, two, 4, 300);
            int good = error == FAIR_OK;
            for (size_t i = 0; i < 300; i++)
                good &= room[0][4 * i] == mark(order[i], 0) &&
                        room[0][4 * i + 1] == mark(order[i], 1) &&
                        room[3][100 * i] == mark(order[i], 0) &&
                        room[3][100 * i + 1] == mark(order[i], 1);
            _exit(good ? 0 : 1);
        }
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
#endif

    TEST("a source that fails anywhere: FAIR_ESOURCE, and the arrays are in lockstep")
    {
        unsigned failed = 0;
        for (size_t bytes = 0; bytes < 1000; bytes += 7) {
            enum { N = 300 };
            struct source s;
            fair_array pairs[] = {{order, 8, {0}}, {room[0], 4, {0}}};
            uint32_t narrow[N];
            identity(N);
            for (uint32_t i = 0; i < N; i++)
                narrow[i] = i;
            pairs[1].base = narrow;
            start(&s, &rng, bytes, 8);
            const int error = fair_shuffle_arrays(&rng, pairs, 2, N);
            CHECK(error == FAIR_OK || error == FAIR_ESOURCE);
            failed += error != FAIR_OK;
            for (size_t i = 0; i < N; i++)
                CHECK(order[i] == narrow[i]);
            CHECK(fair_check_permutation64(order, N, NULL) == FAIR_OK);
            /* The next shuffle with this generator reports the error, too. */
            CHECK(fair_shuffle_arrays(&rng, pairs, 2, N) == error || error == FAIR_OK);
            for (size_t i = 0; i < N; i++)
                CHECK(order[i] == narrow[i]);
        }
        CHECK(failed > 20 && failed < 142);
    }

    TEST("a wiped generator: FAIR_ESTATE, and the arrays are in lockstep")
    {
        fair_rng_wipe(&rng);
        fair_rng_wipe(&expected);
        identity(300);
        fair_shuffle(&expected, order, 300, sizeof *order);
        fill(arrays, 300);
        CHECK(fair_shuffle_arrays(&rng, arrays, ARRAYS, 300) == FAIR_ESTATE);
        CHECK(in_order(300));
    }

    TEST("invalid arrays are refused before anything is drawn or moved")
    test_errors();

    TEST("arrays that touch do not overlap; arrays that share one byte do")
    test_neighbours();
    return test_done();
}
