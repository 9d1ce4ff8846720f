/* SPDX-License-Identifier: MIT
 *
 * rank.h - orders and their ranks. Orders are ranked in lexicographic order: rank 0 is 0
 * 1 2 ..., the last is ... 2 1 0.
 */
#ifndef AUDIT_RANK_H
#define AUDIT_RANK_H

#include <stddef.h>
#include <stdint.h>

/* Sets the order to 0, 1, ..., n - 1. */
void audit_sorted(unsigned char *order, size_t n);

/* Whether each of the cards 0 to n - 1 is there once; n <= 256. */
int audit_is_order(const unsigned char *order, size_t n);

/* The most cards of an order that has a rank: 12! fits 32 bits. */
enum { AUDIT_RANK_MOST = 12 };

/* n!, the rank of an order, and the order of a rank, for n <= AUDIT_RANK_MOST. */
size_t audit_factorial(size_t n);
size_t audit_rank(const unsigned char *order, size_t n);
void audit_unrank(size_t rank, size_t n, unsigned char *order);

/* Replaces the order by the next one. Returns 0 after the last. */
int audit_next_order(unsigned char *order, size_t n);

/* How many of the lowest 16 bits are set. */
static inline unsigned audit_ones(unsigned x)
{
    x -= x >> 1 & 0x5555;
    x = (x & 0x3333) + (x >> 2 & 0x3333);
    x = (x + (x >> 4)) & 0x0f0f;
    return (x + (x >> 8)) & 0x1f;
}

#endif
