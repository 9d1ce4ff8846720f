/* SPDX-License-Identifier: MIT
 *
 * triples.c - the first three cards together.
 *
 * For up to 64 cards: n(n - 1)(n - 2) cells, all equally likely. It finds shuffles that
 * no view of single cards or of pairs finds, such as the maps x -> ax + b modulo a prime.
 * It does not bet: so many cells say nothing before each has come several times.
 */
#include <stdlib.h>

#include "audit/views/view.h"

enum { MOST = 64 };

typedef struct triples_view {
    audit_view view;  /* first: a view is cast to its type */
    size_t n;         /* cards */
    uint64_t trials;  /* orders */
    uint64_t count[]; /* [(first * n + second) * n + third]; none if n is too large */
} triples_view;

static int has_cells(size_t n)
{
    return n >= 3 && n <= MOST;
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    triples_view *self = (triples_view *)view;
    const size_t n = self->n;
    if (!has_cells(n))
        return;
    for (size_t t = from; t < to; t++) {
        const unsigned char *order = block->orders + t * n;
        self->count[(order[0] * n + order[1]) * n + order[2]]++;
    }
    self->trials += to - from;
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const triples_view *self = (const triples_view *)view;
    const size_t n = self->n;
    if (!has_cells(n))
        return 0;
    const size_t cells = n * (n - 1) * (n - 2);
    const double each = (double)self->trials / (double)cells;
    double sum = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            for (size_t c = 0; c < n; c++) {
                if (a == b || a == c || b == c)
                    continue;
                const double off = (double)self->count[(a * n + b) * n + c] - each;
                sum += off * off;
            }
    const double df = (double)(cells - 1);
    test[0] = audit_test_chisq(view->name, view->title, sum / each, df, 2 / each,
                               audit_counts_suffice(each, df));
    return 1;
}

audit_view *audit_view_triples(size_t n)
{
    const size_t cells = has_cells(n) ? n * n * n : 0;
    triples_view *self = calloc(1, sizeof *self + cells * sizeof self->count[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "triples",
        .title = "first three cards",
        .take = take,
        .evidence = audit_no_evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    return &self->view;
}
