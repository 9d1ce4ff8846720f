/* SPDX-License-Identifier: MIT
 *
 * verdict.c - the verdict of an audit: the tests of all views, corrected for their
 * number, the wealth of the bettors, and whether there is any evidence to judge by.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/parts.h"

static void gather_tests(const audit_run *audit, audit_judgement *judgement)
{
    for (size_t i = 0; i < audit->views; i++) {
        audit_test tests[AUDIT_TESTS];
        const size_t count = audit->view[i]->tests(audit->view[i], tests);
        for (size_t k = 0; k < count; k++) {
            assert(judgement->results < AUDIT_RESULTS);
            audit_result *result = &judgement->result[judgement->results++];
            result->test = tests[k];
            result->p = result->corrected = 1;
            if (tests[k].usable)
                result->p = audit_two_sided(tests[k].tails);
        }
    }
}

/* Holm's correction: the smallest p-value is multiplied by the number of tests, the next
 * by one less, and so on; none becomes smaller than the one before it. */
static void correct(audit_judgement *judgement)
{
    int done[AUDIT_RESULTS] = {0};
    size_t left = 0;
    double before = 0;
    for (size_t i = 0; i < judgement->results; i++)
        left += judgement->result[i].test.usable != 0;
    for (; left > 0; left--) {
        size_t least = AUDIT_RESULTS;
        for (size_t i = 0; i < judgement->results; i++)
            if (judgement->result[i].test.usable && !done[i] &&
                (least == AUDIT_RESULTS ||
                 judgement->result[i].p < judgement->result[least].p))
                least = i;
        if (least == AUDIT_RESULTS)
            break;
        audit_result *result = &judgement->result[least];
        done[least] = 1;
        before = fmax(before, fmin(1, result->p * (double)left));
        result->corrected = before;
    }
}

static void gather_bettors(const audit_run *audit, audit_judgement *judgement)
{
    for (size_t i = 0; i < audit->views; i++) {
        const audit_view *view = audit->view[i];
        if (view->bets)
            judgement->bettor[judgement->bettors++] = (audit_bettor){
                view->name, view->title, audit->wealth[i],
                audit->decided > 0 ? audit->decisive[i] : audit->wealth[i]};
    }
}

/* The usable test with the smallest p-value. NULL: no test is usable. */
static const audit_result *best_test(const audit_judgement *judgement)
{
    const audit_result *best = NULL;
    for (size_t i = 0; i < judgement->results; i++)
        if (judgement->result[i].test.usable &&
            (best == NULL || judgement->result[i].p < best->p))
            best = &judgement->result[i];
    return best;
}

static const audit_bettor *best_bettor(const audit_judgement *judgement)
{
    const audit_bettor *best = NULL;
    for (size_t i = 0; i < judgement->bettors; i++)
        if (best == NULL || judgement->bettor[i].decisive > best->decisive)
            best = &judgement->bettor[i];
    return best;
}

/* Adds the orders of a shuffle that does nothing. 0: no memory. */
static int add_unshuffled(audit_run *audit, uint64_t count)
{
    const audit_plan *plan = &audit->plan;
    unsigned char order[FAIRAUDIT_MOST];
    if (plan->sample == 0) {
        for (size_t i = 0; i < plan->n; i++)
            order[i] = (unsigned char)i;
        for (uint64_t t = 0; t < count; t++)
            audit_add(audit, order, 1);
        return 1;
    }
    uint32_t *items = calloc(plan->sample, sizeof items[0]);
    for (size_t i = 0; items != NULL && !plan->put_back && i < plan->sample; i++)
        items[i] = (uint32_t)i;
    for (uint64_t t = 0; items != NULL && t < count; t++)
        audit_add_samples(audit, items, 1);
    free(items);
    return items != NULL;
}

/* With more orders than this, bets find a shuffle that does nothing: an event that is bet
 * on has at least two outcomes. They also find it in samples of more items, which are too
 * large to try. */
enum { MANY = 64 };

