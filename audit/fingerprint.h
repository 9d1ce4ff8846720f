/* SPDX-License-Identifier: MIT
 *
 * fingerprint.h - which known mistake is it? Every wrong shuffle of the catalogue, and
 * every wrong die, is tried, and what it does compared with what was seen.
 */
#ifndef AUDIT_FINGERPRINT_H
#define AUDIT_FINGERPRINT_H

#include <stddef.h>

#include "catalogue.h"
#include "dice.h"
#include "source.h"

enum { AUDIT_SUSPECTS = 5 };

typedef struct audit_suspect {
    const audit_shuffle *shuffle;
    uint64_t parameter;
    const audit_die_kind *die;
    uint64_t die_parameter;
    char name[48];   /* "riffle:7", "down with few-seeds:16" */
    double mismatch; /* the largest standardised difference of all views; about 0 to 4 if
                        it is the same shuffle */
    int fits;        /* no difference was found */
} audit_suspect;

/* The best of them, those who fit first, and the best first; *found of them. None, if the
 * orders differ in nothing from fair ones (or only so little that it takes more orders
 * than are looked at, 65536). Those of whom nobody could tell the difference, such as
 * even-only and very many swaps of different cards, all fit. FAIRAUDIT_OK or _ENOMEM. */
int audit_fingerprint(const unsigned char *orders, size_t count, size_t n,
                      const audit_seed *seed, unsigned threads,
                      audit_suspect suspects[AUDIT_SUSPECTS], size_t *found);

#endif
