/* SPDX-License-Identifier: MIT
 *
 * repeats.c - whole orders that came before. A shuffle with few seeds makes few orders,
 * each of them inconspicuous: with 2^32 seeds an order repeats after about 77,000
 * shuffles. With all orders of 52 cards, that would take longer than the age of the
 * universe.
 *
 * Orders are identified by hashes of 128 bits. Two different orders among 2^24 have the
 * same hash with probability below 1e-24, which no audit can notice. After `most` orders
 * no more are kept; later ones are only compared.
 *
 * Bets. An order came `count` times among the `kept` ones. With M possible orders, the
 * bettor gives it the probability (1 - e) / M + e count / kept, which is a distribution
 * for any e below 1. Relative to fair that is 1 - e + e M count / kept. A gain above
 * 2^499 is reduced to that; the rest is given away, which makes the bet worse for the
 * bettor only. The lanes differ in e: some are constant, one decreases, so that even
 * after a million orders the first repeat decides, and two are guesses from the pairs
 * seen so far. With S different orders the number of pairs is t^2 / 2S, and the next
 * order is a repeat with probability t / S: twice the pairs over t. Only the excess over
 * the pairs of a fair shuffle counts.
 *
 * Test, if the orders are few compared with M: the number of orders that came before. The
 * number of empty boxes, when balls are thrown at random, is a sum of independent events
 * (Vatutin and Mikhailov 1982), and so is this one. So the tails of a Poisson
 * distribution with the same mean are too wide, never too narrow. Otherwise: the number
 * of equal pairs. These are pairwise independent, each with p = 1/M; three of them are
 * not, if they are a triangle. So with P pairs and T triples, the variance is P p (1 - p)
 * and the third moment P p (1 - p) (1 - 2p) + 6 T p^2 (1 - p). A gamma distribution with
 * these moments is exact for small M (it is the chi-square of all orders) and very close
 * to Poisson for large M.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "audit/numbers/factorial.h"
#include "audit/views/chi_square_fit.h"
#include "audit/views/repeats.h"

/* ---- betting ----------------------------------------------------------------------- */

static void bet(audit_repeats_view *self, uint32_t count)
{
    const double t = (double)self->kept;
    const double fair_pairs = t * (t - 1) / 2 * exp(-self->log_possible);
    const double guess =
        fmin((1 + fmax(2 * ((double)self->pairs - fair_pairs), 0)) / (t + 2), 0.5);
    const double e[AUDIT_LANES] = {0.2,  0.03,        0.005,     0.0005,
                                   5e-5, 1 / (t + 2), guess / 4, guess};
    double gain = 0, factor[AUDIT_LANES];
    if (count > 0)
        gain = exp(fmin(log((double)count / t) + self->log_possible, 499 * log(2)));
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        factor[lane] = 1 - e[lane] + e[lane] * gain;
    audit_wealth_multiply(&self->wealth, factor);
}

void audit_repeats_take(audit_repeats_view *self, const uint64_t hash[2])
{
    assert(self->kept <= self->most);
    uint32_t before;
    int full = 0;
    if (self->kept >= self->most) {
        before = audit_hash_counts_get(&self->seen, hash);
        self->later++;
        self->met += before > 0;
        if (self->view.bets && self->kept > 0)
            bet(self, before);
        return;
    }
    before = audit_hash_counts_add(&self->seen, hash, &full);
    if (self->view.bets && self->kept > 0)
        bet(self, before);
    if (full) {
        self->most = self->kept;
        self->later++;
        return;
    }
    self->kept++;
    self->pairs += before;
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const audit_repeats_view *)view)->wealth);
}

/* ---- the test ---------------------------------------------------------------------- */

/* The mean number of the `kept` orders that came before, for kept / M at most 0.1: with
 * C = kept (kept - 1) ... over M ..., it is C2 / M - C3 / M^2 + C4 / M^3 - ... */
static double mean_repeats(double kept, double possible)
{
    double term = kept, sum = 0;
    for (int j = 2; j < 40 && kept >= j; j++) {
        term *= -(kept - j + 1) / j / possible;
        sum -= term;
    }
    return sum;
}

