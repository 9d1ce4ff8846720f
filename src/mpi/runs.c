/* SPDX-License-Identifier: MIT
 *
 * runs.c - regroups records by cell. See runs.h.
 *
 * The caller's thread finds the cell of each record. Then each thread takes some of the
 * pieces: it adds up the bytes that go to each cell, and after the places are known, it
 * copies the records.
 */
#include "src/mpi/runs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/memory.h"
#include "src/records/span.h"

enum { ALIGN = 64 }; /* of messages */

/* What a task puts into the run of a cell. */
struct fs_cell_sum {
    uint64_t bytes;    /* bytes of the kept records */
    unsigned char *to; /* where its next record goes */
    uint32_t count;    /* records */
    uint32_t prefixes; /* bytes of the prefixes of these records */
};

int fs_regroup_start(fs_regrouping *g, const fs_cells *cells, const fs_own_records *own,
                     const fs_ranks *ranks, fs_team *team)
{
    *g = (fs_regrouping){.cells = cells,
                         .rank = ranks->rank,
                         .size = ranks->size,
                         .team = team,
                         .tasks = fs_team_size(team)};
    g->firsts = malloc(cells->count * sizeof *g->firsts);
    g->sums = malloc(g->tasks * cells->count * sizeof *g->sums);
    const int error = fs_cell_walk_start(&g->walk, cells, own);
    return g->firsts == NULL || g->sums == NULL ? FAIR_ENOMEM : error;
}

void fs_regroup_free(fs_regrouping *g)
{
    fs_cell_walk_free(&g->walk);
    free(g->numbers);
    free(g->firsts);
    free(g->sums);
    free(g->buffers[0]);
    free(g->buffers[1]);
    g->numbers = NULL;
    g->firsts = NULL;
    g->sums = NULL;
    g->buffers[0] = g->buffers[1] = NULL;
}

/* ---- one round --------------------------------------------------------------------- */

/* The records of a round. */
struct round {
    fs_regrouping *g;                  /* not owned */
    const fs_piece *pieces;            /* not owned */
    unsigned count;                    /* pieces */
    size_t before[FS_MOST_PIECES + 1]; /* records before each piece */
};

static int make_numbers(struct round *round)
{
    fs_regrouping *g = round->g;
    round->before[0] = 0;
    for (unsigned i = 0; i < round->count; i++)
        round->before[i + 1] = round->before[i] + round->pieces[i].count;
    const size_t records = round->before[round->count];
    if (records > g->number_room) {
        free(g->numbers);
        g->number_room = 0;
        g->numbers = fs_allocate(records * sizeof *g->numbers);
        if (g->numbers == NULL)
            return FAIR_ENOMEM;
        g->number_room = records;
    }
    memcpy(g->firsts, g->walk.next, g->cells->count * sizeof *g->firsts);
    fs_cell_walk_next(&g->walk, records, g->numbers);
    return FAIR_OK;
}

/* The first piece of a task. */
static unsigned first_piece(const struct round *round, size_t task)
{
    return (unsigned)(round->count * task / round->g->tasks);
}

/* Goes through the records of a task: adds up what goes to each cell, or copies the
 * records to their runs. `copies` is a compile-time constant. */
FS_INLINE void go_through(const struct round *round, size_t task, int copies)
{
    const fs_regrouping *g = round->g;
    struct fs_cell_sum *sums = g->sums + task * g->cells->count;
    const size_t wanted = g->cells->owned[g->size];
    for (unsigned p = first_piece(round, task); p < first_piece(round, task + 1); p++) {
        const fs_piece *piece = &round->pieces[p];
        const uint32_t *numbers = g->numbers + round->before[p];
        const unsigned char *start, *end = piece->first;
        for (size_t i = 0; i < piece->count; i++) {
            struct fs_cell_sum *sum = &sums[numbers[i]];
            start = end;
            end = fs_piece_end(piece, i);
            const size_t length = (size_t)(end - start);
            if (!copies) {
                const size_t prefix = fs_prefix_size(length);
                sum->count++;
                sum->prefixes += (uint32_t)prefix;
                sum->bytes += prefix + length;
            } else if (numbers[i] < wanted) {
                unsigned char *to = fs_prefix_put(sum->to, length);
                memcpy(to, start, length);
                sum->to = to + length;
            }
        }
    }
}

static void add_up(void *context, unsigned member, size_t task)
{
    (void)member;
    const struct round *round = context;
    const size_t cells = round->g->cells->count;
    memset(round->g->sums + task * cells, 0, cells * sizeof *round->g->sums);
    go_through(round, task, 0);
}

