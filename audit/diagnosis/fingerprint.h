/* SPDX-License-Identifier: MIT
 *
 * fingerprint.h - which known mistake is it? Every wrong shuffle of the catalogue, and
 * every wrong die, is tried, and what it does compared with what was seen.
 */
#ifndef AUDIT_FINGERPRINT_H
#define AUDIT_FINGERPRINT_H

#include <stddef.h>

#include "audit/diagnosis/suspects.h"
#include "audit/orders/source.h"

enum { AUDIT_SUSPECTS = 5 };

/* The best of them, those who fit first, and the best first; *found of them. None, if the
 * orders differ in nothing from fair ones (or only so little that it takes more orders
 * than are looked at, 65536). Those of whom nobody could tell the difference, such as
 * even-only and very many swaps of different cards, all fit. FAIRAUDIT_OK or _ENOMEM. */
int audit_fingerprint(const unsigned char *orders, size_t count, size_t n,
                      const audit_seed *seed, unsigned threads,
                      audit_suspect suspects[AUDIT_SUSPECTS], size_t *found);

#endif
