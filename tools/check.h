/* SPDX-License-Identifier: MIT
 *
 * check.h - --check: do the records that go out have the hashes of those that came in?
 *
 * The hashes (XXH3, 128 bits) of all records are added up on either side; sums do not
 * depend on the order. A record that is lost, doubled or changed makes a difference,
 * except for one chance in 2^128 or so. (XXH3 is not made to resist somebody who looks
 * for records that fool it.)
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct check {
    struct {
        atomic_uint_fast64_t low, high, records; /* sums without carry */
    } side[2];
};

/* Adds a record to what came in (out = 0) or went out (1); by several threads at a time.
 */
void check_add(struct check *check, int out, const void *record, size_t length);

/* Whether both sides agree. */
bool check_good(const struct check *check);

#endif
