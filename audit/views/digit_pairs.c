/* SPDX-License-Identifier: MIT
 *
 * digit_pairs.c - two neighbouring digits of a code: whether one depends on the other.
 * Single digits may be perfect, and each still give away the next.
 *
 * Digits k and k + 1 have m and m + 1 values. If the shuffle is fair, their joint counts
 * O[a][b] have the mean E = N / (m (m + 1)). The effects of a and of b alone are removed:
 *
 *     off[a][b] = O[a][b] - R[a] / (m + 1) - C[b] / m + E,
 *
 * with the sums R of rows and C of columns. The sum of off^2 / E is a chi-square with
 * (m - 1) m degrees of freedom. All digits are independent, so the products of centred
 * digits (k, k + 1) and (k + 1, k + 2) are uncorrelated. So the sums of all pairs may be
 * added, and they do not repeat the view of single digits.
 */
#include <stdlib.h>

#include "audit/orders/statistics.h"
#include "audit/views/chi_square_fit.h"

enum { MOST = 64 }; /* cards */

typedef struct pairs_view {
    audit_view view;      /* first: a view is cast to its type */
    size_t n;             /* cards; with more than MOST there are no counts */
    enum audit_code code; /* which digits */
    uint64_t trials;      /* orders */
    uint64_t counts[];    /* for each digit k: m rows of m + 1, m = k + 2 */
} pairs_view;

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    pairs_view *self = (pairs_view *)view;
    const size_t positions = self->n - 1;
    if (self->n > MOST)
        return;
    const unsigned char *digits = block->digits[self->code] + from * positions;
    for (size_t i = from; i < to; i++, digits += positions) {
        uint64_t *counts = self->counts;
        for (size_t k = 0; k + 1 < positions; k++) {
            counts[digits[k] * (k + 3) + digits[k + 1]]++;
            counts += (k + 2) * (k + 3);
        }
    }
    self->trials += to - from;
}

/* The chi-square of one pair of digits with m and m + 1 values. */
static double chisq(const uint64_t *counts, size_t m, double trials)
{
    const double expected = trials / (double)(m * (m + 1));
    double rows[MOST] = {0}, columns[MOST + 1] = {0}, x = 0;
    for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b <= m; b++) {
            rows[a] += (double)counts[a * (m + 1) + b];
            columns[b] += (double)counts[a * (m + 1) + b];
        }
    for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b <= m; b++) {
            const double off = (double)counts[a * (m + 1) + b] -
                               rows[a] / (double)(m + 1) - columns[b] / (double)m +
                               expected;
            x += off * off / expected;
        }
    return x;
}

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const pairs_view *self = (const pairs_view *)view;
    const uint64_t *counts = self->counts;
    double x = 0, df = 0, cells = 0;
    if (self->n < 3 || self->n > MOST)
        return 0;
    for (size_t m = 2; m < self->n && self->trials > 0; m++) {
        const size_t size = m * (m + 1);
        x += chisq(counts, m, (double)self->trials);
        df += (double)(size - 2 * m);
        cells += (double)(size * size);
        counts += size;
    }
    tests[0].name = view->name;
    tests[0].title = view->title;
    audit_fill_chi_square(&tests[0], x, df, cells / (double)self->trials);
    return 1;
}

audit_view *audit_view_digit_pairs(size_t n, enum audit_code code)
{
    size_t size = 0;
    for (size_t m = 2; m < n && n <= MOST; m++)
        size += m * (m + 1);
    pairs_view *self = calloc(1, sizeof *self + size * sizeof self->counts[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = audit_pair_label[code].name,
        .title = audit_pair_label[code].title,
        .take = take,
        .evidence = audit_no_evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    self->code = code;
    return &self->view;
}
