/* SPDX-License-Identifier: MIT
 *
 * orders.h - orders for the tests of the audit: blocks of all orders of a small deck, and
 * sources of random ones.
 */
#ifndef AUDIT_ORDERS_H
#define AUDIT_ORDERS_H

#include <stdlib.h>
#include <string.h>

#include "audit/orders/block.h"
#include "audit/orders/rank.h"
#include "audit/orders/source.h"

static inline void swap_cards(unsigned char *a, size_t i, size_t j)
{
    const unsigned char card = a[i];
    a[i] = a[j];
    a[j] = card;
}

static inline audit_block *new_block(size_t n, size_t capacity)
{
    audit_block *block = audit_block_new(n, capacity);
    if (block == NULL)
        abort();
    return block;
}

/* A block of all n! orders, analysed. */
static inline audit_block *all_orders(size_t n)
{
    const size_t count = audit_factorial(n);
    audit_block *block = new_block(n, count);
    for (; block->count < count; block->count++)
        audit_unrank(block->count, n, block->orders + n * block->count);
    audit_block_work(block, 0, count, NULL);
    return block;
}

static inline audit_source source_of(uint64_t number, uint64_t index)
{
    const audit_seed seed = audit_seed_of_number(number);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, index);
    return source;
}

#endif
