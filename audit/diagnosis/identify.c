/* SPDX-License-Identifier: MIT
 *
 * identify.c - finds the known mistake that explains the observed orders.
 *
 * Every candidate is compared with the observed orders (candidate_mismatch.h): first all
 * of them with few orders, then the remaining ones with more. Hopeless candidates are
 * dropped early, and close ones are compared more thoroughly. If the best has a parameter
 * and does not fit, other parameters near it are tried.
 *
 * Each candidate has its own seed and is compared by one thread, so results do not depend
 * on the number of threads.
 */
#include "audit/diagnosis/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/diagnosis/candidate_mismatch.h"
#include "audit/diagnosis/candidates.h"
#include "audit/orders/team.h"

enum {
    FIRST = 128,        /* orders that each candidate makes in the first round */
    GROWTH = 4,         /* factor for the next round */
    LEAST = 2048,       /* the fewest orders of the last round */
    MOST = 32768,       /* the most orders of the last round, of up to 64 cards */
    CLOSE_MOST = 2048,  /* parameters are refined in rounds with up to this many orders */
    CLOSE_SHUFFLES = 5, /* shuffles whose parameter is refined */
    CLOSE_ROUNDS = 8    /* how often it is refined in one round */
};

/* Candidates with a smaller mismatch stay in the next round, and so do the best few. */
#define HOPELESS 5.5
static const size_t kept_most[] = {120, 64, 40, 16, 8};
static const size_t kept_least[] = {24, 8, 5, 0};

/* The penalty for a parameter, for a parameter that is not the default, and for a wrong
 * die: each must explain this much more. */
#define PLAINER 0.7

struct entry {
    audit_candidate candidate; /* with its mismatch so far */
    uint64_t number;           /* of its seed */
    double order;              /* for sorting: the smaller the better */
};

struct work {
    audit_observed observed; /* what the candidates are compared with */
    unsigned threads;        /* 0: all cores */
    size_t orders;           /* orders that each candidate makes in this round */
    size_t last;             /* orders that each candidate makes in the last round */
    struct entry *entry;     /* [tried]: those that are left, then the dropped ones */
    int *failed;             /* the error of each comparison */
    size_t entries;          /* candidates that are left */
    size_t tried;            /* all candidates */
    size_t from;             /* the first entry to compare now */
    audit_candidate
        *tried_list; /* [tried]: all candidates, in the order of their numbers */
};

/* ---- rounds ------------------------------------------------------------------------ */

/* Of two candidates with equal mismatch, the simpler one is likelier. */
static double implausibility(const audit_candidate *candidate, size_t n)
{
    const audit_parameter *parameter = &candidate->shuffle->parameter;
    int wrong = 0, strange = !candidate->die->fair;
    if (parameter->meaning != NULL)
        strange += 1 + (candidate->parameter !=
                        audit_parameter_value(parameter, 0, 0, n, &wrong));
    return candidate->mismatch + PLAINER * strange;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    const int fits = x->candidate.mismatch < AUDIT_FITS,
              other_fits = y->candidate.mismatch < AUDIT_FITS;
    if (fits != other_fits)
        return other_fits - fits;
    if (x->order != y->order)
        return x->order > y->order ? 1 : -1;
    return (x->number > y->number) - (x->number < y->number);
}

static void sort(struct work *work)
{
    for (size_t i = 0; i < work->entries; i++)
        work->entry[i].order =
            implausibility(&work->entry[i].candidate, work->observed.features->n);
    qsort(work->entry, work->entries, sizeof work->entry[0], compare_entries);
}

static void compare_entry(void *context, size_t i)
{
    const struct work *work = context;
    struct entry *entry = &work->entry[work->from + i];
    work->failed[i] =
        audit_mismatch(&work->observed, &entry->candidate, entry->number, work->orders,
                       work->orders == work->last, &entry->candidate.mismatch);
}

