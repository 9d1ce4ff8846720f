/* SPDX-License-Identifier: MIT
 *
 * suspects.h - who may have done it: the wrong shuffles with all parameters worth a try,
 * and right ones with wrong dice.
 */
#ifndef AUDIT_SUSPECTS_H
#define AUDIT_SUSPECTS_H

#include <stddef.h>

#include "fingerprint.h"

enum { AUDIT_SUSPECTS_MOST = 400 };

/* The number of those for n cards; names are filled in. */
size_t audit_suspects(size_t n, audit_suspect suspects[AUDIT_SUSPECTS_MOST]);

/* The parameter half way between that of a suspect and the next larger (or smaller) one
 * that was tried, of the same shuffle and die. 0: there is none. */
int audit_suspects_between(const audit_suspect *suspect, const audit_suspect *tried,
                           size_t count, int larger, size_t n, audit_suspect *between);

#endif
