/* SPDX-License-Identifier: MIT
 *
 * saddlepoint.h - tails of a sum of independent numbers whose distribution is known.
 */
#ifndef AUDIT_SADDLEPOINT_H
#define AUDIT_SADDLEPOINT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/numbers/tails.h"

/* Mean and variance of a distribution on 0 to size - 1; size > 0. The probabilities need
 * not sum up to 1. */
void audit_mean_and_variance(const double *probability, size_t size, double *mean,
                             double *variance);

/* P(S >= sum) and P(S <= sum), where S is the sum of `trials` independent numbers with
 * this distribution. From about 10 trials on, the relative error is a few percent,
 * however small the tail is. */
audit_tails audit_saddlepoint_tails(const double *probability, size_t size,
                                    uint64_t trials, double sum);

#endif
