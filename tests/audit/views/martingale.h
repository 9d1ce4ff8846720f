/* SPDX-License-Identifier: MIT
 *
 * martingale.h - proves by enumeration that a view bets fairly.
 *
 * Every sequence of `length` orders of n cards is given to a new view, one order at a
 * time. If all sequences are equally likely, the mean wealth must be 1 after each step,
 * up to rounding: a bettor who gains on average by an arithmetic error would call fair
 * shuffles unfair. A view of the quotients sees one order less of each sequence.
 *
 * The caller makes views with a function that takes its context only, so any constructor
 * can be used.
 */
#ifndef AUDIT_MARTINGALE_H
#define AUDIT_MARTINGALE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "audit/orders/block.h"
#include "audit/orders/rank.h"
#include "audit/views/view.h"

typedef audit_view *martingale_maker(size_t n, const void *context);

enum { MARTINGALE_LONGEST = 8 };

/* The mean wealth of all sequences of `length` orders, at least 1 and at most
 * MARTINGALE_LONGEST; -1 if there is no memory. If `together`, the view takes them all at
 * once; else one by one. */
static inline double martingale_mean(martingale_maker *make, const void *context,
                                     size_t n, size_t length, int together)
{
    const size_t orders = audit_factorial(n);
    size_t sequences = 1;
    for (size_t i = 0; i < length; i++)
        sequences *= orders;
    audit_block *block = audit_block_new(n, MARTINGALE_LONGEST);
    double sum = 0;
    for (size_t number = 0; block != NULL && number < sequences; number++) {
        audit_view *view = make(n, context);
        if (view == NULL) {
            audit_block_free(block);
            return -1;
        }
        block->count = length;
        for (size_t i = 0, rest = number; i < length; i++, rest /= orders)
            audit_unrank(rest % orders, n, block->orders + i * n);
        audit_block_work(block, 0, length, NULL);
        const audit_block *seen = view->serial ? block->quotients : block;
        const size_t first = view->serial ? 1 : 0;
        if (together && first < length)
            view->take(view, seen, first, length);
        for (size_t i = first; !together && i < length; i++)
            view->take(view, seen, i, i + 1);
        sum += exp(view->evidence(view));
        view->free(view);
    }
    if (block == NULL)
        return -1;
    audit_block_free(block);
    return sum / (double)sequences;
}

#endif
