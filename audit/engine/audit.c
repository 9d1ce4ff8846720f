/* SPDX-License-Identifier: MIT
 *
 * audit.c - an audit takes orders in blocks, hands them to all views, and averages the
 * wealth of the bettors.
 *
 * Wealth is looked at after each of the first 256 orders, and then less and less often.
 * When depends on the number of orders alone, not on how they are added. Ville's
 * inequality holds at any set of times, so looking less often costs no validity. Between
 * two looks each view works by itself, so threads can share the views without changing a
 * result.
 */
#include "audit/engine/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/orders/team.h"
#include "audit/views/wealth.h"

enum {
    FEW = 32,   /* with fewer orders in a block, threads cost more than they save */
    PART = 128, /* orders that one task analyses */
};

/* ---- making and freeing ------------------------------------------------------------ */

static int is_valid(const audit_plan *plan)
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
    if (!is_valid(plan))
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
    const int views = audit_add_views(audit);
    audit->seen = malloc((audit->views + 1) * AUDIT_BLOCK_MOST * sizeof audit->seen[0]);
    if (audit->block == NULL || audit->seen == NULL || !views) {
        audit_free(audit);
        return FAIRAUDIT_ENOMEM;
    }
    if (!audit_knows_names(audit)) {
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

/* ---- a block ----------------------------------------------------------------------- */

static void analyse_part(void *context, size_t i)
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
    for (size_t k = 0; k < audit->looks; k++) {
        if (from < audit->look[k]) {
            view->take(view, block, from, audit->look[k]);
            from = audit->look[k];
        }
        audit->seen[i * AUDIT_BLOCK_MOST + k] = view->bets ? view->evidence(view) : 0;
    }
    if (from < audit->block->count)
        view->take(view, block, from, audit->block->count);
}

/* Whether wealth is looked at after t orders: at multiples of 1 up to 255, of 2 up to
 * 511, and so on. */
static int is_look(uint64_t t)
{
    uint64_t step = 1;
    while (step <= t / 256)
        step *= 2;
    return t % step == 0;
}

static void find_looks(audit_run *audit)
{
    audit->looks = 0;
    for (size_t i = 1; i <= audit->block->count; i++)
        if (is_look(audit->count + i))
            audit->look[audit->looks++] = i;
}

static double mean_wealth(const audit_run *audit, size_t number)
{
    double log[AUDIT_VIEWS];
    size_t bettors = 0;
    for (size_t i = 0; i < audit->views; i++)
        if (audit->view[i]->bets)
            log[bettors++] = audit->seen[i * AUDIT_BLOCK_MOST + number];
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

/* If ln of the wealth is further from 0 than rounding errors, the bettor has placed a
 * bet. At fair odds, as on the first order and on certain events, wealth stays 1. */
#define CHANGED 1e-6

static void look(audit_run *audit, size_t number)
{
    const uint64_t trials = audit->count + audit->look[number];
    audit->now = mean_wealth(audit, number);
    if (audit->now > audit->highest)
        audit->highest = audit->now;
    for (size_t i = 0; i < audit->views; i++) {
        audit->wealth[i] = audit->seen[i * AUDIT_BLOCK_MOST + number];
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

/* Processes the orders or samples in the block. */
static void process_block(audit_run *audit)
{
    audit_block *block = audit->block;
    const unsigned threads = block->count < FEW ? 1 : audit->plan.threads;
    block->first = audit->count;
    find_looks(audit);
    if (audit->plan.sample == 0)
        audit_team_do(threads, (block->count + PART - 1) / PART, analyse_part, audit);
    audit_team_do(threads, audit->views, take_part, audit);
    for (size_t k = 0; k < audit->looks; k++)
        look(audit, k);
    if (audit->plan.sample == 0)
        memcpy(audit->before, block->orders + (block->count - 1) * block->n, block->n);
    audit->count += block->count;
}

static void add(audit_run *audit, const unsigned char *orders, size_t count, void *room)
{
    const size_t size = audit->order_size;
    assert(audit->block->count <= audit->block->capacity);
    while (count > 0) {
        const size_t some =
            count < audit->block->capacity ? count : audit->block->capacity;
        memcpy(room, orders, some * size);
        keep(audit, orders, some);
        audit->block->count = some;
        process_block(audit);
        orders += some * size;
        count -= some;
    }
}

void audit_add(audit_run *audit, const unsigned char *orders, size_t count)
{
    assert(audit->plan.sample == 0);
    add(audit, orders, count, audit->block->orders);
}

#ifndef NDEBUG
static int are_items(const uint32_t *items, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++)
        if (items[i] >= n)
            return 0;
    return 1;
}
#endif

void audit_add_samples(audit_run *audit, const uint32_t *items, size_t count)
{
    assert(audit->plan.sample > 0);
    assert(are_items(items, count * audit->plan.sample, audit->plan.n));
    add(audit, (const unsigned char *)items, count, audit->block->items);
}

/* ---- the state of an audit --------------------------------------------------------- */

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