/* Compares the entries from `from` on, and sorts all. */
static int compare_from(struct work *work, size_t from)
{
    work->from = from;
    audit_team_do(work->threads, work->entries - from, compare_entry, work);
    for (size_t i = from; i < work->entries; i++)
        if (work->failed[i - from] != FAIRAUDIT_OK)
            return work->failed[i - from];
    sort(work);
    return FAIRAUDIT_OK;
}

static size_t limit(const size_t *limits, size_t count, size_t round)
{
    return limits[round < count ? round : count - 1];
}

/* Dropped candidates stay after the others, in order. */
static void drop_hopeless(struct work *work, size_t round)
{
    const size_t most = limit(kept_most, sizeof kept_most / sizeof *kept_most, round);
    const size_t least = limit(kept_least, sizeof kept_least / sizeof *kept_least, round);
    while (work->entries > most ||
           (work->entries > least &&
            work->entry[work->entries - 1].candidate.mismatch > HOPELESS))
        work->entries--;
}

/* Adds candidates with parameters between that of one candidate and its neighbours. */
static void add_between(struct work *work, const audit_candidate *candidate)
{
    for (int larger = 0; larger < 2; larger++) {
        audit_candidate between;
        if (work->tried == AUDIT_CANDIDATES_MOST ||
            !audit_candidates_between(candidate, work->tried_list, work->tried, larger,
                                      work->observed.features->n, &between))
            continue;
        memmove(work->entry + work->entries + 1, work->entry + work->entries,
                (work->tried - work->entries) * sizeof work->entry[0]);
        work->entry[work->entries++] = (struct entry){between, work->tried, 0};
        work->tried_list[work->tried++] = between;
    }
}

/* If the best does not fit, another parameter may: those near the best of each of the
 * first few shuffles are tried. */
static int close_in(struct work *work)
{
    int error = FAIRAUDIT_OK;
    for (int round = 0; round < CLOSE_ROUNDS && error == FAIRAUDIT_OK; round++) {
        const size_t before = work->entries;
        const audit_shuffle *done[CLOSE_SHUFFLES] = {NULL};
        size_t shuffles = 0;
        if (work->entry[0].candidate.mismatch < AUDIT_FITS)
            break;
        for (size_t i = 0; i < before && shuffles < CLOSE_SHUFFLES; i++) {
            const audit_candidate candidate = work->entry[i].candidate;
            int is_new = candidate.shuffle->parameter.meaning != NULL;
            for (size_t k = 0; k < shuffles; k++)
                is_new = is_new && done[k] != candidate.shuffle;
            if (!is_new)
                continue;
            done[shuffles++] = candidate.shuffle;
            add_between(work, &candidate);
        }
        if (work->entries == before)
            break;
        error = compare_from(work, before);
    }
    return error;
}

static size_t last_round(const struct work *work)
{
    const size_t n = work->observed.features->n, most = n <= 64 ? MOST : MOST / n * 32;
    const size_t wanted = 2 * (size_t)work->observed.seen.count;
    return wanted < LEAST ? LEAST : wanted > most ? most : wanted;
}

static int all_rounds(struct work *work)
{
    int error = FAIRAUDIT_OK;
    work->last = last_round(work);
    work->orders = FIRST;
    for (size_t round = 0; error == FAIRAUDIT_OK && work->entries > 0; round++) {
        error = compare_from(work, 0);
        if (error == FAIRAUDIT_OK && work->orders <= CLOSE_MOST)
            error = close_in(work);
        if (work->orders == work->last)
            break;
        drop_hopeless(work, round);
        work->orders =
            work->orders * GROWTH < work->last ? work->orders * GROWTH : work->last;
    }
    return error;
}

/* ---- all of it --------------------------------------------------------------------- */

/* The number of states of a fair shuffle with a seeded die, which need not be run; 0 for
 * others. */
static double states_of(const audit_candidate *candidate)
{
    if (!candidate->die->seeded || !candidate->shuffle->fair ||
        strcmp(candidate->die->name, "time-seeded") == 0)
        return 0;
    return (double)audit_die_states(candidate->die, candidate->die_parameter);
}

