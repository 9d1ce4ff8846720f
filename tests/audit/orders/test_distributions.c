/* SPDX-License-Identifier: MIT
 *
 * test_distributions.c - the distributions of the scalars: for 2 to 8 cards compared with
 * all orders, for 52, 100 and 256 cards with integers of 1700 bits, and for decks of
 * every size with known sums, means and variances.
 */
#include <math.h>

#include "audit/numbers/factorial.h"
#include "audit/orders/block.h"
#include "audit/orders/distribution.h"
#include "tests/audit/orders/orders.h"
#include "tests/support/test.h"

enum { MOST = 256, VALUES = MOST * (MOST - 1) / 2 + 1 };

static double probability[VALUES];

/* ---- counting all orders ----------------------------------------------------------- */

/* The scalars of block.c are themselves checked in test_block.c. */
static void check_all_orders(size_t n)
{
    audit_block *block = all_orders(n);
    const size_t orders = block->count;
    for (enum audit_scalar s = AUDIT_SIGN; s < AUDIT_SCALARS; s++) {
        size_t count[64] = {0}, largest = 0;
        for (size_t i = 0; i < orders; i++) {
            const size_t value = block->scalars[s][i];
            count[value]++;
            largest = value > largest ? value : largest;
        }
        CHECKF(audit_distribution_size(s, n) == largest + 1, "size, scalar %d, n %zu", s,
               n);
        audit_distribution(s, n, probability);
        for (size_t v = 0; v <= largest; v++) {
            const double exact = (double)count[v] / (double)orders;
            CHECKF(fabs(probability[v] - exact) <= 1e-15 * exact,
                   "scalar %d, n %zu, value %zu: %.17g, not %.17g", s, n, v,
                   probability[v], exact);
        }
    }
    audit_block_free(block);
}

/* ---- exact numbers ----------------------------------------------------------------- */

enum { LIMBS = 54 }; /* 256! has 1684 bits */

typedef struct whole {
    uint32_t limb[LIMBS]; /* least first */
} whole;

static whole whole_of(uint32_t value)
{
    return (whole){{value}};
}

static void add(whole *a, const whole *b)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a->limb[i] + b->limb[i];
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        abort();
}

static void subtract(whole *a, const whole *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        const uint64_t difference = (uint64_t)a->limb[i] - b->limb[i] - borrow;
        a->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    if (borrow != 0)
        abort();
}

static whole times(const whole *a, uint32_t factor)
{
    whole result;
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        result.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        abort();
    return result;
}

/* mantissa * 2^exponent, from the highest 96 bits or more. */
static double split(const whole *a, int *exponent)
{
    int top = LIMBS - 1;
    while (top > 0 && a->limb[top] == 0)
        top--;
    double mantissa = 0;
    int low = top < 3 ? 0 : top - 3;
    for (int i = low; i <= top; i++)
        mantissa += ldexp(a->limb[i], 32 * (i - low));
    *exponent = 32 * low;
    return mantissa;
}

static double ratio(const whole *a, const whole *b)
{
    int x, y;
    const double upper = split(a, &x), lower = split(b, &y);
    return ldexp(upper / lower, x - y);
}

/* The number of orders of n cards with each value, by the textbook recurrences; descents
 * as a triangle, inversions as sliding sums: with integers, subtraction loses nothing. */
static whole count[VALUES], old[VALUES];

static void count_orders(enum audit_scalar scalar, size_t n)
{
    memset(count, 0, sizeof count);
    count[0] = whole_of(1);
    for (uint32_t m = 1; m <= n; m++) {
        const size_t size = audit_distribution_size(scalar, m < 2 ? 2 : m);
        memcpy(old, count, size * sizeof *old);
        whole window = whole_of(0);
        for (uint32_t v = 0; v < size; v++) {
            whole sum = whole_of(0), part;
            if (scalar == AUDIT_CYCLES) {
                sum = times(&old[v], m - 1);
                if (v > 0)
                    add(&sum, &old[v - 1]);
            } else if (scalar == AUDIT_DESCENTS && m > 1) {
                sum = times(&old[v], v + 1);
                if (v > 0) {
                    part = times(&old[v - 1], m - v);
                    add(&sum, &part);
                }
            } else if (scalar == AUDIT_INVERSIONS) {
                add(&window, &old[v]);
                if (v >= m)
                    subtract(&window, &old[v - m]);
                sum = window;
            } else if (scalar == AUDIT_DESCENTS) {
                sum = old[v];
            }
            count[v] = sum;
        }
    }
}

