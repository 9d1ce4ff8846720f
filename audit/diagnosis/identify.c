/* SPDX-License-Identifier: MIT
 *
 * fingerprint.c - which known mistake is it?
 *
 * Every suspect is examined (candidate_mismatch.h): first with few orders, then with more those that
 * are left. The hopeless go early, and the closer a suspect comes the closer it is looked
 * at. If the best has a parameter and does not fit, others near it are tried.
 *
 * Each suspect has a seed of its own, and is examined by one thread: results do not
 * depend on how many there are.
 */
#include "audit/diagnosis/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/diagnosis/candidate_mismatch.h"
#include "audit/diagnosis/candidates.h"
#include "audit/orders/team.h"

enum {
    FIRST = 128,        /* orders that all suspects make */
    GROWTH = 4,         /* so many times more in the next round */
    LEAST = 2048,       /* orders that the last ones make, */
    MOST = 32768,       /* ... and at most, of up to 64 cards */
    CLOSE_MOST = 2048,  /* orders of those who close in on a parameter, */
    CLOSE_SHUFFLES = 5, /* ... of which there are so many kinds, */
    CLOSE_ROUNDS = 8    /* and how often they do */
};

/* A suspect that differs less stays in; so do, in any case, the best few of a round. */
#define HOPELESS 5.5
static const size_t kept_most[] = {120, 64, 40, 16, 8};
static const size_t kept_least[] = {24, 8, 5, 0};

/* A parameter, one that is not usual, and a wrong die must each explain so much more. */
#define PLAINER 0.7

struct file { /* on one suspect */
    audit_candidate suspect;
    uint64_t number; /* of its seed */
    double order;    /* the less the better */
};

struct work {
    audit_observed scene;
    unsigned threads;
    size_t orders; /* that suspects make in this round, */
    size_t last;   /* and in the last one */
    struct file *file;
    int *failed; /* of each file */
    size_t files, tried, from;
    audit_candidate *trials; /* all that were tried */
};

/* ---- rounds ------------------------------------------------------------------------ */

/* Of two that are equally near, the plainer one is likelier. */
static double implausibility(const audit_candidate *suspect, size_t n)
{
    const audit_parameter *parameter = &suspect->shuffle->parameter;
    int wrong = 0, strange = !suspect->die->fair;
    if (parameter->meaning != NULL)
        strange +=
            1 + (suspect->parameter != audit_parameter_value(parameter, 0, 0, n, &wrong));
    return suspect->mismatch + PLAINER * strange;
}

static int compare(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    const int fits = x->suspect.mismatch < AUDIT_FITS,
              other_fits = y->suspect.mismatch < AUDIT_FITS;
    if (fits != other_fits)
        return other_fits - fits;
    if (x->order != y->order)
        return x->order > y->order ? 1 : -1;
    return (x->number > y->number) - (x->number < y->number);
}

static void sort(struct work *work)
{
    for (size_t i = 0; i < work->files; i++)
        work->file[i].order = implausibility(&work->file[i].suspect, work->scene.plan->n);
    qsort(work->file, work->files, sizeof work->file[0], compare);
}

static void examine(void *context, size_t i)
{
    const struct work *work = context;
    struct file *file = &work->file[work->from + i];
    work->failed[i] =
        audit_mismatch(&work->scene, &file->suspect, file->number, work->orders,
                       work->orders == work->last, &file->suspect.mismatch);
}

/* Examines those from a number on, and sorts all. */
static int examine_from(struct work *work, size_t from)
{
    work->from = from;
    audit_team_do(work->threads, work->files - from, examine, work);
    for (size_t i = from; i < work->files; i++)
        if (work->failed[i - from] != FAIRAUDIT_OK)
            return work->failed[i - from];
    sort(work);
    return FAIRAUDIT_OK;
}

static size_t limit(const size_t *limits, size_t count, size_t round)
{
    return limits[round < count ? round : count - 1];
}

/* Those who are dropped stay behind the others, in order. */
static void drop_hopeless(struct work *work, size_t round)
{
    const size_t most = limit(kept_most, sizeof kept_most / sizeof *kept_most, round);
    const size_t least = limit(kept_least, sizeof kept_least / sizeof *kept_least, round);
    while (
        work->files > most ||
        (work->files > least && work->file[work->files - 1].suspect.mismatch > HOPELESS))
        work->files--;
}

/* Adds suspects with parameters between that of one and its neighbours. */
static void add_between(struct work *work, const audit_candidate *suspect)
{
    for (int larger = 0; larger < 2; larger++) {
        audit_candidate between;
        if (work->tried == AUDIT_CANDIDATES_MOST ||
            !audit_candidates_between(suspect, work->trials, work->tried, larger,
                                      work->scene.plan->n, &between))
            continue;
        memmove(work->file + work->files + 1, work->file + work->files,
                (work->tried - work->files) * sizeof work->file[0]);
        work->file[work->files++] = (struct file){between, work->tried, 0};
        work->trials[work->tried++] = between;
    }
}

/* If the best does not fit, one with another parameter may: those near the best of each
 * of the first few shuffles are tried. */
