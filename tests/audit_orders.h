/* SPDX-License-Identifier: MIT
 *
 * audit_orders.h - blocks of orders for the tests of the audit: all of a small deck, or
 * random ones.
 */
#ifndef AUDIT_ORDERS_H
#define AUDIT_ORDERS_H

#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "source.h"

static inline void swap_cards(unsigned char *a, size_t i, size_t j)
{
    const unsigned char card = a[i];
    a[i] = a[j];
    a[j] = card;
}

/* The next order by the alphabet; 0 after the last. */
static inline int next_order(unsigned char *a, size_t n)
{
    size_t i = n - 1, j = n - 1;
    while (i > 0 && a[i - 1] > a[i])
        i--;
    if (i == 0)
        return 0;
    while (a[j] < a[i - 1])
        j--;
    swap_cards(a, i - 1, j);
    for (j = n - 1; i < j; i++, j--)
        swap_cards(a, i, j);
    return 1;
}

static inline audit_block *new_block(size_t n, size_t capacity)
{
    audit_block *block = audit_block_new(n, capacity);
    if (block == NULL)
        abort();
    return block;
}

/* A block of all n! orders, worked out. */
static inline audit_block *all_orders(size_t n)
{
    size_t count = 1;
    for (size_t i = 2; i <= n; i++)
        count *= i;
    audit_block *block = new_block(n, count);
    unsigned char a[256] = {0};
    for (size_t i = 0; i < n; i++)
        a[i] = (unsigned char)i;
    do
        memcpy(block->orders + n * block->count++, a, n);
    while (block->count < count && next_order(a, n));
    if (block->count != count || next_order(a, n))
        abort();
    audit_block_work(block, 0, count, NULL);
    return block;
}

static inline audit_source source_of(uint64_t index)
{
    const audit_seed seed = audit_seed_of_number(6);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, index);
    return source;
}

#endif
