/* SPDX-License-Identifier: MIT
 *
 * precedence.c - which card is before which.
 *
 * For two cards a < b let Y be 1 if a is before b, and -1 if not. The sum of Y over b is
 * R(a) = n - 1 - 2 (position of a). So the part (R(a) - R(b)) / n of Y, the linear part,
 * says which cards come early on average; it has n - 1 dimensions. The rest, with
 * (n - 1)(n - 2)/2 dimensions, has sums 0 around each card: a before b, b before c and c
 * before a. Each part is irreducible for the symmetric group, as in successor.c, so it is
 * spread evenly in all directions. Its length is the same for all orders: the square of
 * the linear part is the sum of R(a)^2 / n = (n - 1)(n + 1)/3, that of the whole is
 * n(n - 1)/2, which leaves (n - 1)(n - 2)/6. Divided by the dimensions, the variances are
 * (n + 1)/3 and 1/3. So with the sums of Y and R over N orders
 *
 *     3 / (n(n + 1)N) * sum of R^2                        chi-square with n - 1,
 *     3 / N * (sum of Y^2 - 1/n * sum of R^2)             with (n - 1)(n - 2)/2
 *
 * degrees of freedom (the first is Friedman's statistic). Exchanging two neighbours in
 * one order changes the sum of R^2 by 8 near 0, and that of Y^2 by 4: these are the
 * steps.
 *
 * Reversing an order changes all signs, so the inner products of view.c have no third
 * moment, and 100 orders are taken as enough. For n = 2, and for the rest of n = 3, the
 * statistic is the square of a binomial number: where the chi-square distribution says
 * 1e-8, the true probability is 0.4e-8 with 100 orders and 0.95e-8 with 1000. For more
 * cards it was only simulated, down to 1e-4 (n = 4, 5, 7 and 52, 100 orders).
 *
 * Counting takes n(n - 1)/2 comparisons for each order, 16 at a time in bytes: is b after
 * a, for 16 cards b. The bytes are added to the large counters after 255 orders, and at
 * the end of each take().
 */
#include <stdlib.h>
#include <string.h>

#include "audit/views/view.h"

enum {
    WIDE = 16,    /* bytes in a vector */
    FILLED = 255, /* orders that a byte can count */
    FEWEST = 100  /* orders that tests need */
};

typedef struct precedence_view {
    audit_view view;      /* first: a view is cast to its type */
    size_t n;             /* cards */
    size_t stride;        /* bytes of a row of `small` */
    uint64_t trials;      /* orders */
    unsigned held;        /* orders that are counted in `small` only */
    unsigned char *small; /* [a * stride + b], b > a */
    uint64_t count[];     /* [a * n + b]: a before b */
} precedence_view;

static void empty_small(precedence_view *self)
{
    const size_t n = self->n;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const unsigned before = self->small[a * self->stride + b];
            self->count[a * n + b] += before;
            self->count[b * n + a] += self->held - before;
        }
    memset(self->small, 0, n * self->stride);
    self->held = 0;
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    precedence_view *self = (precedence_view *)view;
    const size_t n = self->n, stride = self->stride;
    unsigned char positions[256] = {0};
    for (size_t t = from; t < to; t++) {
        memcpy(positions, block->inverses + t * n, n);
        for (size_t a = 0; a + 1 < n; a++) {
            const unsigned char position = positions[a];
            unsigned char *row = self->small + a * stride;
            for (size_t b = a / WIDE * WIDE; b < stride; b += WIDE)
                for (size_t i = 0; i < WIDE; i++)
                    row[b + i] =
                        (unsigned char)(row[b + i] + (positions[b + i] > position));
        }
        if (++self->held == FILLED)
            empty_small(self);
    }
    self->trials += to - from;
    empty_small(self);
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const precedence_view *self = (const precedence_view *)view;
    const size_t n = self->n;
    const double cards = (double)n, orders = (double)self->trials;
    double lines = 0, all = 0;
    for (size_t a = 0; a < n; a++) {
        double line = 0;
        for (size_t b = 0; b < n; b++) {
            const double more =
                a == b ? 0
                       : (double)self->count[a * n + b] - (double)self->count[b * n + a];
            line += more;
            all += b > a ? more * more : 0;
        }
        lines += line * line;
    }
    const int usable = self->trials >= FEWEST;
    const double unit = 3 / (cards * (cards + 1) * orders);
    test[0] = audit_test_chisq("precedence-linear", "cards early or late", lines * unit,
                               cards - 1, 8 * unit, usable);
    if (n == 2)
        return 1;
    test[1] = audit_test_chisq("precedence-rest", "which of two cards is first",
                               (all - lines / cards) * 3 / orders,
                               (cards - 1) * (cards - 2) / 2,
                               12 * (cards - 2) / (cards * orders), usable);
    return 2;
}

static void free_view(audit_view *view)
{
    free(((precedence_view *)view)->small);
    free(view);
}

audit_view *audit_view_precedence(size_t n)
{
    precedence_view *self = calloc(1, sizeof *self + n * n * sizeof self->count[0]);
    if (self == NULL)
        return NULL;
    self->stride = (n + WIDE - 1) / WIDE * WIDE;
    self->small = calloc(n, self->stride);
    if (self->small == NULL) {
        free(self);
        return NULL;
    }
    self->view = (audit_view){
        .name = "precedence",
        .title = "card before card",
        .take = take,
        .evidence = audit_no_evidence,
        .tests = tests,
        .free = free_view,
    };
    self->n = n;
    return &self->view;
}

const uint64_t *audit_precedence_counts(const audit_view *view)
{
    return ((const precedence_view *)view)->count;
}
