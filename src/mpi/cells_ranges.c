/* SPDX-License-Identifier: MIT
 *
 * cells_ranges.c - the tables that say to which range of positions each record of a leaf
 * goes. See cells_parts.h.
 *
 * The order of a leaf follows from its key, so every rank can compute it. But if R ranks
 * get exact numbers of records, R - 1 leaves are divided, and all ranks would compute all
 * of these orders. Therefore each rank computes the orders of some leaves, and sends each
 * other rank the part of the table that is about its records.
 */
#include "src/mpi/cells_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "src/mpi/exchange.h"

/* From this number of divided leaves on, ranks share the work. */
#ifndef FS_SHARED_LEAVES
#define FS_SHARED_LEAVES 4
#endif

fs_cell fs_as_range(const fs_cell *cell)
{
    fs_cell range = *cell;
    if (range.leaf == 0) {
        range.leaf = range.n;
        range.low = 0;
    }
    return range;
}

/* ---- one table --------------------------------------------------------------------- */

/* Sets numbers[p], for p < count at least, to the number within the range of the record
 * that takes position p of it. */
static int number_positions(const fs_cell *range, size_t count, uint32_t *numbers)
{
    if (range->n < range->leaf)
        return fs_cell_ranks(range, numbers);
    fs_leaf_order(range->key, numbers, (size_t)range->leaf, count);
    return FAIR_OK;
}

FS_INLINE void fill(void *table, size_t i, unsigned width, uint32_t part)
{
    if (width == 1)
        ((uint8_t *)table)[i] = (uint8_t)part;
    else
        ((uint16_t *)table)[i] = (uint16_t)part;
}

/* Sets table[i], for i < count, to the part of record first + i of the node. */
static int fill_table(const struct fs_cell_node *node, const uint32_t *points,
                      size_t first, size_t count, void *table)
{
    fs_cell range = fs_as_range(&node->cell);
    const uint32_t last = node->parts - 1;
    uint32_t *numbers = malloc((size_t)range.n * sizeof *numbers);
    int error = FAIR_ENOMEM;
    if (numbers != NULL) /* the positions of the last part are not needed */
        error = number_positions(&range, points[last - 1], numbers);
    for (size_t i = 0; i < count && error == FAIR_OK; i++)
        fill(table, i, node->width, last);
    for (uint32_t part = 0, p = 0; part < last && error == FAIR_OK; part++)
        for (; p < points[part]; p++)
            if (numbers[p] - first < count) /* also if the difference is negative */
                fill(table, numbers[p] - first, node->width, part);
    free(numbers);
    fs_wipe(range.key, sizeof range.key);
    return error;
}

static int allocate_table(struct fs_cell_node *node)
{
    if (node->own == 0)
        return FAIR_OK;
    node->part = malloc((size_t)node->own * node->width);
    return node->part != NULL ? FAIR_OK : FAIR_ENOMEM;
}

/* ---- shared work ------------------------------------------------------------------- */

/* Which records of a leaf a rank has. */
struct slice {
    uint32_t first; /* the number of the first, within the leaf */
    uint32_t count; /* how many */
};

struct job {
    fs_cells *cells;              /* not owned */
    fs_ranks *ranks;              /* not owned */
    const fs_division *divisions; /* not owned */
    const uint32_t *points;       /* see fs_cells_divide() */
    size_t *leaves;       /* [count]: the divisions into ranges; rank r computes leaves
                             r, r + size, r + 2 size, ... */
    size_t count;         /* leaves */
    struct slice *slices; /* for each leaf that this rank computes: what each rank has */
    fs_outgoing *out;     /* [size]: what goes to each rank */
    unsigned char *data;  /* the memory of `out` */

    /* Uses what a rank has sent in this round. */
    void (*use)(struct job *job, int from, const unsigned char *data, size_t bytes);
    fs_exchange exchange; /* both rounds */
};

static struct fs_cell_node *node_of(const struct job *job, size_t leaf)
{
    return &job->cells->nodes[job->divisions[job->leaves[leaf]].node];
}

/* The number of leaves that rank r computes. */
static size_t leaves_of(const struct job *job, int r)
{
    const size_t size = (size_t)job->ranks->size, rank = (size_t)r;
    return rank < job->count ? (job->count - rank - 1) / size + 1 : 0;
}