static void copy(void *context, unsigned member, size_t task)
{
    (void)member;
    go_through(context, task, 1);
}

/* ---- messages ---------------------------------------------------------------------- */

/* What all tasks together put into the run of a cell; `to` is not used. */
static struct fs_cell_sum sum_of(const fs_regrouping *g, size_t cell)
{
    struct fs_cell_sum all = {0};
    for (size_t t = 0; t < g->tasks; t++) {
        const struct fs_cell_sum *sum = &g->sums[t * g->cells->count + cell];
        all.count += sum->count;
        all.bytes += sum->bytes;
        all.prefixes += sum->prefixes;
    }
    return all;
}

/* The bytes of the message to a rank, and the number of its runs. Both are 0 if there is
 * nothing for it. */
static size_t message_bytes(const fs_regrouping *g, int rank, uint32_t *runs)
{
    size_t bytes = 0;
    *runs = 0;
    for (size_t c = g->cells->owned[rank]; c < g->cells->owned[rank + 1]; c++) {
        const struct fs_cell_sum sum = sum_of(g, c);
        bytes += (size_t)sum.bytes;
        *runs += sum.count > 0;
    }
    return *runs > 0 ? bytes + (*runs + (size_t)1) * sizeof(fs_run_row) : 0;
}

/* Writes the table of a message, and gives each task its places. */
static void lay_out(fs_regrouping *g, int rank, unsigned char *message)
{
    const size_t low = g->cells->owned[rank];
    fs_run_row *rows = (fs_run_row *)(void *)message; /* messages are aligned */
    fs_run_row *row = rows;
    uint32_t runs;
    const size_t bytes = message_bytes(g, rank, &runs);
    uint64_t at = (runs + (uint64_t)1) * sizeof *row;
    *row = (fs_run_row){.start = bytes, .cell = runs};
    for (size_t c = low; c < g->cells->owned[rank + 1]; c++) {
        const struct fs_cell_sum all = sum_of(g, c);
        if (all.count == 0)
            continue;
        *++row = (fs_run_row){.first = g->firsts[c],
                              .start = at,
                              .cell = (uint32_t)(c - low),
                              .count = all.count,
                              .prefixes = all.prefixes};
        for (size_t t = 0; t < g->tasks; t++) {
            struct fs_cell_sum *sum = &g->sums[t * g->cells->count + c];
            sum->to = message + at;
            at += sum->bytes;
        }
    }
    assert(row == rows + runs && at == bytes);
}

static size_t align(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* Makes the buffer of this round large enough for all messages to other ranks. */
static int make_room(fs_regrouping *g, const fs_outgoing *out)
{
    size_t bytes = 0;
    for (int r = 0; r < g->size; r++)
        bytes += r != g->rank ? align(out[r].bytes) : 0;
    if (bytes <= g->buffer_room[g->turn])
        return FAIR_OK;
    free(g->buffers[g->turn]);
    g->buffer_room[g->turn] = 0;
    bytes += bytes / 16; /* rounds differ a little */
    g->buffers[g->turn] = fs_allocate(bytes);
    if (g->buffers[g->turn] == NULL)
        return FAIR_ENOMEM;
    g->buffer_room[g->turn] = bytes;
    return FAIR_OK;
}

int fs_regroup(fs_regrouping *g, const fs_piece *pieces, unsigned count,
               fs_own_room *own_room, void *context, fs_outgoing *out)
{
    struct round round = {.g = g, .pieces = pieces, .count = count};
    assert(count <= FS_MOST_PIECES);
    int error = make_numbers(&round);
    if (error != FAIR_OK)
        return error;
    fs_team_run(g->team, fs_team_size(g->team), g->tasks, add_up, &round);
    for (int r = 0; r < g->size; r++) {
        uint32_t runs;
        out[r] = (fs_outgoing){.bytes = message_bytes(g, r, &runs)};
    }
    g->turn = !g->turn;
    error = make_room(g, out);
    if (error != FAIR_OK)
        return error;
    unsigned char *at = g->buffers[g->turn];
    for (int r = 0; r < g->size && error == FAIR_OK; r++) {
        unsigned char *message = at;
        if (out[r].bytes == 0)
            continue;
        if (r == g->rank)
            error = own_room(context, out[r].bytes, &message);
        else
            at += align(out[r].bytes);
        if (error == FAIR_OK)
            lay_out(g, r, message);
        out[r].data = message;
    }
    if (error == FAIR_OK)
        fs_team_run(g->team, fs_team_size(g->team), g->tasks, copy, &round);
    return error;
}
