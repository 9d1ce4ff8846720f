/* SPDX-License-Identifier: MIT
 *
 * formula.c - shuffles with a simple distribution, and the positions of some whose
 * distribution is unknown for large decks.
 */
#include "audit/exact/parts.h"

#include <math.h>

static void set_two_classes(audit_exact *exact, double share, double ratio, double others)
{
    audit_classes classes;
    audit_classes_start(&classes);
    audit_classes_add(&classes, share, log(ratio));
    audit_classes_add(&classes, 1 - share, others > 0 ? log(others) : -INFINITY);
    audit_classes_finish(&classes, exact);
}

int audit_exact_fair(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    set_two_classes(exact, 1, 1, 1);
    exact->fair = 1;
    exact->how = AUDIT_HOW_SYMMETRY;
    return audit_exact_even_position(exact) ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
}

/* A fair order, made even by one more swap if necessary: half of all orders, each twice
 * as likely. */
int audit_exact_even_only(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    set_two_classes(exact, 0.5, 2, 0);
    exact->how = AUDIT_HOW_EVEN_ONLY;
    if (!audit_exact_even_position(exact))
        return FAIRAUDIT_ENOMEM;
    if (exact->n == 2) /* the only even order */
        for (size_t i = 0; i < 4; i++)
            exact->position[i] = i % 3 == 0;
    return FAIRAUDIT_OK;
}

/* With probability 1 - q a fair order; with probability q the first card first, and a
 * fair order of the others. */
int audit_exact_promoted(uint64_t percent, audit_exact *exact)
{
    const size_t n = exact->n;
    const double q = (double)percent / 100, cards = (double)n;
    set_two_classes(exact, 1 / cards, 1 - q + q * cards, 1 - q);
    exact->how = AUDIT_HOW_FIRST_CARD;
    if (!audit_exact_even_position(exact))
        return FAIRAUDIT_ENOMEM;
    for (size_t card = 0; card < n; card++)
        for (size_t position = 0; position < n; position++) {
            const double moved = card == 0 || position == 0 ? (card == 0 && position == 0)
                                                            : 1 / (cards - 1);
            exact->position[position * n + card] = (1 - q) / cards + q * moved;
        }
    return FAIRAUDIT_OK;
}

/* With probability 1 - q a fair order; with probability q > 0 nothing is done. */
int audit_exact_repeats_last(uint64_t percent, audit_exact *exact)
{
    const size_t n = exact->n;
    const double q = (double)percent / 100, all = audit_log_factorial(n);
    audit_classes classes;
    audit_classes_start(&classes);
    audit_classes_add(&classes, exp(-all), /* q n! + 1 - q */
                      log(q) + all + log1p((1 - q) / q * exp(-all)));
    audit_classes_add(&classes, 1 - exp(-all), q < 1 ? log(1 - q) : -INFINITY);
    audit_classes_finish(&classes, exact);
    exact->how = AUDIT_HOW_UNCHANGED;
    if (!audit_exact_even_position(exact))
        return FAIRAUDIT_ENOMEM;
    for (size_t i = 0; i < n * n; i++)
        exact->position[i] = (1 - q) / (double)n + (i % (n + 1) == 0 ? q : 0);
    return FAIRAUDIT_OK;
}

/* ---- only positions ---------------------------------------------------------------- */

static int finish_rounds(uint64_t k, audit_exact *exact)
{
    exact->method = AUDIT_BY_FORMULA;
    exact->how = AUDIT_HOW_CARDS_FOLLOWED;
    exact->impossible = -1;
    return audit_exact_power(exact->position, exact->n, k) ? FAIRAUDIT_OK
                                                           : FAIRAUDIT_ENOMEM;
}

/* The card at position p is in the packet of positions [first, end); between two
 * positions there is a cut with probability 1/4. All packets after it come before it. */
int audit_exact_overhand_position(uint64_t k, audit_exact *exact)
{
    const size_t n = exact->n;
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    for (size_t p = 0; p < n; p++) {
        double before = 1; /* no cut from `first` to p */
        for (size_t first = p + 1; first-- > 0;) {
            double after = first > 0 ? before / 4 : before;
            for (size_t end = p + 1; end <= n; end++) {
                exact->position[(n - end + p - first) * n + p] +=
                    end < n ? after / 4 : after;
                after *= 0.75;
            }
            before *= 0.75;
        }
    }
    return finish_rounds(k, exact);
}

int audit_exact_adjacent_position(uint64_t k, audit_exact *exact)
{
    const size_t n = exact->n;
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    const double p = 1 / (double)(n - 1);
    for (size_t i = 0; i < n; i++)
        exact->position[i * n + i] = 1 - p * (i == 0 || i + 1 == n ? 1 : 2);
    for (size_t i = 0; i + 1 < n; i++)
        exact->position[i * n + i + 1] = exact->position[(i + 1) * n + i] = p;
    return finish_rounds(k, exact);
}

/* The first r cards are a run with probability 2^-(r - 1), twice that if r = n; it is
 * reversed with probability 1/2. Each card after them is inserted by binary search. The
 * state at stage i is a mean over all r <= i, so one pass does for all. */
static void insert_by_halving(double *cell, size_t i, size_t low, size_t high, double p,
                              const double *old)
{
    if (low < high) {
        const size_t middle = (low + high) / 2;
        insert_by_halving(cell, i, low, middle, p / 2, old);
        insert_by_halving(cell, i, middle + 1, high, p / 2, old);
        return;
    }
    for (size_t j = 0; j <= i; j++) /* card i goes to position `low` */
        cell[j] += p * (j < low ? old[j] : j == low ? old[i] : old[j - 1]);
}

int audit_exact_timsort_position(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    const size_t n = exact->n;
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    for (size_t card = 0; card < n; card++) {
        double cell[FAIRAUDIT_MOST] = {0};
        for (size_t r = 2; r <= n; r++) {
            const double run = ldexp(1, r < n ? -(int)r + 1 : -(int)r + 2) / 2;
            cell[card] += run;
            cell[card < r ? r - 1 - card : card] += run;
            if (r == n)
                break;
            double old[FAIRAUDIT_MOST];
            for (size_t j = 0; j <= r; j++) {
                old[j] = cell[j];
                cell[j] = 0;
            }
            insert_by_halving(cell, r, 0, r, 1, old);
        }
        for (size_t position = 0; position < n; position++)
            exact->position[position * n + card] = cell[position];
    }
    return finish_rounds(1, exact);
}

/* All blocks are equally likely at each position of a block. But if the last one is
 * shorter, the blocks after it start earlier by what it lacks. */
int audit_exact_blocks_position(uint64_t wanted, audit_exact *exact)
{
    const size_t n = exact->n, size = wanted < n ? (size_t)wanted : n;
    const size_t count = (n + size - 1) / size, lacks = count * size - n;
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    for (size_t card = 0; card < n; card++)
        for (size_t at = 0; at < count; at++) {
            const size_t position = at * size + card % size;
            const double p = 1 / (double)count;
            const int last = card / size + 1 == count;
            const double before =
                last || lacks == 0 ? 0 : (double)at / (double)(count - 1);
            exact->position[(before < 1 ? position : position - lacks) * n + card] +=
                p * (before < 1 ? 1 - before : 1);
            if (before > 0 && before < 1)
                exact->position[(position - lacks) * n + card] += p * before;
        }
    return FAIRAUDIT_OK;
}
