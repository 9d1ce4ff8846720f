/* SPDX-License-Identifier: MIT
 *
 * exact.h - the exact distribution of a shuffle: every sequence of choices with its exact
 * weight, or a closed form or a Markov chain if there are too many. These results are
 * proofs.
 */
#ifndef AUDIT_EXACT_H
#define AUDIT_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"
#include "audit/numbers/natural.h"

/* How a result was found. */
enum audit_method {
    AUDIT_BY_ENUMERATION, /* all sequences of choices */
    AUDIT_BY_CHAIN,       /* the probabilities of all orders, step by step */
    AUDIT_BY_FORMULA,     /* a closed form, or sums over classes of orders */
};

/* How a result was found, in words. */
enum audit_how {
    AUDIT_HOW_UNKNOWN, /* nothing was found yet */
    AUDIT_HOW_ALL_TRIED,
    AUDIT_HOW_FEW_TRIED,
    AUDIT_HOW_ORDERS_FOLLOWED,
    AUDIT_HOW_CARDS_FOLLOWED,
    AUDIT_HOW_ONE_EACH,
    AUDIT_HOW_ONE_AT_MOST,
    AUDIT_HOW_SYMMETRY,
    AUDIT_HOW_EVEN_ONLY,
    AUDIT_HOW_FIRST_CARD,
    AUDIT_HOW_UNCHANGED,
    AUDIT_HOW_DESCENTS,
    AUDIT_HOW_INVERSE_DESCENTS,
    AUDIT_HOW_COIN_FLIPS,
    AUDIT_HOW_CYCLE_LENGTHS,
    AUDIT_HOWS
};

/* The words, and a code for programs, for each of them. */
typedef struct audit_how_words {
    const char *code; /* such as "all-tried"; NULL if nothing was found */
    const char *text; /* for people, without a full stop */
} audit_how_words;
extern const audit_how_words audit_exact_how[AUDIT_HOWS];

/* Everything that is known about a distribution. */
typedef struct audit_exact {
    size_t n;                 /* cards */
    enum audit_method method; /* how it was found */
    enum audit_how how;       /* the method in words */
    int fair;                 /* 1: proved that every order has probability 1/n! */
    int keeps;                /* it starts from the order that it left; this is the
                               * distribution of its first order only, from a sorted deck */
    uint64_t sequences; /* sequences of choices that were tried; 0 by other methods */
    double distance;    /* total variation distance from fair */
    double largest;     /* the largest probability, as a multiple of 1/n!; may overflow */
    double least;       /* the smallest probability, as a multiple of 1/n! */
    double log2_ratio;  /* log2 of the largest over the smallest positive probability */
    double impossible;  /* number of orders that cannot come out; -1: unknown; infinite
                         * if it is too large for a double (n > 170) */
    double log2_possible; /* log2 of the number of possible orders, if known */
    int has_distance;     /* distance is known */
    int has_ratio;        /* largest, least and log2_ratio are known */
    int has_position;     /* the position matrix is known */
    double *position;     /* [position * n + card]: probabilities, if has_position */

    /* If the probability of each order is known and n <= 8: fractions with one
     * denominator. */
    size_t orders;             /* n!, or 0: single orders are not listed */
    audit_natural *numerator;  /* [orders], by rank (rank.h) */
    audit_natural denominator; /* the denominator of every numerator */

    /* The distance as a fraction. */
    audit_natural distance_numerator;   /* in lowest terms */
    audit_natural distance_denominator; /* 0: the distance is not known as a fraction */
} audit_exact;

/* Analyses a shuffle of the catalogue with a die that has a distribution: one shuffle of
 * a sorted deck, even if the shuffle keeps the deck. Returns FAIRAUDIT_OK, and then at
 * least one of has_distance and has_position is set. Returns _ELARGE if no method can
 * handle this n, _EINVAL if the die has no distribution or n is out of range, or _ENOMEM.
 * Takes a few seconds at most, usually far less. Free the result in either case. */
int audit_exact_find(const audit_shuffle *shuffle, uint64_t shuffle_parameter,
                     const audit_die_kind *die, uint64_t die_parameter, size_t n,
                     audit_exact *exact);

/* Analyses a function by enumeration with the fair die; n <= 10, else _ELARGE. Also
 * returns _EORDER, _EREPLAY, and _EINVAL if the function asks for a number below 0. */
int audit_exact_function(fairaudit_shuffle *function, void *context, size_t n,
                         audit_exact *exact);

/* Frees the memory of a result. Call it after errors, too. */
void audit_exact_free(audit_exact *exact);

#endif