/* C(m, k) D(m - k) for fixed points of m = n; C(m, k) (D(m - k) + D(m + 1 - k)) for
 * successions, m = n - 1; D(j) = j D(j - 1) + (-1)^j; C by Pascal's triangle. */
static void count_derangements(enum audit_scalar scalar, size_t n, size_t k,
                               whole *result)
{
    static whole none[MOST + 1];
    static uint64_t made;
    for (; made <= MOST; made++) {
        none[made] = made == 0 ? whole_of(1) : times(&none[made - 1], (uint32_t)made);
        const whole one = whole_of(1);
        if (made % 2 == 1)
            subtract(&none[made], &one);
        else if (made > 0)
            add(&none[made], &one);
    }
    const size_t m = scalar == AUDIT_FIXED ? n : n - 1;
    whole sum = none[m - k];
    if (scalar == AUDIT_SUCCESSIONS)
        add(&sum, &none[m + 1 - k]);
    /* The factor m (m - 1) ... (m - k + 1) / k! is applied by dividing the distribution
     * instead. */
    for (size_t i = 0; i < k; i++)
        sum = times(&sum, (uint32_t)(m - i));
    *result = sum;
}

/* The largest relative error of probability[], of values above 1e-300. */
static double worst_error(enum audit_scalar scalar, size_t n)
{
    whole all = whole_of(1);
    for (uint32_t i = 2; i <= n; i++)
        all = times(&all, i);
    const int deranged = scalar == AUDIT_FIXED || scalar == AUDIT_SUCCESSIONS;
    if (!deranged)
        count_orders(scalar, n);
    double worst = 0, factorial = 1;
    for (size_t v = 0; v < audit_distribution_size(scalar, n); v++) {
        whole orders = count[v];
        if (deranged) {
            factorial *= v == 0 ? 1 : (double)v;
            if (factorial > 1e300)
                break;
            count_derangements(scalar, n, v, &orders);
        }
        const double exact = ratio(&orders, &all) / factorial;
        if (exact > 1e-300)
            worst = fmax(worst, fabs(probability[v] / exact - 1));
        else
            worst = fmax(worst, probability[v] > 1.1 * exact + 1e-320);
    }
    return worst;
}

static void check_exactly(enum audit_scalar scalar, size_t n)
{
    audit_distribution(scalar, n, probability);
    const double worst = worst_error(scalar, n);
    CHECKF(worst < 1e-14, "scalar %d, n %zu: %g", scalar, n, worst);
}

/* ---- sums -------------------------------------------------------------------------- */

static void moments(enum audit_scalar scalar, double n, double *mean, double *variance)
{
    double harmonic = 0, squares = 0;
    for (double i = n; i >= 1; i--) {
        harmonic += 1 / i;
        squares += 1 / (i * i);
    }
    const double together = (n - 1) / n; /* mean number of successions */
    const double known[AUDIT_SCALARS][2] = {
        [AUDIT_SIGN] = {0.5, 0.25},
        [AUDIT_CYCLES] = {harmonic, harmonic - squares},
        [AUDIT_FIXED] = {1, 1},
        [AUDIT_DESCENTS] = {(n - 1) / 2, (n + 1) / 12},
        [AUDIT_INVERSE_DESCENTS] = {(n - 1) / 2, (n + 1) / 12},
        [AUDIT_INVERSIONS] = {n * (n - 1) / 4, n * (n - 1) * (2 * n + 5) / 72},
        [AUDIT_SUCCESSIONS] = {together, together + (n - 2) / n - together * together},
    };
    *mean = known[scalar][0];
    *variance = known[scalar][1];
}

