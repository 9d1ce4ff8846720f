/* SPDX-License-Identifier: MIT
 *
 * regather.c - the records of a bucket are sent to the buckets of a node below. See
 * regather.h.
 *
 * Batch by batch, each in three steps that the team shares: the parts of the bucket are
 * read, and lie in a row in the order their records came; the records are counted, so
 * that everybody knows the number of his first; and blocks of the child are filled, while
 * what it has too many goes to the file.
 */
#include "regather.h"

#include <errno.h>
#include <stdlib.h>

#include "memory.h"

enum { MOST_PARTS = 4096 };

struct gathering {
    fs_node *node, *child;
    fs_toil *toil;
    unsigned low, high;        /* the bucket, in those of the blocks */
    unsigned char *data;       /* the batch */
    unsigned char *raw;        /* before it is merged, if it must be */
    size_t room, bytes;        /* of the batch */
    size_t first, parts;       /* parts of the hoard in it */
    size_t at[MOST_PARTS + 1]; /* where each lies */

    struct share { /* of a member */
        size_t at, bytes, count;
        fs_block *block;
    } shares[FS_MOST_PIECES];
    size_t share_count, filled; /* shares that are done before this run */
    size_t step;
    atomic_int error;  /* FAIR_... */
    atomic_int number; /* errno of FAIR_ETEMP */
};

static void fail(struct gathering *g, int error, int number)
{
    atomic_store(&g->number, number);
    atomic_store(&g->error, error);
}

/* ---- reading --------------------------------------------------------------------- */

/* Chooses the parts of the next batch: 0, or an errno. */
static int choose(struct gathering *g)
{
    const fs_hoard *hoard = g->node->hoard;
    const size_t parts = fs_hoard_parts(hoard);
    g->first += g->parts;
    g->parts = g->bytes = 0;
    while (g->first + g->parts < parts && g->parts < MOST_PARTS) {
        uint64_t bytes;
        const int error =
            fs_hoard_bytes(hoard, g->first + g->parts, g->low, g->high, &bytes);
        if (error != 0)
            return error;
        if (g->bytes > 0 && (bytes > g->room || g->bytes > g->room - bytes))
            break;
        g->at[g->parts++] = g->bytes;
        g->bytes += (size_t)bytes;
    }
    g->at[g->parts] = g->bytes;
    return 0;
}

/* A part may be larger than what a batch should have. */
static int make_room(struct gathering *g)
{
    if (g->data != NULL && g->bytes <= g->room)
        return FAIR_OK;
    free(g->data);
    free(g->raw);
    if (g->bytes > g->room)
        g->room = g->bytes;
    g->data = fs_room(g->room + FS_OVERSHOOT);
    g->raw = g->node->shift > 0 ? fs_room(g->room + FS_OVERSHOOT) : NULL;
    return g->data == NULL || (g->node->shift > 0 && g->raw == NULL) ? FAIR_ENOMEM
                                                                     : FAIR_OK;
}

static void load(void *context, unsigned member, size_t task)
{
    (void)member;
    struct gathering *g = context;
    uint64_t starts[FS_MOST_BUCKETS + 1];
    unsigned char *to = g->data + g->at[task];
    fs_run run;
    size_t bytes;
    const int number = fs_hoard_run(g->node->hoard, g->first + task, g->low, g->high,
                                    g->raw != NULL ? g->raw + g->at[task] : to,
                                    g->at[task + 1] - g->at[task], starts, &run, &bytes);
    if (number != 0)
        fail(g, FAIR_ETEMP, number);
    else if (fs_run_bytes(&run) != g->at[task + 1] - g->at[task] ||
             (run.data != to && !fs_run_merge(&run, g->node->key, to)))
        fail(g, FAIR_ETEMP, EIO);
}

/* ---- sharing out ----------------------------------------------------------------- */

/* Cuts the batch between parts, where records surely end. */
static void share_out(struct gathering *g)
{
    const size_t members = fs_team_size(g->toil->team);
    const size_t each = g->bytes / (2 * members) + 1;
    g->share_count = g->filled = 0;
    for (size_t part = 0; part < g->parts;) {
        struct share *share = &g->shares[g->share_count++];
        *share = (struct share){.at = g->at[part]};
        while (part < g->parts &&
               (share->bytes < each || g->share_count == FS_MOST_PIECES))
            share->bytes = g->at[++part] - share->at;
    }
}

static void count(void *context, unsigned member, size_t task)
{
    (void)member;
    struct gathering *g = context;
    struct share *share = &g->shares[task];
    share->count = fs_kept_count(g->data + share->at, share->bytes);
    if (share->count == SIZE_MAX)
        fail(g, FAIR_ETEMP, EIO);
}

/* ---- filling --------------------------------------------------------------------- */

