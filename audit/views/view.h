/* SPDX-License-Identifier: MIT
 *
 * view.h - a view is one way to look at orders: it counts something, bets on it as orders
 * come, and in the end compares the counts with those of a fair shuffle.
 *
 * A view takes blocks in order, and each order once. Its wealth is evidence at any time
 * (wealth.h). Its tests are for a number of orders that was fixed in advance. They have
 * two tails: counts may also be too even.
 */
#ifndef AUDIT_VIEW_H
#define AUDIT_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "audit/numbers/tails.h"
#include "audit/orders/block.h"
#include "audit/orders/distribution.h"

enum { AUDIT_TESTS = 4 }; /* the most tests of one view */

typedef struct audit_test {
    const char *name;  /* short, unique among all: "position", "successor-symmetric" */
    const char *title; /* for people: "card at position" */
    double value;      /* the statistic */
    double df;         /* degrees of freedom; 0: not a chi-square */
    double expected;   /* the mean of the statistic for a fair shuffle */
    audit_tails tails; /* probabilities of both tails; 1 if not usable */
    int usable; /* 0 if the p-value would be inaccurate with so few orders, or if no value
                 * would be remarkable. It depends on the number of orders alone. */
} audit_test;

typedef struct audit_view audit_view;
struct audit_view {
    const char *name;  /* short: "position"; of quotients: "serial-position" */
    const char *title; /* for people: "card at position" */
    int bets;          /* it bets; 0: evidence() is not called */
    int serial;        /* it takes the quotients of blocks */

    /* Takes the orders [from, to) of a block: bets on each, then counts it. The engine
     * passes block->quotients if `serial` is set, and never a range that begins before
     * block->skip. */
    void (*take)(audit_view *view, const audit_block *block, size_t from, size_t to);

    /* ln of the wealth; always finite. */
    double (*evidence)(const audit_view *view);

    /* Fills in the tests of the counts, and returns their number. May be called at any
     * time. */
    size_t (*tests)(const audit_view *view, audit_test tests[AUDIT_TESTS]);

    /* Frees the view and its memory. */
    void (*free)(audit_view *view);
};

/* Whether a chi-square of counts with df degrees of freedom is accurate down to 1e-8, if
 * the expected count of a cell is `each` (view.c). */
int audit_counts_suffice(double each, double df);

/* A chi-square test with df > 0 degrees of freedom. Near 0 the possible values are `step`
 * apart. A value that is not a number (there are no orders yet) counts as 0. */
audit_test audit_test_chisq(const char *name, const char *title, double value, double df,
                            double step, int usable);

/* evidence() of a view that does not bet: 0. */
double audit_no_evidence(const audit_view *view);

/* free() of a view that is a single allocation. */
void audit_view_discard(audit_view *view);

/* ---- views of orders --------------------------------------------------------------- */

/* Constructors of views of n cards, 2 <= n <= 256. NULL: no memory. A view that makes no
 * sense for n cards is made, but has no tests. `serial` is 1 for quotients, else 0. */

audit_view *audit_view_position(size_t n,
                                int serial); /* which card is at which position */
audit_view *audit_view_successor(size_t n);  /* which card follows which, cyclically */
audit_view *audit_view_precedence(size_t n); /* which card is before which */
audit_view *audit_view_whole(size_t n);      /* whole orders; n <= 7 */
audit_view *audit_view_triples(size_t n);    /* the first three cards; n <= 64 */
audit_view *audit_view_digits(size_t n, enum audit_code code, int serial);
audit_view *audit_view_digit_pairs(size_t n, enum audit_code code); /* n <= 64 */
audit_view *audit_view_scalar(size_t n, enum audit_scalar scalar, int serial);
audit_view *audit_view_repeats(
    size_t n, uint64_t most); /* whole orders that came before; keeps up to `most` */

/* ---- views of samples -------------------------------------------------------------- */

/* Constructors of views of samples of k out of n items, with replacement if `put_back`:
 * which item is at which position; which items are drawn at all; which two are together;
 * whole samples that came before; a sample relative to the previous one. */
audit_view *audit_view_sample_positions(size_t n, size_t k, int put_back);
audit_view *audit_view_sample_items(size_t n, size_t k, int put_back);
audit_view *audit_view_sample_pairs(size_t n, size_t k, int put_back);
audit_view *audit_view_sample_repeats(size_t n, size_t k, int put_back, uint64_t most);
audit_view *audit_view_sample_serial(size_t n, size_t k, int put_back);

/* ---- what a view has counted ------------------------------------------------------- */

/* Counts of a view, for reports. The view must have been made by the constructor of that
 * name. */

/* [position * n + card], or [position * n + item]. */
const uint64_t *audit_position_counts(const audit_view *view);
const uint64_t *audit_sample_position_counts(const audit_view *view);

/* [a * n + b]: how often a was before b; how often b came right after a. */
const uint64_t *audit_precedence_counts(const audit_view *view);
const uint64_t *audit_successor_counts(const audit_view *view);

/* The k + 2 values of digit k begin at k (k + 3) / 2. */
const uint64_t *audit_digit_counts(const audit_view *view);

/* Counts by value, with the fair distribution; counts by rank, or NULL and *size = 0 if
 * there are too many orders. */
const uint64_t *audit_scalar_counts(const audit_view *view, size_t *size,
                                    const double **probability);
const uint64_t *audit_whole_counts(const audit_view *view, size_t *size);

typedef struct audit_repeat_count {
    uint64_t kept;     /* orders that are compared */
    uint64_t distinct; /* different orders among the compared ones */
    uint64_t pairs;    /* pairs of equal orders among the compared ones */
    double expected;   /* the mean number of pairs for a fair shuffle */
} audit_repeat_count;
audit_repeat_count audit_repeats(const audit_view *view);

#endif
