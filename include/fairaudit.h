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
    FAIRAUDIT_NO_EVIDENCE, /* nothing was found: that is no proof that there is nothing */
    FAIRAUDIT_UNFAIR,  /* happens to a fair shuffle in about one of a million audits */
    FAIRAUDIT_SUSPECT, /* in about one of a thousand: test again, with more shuffles */
    FAIRAUDIT_UNTESTED /* too few to tell anything: there is no verdict */
};

typedef struct fairaudit_options {
    uint64_t trials;  /* at most; 0: a million */
    uint64_t seed;    /* of the die */
    unsigned threads; /* 0: all cores. Above 1 the shuffle is called by several threads at
                         once, and must bear it. */
} fairaudit_options;

typedef struct fairaudit_result {
    enum fairaudit_verdict verdict;
    uint64_t trials;  /* shuffles looked at */
    uint64_t decided; /* after how many it was clear; 0 if it was not */
    double evidence;  /* log10 of the odds against a fair shuffle, by betting */

    /* If it is unfair. Distance and effect hold with probability 1 - 1e-6 if shuffles are
     * independent of each other; if they are seen to depend on each other, the distance
     * is 0, and the effect says only how they follow each other. */
    double distance;  /* total variation distance from fair, at least; 0: unknown */
    char view[32];    /* the name of what shows it best */
    char effect[160]; /* in plain words */
    char mistake[48]; /* the known mistake that fits best; empty if none does */
} fairaudit_result;

/* Shuffles a deck 0, 1, ..., n - 1 again and again, and judges what comes out. Stops soon
 * after it is clear that it is unfair. All-zero options, or NULL, are the defaults: one
 * million shuffles, on all cores. FAIRAUDIT_OK, _EINVAL, _ENOMEM, _EORDER, or _EFEW if
 * nothing could be tested, such as with a single shuffle: then not even a shuffle that
 * does nothing would be found. The result counts only if it is OK; of _EFEW the verdict
 * is FAIRAUDIT_UNTESTED. With the same seed, the same shuffle has the same result,
 * however many threads there are, if all it does follows from the die. */
FAIRAUDIT_API int fairaudit_test(fairaudit_shuffle *shuffle, void *context, size_t n,
                                 const fairaudit_options *options,
                                 fairaudit_result *result);

#ifdef __cplusplus
}
#endif

#endif