static void check_sums(enum audit_scalar scalar, size_t n)
{
    const size_t size = audit_distribution_size(scalar, n);
    double mean, variance, sum = 0, first = 0, second = 0;
    moments(scalar, (double)n, &mean, &variance);
    if (n == 2 && scalar == AUDIT_DESCENTS)
        CHECK(variance == 0.25);
    audit_distribution(scalar, n, probability);
    for (size_t v = 0; v < size; v++) {
        const double away = (double)v - mean;
        sum += probability[v];
        first += probability[v] * away;
        second += probability[v] * away * away;
        CHECKF(probability[v] >= 0, "scalar %d, n %zu, value %zu", scalar, n, v);
    }
    CHECKF(fabs(sum - 1) < 2e-13, "sum, scalar %d, n %zu: %g", scalar, n, sum - 1);
    CHECKF(fabs(first) < 1e-12 * (1 + mean), "mean, scalar %d, n %zu: %g", scalar, n,
           first);
    CHECKF(fabs(second / variance - 1) < 1e-12, "variance, scalar %d, n %zu: %g", scalar,
           n, second / variance - 1);
}

int main(void)
{
    TEST("2 to 8 cards: as often as among all orders")
    for (size_t n = 2; n <= 8; n++)
        check_all_orders(n);

    TEST("52, 100 and 256 cards: 14 digits of the exact numbers, down to 1e-300")
    {
        static const enum audit_scalar scalars[] = {AUDIT_CYCLES, AUDIT_FIXED,
                                                    AUDIT_DESCENTS, AUDIT_INVERSIONS,
                                                    AUDIT_SUCCESSIONS};
        static const size_t sizes[] = {3, 4, 5, 52, 53, 100, 256};
        for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
            for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
                check_exactly(scalars[i], sizes[j]);
    }

    TEST("all decks: sum, mean and variance")
    for (size_t n = 2; n <= MOST; n++)
        for (enum audit_scalar s = AUDIT_SIGN; s < AUDIT_SCALARS; s++)
            if (s != AUDIT_INVERSIONS || n < 64 || n % 32 == 0)
                check_sums(s, n);

    TEST("inversions mirror; cycles are never 0; n - 1 fixed points do not exist")
    {
        audit_distribution(AUDIT_INVERSIONS, 52, probability);
        for (size_t v = 0; v <= 1326; v++)
            CHECK(probability[v] == probability[1326 - v] && probability[v] > 0);
        audit_distribution(AUDIT_CYCLES, 52, probability);
        CHECK(probability[0] == 0 && probability[52] > 0);
        audit_distribution(AUDIT_FIXED, 52, probability);
        CHECK(probability[51] == 0 && probability[52] > 0);
    }

    TEST("ln n! and the remainder of Stirling's formula")
    {
        double sum = 0;
        for (size_t n = 0; n <= 100000; n++) {
            sum += n < 2 ? 0 : log((double)n);
            if (n > 1000 && n % 1000 != 0)
                continue;
            CHECKF(fabs(audit_log_factorial(n) - sum) <= 1e-13 * (1 + sum), "%zu", n);
            CHECKF(fabs(audit_log_factorial(n) - lgamma((double)n + 1)) <=
                       1e-15 * (1 + sum),
                   "%zu", n);
        }
        CHECK(audit_log_factorial(0) == 0 && audit_log_factorial(1) == 0);
        /* 1/(12 x + 1) and 1/(12 x) are bounds (Robbins). */
        for (double x = 1; x < 1e12; x = ceil(x * 1.1)) {
            const double left = audit_stirling_remainder(x);
            CHECKF(left > 1 / (12 * x + 1) - 1e-14 && left < 1 / (12 * x) + 1e-14, "%g",
                   x);
        }
        CHECK(fabs(audit_stirling_remainder(20) - audit_stirling_remainder(21) -
                   (20.5 * log(21.0 / 20) - 1)) < 1e-14);
    }

    TEST("negative control: the exact check sees an error in the 13th digit")
    for (enum audit_scalar s = AUDIT_CYCLES; s < AUDIT_SCALARS; s++) {
        if (s == AUDIT_INVERSE_DESCENTS)
            continue;
        audit_distribution(s, 52, probability);
        CHECK(worst_error(s, 52) < 1e-14);
        probability[3] *= 1 + 1e-13;
        CHECK(worst_error(s, 52) > 5e-14);
        audit_distribution(s, 53, probability);
        CHECK(worst_error(s, 52) > 1e-3);
    }

    TEST("descents of the inverse have the distribution of descents")
    {
        static double other[MOST];
        audit_distribution(AUDIT_DESCENTS, MOST, probability);
        audit_distribution(AUDIT_INVERSE_DESCENTS, MOST, other);
        for (size_t v = 0; v < MOST; v++)
            CHECK(probability[v] == other[v]);
    }
    return test_done();
}
