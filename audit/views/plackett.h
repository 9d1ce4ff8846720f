/* SPDX-License-Identifier: MIT
 *
 * plackett.h - bets on an order, card by card, from a matrix of counts.
 */
#ifndef AUDIT_PLACKETT_H
#define AUDIT_PLACKETT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/views/wealth.h"

/* Bets on the card at position first + s with row rows[s] of count[row * n + card], for
 * all s: each card that has not come yet is as likely as its count and the prior of the
 * lane say. There are no bets on the positions before `first`. Each row must sum up to
 * `total`; 2 <= n <= 256. */
void audit_plackett_bet(audit_wealth *wealth, const uint64_t *count, size_t n,
                        uint64_t total, const unsigned char *rows,
                        const unsigned char *order, size_t first);

#endif
