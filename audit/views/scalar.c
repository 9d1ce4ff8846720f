/* SPDX-License-Identifier: MIT
 *
 * scalar.c - a scalar of an order (its sign, its cycles, ...), compared with the exact
 * distribution that it has if all orders are equally likely. The sign is the only view
 * that finds a shuffle that makes every even order equally often, and no odd one.
 */
#include <stdlib.h>

#include "audit/orders/distribution.h"
#include "audit/orders/statistics.h"
#include "audit/views/scalar_fit.h"

typedef struct scalar_view {
    audit_view view;          /* first: a view is cast to its type */
    enum audit_scalar scalar; /* which scalar of the block is taken */
    audit_label mean;         /* name and title of the test of the mean */
    audit_scalar_fit fit;     /* fair distribution, counts and bets */
} scalar_view;

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    scalar_view *self = (scalar_view *)view;
    const uint16_t *values = block->scalars[self->scalar];
    for (size_t i = from; i < to; i++)
        audit_scalar_fit_take(&self->fit, values[i], view->bets);
}

static double evidence(const audit_view *view)
{
    return audit_scalar_fit_evidence(&((const scalar_view *)view)->fit);
}

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const scalar_view *self = (const scalar_view *)view;
    return audit_scalar_fit_tests(&self->fit, view->name, view->title, self->mean.name,
                                  self->mean.title, tests);
}

static void free_view(audit_view *view)
{
    audit_scalar_fit_free(&((scalar_view *)view)->fit);
    free(view);
}

audit_view *audit_view_scalar(size_t n, enum audit_scalar scalar, int serial)
{
    const size_t size = audit_distribution_size(scalar, n);
    scalar_view *self = calloc(1, sizeof *self);
    double *probability = malloc(size * sizeof *probability);
    if (self == NULL || probability == NULL) {
        free(self);
        free(probability);
        return NULL;
    }
    self->view = (audit_view){
        .name = audit_scalar_label[serial][scalar].name,
        .title = audit_scalar_label[serial][scalar].title,
        .bets = 1,
        .serial = serial,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = free_view,
    };
    self->mean = audit_mean_label[serial][scalar];
    self->scalar = scalar;
    audit_distribution(scalar, n, probability);
    const int made = audit_scalar_fit_make(&self->fit, probability, size);
    free(probability);
    if (!made) {
        free_view(&self->view);
        return NULL;
    }
    return &self->view;
}

const uint64_t *audit_scalar_counts(const audit_view *view, size_t *size,
                                    const double **probability)
{
    const audit_scalar_fit *fit = &((const scalar_view *)view)->fit;
    *size = fit->size;
    *probability = fit->probability;
    return fit->counts;
}
