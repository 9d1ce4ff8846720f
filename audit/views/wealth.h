/* SPDX-License-Identifier: MIT
 *
 * wealth.h - what a bettor owns, if he began with 1 and bets against a fair shuffle.
 *
 * Before each order he states how likely he thinks each order is; his wealth is then
 * multiplied by what he said of the one that came, over what is fair. If the shuffle is
 * fair, wealth is a martingale: it ever reaches W with probability at most 1/W (Ville),
 * at whatever moment one looks. A view bets with several degrees of trust in its counts
 * at once, one to a lane, each with an equal share: the mean over the lanes is its
 * wealth.
 */
#ifndef AUDIT_WEALTH_H
#define AUDIT_WEALTH_H

#include <stddef.h>
#include <stdint.h>

enum { AUDIT_LANES = 8 };

/* Lane l owns mantissa[l] * 2^exponent[l]: wealth overflows any double. */
typedef struct audit_wealth {
    double mantissa[AUDIT_LANES];
    int64_t exponent[AUDIT_LANES];
} audit_wealth;

/* How many imaginary orders back up the fair distribution in each lane, for each value
 * that a digit can have: trust in counts comes early in the first lanes, late in the
 * last. */
extern const double audit_lane_prior[AUDIT_LANES];

void audit_wealth_start(audit_wealth *wealth);

/* Multiplies each lane; factors are positive, and between 2^-500 and 2^500. */
void audit_wealth_multiply(audit_wealth *wealth, const double factor[AUDIT_LANES]);

/* ln of the mean over the lanes. */
double audit_wealth_log(const audit_wealth *wealth);

/* ln of the mean of exp(log_of[i]); count > 0. */
double audit_log_mean(const double *log_of, size_t count);

#endif
