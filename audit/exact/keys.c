/* SPDX-License-Identifier: MIT
 *
 * keys.c - sorting by keys of b bits, and b riffles: the probability of an order depends
 * on its descents alone.
 *
 * A stable sort by keys of b bits is b stable sorts by one bit, and each of these is the
 * inverse of a riffle. An order with d descents has probability C(2^b + n - 1 - d,
 * n) / 2^(b n) (Bayer and Diaconis 1992, for riffles, where d counts the descents of the
 * inverse). distribution.h says how many orders have d descents.
 *
 * The ratio to fair is the product of 1 + (n - 1 - d - i) / 2^b over i < n. With log1p it
 * keeps its digits for keys of 64 bits.
 */
#include "audit/exact/parts.h"

#include <math.h>

/* ---- any number of cards ----------------------------------------------------------- */

static double log_ratio(size_t n, uint64_t bits, size_t d)
{
    const double scale = ldexp(1, -(int)bits);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        const double more = ((double)n - 1 - (double)d - (double)i) * scale;
        if (more <= -1)
            return -INFINITY;
        sum += log1p(more);
    }
    return sum;
}

/* One bit: a card with bit 0 comes after the cards before it that have bit 0. A card with
 * bit 1 comes after all cards before it, and after the later ones that have bit 0. A
 * riffle is the inverse. */
static int set_position(uint64_t bits, int riffle, audit_exact *exact)
{
    const size_t n = exact->n;
    if (!audit_exact_open_position(exact))
        return 0;
    double heads[FAIRAUDIT_MOST] = {1}; /* of `flips` coins */
    for (size_t flips = 0; flips < n; flips++) {
        for (size_t t = 0; t <= flips; t++) {
            const size_t low = flips, high = n - 1 - flips;
            exact->position[riffle ? low * n + t : t * n + low] += heads[t] / 2;
            exact->position[riffle ? high * n + high + t : (high + t) * n + high] +=
                heads[t] / 2;
        }
        for (size_t t = flips + 1; t > 0 && t < FAIRAUDIT_MOST; t--)
            heads[t] = (heads[t] + heads[t - 1]) / 2;
        heads[0] /= 2;
    }
    return audit_exact_power(exact->position, n, bits);
}

/* ---- every order ------------------------------------------------------------------- */

static size_t descents(const unsigned char *order, size_t n)
{
    size_t count = 0;
    for (size_t i = 1; i < n; i++)
        count += order[i] < order[i - 1];
    return count;
}

/* C(2^bits + n - 1 - d, n): the product of n factors, over n!. */
static int ways(size_t n, uint64_t bits, size_t d, audit_natural *result)
{
    audit_natural keys;
    int fits = 1;
    audit_natural_set(&keys, 1);
    for (uint64_t i = 0; i < bits; i++)
        audit_natural_multiply(&keys, 2);
    audit_natural_set(result, 1);
    for (size_t i = 0; i < n && fits; i++) {
        audit_natural factor, less;
        audit_natural_set(&factor, n - 1 - i);
        audit_natural_set(&less, d);
        audit_natural_add(&factor, &keys);
        if (audit_natural_compare(&factor, &less) <= 0) {
            audit_natural_set(result, 0);
            return 1;
        }
        audit_natural_subtract(&factor, &less);
        fits = audit_natural_product(result, result, &factor);
    }
    for (uint32_t i = 2; i <= n; i++)
        audit_natural_divide(result, i);
    return fits;
}

static int tabulate(uint64_t bits, int riffle, audit_table *table)
{
    const size_t n = table->n;
    audit_natural of[AUDIT_LISTED_MOST] = {{0, {0}}};
    int fits = 1;
    for (size_t d = 0; d < n; d++)
        fits &= ways(n, bits, d, &of[d]);
    for (uint64_t i = 0; i < bits * n; i++)
        fits &= audit_natural_multiply(&table->natural_total, 2);
    unsigned char order[AUDIT_LISTED_MOST], inverse[AUDIT_LISTED_MOST];
    audit_sorted(order, n);
    size_t rank = 0;
    do {
        for (size_t i = 0; i < n; i++)
            inverse[order[i]] = (unsigned char)i;
        table->natural[rank++] = of[descents(riffle ? inverse : order, n)];
    } while (audit_next_order(order, n));
    return fits;
}

int audit_exact_eulerian(uint64_t bits, int riffle, audit_exact *exact)
{
    const size_t n = exact->n;
    exact->how = riffle ? AUDIT_HOW_INVERSE_DESCENTS : AUDIT_HOW_DESCENTS;
    exact->method = AUDIT_BY_FORMULA;
    if (n <= AUDIT_LISTED_MOST) {
        audit_table table;
        int error = audit_table_open(&table, n, 1);
        if (error != FAIRAUDIT_OK)
            return error;
        error = FAIRAUDIT_ELARGE;
        if (tabulate(bits, riffle, &table))
            error = audit_table_finish(&table, exact);
        audit_table_close(&table);
        if (error != FAIRAUDIT_ELARGE)
            return error;
    }
    double share[FAIRAUDIT_MOST];
    audit_classes classes;
    audit_classes_start(&classes);
    audit_distribution(AUDIT_DESCENTS, n, share);
    for (size_t d = 0; d < n; d++)
        audit_classes_add(&classes, share[d], log_ratio(n, bits, d));
    audit_classes_finish(&classes, exact);
    return set_position(bits, riffle, exact) ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
}
