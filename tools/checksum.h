/* SPDX-License-Identifier: MIT
 *
 * checksum.h - --check: were exactly the records written that were read?
 *
 * Each record is hashed (XXH3, 128 bits) when it is read and when it is written. The
 * hashes of either side are added up, so their order does not matter. If a record is
 * lost, duplicated or changed, the sums differ, except by a chance of about one in 2^128.
 * XXH3 does not protect against records that were made to fool it.
 *
 * The sums are global, because each thread has its own. So a process can check one run.
 */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds a record that was read (out = 0) or written (out = 1). Any thread may call it. It
 * is an `observe` of fair_records_options; the context is not used. */
void checksum_add(void *context, int out, const void *record, size_t length);

/* The number of records read. */
uint64_t checksum_count(void);

/* The sums: [read or written][low half, high half, number of records]. Sums of several
 * processes can be added. To be called when no thread adds records any more. */
void checksum_totals(uint64_t total[2][3]);

/* Whether both sums are equal. To be called when no thread adds records any more. */
bool checksum_matches(void);

#endif
