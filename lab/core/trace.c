/* SPDX-License-Identifier: MIT
 *
 * trace.c - one shuffle, roll by roll.
 *
 * The die keeps a copy of the deck whenever it is rolled. Whether a place is settled is
 * found by trying: the rolls so far are repeated, and others follow them.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/orders/rank.h"
#include "lab/core/lab_parts.h"

enum {
    STEPS = 400,         /* the most that are shown */
    TRIES = 300,         /* ways to go on from each of them */
    TRIES_LEAST = 20,    /* ... if each takes many rolls: */
    ROLLS = 10000000,    /* so many in all, or a few more */
    KEPT_TRIALS = 100000 /* shuffles before, that one which keeps the deck is made of */
};

struct step {
    uint64_t sides, rolled;
    unsigned char before[FAIRAUDIT_MOST];
    bool settled[FAIRAUDIT_MOST];
};

struct trace {
    const struct request *request;
    lab_shuffle *run;
    fairaudit_die die; /* the one that is rolled */
    unsigned char deck[FAIRAUDIT_MOST], start[FAIRAUDIT_MOST], end[FAIRAUDIT_MOST];
    size_t rolls; /* of which the first are steps */
    struct step step[STEPS + 1];
};

/* ---- the shuffle ------------------------------------------------------------------- */

static uint64_t record(void *context, uint64_t sides)
{
    struct trace *trace = context;
    const uint64_t rolled = trace->die.choose(trace->die.context, sides);
    if (trace->rolls <= STEPS) { /* one more, for the deck after the last */
        struct step *step = &trace->step[trace->rolls];
        step->sides = sides;
        step->rolled = rolled;
        memcpy(step->before, trace->deck, trace->request->n);
    }
    trace->rolls++;
    return rolled;
}

/* The order that the audit has for this shuffle, and the deck before it. */
static bool find_ends(struct trace *trace, uint64_t trial)
{
    const struct request *request = trace->request;
    const size_t n = request->n;
    audit_builtin builtin = request_builtin(request);
    audit_sorted(trace->start, n);
    if (!request->shuffle->keeps)
        return audit_builtin_fill(&builtin, trial, 1, trace->end) == FAIRAUDIT_OK;
    if (trial > KEPT_TRIALS)
        return lab_fail("trial: at most %d, for this shuffle goes on from the one before",
                        KEPT_TRIALS);
    for (uint64_t t = 0; t <= trial; t++) {
        if (t > 0)
            memcpy(trace->start, trace->end, n);
        audit_builtin_fill(&builtin, t, 1, trace->end);
    }
    return true;
}

static bool follow(struct trace *trace, uint64_t trial)
{
    const struct request *request = trace->request;
    const fairaudit_die die = {record, trace};
    audit_roller roller;
    if (!find_ends(trace, trial))
        return false;
    audit_roller_start(&roller, request->die, request->die_parameter, &request->seed);
    audit_roller_begin(&roller, trial);
    trace->die = audit_roller_die(&roller);
    trace->run = lab_twin(request->shuffle);
    memcpy(trace->deck, trace->start, request->n);
    trace->run(&die, trace->deck, request->n, request->shuffle_parameter);
    return memcmp(trace->deck, trace->end, request->n) == 0 ||
           lab_fail("%s: what is shown and what is audited differ", request->name);
}

/* ---- what is settled --------------------------------------------------------------- */

struct other {
    const struct trace *trace;
    size_t same, rolls; /* rolls that are repeated; that were made */
    audit_source source;
};

static uint64_t go_on(void *context, uint64_t sides)
{
    struct other *other = context;
    const size_t roll = other->rolls++;
    return roll < other->same ? other->trace->step[roll].rolled
                              : audit_source_below(&other->source, sides);
}

static const unsigned char *deck_after(const struct trace *trace, size_t step)
{
    return step + 1 < trace->rolls ? trace->step[step + 1].before : trace->end;
}

