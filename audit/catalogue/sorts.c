/* SPDX-License-Identifier: MIT
 *
 * sorts.c - shuffles by sorting: by random keys, or with a coin instead of the
 * comparison.
 *
 * A sort that never asks a question whose answer it could know gives each order the
 * probability 2^-q, if q questions lead to it. n! is not a power of two for n > 2, so
 * such a sort is unfair. The exception is quicksort with a random pivot: not all its
 * choices are coins, and by symmetry every card is equally likely everywhere.
 */
#include "audit/catalogue/parts.h"

#include <string.h>

/* ---- keys -------------------------------------------------------------------------- */

/* Sorts the cards by their keys. The sort is stable. */
static void sort_by_keys(unsigned char *a, uint64_t *key, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uint64_t moved = key[i];
        const unsigned char card = a[i];
        size_t j = i;
        for (; j > 0 && key[j - 1] > moved; j--) {
            key[j] = key[j - 1];
            a[j] = a[j - 1];
        }
        key[j] = moved;
        a[j] = card;
    }
}

/* Keys of `parameter` bits. Of two cards with the same key, the earlier stays earlier. */
SHUFFLE(keys)
{
    uint64_t key[MOST];
    for (size_t i = 0; i < n; i++)
        key[i] = die->choose(die->context, (uint64_t)1 << parameter);
    sort_by_keys(a, key, n);
}

static int is_among(const uint64_t *key, size_t count, uint64_t wanted)
{
    for (size_t i = 0; i < count; i++)
        if (key[i] == wanted)
            return 1;
    return 0;
}

/* A key that is taken is drawn again: all sets of different keys are equally likely, and
 * so are all orders. If the keys have too few bits for n different ones, more bits are
 * used. A die that only gives taken keys would never end, so after PATIENCE draws the
 * next free key is taken. With a fair die the probability of that is below 1e-100. */
SHUFFLE(keys_redraw)
{
    enum { PATIENCE = 65536 };
    uint64_t key[MOST], keys = (uint64_t)1 << parameter;
    while (keys < n)
        keys *= 2;
    for (size_t i = 0; i < n; i++) {
        key[i] = die->choose(die->context, keys);
        for (unsigned tries = 0; is_among(key, i, key[i]); tries++)
            key[i] =
                tries < PATIENCE ? die->choose(die->context, keys) : (key[i] + 1) % keys;
    }
    sort_by_keys(a, key, n);
}

/* ---- a coin for a comparison ------------------------------------------------------- */

static int coin(const fairaudit_die *die)
{
    return (int)fairaudit_choose(die, 2);
}

/* The next card moves towards the front as long as the coin says so. */
SHUFFLE(coin_insertion)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && coin(die); j--)
            swap_cards(a, j, j - 1);
}

static void reverse(unsigned char *a, size_t n)
{
    for (size_t i = 0; i < n / 2; i++)
        swap_cards(a, i, n - 1 - i);
}

/* TimSort of fewer than 64 cards: the first cards, as long as they rise or fall (by the
 * coin), are a run, which is reversed if it falls. Each further card is inserted by
 * binary search. */
SHUFFLE(coin_timsort)
{
    if (n < 2)
        return;
    const int falling = coin(die);
    size_t run = 2;
    while (run < n && coin(die) == falling)
        run++;
    if (falling)
        reverse(a, run);
    for (; run < n; run++) {
        size_t low = 0, high = run;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (coin(die))
                high = middle;
            else
                low = middle + 1;
        }
        move_card_down(a, run, low);
    }
}

/* The smallest remaining card, by the coin, comes next. */
SHUFFLE(coin_selection)
{
    for (size_t i = 0; i + 1 < n; i++) {
        size_t least = i;
        for (size_t j = i + 1; j < n; j++)
            if (coin(die))
                least = j;
        swap_cards(a, i, least);
    }
}

SHUFFLE(coin_exchange)
{
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t j = i + 1; j < n; j++)
            if (coin(die))
                swap_cards(a, i, j);
}

SHUFFLE(coin_bubble)
{
    for (size_t end = n; end-- > 1;)
        for (size_t i = 0; i < end; i++)
            if (coin(die))
                swap_cards(a, i, i + 1);
}

/* The smaller half comes first, as in most libraries. */
SHUFFLE(coin_merge)
{
    if (n < 2)
        return;
    const size_t half = n / 2;
    audit_shuffle_coin_merge(die, a, half, 0);
    audit_shuffle_coin_merge(die, a + half, n - half, 0);

    unsigned char left[MOST];
    memcpy(left, a, half);
    size_t i = 0, j = half, to = 0;
    while (i < half && j < n)
        a[to++] = coin(die) ? a[j++] : left[i++];
    memcpy(a + to, left + i, half - i);
}

/* Cards that the coin calls smaller than the first gather after it. Then it goes to their
 * end, and both sides are sorted in the same way. */
static void quick(const fairaudit_die *die, unsigned char *a, size_t n, int random_pivot)
{
    if (n < 2)
        return;
    if (random_pivot)
        swap_cards(a, 0, fairaudit_choose(die, n));
    size_t smaller = 0;
    for (size_t i = 1; i < n; i++)
        if (coin(die))
            swap_cards(a, ++smaller, i);
    swap_cards(a, 0, smaller);
    quick(die, a, smaller, random_pivot);
    quick(die, a + smaller + 1, n - smaller - 1, random_pivot);
}

SHUFFLE(coin_quick)
{
    quick(die, a, n, 0);
}

SHUFFLE(coin_quick_random)
{
    quick(die, a, n, 1);
}

/* Moves the card at `root` down in a heap of n, as far as the coin says. */
static void sink(const fairaudit_die *die, unsigned char *a, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && coin(die))
            child++;
        if (!coin(die))
            return;
        swap_cards(a, root, child);
    }
}

SHUFFLE(coin_heap)
{
    for (size_t root = n / 2; root-- > 0;)
        sink(die, a, root, n);
    for (size_t end = n; end-- > 1;) {
        swap_cards(a, 0, end);
        sink(die, a, 0, end);
    }
}
