/* SPDX-License-Identifier: MIT
 *
 * audit.h - an audit: orders go in, evidence accumulates, a verdict comes out.
 *
 *     audit_create(&audit, &plan);
 *     while (audit_count(audit) < trials && !audit_decided(audit))
 *         audit_add(audit, orders, count);
 *     audit_judge(audit, audit_count(audit) >= trials, &judgement);
 *     audit_free(audit);
 *
 * A shuffle is called unfair for one of two reasons.
 *
 * At any time: the mean wealth of all bettors reaches 2 million. For a fair shuffle, the
 * probability that this ever happens is at most 5e-7.
 *
 * At the end, if the number of orders was fixed in advance: the two-sided p-value of a
 * test is below 5e-7 after Holm's correction for the number of tests. For a fair shuffle,
 * the probability of this is about 5e-7, because p-values are approximate (view.c).
 *
 * So the false alarm rate is about one in a million (levels.h).
 *
 * A verdict needs evidence. If the bets had no chance to find anything and no test
 * counts, the verdict is FAIRAUDIT_UNTESTED, and `untested` says why. The bets had a
 * chance if they would have made a shuffle that does nothing suspect. There is no bet on
 * the first order, because bettors learn from earlier orders, and none on certain events.
 * A test counts if it is usable (view.h), and the number of orders was fixed in advance.
 *
 * Results depend on the orders alone, not on how many are added at once, nor on threads.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/engine/levels.h"
#include "audit/views/view.h"

enum {
    AUDIT_VIEWS = 32,   /* the most views of an audit */
    AUDIT_RESULTS = 48, /* the most tests of all views */
    AUDIT_CURVE = 256   /* the most points of the curve of evidence */
};

/* The first orders are kept, up to this many bytes, for the diagnosis. */
enum { AUDIT_KEPT_BYTES = 1 << 26 };

/* Hashes of orders that are kept to find repeated orders. Later orders are compared with
 * these. */
enum { AUDIT_HASHES = 1 << 22 };

typedef struct audit_plan {
    size_t n;      /* number of cards; of samples, the number of items to choose from */
    size_t sample; /* 0: permutations; else the number of items of each sample */
    int put_back;  /* samples are drawn with replacement */
    unsigned threads;  /* 0: all cores */
    int only_tests;    /* no betting: faster, but there is no verdict before the end */
    const char *views; /* names separated by commas, not copied; NULL: all views */
} audit_plan;

typedef struct audit_run audit_run;

/* Creates an audit. Returns FAIRAUDIT_OK, _EINVAL (also for an unknown name in `views`)
 * or _ENOMEM; after an error *made is NULL. */
int audit_create(audit_run **made, const audit_plan *plan);
void audit_free(audit_run *audit);

/* Adds orders [count][n], each of which has every card 0 to n - 1 once. Cannot fail. Any
 * number may be added at once; large numbers are faster. */
void audit_add(audit_run *audit, const unsigned char *orders, size_t count);

/* Adds samples [count][sample] of items 0 to n - 1. Cannot fail. */
void audit_add_samples(audit_run *audit, const uint32_t *items, size_t count);

/* The plan that the audit was created with, and the number of orders so far. */
const audit_plan *audit_plan_of(const audit_run *audit);
uint64_t audit_count(const audit_run *audit);

/* ln of the mean wealth at the last look. */
double audit_evidence(const audit_run *audit);

/* After how many orders the mean wealth reached AUDIT_WEALTH_ENOUGH; 0: never. */
uint64_t audit_decided(const audit_run *audit);

/* The first orders, or samples, of the audit: as many as were kept. */
const unsigned char *audit_kept(const audit_run *audit, size_t *count);
const uint32_t *audit_kept_samples(const audit_run *audit, size_t *count);

/* Finds a view by its name, to read its counts. NULL: the audit has no such view. */
const audit_view *audit_view_named(const audit_run *audit, const char *name);

typedef struct audit_result {
    audit_test test;  /* as the view gives it */
    double p;         /* two-sided p-value; 1 if the test is not usable */
    double corrected; /* the p-value after Holm's correction, over all usable tests */
} audit_result;

typedef struct audit_bettor {
    const char *name;  /* of the view */
    const char *title; /* of the view */
    double evidence;   /* ln of its wealth at the last look */
    double decisive;   /* ln of its wealth when the audit decided; `evidence` if it never
                          did */
} audit_bettor;

/* Why there is no verdict. */
enum audit_untested {
    AUDIT_TESTED,    /* there is a verdict */
    AUDIT_NO_ORDERS, /* there were no orders */
    AUDIT_NO_VIEWS,  /* the views have neither bets nor tests for this number of cards */
    AUDIT_TOO_FEW,   /* too few orders, both for bets and for any test */
    AUDIT_STOPPED,   /* the audit was stopped; without bets, only the end counts */
};

typedef struct audit_judgement {
    enum fairaudit_verdict verdict; /* UNTESTED if `untested` is not AUDIT_TESTED */
    enum audit_untested untested;   /* why there is no verdict */
    int complete;                   /* the tests at the end count */
    uint64_t trials;                /* number of orders */
    uint64_t decided; /* after how many orders wealth was enough; 0: never */
    double evidence;  /* ln of the mean wealth at the last look */
    double highest;   /* ln of the highest mean wealth at any look */
    size_t results;   /* number of tests */
    audit_result result[AUDIT_RESULTS]; /* all tests, in the order of the views */
    size_t bettors;                     /* number of views that bet */
    audit_bettor bettor[AUDIT_VIEWS];   /* all views that bet */
    const char *strongest;       /* the view or test with the most evidence; never NULL */
    const char *strongest_title; /* the title of `strongest`; never NULL */
    size_t curve;                /* number of points of the curve of evidence */
    struct {
        uint64_t trials;  /* number of orders */
        double evidence;  /* ln of the mean wealth then */
    } point[AUDIT_CURVE]; /* the curve of evidence */
} audit_judgement;

/* Judges the orders so far. May be called at any time, and more than once. `complete`:
 * the number of orders was fixed in advance, and all of them have come, so that the tests
 * count. Returns FAIRAUDIT_OK or _ENOMEM, which can happen with few orders only; then do
 * not use the judgement. */
int audit_judge(const audit_run *audit, int complete, audit_judgement *judgement);

#endif
