/* SPDX-License-Identifier: MIT
 *
 * check.h - --check: do the records that go out have the hashes of those that came in?
 *
 * The hashes (XXH3, 128 bits) of all records are added up on either side; sums do not
 * depend on the order. A record that is lost, doubled or changed makes a difference,
 * except for one chance in 2^128 or so. (XXH3 is not made to resist somebody who looks
 * for records that fool it.)
 *
 * There is one check in a program, since each thread has sums of its own.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds a record to what came in (out = 0) or went out (1). Any thread may. */
void check_add(int out, const void *record, size_t length);

/* How many records came in. */
uint64_t check_count(void);

/* Whether both sides agree, when no other thread adds any more. */
bool check_good(void);

#endif
