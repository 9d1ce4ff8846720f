/* SPDX-License-Identifier: MIT
 *
 * parts.h - the state of an audit, for the files that make up audit.h: audit.c takes
 * orders, view_list.c chooses the views, verdict.c judges.
 */
#ifndef AUDIT_AUDIT_PARTS_H
#define AUDIT_AUDIT_PARTS_H

#include "audit/engine/audit.h"

enum { AUDIT_BLOCK_MOST = 2048 }; /* orders that are processed at once */

struct audit_run {
    audit_plan plan;                      /* a copy of what audit_create() was given */
    audit_block *block;                   /* the orders that are processed now */
    size_t views;                         /* number of entries of `view` */
    audit_view *view[AUDIT_VIEWS];        /* all that were asked for */
    unsigned char before[FAIRAUDIT_MOST]; /* the last order of the previous block */
    uint64_t count;                       /* orders taken, without those of the block */
    uint64_t decided;             /* after how many orders wealth was enough; 0: never */
    double now;                   /* ln of the mean wealth at the last look */
    double highest;               /* the highest value of `now` so far */
    int has_bet;                  /* the wealth of some bettor was seen to change */
    double wealth[AUDIT_VIEWS];   /* ln of the wealth of each view at the last look */
    double decisive[AUDIT_VIEWS]; /* ln of each wealth when the audit decided */

    size_t looks;                  /* how often wealth is looked at in this block */
    size_t look[AUDIT_BLOCK_MOST]; /* after how many orders of the block each look is */
    double *seen; /* [view][AUDIT_BLOCK_MOST]: ln of the wealth at each look */

    unsigned char *kept; /* the first orders or samples, for the diagnosis */
    size_t kept_count;   /* how many are kept */
    size_t kept_room;    /* for how many there is room now */
    size_t kept_most;    /* for how many there may be room */
    size_t order_size;   /* bytes of an order or a sample */

    size_t points;       /* points of the curve of evidence */
    uint64_t next_point; /* the next point comes at this number of orders or later */
    uint64_t point_trials[AUDIT_CURVE]; /* number of orders of each point */
    double point_evidence[AUDIT_CURVE]; /* ln of the mean wealth at each point */
};

/* Adds all views that the plan asks for. 0: no memory. */
int audit_add_views(audit_run *audit);

/* Whether each name that the plan lists is the name of a view of this audit. */
int audit_knows_names(const audit_run *audit);

#endif
