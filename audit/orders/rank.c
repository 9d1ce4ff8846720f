/* SPDX-License-Identifier: MIT
 *
 * rank.c - orders and their ranks.
 *
 * At each position the cards that are left are numbered from 0, the smallest first. These
 * numbers are the digits of the rank, in the mixed base n, n - 1, ..., 1.
 */
#include "audit/orders/rank.h"

#include <assert.h>

#include "audit/orders/cards.h"

void audit_sorted(unsigned char *order, size_t n)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned char)i;
}

int audit_is_order(const unsigned char *order, size_t n)
{
    assert(n <= 256);
    unsigned char seen[256] = {0};
    size_t different = 0;
    for (size_t i = 0; i < n; i++)
        if (order[i] < n && !seen[order[i]]++)
            different++;
    return different == n;
}

size_t audit_factorial(size_t n)
{
    assert(n <= AUDIT_RANK_MOST);
    size_t product = 1;
    for (size_t i = 2; i <= n; i++)
        product *= i;
    return product;
}

size_t audit_rank(const unsigned char *order, size_t n)
{
    assert(n <= AUDIT_RANK_MOST);
    unsigned left = (1u << n) - 1; /* one bit for each card that is left */
    size_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned card = 1u << order[i];
        rank = rank * (n - i) + audit_ones(left & (card - 1));
        left &= ~card;
    }
    return rank;
}

void audit_unrank(size_t rank, size_t n, unsigned char *order)
{
    assert(n <= AUDIT_RANK_MOST);
    for (size_t i = n; i-- > 0; rank /= n - i) {
        order[i] = (unsigned char)(rank % (n - i));
        for (size_t j = i + 1; j < n; j++) /* later cards were numbered without it */
            order[j] = (unsigned char)(order[j] + (order[j] >= order[i]));
    }
}

/* The falling sequence at the end has no larger arrangement. The card before it is
 * exchanged for the next larger one in the sequence, and the sequence is reversed. */
int audit_next_order(unsigned char *order, size_t n)
{
    size_t falls = n > 0 ? n - 1 : 0, other = falls;
    while (falls > 0 && order[falls - 1] > order[falls])
        falls--;
    if (falls == 0)
        return 0;
    while (order[other] < order[falls - 1])
        other--;
    swap_cards(order, falls - 1, other);
    for (size_t i = falls, j = n - 1; i < j; i++, j--)
        swap_cards(order, i, j);
    return 1;
}
