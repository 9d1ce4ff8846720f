/* SPDX-License-Identifier: MIT
 *
 * candidate_mismatch.c - how much a candidate differs from the observed orders.
 *
 * The candidate makes orders of its own, and these are compared with the observed ones in
 * all views. The view in which they differ most counts: if the candidate is the true one,
 * all differences are chance.
 *
 * Fair shuffles with few states need no orders: all views are fair, but orders repeat,
 * and how often is known. The distribution of the descents of keys and riffles is known,
 * too.
 */
#include "audit/diagnosis/candidate_mismatch.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/numbers/factorial.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"

enum {
    CHUNK = 256,    /* orders made at once */
    FEW = 200,      /* with fewer orders, candidates can only be excluded */
    FEW_STATES = 16 /* with fewer states, the views depend on which states these are */
};

/* In standard deviations: below the first there is no difference; above the second, a
 * difference needs an explanation. */
#define NOTHING 3.0
#define SOMETHING 6.0

/* If orders are correlated more than this with those before, each was made from the one
 * before. */
#define SLOW 1.1

/* ---- what was observed ------------------------------------------------------------- */

static double largest(const double *z, size_t views)
{
    double most = 0;
    for (size_t v = 0; v < views; v++)
        most = fmax(most, z[v]);
    return most;
}

/* How far the number of repeated orders is from that of a shuffle with this many states,
 * in standard deviations. */
static double repeats_of_states(audit_repeated repeats, double states, size_t n)
{
    const double orders = exp(audit_log_factorial(n));
    const double pair = 1 / states + (1 - 1 / states) / orders;
    const double mean = pair * repeats.kept * (repeats.kept - 1) / 2;
    return audit_rarity(
        audit_two_sided(audit_tails_poisson((uint64_t)repeats.pairs, mean)));
}

int audit_observed_make(audit_observed *observed, const audit_features *features,
                        const audit_seed *seed, const unsigned char *orders, size_t count)
{
    *observed = (audit_observed){.features = features, .seed = seed};
    int error = audit_fingerprint_make(&observed->seen, features, count);
    if (error == FAIRAUDIT_OK)
        error = audit_fingerprint_add(&observed->seen, features, orders, count);
    if (error == FAIRAUDIT_OK)
        error = audit_fingerprint_correlations(&observed->seen, features, orders, count,
                                               &observed->correlations);
    if (error == FAIRAUDIT_OK) {
        audit_fingerprint_compare(&observed->seen, NULL, 0, features,
                                  &observed->correlations, observed->fair);
        observed->repeats = audit_fingerprint_repeats(&observed->seen);
        observed->fair_repeats =
            repeats_of_states(observed->repeats, INFINITY, features->n);
    }
    return error;
}

void audit_observed_free(audit_observed *observed)
{
    audit_fingerprint_free(&observed->seen);
}

int audit_observed_is_unfair(const audit_observed *observed)
{
    return observed->seen.count < FEW ||
           fmax(observed->fair_repeats,
                largest(observed->fair, observed->features->views)) > AUDIT_FITS;
}

int audit_observed_only_repeats(const audit_observed *observed)
{
    return observed->fair_repeats > SOMETHING &&
           largest(observed->fair, observed->features->views) < AUDIT_FITS;
}

/* ---- one candidate ----------------------------------------------------------------- */

double audit_mismatch_of_states(const audit_observed *observed, double states)
{
    double z[AUDIT_FEATURE_VIEWS];
    const double repeats =
        repeats_of_states(observed->repeats, states, observed->features->n);
    if (observed->fair_repeats < NOTHING)
        return AUDIT_NO_MATCH; /* no order was repeated */
    if (states < FEW_STATES)
        return repeats;
    audit_fingerprint_compare(&observed->seen, NULL, states, observed->features,
                              &observed->correlations, z);
    return fmax(repeats, largest(z, observed->features->views));
}

/* Makes `count` orders with the candidate, and adds them to its fingerprint. */
static int run_candidate(const audit_observed *observed, const audit_candidate *candidate,
                         uint64_t number, size_t count, audit_fingerprint *made)
{
    const size_t n = observed->features->n;
    unsigned char *orders = malloc(CHUNK * n);
    audit_builtin builtin = {.n = n,
                             .shuffle = candidate->shuffle,
                             .shuffle_parameter = candidate->parameter,
                             .die = candidate->die,
                             .die_parameter = candidate->die_parameter,
                             .threads = 1};
    audit_source source;
    audit_source_start(&source, observed->seed, AUDIT_STREAM_FINGERPRINT, number);
    for (int i = 0; i < 4; i++)
        builtin.seed.word[i] = audit_source_word(&source);
    int error = orders == NULL ? FAIRAUDIT_ENOMEM : FAIRAUDIT_OK;
    for (size_t at = 0; at < count && error == FAIRAUDIT_OK; at += CHUNK) {
        const size_t some = count - at < CHUNK ? count - at : CHUNK;
        error = audit_builtin_fill(&builtin, at, some, orders);
        if (error == FAIRAUDIT_OK)
            error = audit_fingerprint_add(made, observed->features, orders, some);
    }
    free(orders);
    return error;
}

