/* SPDX-License-Identifier: MIT
 *
 * cell_order.c - puts cells in order. See cell_order.h.
 */
#include "src/mpi/cell_order.h"

#include <stdlib.h>

#include "src/base/memory.h"

const fs_cell *fs_cell_of(const fs_received *received, size_t cell)
{
    assert(cell < received->count);
    return &received->cells->cells[received->low + cell];
}

/* The largest cell of this rank, in several respects. */
struct largest {
    uint64_t records; /* records of a cell */
    uint64_t range;   /* records of a range of positions */
    uint64_t loaded;  /* bytes to read from the temporary file */
};

static struct largest find_largest(const fs_received *received)
{
    struct largest most = {0};
    for (size_t c = 0; c < received->count; c++) {
        const fs_cell *cell = fs_cell_of(received, c);
        const uint64_t loaded = fs_received_in_file(received, c);
        if (cell->n > most.records)
            most.records = cell->n;
        if (cell->leaf > 0 && cell->n > most.range)
            most.range = cell->n;
        if (loaded > most.loaded)
            most.loaded = loaded;
    }
    return most;
}

static int start_worker(fs_cell_worker *worker, const struct largest *most)
{
    if (most->records > PTRDIFF_MAX / sizeof(fs_span) || most->loaded > PTRDIFF_MAX / 2)
        return 0;
    worker->spans = fs_allocate((size_t)most->records * sizeof *worker->spans + 1);
    worker->data = fs_allocate((size_t)most->loaded + FS_OVERSHOOT);
    worker->arrived = malloc((size_t)most->range * sizeof *worker->arrived + 1);
    worker->ranks = malloc((size_t)most->range * sizeof *worker->ranks + 1);
    return fs_order_worker_start(&worker->order, (size_t)most->records,
                                 sizeof(fs_span)) &&
           worker->spans != NULL && worker->data != NULL && worker->arrived != NULL &&
           worker->ranks != NULL;
}

static void free_worker(fs_cell_worker *worker)
{
    free(worker->spans);
    free(worker->arrived);
    free(worker->ranks);
    free(worker->data);
    fs_order_worker_free(&worker->order);
    worker->spans = worker->arrived = NULL;
    worker->ranks = NULL;
    worker->data = NULL;
}

int fs_cell_workers_start(fs_cell_workers *workers, const fs_received *received,
                          unsigned members, uint64_t memory)
{
    const struct largest most = find_largest(received);
    const uint64_t cost =
        most.records * 2 * sizeof(fs_span) + most.range * 12 + most.loaded + 1;
    const uint64_t fit = memory / cost;
    *workers = (fs_cell_workers){.received = received};
    if (members > FS_MOST_MEMBERS)
        members = FS_MOST_MEMBERS;
    if (members > fit)
        members = fit > 0 ? (unsigned)fit : 1;
    for (; workers->members < members; workers->members++)
        if (!start_worker(&workers->workers[workers->members], &most)) {
            free_worker(&workers->workers[workers->members]);
            break;
        }
    return workers->members > 0 ? FAIR_OK : FAIR_ENOMEM;
}

void fs_cell_workers_free(fs_cell_workers *workers)
{
    for (unsigned i = 0; i < workers->members; i++)
        free_worker(&workers->workers[i]);
    workers->members = 0;
}

int fs_cell_order(fs_cell_workers *workers, unsigned member, size_t cell)
{
    assert(member < workers->members);
    const fs_received *received = workers->received;
    const fs_cell *what = fs_cell_of(received, cell);
    fs_cell_worker *worker = &workers->workers[member];
    fs_span *spans = what->leaf > 0 ? worker->arrived : worker->spans;
    const int error =
        fs_received_spans(received, cell, spans, worker->data, &worker->number);
    if (error != FAIR_OK)
        return error;
    worker->read += fs_received_in_file(received, cell);
    const size_t n = (size_t)what->n;
    if (what->leaf == 0) {
        fs_order(what->key, (unsigned char *)spans, n, sizeof *spans, &worker->order);
        return FAIR_OK;
    }
    if (fs_cell_ranks(what, worker->ranks) != FAIR_OK)
        return FAIR_ENOMEM;
    for (size_t p = 0; p < n; p++)
        worker->spans[p] = worker->arrived[worker->ranks[p]];
    return FAIR_OK;
}
