/* SPDX-License-Identifier: MIT
 *
 * sieve.h - the first k records of the order, from a stream of unknown length.
 *
 * L4. Records come one after the other, and nobody knows how many. Each has the number
 * v of the order format, in FS_MOST_BITS bits, which will be cut to its top bits when the
 * number of records is known: the more records, the finer the buckets. If c is the
 * smallest number such that k records have v <= c, then the first k of the order will be
 * among those whose bucket is not behind that of c; as more come, c falls, and what is
 * behind it is dropped. So about k records are kept, and what shares a bucket with the
 * last of them.
 *
 * A bucket that is sure to be scattered again has a sieve of its own for what is wanted
 * of it. So at every level only the bucket at the border is kept in part, and of however
 * many records no more than k and a leaf, or twice as much until the next tidying up.
 */
#ifndef FS_SIEVE_H
#define FS_SIEVE_H

#include "blocks.h"
#include "deliver.h"

typedef struct fs_sieve fs_sieve;

/* At most about `most` bytes are to be kept. NULL if there is no memory. */
fs_sieve *fs_sieve_new(const uint8_t key[FAIR_KEY_SIZE], uint64_t k, size_t most);
void fs_sieve_free(fs_sieve *sieve);

/* Records with a larger v need not be offered. It falls only in fs_sieve_settle(). */
unsigned fs_sieve_limit(const fs_sieve *sieve);

/* The record, with its v <= limit: FAIR_OK, FAIR_ENOMEM. */
int fs_sieve_offer(fs_sieve *sieve, uint8_t v, const void *record, size_t length);

/* Tells that `count` records have come since the last call, offered or not, and drops
 * what is no longer needed. */
int fs_sieve_settle(fs_sieve *sieve, size_t count);

/* Whether it may keep so many bytes more. */
int fs_sieve_has_room(const fs_sieve *sieve, size_t bytes);

/* Makes a block of all that was kept, for the first records of a store that has none yet;
 * from then on nothing must be offered, but fs_sieve_count() tells how many records of
 * each v up to the limit there are now, and that `count` have come since. FAIR_OK,
 * FAIR_ENOMEM; FAIR_ELIMIT if a sieve within has let records go. */
int fs_sieve_hand_over(fs_sieve *sieve, fs_blocks *store);
int fs_sieve_count(fs_sieve *sieve, const atomic_size_t counts[FS_MOST_BUCKETS],
                   size_t count);

/* At the end: the places of the kept records, unit by unit; unit i has the places from
 * the sum of the counts before it. Both arrays are to be freed. */
int fs_sieve_units(fs_sieve *sieve, fs_unit **units, size_t *unit_count,
                   const unsigned char ***places);

#endif
