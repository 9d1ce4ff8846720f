/* SPDX-License-Identifier: MIT
 *
 * proof_shuffles.c - proves that every shuffle, cycle, derangement and sample is exactly
 * uniform, by enumerating all sequences of choices.
 *
 * The library's own sources are compiled with enumerated dice (enumerate.h), in several
 * versions with tiny batch limits, so that the walks go through all their phases. All
 * outcomes must occur exactly equally often. (The gaps of sorted samples and reservoirs
 * have their own proof, proof_gaps.c.)
 *
 * Given fair dice (proof_dice.c), this proves the functions for these n; statistics for
 * larger n are in test_statistics.c.
 */
#include "fairshuf.h"

#include "tests/shuffle/enumerate.h"
#include "tests/shuffle/outcomes.h"
#include "tests/support/test.h"

/* Inside-out rolls whole batches, also beyond n, and each die multiplies the runs. */
#ifndef MOST_COPY
#define MOST_COPY 7
#endif

enum { MOST = 9 };

static fair_rng rng;

/* Checks that `expected` outcomes occur, all equally often. Sequences of choices less
 * likely than `limit` do not count: see the derangements. */
static int prove(struct proof *p, unsigned expected, long double limit)
{
    forget(p);
    const enumeration e = enumerate(begin, count, p, limit);
    int good = CHECKF(p->outcomes == expected, "n %u, k %u: %u outcomes, not %u", p->n,
                      p->k, p->outcomes, expected);
    good &= CHECKF(p->legal, "n %u, k %u: an outcome that must not be", p->n, p->k);
    good &= CHECK(e.even && (limit > 0 || e.open == 0));
    for (size_t i = 0; i < OUTCOMES; i++)
        if (table[i].runs > 0)
            good &= CHECKF(table[i].runs * expected == e.runs,
                           "n %u, k %u: %" PRIu64 " runs of %" PRIu64, p->n, p->k,
                           table[i].runs, e.runs);
    return good;
}

static unsigned falling(unsigned n, unsigned k)
{
    return k == 0 ? 1 : n * falling(n - 1, k - 1);
}

static unsigned derangements(unsigned n)
{
    return n == 0   ? 1
           : n == 1 ? 0
                    : (n - 1) * (derangements(n - 1) + derangements(n - 2));
}

/* ---- the functions ------------------------------------------------------------ */

static void run_shuffle(struct proof *p)
{
    deal(p);
    fair_shuffle(&rng, p->result.value, p->n, 1);
}

static void run_head(struct proof *p)
{
    deal(p);
    fair_shuffle_head(&rng, p->result.value, p->n, 1, p->k);
    memset(p->result.value + p->k, 0, p->n - p->k);
}

static void run_copy(struct proof *p)
{
    unsigned char from[MOST];
    deal(p);
    memcpy(from, p->result.value, p->n);
    fair_shuffle_copy(&rng, p->result.value, from, p->n, 1);
}

static void swap_values(void *context, size_t i, size_t j)
{
    unsigned char *value = context;
    const unsigned char kept = value[i];
    value[i] = value[j];
    value[j] = kept;
}

static void run_with(struct proof *p)
{
    deal(p);
    fair_shuffle_with(&rng, p->n, swap_values, p->result.value);
}

/* A generator with a source, so that all arrays are shuffled at once: the enumerated
 * dice are not those of the generator, and cannot be rolled again. */
static size_t refuse(void *context, void *buffer, size_t length)
{
    (void)context, (void)buffer, (void)length;
    return 0;
}

static void run_arrays(struct proof *p)
{
    fair_rng source;
    uint32_t twin[MOST];
    fair_rng_init_source(&source, refuse, NULL);
    deal(p);
    for (unsigned i = 0; i < p->n; i++)
        twin[i] = 1000 + i;
    const fair_array arrays[] = {{p->result.value, 1, {0}}, {twin, 4, {0}}};
    p->legal &= fair_shuffle_arrays(&source, arrays, 2, p->n) == FAIR_OK;
    for (unsigned i = 0; i < p->n; i++)
        p->legal &= twin[i] == 1000u + p->result.value[i];
}

static void run_permutation(struct proof *p)
{
    uint32_t all[MOST];
    fair_permutation32(&rng, all, p->n);
    p->result.length = p->n;
    for (unsigned i = 0; i < p->n; i++)
        p->result.value[i] = (unsigned char)all[i];
}

/* For comparison: the original method of Fisher and Yates (1938), striking out. */
static void run_original(struct proof *p)
{
    int struck[MOST] = {0};
    p->result.length = p->n;
    for (unsigned left = p->n; left > 0; left--) {
        unsigned at = 0;
        for (uint64_t skip = enumerate_choose(left); struck[at] || skip > 0; at++)
            skip -= !struck[at];
        struck[at] = 1;
        p->result.value[p->n - left] = (unsigned char)at;
    }
}

static void run_cycle(struct proof *p)
{
    deal(p);
    fair_cycle(&rng, p->result.value, p->n, 1);
}

static int one_cycle(const struct proof *p)
{
    unsigned length = 0, at = 0;
    do {
        at = p->result.value[at];
        length++;
    } while (at != 0 && length <= p->n);
    return length == p->n;
}

