/* SPDX-License-Identifier: MIT
 *
 * callback.c - fairaudit_test(): the statistical audit of a C function.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/effect.h"
#include "audit/diagnosis/identify.h"
#include "audit/engine/schedule.h"

enum {
    CHUNK = 4096,    /* orders made at once */
    TRIALS = 1000000 /* the default */
};

static int take(audit_run *audit, audit_builtin *builtin, uint64_t trials,
                unsigned char *orders)
{
    const audit_schedule schedule = {.trials = trials, .supply = AUDIT_FROM_FUNCTION};
    size_t some;
    while ((some = audit_next_batch(audit, &schedule, 0, CHUNK)) > 0) {
        const int error = audit_builtin_fill(builtin, audit_count(audit), some, orders);
        if (error != FAIRAUDIT_OK)
            return error;
        audit_add(audit, orders, some);
    }
    return FAIRAUDIT_OK;
}

/* Fills in effect, distance and mistake. FAIRAUDIT_OK or _ENOMEM. */
static int explain(const audit_run *audit, const audit_builtin *builtin,
                   const audit_judgement *judgement, fairaudit_result *result)
{
    audit_sentences effects;
    audit_distance distance;
    audit_candidate candidates[AUDIT_CANDIDATES_FOUND];
    size_t found, kept;
    const unsigned char *orders = audit_kept(audit, &kept);
    enum audit_dependence dependence;
    int error = audit_dependence_find(audit, judgement, &dependence);
    if (error == FAIRAUDIT_OK)
        error = audit_effects(audit, judgement, dependence, &effects);
    if (error != FAIRAUDIT_OK)
        return error;
    if (effects.count > 0)
        snprintf(result->effect, sizeof result->effect, "%.*s",
                 (int)sizeof result->effect - 1, effects.text[0]);
    if (dependence == AUDIT_INDEPENDENT) {
        error = audit_distance_find(orders, kept, builtin->n, &builtin->seed,
                                    builtin->threads, &distance);
        if (error != FAIRAUDIT_OK)
            return error;
        result->distance = distance.bound;
    }
    error = audit_identify(orders, kept, builtin->n, &builtin->seed, builtin->threads,
                           candidates, &found);
    if (error == FAIRAUDIT_OK && found > 0 && candidates[0].fits)
        snprintf(result->mistake, sizeof result->mistake, "%s", candidates[0].name);
    return error;
}

static int conclude(const audit_run *audit, const audit_builtin *builtin, uint64_t trials,
                    fairaudit_result *result)
{
    audit_judgement judgement;
    const int error = audit_judge(audit, audit_count(audit) >= trials, &judgement);
    if (error != FAIRAUDIT_OK)
        return error;
    memset(result, 0, sizeof *result);
    result->verdict = judgement.verdict;
    result->trials = judgement.trials;
    result->decided = judgement.decided;
    result->evidence = judgement.evidence / log(10);
    snprintf(result->view, sizeof result->view, "%s", judgement.strongest);
    if (judgement.verdict == FAIRAUDIT_UNTESTED)
        return FAIRAUDIT_EFEW;
    if (judgement.verdict != FAIRAUDIT_UNFAIR)
        return FAIRAUDIT_OK;
    return explain(audit, builtin, &judgement, result);
}

int fairaudit_test(fairaudit_shuffle *shuffle, void *context, size_t n,
                   const fairaudit_options *options, fairaudit_result *result)
{
    static const fairaudit_options usual = {0};
    const fairaudit_options *how = options != NULL ? options : &usual;
    const uint64_t trials = how->trials > 0 ? how->trials : TRIALS;
    audit_builtin builtin = {.n = n,
                             .die = &audit_dice[0],
                             .seed = audit_seed_of_number(how->seed),
                             .threads = how->threads,
                             .function = shuffle,
                             .context = context};
    const audit_plan plan = {.n = n, .threads = how->threads};
    audit_run *audit;
    if (shuffle == NULL || result == NULL ||
        memcmp(how->reserved, usual.reserved, sizeof usual.reserved) != 0)
        return FAIRAUDIT_EINVAL;
    int error = audit_create(&audit, &plan);
    if (error != FAIRAUDIT_OK)
        return error;
    unsigned char *orders = malloc(CHUNK * n);
    error = orders != NULL ? take(audit, &builtin, trials, orders) : FAIRAUDIT_ENOMEM;
    if (error == FAIRAUDIT_OK)
        error = conclude(audit, &builtin, trials, result);
    free(orders);
    audit_free(audit);
    return error;
}
