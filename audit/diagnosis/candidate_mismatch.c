/* SPDX-License-Identifier: MIT
 *
 * candidate_mismatch.c - one suspect: does what it does look like what was seen?
 *
 * It makes orders of its own, and these are compared with those seen, in all views. What
 * counts is the view in which they differ most: if it is really this one, all differences
 * are chance.
 *
 * Right shuffles with few states need no orders: all views are fair ones, but that orders
 * come again; how often, is known. So is the distribution of descents of keys and
 * riffles.
 */
#include "audit/diagnosis/candidate_mismatch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/numbers/factorial.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"

enum {
    CHUNK = 256,    /* orders made at once */
    FEW = 200,      /* orders: all that can be said is who it was not */
    FEW_STATES = 16 /* with fewer, each view shows something else */
};

/* Less than the first is no difference; more than the second must be explained. */
#define NOTHING 3.0
#define SOMETHING 6.0

/* An order that hangs together so much with those before was made from them. */
#define SLOW 1.1

/* ---- what was seen ----------------------------------------------------------------- */

static double largest(const double *z, size_t views)
{
    double most = 0;
    for (size_t v = 0; v < views; v++)
        most = fmax(most, z[v]);
    return most;
}

/* How far the number of orders that came again is from that of so many states, in
 * standard deviations, or what is as rare. */
static double again_of_states(audit_repeated again, double states, size_t n)
{
    const double orders = exp(audit_log_factorial(n));
    const double pair = 1 / states + (1 - 1 / states) / orders;
    const double mean = pair * again.kept * (again.kept - 1) / 2;
    return audit_rarity(
        audit_two_sided(audit_tails_poisson((uint64_t)again.pairs, mean)));
}

int audit_observed_make(audit_observed *scene, const audit_features *plan,
                        const audit_seed *seed, const unsigned char *orders, size_t count)
{
    *scene = (audit_observed){.plan = plan, .seed = seed};
    int error = audit_fingerprint_make(&scene->seen, plan, count);
    if (error == FAIRAUDIT_OK)
        error = audit_fingerprint_add(&scene->seen, plan, orders, count);
    if (error == FAIRAUDIT_OK)
        error = audit_fingerprint_correlations(&scene->seen, plan, orders, count,
                                               &scene->bonds);
    if (error == FAIRAUDIT_OK) {
        audit_fingerprint_compare(&scene->seen, NULL, 0, plan, &scene->bonds,
                                  scene->fair);
        scene->again = audit_fingerprint_repeats(&scene->seen);
        scene->fair_again = again_of_states(scene->again, INFINITY, plan->n);
    }
    return error;
}

void audit_observed_free(audit_observed *scene)
{
    audit_fingerprint_free(&scene->seen);
}

int audit_observed_is_unfair(const audit_observed *scene)
{
    return scene->seen.count < FEW ||
           fmax(scene->fair_again, largest(scene->fair, scene->plan->views)) > AUDIT_FITS;
}

int audit_observed_only_repeats(const audit_observed *scene)
{
    return scene->fair_again > SOMETHING &&
           largest(scene->fair, scene->plan->views) < AUDIT_FITS;
}

/* ---- one suspect ------------------------------------------------------------------- */

double audit_mismatch_of_states(const audit_observed *scene, double states)
{
    double z[AUDIT_FEATURE_VIEWS];
    const double again = again_of_states(scene->again, states, scene->plan->n);
    if (scene->fair_again < NOTHING)
        return AUDIT_NO_MATCH; /* no order came again */
    if (states < FEW_STATES)
        return again;
    audit_fingerprint_compare(&scene->seen, NULL, states, scene->plan, &scene->bonds, z);
    return fmax(again, largest(z, scene->plan->views));
}

/* Makes orders and counts them. */
static int measure(const audit_observed *scene, const audit_candidate *suspect,
                   uint64_t number, size_t count, audit_fingerprint *measure)
{
    const size_t n = scene->plan->n;
    unsigned char *orders = malloc(CHUNK * n);
    audit_builtin builtin = {.n = n,
                             .shuffle = suspect->shuffle,
                             .shuffle_parameter = suspect->parameter,
                             .die = suspect->die,
                             .die_parameter = suspect->die_parameter,
                             .threads = 1};
    audit_source source;
    audit_source_start(&source, scene->seed, AUDIT_STREAM_FINGERPRINT, number);
    for (int i = 0; i < 4; i++)
        builtin.seed.word[i] = audit_source_word(&source);
    int error = orders == NULL ? FAIRAUDIT_ENOMEM : FAIRAUDIT_OK;
    for (size_t at = 0; at < count && error == FAIRAUDIT_OK; at += CHUNK) {
        const size_t some = count - at < CHUNK ? count - at : CHUNK;
        error = audit_builtin_fill(&builtin, at, some, orders);
        if (error == FAIRAUDIT_OK)
            error = audit_fingerprint_add(measure, scene->plan, orders, some);
    }
    free(orders);
    return error;
}

