/* SPDX-License-Identifier: MIT
 *
 * in_place.c - shuffles of the catalogue that use a second array, rewritten to use one.
 *
 * The page shows the deck at every roll, so every card must be in it. These functions
 * keep the finished and the unfinished part side by side in the deck. lab_trace() checks
 * that the shuffle of the catalogue gives the same permutation.
 */
#include "lab/core/lab_parts.h"

#include <string.h>

#include "audit/orders/cards.h"

/* original, removing: the cards taken out, then the remaining ones. */
static void take_out(const fairaudit_die *die, unsigned char *a, size_t n,
                     uint64_t unused)
{
    (void)unused;
    for (size_t i = 0; i < n; i++)
        move_card_down(a, i + fairaudit_choose(die, n - i), i);
}

/* inside-out: the copy, then the cards that are not yet copied. */
static void insert(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t unused)
{
    (void)unused;
    for (size_t i = 0; i < n; i++)
        swap_cards(a, i, fairaudit_choose(die, i + 1));
}

/* overhand: the cards in the hand, then the packets, the last one first. */
static void overhand(const fairaudit_die *die, unsigned char *a, size_t n,
                     uint64_t rounds)
{
    for (uint64_t k = 0; k < rounds; k++)
        for (size_t first = 0, end = 1; end <= n; end++)
            if (end == n || fairaudit_choose(die, 4) == 0) {
                unsigned char packet[FAIRAUDIT_MOST];
                const size_t size = end - first, hand = n - first;
                memcpy(packet, a, size);
                memmove(a, a + size, hand - size);
                memcpy(a + hand - size, packet, size);
                first = end;
            }
}

/* buffer: the cards that left the buffer, then the others in their old order. */
static void buffer(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t size)
{
    unsigned char cards[FAIRAUDIT_MOST], held[FAIRAUDIT_MOST];
    size_t count = size < n ? (size_t)size : n, next = count;
    memcpy(cards, a, n);
    memcpy(held, a, count);
    for (size_t i = 0; i < n; i++) {
        const size_t j = fairaudit_choose(die, count);
        const unsigned char *at = memchr(a + i, held[j], n - i);
        move_card_down(a, (size_t)(at - a), i);
        held[j] = next < n ? cards[next++] : held[--count];
    }
}

/* blocks: all blocks in their current order. */
static void blocks(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t most)
{
    const size_t size = most < n ? (size_t)most : n, count = (n + size - 1) / size;
    unsigned char cards[FAIRAUDIT_MOST], block[FAIRAUDIT_MOST];
    memcpy(cards, a, n);
    for (size_t i = 0; i < count; i++)
        block[i] = (unsigned char)i;
    for (size_t i = count; i-- > 1;) {
        swap_cards(block, i, fairaudit_choose(die, i + 1));
        for (size_t k = 0, to = 0; k < count; k++) {
            const size_t first = block[k] * size;
            const size_t length = n - first < size ? n - first : size;
            memcpy(a + to, cards + first, length);
            to += length;
        }
    }
}

/* coin-merge: the merged cards, then the rest of the first half, then of the second. */
static void merge(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t unused)
{
    if (n < 2)
        return;
    const size_t half = n / 2;
    merge(die, a, half, unused);
    merge(die, a + half, n - half, unused);
    for (size_t to = 0, middle = half; to < middle && middle < n; to++)
        if (fairaudit_choose(die, 2))
            move_card_down(a, middle++, to);
}

lab_shuffle *lab_in_place(const audit_shuffle *shuffle)
{
    static const struct {
        const char *name; /* the name in the catalogue */
        lab_shuffle *run; /* keeps all cards in the array */
    } rewritten[] = {
        {"original", take_out}, {"removing", take_out}, {"inside-out", insert},
        {"overhand", overhand}, {"buffer", buffer},     {"blocks", blocks},
        {"coin-merge", merge},
    };
    for (size_t i = 0; i < sizeof rewritten / sizeof rewritten[0]; i++)
        if (strcmp(rewritten[i].name, shuffle->name) == 0)
            return rewritten[i].run;
    return shuffle->run;
}
