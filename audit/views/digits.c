/* SPDX-License-Identifier: MIT
 *
 * digits.c - the digits of an order, in one of its codes: each should take each of its
 * values equally often.
 *
 * Digit k has m = k + 2 values, and the n - 1 digits of a fair order are independent. So
 * the bettor may bet on each digit separately, and multiply. After t orders, of which
 * count[k][v] had the value v, he gives v the probability
 *
 *     (count[k][v] + c) / (t + c m),
 *
 * which is m times that, relative to fair. Numerators and denominators are multiplied
 * separately, for all lanes c at once, and divided after a dozen digits. A dozen factors
 * of up to 2^41 are within the range of a double, and so is their quotient, which is at
 * least 2^-492. This holds for up to 2^40 orders; then betting stops.
 *
 * The test is the sum of the chi-squares of all digits. It has sum (m - 1) = n
 * (n - 1) / 2 degrees of freedom.
 */
#include <stdlib.h>

#include "fairaudit.h"
#include "audit/orders/statistics.h"
#include "audit/views/chi_square_fit.h"
#include "audit/views/wealth.h"

enum { DOZEN = 12 };

typedef struct digits_view {
    audit_view view;                /* first: a view is cast to its type */
    size_t n;                       /* cards */
    enum audit_code code;           /* which digits */
    uint64_t trials;                /* orders */
    audit_wealth wealth;            /* of the bettor */
    double inverse[FAIRAUDIT_MOST]; /* 1 / (k + 2) */
    uint64_t counts[]; /* the k + 2 values of digit k begin at k (k + 3) / 2 */
} digits_view;

/* ---- betting ----------------------------------------------------------------------- */

/* Bets on digits [k, to), whose counts begin at `counts`. */
static void bet(digits_view *self, const uint64_t *counts, const unsigned char *digits,
                size_t k, size_t to)
{
    const double t = (double)self->trials;
    double over[AUDIT_LANES], under[AUDIT_LANES];
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        over[lane] = under[lane] = 1;
    for (; k < to; k++) {
        const double count = (double)(int64_t)counts[digits[k]];
        const double fair = t * self->inverse[k]; /* expected */
        for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
            over[lane] *= audit_lane_prior[lane] + count;
            under[lane] *= audit_lane_prior[lane] + fair;
        }
        counts += k + 2;
    }
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        over[lane] /= under[lane];
    audit_wealth_multiply(&self->wealth, over);
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    digits_view *self = (digits_view *)view;
    const size_t positions = self->n - 1;
    const unsigned char *digits = block->digits[self->code] + from * positions;
    for (size_t i = from; i < to; i++, digits += positions, self->trials++) {
        if (view->bets && self->trials < (uint64_t)1 << 40)
            for (size_t k = 0; k < positions; k += DOZEN)
                bet(self, self->counts + k * (k + 3) / 2, digits, k,
                    k + DOZEN < positions ? k + DOZEN : positions);
        uint64_t *counts = self->counts;
        for (size_t k = 0; k < positions; k++) {
            counts[digits[k]]++;
            counts += k + 2;
        }
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const digits_view *)view)->wealth);
}

/* ---- the test ---------------------------------------------------------------------- */

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const digits_view *self = (const digits_view *)view;
    const double n = (double)self->n, trials = (double)self->trials;
    const uint64_t *count = self->counts;
    double x = 0, inverse = 0;
    for (size_t m = 2; m <= self->n && self->trials > 0; m++) {
        const double expected = trials / (double)m;
        for (size_t v = 0; v < m; v++) {
            const double off = (double)*count++ - expected;
            x += off * off / expected;
        }
        inverse += (double)m / expected;
    }
    tests[0].name = view->name;
    tests[0].title = view->title;
    audit_fill_chi_square(&tests[0], x, n * (n - 1) / 2,
                          self->trials > 0 ? inverse : 1e9);
    return 1;
}

/* ---- making ------------------------------------------------------------------------ */

audit_view *audit_view_digits(size_t n, enum audit_code code, int serial)
{
    digits_view *self =
        calloc(1, sizeof *self + n * (n + 1) / 2 * sizeof self->counts[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = audit_code_label[serial][code].name,
        .title = audit_code_label[serial][code].title,
        .bets = 1,
        .serial = serial,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    self->code = code;
    for (size_t k = 0; k + 1 < n; k++)
        self->inverse[k] = 1 / (double)(k + 2);
    audit_wealth_start(&self->wealth);
    return &self->view;
}

const uint64_t *audit_digit_counts(const audit_view *view)
{
    return ((const digits_view *)view)->counts;
}
