/* SPDX-License-Identifier: MIT
 *
 * test_parallel.c - the order by scattering depends only on the key and on n: it is the
 * same for any number of threads, every kernel, every size and alignment of elements, in
 * place or copied, and with several callers at once.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for threads.h */
#endif

#include "fairshuf.h"

#include "src/base/threads.h"
#include "tests/support/test.h"

static const unsigned thread_counts[] = {1, 2, 3, 7, 64, 0};
enum { COUNTS = sizeof thread_counts / sizeof *thread_counts };

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes);
    if (p == NULL) {
        printf("Bail out! no memory for the test\n");
        exit(1);
    }
    return p;
}

static uint32_t *order_by(const uint8_t *key, size_t n, unsigned threads)
{
    const fair_options options = {.threads = threads};
    uint32_t *p = allocate(n * sizeof *p);
    memset(p, 0xff, n * sizeof *p);
    CHECK(fair_permutation_parallel32(key, p, n, &options) == FAIR_OK);
    return p;
}

static uint32_t *order_of(size_t n, unsigned threads)
{
    return order_by(test_key(100), n, threads);
}

/* Byte j of the element that represents x. */
static unsigned char byte_of(uint32_t x, size_t j)
{
    return (unsigned char)((x * 2654435761u + (uint32_t)j * 40503u) >> 24);
}

static void deal(unsigned char *a, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < size; j++)
            a[i * size + j] = byte_of((uint32_t)i, j);
}

/* Whether the elements of a have the order p. */
static int has_order(const unsigned char *a, const uint32_t *p, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < size; j++)
            if (a[i * size + j] != byte_of(p[i], j))
                return 0;
    return 1;
}

static void test_threads(void)
{
    static const size_t sizes[] = {2,      1000,   98304,  98305,
                                   131072, 131073, 300000, 1 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        uint32_t *first = order_of(n, 1);
        CHECK(fair_check_permutation32(first, n, NULL) == FAIR_OK);
        for (size_t t = 1; t < COUNTS; t++) {
            uint32_t *p = order_of(n, thread_counts[t]);
            CHECKF(memcmp(p, first, n * sizeof *p) == 0, "n %zu, %u threads", n,
                   thread_counts[t]);
            free(p);
        }
        uint64_t *wide = allocate(n * sizeof *wide);
        CHECK(fair_permutation_parallel64(test_key(100), wide, n, NULL) == FAIR_OK);
        for (size_t j = 0; j < n; j++)
            if (!CHECK(wide[j] == first[j]))
                break;
        free(wide);
        free(first);
    }
}

/* Two levels of scattering with the real constants. The expected hash is that of the
 * model, which takes minutes: `order_model.py parallel 25300000`. */
static void test_two_levels(void)
{
    enum { N = 25300000 };
    uint32_t *one = order_by(test_key(24), N, 1), *two = order_by(test_key(24), N, 2);
    uint64_t hash = 0xcbf29ce484222325u;
    CHECK(memcmp(one, two, N * sizeof *one) == 0);
    CHECK(fair_check_permutation32(one, N, NULL) == FAIR_OK);
    for (size_t i = 0; i < N; i++)
        for (unsigned j = 0; j < 64; j += 8)
            hash = (hash ^ (uint8_t)((uint64_t)one[i] >> j)) * 0x100000001b3u;
    CHECKF(hash == 0x52dc84e00ca98519u, "the order of %d has the hash %016" PRIx64, N,
           hash);
    free(one);
    free(two);
}

/* Numbers in an array must get the order of indices, which are put into buffers one by
 * one. Two, four and eight buckets. */
