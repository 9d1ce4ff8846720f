/* SPDX-License-Identifier: MIT
 *
 * callback.c - fairaudit_test(): the statistical audit of a C function.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "builtin.h"
#include "distance.h"
#include "effect.h"
#include "fingerprint.h"

enum { CHUNK = 4096, FEW = 64, KEEP = 1 << 24, MORE = 20000, TRIALS = 1000000 };

/* When it is clear, some more for effect and mistake. */
static uint64_t wanted(const audit_run *audit, uint64_t trials)
{
    const uint64_t decided = audit_decided(audit);
    const uint64_t more = decided * 2 > MORE ? decided * 2 : MORE;
    return decided > 0 && more < trials ? more : trials;
}

static int take(audit_run *audit, audit_builtin *builtin, uint64_t trials,
                unsigned char *orders)
{
    for (;;) {
        const uint64_t count = audit_count(audit), end = wanted(audit, trials);
        if (count >= end)
            return FAIRAUDIT_OK;
        const size_t most = count < CHUNK ? FEW + (size_t)count / 2 : CHUNK;
        const size_t some = end - count < most ? (size_t)(end - count) : most;
        const int error = audit_builtin_fill(builtin, count, some, orders);
        if (error != FAIRAUDIT_OK)
            return error;
        audit_add(audit, orders, some);
    }
}

/* What is said besides the verdict. */
static void explain(const audit_run *audit, const audit_builtin *builtin,
                    const audit_judgement *judgement, fairaudit_result *result)
{
    static const size_t room = sizeof result->effect;
    audit_sentences effects;
    audit_distance distance = {0};
    audit_suspect suspects[AUDIT_SUSPECTS];
    size_t found = 0, kept;
    const unsigned char *orders = audit_kept(audit, &kept);
    audit_effects(audit, judgement, &effects);
    if (effects.count > 0)
        snprintf(result->effect, room, "%.*s", (int)room - 1, effects.text[0]);
    if (audit_distance_find(orders, kept, builtin->n, &builtin->seed, builtin->threads,
                            &distance) == FAIRAUDIT_OK)
        result->distance = distance.bound;
    if (audit_fingerprint(orders, kept, builtin->n, &builtin->seed, builtin->threads,
                          suspects, &found) == FAIRAUDIT_OK &&
        found > 0 && suspects[0].fits)
        memcpy(result->mistake, suspects[0].name, sizeof result->mistake);
}

static void conclude(const audit_run *audit, const audit_builtin *builtin,
                     uint64_t trials, fairaudit_result *result)
{
    audit_judgement judgement;
    audit_judge(audit, audit_count(audit) >= trials, &judgement);
    memset(result, 0, sizeof *result);
    result->verdict = judgement.verdict;
    result->trials = judgement.trials;
    result->decided = judgement.decided;
    result->evidence = judgement.evidence / 2.302585092994046;
    snprintf(result->view, sizeof result->view, "%s", judgement.strongest);
    if (judgement.verdict == FAIRAUDIT_UNFAIR)
        explain(audit, builtin, &judgement, result);
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
    const audit_plan plan = {.n = n, .threads = how->threads, .keep = KEEP};
    audit_run *audit;
    int error = audit_create(&audit, &plan);
    if (error != FAIRAUDIT_OK)
        return error;
    unsigned char *orders = malloc(CHUNK * n);
    error = orders != NULL ? take(audit, &builtin, trials, orders) : FAIRAUDIT_ENOMEM;
    if (error == FAIRAUDIT_OK)
        conclude(audit, &builtin, trials, result);
    free(orders);
    audit_free(audit);
    return error;
}
