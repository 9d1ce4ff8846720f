/* SPDX-License-Identifier: MIT
 *
 * view.h - one way to look at orders: it counts something, bets on it as it goes, and in
 * the end compares the counts with what is fair.
 *
 * A view is fed with blocks, in order; it sees each order once. Its wealth after each
 * feed is evidence at any time (wealth.h). Its tests are for a number of orders that was
 * fixed before, and have two tails: counts may also be too even.
 */
#ifndef AUDIT_VIEW_H
#define AUDIT_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "audit/numbers/tails.h"
#include "audit/orders/block.h"
#include "audit/orders/distribution.h"

enum { AUDIT_TESTS = 4 }; /* the most that one view has */

typedef struct audit_test {
    const char *name;  /* short, unique among all: "position", "successor-symmetric" */
    const char *title; /* for people: "card at position" */
    double value;      /* the statistic */
    double df;         /* degrees of freedom; 0: it is no chi-square */
    double expected;   /* what a fair shuffle gives on the average */
    audit_tails tails;
    int usable; /* 0: with so few orders the distribution is not to be trusted, or no
                 * outcome would be remarkable; tails are 1. Depends on the number of
                 * orders alone. */
} audit_test;

typedef struct audit_view audit_view;
struct audit_view {
    const char *name;  /* short: "position"; of a quotient: "serial-position" */
    const char *title; /* for people */
    int bets;          /* evidence() means something */
    int serial;        /* it wants the quotients of blocks */

    /* Takes the orders [from, to) of a block: bets on each, then counts it. The engine
     * hands over block->quotients if `serial`, and never a range that begins before
     * block->skip. */
    void (*take)(audit_view *view, const audit_block *block, size_t from, size_t to);

    /* ln of the wealth; finite. */
    double (*evidence)(const audit_view *view);

    /* What the counts say; the number of tests. May be called at any time. */
    size_t (*tests)(const audit_view *view, audit_test tests[AUDIT_TESTS]);

    void (*free)(audit_view *view);
};

/* Whether a chi-square of counts with df degrees of freedom can be trusted down to 1e-8,
 * if a cell is expected to have `each` (view.c). */
int audit_counts_suffice(double each, double df);

/* A chi-square test with df > 0 degrees of freedom. Values that can occur are `step`
 * apart where they lie closest to 0. A value that is no number (no orders yet) is 0. */
audit_test audit_test_chisq(const char *name, const char *title, double value, double df,
                            double step, int usable);

/* The evidence of a view that does not bet: 0. */
double audit_no_evidence(const audit_view *view);

/* Frees a view that is one piece of memory. */
void audit_view_discard(audit_view *view);

/* ---- views of orders --------------------------------------------------------------- */

/* Makers of views of n cards; NULL: no memory. A view that makes no sense for n is still
 * made, and has no tests. `serial` is 0, or 1: of the quotients. */

audit_view *audit_view_position(size_t n, int serial); /* which card is where */
audit_view *audit_view_successor(size_t n); /* which card follows which, around the end */
audit_view *audit_view_precedence(size_t n); /* which card is before which */
audit_view *audit_view_whole(size_t n);      /* whole orders, n <= 7 */
audit_view *audit_view_triples(size_t n);    /* first three cards, n <= 64 */
audit_view *audit_view_digits(size_t n, enum audit_code code, int serial);
audit_view *audit_view_digit_pairs(size_t n, enum audit_code code); /* n <= 64 */
audit_view *audit_view_scalar(size_t n, enum audit_scalar scalar, int serial);
audit_view *audit_view_repeats(size_t n, uint64_t most); /* keeps up to `most` hashes */

/* ---- views of samples -------------------------------------------------------------- */

/* Of k out of n items, with or without replacement: which item is at which position;
 * which are drawn at all; which two together; whole samples that came before; a sample as
 * seen from the one before. */
audit_view *audit_view_sample_places(size_t n, size_t k, int put_back);
audit_view *audit_view_sample_items(size_t n, size_t k, int put_back);
audit_view *audit_view_sample_pairs(size_t n, size_t k, int put_back);
audit_view *audit_view_sample_repeats(size_t n, size_t k, int put_back, uint64_t most);
audit_view *audit_view_sample_serial(size_t n, size_t k, int put_back);

/* ---- what a view has counted ------------------------------------------------------- */

/* For reports, and only for views made by the maker of that name. */

/* [position * n + card]; of samples, [position * n + item]. */
const uint64_t *audit_position_counts(const audit_view *view);
const uint64_t *audit_sample_place_counts(const audit_view *view);

/* [a * n + b]: a before b; b right after a. */
const uint64_t *audit_precedence_counts(const audit_view *view);
const uint64_t *audit_successor_counts(const audit_view *view);

/* The k + 2 values of digit k begin at k (k + 3) / 2. */
const uint64_t *audit_digit_counts(const audit_view *view);

/* By value, with the distribution; by rank, NULL and *size = 0 if there are too many. */
const uint64_t *audit_scalar_counts(const audit_view *view, size_t *size,
                                    const double **probability);
const uint64_t *audit_whole_counts(const audit_view *view, size_t *size);

typedef struct audit_repeat_count {
    uint64_t kept, distinct, pairs; /* orders, different ones, equal pairs among them */
    double expected;                /* pairs of a fair shuffle */
} audit_repeat_count;
audit_repeat_count audit_repeats(const audit_view *view);

#endif
