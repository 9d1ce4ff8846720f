/* SPDX-License-Identifier: MIT
 *
 * audit.h - an audit: orders go in, evidence grows, a verdict comes out.
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
 * So the false alarm rate is about one in a million.
 *
 * A verdict needs evidence. If bets could not tell and no test counts, the verdict is
 * FAIRAUDIT_UNTESTED, and `untested` says why. Bets can tell if they would have made a
 * shuffle that does nothing suspect. There is no bet on the first order, because bettors
 * learn from earlier orders, nor on what is certain. A test counts if it is usable
 * (view.h), and the number of orders was fixed in advance.
 *
 * Results depend on the orders alone: not on how many are added at once, nor on threads.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/engine/levels.h"
#include "audit/views/view.h"

enum { AUDIT_VIEWS = 32, AUDIT_RESULTS = 48, AUDIT_CURVE = 256 };

/* The first orders are kept, up to this many bytes, for the diagnosis. */
enum { AUDIT_KEPT_BYTES = 1 << 26 };

/* Whole orders that are kept, to see repeats; later ones are compared with these. */
enum { AUDIT_HASHES = 1 << 22 };

typedef struct audit_plan {
    size_t n;          /* cards; items to take samples of */
    size_t sample;     /* 0, or how many each sample has */
    int put_back;      /* samples with repetition */
    unsigned threads;  /* 0: all cores */
    int only_tests;    /* no betting: faster, but only the end tells */
    const char *views; /* names with commas between them; NULL: all. Not copied */
} audit_plan;

typedef struct audit_run audit_run;

/* FAIRAUDIT_OK, _EINVAL (also for a name in `views` that is unknown), _ENOMEM. */
int audit_create(audit_run **made, const audit_plan *plan);
void audit_free(audit_run *audit);

/* Adds orders [count][n], each with every card 0 to n - 1 once. Cannot fail. Any count
 * may be added at once; large ones are faster. */
void audit_add(audit_run *audit, const unsigned char *orders, size_t count);
void audit_add_samples(audit_run *audit, const uint32_t *items, size_t count);

const audit_plan *audit_plan_of(const audit_run *audit);
uint64_t audit_count(const audit_run *audit);

/* ln of the mean wealth, now. */
double audit_evidence(const audit_run *audit);

/* After how many orders wealth was enough; 0: it never was. */
uint64_t audit_decided(const audit_run *audit);

/* The orders that were kept: the first ones. */
const unsigned char *audit_kept(const audit_run *audit, size_t *count);
const uint32_t *audit_kept_samples(const audit_run *audit, size_t *count);

/* A view by its name, NULL if there is none: for what it counted. */
const audit_view *audit_view_named(const audit_run *audit, const char *name);

typedef struct audit_result {
    audit_test test;
    double p;         /* two-sided */
    double corrected; /* by Holm, over all usable tests */
} audit_result;

typedef struct audit_bettor {
    const char *name, *title;
    double evidence; /* ln of its wealth now */
    double decisive; /* and when the audit was decided; as above if it never was */
} audit_bettor;

/* Why there is no verdict. */
enum audit_untested {
    AUDIT_TESTED,    /* there is one */
    AUDIT_NO_ORDERS, /* there were no orders */
    AUDIT_NO_VIEWS,  /* the views neither bet nor have a test for this number of cards */
    AUDIT_TOO_FEW,   /* bets cannot tell, and there are too few orders for any test */
    AUDIT_STOPPED,   /* no bet was placed, and tests do not count before the end */
};

typedef struct audit_judgement {
    enum fairaudit_verdict verdict;
    enum audit_untested untested;
    int complete;             /* the tests count */
    uint64_t trials, decided; /* decided: 0 if wealth was never enough */
    double evidence, highest; /* ln of the mean wealth: now, and ever */
    size_t results;
    audit_result result[AUDIT_RESULTS];
    size_t bettors;
    audit_bettor bettor[AUDIT_VIEWS];
    const char *strongest;       /* name of the view or test that shows it best */
    const char *strongest_title; /* never NULL */
    size_t curve;                /* points of the growth of evidence */
    struct {
        uint64_t trials;
        double evidence;
    } point[AUDIT_CURVE];
} audit_judgement;

/* May be called at any time, and again later. `complete`: the number of orders was fixed
 * before, and all have come, so that the tests at the end count. FAIRAUDIT_OK or _ENOMEM,
 * which can only happen with few orders: then the judgement does not count. */
int audit_judge(const audit_run *audit, int complete, audit_judgement *judgement);

#endif
