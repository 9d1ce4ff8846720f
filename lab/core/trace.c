/* SPDX-License-Identifier: MIT
 *
 * trace.c - one shuffle, roll by roll.
 *
 * The die copies the deck whenever it is rolled. To find out whether a position is
 * settled, the rolls so far are repeated, and followed by other rolls.
 */
#include "lab/core/trace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/command/request/names.h"
#include "audit/orders/rank.h"

enum {
    TRIES = 300,         /* the most continuations that are tried at each step */
    TRIES_LEAST = 20,    /* the fewest */
    ROLLS = 10000000,    /* there are fewer than TRIES if they need more rolls in total */
    KEPT_TRIALS = 100000 /* the last trial of shuffles that start from the one before */
};

/* ---- the shuffle ------------------------------------------------------------------- */

static uint64_t record(void *context, uint64_t sides)
{
    struct trace *trace = context;
    const audit_roller before = trace->roller;
    const uint64_t rolled = trace->die.choose(trace->die.context, sides);
    if (trace->rolls <= TRACE_STEPS) {
        struct step *step = &trace->step[trace->rolls];
        step->sides = sides;
        step->rolled = rolled;
        step->fraction = audit_roller_fraction(&before, &trace->roller, sides, rolled);
        memcpy(step->before, trace->deck, trace->request->plan.n);
    }
    trace->rolls++;
    return rolled;
}

/* Finds the permutation that the audit has for this trial, and the deck before it. */
static bool find_ends(struct trace *trace, uint64_t trial)
{
    const struct request *request = trace->request;
    const size_t n = request->plan.n;
    audit_builtin builtin = request_builtin(request);
    audit_sorted(trace->start, n);
    if (!request->shuffle->keeps)
        return audit_builtin_fill(&builtin, trial, 1, trace->end) == FAIRAUDIT_OK;
    if (trial > KEPT_TRIALS) {
        audit_details *details =
            lab_fail("trial-too-large",
                     "trial: at most %d, because this shuffle starts from the one before",
                     KEPT_TRIALS);
        audit_detail_integer(details, "most", KEPT_TRIALS);
        return false;
    }
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
    if (!find_ends(trace, trial))
        return false;
    audit_roller_start(&trace->roller, request->die, request->die_parameter,
                       &request->plan.seed);
    audit_roller_begin(&trace->roller, trial);
    trace->die = audit_roller_die(&trace->roller);
    trace->run = lab_in_place(request->shuffle);
    memcpy(trace->deck, trace->start, request->plan.n);
    trace->run(&die, trace->deck, request->plan.n, request->shuffle_parameter);
    if (memcmp(trace->deck, trace->end, request->plan.n) == 0)
        return true;
    audit_details *details = lab_fail(
        "shown-is-not-audited",
        "%s: the shuffle that is shown is not the one that is audited", request->name);
    names_add_shuffle(details, request->shuffle, request->shuffle_parameter);
    return false;
}

struct trace *trace_of(struct request *request, const char *shuffle, const char *die,
                       size_t n, const char *seed, double trial)
{
    *request = (struct request){.task = TASK_BUILTIN};
    if (!lab_take_size(request, n) || !lab_take_names(request, shuffle, die) ||
        !lab_take_seed(request, seed))
        return NULL;
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL) {
        lab_no_memory();
        return NULL;
    }
    trace->request = request;
    if (follow(trace, (uint64_t)trial))
        return trace;
    free(trace);
    return NULL;
}

/* ---- settled positions ------------------------------------------------------------- */

/* A continuation with other rolls. */
struct other {
    const struct trace *trace; /* the shuffle that is continued; not owned */
    size_t same;               /* rolls that are repeated */
    size_t rolls;              /* rolls so far */
    audit_source source;       /* of the other rolls */
};

static uint64_t continue_otherwise(void *context, uint64_t sides)
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

/* Compares the deck after step s with one continuation. Returns how many positions may
 * still be settled. */
static size_t try_other(struct trace *trace, size_t s, uint64_t number)
{
    const struct request *request = trace->request;
    const unsigned char *after = deck_after(trace, s);
    assert(s < TRACE_STEPS && s < trace->rolls);
    unsigned char deck[FAIRAUDIT_MOST];
    struct other other = {.trace = trace, .same = s + 1};
    const fairaudit_die die = {continue_otherwise, &other};
    size_t left = 0;
    audit_source_start(&other.source, &request->plan.seed, AUDIT_STREAM_COMPARE, number);
    memcpy(deck, trace->start, request->plan.n);
    request->shuffle->run(&die, deck, request->plan.n, request->shuffle_parameter);
    for (size_t i = 0; i < request->plan.n; i++) {
        trace->step[s].settled[i] = trace->step[s].settled[i] && deck[i] == after[i];
        left += trace->step[s].settled[i];
    }
    return left;
}

/* If a position changes after a step, in this shuffle or in a continuation, it is not
 * settled at any step before. */
static void use_later_steps(struct trace *trace, size_t steps)
{
    const unsigned char *later = trace->end;
    const bool *settled = NULL;
    for (size_t s = steps; s-- > 0;) {
        struct step *step = &trace->step[s];
        const unsigned char *after = deck_after(trace, s);
        for (size_t i = 0; i < trace->request->plan.n; i++)
            step->settled[i] = step->settled[i] && after[i] == later[i] &&
                               (settled == NULL || settled[i]);
        later = after;
        settled = step->settled;
    }
}

static void settle(struct trace *trace)
{
    const size_t steps = trace->rolls < TRACE_STEPS ? trace->rolls : TRACE_STEPS;
    size_t tries = steps > 0 ? ROLLS / (steps * trace->rolls) : 0;
    tries = tries < TRIES_LEAST ? TRIES_LEAST : tries > TRIES ? TRIES : tries;
    for (size_t s = 0; s < steps; s++) {
        memset(trace->step[s].settled, true, trace->request->plan.n);
        for (uint64_t i = 0; i < tries; i++)
            if (try_other(trace, s, (uint64_t)s * tries + i) == 0)
                break;
    }
    use_later_steps(trace, steps);
}

/* ---- as JSON ----------------------------------------------------------------------- */

static json_t *step_object(const struct trace *trace, size_t s)
{
    const size_t n = trace->request->plan.n;
    const struct step *step = &trace->step[s];
    struct json_making making = lab_roll(step->sides, step->rolled);
    json_add(&making, "fraction",
             step->fraction >= 0 ? json_real(step->fraction) : json_null());
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
    const size_t n = trace->request->plan.n;
    struct json_making making = json_begin();
    json_t *steps = json_array();
    for (size_t s = 0; s < trace->rolls && s < TRACE_STEPS; s++)
        steps = json_and(steps, step_object(trace, s));
    json_add(&making, "n", json_natural(n));
    json_add(&making, "start", lab_cards(trace->start, n));
    json_add(&making, "end", lab_cards(trace->end, n));
    json_add(&making, "cut", json_boolean(trace->rolls > TRACE_STEPS));
    json_add(&making, "steps", steps);
    return lab_text(json_end(&making));
}

char *lab_trace(const char *shuffle, const char *die, size_t n, const char *seed,
                double trial)
{
    struct request request;
    struct trace *trace = trace_of(&request, shuffle, die, n, seed, trial);
    if (trace == NULL)
        return NULL;
    settle(trace);
    char *text = trace_text(trace);
    free(trace);
    return text;
}