/* Compares the deck after a step with one way to go on; how many places are left. */
static size_t try_other(struct trace *trace, size_t s, uint64_t number)
{
    const struct request *request = trace->request;
    const unsigned char *after = deck_after(trace, s);
    unsigned char deck[FAIRAUDIT_MOST];
    struct other other = {.trace = trace, .same = s + 1};
    const fairaudit_die die = {go_on, &other};
    size_t left = 0;
    audit_source_start(&other.source, &request->seed, AUDIT_STREAM_COMPARE, number);
    memcpy(deck, trace->start, request->n);
    request->shuffle->run(&die, deck, request->n, request->shuffle_parameter);
    for (size_t i = 0; i < request->n; i++) {
        trace->step[s].settled[i] = trace->step[s].settled[i] && deck[i] == after[i];
        left += trace->step[s].settled[i];
    }
    return left;
}

/* What is changed from here on, by this shuffle or by another way to go on, is changed
 * from every step before as well. */
static void look_ahead(struct trace *trace, size_t steps)
{
    const unsigned char *later = trace->end;
    const bool *settled = NULL;
    for (size_t s = steps; s-- > 0;) {
        struct step *step = &trace->step[s];
        const unsigned char *after = deck_after(trace, s);
        for (size_t i = 0; i < trace->request->n; i++)
            step->settled[i] = step->settled[i] && after[i] == later[i] &&
                               (settled == NULL || settled[i]);
        later = after;
        settled = step->settled;
    }
}

static void settle(struct trace *trace)
{
    const size_t steps = trace->rolls < STEPS ? trace->rolls : STEPS;
    size_t tries = steps > 0 ? ROLLS / (steps * trace->rolls) : 0;
    tries = tries < TRIES_LEAST ? TRIES_LEAST : tries > TRIES ? TRIES : tries;
    for (size_t s = 0; s < steps; s++) {
        memset(trace->step[s].settled, true, trace->request->n);
        for (uint64_t i = 0; i < tries; i++)
            if (try_other(trace, s, (uint64_t)s * tries + i) == 0)
                break;
    }
    look_ahead(trace, steps);
}

/* ---- as JSON ----------------------------------------------------------------------- */

static json_t *step_object(const struct trace *trace, size_t s)
{
    const size_t n = trace->request->n;
    const struct step *step = &trace->step[s];
    struct json_making making = lab_roll(step->sides, step->rolled);
    json_t *settled = json_array();
    for (size_t i = 0; i < n; i++)
        settled = json_and(settled, json_boolean(step->settled[i]));
    json_add(&making, "before", lab_cards(step->before, n));
    json_add(&making, "after", lab_cards(deck_after(trace, s), n));
    json_add(&making, "settled", settled);
    return json_end(&making);
}

static char *trace_text(const struct trace *trace)
{
    const size_t n = trace->request->n;
    struct json_making making = json_begin();
    json_t *steps = json_array();
    for (size_t s = 0; s < trace->rolls && s < STEPS; s++)
        steps = json_and(steps, step_object(trace, s));
    json_add(&making, "n", json_natural(n));
    json_add(&making, "start", lab_cards(trace->start, n));
    json_add(&making, "end", lab_cards(trace->end, n));
    json_add(&making, "cut", json_boolean(trace->rolls > STEPS));
    json_add(&making, "steps", steps);
    return lab_text(json_end(&making));
}

char *lab_trace(const char *shuffle, const char *die, size_t n, const char *seed,
                double trial)
{
    struct request request = {.task = TASK_BUILTIN};
    if (!lab_take_size(&request, n) || !lab_take_names(&request, shuffle, die) ||
        !lab_take_seed(&request, seed))
        return NULL;
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL) {
        lab_no_memory();
        return NULL;
    }
    trace->request = &request;
    char *text = NULL;
    if (follow(trace, (uint64_t)trial)) {
        settle(trace);
        text = trace_text(trace);
    }
    free(trace);
    return text;
}
