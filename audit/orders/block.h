/* SPDX-License-Identifier: MIT
 *
 * block.h - a block of orders, and everything that the views need to know about each.
 *
 * An order is a permutation of n cards: order[position] is the card at that position.
 * Cards and positions are numbered from 0. All arrays hold the orders of the block one
 * after the other.
 */
#ifndef AUDIT_BLOCK_H
#define AUDIT_BLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Codes write an order as n - 1 digits. Digit k, for k = 0 to n - 2, is below k + 2. If
 * the order is fair, the digits are independent and all their values equally likely.
 *
 *  - Lehmer: digit k counts the cards at positions 0 to k that are larger than the card
 *    at position k + 1. There is another code for the inverse permutation.
 *  - Swaps: the choices with which Fisher-Yates makes this order. From the end (i = n - 1
 *    to 1: swap i with choose(i + 1)), digit k is the choice at i = k + 1. From the front
 *    (i = 0 to n - 2: swap i with i + choose(n - i)), digit k is the choice at
 *    n - i = k + 2. */
enum audit_code {
    AUDIT_LEHMER,         /* of the order */
    AUDIT_LEHMER_INVERSE, /* of the inverse permutation */
    AUDIT_SWAP_DOWN,      /* swaps from the end */
    AUDIT_SWAP_UP,        /* swaps from the front */
    AUDIT_CODES
};

/* Scalars: statistics of an order that are single numbers. */
enum audit_scalar {
    AUDIT_SIGN,             /* 0 even, 1 odd */
    AUDIT_CYCLES,           /* 1 to n */
    AUDIT_FIXED,            /* cards at their own positions */
    AUDIT_DESCENTS,         /* cards that are followed by a smaller one */
    AUDIT_INVERSE_DESCENTS, /* descents of the inverse order: rising sequences less one */
    AUDIT_INVERSIONS,       /* pairs of cards that are out of order */
    AUDIT_SUCCESSIONS,      /* cards that are followed by the next one */
    AUDIT_SCALARS
};

typedef struct audit_block {
    size_t n;                /* cards of an order; of samples, items to choose from */
    size_t capacity;         /* orders that there is room for */
    size_t count;            /* orders in the block */
    size_t skip;             /* entries at the beginning that are undefined */
    uint64_t first;          /* the number of the first order, from 0 */
    unsigned char *orders;   /* [count][n] */
    unsigned char *inverses; /* [count][n]: the position of each card */
    unsigned char *digits[AUDIT_CODES]; /* [count][n - 1] */
    uint16_t *scalars[AUDIT_SCALARS];   /* [count] */
    uint64_t (*hashes)[2];              /* [count]: 128 bits of each order */

    /* Each order relative to the previous one: quotients->orders[position] is the
     * position at which the card had been before. If orders are fair and independent, so
     * are their quotients. The very first order has no quotient, so `skip` is 1. The
     * block of quotients has no hashes, no quotients (NULL), and of the codes only
     * AUDIT_LEHMER. */
    struct audit_block *quotients;

    /* A block of samples uses only n, capacity, count and these two. */
    size_t k;        /* items of a sample */
    uint32_t *items; /* [count][k] */
} audit_block;

/* Makes room for `capacity` orders of n cards, 2 <= n <= 256, all zero. NULL: no memory.
 * Set `count`, `first` and `orders` before you call audit_block_work(). */
audit_block *audit_block_new(size_t n, size_t capacity);

/* Makes room for samples of k items out of n. */
audit_block *audit_block_of_samples(size_t n, size_t k, size_t capacity);
void audit_block_free(audit_block *block);

/* Computes everything about orders [from, to) from block->orders. `before` is the last
 * order of the previous block, or NULL if there is none (block->first is 0). Only a range
 * that begins at 0 uses it, and it also sets count, first and skip of the quotients.
 * Threads may process different ranges at the same time. */
void audit_block_work(audit_block *block, size_t from, size_t to,
                      const unsigned char *before);

#endif
