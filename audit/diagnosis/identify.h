/* SPDX-License-Identifier: MIT
 *
 * identify.h - finds the known mistake that explains the observed orders. It tries every
 * unfair shuffle of the catalogue and every unfair die.
 */
#ifndef AUDIT_IDENTIFY_H
#define AUDIT_IDENTIFY_H

#include <stddef.h>

#include "audit/diagnosis/candidates.h"
#include "audit/orders/source.h"

enum { AUDIT_CANDIDATES_FOUND = 5 };

/* Finds the best candidates: those that fit first, and the best first; *found of them.
 * There are none if the orders do not differ from fair ones, or so little that it takes
 * more than 65,536 orders to see. Candidates that cannot be distinguished, such as
 * even-only and very many swaps of different cards, all fit. FAIRAUDIT_OK or _ENOMEM. */
int audit_identify(const unsigned char *orders, size_t count, size_t n,
                   const audit_seed *seed, unsigned threads,
                   audit_candidate candidates[AUDIT_CANDIDATES_FOUND], size_t *found);

#endif
