/* SPDX-License-Identifier: MIT
 *
 * audit.c - an audit: blocks of orders are worked out, taken by all views, and what the
 * views have won is averaged.
 *
 * Wealth is looked at after certain numbers of orders only: after each of the first 256,
 * then ever more rarely. These moments do not depend on how orders come in, and looking
 * more rarely takes nothing from what Ville's inequality promises. Between two moments
 * each view works for itself, so that threads share views, and change nothing.
 */
#include "audit/engine/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/orders/team.h"
#include "audit/views/wealth.h"

enum {
    FEW = 32,   /* so few that threads would cost more than they bring */
    PART = 128, /* orders worked out by one task */
};

/* ---- which views ------------------------------------------------------------------ */

static int is_wanted(const char *names, const char *name)
{
    const size_t length = strlen(name);
    while (names != NULL && *names != '\0') {
        const size_t this = strcspn(names, ",");
        if (this == length && strncmp(names, name, length) == 0)
            return 1;
        names += this + (names[this] == ',');
    }
    return names == NULL;
}

/* Takes a view that a maker made, or not if it is not wanted; 0: no memory. */
static int have(audit_run *audit, audit_view *view)
{
    if (view == NULL)
        return 0;
    if (!is_wanted(audit->plan.views, view->name)) {
        view->free(view);
        return 1;
    }
    if (audit->plan.only_tests)
        view->bets = 0;
    audit->view[audit->views++] = view;
    return 1;
}

static int have_views_of_orders(audit_run *audit)
{
    const size_t n = audit->plan.n;
    int all = have(audit, audit_view_position(n, 0));
    for (int code = 0; code < AUDIT_CODES; code++)
        all = all && have(audit, audit_view_digits(n, (enum audit_code)code, 0));
    all = all && have(audit, audit_view_digit_pairs(n, AUDIT_LEHMER)) &&
          have(audit, audit_view_digit_pairs(n, AUDIT_SWAP_DOWN)) &&
          have(audit, audit_view_successor(n)) && have(audit, audit_view_precedence(n)) &&
          have(audit, audit_view_triples(n)) && have(audit, audit_view_whole(n)) &&
          have(audit, audit_view_repeats(n, AUDIT_HASHES));
    for (int scalar = 0; scalar < AUDIT_SCALARS; scalar++)
        all = all && have(audit, audit_view_scalar(n, (enum audit_scalar)scalar, 0));
    return all && have(audit, audit_view_position(n, 1)) &&
           have(audit, audit_view_digits(n, AUDIT_LEHMER, 1)) &&
           have(audit, audit_view_scalar(n, AUDIT_FIXED, 1)) &&
           have(audit, audit_view_scalar(n, AUDIT_CYCLES, 1)) &&
           have(audit, audit_view_scalar(n, AUDIT_DESCENTS, 1));
}

static int have_views_of_samples(audit_run *audit)
{
    const size_t n = audit->plan.n, k = audit->plan.sample;
    const int put_back = audit->plan.put_back;
    return have(audit, audit_view_sample_places(n, k, put_back)) &&
           have(audit, audit_view_sample_items(n, k, put_back)) &&
           have(audit, audit_view_sample_pairs(n, k, put_back)) &&
           have(audit, audit_view_sample_repeats(n, k, put_back, AUDIT_HASHES)) &&
           have(audit, audit_view_sample_serial(n, k, put_back));
}

/* Every name in the list is one of a view; one may stand there twice. */
static int names_are_known(const audit_run *audit)
{
    const char *names = audit->plan.views;
    for (size_t length; names != NULL; names += length + 1) {
        size_t i = 0;
        length = strcspn(names, ",");
        while (i < audit->views && (strlen(audit->view[i]->name) != length ||
                                    memcmp(audit->view[i]->name, names, length) != 0))
            i++;
        if (i == audit->views)
            return 0;
        if (names[length] == '\0')
            break;
    }
    return 1;
}

/* ---- making and freeing ----------------------------------------------------------- */

static int is_sensible(const audit_plan *plan)
{
    if (plan->sample > 0)
        return plan->n >= 2 && (plan->put_back || plan->sample <= plan->n) &&
               plan->n <= 1 << 20 && plan->sample <= (1 << 24) / plan->n;
    return plan->n >= FAIRAUDIT_LEAST && plan->n <= FAIRAUDIT_MOST;
}

