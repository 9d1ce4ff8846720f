/* SPDX-License-Identifier: MIT
 *
 * view_list.c - which views an audit has: one line for each view.
 */
#include <assert.h>
#include <string.h>

#include "audit/engine/parts.h"

/* Whether `names`, a list with commas, has this name. NULL has all names. */
static int is_listed(const char *names, const char *name)
{
    const size_t length = strlen(name);
    while (names != NULL && *names != '\0') {
        const size_t here = strcspn(names, ",");
        if (here == length && strncmp(names, name, length) == 0)
            return 1;
        names += here + (names[here] == ',');
    }
    return names == NULL;
}

/* Adds a new view to the audit, or frees it if it was not asked for. 0: no memory. */
static int add_view(audit_run *audit, audit_view *view)
{
    if (view == NULL)
        return 0;
    if (!is_listed(audit->plan.views, view->name)) {
        view->free(view);
        return 1;
    }
    assert(audit->views < AUDIT_VIEWS);
    if (audit->plan.only_tests)
        view->bets = 0;
    audit->view[audit->views++] = view;
    return 1;
}

static int add_views_of_orders(audit_run *audit)
{
    const size_t n = audit->plan.n;
    int good = add_view(audit, audit_view_position(n, 0));
    for (int code = 0; code < AUDIT_CODES; code++)
        good = good && add_view(audit, audit_view_digits(n, (enum audit_code)code, 0));
    good = good && add_view(audit, audit_view_digit_pairs(n, AUDIT_LEHMER));
    good = good && add_view(audit, audit_view_digit_pairs(n, AUDIT_SWAP_DOWN));
    good = good && add_view(audit, audit_view_successor(n));
    good = good && add_view(audit, audit_view_precedence(n));
    good = good && add_view(audit, audit_view_triples(n));
    good = good && add_view(audit, audit_view_whole(n));
    good = good && add_view(audit, audit_view_repeats(n, AUDIT_HASHES));
    for (int scalar = 0; scalar < AUDIT_SCALARS; scalar++)
        good =
            good && add_view(audit, audit_view_scalar(n, (enum audit_scalar)scalar, 0));

    /* Each order relative to the previous one. */
    good = good && add_view(audit, audit_view_position(n, 1));
    good = good && add_view(audit, audit_view_digits(n, AUDIT_LEHMER, 1));
    good = good && add_view(audit, audit_view_scalar(n, AUDIT_FIXED, 1));
    good = good && add_view(audit, audit_view_scalar(n, AUDIT_CYCLES, 1));
    good = good && add_view(audit, audit_view_scalar(n, AUDIT_DESCENTS, 1));
    return good;
}

static int add_views_of_samples(audit_run *audit)
{
    const size_t n = audit->plan.n, k = audit->plan.sample;
    const int put_back = audit->plan.put_back;
    int good = add_view(audit, audit_view_sample_positions(n, k, put_back));
    good = good && add_view(audit, audit_view_sample_items(n, k, put_back));
    good = good && add_view(audit, audit_view_sample_pairs(n, k, put_back));
    good =
        good && add_view(audit, audit_view_sample_repeats(n, k, put_back, AUDIT_HASHES));
    good = good && add_view(audit, audit_view_sample_serial(n, k, put_back));
    return good;
}

int audit_add_views(audit_run *audit)
{
    return audit->plan.sample > 0 ? add_views_of_samples(audit)
                                  : add_views_of_orders(audit);
}

int audit_knows_names(const audit_run *audit)
{
    const char *names = audit->plan.views;
    for (size_t length; names != NULL; names += length + 1) {
        size_t i = 0;
        length = strcspn(names, ",");
        while (i < audit->views && (strlen(audit->view[i]->name) != length ||
                                    memcmp(audit->view[i]->name, names, length) != 0))
            i++;
        if (i == audit->views)
            return 0;
        if (names[length] == '\0')
            break;
    }
    return 1;
}
