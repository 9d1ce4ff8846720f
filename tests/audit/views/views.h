/* SPDX-License-Identifier: MIT
 *
 * views.h - tests of views: thousands of fair orders, and how often each tail of each
 * test was small.
 */
#ifndef AUDIT_VIEWS_H
#define AUDIT_VIEWS_H

#include <math.h>

#include "audit/views/view.h"
#include "tests/audit/orders/orders.h"
#include "tests/support/test.h"

/* Gives a view the orders [from, to) of a block, as the engine does. */
static inline void feed(audit_view *view, const audit_block *block, size_t from,
                        size_t to)
{
    const audit_block *seen = view->serial ? block->quotients : block;
    if (view->serial && from < block->quotients->skip)
        from = block->quotients->skip;
    if (from < to)
        view->take(view, seen, from, to);
}

/* The test of that name; the program ends if there is none. */
static inline audit_test test_named(const audit_view *view, const char *name)
{
    audit_test tests[AUDIT_TESTS];
    const size_t count = view->tests(view, tests);
    for (size_t i = 0; i < count; i++)
        if (strcmp(tests[i].name, name) == 0)
            return tests[i];
    printf("Bail out! no test %s\n", name);
    exit(1);
}

/* ---- small tails ------------------------------------------------------------------- */

enum { LEVELS = 3, TALLIES = 64 };
static const double tally_level[LEVELS] = {0.05, 0.01, 0.001};

typedef struct tally {
    const char *name;
    unsigned audits, upper[LEVELS], lower[LEVELS];
} tally;

typedef struct tallies {
    size_t count;
    tally of[TALLIES];
} tallies;

static inline void tally_tests(tallies *all, const audit_view *view)
{
    audit_test tests[AUDIT_TESTS];
    const size_t count = view->tests(view, tests);
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < all->count && strcmp(all->of[k].name, tests[i].name) != 0)
            k++;
        if (k == all->count)
            all->of[all->count++] = (tally){.name = tests[i].name};
        all->of[k].audits += tests[i].usable != 0;
        for (size_t l = 0; tests[i].usable && l < LEVELS; l++) {
            all->of[k].upper[l] += tests[i].tails.upper < tally_level[l];
            all->of[k].lower[l] += tests[i].tails.lower < tally_level[l];
        }
    }
}

/* Checks that no tail is below a level more often than it should be, beyond chance; nor
 * much less often, unless the test has few values. */
static inline void tally_check(const tallies *all, size_t n, unsigned audits)
{
    for (size_t k = 0; k < all->count; k++)
        for (size_t l = 0; l < LEVELS; l++) {
            const tally *t = &all->of[k];
            const double mean = t->audits * tally_level[l], width = 4.5 * sqrt(mean) + 2;
            CHECKF(t->audits == 0 || t->audits == audits, "%s: %u of %u usable", t->name,
                   t->audits, audits);
            CHECKF(t->upper[l] < mean + width && t->lower[l] < mean + width,
                   "%s, n %zu: below %g %u times (upper), %u times (lower) of %u",
                   t->name, n, tally_level[l], t->upper[l], t->lower[l], t->audits);
        }
}

#endif
