/* SPDX-License-Identifier: MIT
 *
 * test_walks.c - walks with prefetching (walk_far.h) draw the same dice as others:
 * compares fair_shuffle with fair_shuffle_with. The library is compiled with small limits
 * of the batches, so that the walks go through all phases.
 */
#include "fairshuf.h"

#include "tests/support/test.h"

enum { MOST = 4000 };

static void exchange(void *context, size_t i, size_t j)
{
    uint32_t *a = context;
    const uint32_t kept = a[i];
    a[i] = a[j];
    a[j] = kept;
}

int main(void)
{
    static uint32_t far[MOST], near[MOST];
    fair_rng one, two;
    TEST("far walks draw the dice of near ones")
    for (size_t n = 0; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++)
            far[i] = near[i] = (uint32_t)i;
        fair_rng_init_key(&one, test_key((unsigned)n));
        fair_rng_init_key(&two, test_key((unsigned)n));
        fair_shuffle(&one, far, n, sizeof *far);
        fair_shuffle_with(&two, n, exchange, near);
        CHECKF(memcmp(far, near, n * sizeof *far) == 0, "n %zu: another order", n);
        CHECKF(fair_rng_u64(&one) == fair_rng_u64(&two), "n %zu: other words drawn", n);
    }
    return test_done();
}
