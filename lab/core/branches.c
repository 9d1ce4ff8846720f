/* SPDX-License-Identifier: MIT
 *
 * branches.c - all possible results of the next roll of a shuffle, and what they lead to.
 *
 * A branch repeats the rolls so far, takes one result, and goes on. The deck after it is
 * that at the roll after it, or at the end. For a few cards, all ways to go on are
 * counted: a sequence of choices with sides s1, s2, ... has the weight D / (s1 s2 ...),
 * where the common denominator D is a multiple of all these products.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/orders/rank.h"
#include "lab/core/odometer.h"
#include "lab/core/trace.h"

enum {
    SIDES_MOST = 64, /* of the roll whose results are shown */
    COUNTED = 4,     /* the most cards whose orders are counted */
    ORDERS = 24      /* of that many cards */
};

#define TOTAL_MOST (UINT64_C(1) << 53) /* above, JavaScript has no exact integers */

struct branch {
    unsigned char after[FAIRAUDIT_MOST]; /* the deck after the roll */
    uint64_t weight[ORDERS];             /* of each order, by rank */
};

struct branches {
    struct trace *trace;              /* the shuffle; not owned */
    size_t step;                      /* the roll whose results are shown, from 0 */
    uint64_t sides;                   /* of that roll */
    bool counted;                     /* the weights are known */
    uint64_t total;                   /* the denominator of the weights */
    struct branch branch[SIDES_MOST]; /* [sides] */
};

/* ---- one way to go on -------------------------------------------------------------- */

/* A die that repeats rolls, takes a given result, and then counts like an odometer. */
struct replay {
    const struct branches *branches; /* what is repeated; not owned */
    uint64_t taken;                  /* the result of the roll that is shown */
    size_t rolls;                    /* rolls so far */
    struct odometer odometer;        /* all rolls after that */
    unsigned char *after;            /* gets the deck after the roll; NULL: not wanted */
    unsigned char deck[FAIRAUDIT_MOST]; /* the deck at the moment */
};

static uint64_t replay_roll(void *context, uint64_t sides)
{
    struct replay *replay = context;
    const struct branches *branches = replay->branches;
    const size_t roll = replay->rolls++;
    if (roll < branches->step)
        return branches->trace->step[roll].rolled;
    if (roll == branches->step)
        return replay->taken;
    if (roll == branches->step + 1 && replay->after != NULL)
        memcpy(replay->after, replay->deck, branches->trace->request->plan.n);
    return odometer_choose(&replay->odometer, sides);
}

static void run(struct replay *replay)
{
    const struct trace *trace = replay->branches->trace;
    const struct request *request = trace->request;
    const fairaudit_die die = {replay_roll, replay};
    replay->rolls = 0;
    memcpy(replay->deck, trace->start, request->plan.n);
    trace->run(&die, replay->deck, request->plan.n, request->shuffle_parameter);
}

static void find_deck_after(struct branches *branches, uint64_t taken)
{
    struct replay replay = {
        .branches = branches, .taken = taken, .after = branches->branch[taken].after};
    replay.odometer.deep = true; /* any rolls will do */
    run(&replay);
    if (replay.rolls <= branches->step + 1) /* it was the last roll */
        memcpy(replay.after, replay.deck, branches->trace->request->plan.n);
}

/* ---- all ways to go on ------------------------------------------------------------- */

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The product of the sides of all choices; 0 if it is too large. */
static uint64_t product_of(const struct odometer *odometer)
{
    uint64_t product = 1;
    for (size_t d = 0; d < odometer->depth && product > 0; d++)
        product =
            product <= TOTAL_MOST / odometer->sides[d] ? product * odometer->sides[d] : 0;
    return product;
}

/* Makes the denominator a multiple of the product. Returns false if it is too large. */
static bool extend_total(struct branches *branches, uint64_t product)
{
    if (product == 0)
        return false;
    const uint64_t more = product / greatest_divisor(branches->total, product);
    if (branches->total > TOTAL_MOST / more)
        return false;
    branches->total *= more;
    return true;
}

/* Tries all ways to go on: the first time to find the denominator, the second time to add
 * the weights. Returns false if there are too many. */