static int make_room(void *context, int from, size_t bytes, unsigned char **to)
{
    (void)context;
    (void)from;
    *to = malloc(bytes);
    return *to != NULL ? FAIR_OK : FAIR_ENOMEM;
}

static int take(void *context, int from, unsigned char *data, size_t bytes)
{
    struct job *job = context;
    job->use(job, from, data, bytes);
    free(data);
    return FAIR_OK;
}

/* A round of messages. What a rank has for itself is used at once. */
static int run_round(struct job *job, int error)
{
    const fs_receiver receiver = {
        .make_room = make_room, .take = take, .context = job, .at_once = FS_MESSAGE};
    const fs_outgoing *own = &job->out[job->ranks->rank];
    int again;
    fs_exchange_begin(&job->exchange, job->out, error, 0);
    if (error == FAIR_OK && own->bytes > 0)
        job->use(job, job->ranks->rank, own->data, own->bytes);
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): share_work() frees it */
    return fs_exchange_end(&job->exchange, &receiver, &again);
}

/* First round: each rank says which records of each leaf it has. */
static int ask(struct job *job)
{
    const int size = job->ranks->size;
    struct slice *slices = malloc(job->count * sizeof *slices);
    size_t at = 0;
    if (slices == NULL)
        return FAIR_ENOMEM;
    job->data = (unsigned char *)slices;
    for (int r = 0; r < size; r++) {
        job->out[r] = (fs_outgoing){(unsigned char *)(slices + at),
                                    leaves_of(job, r) * sizeof *slices};
        for (size_t leaf = (size_t)r; leaf < job->count; leaf += (size_t)size) {
            const struct fs_cell_node *node = node_of(job, leaf);
            slices[at++] = (struct slice){(uint32_t)node->before, (uint32_t)node->own};
        }
    }
    return FAIR_OK;
}

static void use_slices(struct job *job, int from, const unsigned char *data, size_t bytes)
{
    const size_t size = (size_t)job->ranks->size, count = bytes / sizeof(struct slice);
    assert(count == leaves_of(job, job->ranks->rank));
    for (size_t i = 0; i < count; i++)
        memcpy(&job->slices[i * size + (size_t)from], data + i * sizeof(struct slice),
               sizeof(struct slice));
}

/* Sets where the answer to each rank starts, at[0..size]. Returns the bytes of the
 * largest table. */
static size_t lay_out(const struct job *job, size_t *at)
{
    const size_t size = (size_t)job->ranks->size, rank = (size_t)job->ranks->rank;
    const size_t count = leaves_of(job, job->ranks->rank);
    size_t most = 1;
    for (size_t i = 0; i < count; i++) {
        const struct fs_cell_node *node = node_of(job, rank + i * size);
        const size_t bytes = (size_t)node->cell.n * node->width;
        most = bytes > most ? bytes : most;
        for (size_t r = 0; r < size; r++)
            at[r + 1] += (size_t)job->slices[i * size + r].count * node->width;
    }
    for (size_t r = 0; r < size; r++)
        at[r + 1] += at[r];
    return most;
}

/* Computes the tables of this rank's leaves, and copies the part of each rank to where
 * its answer continues. `table` has space for the largest one. */
static int fill_answers(const struct job *job, size_t *at, unsigned char *data,
                        unsigned char *table)
{
    const size_t size = (size_t)job->ranks->size, rank = (size_t)job->ranks->rank;
    const size_t count = leaves_of(job, job->ranks->rank);
    int error = FAIR_OK;
    for (size_t i = 0; i < count && error == FAIR_OK; i++) {
        const struct fs_cell_node *node = node_of(job, rank + i * size);
        const fs_division *division = &job->divisions[job->leaves[rank + i * size]];
        error = fill_table(node, job->points + division->point, 0, (size_t)node->cell.n,
                           table);
        for (size_t r = 0; r < size && error == FAIR_OK; r++) {
            const struct slice *slice = &job->slices[i * size + r];
            const size_t bytes = (size_t)slice->count * node->width;
            memcpy(data + at[r], table + (size_t)slice->first * node->width, bytes);
            at[r] += bytes;
        }
    }
    return error;
}

