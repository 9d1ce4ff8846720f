/* SPDX-License-Identifier: MIT
 *
 * exact.h - the exact distribution of a shuffle: every sequence of choices with its exact
 * weight, or a closed form or a chain where there are too many. What is said here is
 * proved.
 */
#ifndef AUDIT_EXACT_H
#define AUDIT_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"
#include "audit/numbers/natural.h"

/* How an answer was found. */
enum audit_method {
    AUDIT_BY_ENUMERATION, /* all sequences of choices */
    AUDIT_BY_CHAIN,       /* probabilities of all orders, step by step */
    AUDIT_BY_FORMULA,     /* a closed form, or sums over classes of orders */
};

/* Everything that is known of a distribution. */
typedef struct audit_exact {
    size_t n;
    enum audit_method method;
    const char *how;       /* the method, in words for people */
    int fair;              /* proved: every order has probability 1/n! */
    int keeps;             /* in use it starts from the order it left; here from a sorted
                            * deck, so this is the distribution of the first order only */
    uint64_t sequences;    /* of choices that were tried; 0 by other methods */
    double distance;       /* total variation distance from fair */
    double largest, least; /* probabilities as multiples of 1/n!; largest may overflow: */
    double log2_ratio;     /* log2(largest / least positive one) */
    double impossible;     /* number of orders that cannot come out, -1: unknown; infinite
                              if that is no double (n > 170) */
    double log2_possible; /* log2 of the number of those that can, if `impossible` >= 0 */
    int has_distance, has_ratio, has_position;
    double *position; /* [position * n + card], if has_position */

    /* If the distribution of each order is known and n <= 8: fractions over one
     * denominator. */
    size_t orders;            /* n!, or 0: not given one by one */
    audit_natural *numerator; /* [orders], by rank (rank.h) */
    audit_natural denominator;

    /* The distance in lowest terms; a denominator of 0: not known as a fraction. */
    audit_natural distance_numerator, distance_denominator;
} audit_exact;

/* A shuffle of the catalogue with a die that has a distribution. FAIRAUDIT_OK; _ELARGE:
 * no method reaches this n; _EINVAL: the die has no distribution; _ENOMEM. At least one
 * of has_distance, has_position is set if it is OK. What is analysed is one shuffle of a
 * sorted deck, also if the shuffle keeps the deck. Takes some seconds at most, mostly far
 * less. */
int audit_exact_find(const audit_shuffle *shuffle, uint64_t shuffle_parameter,
                     const audit_die_kind *die, uint64_t die_parameter, size_t n,
                     audit_exact *exact);

/* A function, by enumeration with the fair die; n <= 10, else _ELARGE. Also _EORDER,
 * _EREPLAY; _EINVAL if it asks for a number below 0. */
int audit_exact_function(fairaudit_shuffle *function, void *context, size_t n,
                         audit_exact *exact);

/* Also after an error. */
void audit_exact_free(audit_exact *exact);

#endif
