/* SPDX-License-Identifier: MIT
 *
 * parts.h - the functions of the shuffles, and what they share.
 */
#ifndef AUDIT_CATALOGUE_PARTS_H
#define AUDIT_CATALOGUE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/orders/cards.h"

/* Decks are small, so copies fit on the stack. */
enum { MOST = FAIRAUDIT_MOST };

#if defined(__GNUC__)
#define AUDIT_UNUSED __attribute__((unused))
#else
#define AUDIT_UNUSED
#endif

/* Shuffles the n cards `a` with the choices of `die`. Most shuffles have no parameter. */
#define SHUFFLE(name)                                                                    \
    void audit_shuffle_##name(const fairaudit_die *die, unsigned char *a, size_t n,      \
                              AUDIT_UNUSED uint64_t parameter)

/* The position of a card that must be there. */
static inline size_t position_of(const unsigned char *a, size_t n, unsigned char card)
{
    size_t i = 0;
    while (i + 1 < n && a[i] != card)
        i++;
    assert(a[i] == card);
    return i;
}

/* The prototypes of all shuffles. */
#define ENTRY(function, ...) SHUFFLE(function);
#include "audit/catalogue/entries.h"
#undef ENTRY

#endif
