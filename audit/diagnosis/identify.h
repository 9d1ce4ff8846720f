/* SPDX-License-Identifier: MIT
 *
 * fingerprint.h - which known mistake is it? Every wrong shuffle of the catalogue, and
 * every wrong die, is tried, and what it does compared with what was seen.
 */
#ifndef AUDIT_IDENTIFY_H
#define AUDIT_IDENTIFY_H

#include <stddef.h>

#include "audit/diagnosis/candidates.h"
#include "audit/orders/source.h"

enum { AUDIT_CANDIDATES_FOUND = 5 };

/* The best of them, those who fit first, and the best first; *found of them. None, if the
 * orders differ in nothing from fair ones (or only so little that it takes more orders
 * than are looked at, 65536). Those of whom nobody could tell the difference, such as
 * even-only and very many swaps of different cards, all fit. FAIRAUDIT_OK or _ENOMEM. */
int audit_identify(const unsigned char *orders, size_t count, size_t n,
                   const audit_seed *seed, unsigned threads,
                   audit_candidate suspects[AUDIT_CANDIDATES_FOUND], size_t *found);

#endif