/* Whether bets on so few orders had a chance: whether they would have found a shuffle
 * that does nothing. FAIRAUDIT_OK or _ENOMEM. */
static int find_power_of_bets(const audit_run *audit, int *had_a_chance)
{
    *had_a_chance = audit->has_bet;
    if (!audit->has_bet || audit->highest >= log(AUDIT_WEALTH_SUSPECT) ||
        audit->count > MANY || audit->plan.sample > MANY)
        return FAIRAUDIT_OK;
    audit_plan plan = audit->plan;
    audit_run *other;
    plan.threads = 1;
    if (audit_create(&other, &plan) != FAIRAUDIT_OK)
        return FAIRAUDIT_ENOMEM;
    const int added = add_unshuffled(other, audit->count);
    *had_a_chance = other->highest >= log(AUDIT_WEALTH_SUSPECT);
    audit_free(other);
    return added ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
}

/* Finds out whether there is any evidence, for or against, and if not, why. This is the
 * only place that decides it. FAIRAUDIT_OK or _ENOMEM. */
static int find_untested(const audit_run *audit, audit_judgement *judgement)
{
    const int usable = best_test(judgement) != NULL;
    int bets_count = 0, error = FAIRAUDIT_OK;
    judgement->untested =
        judgement->bettors == 0 && !judgement->complete ? AUDIT_STOPPED : AUDIT_TOO_FEW;
    if (audit->count == 0)
        judgement->untested = AUDIT_NO_ORDERS;
    else if (judgement->bettors == 0 && judgement->results == 0)
        judgement->untested = AUDIT_NO_VIEWS;
    else if (usable && judgement->complete)
        judgement->untested = AUDIT_TESTED;
    else
        error = find_power_of_bets(audit, &bets_count);
    if (bets_count)
        judgement->untested = AUDIT_TESTED;
    return error;
}

static void decide(audit_judgement *judgement)
{
    assert(judgement->results <= AUDIT_RESULTS && judgement->bettors <= AUDIT_VIEWS);
    const audit_result *test = best_test(judgement);
    const audit_bettor *bettor = best_bettor(judgement);
    const double corrected = test != NULL && judgement->complete ? test->corrected : 1;
    const int wealthy = judgement->decided > 0;
    judgement->verdict = FAIRAUDIT_NO_EVIDENCE;
    if (judgement->untested != AUDIT_TESTED)
        judgement->verdict = FAIRAUDIT_UNTESTED;
    else if (wealthy || corrected < AUDIT_LEVEL)
        judgement->verdict = FAIRAUDIT_UNFAIR;
    else if (judgement->highest >= log(AUDIT_WEALTH_SUSPECT) ||
             corrected < AUDIT_LEVEL_SUSPECT)
        judgement->verdict = FAIRAUDIT_SUSPECT;
    if (bettor != NULL && (wealthy || test == NULL || corrected >= AUDIT_LEVEL_SUSPECT)) {
        judgement->strongest = bettor->name;
        judgement->strongest_title = bettor->title;
    } else if (test != NULL) {
        judgement->strongest = test->test.name;
        judgement->strongest_title = test->test.title;
    }
}

int audit_judge(const audit_run *audit, int complete, audit_judgement *judgement)
{
    memset(judgement, 0, sizeof *judgement);
    judgement->strongest = judgement->strongest_title = "";
    judgement->trials = audit->count;
    judgement->decided = audit->decided;
    judgement->complete = complete && audit->count > 0;
    judgement->evidence = audit->now;
    judgement->highest = audit->highest;
    judgement->curve = audit->points;
    for (size_t i = 0; i < audit->points; i++) {
        judgement->point[i].trials = audit->point_trials[i];
        judgement->point[i].evidence = audit->point_evidence[i];
    }
    gather_tests(audit, judgement);
    correct(judgement);
    gather_bettors(audit, judgement);
    const int error = find_untested(audit, judgement);
    decide(judgement);
    return error;
}
