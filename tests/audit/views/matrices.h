/* SPDX-License-Identifier: MIT
 *
 * matrices.h - for the tests of views that count in matrices: all of these views, by
 * number, and fair orders for them.
 */
#ifndef AUDIT_MATRICES_H
#define AUDIT_MATRICES_H

#include "tests/audit/views/martingale.h"
#include "tests/audit/views/views.h"

enum maker { POSITION, SERIAL, SUCCESSOR, PRECEDENCE, WHOLE, TRIPLES, MAKERS };

static inline audit_view *make(size_t n, const void *context)
{
    switch (*(const enum maker *)context) {
    case POSITION:
    case SERIAL:
        return audit_view_position(n, *(const enum maker *)context == SERIAL);
    case SUCCESSOR:
        return audit_view_successor(n);
    case PRECEDENCE:
        return audit_view_precedence(n);
    case WHOLE:
        return audit_view_whole(n);
    default:
        return audit_view_triples(n);
    }
}

static inline audit_view *made(enum maker maker, size_t n)
{
    return make(n, &maker);
}

static inline audit_block *fair_block(size_t n, size_t count, uint64_t number)
{
    audit_block *block = new_block(n, count);
    const audit_seed seed = audit_seed_of_number(number);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, n);
    for (size_t t = 0; t < count; t++)
        audit_source_order(&source, block->orders + t * n, n);
    block->count = count;
    audit_block_work(block, 0, count, NULL);
    return block;
}

#endif
