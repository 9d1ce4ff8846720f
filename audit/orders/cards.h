/* SPDX-License-Identifier: MIT
 *
 * cards.h - moves of single cards in a deck.
 */
#ifndef AUDIT_CARDS_H
#define AUDIT_CARDS_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

static inline void swap_cards(unsigned char *deck, size_t i, size_t j)
{
    const unsigned char kept = deck[i];
    deck[i] = deck[j];
    deck[j] = kept;
}

/* Moves the card at `from` to `to` <= from; the cards between move up by one. */
static inline void move_card_down(unsigned char *deck, size_t from, size_t to)
{
    assert(to <= from);
    const unsigned char card = deck[from];
    memmove(deck + to + 1, deck + to, from - to);
    deck[to] = card;
}

#endif
