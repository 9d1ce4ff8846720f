/* SPDX-License-Identifier: MIT
 *
 * trace.h - one shuffle, roll by roll, for the functions that show it.
 */
#ifndef TRACE_H
#define TRACE_H

#include "lab/core/lab_parts.h"

enum { TRACE_STEPS = 400 }; /* the most steps that are shown */

/* Which shuffle is followed. */
struct trace_plan {
    const char *shuffle;              /* its name */
    const char *die;                  /* the name of its die; empty: a fair one */
    size_t n;                         /* cards */
    const char *seed;                 /* a text */
    double trial;                     /* the number of the shuffle */
    const struct lab_choice *choices; /* [chosen], not owned */
    size_t chosen;                    /* rolls that are chosen */
};

struct step {
    uint64_t sides;                       /* of the die */
    uint64_t rolled;                      /* the result */
    uint64_t drawn;                       /* the result that the die itself had */
    bool chosen;                          /* the result is that of a choice */
    double fraction;                      /* see audit_roller_fraction() */
    unsigned char before[FAIRAUDIT_MOST]; /* the deck before the roll */
    bool settled[FAIRAUDIT_MOST];         /* for each position, after this step */
};

struct trace {
    const struct request *request;      /* the shuffle, the die and the seed; not owned */
    const struct trace_plan *plan;      /* the trial and the choices; not owned */
    lab_shuffle *run;                   /* the shuffle, with all cards in the array */
    audit_roller roller;                /* its random numbers */
    fairaudit_die die;                  /* the die that is rolled; points to `roller` */
    unsigned char deck[FAIRAUDIT_MOST]; /* the deck at the moment */
    unsigned char start[FAIRAUDIT_MOST]; /* the deck before the shuffle */
    unsigned char end[FAIRAUDIT_MOST];   /* the deck after the shuffle */
    size_t taken;                        /* choices that have been used */
    size_t rolls;                      /* all rolls; the first TRACE_STEPS are recorded */
    struct step step[TRACE_STEPS + 1]; /* one more, for the deck after the last step */
};

/* Follows a shuffle. `request` is filled in; it and the plan must outlive the trace,
 * which must be freed. Returns NULL after lab_fail(). What is settled is not known yet.
 */
struct trace *trace_of(struct request *request, const struct trace_plan *plan);

#endif