static size_t capacity_of(const audit_plan *plan)
{
    const size_t size = plan->sample > 0 ? plan->sample : plan->n;
    return size > 512 ? (size_t)AUDIT_BLOCK_MOST * 512 / size + 1 : AUDIT_BLOCK_MOST;
}

int audit_create(audit_run **made, const audit_plan *plan)
{
    *made = NULL;
    if (!is_sensible(plan))
        return FAIRAUDIT_EINVAL;
    audit_run *audit = calloc(1, sizeof *audit);
    if (audit == NULL)
        return FAIRAUDIT_ENOMEM;
    audit->plan = *plan;
    audit->next_point = 1;
    const int samples = plan->sample > 0;
    audit->order_size = samples ? plan->sample * sizeof(uint32_t) : plan->n;
    audit->kept_most = AUDIT_KEPT_BYTES / audit->order_size;
    audit->block = samples
                       ? audit_block_of_samples(plan->n, plan->sample, capacity_of(plan))
                       : audit_block_new(plan->n, capacity_of(plan));
    const int views =
        samples ? have_views_of_samples(audit) : have_views_of_orders(audit);
    audit->seen = malloc((audit->views + 1) * AUDIT_BLOCK_MOST * sizeof audit->seen[0]);
    if (audit->block == NULL || audit->seen == NULL || !views) {
        audit_free(audit);
        return FAIRAUDIT_ENOMEM;
    }
    if (!names_are_known(audit)) {
        audit_free(audit);
        return FAIRAUDIT_EINVAL;
    }
    *made = audit;
    return FAIRAUDIT_OK;
}

void audit_free(audit_run *audit)
{
    if (audit == NULL)
        return;
    for (size_t i = 0; i < audit->views; i++)
        audit->view[i]->free(audit->view[i]);
    audit_block_free(audit->block);
    free(audit->kept);
    free(audit->seen);
    free(audit);
}

/* ---- a block ---------------------------------------------------------------------- */

static void work_part(void *context, size_t i)
{
    audit_run *audit = context;
    const size_t end =
        (i + 1) * PART < audit->block->count ? (i + 1) * PART : audit->block->count;
    audit_block_work(audit->block, i * PART, end,
                     audit->count > 0 ? audit->before : NULL);
}

static void take_part(void *context, size_t i)
{
    audit_run *audit = context;
    audit_view *view = audit->view[i];
    const audit_block *block = view->serial ? audit->block->quotients : audit->block;
    size_t from = view->serial ? block->skip : 0;
    for (size_t k = 0; k < audit->moments; k++) {
        if (from < audit->moment[k]) {
            view->take(view, block, from, audit->moment[k]);
            from = audit->moment[k];
        }
        audit->seen[i * AUDIT_BLOCK_MOST + k] = view->bets ? view->evidence(view) : 0;
    }
    if (from < audit->block->count)
        view->take(view, block, from, audit->block->count);
}

/* Is wealth looked at after t orders? */
static int is_moment(uint64_t t)
{
    uint64_t step = 1;
    while (step <= t / 256)
        step *= 2;
    return t % step == 0;
}

static void find_moments(audit_run *audit)
{
    audit->moments = 0;
    for (size_t i = 1; i <= audit->block->count; i++)
        if (is_moment(audit->count + i))
            audit->moment[audit->moments++] = i;
}

static double mean_wealth(const audit_run *audit, size_t moment)
{
    double log[AUDIT_VIEWS];
    size_t bettors = 0;
    for (size_t i = 0; i < audit->views; i++)
        if (audit->view[i]->bets)
            log[bettors++] = audit->seen[i * AUDIT_BLOCK_MOST + moment];
    return bettors > 0 ? audit_log_mean(log, bettors) : 0;
}

static void note_point(audit_run *audit, uint64_t trials)
{
    if (trials < audit->next_point || audit->points == AUDIT_CURVE)
        return;
    audit->point_trials[audit->points] = trials;
    audit->point_evidence[audit->points++] = audit->now;
    audit->next_point = trials + 1 + trials / 13;
}

/* Wealth that differs from 1 by more than roundings add up to: a bet was placed. A bettor
 * bets on the first order, and on what is certain, at fair odds: his wealth stays 1. */
