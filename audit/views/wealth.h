/* SPDX-License-Identifier: MIT
 *
 * wealth.h - the wealth of a bettor who starts with 1 and bets against a fair shuffle.
 *
 * Before each order he states a probability for every order. His wealth is then
 * multiplied by his probability of the order that came, over its fair probability. If the
 * shuffle is fair, his wealth is a martingale: the probability that it ever reaches W is
 * at most 1/W (Ville), no matter when one looks. A view bets with several degrees of
 * trust in its counts at once, one in each lane, with equal shares of the money: its
 * wealth is the mean over the lanes.
 */
#ifndef AUDIT_WEALTH_H
#define AUDIT_WEALTH_H

#include <stddef.h>
#include <stdint.h>

enum { AUDIT_LANES = 8 };

/* Lane l owns mantissa[l] * 2^exponent[l], because wealth overflows any double. */
typedef struct audit_wealth {
    double mantissa[AUDIT_LANES];  /* from 1 to below 2 */
    int64_t exponent[AUDIT_LANES]; /* of 2 */
} audit_wealth;

/* The number of imaginary fair orders in each lane, for each value of a digit. The first
 * lanes trust the counts early, the last lanes late. */
extern const double audit_lane_prior[AUDIT_LANES];

void audit_wealth_start(audit_wealth *wealth);

/* Multiplies each lane by its factor, which must be between 2^-500 and 2^500. */
void audit_wealth_multiply(audit_wealth *wealth, const double factor[AUDIT_LANES]);

/* ln of the mean over the lanes. */
double audit_wealth_log(const audit_wealth *wealth);

/* ln of the mean of exp(log_of[i]); count > 0. */
double audit_log_mean(const double *log_of, size_t count);

#endif