/* What is known exactly replaces what was simulated. */
static void use_known_distribution(const audit_observed *observed,
                                   const audit_candidate *candidate, double *z)
{
    const char *name = candidate->shuffle->name;
    const int keys = strcmp(name, "keys") == 0;
    double probability[FAIRAUDIT_MOST];
    if ((!keys && strcmp(name, "riffle") != 0) || candidate->parameter > 60)
        return;
    audit_distribution_of_keys(observed->features->n, (unsigned)candidate->parameter,
                               probability);
    for (size_t v = 0; v < observed->features->views; v++) {
        const audit_feature_view *view = &observed->features->view[v];
        if (!view->serial &&
            view->scalar == (keys ? AUDIT_DESCENTS : AUDIT_INVERSE_DESCENTS))
            z[v] = audit_fingerprint_against(&observed->seen, observed->features, v,
                                             probability);
    }
}

/* A candidate must explain what was observed. If in a view the candidate is as good as
 * fair, though a deviation as large as the observed one would show in its own orders, it
 * counts as exactly fair. */
static void explain(const audit_observed *observed, const audit_fingerprint *made,
                    double *z)
{
    double own[AUDIT_FEATURE_VIEWS];
    const double part = fmin(1, (double)made->count / (double)observed->seen.count);
    audit_fingerprint_compare(made, NULL, 0, observed->features, &observed->correlations,
                              own);
    for (size_t v = 0; v < observed->features->views; v++)
        if (own[v] < NOTHING && observed->fair[v] * part > SOMETHING)
            z[v] = fmax(z[v], observed->fair[v] * part);
}

/* The same for repeated orders. */
static double explain_repeats(const audit_observed *observed, audit_repeated made)
{
    const double own = repeats_of_states(made, INFINITY, observed->features->n);
    return own < NOTHING && observed->fair_repeats > SOMETHING ? observed->fair_repeats
                                                               : 0;
}

/* With consecutive seeds, which cards come where depends on the first seed, but how
 * orders follow each other does not. */
static void ignore_start(const audit_observed *observed, double *z)
{
    for (size_t v = 0; v < observed->features->views; v++)
        if (!observed->features->view[v].serial && observed->features->view[v].rows > 1)
            z[v] = 0;
}

/* A deck that is kept is fair in the long run; in the short run each order is close to
 * the one before, and at first to the sorted deck. If positions are correlated from order
 * to order, these views say nothing more. */
static void ignore_beginning(const audit_observed *observed, double *z)
{
    const int slow =
        observed->correlations.orders[0] > SLOW; /* of the first view, position */
    for (size_t v = 0; v < observed->features->views; v++)
        if (!observed->features->view[v].serial)
            z[v] = slow ? 0 : fmin(z[v], observed->fair[v]);
}

int audit_mismatch(const audit_observed *observed, const audit_candidate *candidate,
                   uint64_t number, size_t count, int last, double *mismatch)
{
    assert(count > 0);
    audit_fingerprint made;
    int error = audit_fingerprint_make(&made, observed->features, count);
    if (error == FAIRAUDIT_OK)
        error = run_candidate(observed, candidate, number, count, &made);
    if (error == FAIRAUDIT_OK) {
        double z[AUDIT_FEATURE_VIEWS];
        audit_fingerprint_compare(&observed->seen, &made, 0, observed->features,
                                  &observed->correlations, z);
        const audit_repeated came = audit_fingerprint_repeats(&made);
        double repeats = audit_repeats_compare(observed->repeats, came);
        explain(observed, &made, z);
        if (last)
            repeats = fmax(repeats, explain_repeats(observed, came));
        use_known_distribution(observed, candidate, z);
        if (strcmp(candidate->die->name, "time-seeded") == 0)
            ignore_start(observed, z);
        if (candidate->shuffle->keeps)
            ignore_beginning(observed, z);
        *mismatch = fmax(repeats, largest(z, observed->features->views));
    }
    audit_fingerprint_free(&made);
    return error;
}
