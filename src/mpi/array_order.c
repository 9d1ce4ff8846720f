/* SPDX-License-Identifier: MIT
 *
 * array_order.c - puts the cells of this rank in order. See array_parts.h.
 *
 * Each cell is a task for one thread. A bucket is put in order as on one machine. A range
 * of positions of a leaf is not: the order of the leaf says which element goes where.
 */
#include "src/mpi/array_parts.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/shuffle/order.h"
#include "src/shuffle/swap.h"

/* The memory of one thread. */
struct worker {
    fs_order_worker order; /* for buckets */
    uint32_t *ranks;       /* for ranges of positions; see fs_cell_ranks() */
    unsigned char *spare;  /* for ranges of positions: one element */
};

struct job {
    fs_array *array;        /* not owned */
    struct worker *workers; /* one for each thread */
    uint64_t done_before;   /* array->done at the start */
    atomic_size_t done;     /* elements in order */
    atomic_int error;       /* FAIR_OK or the last error of a thread */
};

/* ---- memory ------------------------------------------------------------------------ */

struct largest {
    size_t bucket; /* the most elements of a bucket of this rank */
    size_t range;  /* the most elements of a range */
    size_t leaf;   /* the most elements of a leaf that has such a range */
};

static struct largest find_largest(const fs_array *array)
{
    struct largest largest = {0};
    const size_t *owned = array->cells.owned + array->ranks->rank;
    for (size_t c = owned[0]; c < owned[1]; c++) {
        const fs_cell *cell = &array->cells.cells[c];
        size_t *most = cell->leaf > 0 ? &largest.range : &largest.bucket;
        if (cell->n > *most)
            *most = (size_t)cell->n;
        if (cell->leaf > largest.leaf)
            largest.leaf = (size_t)cell->leaf;
    }
    return largest;
}

size_t fs_array_order_memory(const fs_array *array)
{
    const struct largest largest = find_largest(array);
    size_t bytes = fs_order_worker_bytes(largest.bucket, array->size);
    if (largest.leaf > 0) /* in fs_cell_ranks(): 4 bytes for an element, and 12 for 64 */
        bytes += largest.range * sizeof(uint32_t) + largest.leaf * sizeof(uint32_t) +
                 (largest.leaf / 64 + 1) * 12 + array->size;
    return bytes;
}

static int start_worker(struct worker *worker, const struct largest *largest, size_t size)
{
    int good = fs_order_worker_start(&worker->order, largest->bucket, size);
    if (largest->range > 0) {
        worker->ranks = malloc(largest->range * sizeof *worker->ranks);
        worker->spare = malloc(size);
        good &= worker->ranks != NULL && worker->spare != NULL;
    }
    return good;
}

static void free_worker(struct worker *worker)
{
    fs_order_worker_free(&worker->order);
    free(worker->ranks);
    free(worker->spare);
    *worker = (struct worker){0};
}

/* Prepares as many workers as memory allows. Returns how many. */
static unsigned start_workers(const struct job *job, unsigned members)
{
    const struct largest largest = find_largest(job->array);
    const size_t each = fs_array_order_memory(job->array);
    const size_t memory = fs_array_memory(job->array);
    for (unsigned i = 0; i < members; i++) {
        if ((i + 1) * each <= memory &&
            start_worker(&job->workers[i], &largest, job->array->size))
            continue;
        free_worker(&job->workers[i]);
        return i;
    }
    return members;
}

/* ---- ordering ---------------------------------------------------------------------- */

/* Puts the element ranks[p] at position p, for all p. Destroys ranks[]. Follows each
 * cycle; ranks[p] == p where this is done. */
FS_INLINE void follow_cycles(unsigned char *data, size_t n, size_t size, uint32_t *ranks,
                             unsigned char *spare)
{
    for (size_t start = 0; start < n; start++) {
        if (ranks[start] == start)
            continue;
        size_t p = start;
        fs_copy(spare, data + start * size, size);
        while (ranks[p] != start) {
            const size_t from = ranks[p];
            fs_copy(data + p * size, data + from * size, size);
            ranks[p] = (uint32_t)p;
            p = from;
        }
        fs_copy(data + p * size, spare, size);
        ranks[p] = (uint32_t)p;
    }
}

static int order_range(const fs_array *array, const fs_cell *cell, struct worker *worker)
{
    unsigned char *data = fs_array_cell(array, cell);
    const int error = fs_cell_ranks(cell, worker->ranks);
    if (error == FAIR_OK)
        FS_BY_SIZE(array->size, follow_cycles(data, (size_t)cell->n, SIZE, worker->ranks,
                                              worker->spare));
    return error;
}

static void order_cell(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    fs_array *array = job->array;
    const size_t first = array->cells.owned[array->ranks->rank];
    const fs_cell *cell = &array->cells.cells[first + task];
    struct worker *worker = &job->workers[member];
    int error = FAIR_OK;
    if (atomic_load_explicit(&job->error, memory_order_relaxed) != FAIR_OK)
        return;
    if (cell->leaf > 0)
        error = order_range(array, cell, worker);
    else
        fs_order(cell->key, fs_array_cell(array, cell), (size_t)cell->n, array->size,
                 &worker->order);
    const size_t done = (size_t)cell->n + atomic_fetch_add(&job->done, (size_t)cell->n);
    if (member == 0 && error == FAIR_OK) { /* only the caller's thread reports progress */
        array->done = job->done_before + done;
        error = fs_array_report(array);
    }
    if (error != FAIR_OK)
        atomic_store(&job->error, error);
}

int fs_array_order(fs_array *array, fs_team *team)
{
    const size_t *owned = array->cells.owned + array->ranks->rank;
    const size_t tasks = owned[1] - owned[0];
    unsigned members = fs_team_size(team);
    if (tasks == 0)
        return FAIR_OK;
    if (members > tasks)
        members = (unsigned)tasks;
    struct job job = {.array = array, .done_before = array->done};
    job.workers = calloc(members, sizeof *job.workers);
    if (job.workers == NULL)
        return FAIR_ENOMEM;
    const unsigned ready = start_workers(&job, members);
    if (ready > 0)
        fs_team_run(team, ready, tasks, order_cell, &job);
    for (unsigned i = 0; i < ready; i++)
        free_worker(&job.workers[i]);
    free(job.workers);
    return ready > 0 ? atomic_load(&job.error) : FAIR_ENOMEM;
}
