/* SPDX-License-Identifier: MIT
 *
 * block.h - a block of orders, and all that the views want to know of each.
 *
 * An order has n cards; order[position] is the card at a position. All arrays hold the
 * orders of the block one after the other.
 */
#ifndef AUDIT_BLOCK_H
#define AUDIT_BLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Codes of an order in n - 1 independent digits; digit k, for k = 0 to n - 2, is below k
 * + 2, and each of its values equally likely if the order is fair.
 *
 *  - Lehmer: digit k counts the cards at positions 0 to k that are larger than the one at
 *    position k + 1; the same of the inverse order.
 *  - The choices of Fisher-Yates that make this order: from the end (i = n - 1 to 1: swap
 *    i with choose(i + 1)), where digit k is that of i = k + 1; from the front (i = 0 to
 *    n - 2: swap i with i + choose(n - i)), where it is that of n - i = k + 2. */
enum audit_code {
    AUDIT_LEHMER,
    AUDIT_LEHMER_INVERSE,
    AUDIT_SWAP_DOWN,
    AUDIT_SWAP_UP,
    AUDIT_CODES
};

/* Numbers that sum an order up. */
enum audit_scalar {
    AUDIT_SIGN,             /* 0 even, 1 odd */
    AUDIT_CYCLES,           /* 1 to n */
    AUDIT_FIXED,            /* cards in their own positions */
    AUDIT_DESCENTS,         /* positions followed by a smaller card */
    AUDIT_INVERSE_DESCENTS, /* descents of the inverse order: rising sequences less one */
    AUDIT_INVERSIONS,       /* pairs in the wrong order */
    AUDIT_SUCCESSIONS,      /* cards that are followed by the next one */
    AUDIT_SCALARS
};

typedef struct audit_block {
    size_t n, capacity, count;
    size_t skip;                        /* entries at the beginning that mean nothing */
    uint64_t first;                     /* the number of the first order, from 0 */
    unsigned char *orders, *inverses;   /* [count][n] */
    unsigned char *digits[AUDIT_CODES]; /* [count][n - 1] */
    uint16_t *scalars[AUDIT_SCALARS];   /* [count] */
    uint64_t (*hashes)[2];              /* [count], of the order: 128 bits */

    /* Each order as seen from the one before: quotients->orders[position] is where the
     * card, which is at `position` now, was before. If orders are fair and independent
     * these are, too. The very first order has none: skip is 1 then. It has no quotients
     * itself, and of the codes only AUDIT_LEHMER; no hashes. NULL in a quotient. */
    struct audit_block *quotients;

    /* For samples of k out of n, instead of all above: [count][k]. */
    size_t k;
    uint32_t *items;
} audit_block;

/* Room for `capacity` orders of n cards, 2 <= n <= 256, all zero; NULL: no memory. Set
 * `count`, `first` and `orders` before audit_block_work(). */
audit_block *audit_block_new(size_t n, size_t capacity);

/* Room for samples of k of n items. */
audit_block *audit_block_of_samples(size_t n, size_t k, size_t capacity);
void audit_block_free(audit_block *block);

/* Works out everything of orders [from, to) from block->orders. `before` is the last
 * order of the block before, NULL if there is none (block->first is 0); only a range that
 * begins at 0 looks at it, and such a range also sets count, first and skip of the
 * quotients. Different ranges may be done at the same time by different threads. */
void audit_block_work(audit_block *block, size_t from, size_t to,
                      const unsigned char *before);

#endif
