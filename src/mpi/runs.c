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
    uint64_t count;    /* records */
    uint64_t bytes;    /* bytes of the kept records */
    uint64_t length;   /* bytes of the records */
    unsigned char *to; /* where its next record goes */
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
    const int error = fs_walk_start(&g->walk, cells, own);
    return g->firsts == NULL || g->sums == NULL ? FAIR_ENOMEM : error;
}

void fs_regroup_free(fs_regrouping *g)
{
    fs_walk_free(&g->walk);
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
    fs_walk_next(&g->walk, records, g->numbers);
    return FAIR_OK;
}

/* The first piece of a task. */
static unsigned first_piece(const struct round *round, size_t task)
{
    return (unsigned)(round->count * task / round->g->tasks);
}

static void add_up(void *context, unsigned member, size_t task)
{
    (void)member;
    const struct round *round = context;
    const fs_regrouping *g = round->g;
    struct fs_cell_sum *sums = g->sums + task * g->cells->count;
    memset(sums, 0, g->cells->count * sizeof *sums);
    for (unsigned p = first_piece(round, task); p < first_piece(round, task + 1); p++) {
        const fs_piece *piece = &round->pieces[p];
        const uint32_t *numbers = g->numbers + round->before[p];
        const unsigned char *end = piece->first;
        for (size_t i = 0; i < piece->count; i++) {
            struct fs_cell_sum *sum = &sums[numbers[i]];
            const unsigned char *start = end;
            end = fs_piece_end(piece, i);
            const size_t length = (size_t)(end - start);
            sum->count++;
            sum->length += length;
            sum->bytes += fs_prefix_size(length) + length;
        }
    }
}

static void copy(void *context, unsigned member, size_t task)
{
    (void)member;
    const struct round *round = context;
    const fs_regrouping *g = round->g;
    struct fs_cell_sum *sums = g->sums + task * g->cells->count;
    const size_t wanted = g->cells->owned[g->size];
    for (unsigned p = first_piece(round, task); p < first_piece(round, task + 1); p++) {
        const fs_piece *piece = &round->pieces[p];
        const uint32_t *numbers = g->numbers + round->before[p];
        const unsigned char *end = piece->first;
        for (size_t i = 0; i < piece->count; i++) {
            struct fs_cell_sum *sum = &sums[numbers[i]];
            const unsigned char *start = end;
            end = fs_piece_end(piece, i);
            const size_t length = (size_t)(end - start);
            if (numbers[i] >= wanted)
                continue;
            unsigned char *to = fs_prefix_put(sum->to, length);
            memcpy(to, start, length);
            sum->to = to + length;
        }
    }
}

/* ---- messages ---------------------------------------------------------------------- */

/* What all tasks together put into the run of a cell. */
static fs_run_head head_of(const fs_regrouping *g, size_t cell)
{
    fs_run_head head = {.first = g->firsts[cell]};
    for (size_t t = 0; t < g->tasks; t++) {
        const struct fs_cell_sum *sum = &g->sums[t * g->cells->count + cell];
        head.count += sum->count;
        head.bytes += sum->bytes;
        head.length += sum->length;
    }
    return head;
}

/* The bytes of the message to a rank; 0 if there is nothing for it. */
static size_t message_bytes(const fs_regrouping *g, int rank)
{
    const size_t low = g->cells->owned[rank], high = g->cells->owned[rank + 1];
    size_t bytes = (high - low + 1) * sizeof(uint64_t);
    uint64_t records = 0;
    for (size_t c = low; c < high; c++) {
        const fs_run_head head = head_of(g, c);
        records += head.count;
        bytes += head.count > 0 ? sizeof head + (size_t)head.bytes : 0;
    }
    return records > 0 ? bytes : 0;
}

/* Writes the table and the heads of a message, and gives each task its places. */
static void lay_out(fs_regrouping *g, int rank, unsigned char *message)
{
    const size_t low = g->cells->owned[rank], high = g->cells->owned[rank + 1];
    uint64_t at = (high - low + 1) * sizeof at;
    for (size_t c = low; c < high; c++) {
        memcpy(message + (c - low) * sizeof at, &at, sizeof at);
        const fs_run_head head = head_of(g, c);
        if (head.count == 0)
            continue;
        memcpy(message + at, &head, sizeof head);
        at += sizeof head;
        for (size_t t = 0; t < g->tasks; t++) {
            struct fs_cell_sum *sum = &g->sums[t * g->cells->count + c];
            sum->to = message + at;
            at += sum->bytes;
        }
    }
    memcpy(message + (high - low) * sizeof at, &at, sizeof at);
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
    for (int r = 0; r < g->size; r++)
        out[r] = (fs_outgoing){.bytes = message_bytes(g, r)};
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
