/* SPDX-License-Identifier: MIT
 *
 * parts.h - the shuffles themselves, for the list in catalogue.c, and the few
 * things that they share.
 */
#ifndef AUDIT_CATALOGUE_PARTS_H
#define AUDIT_CATALOGUE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/orders/cards.h"

/* Decks are small, so that copies fit the stack. */
enum { MOST = FAIRAUDIT_MOST };

#if defined(__GNUC__)
#define AUDIT_UNUSED __attribute__((unused))
#else
#define AUDIT_UNUSED
#endif

/* Puts the n cards `a` in another order, by the choices of `die`. Most do not need the
 * parameter. */
#define SHUFFLE(name)                                                                    \
    void audit_shuffle_##name(const fairaudit_die *die, unsigned char *a, size_t n,      \
                              AUDIT_UNUSED uint64_t parameter)

/* Where a card is that is there. */
static inline size_t position_of(const unsigned char *a, size_t n, unsigned char card)
{
    size_t i = 0;
    while (i + 1 < n && a[i] != card)
        i++;
    return i;
}

/* The prototypes of all shuffles. */
#define ENTRY(function, ...) SHUFFLE(function);
#include "audit/catalogue/entries.h"
#undef ENTRY

#endif
