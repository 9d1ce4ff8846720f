/* SPDX-License-Identifier: MIT
 *
 * schedule.h - how many orders an audit wants, and how many to add at once.
 *
 *     size_t some;
 *     while ((some = audit_next_batch(audit, &schedule, seconds, room)) > 0)
 *         audit_add(audit, orders, some);
 *
 * An audit goes on until the planned number of orders, or until the evidence is enough.
 * Then it takes some more, so that the diagnosis has orders to work with.
 */
#ifndef AUDIT_SCHEDULE_H
#define AUDIT_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "audit/engine/audit.h"

/* Where orders come from. It decides how many the diagnosis gets. */
enum audit_supply {
    AUDIT_FROM_CATALOGUE, /* made here, or printed by one program: 50,000 */
    AUDIT_FROM_FUNCTION,  /* by a C function of the caller: 20,000 */
    AUDIT_FROM_PROGRAM,   /* each is a run of a program: 500 */
    AUDIT_FROM_FILE       /* they exist already: all of them */
};

typedef struct audit_schedule {
    uint64_t trials;          /* the planned number of orders */
    enum audit_supply supply; /* where they come from */
    int all_trials;           /* go on to `trials` even if the audit has decided */
} audit_schedule;

/* After how many orders the audit is complete, as far as is known now. `since` is the
 * number of seconds since the audit decided: after 5 seconds it wants no more orders for
 * the diagnosis, and the result is 0. Pass 0 if time does not matter. */
uint64_t audit_orders_wanted(const audit_run *audit, const audit_schedule *schedule,
                             double since);

/* How many orders to add next: at most `most`, fewer at the beginning, so that a grossly
 * unfair shuffle is found early. 0: the audit has all it wants. */
size_t audit_next_batch(const audit_run *audit, const audit_schedule *schedule,
                        double since, size_t most);

#endif
