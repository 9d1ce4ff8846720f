/* SPDX-License-Identifier: MIT
 *
 * test_order_tiny.c - the order by scattering with real keys and tiny constants: with
 * many keys, all orders of a few records are equally frequent. Unlike the proof by
 * enumeration, this test detects keys that are not independent; the negative controls
 * show that.
 */
#define FS_LEAF 3
#define FS_AIM 2
#define FS_CHUNK 4
#define FS_MOST_BITS 2
#define FS_BLOCK_BYTES 1
#define FS_BLOCK_LEAST 2
#include "tests/shuffle/spoil.h"

#include "tests/support/statistics.h"

enum { MOST = 7 };

/* The number of an order among the n! of them. */
static unsigned rank_of(const unsigned char *a, unsigned n)
{
    unsigned rank = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < n; j++)
            smaller += a[j] < a[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

static double orders_chisq(unsigned n, unsigned orders, unsigned trials)
{
    static uint64_t count[5040];
    static const fair_options alone = {.threads = 1};
    uint8_t key[FAIR_KEY_SIZE];
    memset(count, 0, sizeof count);
    start(90);
    for (unsigned t = 0; t < trials; t++) {
        unsigned char a[MOST];
        for (unsigned i = 0; i < n; i++)
            a[i] = (unsigned char)i;
        fair_rng_bytes(&rng, key, sizeof key);
        CHECK(fair_shuffle_parallel(key, a, n, 1, &alone) == FAIR_OK);
        count[rank_of(a, n)]++;
    }
    return chisq_even(count, orders, trials);
}

int main(void)
{
    static const unsigned orders[] = {1, 1, 2, 6, 24, 120, 720, 5040};
    TEST("every order of 2 to 7 records equally often")
    for (unsigned n = 2; n <= MOST; n++)
        RIGHT(orders_chisq(n, orders[n], 20 * 5040), orders[n] - 1);
    static const struct {
        const char *name;
        enum fault fault;
        unsigned least; /* records needed to detect it */
    } controls[] = {
        {"negative control: the key of a chunk repeated", CHUNK_KEY_REPEATED, 5},
        {"negative control: the stream of a bucket used for all", BUCKET_KEY_REPEATED, 4},
        {"negative control: leaves not shuffled", LEAF_NOT_SHUFFLED, 2},
    };
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        fault = controls[i].fault;
        TEST(controls[i].name)
        for (unsigned n = controls[i].least; n <= MOST; n++)
            WRONG(orders_chisq(n, orders[n], 20 * 5040), orders[n] - 1);
    }
    return test_done();
}
