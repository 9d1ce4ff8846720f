/* SPDX-License-Identifier: MIT
 *
 * repeats.h - whole results (orders, samples) that came before: what repeats.c and
 * sample_repeats.c have in common.
 */
#ifndef AUDIT_REPEATS_H
#define AUDIT_REPEATS_H

#include "audit/orders/hash_counts.h"
#include "audit/views/view.h"
#include "audit/views/wealth.h"

typedef struct audit_repeats_view {
    audit_view view;     /* first */
    double log_possible; /* ln of how many results there are */
    int tested;          /* there is a test */
    size_t k;            /* items of a sample */
    uint64_t most;       /* to be kept */
    uint64_t kept, pairs;
    uint64_t later; /* results after those kept, */
    uint64_t met;   /* and how many of them are among these */
    audit_hash_counts seen;
    audit_wealth wealth;
} audit_repeats_view;

/* All but the function take. NULL: no memory. */
audit_repeats_view *audit_repeats_make(const char *name, const char *title,
                                       double log_possible, uint64_t most);

/* Bets on a result, by its hash, and keeps it. */
void audit_repeats_take(audit_repeats_view *view, const uint64_t hash[2]);

#endif
