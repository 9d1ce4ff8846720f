/* SPDX-License-Identifier: MIT
 *
 * swaps.c - shuffles that swap or move single cards, with a wrong bound, an off-by-one
 * error, or too few steps.
 */
#include "audit/catalogue/parts.h"

#include <string.h>

/* ---- Fisher and Yates, nearly ------------------------------------------------------ */

SHUFFLE(swap_with_any)
{
    for (size_t i = 0; i < n; i++)
        swap_cards(a, i, fairaudit_choose(die, n));
}

SHUFFLE(swap_with_any_down)
{
    for (size_t i = n; i-- > 0;)
        swap_cards(a, i, fairaudit_choose(die, n));
}

/* i > 1 instead of i > 0. */
SHUFFLE(step_short)
{
    for (size_t i = n; i-- > 2;)
        swap_cards(a, i, fairaudit_choose(die, i + 1));
}

/* choose(i) instead of choose(i + 1). */
SHUFFLE(sattolo)
{
    for (size_t i = n; i-- > 1;)
        swap_cards(a, i, fairaudit_choose(die, i));
}

/* i + 1 < n instead of i < n. */
SHUFFLE(stops_early)
{
    for (size_t i = 1; i + 1 < n; i++)
        swap_cards(a, i, fairaudit_choose(die, i + 1));
}

/* choose(i + 2) instead of choose(i + 1), except for the last card, which has none after
 * it. */
SHUFFLE(one_too_far)
{
    for (size_t i = n; i-- > 1;)
        swap_cards(a, i, fairaudit_choose(die, i + 1 < n ? i + 2 : n));
}

/* The last position is never chosen. */
SHUFFLE(never_last)
{
    for (size_t i = 0; n > 1 && i < n; i++)
        swap_cards(a, i, fairaudit_choose(die, n - 1));
}

/* Rounding i U to the nearest integer gives 0 and i half their share. Of 2 i intervals of
 * length 1/2, the first belongs to 0, the next two to 1, ..., the last to i. */
SHUFFLE(math_round)
{
    for (size_t i = n; i-- > 1;)
        swap_cards(a, i, (fairaudit_choose(die, 2 * i) + 1) / 2);
}

/* Takes each card in turn, wherever it is now, and puts it back anywhere. */
SHUFFLE(reinsert)
{
    unsigned char cards[MOST];
    memcpy(cards, a, n);
    for (size_t k = 0; k < n; k++) {
        const size_t i = position_of(a, n, cards[k]), j = fairaudit_choose(die, n);
        memmove(a + i, a + i + 1, n - i - 1);
        memmove(a + j + 1, a + j, n - j - 1);
        a[j] = cards[k];
    }
}

/* ---- a number of swaps ------------------------------------------------------------- */

/* Both positions are random; they may be equal. */
SHUFFLE(transpositions)
{
    for (uint64_t k = 0; k < parameter; k++) {
        const size_t i = fairaudit_choose(die, n);
        swap_cards(a, i, fairaudit_choose(die, n));
    }
}

/* Swaps of two different positions. */
SHUFFLE(distinct_swaps)
{
    for (uint64_t k = 0; n > 1 && k < parameter; k++) {
        const size_t i = fairaudit_choose(die, n), j = fairaudit_choose(die, n - 1);
        swap_cards(a, i, j + (j >= i));
    }
}

/* Swaps of two neighbours. */
SHUFFLE(adjacent_swaps)
{
    for (uint64_t k = 0; n > 1 && k < parameter; k++) {
        const size_t i = fairaudit_choose(die, n - 1);
        swap_cards(a, i, i + 1);
    }
}
