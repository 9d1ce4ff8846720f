/* SPDX-License-Identifier: MIT
 *
 * fairaudit.h - is this shuffle fair? For a shuffle written as a C function.
 *
 *     static void mine(const fairaudit_die *die, unsigned char *cards, size_t n,
 *                      void *context)
 *     {
 *         for (size_t i = n; i-- > 1;)
 *             swap(cards, i, fairaudit_choose(die, i + 1));
 *     }
 *
 *     fairaudit_proof proof;
 *     fairaudit_prove(mine, NULL, 5, &proof);           exact, for small decks
 *     fairaudit_result result;
 *     fairaudit_test(mine, NULL, 52, NULL, &result);    statistics, for any deck
 *
 * The shuffle draws all its choices from the die, and from nowhere else: then every
 * sequence of choices can be tried, and what is found for a small deck is a proof. A
 * shuffle that has its own randomness can only be tested; it leaves the die alone.
 *
 * The library prints nothing, never exits, and keeps no state between calls.
 */
#ifndef FAIRAUDIT_H
#define FAIRAUDIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FAIRAUDIT_API __attribute__((visibility("default")))
#else
#define FAIRAUDIT_API
#endif

enum {
    FAIRAUDIT_LEAST = 2,  /* cards of the smallest deck */
    FAIRAUDIT_MOST = 256, /* and of the largest */
};

/* choose(context, m) gives a number below m, m > 0. In a proof it gives all of them, one
 * after the other; in a test each is equally likely. */
typedef struct fairaudit_die {
    uint64_t (*choose)(void *context, uint64_t m);
    void *context;
} fairaudit_die;

/* A number below m, m > 0. */
static inline size_t fairaudit_choose(const fairaudit_die *die, size_t m)
{
#ifdef __cplusplus
    return static_cast<size_t>(die->choose(die->context, m));
#else
    return (size_t)die->choose(die->context, m);
#endif
}

/* Puts the n cards in another order. It is given its context as it was handed in. */
typedef void fairaudit_shuffle(const fairaudit_die *die, unsigned char *cards, size_t n,
                               void *context);

/* ---- errors ------------------------------------------------------------------------ */

enum {
    FAIRAUDIT_OK = 0,
    FAIRAUDIT_EINVAL = -1,  /* an argument that makes no sense, such as a deck of 1 */
    FAIRAUDIT_ENOMEM = -2,  /* out of memory */
    FAIRAUDIT_ELARGE = -3,  /* too many sequences of choices: take a smaller deck */
    FAIRAUDIT_EORDER = -4,  /* what came out is not an order of what went in */
    FAIRAUDIT_EREPLAY = -5, /* the same choices led to other questions or another order */
    FAIRAUDIT_EFEW = -6     /* too few shuffles to judge */
};

/* What an error means, in words. Never NULL, and not to be freed. */
FAIRAUDIT_API const char *fairaudit_strerror(int error);

/* ---- proofs ------------------------------------------------------------------------ */

typedef struct fairaudit_proof {
    int fair;              /* every order has exactly the same probability */
    uint64_t orders;       /* n! */
    uint64_t impossible;   /* orders that cannot come out */
    double distance;       /* total variation distance from fair: 0 fair, towards 1 not */
    double largest, least; /* the extreme probabilities, as multiples of the fair one */
    uint64_t sequences;    /* of choices that were tried */
    uint64_t reserved[4];
} fairaudit_proof;

/* Tries every sequence of choices, with exact weights. The deck is 0, 1, ..., n - 1.
 * Meant for n up to 8; FAIRAUDIT_ELARGE if n > 10, or if there are more than 200 million
 * sequences (it says so early if far more are to be expected). Also FAIRAUDIT_EINVAL
 * (also if the shuffle asks for a number below 0), _ENOMEM, _EORDER, _EREPLAY; then the
 * proof is all zero. A shuffle that asks without end, more than 4 million times, is left
 * by a jump: what it holds is lost then. */
FAIRAUDIT_API int fairaudit_prove(fairaudit_shuffle *shuffle, void *context, size_t n,
                                  fairaudit_proof *proof);

/* ---- tests ------------------------------------------------------------------------- */

enum fairaudit_verdict {
    FAIRAUDIT_NO_EVIDENCE, /* no bias was found, which does not prove that there is none
                            */
    FAIRAUDIT_UNFAIR,      /* false alarm rate: about one in a million audits */
    FAIRAUDIT_SUSPECT,     /* the same, about one in a thousand: test more shuffles */
    FAIRAUDIT_UNTESTED     /* no verdict: bets could not tell, and no test counted */
};

typedef struct fairaudit_options {
    uint64_t trials;  /* at most; 0: a million */
    uint64_t seed;    /* of the die */
    unsigned threads; /* 0: all cores. If it is not 1, several threads call the shuffle
                         at the same time, so it must be thread-safe. */
    uint64_t reserved[4]; /* zeros */
} fairaudit_options;

typedef struct fairaudit_result {
    enum fairaudit_verdict verdict;
    uint64_t trials;  /* the number of shuffles examined */
    uint64_t decided; /* after how many of them the verdict was clear; 0: never */
    double evidence;  /* log10 of the odds against a fair shuffle, by betting */

    /* Set if the verdict is unfair. If shuffles are independent of each other, distance
     * and effect hold with probability 1 - 1e-6. If there is evidence that they are not,
     * the distance is 0, and the effect says only how shuffles follow each other. */
    double distance;  /* lower bound on the total variation distance; 0: unknown */
    char view[32];    /* the view with the strongest evidence */
    char effect[160]; /* in plain words */
    char mistake[48]; /* the known mistake that fits best; empty if none does */
    uint64_t reserved[4];
} fairaudit_result;

/* Shuffles a deck 0, 1, ..., n - 1 many times and judges the orders. Stops soon after it
 * is clear that the shuffle is unfair. All-zero options, or NULL, are the defaults: up to
 * one million shuffles, on all cores.
 *
 * Returns FAIRAUDIT_OK, or FAIRAUDIT_EINVAL (also if `reserved` of the options is not 0,
 * since later versions may use it), _ENOMEM or _EORDER; or _EFEW if nothing
 * could be tested, for example because there are so few shuffles that not even one that
 * does nothing would be found. Use the result only if OK is returned. After _EFEW, its
 * verdict is FAIRAUDIT_UNTESTED.
 *
 * If the shuffle uses no randomness but the die, the same seed gives the same result with
 * any number of threads. */
FAIRAUDIT_API int fairaudit_test(fairaudit_shuffle *shuffle, void *context, size_t n,
                                 const fairaudit_options *options,
                                 fairaudit_result *result);

#ifdef __cplusplus
}
#endif

#endif
