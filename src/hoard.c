/* SPDX-License-Identifier: MIT
 *
 * hoard.c - the records of one node, in memory as far as that goes. See hoard.h.
 */
#include "hoard.h"

#include <errno.h>

enum { MOST_STAGE = 1 << 20, LEAST_VOLUME = 1 << 16 };

void fs_hoard_start(fs_hoard *hoard, fs_spill *spill, size_t most, size_t volume,
                    size_t slab, size_t tables)
{
    *hoard = (fs_hoard){.volume = volume};
    hoard->store.most = most;
    hoard->store.most_slab = slab;
    fs_shelf_start(&hoard->shelf, spill,
                   volume / 8 < MOST_STAGE ? volume / 8 : MOST_STAGE, tables);
}

void fs_hoard_free(fs_hoard *hoard)
{
    fs_blocks_free(&hoard->store);
    fs_shelf_free(&hoard->shelf);
}

/* ---- coming in ------------------------------------------------------------------- */

/* A part of few buckets, or of one, is read back as a whole, in up to three copies. As
 * long as there may be less than all buckets, volumes are small. */
static int begin(fs_hoard *hoard)
{
    size_t volume = hoard->volume;
    if (hoard->whole || hoard->store.n <= FS_NARROW)
        volume = volume / 8 > LEAST_VOLUME ? volume / 8 : LEAST_VOLUME;
    hoard->spills = 1;
    return fs_shelf_begin(&hoard->shelf, &hoard->store, volume);
}

int fs_hoard_make_room(fs_hoard *hoard, const uint8_t key[FAIR_KEY_SIZE], fs_team *team)
{
    int error = FAIR_OK;
    if (hoard->shelf.slabs == 0) {
        error = fs_spill_open(hoard->shelf.spill); /* if it may at all */
        if (error == FAIR_OK)
            error = fs_blocks_regroup(&hoard->store, key, FS_MOST_BITS, team);
        if (error == FAIR_OK)
            error = begin(hoard);
    }
    return error == FAIR_OK ? fs_shelf_finish(&hoard->shelf) : error;
}

int fs_hoard_settle(fs_hoard *hoard)
{
    const fs_blocks *store = &hoard->store;
    fs_shelf_settle(&hoard->shelf);
    if (!hoard->spills || hoard->shelf.slabs > 0)
        return FAIR_OK;
    size_t used = 0;
    for (size_t i = 0; i < store->slab_count; i++)
        used += store->slabs[i].size;
    return used >= store->most - hoard->volume ? begin(hoard) : FAIR_OK;
}

int fs_hoard_flush(fs_hoard *hoard)
{
    int error = fs_shelf_finish(&hoard->shelf);
    while (error == FAIR_OK && hoard->store.count > 0) {
        error = begin(hoard);
        if (error == FAIR_OK)
            error = fs_shelf_finish(&hoard->shelf);
    }
    return error;
}

/* ---- coming back ----------------------------------------------------------------- */

size_t fs_hoard_parts(const fs_hoard *hoard)
{
    return hoard->shelf.count + hoard->store.count;
}

int fs_hoard_bytes(const fs_hoard *hoard, size_t part, unsigned low, unsigned high,
                   uint64_t *bytes)
{
    uint64_t ends[2] = {0};
    int error = 0;
    *bytes = 0;
    if (part >= hoard->shelf.count) {
        const uint64_t *starts = hoard->store.blocks[part - hoard->shelf.count].starts;
        *bytes = starts[high] - starts[low];
        return 0;
    }
    for (int i = 0; i < 2 && error == 0; i++) {
        uint64_t room[2];
        const unsigned bucket = i == 0 ? low : high - 1;
        const uint64_t *starts =
            fs_shelf_starts(&hoard->shelf, part, bucket, bucket + 1, room, &error);
        if (starts != NULL)
            ends[i] = starts[i];
    }
    if (error == 0)
        *bytes = ends[1] - ends[0];
    return error;
}

int fs_hoard_run(const fs_hoard *hoard, size_t part, unsigned low, unsigned high,
                 unsigned char *to, size_t room, uint64_t *starts, fs_run *run,
                 size_t *bytes)
{
    const fs_shelf *shelf = &hoard->shelf;
    int error;
    *bytes = 0;
    if (part >= shelf->count) {
        *run = fs_block_run(&hoard->store.blocks[part - shelf->count], low, high);
        return 0;
    }
    const fs_volume *volume = &shelf->volumes[part];
    const uint64_t *table = fs_shelf_starts(shelf, part, low, high, starts, &error);
    if (table == NULL)
        return error;
    *run = (fs_run){.data = to,
                    .starts = table,
                    .base = low,
                    .low = low,
                    .high = high,
                    .first = volume->first,
                    .count = volume->count};
    if (fs_run_bytes(run) > room)
        return EIO; /* the table has changed */
    *bytes = (size_t)fs_run_bytes(run);
    return *bytes == 0 ? 0
                       : fs_spill_read(shelf->spill, to, *bytes,
                                       fs_shelf_data(volume) + table[0]);
}

void fs_hoard_expect(const fs_hoard *hoard, unsigned low, unsigned high)
{
    const fs_shelf *shelf = &hoard->shelf;
    for (size_t i = 0; i < shelf->count; i++) {
        const fs_volume *volume = &shelf->volumes[i];
        if (volume->starts != NULL)
            fs_spill_expect(shelf->spill, fs_shelf_data(volume) + volume->starts[low],
                            volume->starts[high] - volume->starts[low]);
    }
}

void fs_hoard_give_back(fs_hoard *hoard, unsigned high)
{
    for (size_t i = 0; i < hoard->shelf.count; i++) {
        uint64_t room[2];
        int error;
        const uint64_t *starts =
            fs_shelf_starts(&hoard->shelf, i, high - 1, high, room, &error);
        if (starts != NULL)
            fs_shelf_give_back(&hoard->shelf, i, high, starts[1]);
    }
}
