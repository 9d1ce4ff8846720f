/* SPDX-License-Identifier: MIT
 *
 * fair.c - Fisher and Yates in six forms, all fair.
 *
 * Each makes n choices out of n, n - 1, ..., 1, in some order. Different choices lead to
 * different orders, and there are n! of both. So each order comes from exactly one
 * sequence of choices, and all sequences are equally likely. (Two more fair shuffles are
 * sorts: sorts.c.)
 */
#include "audit/catalogue/parts.h"

#include <string.h>

/* The k-th card that is not yet struck out goes to the new list. */
SHUFFLE(original)
{
    unsigned char out[MOST] = {0}, struck[MOST] = {0};
    for (size_t left = n; left > 0; left--) {
        size_t skip = fairaudit_choose(die, left), at = 0;
        while (struck[at] || skip > 0) {
            skip -= !struck[at];
            at++;
        }
        struck[at] = 1;
        out[n - left] = a[at];
    }
    memcpy(a, out, n);
}

/* The k-th card is taken out, and the cards after it move up. */
SHUFFLE(removing)
{
    unsigned char out[MOST] = {0};
    for (size_t left = n; left > 0; left--) {
        const size_t at = fairaudit_choose(die, left);
        out[n - left] = a[at];
        memmove(a + at, a + at + 1, left - at - 1);
    }
    memcpy(a, out, n);
}

SHUFFLE(down)
{
    for (size_t i = n; i-- > 1;)
        swap_cards(a, i, fairaudit_choose(die, i + 1));
}

SHUFFLE(up)
{
    for (size_t i = 0; i + 1 < n; i++)
        swap_cards(a, i, i + fairaudit_choose(die, n - i));
}

/* Card i goes to position j of the copy; the card that was there moves to the end. */
SHUFFLE(inside_out)
{
    unsigned char out[MOST] = {0};
    for (size_t i = 0; i < n; i++) {
        const size_t j = fairaudit_choose(die, i + 1);
        if (j < i)
            out[i] = out[j];
        out[j] = a[i];
    }
    memcpy(a, out, n);
}

/* The same in an array that already holds the cards: one swap does both. */
SHUFFLE(inside_out_swap)
{
    for (size_t i = 1; i < n; i++)
        swap_cards(a, i, fairaudit_choose(die, i + 1));
}