#define CHANGED 1e-6

static void look(audit_run *audit, size_t moment)
{
    const uint64_t trials = audit->count + audit->moment[moment];
    audit->now = mean_wealth(audit, moment);
    if (audit->now > audit->highest)
        audit->highest = audit->now;
    for (size_t i = 0; i < audit->views; i++) {
        audit->wealth[i] = audit->seen[i * AUDIT_BLOCK_MOST + moment];
        audit->has_bet = audit->has_bet || fabs(audit->wealth[i]) > CHANGED;
    }
    if (audit->decided == 0 && audit->now >= log(AUDIT_WEALTH_ENOUGH)) {
        audit->decided = trials;
        memcpy(audit->decisive, audit->wealth, sizeof audit->decisive);
    }
    note_point(audit, trials);
}

/* Makes room for `wanted` kept orders, or for as many as the limit allows. Without memory
 * no more orders are kept. */
static void grow_kept(audit_run *audit, size_t wanted)
{
    size_t room = 2 * audit->kept_room;
    room = room < wanted ? wanted : room;
    room = room < audit->kept_most ? room : audit->kept_most;
    if (room <= audit->kept_room)
        return;
    unsigned char *more = realloc(audit->kept, room * audit->order_size);
    if (more == NULL) {
        audit->kept_most = audit->kept_room;
        return;
    }
    audit->kept = more;
    audit->kept_room = room;
}

static void keep(audit_run *audit, const void *orders, size_t count)
{
    if (count > audit->kept_room - audit->kept_count)
        grow_kept(audit, audit->kept_count + count);
    const size_t room = audit->kept_room - audit->kept_count;
    const size_t some = count < room ? count : room;
    if (some > 0)
        memcpy(audit->kept + audit->kept_count * audit->order_size, orders,
               some * audit->order_size);
    audit->kept_count += some;
}

/* Takes a block that holds orders or samples. */
static void take(audit_run *audit)
{
    audit_block *block = audit->block;
    const unsigned threads = block->count < FEW ? 1 : audit->plan.threads;
    block->first = audit->count;
    find_moments(audit);
    if (audit->plan.sample == 0)
        audit_team_do(threads, (block->count + PART - 1) / PART, work_part, audit);
    audit_team_do(threads, audit->views, take_part, audit);
    for (size_t k = 0; k < audit->moments; k++)
        look(audit, k);
    if (audit->plan.sample == 0)
        memcpy(audit->before, block->orders + (block->count - 1) * block->n, block->n);
    audit->count += block->count;
}

static void add(audit_run *audit, const unsigned char *orders, size_t count, void *room)
{
    const size_t size = audit->order_size;
    while (count > 0) {
        const size_t some =
            count < audit->block->capacity ? count : audit->block->capacity;
        memcpy(room, orders, some * size);
        keep(audit, orders, some);
        audit->block->count = some;
        take(audit);
        orders += some * size;
        count -= some;
    }
}

void audit_add(audit_run *audit, const unsigned char *orders, size_t count)
{
    add(audit, orders, count, audit->block->orders);
}

void audit_add_samples(audit_run *audit, const uint32_t *items, size_t count)
{
    add(audit, (const unsigned char *)items, count, audit->block->items);
}

/* ---- what is known ---------------------------------------------------------------- */

const audit_plan *audit_plan_of(const audit_run *audit)
{
    return &audit->plan;
}

uint64_t audit_count(const audit_run *audit)
{
    return audit->count;
}

double audit_evidence(const audit_run *audit)
{
    return audit->now;
}

uint64_t audit_decided(const audit_run *audit)
{
    return audit->decided;
}

const unsigned char *audit_kept(const audit_run *audit, size_t *count)
{
    *count = audit->plan.sample == 0 ? audit->kept_count : 0;
    return audit->kept;
}

const uint32_t *audit_kept_samples(const audit_run *audit, size_t *count)
{
    *count = audit->plan.sample > 0 ? audit->kept_count : 0;
    return (const uint32_t *)(const void *)audit->kept;
}

const audit_view *audit_view_named(const audit_run *audit, const char *name)
{
    for (size_t i = 0; i < audit->views; i++)
        if (strcmp(audit->view[i]->name, name) == 0)
            return audit->view[i];
    return NULL;
}
