/* SPDX-License-Identifier: MIT
 *
 * sample_serial.c - a sample relative to the previous one.
 *
 * Two numbers, whose distribution is the same for any previous sample:
 *
 *  - how many items are the same as before, which is hypergeometric; with replacement, at
 *    how many positions the item is the same, which is binomial;
 *  - the step from the first item of the previous sample to the first item of this one,
 *    modulo n, in up to 64 ranges: the probability of a range is its share of the items.
 *    Counters, and generators that count, have a favourite step.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/views/scalar_fit.h"

enum { STEPS = 64, POSITIONS = 4096 };

typedef struct serial_view {
    audit_view view;       /* first: a view is cast to its type */
    size_t n;              /* items to choose from */
    size_t k;              /* items of a sample */
    size_t positions;      /* items of a sample that are compared with the previous one */
    int put_back;          /* with replacement */
    uint64_t trials;       /* samples */
    audit_scalar_fit same; /* how many items are the same as before */
    audit_scalar_fit step; /* the range of the step */
    uint32_t *before;      /* [positions]: the previous sample */
    unsigned char *in;     /* [n]: 1 if the item is in the previous sample */
} serial_view;

static size_t steps_of(size_t n)
{
    return n < STEPS ? n : STEPS;
}

/* ---- distributions ----------------------------------------------------------------- */

/* P(v + 1) / P(v). */
static double ratio(const serial_view *self, size_t v)
{
    const double n = (double)self->n, k = (double)self->positions, x = (double)v;
    if (self->put_back)
        return (k - x) / (x + 1) / (n - 1);
    return (k - x) * (k - x) / ((x + 1) * (n - 2 * k + x + 1));
}

/* From a value near the mean up and down, by the ratios. */
static void distribution_of_same(const serial_view *self, double *probability)
{
    const size_t n = self->n, k = self->positions;
    const size_t least = !self->put_back && 2 * k > n ? 2 * k - n : 0;
    const double mean = (double)k * (double)(self->put_back ? 1 : k) / (double)n;
    size_t middle = (size_t)mean;
    double sum = 0;
    if (middle < least)
        middle = least;
    memset(probability, 0, (k + 1) * sizeof *probability);
    probability[middle] = 1;
    for (size_t v = middle; v < k; v++)
        probability[v + 1] = probability[v] * ratio(self, v);
    for (size_t v = middle; v > least; v--)
        probability[v - 1] = probability[v] / ratio(self, v - 1);
    for (size_t v = 0; v <= k; v++)
        sum += probability[v];
    for (size_t v = 0; v <= k; v++)
        probability[v] /= sum;
}

static void distribution_of_steps(size_t n, double *probability)
{
    memset(probability, 0, steps_of(n) * sizeof *probability);
    for (size_t step = 0; step < n; step++)
        probability[step * steps_of(n) / n] += 1 / (double)n;
}

/* ---- the view ---------------------------------------------------------------------- */

static size_t count_same(const serial_view *self, const uint32_t *items)
{
    size_t same = 0;
    for (size_t i = 0; i < self->positions; i++)
        same += self->put_back ? items[i] == self->before[i] : self->in[items[i]];
    return same;
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    serial_view *self = (serial_view *)view;
    const size_t n = self->n;
    for (size_t t = from; t < to; t++) {
        const uint32_t *items = block->items + t * self->k;
        if (self->trials > 0) {
            const size_t step = (items[0] + n - self->before[0]) % n;
            audit_scalar_fit_take(&self->same, count_same(self, items), view->bets);
            audit_scalar_fit_take(&self->step, step * steps_of(n) / n, view->bets);
        }
        for (size_t i = 0; i < self->positions && self->trials > 0; i++)
            self->in[self->before[i]] = 0;
        for (size_t i = 0; i < self->positions; i++)
            self->in[self->before[i] = items[i]] = 1;
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    const serial_view *self = (const serial_view *)view;
    const double both[2] = {audit_scalar_fit_evidence(&self->same),
                            audit_scalar_fit_evidence(&self->step)};
    return audit_log_mean(both, 2);
}

/* The mean of the steps says nothing, so it has no test. */
static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const serial_view *self = (const serial_view *)view;
    audit_test steps[2];
    size_t made =
        audit_scalar_fit_tests(&self->same, view->name, view->title, "sample-serial-mean",
                               "mean number of items that are the same as before", tests);
    if (audit_scalar_fit_tests(&self->step, "sample-step",
                               "step from the previous first item", "", "", steps) > 0)
        tests[made++] = steps[0];
    return made;
}

static void free_view(audit_view *view)
{
    serial_view *self = (serial_view *)view;
    audit_scalar_fit_free(&self->same);
    audit_scalar_fit_free(&self->step);
    free(self->before);
    free(self->in);
    free(self);
}

audit_view *audit_view_sample_serial(size_t n, size_t k, int put_back)
{
    serial_view *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "sample-serial",
        .title = "items that are the same as before",
        .bets = 1,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = free_view,
    };
    self->n = n;
    self->k = k;
    self->put_back = put_back;
    self->positions = put_back && k > POSITIONS ? POSITIONS : k;
    double *probability = malloc((self->positions + 1 + STEPS) * sizeof *probability);
    self->before = calloc(self->positions, sizeof *self->before);
    self->in = calloc(n, 1);
    int made = probability != NULL && self->before != NULL && self->in != NULL;
    if (made) {
        distribution_of_same(self, probability);
        made = audit_scalar_fit_make(&self->same, probability, self->positions + 1);
    }
    if (made) {
        distribution_of_steps(n, probability);
        made = audit_scalar_fit_make(&self->step, probability, steps_of(n));
    }
    free(probability);
    if (!made) {
        free_view(&self->view);
        return NULL;
    }
    return &self->view;
}
