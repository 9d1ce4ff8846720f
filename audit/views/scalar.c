/* SPDX-License-Identifier: MIT
 *
 * scalar.c - a number that sums an order up (its sign, its cycles, ...), compared with
 * the exact distribution that it has if all orders are equally likely. The sign is the
 * only view that sees a shuffle which makes every even order equally often, and no odd
 * one.
 */
#include <stdlib.h>

#include "audit/views/scalar_fit.h"

typedef struct scalar_view {
    audit_view view; /* first */
    enum audit_scalar scalar;
    const char *mean_name, *mean_title;
    audit_scalar_fit known;
} scalar_view;

static const struct {
    const char *name, *title, *mean_name, *mean_title;
} about[2][AUDIT_SCALARS] = {
    {{"sign", "even or odd", "", ""},
     {"cycles", "number of cycles", "cycles-mean", "mean number of cycles"},
     {"fixed-points", "cards in their own places", "fixed-points-mean",
      "mean number of cards in their own places"},
     {"descents", "cards followed by a smaller one", "descents-mean",
      "mean number of cards followed by a smaller one"},
     {"inverse-descents", "rising sequences", "inverse-descents-mean",
      "mean number of rising sequences"},
     {"inversions", "pairs in the wrong order", "inversions-mean",
      "mean number of pairs in the wrong order"},
     {"successions", "cards followed by the next one", "successions-mean",
      "mean number of cards followed by the next one"}},
    {{"serial-sign", "even or odd, against the order before", "", ""},
     {"serial-cycles", "cycles, against the order before", "serial-cycles-mean",
      "mean number of cycles, against the order before"},
     {"serial-fixed-points", "cards where they were before", "serial-fixed-points-mean",
      "mean number of cards where they were before"},
     {"serial-descents", "descents, against the order before", "serial-descents-mean",
      "mean number of descents, against the order before"},
     {"serial-inverse-descents", "rising sequences, against the order before",
      "serial-inverse-descents-mean",
      "mean number of rising sequences, against the order before"},
     {"serial-inversions", "inversions, against the order before",
      "serial-inversions-mean", "mean number of inversions, against the order before"},
     {"serial-successions", "cards followed by the same one as before",
      "serial-successions-mean",
      "mean number of cards followed by the same one as before"}},
};

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    scalar_view *self = (scalar_view *)view;
    const uint16_t *values = block->scalars[self->scalar];
    for (size_t i = from; i < to; i++)
        audit_scalar_fit_take(&self->known, values[i], view->bets);
}

static double evidence(const audit_view *view)
{
    return audit_scalar_fit_evidence(&((const scalar_view *)view)->known);
}

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const scalar_view *self = (const scalar_view *)view;
    return audit_scalar_fit_tests(&self->known, view->name, view->title, self->mean_name,
                                  self->mean_title, tests);
}

static void free_view(audit_view *view)
{
    audit_scalar_fit_free(&((scalar_view *)view)->known);
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
        .name = about[serial][scalar].name,
        .title = about[serial][scalar].title,
        .bets = 1,
        .serial = serial,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = free_view,
    };
    self->mean_name = about[serial][scalar].mean_name;
    self->mean_title = about[serial][scalar].mean_title;
    self->scalar = scalar;
    audit_distribution(scalar, n, probability);
    const int made = audit_scalar_fit_make(&self->known, probability, size);
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
    const audit_scalar_fit *known = &((const scalar_view *)view)->known;
    *size = known->size;
    *probability = known->probability;
    return known->counts;
}
