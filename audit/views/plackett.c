/* SPDX-License-Identifier: MIT
 *
 * plackett.c - bets on an order, card by card.
 *
 * At each position the cards that are still to come compete, each with the weight count +
 * prior: the card v comes with probability
 *
 *     (count[v] + prior) / (sum of count[u] over all u to come + prior * their number),
 *
 * which is a distribution on the cards to come, so the product over the positions is a
 * distribution on orders (that of Plackett and Luce, but with weights of its own at each
 * position). A fair order has 1 / (number to come) in its stead. The ratio of the two,
 * multiplied over all positions, is what wealth is multiplied by.
 *
 * The sum over the cards to come is the same for all lanes, and exact: a whole number,
 * added up over the cards to come or, if these are fewer, subtracted over those that came
 * before. Numerators and denominators are multiplied apart for GROUP positions, and
 * divided once. With fewer than 2^64 orders, at most 2^8 cards and priors from 2^0 to
 * 2^20 each numerator is between 1 and 2^73, each ratio between 2^-65 and 2^8: so 7
 * positions stay within the limits of audit_wealth_multiply().
 */
#include "audit/views/plackett.h"

enum { GROUP = 7 };

void audit_plackett_bet(audit_wealth *wealth, const uint64_t *count, size_t n,
                        uint64_t total, const unsigned char *rows,
                        const unsigned char *order, size_t first)
{
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