static void run_derange(struct proof *p)
{
    deal(p);
    p->legal &= fair_derange(&rng, p->result.value, p->n, 1, NULL) == FAIR_OK;
}

static int no_fixed_point(const struct proof *p)
{
    for (unsigned i = 0; i < p->n; i++)
        if (p->result.value[i] == i)
            return 0;
    return 1;
}

static void keep(struct proof *p, const uint64_t *out)
{
    p->result.length = p->k;
    for (unsigned i = 0; i < p->k; i++)
        p->result.value[i] = (unsigned char)out[i];
}

static void run_sample(struct proof *p)
{
    uint64_t out[MOST];
    p->legal &= fair_sample(&rng, p->n, out, p->k, NULL) == FAIR_OK;
    keep(p, out);
}

/* Outcomes of weighted samples are not equally likely. Their probabilities are compared
 * with those of an urn in which an item of weight w has w tickets. */
static const uint64_t weights[] = {1, 2, 3, 0, 2};

static void run_weighted(struct proof *p)
{
    uint64_t out[MOST];
    p->legal &= fair_sample_weighted(&rng, weights, 5, out, p->k, NULL) == FAIR_OK;
    keep(p, out);
}

static long double urn(const struct result *r)
{
    long double probability = 1, total = 8;
    for (unsigned i = 0; i < r->length; i++) {
        probability *= (long double)weights[r->value[i]] / total;
        total -= (long double)weights[r->value[i]];
    }
    return probability;
}

/* ---- negative controls --------------------------------------------------------- */

static void run_swap_with_any(struct proof *p)
{
    deal(p);
    for (unsigned i = 0; i < p->n; i++)
        swap_values(p->result.value, i, (size_t)enumerate_choose(p->n));
}

/* Whether the proof fails, as it must for a wrong function. */
static int rejects(struct proof *p, unsigned expected)
{
    forget(p);
    const enumeration e = enumerate(begin, count, p, 0);
    int uneven = p->outcomes != expected;
    for (size_t i = 0; i < OUTCOMES; i++)
        uneven |= table[i].runs > 0 && table[i].runs * expected != e.runs;
    return uneven;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*run)(struct proof *);
        unsigned most;
    } orders[] = {
        {"the original method of Fisher and Yates: each order equally often",
         run_original, 7},
        {"fair_shuffle: each order equally often", run_shuffle, 9},
        {"fair_shuffle_copy: each order equally often", run_copy, MOST_COPY},
        {"fair_shuffle_with: each order equally often", run_with, 7},
        {"fair_shuffle_arrays: each order equally often", run_arrays, 7},
        {"fair_permutation32: each order equally often", run_permutation, 7},
    };
    fair_rng_init_key(&rng, test_key(0));

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        TEST(orders[i].name)
        for (unsigned n = 0; n <= orders[i].most; n++)
            prove(&(struct proof){.run = orders[i].run, .n = n}, factorial(n), 0);
    }

    TEST("fair_shuffle_head: each choice of k in each order equally often")
    for (unsigned n = 0; n <= 7; n++)
        for (unsigned k = 0; k <= n; k++)
            prove(&(struct proof){.run = run_head, .n = n, .k = k}, falling(n, k), 0);

    TEST("fair_cycle: each of the (n - 1)! cycles equally often, and nothing else")
    for (unsigned n = 1; n <= 8; n++)
        prove(&(struct proof){.run = run_cycle, .n = n, .allowed = one_cycle},
              factorial(n - 1), 0);

    /* A walk has n! sequences of choices. Any sequence less likely than 1/n! belongs to a
     * second attempt, which is like the first. So it is enough that the first attempts
     * that succeed are uniform. */
    TEST("fair_derange: each derangement equally often, and nothing else")
    for (unsigned n = 2; n <= 8; n++)
        prove(&(struct proof){.run = run_derange, .n = n, .allowed = no_fixed_point},
              derangements(n), 0.99L / factorial(n));

    TEST("fair_sample: each choice of k in each order equally often")
    for (unsigned n = 0; n <= 7; n++)
        for (unsigned k = 0; k <= n; k++)
            prove(&(struct proof){.run = run_sample, .n = n, .k = k}, falling(n, k), 0);

    TEST("fair_sample_weighted: the probabilities of an urn, exactly")
    for (unsigned k = 0; k <= 4; k++) {
        struct proof p = {.run = run_weighted, .n = 5, .k = k};
        forget(&p);
        enumerate(begin, count, &p, 0);
        CHECK(p.legal && p.outcomes == falling(4, k));
        for (size_t i = 0; i < OUTCOMES; i++)
            if (table[i].runs > 0) {
                const long double off = table[i].probability - urn(&table[i].result);
                CHECKF(off < 1e-17L && off > -1e-17L, "k %u: off by %Lg", k, off);
            }
    }

    TEST("negative controls: swapping with any place, and a cycle instead of a shuffle")
    {
        for (unsigned n = 3; n <= 6; n++)
            CHECK(
                rejects(&(struct proof){.run = run_swap_with_any, .n = n}, factorial(n)));
        CHECK(rejects(&(struct proof){.run = run_cycle, .n = 4}, factorial(4)));
        CHECK(!rejects(&(struct proof){.run = run_shuffle, .n = 4}, factorial(4)));
    }
    return test_done();
}