static int find_numbers(const struct gathering *g, const fs_block *block,
                        uint8_t *numbers)
{
    const fs_node *child = g->child;
    if (child->targets == NULL) {
        unsigned bits = 0;
        while (1u << bits < child->buckets)
            bits++;
        fs_scatter_numbers(child->key, block->first, block->count, bits, numbers);
        return 1;
    }
    if (block->first + block->count > child->n)
        return 0;
    const uint32_t *targets = child->targets + block->first;
    for (size_t i = 0; i < block->count; i++)
        numbers[i] = (uint8_t)(targets[i] / child->each);
    return 1;
}

static void fill(void *context, unsigned member, size_t task)
{
    (void)member;
    struct gathering *g = context;
    fs_hoard *hoard = g->child->hoard;
    struct share *share = &g->shares[g->filled + task];
    if (g->filled + task == g->share_count || share->block == NULL) {
        const int error = fs_shelf_step(&hoard->shelf, g->step);
        if (error != FAIR_OK)
            fail(g, error, g->toil->spill->error);
        return;
    }
    uint8_t *numbers = malloc(share->count + 1);
    if (numbers == NULL)
        fail(g, FAIR_ENOMEM, 0);
    else if (!find_numbers(g, share->block, numbers))
        fail(g, FAIR_ETEMP, EIO);
    else
        fs_block_fill_kept(&hoard->store, share->block, g->data + share->at, numbers);
    free(numbers);
}

/* Adds blocks for as many shares as there is room for, and fills them. */
static int fill_some(struct gathering *g)
{
    fs_hoard *hoard = g->child->hoard;
    size_t added = 0;
    int error = FAIR_OK;
    while (g->filled + added < g->share_count && error == FAIR_OK) {
        const struct share *share = &g->shares[g->filled + added];
        error = fs_blocks_add_room(&hoard->store, share->bytes, share->count);
        added += error == FAIR_OK;
    }
    if (error != FAIR_OK && error != FAIR_ELIMIT)
        return error;
    for (size_t i = 0; i < added; i++) /* now that the array does not move any more */
        g->shares[g->filled + i].block =
            &hoard->store.blocks[hoard->store.count - added + i];
    g->step = 2 * g->bytes;
    fs_team_run(g->toil->team, fs_team_size(g->toil->team),
                added + (hoard->shelf.slabs > 0 && added > 0), fill, g);
    g->filled += added;
    if (atomic_load(&g->error) != FAIR_OK)
        return atomic_load(&g->error);
    return error == FAIR_ELIMIT ? fs_hoard_make_room(hoard, g->child->key, g->toil->team)
                                : FAIR_OK;
}

/* ---- all of it ------------------------------------------------------------------- */

/* What was read is of no more use in the file. */
static void give_back(struct gathering *g)
{
    fs_hoard *hoard = g->node->hoard;
    for (size_t i = g->first; i < g->first + g->parts && i < hoard->shelf.count; i++) {
        uint64_t room[2];
        int error;
        const uint64_t *starts =
            fs_shelf_starts(&hoard->shelf, i, g->high - 1, g->high, room, &error);
        if (starts != NULL)
            fs_shelf_give_back(&hoard->shelf, i, g->high, starts[1]);
        g->toil->spill->usage.read += g->at[i - g->first + 1] - g->at[i - g->first];
    }
}

static int one_batch(struct gathering *g)
{
    fs_toil *toil = g->toil;
    const unsigned members = fs_team_size(toil->team);
    const int number = choose(g);
    if (number != 0)
        fail(g, FAIR_ETEMP, number);
    int error = atomic_load(&g->error);
    if (error == FAIR_OK)
        error = make_room(g);
    if (error != FAIR_OK || g->parts == 0)
        return error;
    fs_team_run(toil->team, members, g->parts, load, g);
    if (atomic_load(&g->error) == FAIR_OK) {
        share_out(g);
        fs_team_run(toil->team, members, g->share_count, count, g);
    }
    error = atomic_load(&g->error);
    while (error == FAIR_OK && g->filled < g->share_count)
        error = fill_some(g);
    if (error == FAIR_OK)
        error = fs_hoard_settle(g->child->hoard);
    if (error != FAIR_OK)
        return error;
    give_back(g);
    toil->again += g->bytes;
    return toil->tell != NULL && toil->tell(toil->context, toil->again) != 0
               ? FAIR_ECANCELED
               : FAIR_OK;
}

int fs_regather(fs_node *node, unsigned bucket, fs_node *child, fs_toil *toil,
                size_t batch)
{
    struct gathering *g = calloc(1, sizeof *g);
    if (g == NULL)
        return FAIR_ENOMEM;
    g->node = node;
    g->child = child;
    g->toil = toil;
    g->low = bucket << node->shift;
    g->high = (bucket + 1) << node->shift;
    g->room = batch;
    int error;
    do
        error = one_batch(g);
    while (error == FAIR_OK && g->parts > 0);
    if (atomic_load(&g->number) != 0)
        toil->spill->error = atomic_load(&g->number);
    free(g->data);
    free(g->raw);
    free(g);
    if (error == FAIR_OK && child->hoard->store.n != child->n) {
        toil->spill->error = EIO;
        error = FAIR_ETEMP;
    }
    return error;
}