static bool try_all(struct branches *branches, bool weigh)
{
    size_t count = 0;
    for (uint64_t taken = 0; taken < branches->sides; taken++) {
        struct replay replay = {.branches = branches, .taken = taken};
        do {
            run(&replay);
            if (replay.odometer.deep || ++count > ODOMETER_SEQUENCES)
                return false;
            const uint64_t product = product_of(&replay.odometer);
            const size_t n = branches->trace->request->plan.n;
            if (weigh)
                branches->branch[taken].weight[audit_rank(replay.deck, n)] +=
                    branches->total / product;
            else if (!extend_total(branches, product))
                return false;
        } while (odometer_turn(&replay.odometer));
    }
    return true;
}

static void count_orders(struct branches *branches)
{
    branches->total = 1;
    branches->counted = branches->trace->request->plan.n <= COUNTED &&
                        try_all(branches, false) && try_all(branches, true);
}

/* ---- as JSON ----------------------------------------------------------------------- */

static json_t *weights(const struct branches *branches, const struct branch *branch)
{
    json_t *array = json_array();
    for (size_t i = 0; i < audit_factorial(branches->trace->request->plan.n); i++)
        array = json_and(array, json_natural(branch->weight[i]));
    return array;
}

static char *branches_text(const struct branches *branches)
{
    const size_t n = branches->trace->request->plan.n;
    const uint64_t rolled = branches->trace->step[branches->step].rolled;
    struct json_making making = lab_roll(branches->sides, rolled);
    json_t *array = json_array();
    for (uint64_t taken = 0; taken < branches->sides; taken++) {
        const struct branch *branch = &branches->branch[taken];
        struct json_making one = json_begin();
        json_add(&one, "rolled", json_natural(taken));
        json_add(&one, "after", lab_cards(branch->after, n));
        json_add(&one, "orders",
                 branches->counted ? weights(branches, branch) : json_null());
        json_add(&one, "total",
                 branches->counted ? json_natural(branches->total) : json_null());
        array = json_and(array, json_end(&one));
    }
    json_add(&making, "branches", array);
    return lab_text(json_end(&making));
}

/* ---- all of it --------------------------------------------------------------------- */

/* Whether there is such a step, and its roll has few results. */
static bool check_step(const struct trace *trace, double step)
{
    const size_t steps = trace->rolls < TRACE_STEPS ? trace->rolls : TRACE_STEPS;
    if (!(step >= 0 && step < (double)steps)) {
        audit_details *details =
            lab_fail("no-such-step", "step: this shuffle has %zu steps", steps);
        audit_detail_integer(details, "steps", steps);
        return false;
    }
    const uint64_t sides = trace->step[(size_t)step].sides;
    if (sides > SIDES_MOST) {
        audit_details *details =
            lab_fail("too-many-sides", "the die has %llu sides; at most %d can be shown",
                     (unsigned long long)sides, SIDES_MOST);
        audit_detail_integer(details, "sides", sides);
        audit_detail_integer(details, "most", SIDES_MOST);
        return false;
    }
    return true;
}

static char *find_branches(struct trace *trace, double step)
{
    if (!check_step(trace, step))
        return NULL;
    struct branches *branches = calloc(1, sizeof *branches);
    if (branches == NULL) {
        lab_no_memory();
        return NULL;
    }
    branches->trace = trace;
    branches->step = (size_t)step;
    branches->sides = trace->step[branches->step].sides;
    for (uint64_t taken = 0; taken < branches->sides; taken++)
        find_deck_after(branches, taken);
    count_orders(branches);
    char *text = branches_text(branches);
    free(branches);
    return text;
}

char *lab_branches(const char *shuffle, const char *die, size_t n, const char *seed,
                   double trial, const struct lab_choice *choices, size_t chosen,
                   double step)
{
    struct request request;
    const struct trace_plan plan = {shuffle, die, n, seed, trial, choices, chosen};
    struct trace *trace = trace_of(&request, &plan);
    if (trace == NULL)
        return NULL;
    char *text = find_branches(trace, step);
    free(trace);
    return text;
}
