/* SPDX-License-Identifier: MIT
 *
 * proof_order.c - proves that the order by scattering is exactly uniform, by enumerating
 * all sequences of bucket numbers and dice.
 *
 * The library's own sources are compiled with enumerated dice (enumerate.h) and with tiny
 * constants (FS_LEAF, FS_AIM, FS_CHUNK, blocks), so that a few records go through chunks,
 * blocks, and several levels of nodes with few and many buckets.
 *
 * All records of a node may go to the same bucket, again and again, so there are endless
 * sequences. Sequences less likely than a limit are given up. The probability of a
 * sequence depends only on how many records each bucket gets, never on which. So the
 * remaining sequences must still be uniform, and the others must have little probability.
 */
#include "fairshuf.h"

#include "tests/shuffle/outcomes.h"
#include "tests/support/test.h"

enum { MOST = 5 };

static const fair_options alone = {.threads = 1};

static void run_in_place(struct proof *p)
{
    deal(p);
    p->legal &=
        fair_shuffle_parallel(test_key(0), p->result.value, p->n, 1, &alone) == FAIR_OK;
}

static void run_copy(struct proof *p)
{
    uint16_t from[MOST], to[MOST];
    for (unsigned i = 0; i < p->n; i++)
        from[i] = (uint16_t)(i * 0x101);
    p->legal &= fair_shuffle_parallel_copy(test_key(0), to, from, p->n, sizeof *to,
                                           &alone) == FAIR_OK;
    p->result.length = p->n;
    for (unsigned i = 0; i < p->n; i++)
        p->result.value[i] = (unsigned char)to[i];
}

static void run_permutation32(struct proof *p)
{
    uint32_t all[MOST];
    p->legal &= fair_permutation_parallel32(test_key(0), all, p->n, &alone) == FAIR_OK;
    p->result.length = p->n;
    for (unsigned i = 0; i < p->n; i++)
        p->result.value[i] = (unsigned char)all[i];
}

static void run_permutation64(struct proof *p)
{
    uint64_t all[MOST];
    p->legal &= fair_permutation_parallel64(test_key(0), all, p->n, &alone) == FAIR_OK;
    p->result.length = p->n;
    for (unsigned i = 0; i < p->n; i++)
        p->result.value[i] = (unsigned char)all[i];
}

/* The negative control: scattered, but the buckets are not shuffled. */
static void run_unshuffled(struct proof *p)
{
    uint64_t bucket[MOST];
    for (unsigned i = 0; i < p->n; i++)
        bucket[i] = enumerate_choose(2);
    for (uint64_t b = 0; b < 2; b++)
        for (unsigned i = 0; i < p->n; i++)
            if (bucket[i] == b)
                p->result.value[p->result.length++] = (unsigned char)i;
}

/* The largest difference between the probability of an outcome and an even share. */
static long double unevenness(struct proof *p, long double limit, long double *open)
{
    const unsigned orders = factorial(p->n);
    forget(p);
    const enumeration e = enumerate(begin, count, p, limit);
    const long double share = (1 - e.open) / orders;
    long double worst = p->outcomes == orders ? 0 : share;
    *open = e.open;
    for (size_t i = 0; i < OUTCOMES; i++)
        if (table[i].runs > 0) {
            const long double off = table[i].probability - share;
            worst = off > worst ? off : -off > worst ? -off : worst;
        }
    return worst;
}

static void prove_all(void (*run)(struct proof *), unsigned most)
{
    /* At most 0.1 of the probability may be open. The rest must be uniform, except for
     * rounding. */
    static const long double limit[] = {0, 0, 0, 1e-5L, 1e-6L, 2e-7L};
    for (unsigned n = 0; n <= most; n++) {
        struct proof p = {.run = run, .n = n};
        long double open;
        const long double worst = unevenness(&p, limit[n], &open);
        CHECKF(p.legal, "n %u: an error", n);
        CHECKF(worst < 1e-15L, "n %u: uneven by %Lg", n, worst);
        CHECKF(open < 0.1L, "n %u: %Lg left open", n, open);
    }
}

int main(void)
{
    TEST("fair_shuffle_parallel: each order equally likely")
    prove_all(run_in_place, MOST);
    TEST("fair_shuffle_parallel_copy: each order equally likely")
    prove_all(run_copy, 4);
    TEST("fair_permutation_parallel32: each order equally likely")
    prove_all(run_permutation32, 4);
    TEST("fair_permutation_parallel64: each order equally likely")
    prove_all(run_permutation64, 4);
    TEST("negative control: buckets that are not shuffled")
    for (unsigned n = 2; n <= MOST; n++) {
        struct proof p = {.run = run_unshuffled, .n = n};
        long double open;
        CHECK(unevenness(&p, 0, &open) > 1e-3L && open == 0);
    }
    return test_done();
}
