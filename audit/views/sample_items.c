/* SPDX-License-Identifier: MIT
 *
 * sample_items.c - samples of k out of n items: how often each item was drawn, at any
 * position of the sample.
 *
 * Up to three bettors share the money. Each goes through the sample item by item, and
 * states the probability of each item that can still come.
 *
 *  - Items: each has the weight count + prior. If k = 1, sample_positions.c does the
 *    same.
 *  - Ranges: if there are many items, 32 ranges of neighbours are learned much sooner. An
 *    item has the weight (count of its range + prior) / (items in its range).
 *  - New or old: of a items that can come, u were never seen, so a new one comes with
 *    probability x = u/a. Some lanes say that new ones are rarer, as if some never came;
 *    they start when few items should still be unseen. Two lanes say that new ones are
 *    more frequent, as if the program first gave each item once. Among new items, and
 *    among old items, all are equally likely. This finds a generator that never gives
 *    some numbers long before the counts do.
 *
 * Tests. In a random set of k, each item has the variance p (1 - p), p = k/n, and two
 * items have the covariance -p (1 - p) / (n - 1). So with E = N k / n
 *
 *     (n - 1) / (n - k) * sum (O - E)^2 / E
 *
 * is a chi-square with n - 1 degrees of freedom. The same holds for ranges, where E is N
 * k times the share of the range. With replacement it is the plain chi-square. The number
 * of items never seen is a sum of independent events (Vatutin and Mikhailov 1982, also
 * for balls thrown in groups). So the tails of a Poisson distribution with the same mean
 * are never too narrow.
 */
#include <math.h>
#include <stdlib.h>

#include "audit/views/chi_square_fit.h"
#include "audit/views/wealth.h"

enum { RANGES = 32, GROUP = 6 };

typedef struct items_view {
    audit_view view;               /* first: a view is cast to its type */
    size_t n;                      /* items to choose from */
    size_t k;                      /* items of a sample */
    int put_back;                  /* with replacement */
    uint64_t trials;               /* samples */
    uint64_t total;                /* items drawn in all samples */
    size_t unseen;                 /* items that were never drawn */
    uint64_t range_counts[RANGES]; /* how often an item of each range was drawn */
    double range_size[RANGES];     /* items of each range */
    audit_wealth items;            /* of the bettor on items */
    audit_wealth ranges;           /* of the bettor on ranges */
    audit_wealth news;             /* of the bettor on new items */
    uint64_t counts[];             /* how often each item was drawn */
} items_view;

static size_t range_of(const items_view *self, size_t item)
{
    return item * RANGES / self->n;
}

static int has_ranges(const items_view *self)
{
    return self->n / 4 >= RANGES;
}

/* ---- betting ----------------------------------------------------------------------- */

static void bet_on_items(items_view *self, const uint32_t *items)
{
    double above[AUDIT_LANES], below[AUDIT_LANES];
    uint64_t sum = self->total;
    for (size_t i = 0; i < self->k;) {
        for (size_t lane = 0; lane < AUDIT_LANES; lane++)
            above[lane] = below[lane] = 1;
        for (size_t g = 0; g < GROUP && i < self->k; g++, i++) {
            const uint64_t here = self->counts[items[i]];
            const double left = (double)(self->put_back ? self->n : self->n - i);
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                const double prior = audit_lane_prior[lane];
                above[lane] *= ((double)here + prior) * left;
                below[lane] *= (double)sum + prior * left;
            }
            if (!self->put_back)
                sum -= here;
        }
        for (size_t lane = 0; lane < AUDIT_LANES; lane++)
            above[lane] /= below[lane];
        audit_wealth_multiply(&self->items, above);
    }
}

/* The weights of the items that can still come are `sum` from counts and `parts` times
 * the prior. Both have rounding errors. The last item of n has no alternative, so there
 * is no bet on it: these errors would be all that is left. */
static void bet_on_ranges(items_view *self, const uint32_t *items)
{
    const size_t choices = self->put_back || self->k < self->n ? self->k : self->n - 1;
    double factor[AUDIT_LANES], sum = (double)self->total, parts = RANGES;
    for (size_t i = 0; i < choices; i++) {
        const size_t left = self->put_back ? self->n : self->n - i;
        const size_t range = range_of(self, items[i]);
        const double size = self->range_size[range];
        const double here = (double)self->range_counts[range] / size;
        for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
            const double prior = audit_lane_prior[lane];
            factor[lane] = (here + prior / size) * (double)left / (sum + parts * prior);
        }
        audit_wealth_multiply(&self->ranges, factor);
        if (!self->put_back) {
            sum = fmax(sum - here, 0);
            parts -= 1 / size;
        }
    }
}

/* The expected number of items that are still unseen. */
static double unseen_mean(const items_view *self)
{
    const double n = (double)self->n, k = (double)self->k, trials = (double)self->trials;
    if (trials <= 0)
        return n;
    return self->put_back ? n * exp(k * trials * log1p(-1 / n))
                          : n * exp(trials * log1p(-k / n));
}

