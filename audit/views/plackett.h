/* SPDX-License-Identifier: MIT
 *
 * plackett.h - bets on an order, card by card, from a matrix of counts.
 */
#ifndef AUDIT_PLACKETT_H
#define AUDIT_PLACKETT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/views/wealth.h"

/* The card at position first + s is bet on by row rows[s] of count[row * n + card]: each
 * card that has not come yet is as likely as its count and the prior of the lane say. The
 * cards of the positions before `first` are not bet on. Each row sums up to `total`. */
void audit_plackett_bet(audit_wealth *wealth, const uint64_t *count, size_t n,
                        uint64_t total, const unsigned char *rows,
                        const unsigned char *order, size_t first);

#endif
