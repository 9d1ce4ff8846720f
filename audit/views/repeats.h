/* SPDX-License-Identifier: MIT
 *
 * repeats.h - whole results (orders or samples) that came before: the common part of
 * repeats.c and sample_repeats.c.
 */
#ifndef AUDIT_REPEATS_H
#define AUDIT_REPEATS_H

#include "audit/orders/hash_counts.h"
#include "audit/views/view.h"
#include "audit/views/wealth.h"

typedef struct audit_repeats_view {
    audit_view view;        /* first: a view is cast to its type */
    double log_possible;    /* ln of the number of possible results */
    int tested;             /* there is a test */
    size_t k;               /* items of a sample */
    uint64_t most;          /* the most results to keep */
    uint64_t kept;          /* results that are kept */
    uint64_t pairs;         /* pairs of equal results among the kept ones */
    uint64_t later;         /* results that are not kept */
    uint64_t met;           /* results that are not kept, and equal to a kept one */
    audit_hash_counts seen; /* hashes of the kept results */
    audit_wealth wealth;    /* of the bettor */
} audit_repeats_view;

/* Makes a view without the function take(). NULL: no memory. */
audit_repeats_view *audit_repeats_make(const char *name, const char *title,
                                       double log_possible, uint64_t most);

/* Bets on a result, given by its hash, and keeps it. */
void audit_repeats_take(audit_repeats_view *view, const uint64_t hash[2]);

#endif