static int close_in(struct work *work)
{
    int error = FAIRAUDIT_OK;
    for (int round = 0; round < CLOSE_ROUNDS && error == FAIRAUDIT_OK; round++) {
        const size_t before = work->files;
        const audit_shuffle *done[CLOSE_SHUFFLES] = {NULL};
        size_t shuffles = 0;
        if (work->file[0].suspect.mismatch < AUDIT_FITS)
            break;
        for (size_t i = 0; i < before && shuffles < CLOSE_SHUFFLES; i++) {
            const audit_candidate suspect = work->file[i].suspect;
            int is_new = suspect.shuffle->parameter.meaning != NULL;
            for (size_t k = 0; k < shuffles; k++)
                is_new = is_new && done[k] != suspect.shuffle;
            if (!is_new)
                continue;
            done[shuffles++] = suspect.shuffle;
            add_between(work, &suspect);
        }
        if (work->files == before)
            break;
        error = examine_from(work, before);
    }
    return error;
}

static size_t last_round(const struct work *work)
{
    const size_t n = work->scene.plan->n, most = n <= 64 ? MOST : MOST / n * 32;
    const size_t wanted = 2 * (size_t)work->scene.seen.count;
    return wanted < LEAST ? LEAST : wanted > most ? most : wanted;
}

static int all_rounds(struct work *work)
{
    int error = FAIRAUDIT_OK;
    work->last = last_round(work);
    work->orders = FIRST;
    for (size_t round = 0; error == FAIRAUDIT_OK && work->files > 0; round++) {
        error = examine_from(work, 0);
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

/* Right shuffles with few states need not be tried. */
static double states_of(const audit_candidate *suspect)
{
    if (!suspect->die->seeded || !suspect->shuffle->fair ||
        strcmp(suspect->die->name, "time-seeded") == 0)
        return 0;
    return (double)audit_die_states(suspect->die, suspect->die_parameter);
}

static void list_suspects(struct work *work)
{
    work->tried = audit_candidates(work->scene.plan->n, work->trials);
    size_t rest = work->tried; /* those with few states stand at the end */
    for (size_t i = 0; i < work->tried; i++) {
        const double states = states_of(&work->trials[i]);
        struct file *file = &work->file[states > 0 ? --rest : work->files++];
        *file = (struct file){work->trials[i], i, 0};
        file->suspect.mismatch =
            states > 0 ? audit_mismatch_of_states(&work->scene, states) : AUDIT_NO_MATCH;
    }
    if (audit_observed_only_repeats(&work->scene))
        work->files = 0;
}

/* Brings those with few states, and little mismatch, to the front. */
static void add_states(struct work *work)
{
    for (size_t i = work->files; i < work->tried; i++) {
        const struct file file = work->file[i];
        if (states_of(&file.suspect) == 0 || file.suspect.mismatch > HOPELESS)
            continue;
        work->file[i] = work->file[work->files];
        work->file[work->files++] = file;
    }
    sort(work);
}

/* Is it the third of its kind? */
static int is_enough(const audit_candidate *suspects, size_t count,
                     const audit_candidate *suspect)
{
    int same = 0;
    for (size_t i = 0; i < count; i++)
        same +=
            suspects[i].shuffle == suspect->shuffle && suspects[i].die == suspect->die;
    return same >= 2;
}

/* The first few are told, but no more than two that differ in a parameter only. */
static size_t tell(const struct work *work,
                   audit_candidate suspects[AUDIT_CANDIDATES_FOUND])
{
    size_t found = 0;
    for (size_t i = 0; i < work->tried && found < AUDIT_CANDIDATES_FOUND; i++) {
        audit_candidate suspect = work->file[i].suspect;
        if (suspect.mismatch >= AUDIT_NO_MATCH)
            break;
        if (is_enough(suspects, found, &suspect))
            continue;
        suspect.fits = suspect.mismatch < AUDIT_FITS && i < work->files;
        /* The plainer may stand before the nearer; and who was dropped was not looked at
         * so closely as those before. */
        if (found > 0)
            suspect.mismatch = fmax(suspect.mismatch, suspects[found - 1].mismatch);
        suspects[found++] = suspect;
    }
    return found;
}

int audit_identify(const unsigned char *orders, size_t count, size_t n,
                   const audit_seed *seed, unsigned threads,
                   audit_candidate suspects[AUDIT_CANDIDATES_FOUND], size_t *found)
{
    *found = 0;
    if (count < 2)
        return FAIRAUDIT_OK;
    count = count < 2 * (size_t)MOST ? count : 2 * (size_t)MOST;
    audit_features plan;
    struct work work = {.threads = threads};
    work.file = malloc(AUDIT_CANDIDATES_MOST * sizeof work.file[0]);
    work.trials = malloc(AUDIT_CANDIDATES_MOST * sizeof work.trials[0]);
    work.failed = calloc(AUDIT_CANDIDATES_MOST, sizeof work.failed[0]);
    int error = audit_features_make(&plan, n, 1);
    if (work.file == NULL || work.trials == NULL || work.failed == NULL)
        error = FAIRAUDIT_ENOMEM;
    if (error == FAIRAUDIT_OK)
        error = audit_observed_make(&work.scene, &plan, seed, orders, count);
    if (error == FAIRAUDIT_OK && audit_observed_is_unfair(&work.scene)) {
        list_suspects(&work);
        error = all_rounds(&work);
        add_states(&work);
        *found = error == FAIRAUDIT_OK ? tell(&work, suspects) : 0;
    }
    audit_observed_free(&work.scene);
    audit_features_free(&plan);
    free(work.file);
    free(work.trials);
    free(work.failed);
    return error;
}
