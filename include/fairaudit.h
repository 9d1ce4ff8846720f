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
 * The shuffle takes all its random choices from the die. So every sequence of choices can
 * be tried, and the result for a small deck is a proof. A shuffle with its own source of
 * randomness can be tested, but not proved; it ignores the die.
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

/* On Windows, define FAIRAUDIT_DLL if your program uses the library as a DLL. (While the
 * DLL itself is compiled, FAIRAUDIT_DLL_EXPORTS is defined.) */
#if defined(_WIN32) && defined(FAIRAUDIT_DLL_EXPORTS)
#define FAIRAUDIT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(FAIRAUDIT_DLL)
#define FAIRAUDIT_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define FAIRAUDIT_API __attribute__((visibility("default")))
#else
#define FAIRAUDIT_API
#endif

enum {
    FAIRAUDIT_LEAST = 2,  /* cards of the smallest deck */
    FAIRAUDIT_MOST = 256, /* and of the largest */
};

/* choose(context, m) returns a number below m, m > 0. A proof tries all of these numbers,
 * one after the other; in a test each is equally likely. */
typedef struct fairaudit_die {
    uint64_t (*choose)(void *context, uint64_t m); /* a number below m */
    void *context;                                 /* its first argument */
} fairaudit_die;

/* Returns a number below m, m > 0. */
static inline size_t fairaudit_choose(const fairaudit_die *die, size_t m)
{
#ifdef __cplusplus
    return static_cast<size_t>(die->choose(die->context, m));
#else
    return (size_t)die->choose(die->context, m);
#endif
}

/* Shuffles the n cards. `context` is what was passed to fairaudit_prove() or
 * fairaudit_test(). */
typedef void fairaudit_shuffle(const fairaudit_die *die, unsigned char *cards, size_t n,
                               void *context);

/* ---- errors ------------------------------------------------------------------------ */

enum {
    FAIRAUDIT_OK = 0,
    FAIRAUDIT_EINVAL = -1,  /* invalid argument, such as a deck of 1 card */
    FAIRAUDIT_ENOMEM = -2,  /* out of memory */
    FAIRAUDIT_ELARGE = -3,  /* too many sequences of choices; use a smaller deck */
    FAIRAUDIT_EORDER = -4,  /* the result is not a permutation of the cards */
    FAIRAUDIT_EREPLAY = -5, /* the same choices did not give the same result again */
    FAIRAUDIT_EFEW = -6     /* too few shuffles for a verdict */
};

/* Describes an error. The result is never NULL; do not free it. */
FAIRAUDIT_API const char *fairaudit_strerror(int error);

/* ---- proofs ------------------------------------------------------------------------ */

typedef struct fairaudit_proof {
    int fair;            /* 1 if all orders have exactly the same probability */
    uint64_t orders;     /* n! */
    uint64_t impossible; /* orders that cannot come out */
    double distance;    /* total variation distance from fair: 0 is fair, 1 is farthest */
    double largest;     /* the largest probability, as a multiple of the fair one */
    double least;       /* the smallest probability, as a multiple of the fair one */
    uint64_t sequences; /* number of sequences of choices that were tried */
    uint64_t reserved[4]; /* zeros */
} fairaudit_proof;

/* Tries every sequence of choices, with exact weights. The deck is 0, 1, ..., n - 1.
 * Meant for n up to 8.
 *
 * Returns FAIRAUDIT_OK. Returns FAIRAUDIT_ELARGE if n > 10, or if there are more than 200
 * million sequences; if far more are to be expected, it returns early. Also
 * FAIRAUDIT_EINVAL (for example if the shuffle calls choose() with m = 0), _ENOMEM,
 * _EORDER or _EREPLAY. After an error the proof is all zero.
 *
 * A shuffle that makes more than 4 million choices is ended by longjmp(). Memory that it
 * has allocated is lost then. */
FAIRAUDIT_API int fairaudit_prove(fairaudit_shuffle *shuffle, void *context, size_t n,
                                  fairaudit_proof *proof);

/* ---- tests ------------------------------------------------------------------------- */

enum fairaudit_verdict {
    FAIRAUDIT_NO_EVIDENCE, /* no bias was found; this does not prove that there is none */
    FAIRAUDIT_UNFAIR,  /* biased; the false alarm rate is about one in a million audits */
    FAIRAUDIT_SUSPECT, /* maybe biased; the rate is about one in a thousand: test more */
    FAIRAUDIT_UNTESTED /* no verdict: the shuffles were too few for bets and tests */
};

typedef struct fairaudit_options {
    uint64_t trials;  /* the most shuffles; 0: a million */
    uint64_t seed;    /* seed of the die */
    unsigned threads; /* 0: all cores. If it is not 1, several threads call the shuffle
                         at the same time, so it must be thread-safe. */
    uint64_t reserved[4]; /* must be zeros */
} fairaudit_options;

typedef struct fairaudit_result {
    enum fairaudit_verdict verdict; /* see above */
    uint64_t trials;                /* number of shuffles */
    uint64_t decided; /* after how many shuffles the bets were sure; 0: never */
    double evidence;  /* log10 of the betting odds against a fair shuffle */

    /* The following are set if the verdict is UNFAIR. If shuffles are independent of each
     * other, distance and effect are correct with probability 1 - 1e-6. If there is
     * evidence that they are not, the distance is 0, and the effect only says how
     * shuffles depend on each other. */
    double distance;      /* lower bound on the total variation distance; 0: unknown */
    char view[32];        /* the view with the strongest evidence */
    char effect[160];     /* the strongest effect, in words */
    char mistake[48];     /* the known mistake that fits best; empty if none does */
    uint64_t reserved[4]; /* zeros */
} fairaudit_result;

/* Shuffles a deck 0, 1, ..., n - 1 many times and judges the results. It stops soon after
 * it is clear that the shuffle is unfair. NULL, or all-zero options, are the defaults: up
 * to one million shuffles, on all cores.
 *
 * Returns FAIRAUDIT_OK. Returns FAIRAUDIT_EINVAL (also if `reserved` of the options is
 * not 0, since later versions may use it), _ENOMEM or _EORDER. Returns _EFEW if there are
 * so few shuffles that not even a shuffle that does nothing would be found. Use the
 * result only if OK is returned; after _EFEW its verdict is FAIRAUDIT_UNTESTED.
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
