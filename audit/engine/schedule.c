/* SPDX-License-Identifier: MIT
 *
 * schedule.c - how many orders an audit wants, and how many to add at once.
 */
#include "audit/engine/schedule.h"

#include <assert.h>

enum {
    FIRST_BATCH = 64,
    DIAGNOSIS_SECONDS = 5,
    MOST_ROUNDS = 50000 /* orders added for samples */
};

/* Orders that the diagnosis wants, by supply. */
static const uint64_t diagnosis[] = {
    [AUDIT_FROM_CATALOGUE] = 50000,
    [AUDIT_FROM_FUNCTION] = 20000,
    [AUDIT_FROM_PROGRAM] = 500,
};

/* Samples are taken until every item would have come about 20 times: an item that is
 * still missing then never comes. */
static uint64_t rounds_of_samples(const audit_plan *plan)
{
    if (plan->sample == 0)
        return 0;
    const uint64_t rounds = 20 * (uint64_t)plan->n / plan->sample;
    return rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
}

uint64_t audit_orders_wanted(const audit_run *audit, const audit_schedule *schedule,
                             double since)
{
    const uint64_t decided = audit_decided(audit);
    if (decided == 0 || schedule->all_trials || schedule->supply == AUDIT_FROM_FILE)
        return schedule->trials;
    if (since > DIAGNOSIS_SECONDS)
        return 0;
    const uint64_t enough =
        diagnosis[schedule->supply] + rounds_of_samples(audit_plan_of(audit));
    const uint64_t more = decided * 2 > enough ? decided * 2 : enough;
    return more < schedule->trials ? more : schedule->trials;
}

size_t audit_next_batch(const audit_run *audit, const audit_schedule *schedule,
                        double since, size_t most)
{
    const uint64_t count = audit_count(audit);
    const uint64_t wanted = audit_orders_wanted(audit, schedule, since);
    const uint64_t ramp = FIRST_BATCH + count / 2;
    assert(most > 0);
    if (count >= wanted)
        return 0;
    if (most > ramp)
        most = (size_t)ramp;
    return wanted - count < most ? (size_t)(wanted - count) : most;
}
