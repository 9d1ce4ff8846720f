/* SPDX-License-Identifier: MIT
 *
 * statistics.h - what the statistical tests share: a generator with a fixed key, two
 * checks, and the wrong shuffles that every test must reject.
 *
 * A right function must have a p-value between 1e-4 and 1 - 1e-4: results that are too
 * even are wrong, too. A wrong function must have a p-value below 1e-9. Keys are fixed,
 * so no test fails by chance.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include "fairshuf.h"

#include "audit/catalogue/catalogue.h"
#include "audit/numbers/chisq.h"
#include "tests/support/test.h"

static fair_rng rng;

static inline void start(unsigned s)
{
    fair_rng_init_key(&rng, test_key(s));
}

static inline int plausible(double x, double df)
{
    return audit_chisq_upper(x, df) > 1e-4 && audit_chisq_lower(x, df) > 1e-4;
}

static inline int absurd(double x, double df)
{
    return audit_chisq_upper(x, df) < 1e-9;
}

#define RIGHT(x, df)                                                                     \
    CHECKF(plausible(x, (double)(df)), "%s: chi-square %.1f on %.0f", __func__, x,       \
           (double)(df))
#define WRONG(x, df)                                                                     \
    CHECKF(absurd(x, (double)(df)), "%s: chi-square %.1f on %.0f is not rejected",       \
           __func__, x, (double)(df))

static inline double chisq_even(const uint64_t *count, size_t cells, uint64_t trials)
{
    const double expected = (double)trials / (double)cells;
    double sum = 0;
    for (size_t i = 0; i < cells; i++)
        sum += ((double)count[i] - expected) * ((double)count[i] - expected) / expected;
    return sum;
}

/* A random number modulo n, like `rand() % n` with a RAND_MAX of 255, or of 15 for small
 * dice, so that the bias is large. */
static inline uint64_t modulo_die(uint64_t n)
{
    uint8_t byte;
    fair_rng_bytes(&rng, &byte, 1);
    return (n <= 8 ? byte % 16 : byte) % n;
}

/* Writes a permutation of n to a; k is for samples. */
typedef void maker(unsigned char *a, unsigned n, unsigned k);

static inline void make_shuffle(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    fair_shuffle(&rng, a, n, 1);
}

static inline uint64_t fair_choose(void *context, uint64_t m)
{
    return fair_below(context, m);
}

static inline void make_wrong(const char *name, unsigned char *a, unsigned n)
{
    const fairaudit_die die = {fair_choose, &rng};
    audit_find(name)->run(&die, a, n, 0);
}

static inline void make_swap_with_any(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    make_wrong("swap-with-any", a, n);
}

static inline void make_sattolo(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    make_wrong("sattolo", a, n);
}

static inline void make_off_by_one(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    make_wrong("stops-early", a, n);
}

static inline void make_modulo(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    for (unsigned i = n; i-- > 1;) {
        const uint64_t j = modulo_die(i + 1);
        const unsigned char kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }
}

#endif
