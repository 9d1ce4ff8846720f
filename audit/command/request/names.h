/* SPDX-License-Identifier: MIT
 *
 * names.h - reads names of shuffles and dice, such as riffle:7 and modulo:15, for the
 * command and for the page (lab/core).
 */
#ifndef NAMES_H
#define NAMES_H

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"
#include "audit/numbers/sentence.h"

enum names_found {
    NAMES_FOUND,
    NAMES_UNKNOWN, /* there is no shuffle or die of this name */
    NAMES_NUMBER   /* the number after the colon is wrong: `why` explains it */
};

/* Look up a name with its parameter, for a deck of n cards. `why` is changed only if
 * NAMES_NUMBER is returned. Its codes are "takes-no-number", "not-a-number" and
 * "number-out-of-range", the last with "meaning", "least" and "most". */
enum names_found names_shuffle(const char *text, size_t n, const audit_shuffle **shuffle,
                               uint64_t *parameter, audit_sentence *why);
enum names_found names_die(const char *text, size_t n, const audit_die_kind **die,
                           uint64_t *parameter, audit_sentence *why);

/* Add the names to the details of a sentence, as "shuffle" and "die", and the numbers, as
 * "parameter" and "die_parameter"; those have no value if there is none. */
void names_add_shuffle(audit_details *details, const audit_shuffle *shuffle,
                       uint64_t parameter);
void names_add_die(audit_details *details, const audit_die_kind *die, uint64_t parameter);

/* Writes "swap-with-any with modulo:15", or only the shuffle if `die` is NULL. */
void names_join(char *name, size_t size, const char *shuffle, const char *die);

#endif