/* What is known exactly replaces what was tried. */
static void use_law(const audit_observed *scene, const audit_candidate *suspect,
                    double *z)
{
    const char *name = suspect->shuffle->name;
    const int keys = strcmp(name, "keys") == 0;
    double probability[FAIRAUDIT_MOST];
    if ((!keys && strcmp(name, "riffle") != 0) || suspect->parameter > 60)
        return;
    audit_distribution_of_keys(scene->plan->n, (unsigned)suspect->parameter, probability);
    for (size_t v = 0; v < scene->plan->views; v++) {
        const audit_feature_view *view = &scene->plan->view[v];
        if (!view->serial &&
            view->scalar == (keys ? AUDIT_DESCENTS : AUDIT_INVERSE_DESCENTS))
            z[v] = audit_fingerprint_against(&scene->seen, scene->plan, v, probability);
    }
}

/* What was seen must be explained: where a suspect is as good as fair, though as much as
 * was seen would show in its own orders, too, it is taken as exactly fair. */
static void explain(const audit_observed *scene, const audit_fingerprint *made, double *z)
{
    double own[AUDIT_FEATURE_VIEWS];
    const double part = fmin(1, (double)made->count / (double)scene->seen.count);
    audit_fingerprint_compare(made, NULL, 0, scene->plan, &scene->bonds, own);
    for (size_t v = 0; v < scene->plan->views; v++)
        if (own[v] < NOTHING && scene->fair[v] * part > SOMETHING)
            z[v] = fmax(z[v], scene->fair[v] * part);
}

/* The same of orders that came again. */
static double explain_again(const audit_observed *scene, audit_repeated made)
{
    const double own = again_of_states(made, INFINITY, scene->plan->n);
    return own < NOTHING && scene->fair_again > SOMETHING ? scene->fair_again : 0;
}

/* Seeds in a row: which cards come where depends on the first of them, but what follows
 * what does not. */
static void ignore_start(const audit_observed *scene, double *z)
{
    for (size_t v = 0; v < scene->plan->views; v++)
        if (!scene->plan->view[v].serial && scene->plan->view[v].rows > 1)
            z[v] = 0;
}

/* A deck that is kept is fair in the long run; in the short run it is as it was before,
 * and in the beginning as it began: if positions hang together from order to order, they
 * tell nothing more. */
static void ignore_beginning(const audit_observed *scene, double *z)
{
    const int slow = scene->bonds.orders[0] > SLOW; /* of the first view: position */
    for (size_t v = 0; v < scene->plan->views; v++)
        if (!scene->plan->view[v].serial)
            z[v] = slow ? 0 : fmin(z[v], scene->fair[v]);
}

int audit_mismatch(const audit_observed *scene, const audit_candidate *suspect,
                   uint64_t number, size_t count, int last, double *mismatch)
{
    audit_fingerprint made;
    int error = audit_fingerprint_make(&made, scene->plan, count);
    if (error == FAIRAUDIT_OK)
        error = measure(scene, suspect, number, count, &made);
    if (error == FAIRAUDIT_OK) {
        double z[AUDIT_FEATURE_VIEWS];
        audit_fingerprint_compare(&scene->seen, &made, 0, scene->plan, &scene->bonds, z);
        const audit_repeated came = audit_fingerprint_repeats(&made);
        double again = audit_repeats_compare(scene->again, came);
        explain(scene, &made, z);
        if (last)
            again = fmax(again, explain_again(scene, came));
        use_law(scene, suspect, z);
        if (strcmp(suspect->die->name, "time-seeded") == 0)
            ignore_start(scene, z);
        if (suspect->shuffle->keeps)
            ignore_beginning(scene, z);
        *mismatch = fmax(again, largest(z, scene->plan->views));
    }
    audit_fingerprint_free(&made);
    return error;
}