static void list_candidates(struct work *work)
{
    work->tried = audit_candidates(work->observed.features->n, work->tried_list);
    size_t rest = work->tried; /* those with few states go to the end */
    for (size_t i = 0; i < work->tried; i++) {
        const double states = states_of(&work->tried_list[i]);
        struct entry *entry = &work->entry[states > 0 ? --rest : work->entries++];
        *entry = (struct entry){work->tried_list[i], i, 0};
        entry->candidate.mismatch =
            states > 0 ? audit_mismatch_of_states(&work->observed, states)
                       : AUDIT_NO_MATCH;
    }
    if (audit_observed_only_repeats(&work->observed))
        work->entries = 0;
}

/* Moves those with few states and a small mismatch to the front. */
static void add_states(struct work *work)
{
    for (size_t i = work->entries; i < work->tried; i++) {
        const struct entry entry = work->entry[i];
        if (states_of(&entry.candidate) == 0 || entry.candidate.mismatch > HOPELESS)
            continue;
        work->entry[i] = work->entry[work->entries];
        work->entry[work->entries++] = entry;
    }
    sort(work);
}

/* Whether there are two of its kind already. */
static int is_enough(const audit_candidate *candidates, size_t count,
                     const audit_candidate *candidate)
{
    int same = 0;
    for (size_t i = 0; i < count; i++)
        same += candidates[i].shuffle == candidate->shuffle &&
                candidates[i].die == candidate->die;
    return same >= 2;
}

/* Chooses the first few, but at most two that differ only in a parameter. */
static size_t choose_best(const struct work *work,
                          audit_candidate candidates[AUDIT_CANDIDATES_FOUND])
{
    size_t found = 0;
    for (size_t i = 0; i < work->tried && found < AUDIT_CANDIDATES_FOUND; i++) {
        audit_candidate candidate = work->entry[i].candidate;
        if (candidate.mismatch >= AUDIT_NO_MATCH)
            break;
        if (is_enough(candidates, found, &candidate))
            continue;
        candidate.fits = candidate.mismatch < AUDIT_FITS && i < work->entries;
        /* The simpler may come before the closer; and those that were dropped were not
         * compared as thoroughly as those before them. */
        if (found > 0)
            candidate.mismatch = fmax(candidate.mismatch, candidates[found - 1].mismatch);
        candidates[found++] = candidate;
    }
    return found;
}

int audit_identify(const unsigned char *orders, size_t count, size_t n,
                   const audit_seed *seed, unsigned threads,
                   audit_candidate candidates[AUDIT_CANDIDATES_FOUND], size_t *found)
{
    *found = 0;
    if (count < 2)
        return FAIRAUDIT_OK;
    count = count < 2 * (size_t)MOST ? count : 2 * (size_t)MOST;
    audit_features features;
    struct work work = {.threads = threads};
    work.entry = malloc(AUDIT_CANDIDATES_MOST * sizeof work.entry[0]);
    work.tried_list = malloc(AUDIT_CANDIDATES_MOST * sizeof work.tried_list[0]);
    work.failed = calloc(AUDIT_CANDIDATES_MOST, sizeof work.failed[0]);
    int error = audit_features_make(&features, n, 1);
    if (work.entry == NULL || work.tried_list == NULL || work.failed == NULL)
        error = FAIRAUDIT_ENOMEM;
    if (error == FAIRAUDIT_OK)
        error = audit_observed_make(&work.observed, &features, seed, orders, count);
    if (error == FAIRAUDIT_OK && audit_observed_is_unfair(&work.observed)) {
        list_candidates(&work);
        error = all_rounds(&work);
        add_states(&work);
        *found = error == FAIRAUDIT_OK ? choose_best(&work, candidates) : 0;
    }
    audit_observed_free(&work.observed);
    audit_features_free(&features);
    free(work.entry);
    free(work.tried_list);
    free(work.failed);
    return error;
}
