/* SPDX-License-Identifier: MIT
 *
 * trace.c - one shuffle, roll by roll.
 *
 * The die copies the deck whenever it is rolled. Some of its rolls can be chosen. To find
 * out whether a position is settled, the rolls so far are repeated, and followed by other
 * rolls.
 */
#include "lab/core/trace.h"

#include <assert.h>
#include <math.h>
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

/* ---- the die ----------------------------------------------------------------------- */

/* Prepares the die for the first roll. */
static void begin(struct trace *trace)
{
    audit_roller_begin(&trace->roller, (uint64_t)trace->plan->trial);
    trace->rolls = 0;
    trace->taken = 0;
}

/* A random number times the sides, rounded down, without overflow. */
static uint64_t scaled(uint64_t millionths, uint64_t sides)
{
    return millionths * (sides / LAB_WHOLE) +
           millionths * (sides % LAB_WHOLE) / LAB_WHOLE;
}

/* Replaces the result of a step by the one that was chosen, if there is one. */
static void take_choice(struct trace *trace, struct step *step)
{
    const struct trace_plan *plan = trace->plan;
    if (trace->taken == plan->chosen || plan->choices[trace->taken].step != trace->rolls)
        return;
    const uint32_t millionths = plan->choices[trace->taken++].millionths;
    const double fraction = millionths / (double)LAB_WHOLE;
    step->chosen = true;
    step->rolled = scaled(millionths, step->sides);
    step->fraction =
        floor(fraction * (double)step->sides) == (double)step->rolled ? fraction : -1;
}

/* Rolls the die, and fills in what is known of the roll. The die is also rolled if the
 * result was chosen, so the rolls after it are the same as without the choice. */
static uint64_t roll(struct trace *trace, uint64_t sides, struct step *step)
{
    const audit_roller before = trace->roller;
    step->sides = sides;
    step->drawn = trace->die.choose(trace->die.context, sides);
    step->rolled = step->drawn;
    step->chosen = false;
    step->fraction = audit_roller_fraction(&before, &trace->roller, sides, step->drawn);
    take_choice(trace, step);
    trace->rolls++;
    return step->rolled;
}

static uint64_t roll_only(void *context, uint64_t sides)
{
    struct step step;
    return roll(context, sides, &step);
}

static uint64_t record(void *context, uint64_t sides)
{
    struct trace *trace = context;
    if (trace->rolls > TRACE_STEPS)
        return roll_only(trace, sides);
    struct step *step = &trace->step[trace->rolls];
    memcpy(step->before, trace->deck, trace->request->plan.n);
    return roll(trace, sides, step);
}

/* ---- the shuffle ------------------------------------------------------------------- */

/* Finds the permutation that the audit has for this trial, and the deck before it. */
static bool find_ends(struct trace *trace)
{
    const struct request *request = trace->request;
    const size_t n = request->plan.n;
    const uint64_t trial = (uint64_t)trace->plan->trial;
    audit_builtin builtin = request_builtin(request);
    audit_sorted(trace->start, n);
    /* The calls below cannot fail: only functions of the library can (builtin.h). */
    if (!request->shuffle->keeps) {
        audit_builtin_fill(&builtin, trial, 1, trace->end);
        return true;
    }
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

/* Finds the permutation that the same function gives with the rolls that were chosen. */
static void find_chosen_end(struct trace *trace)
{
    const struct request *request = trace->request;
    const fairaudit_die die = {roll_only, trace};
    begin(trace);
    memcpy(trace->end, trace->start, request->plan.n);
    request->shuffle->run(&die, trace->end, request->plan.n, request->shuffle_parameter);
}

static bool follow(struct trace *trace)
{
    const struct request *request = trace->request;
    const fairaudit_die die = {record, trace};
    if (!find_ends(trace))
        return false;
    audit_roller_start(&trace->roller, request->die, request->die_parameter,
                       &request->plan.seed);
    trace->die = audit_roller_die(&trace->roller);
    trace->run = lab_in_place(request->shuffle);
    if (trace->plan->chosen > 0)
        find_chosen_end(trace);
    begin(trace);
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

/* Whether the choices are in order, and each is a number below 1 for a step that can be
 * shown. */
static bool check_choices(const struct trace_plan *plan)
{
    for (size_t i = 0; i < plan->chosen; i++) {
        const struct lab_choice *choice = &plan->choices[i];
        if (choice->step < TRACE_STEPS && choice->millionths < LAB_WHOLE &&
            (i == 0 || choice->step > choice[-1].step))
            continue;
        audit_details *details = lab_fail(
            "bad-choices",
            "choices: steps below %d, in ascending order, with numbers from 0 to below 1",
            TRACE_STEPS);
        audit_detail_integer(details, "steps", TRACE_STEPS);
        return false;
    }
    return true;
}

struct trace *trace_of(struct request *request, const struct trace_plan *plan)
{
    *request = (struct request){.task = TASK_BUILTIN};
    if (!lab_take_size(request, plan->n) ||
        !lab_take_names(request, plan->shuffle, plan->die) ||
        !lab_take_seed(request, plan->seed) || !check_choices(plan))
        return NULL;
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL) {
        lab_no_memory();
        return NULL;
    }
    trace->request = request;
    trace->plan = plan;
    if (follow(trace))
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
    json_add(&making, "drawn", json_natural(step->drawn));
    json_add(&making, "chosen", json_boolean(step->chosen));
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
                double trial, const struct lab_choice *choices, size_t chosen)
{
    struct request request;
    const struct trace_plan plan = {shuffle, die, n, seed, trial, choices, chosen};
    struct trace *trace = trace_of(&request, &plan);
    if (trace == NULL)
        return NULL;
    settle(trace);
    char *text = trace_text(trace);
    free(trace);
    return text;
}
