/* SPDX-License-Identifier: MIT
 *
 * rank.h - orders and their numbers. Orders are ranked as words in a dictionary: rank 0
 * is 0 1 2 ..., the last one is ... 2 1 0.
 */
#ifndef AUDIT_RANK_H
#define AUDIT_RANK_H

#include <stddef.h>
#include <stdint.h>

/* 0, 1, ..., n - 1. */
void audit_sorted(unsigned char *order, size_t n);

/* Whether each card 0 to n - 1 is there once, n <= 256. */
int audit_is_order(const unsigned char *order, size_t n);

/* All of these are for n <= 12. */
size_t audit_factorial(size_t n);
size_t audit_rank(const unsigned char *order, size_t n);
void audit_unrank(size_t rank, size_t n, unsigned char *order);

/* The next order by rank; 0 after the last. */
int audit_next_order(unsigned char *order, size_t n);

/* How many of 16 bits are set. */
static inline unsigned audit_ones(unsigned x)
{
    x -= x >> 1 & 0x5555;
    x = (x & 0x3333) + (x >> 2 & 0x3333);
    x = (x + (x >> 4)) & 0x0f0f;
    return (x + (x >> 8)) & 0x1f;
}

#endif
