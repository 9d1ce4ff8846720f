/* SPDX-License-Identifier: MIT
 *
 * hoard.h - the records of one node of the order, in memory as far as that goes.
 *
 * L4. Blocks are kept in memory (blocks.h) up to a limit. Then the oldest go to the
 * temporary file (shelf.h) while new ones are filled. What is in the file came before all
 * that is in memory.
 */
#ifndef FS_HOARD_H
#define FS_HOARD_H

#include "blocks.h"
#include "shelf.h"

typedef struct {
    fs_blocks store;
    fs_shelf shelf;
    size_t volume; /* bytes of blocks that go to the file together */
    int whole;     /* all of it is put in order at once */
    int spills;    /* it has begun to */
} fs_hoard;

/* At most `most` bytes in memory, 0 for any number. */
void fs_hoard_start(fs_hoard *hoard, fs_spill *spill, size_t most, size_t volume,
                    size_t slab, size_t tables);
void fs_hoard_free(fs_hoard *hoard);

/* When a block could not be added (FAIR_ELIMIT): sends the oldest ones to the file. All
 * must have been filled. `key` is that of the numbers of buckets. FAIR_OK, FAIR_ENOMEM,
 * FAIR_ELIMIT if there must be no file, FAIR_ETEMP. */
int fs_hoard_make_room(fs_hoard *hoard, const uint8_t key[FAIR_KEY_SIZE], fs_team *team);

/* After some blocks were filled: begins to write the oldest in good time, so that
 * fs_shelf_step() can go on with that while the next are being filled. */
int fs_hoard_settle(fs_hoard *hoard);

/* Writes all that is in memory to the file. */
int fs_hoard_flush(fs_hoard *hoard);

/* The records of the buckets low..high-1, part by part: the volumes, then the blocks.
 * Buckets are those of FS_MOST_BITS bits, or whatever the blocks were regrouped by. */
size_t fs_hoard_parts(const fs_hoard *hoard);

/* The bytes that a part has of these buckets: 0, or an errno. By any thread. */
int fs_hoard_bytes(const fs_hoard *hoard, size_t part, unsigned low, unsigned high,
                   uint64_t *bytes);

/* The run of a part; one that is in the file is read to `to`, which has so much room, and
 * its starts to `starts`, where there is room for high - low + 1. `bytes` is what was
 * read. 0, or an errno. By any thread. */
int fs_hoard_run(const fs_hoard *hoard, size_t part, unsigned low, unsigned high,
                 unsigned char *to, size_t room, uint64_t *starts, fs_run *run,
                 size_t *bytes);

/* Tells that these buckets will be wanted soon. By any thread. */
void fs_hoard_expect(const fs_hoard *hoard, unsigned low, unsigned high);

/* Gives back what the file has of the buckets before `high`. */
void fs_hoard_give_back(fs_hoard *hoard, unsigned high);

#endif
