/* SPDX-License-Identifier: MIT
 *
 * cards.c - shuffles of the card table, and shuffles with a hidden structure: each card
 * is equally likely everywhere, but most orders never come.
 */
#include "audit/catalogue/parts.h"

#include <string.h>

/* ---- by hand ----------------------------------------------------------------------- */

/* A riffle as Gilbert, Shannon and Reeds describe it. A coin decides for each position of
 * the new deck from which packet it is filled. The top packet gets as many cards as there
 * are tails. So all 2^n ways to cut and interleave are equally likely. */
static void riffle_once(const fairaudit_die *die, unsigned char *a, size_t n)
{
    unsigned char old[MOST], lower[MOST];
    size_t top = 0, next = 0;
    for (size_t i = 0; i < n; i++) {
        lower[i] = (unsigned char)fairaudit_choose(die, 2);
        top += !lower[i];
    }
    memcpy(old, a, n);
    for (size_t i = 0; i < n; i++)
        a[i] = lower[i] ? old[top++] : old[next++];
}

SHUFFLE(riffle)
{
    for (uint64_t k = 0; k < parameter; k++)
        riffle_once(die, a, n);
}

/* Packets are taken off the top and laid on each other, so that the last becomes the
 * first. Between two cards there is a cut with probability 1/4. */
static void overhand_once(const fairaudit_die *die, unsigned char *a, size_t n)
{
    unsigned char old[MOST];
    memcpy(old, a, n);
    for (size_t first = 0, end = 1; end <= n; end++)
        if (end == n || fairaudit_choose(die, 4) == 0) {
            memcpy(a + n - end, old + first, end - first);
            first = end;
        }
}

SHUFFLE(overhand)
{
    for (uint64_t k = 0; k < parameter; k++)
        overhand_once(die, a, n);
}

/* ---- groups ------------------------------------------------------------------------ */

/* Position i gets the card at position (factor i + shift) mod n. */
static void map(unsigned char *a, size_t n, size_t factor, size_t shift)
{
    unsigned char old[MOST];
    memcpy(old, a, n);
    for (size_t i = 0, from = shift; i < n; i++, from = (from + factor) % n)
        a[i] = old[from];
}

SHUFFLE(rotation)
{
    map(a, n, 1, fairaudit_choose(die, n));
}

/* The factor -1, which is n - 1, reverses the deck. */
SHUFFLE(rotation_flip)
{
    const size_t shift = fairaudit_choose(die, n);
    map(a, n, fairaudit_choose(die, 2) ? n - 1 : 1, shift);
}

static size_t common_divisor(size_t a, size_t b)
{
    while (b > 0) {
        const size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The factor has no common divisor with n, so every card is taken once. */
SHUFFLE(affine)
{
    size_t factor[MOST], factors = 0;
    for (size_t f = 1; f < n; f++)
        if (common_divisor(n, f) == 1)
            factor[factors++] = f;
    if (factors == 0)
        return;
    const size_t shift = fairaudit_choose(die, n);
    map(a, n, factor[fairaudit_choose(die, factors)], shift);
}

/* A fair shuffle, and one more swap if the number of swaps was odd. */
SHUFFLE(even_only)
{
    int odd = 0;
    for (size_t i = n; i-- > 1;) {
        const size_t j = fairaudit_choose(die, i + 1);
        swap_cards(a, i, j);
        odd ^= i != j;
    }
    if (odd)
        swap_cards(a, 0, 1);
}

/* ---- parts of a shuffle ------------------------------------------------------------ */

/* As loaders of training data do: of a buffer of `parameter` cards, a random one goes
 * out, and the next card takes its place. */
SHUFFLE(buffer)
{
    unsigned char held[MOST];
    size_t count = parameter < n ? (size_t)parameter : n, next = count;
    memcpy(held, a, count);
    for (size_t i = 0; i < n; i++) {
        const size_t j = fairaudit_choose(die, count);
        a[i] = held[j]; /* i < next: the card that was there is in the buffer, or out */
        held[j] = next < n ? a[next++] : held[--count];
    }
}

/* Blocks of `parameter` cards in a fair order; within a block nothing changes. */
SHUFFLE(blocks)
{
    const size_t size = parameter < n ? (size_t)parameter : n;
    unsigned char old[MOST], block[MOST];
    memcpy(old, a, n);
    size_t count = 0, to = 0;
    for (size_t first = 0; first < n; first += size, count++)
        block[count] = (unsigned char)count;
    audit_shuffle_down(die, block, count, 0);
    for (size_t i = 0; i < count; i++) {
        const size_t first = block[i] * size;
        const size_t length = n - first < size ? n - first : size;
        memcpy(a + to, old + first, length);
        to += length;
    }
}

/* A fair shuffle, but in `parameter` percent of cases the first card is put first again.
 */
SHUFFLE(promoted)
{
    const unsigned char first = a[0];
    audit_shuffle_down(die, a, n, 0);
    if (fairaudit_choose(die, 100) < parameter)
        swap_cards(a, 0, position_of(a, n, first));
}

/* A fair shuffle, but in `parameter` percent of cases the last order is kept. */
SHUFFLE(repeats_last)
{
    if (fairaudit_choose(die, 100) >= parameter)
        audit_shuffle_down(die, a, n, 0);
}
