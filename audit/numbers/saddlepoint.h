/* SPDX-License-Identifier: MIT
 *
 * saddlepoint.h - tails of a sum of independent numbers whose distribution is known.
 */
#ifndef AUDIT_SADDLEPOINT_H
#define AUDIT_SADDLEPOINT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/numbers/tails.h"

/* Mean and variance of a distribution on 0 to size - 1. */
void audit_mean_and_variance(const double *probability, size_t size, double *mean,
                             double *variance);

/* P(S >= sum) and P(S <= sum), for the sum S of `trials` numbers with that distribution.
 * Good to a few parts in a hundred, however far out, from about 10 trials on. */
audit_tails audit_saddlepoint_tails(const double *probability, size_t size,
                                    uint64_t trials, double sum);

#endif
