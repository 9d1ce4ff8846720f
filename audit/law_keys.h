/* SPDX-License-Identifier: MIT
 *
 * law_keys.h - the law of the descents of cards that were sorted by random keys.
 */
#ifndef AUDIT_LAW_KEYS_H
#define AUDIT_LAW_KEYS_H

#include <stddef.h>

/* law[d] = P(d descents), d = 0 to n - 1, for a stable sort by keys of so many bits. Of
 * as many riffles it is the law of the descents of the inverse. */
void audit_law_keys(size_t n, unsigned bits, double *law);

#endif