static double gamma_upper(double z, double skew)
{
    const double df = 8 / (skew * skew);
    return audit_tails_chisq(fmax(df + z * sqrt(2 * df), 0), df).upper;
}

static double gamma_lower(double z, double skew)
{
    const double df = 8 / (skew * skew);
    return audit_tails_chisq(fmax(df + z * sqrt(2 * df), 0), df).lower;
}

/* Tests the number of pairs; M is at least 1000. */
static void test_pairs(const audit_repeats_view *self, double possible, audit_test *test)
{
    const double k = (double)self->kept, p = 1 / possible;
    const double pairs = k * (k - 1) / 2, triples = pairs * (k - 2) / 3;
    const double mean = pairs * p, variance = mean * (1 - p);
    const double third = variance * (1 - 2 * p) + 6 * triples * p * p * (1 - p);
    const double skew = third / (variance * sqrt(variance));
    const double off = (double)self->pairs - mean, deviation = sqrt(variance);
    const audit_tails tails = {gamma_upper((off - 0.5) / deviation, skew),
                               gamma_lower((off + 0.5) / deviation, skew)};
    audit_fill_tails(test, (double)self->pairs, mean, tails, mean >= 200);
}

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const audit_repeats_view *self = (const audit_repeats_view *)view;
    const double kept = (double)self->kept, possible = exp(self->log_possible);
    if (!self->tested)
        return 0;
    tests[0].name = view->name;
    tests[0].title = view->title;
    if (kept <= 0.1 * possible) {
        const uint64_t repeats = self->kept - self->seen.used + self->met;
        const double mean = mean_repeats(kept, possible) +
                            (double)self->later * (double)self->seen.used / possible;
        const uint64_t most = self->kept > 0 ? self->kept - 1 + self->later : 0;
        audit_fill_poisson(&tests[0], repeats, mean, 0, most);
    } else if (possible < 1000) {
        const double x = (2 * (double)self->pairs + kept) * possible / kept - kept;
        audit_fill_chi_square(&tests[0], fmax(x, 0), round(possible) - 1,
                              possible * possible / kept);
    } else
        test_pairs(self, possible, &tests[0]);
    return 1;
}

/* ---- making ------------------------------------------------------------------------ */

static void free_view(audit_view *view)
{
    audit_hash_counts_free(&((audit_repeats_view *)view)->seen);
    free(view);
}

audit_repeats_view *audit_repeats_make(const char *name, const char *title,
                                       double log_possible, uint64_t most)
{
    audit_repeats_view *self = calloc(1, sizeof *self);
    if (self == NULL || !audit_hash_counts_make(&self->seen)) {
        if (self != NULL)
            free_view(&self->view);
        return NULL;
    }
    self->view = (audit_view){
        .name = name,
        .title = title,
        .bets = 1,
        .evidence = evidence,
        .tests = tests,
        .free = free_view,
    };
    self->log_possible = log_possible;
    self->tested = 1;
    self->most = most;
    audit_wealth_start(&self->wealth);
    return self;
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    enum { AHEAD = 8 };
    audit_repeats_view *self = (audit_repeats_view *)view;
    for (size_t i = from; i < to; i++) {
        if (i + AHEAD < to)
            audit_hash_counts_prefetch(&self->seen, block->hashes[i + AHEAD]);
        audit_repeats_take(self, block->hashes[i]);
    }
}

/* With up to 7 cards, whole.c counts all orders, with the same statistic. */
audit_view *audit_view_repeats(size_t n, uint64_t most)
{
    audit_repeats_view *self =
        audit_repeats_make("repeats", "repeated orders", audit_log_factorial(n), most);
    if (self == NULL)
        return NULL;
    self->view.take = take;
    self->tested = n > 7;
    return &self->view;
}

audit_repeat_count audit_repeats(const audit_view *view)
{
    const audit_repeats_view *self = (const audit_repeats_view *)view;
    const double kept = (double)self->kept;
    return (audit_repeat_count){self->kept, self->seen.used, self->pairs,
                                kept * (kept - 1) / 2 * exp(-self->log_possible)};
}
