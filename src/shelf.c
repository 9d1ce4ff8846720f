/* SPDX-License-Identifier: MIT
 *
 * shelf.c - blocks that went to the temporary file. See shelf.h.
 *
 * What is written is copied to a stage first: the kernel takes large pieces of whole
 * pages three to six times as fast as the same bytes from many places (1 GB in runs of 4
 * KiB: 0.4 s, against 1.3 to 2.4 s with pwritev).
 */
#include "shelf.h"

#include <errno.h>
#include <stdlib.h>

enum { STARTS = FS_MOST_BUCKETS + 1, TABLE = STARTS * (int)sizeof(uint64_t) };

void fs_shelf_start(fs_shelf *shelf, fs_spill *spill, size_t stage, size_t tables)
{
    *shelf = (fs_shelf){.spill = spill,
                        .stage_room = stage < TABLE ? TABLE : stage,
                        .most_tables = tables};
}

void fs_shelf_free(fs_shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        free(shelf->volumes[i].starts);
    free(shelf->volumes);
    free(shelf->stage);
    shelf->volumes = NULL;
    shelf->stage = NULL;
    shelf->count = shelf->room = 0;
}

/* ---- writing --------------------------------------------------------------------- */

static int make_room(fs_shelf *shelf)
{
    if (shelf->stage == NULL)
        shelf->stage = malloc(shelf->stage_room);
    if (shelf->stage == NULL)
        return FAIR_ENOMEM;
    if (shelf->count == shelf->room) {
        const size_t room = 2 * shelf->room + 16;
        fs_volume *volumes = realloc(shelf->volumes, room * sizeof *volumes);
        if (volumes == NULL)
            return FAIR_ENOMEM;
        shelf->volumes = volumes;
        shelf->room = room;
    }
    return fs_spill_open(shelf->spill);
}

/* Where each bucket of the joined blocks starts. */
static void lay_out(const fs_shelf *shelf, uint64_t *starts)
{
    memset(starts, 0, TABLE);
    for (size_t i = 0; i < shelf->blocks; i++)
        for (unsigned b = 0; b < STARTS; b++)
            starts[b] += shelf->store->blocks[i].starts[b];
}

int fs_shelf_begin(fs_shelf *shelf, fs_blocks *store, size_t bytes)
{
    int error = make_room(shelf);
    if (error != FAIR_OK)
        return error;
    uint64_t *starts = malloc(TABLE);
    if (starts == NULL)
        return FAIR_ENOMEM;
    shelf->store = store;
    shelf->slabs = shelf->blocks = 0;
    uint64_t count = 0;
    for (size_t sum = 0;
         shelf->slabs < store->slab_count && (sum < bytes || shelf->slabs == 0);) {
        const fs_slab *slab = &store->slabs[shelf->slabs++];
        for (size_t i = 0; i < slab->blocks; i++)
            count += store->blocks[shelf->blocks++].count;
        sum += slab->size;
    }
    if (shelf->slabs == store->slab_count)
        store->left = 0; /* nothing more must come into the last one */
    lay_out(shelf, starts);
    fs_spill_align(shelf->spill);
    fs_volume *volume = &shelf->volumes[shelf->count++];
    *volume = (fs_volume){.place = shelf->spill->end,
                          .first = shelf->blocks > 0 ? store->blocks[0].first : store->n,
                          .count = count,
                          .bytes = starts[FS_MOST_BUCKETS]};
    memcpy(shelf->stage, starts, TABLE);
    shelf->staged = TABLE;
    shelf->bucket = 0;
    shelf->block = shelf->within = 0;
    if (shelf->tables + TABLE <= shelf->most_tables) {
        volume->starts = starts;
        shelf->tables += TABLE;
    } else {
        free(starts);
    }
    shelf->tables += sizeof *volume;
    return FAIR_OK;
}

static int flush(fs_shelf *shelf)
{
    const int error = fs_spill_write(shelf->spill, shelf->stage, shelf->staged);
    shelf->staged = 0;
    return error;
}

int fs_shelf_step(fs_shelf *shelf, size_t bytes)
{
    int error = FAIR_OK;
    if (shelf->slabs == 0)
        return error;
    while (shelf->bucket < FS_MOST_BUCKETS && error == FAIR_OK && bytes > 0) {
        const fs_block *block = &shelf->store->blocks[shelf->block];
        const uint64_t start = block->starts[shelf->bucket];
        const size_t left =
            (size_t)(block->starts[shelf->bucket + 1] - start) - shelf->within;
        const size_t room = shelf->stage_room - shelf->staged;
        const size_t now = left < room ? left : room;
        if (now > 0)
            memcpy(shelf->stage + shelf->staged, block->data + start + shelf->within,
                   now);
        shelf->staged += now;
        shelf->within += now;
        bytes -= now < bytes ? now : bytes;
        if (now == left) {
            shelf->within = 0;
            if (++shelf->block == shelf->blocks) {
                shelf->block = 0;
                shelf->bucket++;
            }
        }
        if (shelf->staged == shelf->stage_room)
            error = flush(shelf);
    }
    if (shelf->bucket == FS_MOST_BUCKETS && error == FAIR_OK && shelf->staged > 0)
        error = flush(shelf);
    return error;
}

void fs_shelf_settle(fs_shelf *shelf)
{
    if (shelf->slabs == 0 || shelf->bucket < FS_MOST_BUCKETS || shelf->staged > 0)
        return;
    fs_blocks_release(shelf->store, shelf->slabs);
    shelf->slabs = 0;
}

int fs_shelf_finish(fs_shelf *shelf)
{
    const int error = fs_shelf_step(shelf, SIZE_MAX);
    if (error == FAIR_OK)
        fs_shelf_settle(shelf);
    return error;
}

/* ---- reading --------------------------------------------------------------------- */

uint64_t fs_shelf_data(const fs_volume *volume)
{
    return volume->place + TABLE;
}

const uint64_t *fs_shelf_starts(const fs_shelf *shelf, size_t volume, unsigned low,
                                unsigned high, uint64_t *room, int *error)
{
    const fs_volume *v = &shelf->volumes[volume];
    *error = 0;
    if (v->starts != NULL)
        return v->starts + low;
    *error = fs_spill_read(shelf->spill, room, (high - low + 1) * sizeof *room,
                           v->place + low * sizeof *room);
    for (unsigned i = 0; i < high - low && *error == 0; i++)
        if (room[i] > room[i + 1] || room[i + 1] > v->bytes)
            *error = EIO; /* damaged */
    return *error == 0 ? room : NULL;
}

void fs_shelf_give_back(fs_shelf *shelf, size_t volume, unsigned high, uint64_t end)
{
    enum { PAGE = 4096 };
    fs_volume *v = &shelf->volumes[volume];
    uint64_t from = fs_shelf_data(v) + v->given, to = fs_shelf_data(v) + end;
    if (end <= v->given)
        return;
    if (v->starts == NULL && from < v->place + PAGE)
        from = v->place + PAGE; /* the table is still needed */
    if (high == FS_MOST_BUCKETS)
        to += PAGE - 1; /* the rest of the last page is nobody's */
    fs_spill_give_back(shelf->spill, from, to, end - v->given);
    v->given = end;
}
