/* SPDX-License-Identifier: MIT
 *
 * records.h - a collection of records, between coming in and going out.
 *
 * L4. records.c reads files, intake.c keeps what a batch has, outgoing.c writes all in
 * order, external.c does so if not all is in memory.
 */
#ifndef FS_RECORDS_H
#define FS_RECORDS_H

#include "budget.h"
#include "hoard.h"
#include "reader.h"
#include "sieve.h"

struct fair_records {
    uint8_t key[FAIR_KEY_SIZE];
    fair_records_options options;
    fair_reader *reader;
    fs_team *team;
    fs_budget budget;
    fs_spill spill;
    fs_hoard hoard;
    fs_sieve *sieve;
    int sieved;            /* what the sieve kept is in the hoard now; it only counts */
    uint64_t count, bytes; /* of what came in */

    unsigned char *header;
    size_t header_bytes, header_room;
    unsigned files;

    /* records added one by one, before they make a block */
    unsigned char *loose;
    size_t loose_bytes, loose_room;
    uint32_t *loose_ends;
    size_t loose_count;

    fair_mark mark;
    int cancelled;
    int error; /* of the call that failed; FAIR_ESTATE once all was written */
};

/* The options, or zeros for NULL. */
const fair_records_options *fs_records_options(const fair_records_options *options);

/* The threads that may be worth starting. */
unsigned fs_records_members(const fair_records_options *options);

/* Keeps the records of some pieces; those without records are taken out of the array.
 * FAIR_OK, FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP. */
int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count);

/* Keeps the records that were added one by one. */
int fs_records_take_loose(fair_records *records);

#endif