/* Bets, and counts the items: with replacement, whether an item is new also depends on
 * those before it in the same sample. */
static void bet_on_news(items_view *self, const uint32_t *items)
{
    static const double rarer[6] = {0.5, 0.1, 0.01, 0.5, 0.1, 0.01};
    static const double until[6] = {1, 1, 1, 8, 8, 8};
    const double mean = unseen_mean(self);
    double factor[AUDIT_LANES];
    for (size_t i = 0; i < self->k; i++) {
        const double left = (double)(self->put_back ? self->n : self->n - i);
        const double x = (double)self->unseen / left;
        const int is_new = self->counts[items[i]] == 0;
        if (self->unseen > 0 && x < 1) {
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                double q;
                if (lane < 6)
                    q = mean <= until[lane] ? x * rarer[lane] : x;
                else
                    q = x + (1 - x) * (lane == 6 ? 0.1 : 0.5);
                factor[lane] = is_new ? q / x : (1 - q) / (1 - x);
            }
            audit_wealth_multiply(&self->news, factor);
        }
        self->unseen -= (size_t)is_new;
        self->counts[items[i]]++;
    }
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    items_view *self = (items_view *)view;
    for (size_t i = from; i < to; i++) {
        const uint32_t *items = block->items + i * self->k;
        if (view->bets) {
            if (self->k > 1)
                bet_on_items(self, items);
            if (has_ranges(self))
                bet_on_ranges(self, items);
            bet_on_news(self, items);
        } else
            for (size_t j = 0; j < self->k; j++)
                self->unseen -= self->counts[items[j]]++ == 0;
        for (size_t j = 0; j < self->k; j++)
            self->range_counts[range_of(self, items[j])]++;
        self->trials++;
        self->total += self->k;
    }
}

static double evidence(const audit_view *view)
{
    const items_view *self = (const items_view *)view;
    double logs[3];
    size_t bettors = 0;
    logs[bettors++] = audit_wealth_log(&self->news);
    if (self->k > 1)
        logs[bettors++] = audit_wealth_log(&self->items);
    if (has_ranges(self))
        logs[bettors++] = audit_wealth_log(&self->ranges);
    return audit_log_mean(logs, bettors);
}

/* ---- tests ------------------------------------------------------------------------- */

/* A chi-square of counts; count[i] is for sizes[i] items, or for one if `sizes` is NULL.
 */
static void test_counts(const items_view *self, const uint64_t *count,
                        const double *sizes, size_t cells, audit_test *test)
{
    const double n = (double)self->n, k = (double)self->k;
    const double each = (double)self->total / n;
    const double spread = self->put_back ? 1 : (n - k) / (n - 1);
    double x = 0, inverse = 0;
    for (size_t i = 0; i < cells; i++) {
        const double expected = each * (sizes != NULL ? sizes[i] : 1);
        const double off = (double)count[i] - expected;
        x += off * off / expected / spread;
        inverse += 1 / expected / spread;
    }
    audit_fill_chi_square(test, self->trials > 0 ? x : 0, (double)cells - 1, inverse);
}

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const items_view *self = (const items_view *)view;
    size_t made = 0;
    if (!self->put_back && self->k == self->n)
        return 0;
    if (self->k > 1) {
        tests[made].name = view->name;
        tests[made].title = view->title;
        test_counts(self, self->counts, NULL, self->n, &tests[made++]);
    }
    if (has_ranges(self)) {
        tests[made].name = "sample-range";
        tests[made].title = "items of a range in the sample";
        test_counts(self, self->range_counts, self->range_size, RANGES, &tests[made++]);
    }
    const double mean = fmax(unseen_mean(self), 1e-300);
    const uint64_t least = self->total < self->n ? self->n - self->total : 0;
    const uint64_t most = self->trials == 0 ? self->n
                          : self->put_back  ? self->n - 1
                                            : self->n - self->k;
    tests[made].name = "sample-unseen";
    tests[made].title = "items never seen";
    audit_fill_poisson(&tests[made++], self->unseen, mean, least, most);
    return made;
}

/* ---- making ------------------------------------------------------------------------ */

audit_view *audit_view_sample_items(size_t n, size_t k, int put_back)
{
    items_view *self = calloc(1, sizeof *self + n * sizeof self->counts[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "sample-item",
        .title = "item in the sample",
        .bets = put_back || k < n, /* if all items are drawn there is nothing to bet on */
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = self->unseen = n;
    self->k = k;
    self->put_back = put_back;
    for (size_t item = 0; item < n; item++)
        self->range_size[range_of(self, item)]++;
    audit_wealth_start(&self->items);
    audit_wealth_start(&self->ranges);
    audit_wealth_start(&self->news);
    return &self->view;
}
