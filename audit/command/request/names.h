/* SPDX-License-Identifier: MIT
 *
 * names.h - shuffles and dice as people write them: riffle:7, modulo:15. The command and
 * the page (lab/core) both read them here.
 */
#ifndef NAMES_H
#define NAMES_H

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"

enum { NAMES_WHY = 160 };

enum names_found {
    NAMES_FOUND,
    NAMES_UNKNOWN, /* nothing is called so */
    NAMES_NUMBER   /* what stands behind the colon is wrong: `why` says how */
};

/* What a text stands for, with a deck of n cards. */
enum names_found names_shuffle(const char *text, size_t n, const audit_shuffle **shuffle,
                               uint64_t *parameter, char why[NAMES_WHY]);
enum names_found names_die(const char *text, size_t n, const audit_die_kind **die,
                           uint64_t *parameter, char why[NAMES_WHY]);

/* "swap-with-any with modulo:15"; die NULL: it was not named. */
void names_join(char *name, size_t size, const char *shuffle, const char *die);

#endif
