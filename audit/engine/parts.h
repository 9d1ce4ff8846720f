/* SPDX-License-Identifier: MIT
 *
 * parts.h - the state of an audit, for the files that make up audit.h: orders come
 * in (audit.c), and are judged (verdict.c).
 */
#ifndef AUDIT_AUDIT_PARTS_H
#define AUDIT_AUDIT_PARTS_H

#include "audit/engine/audit.h"

enum { AUDIT_BLOCK_MOST = 2048 }; /* orders that are worked on at once */

struct audit_run {
    audit_plan plan;
    audit_block *block;
    size_t views;
    audit_view *view[AUDIT_VIEWS];
    unsigned char before[FAIRAUDIT_MOST]; /* the last order of the block before */
    uint64_t count, decided;
    double now, highest;
    int has_bet; /* the wealth of a bettor was seen to change */
    double wealth[AUDIT_VIEWS], decisive[AUDIT_VIEWS];

    /* of the block in work: moments to look, and the wealth of each view then */
    size_t moments;
    size_t moment[AUDIT_BLOCK_MOST]; /* in orders of this block */
    double *seen;                    /* [view][moment] */

    unsigned char *kept;
    size_t kept_count, kept_room, kept_most, order_size;

    size_t points;
    uint64_t next_point;
    uint64_t point_trials[AUDIT_CURVE];
    double point_evidence[AUDIT_CURVE];
};

#endif
