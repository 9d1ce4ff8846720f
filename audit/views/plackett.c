/* SPDX-License-Identifier: MIT
 *
 * plackett.c - bets on an order, card by card.
 *
 * At each position the cards that are still to come compete, each with the weight
 * count + prior. Card v comes with probability
 *
 *     (count[v] + prior) / (sum of count[u] over all u to come + prior * their number),
 *
 * which is a distribution on the cards to come. So the product over all positions is a
 * distribution on orders: that of Plackett and Luce, but with its own weights at each
 * position. For a fair order the probability is 1 / (number to come). Wealth is
 * multiplied by the ratio of the two, over all positions.
 *
 * The sum over the cards to come is the same for all lanes, and exact: a whole number,
 * added up over the cards to come or, if these are more, found by subtracting those that
 * came before. Numerators and denominators are multiplied separately for GROUP positions,
 * and divided once. With fewer than 2^64 orders, at most 2^8 cards and priors from 2^0 to
 * 2^20, each numerator is between 1 and 2^73 and each ratio between 2^-65 and 2^8. So 7
 * positions stay within the limits of audit_wealth_multiply().
 */
#include "audit/views/plackett.h"

#include <assert.h>

enum { GROUP = 7 };

void audit_plackett_bet(audit_wealth *wealth, const uint64_t *count, size_t n,
                        uint64_t total, const unsigned char *rows,
                        const unsigned char *order, size_t first)
{
    assert(n >= 2 && n <= 256);
    double above[AUDIT_LANES], below[AUDIT_LANES], factor[AUDIT_LANES];
    size_t position = first;
    while (position + 1 < n) { /* the last card has no choice */
        for (size_t lane = 0; lane < AUDIT_LANES; lane++)
            above[lane] = below[lane] = 1;
        for (size_t group = 0; group < GROUP && position + 1 < n; group++, position++) {
            const uint64_t *row = count + rows[position - first] * n;
            uint64_t sum = 0;
            if (position < n - position) {
                for (size_t j = 0; j < position; j++)
                    sum += row[order[j]];
                sum = total - sum;
            } else {
                for (size_t j = position; j < n; j++)
                    sum += row[order[j]];
            }
            const double here = (double)row[order[position]], all = (double)sum;
            const double left = (double)(n - position);
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                const double prior = audit_lane_prior[lane];
                above[lane] *= (here + prior) * left;
                below[lane] *= all + prior * left;
            }
        }
        for (size_t lane = 0; lane < AUDIT_LANES; lane++)
            factor[lane] = above[lane] / below[lane];
        audit_wealth_multiply(wealth, factor);
    }
}