/* Second round: each rank sends the others what they asked for. */
static int answer(struct job *job)
{
    const size_t size = (size_t)job->ranks->size;
    size_t *at = calloc(size + 1, sizeof *at);
    if (at == NULL)
        return FAIR_ENOMEM;
    unsigned char *table = malloc(lay_out(job, at)), *data = malloc(at[size] + 1);
    int error = FAIR_ENOMEM;
    if (table != NULL && data != NULL) {
        for (size_t r = 0; r < size; r++)
            job->out[r] = (fs_outgoing){data + at[r], at[r + 1] - at[r]};
        error = fill_answers(job, at, data, table);
    }
    free(job->data);
    job->data = data;
    free(table);
    free(at);
    return error;
}

static void use_tables(struct job *job, int from, const unsigned char *data, size_t bytes)
{
    const size_t size = (size_t)job->ranks->size;
    const unsigned char *at = data;
    for (size_t leaf = (size_t)from; leaf < job->count; leaf += size) {
        struct fs_cell_node *node = node_of(job, leaf);
        const size_t part = (size_t)node->own * node->width;
        if (part > 0)
            memcpy(node->part, at, part);
        at += part;
    }
    assert(at == data + bytes);
    (void)bytes;
}

static int start_sharing(struct job *job)
{
    const size_t size = (size_t)job->ranks->size;
    const size_t count = leaves_of(job, job->ranks->rank);
    int error = fs_exchange_start(&job->exchange, job->ranks);
    job->out = calloc(size, sizeof *job->out);
    job->slices = malloc((count * size + 1) * sizeof *job->slices);
    if (job->out == NULL || job->slices == NULL)
        error = FAIR_ENOMEM;
    for (size_t leaf = 0; leaf < job->count && error == FAIR_OK; leaf++)
        error = allocate_table(node_of(job, leaf));
    return error;
}

static int share_work(struct job *job)
{
    const uint64_t sent = job->ranks->sent, messages = job->ranks->messages;
    int error = fs_ranks_agree_on(job->ranks, start_sharing(job));
    job->use = use_slices;
    if (error == FAIR_OK)
        error = run_round(job, ask(job));
    job->use = use_tables;
    if (error == FAIR_OK) {
        const int own_error = job->exchange.error;
        error = run_round(job, own_error == FAIR_OK ? answer(job) : own_error);
    }
    if (error == FAIR_OK)
        error = job->exchange.error; /* of this rank */
    job->ranks->sent = sent;         /* these were no records */
    job->ranks->messages = messages;
    fs_exchange_free(&job->exchange);
    free(job->out);
    free(job->slices);
    free(job->data);
    return error;
}

/* ---- all tables -------------------------------------------------------------------- */

int fs_ranges_make(fs_cells *cells, fs_ranks *ranks, const fs_division *divisions,
                   size_t count, const uint32_t *points)
{
    struct job job = {
        .cells = cells, .ranks = ranks, .divisions = divisions, .points = points};
    int error = FAIR_OK;
    size_t leaves = 0;
    for (size_t i = 0; i < count; i++)
        leaves += divisions[i].bits == 0;
    if (ranks->size > 1 && leaves >= FS_SHARED_LEAVES) {
        job.leaves = malloc(leaves * sizeof *job.leaves);
        error = fs_ranks_agree_on(ranks, job.leaves != NULL ? FAIR_OK : FAIR_ENOMEM);
        for (size_t i = 0; i < count && error == FAIR_OK && job.leaves != NULL; i++)
            if (divisions[i].bits == 0)
                job.leaves[job.count++] = i;
        if (error == FAIR_OK)
            error = share_work(&job);
        free(job.leaves);
        return error;
    }
    for (size_t i = 0; i < count && error == FAIR_OK; i++) {
        struct fs_cell_node *node = &cells->nodes[divisions[i].node];
        if (divisions[i].bits > 0 || node->own == 0)
            continue;
        error = allocate_table(node);
        if (error == FAIR_OK)
            error = fill_table(node, points + divisions[i].point, (size_t)node->before,
                               (size_t)node->own, node->part);
    }
    return error;
}