static void test_kernels(void)
{
    static const size_t sizes[] = {98305, 98320, 131072, 131073, 200000, 262144, 300001};
    const char *name;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        uint32_t *first = order_of(n, 1), *a = allocate(n * sizeof *a);
        for (size_t k = 0; (name = fair_kernel_name(k)) != NULL; k++)
            for (unsigned threads = 1; threads <= 3; threads++) {
                const fair_options options = {.threads = threads};
                CHECK(fair_kernel_use(name) == FAIR_OK);
                uint32_t *p = order_of(n, 2);
                CHECKF(memcmp(p, first, n * sizeof *p) == 0, "kernel %s", name);
                free(p);
                for (uint32_t j = 0; j < n; j++)
                    a[j] = j;
                CHECK(fair_shuffle_parallel(test_key(100), a, n, sizeof *a, &options) ==
                      FAIR_OK);
                CHECKF(memcmp(a, first, n * sizeof *a) == 0,
                       "kernel %s, %u threads, %zu elements", name, threads, n);
            }
        free(first);
        free(a);
    }
    fair_kernel_use(NULL);
}

static void test_elements(void)
{
    const size_t n = 100000;
    uint32_t *p = order_of(n, 1);
    unsigned char *from = allocate(n * 101 + 16), *to = allocate(n * 101 + 16);
    for (size_t size = 1; size <= 101; size += size < 40 ? 1 : 61) {
        const size_t shift = size * 7 % 16;
        deal(from + shift, n, size);
        memset(to, 0, n * size + 16);
        CHECK(fair_shuffle_parallel_copy(test_key(100), to + shift, from + shift, n, size,
                                         NULL) == FAIR_OK);
        CHECKF(has_order(to + shift, p, n, size), "copy, %zu bytes", size);
        CHECK(fair_shuffle_parallel(test_key(100), from + shift, n, size, NULL) ==
              FAIR_OK);
        CHECKF(has_order(from + shift, p, n, size), "%zu bytes", size);
    }
    free(from);
    free(to);
    free(p);
}

/* Elements so large that a block has few of them. */
static void test_large_elements(void)
{
    enum { N = 99000, SIZE = 2000 };
    uint32_t *p = order_of(N, 1);
    unsigned char *a = allocate((size_t)N * SIZE);
    deal(a, N, SIZE);
    CHECK(fair_shuffle_parallel(test_key(100), a, N, SIZE, NULL) == FAIR_OK);
    CHECK(has_order(a, p, N, SIZE));
    free(a);
    free(p);
}

static void test_leaf(void)
{
    static const size_t sizes[] = {0, 1, 2, 52, 98304};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        uint32_t *p = order_of(n, 0), *q = allocate(n * sizeof *q);
        fair_rng rng;
        fair_rng_init_key(&rng, test_key(100));
        fair_permutation32(&rng, q, n);
        CHECKF(n == 0 || memcmp(p, q, n * sizeof *p) == 0, "n %zu", n);
        free(p);
        free(q);
    }
}

FS_THREAD_MAIN(call, context)
{
    *(uint32_t **)context = order_of(150000, 2);
    FS_THREAD_END;
}

static void test_callers(void)
{
    enum { CALLERS = 4, N = 150000 };
    fs_thread thread[CALLERS];
    uint32_t *p[CALLERS], *first = order_of(N, 1);
    for (size_t i = 0; i < CALLERS; i++)
        CHECK(fs_thread_start(&thread[i], call, &p[i]) == 0);
    for (size_t i = 0; i < CALLERS; i++) {
        fs_thread_join(&thread[i]);
        CHECK(memcmp(p[i], first, N * sizeof *first) == 0);
        free(p[i]);
    }
    free(first);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "large") == 0) {
        TEST("two levels of scattering: the recorded order, with one thread and two")
        test_two_levels();
        return test_done();
    }
    TEST("the same order for 1, 2, 3, 7, 64 and all threads, in 32 bits and 64")
    test_threads();
    TEST("the same order with every kernel")
    test_kernels();
    TEST("the same order for every element size and alignment, in place and copied")
    test_elements();
    TEST("the same order for large elements")
    test_large_elements();
    TEST("up to a leaf: the order of fair_shuffle with the same key")
    test_leaf();
    TEST("several callers at once")
    test_callers();
    return test_done();
}
