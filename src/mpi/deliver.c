/* SPDX-License-Identifier: MIT
 *
 * deliver.c - puts cells in order and writes them. See deliver.h.
 *
 * A rank knows how many bytes its cells have. So all ranks know where each of them writes
 * before anything is written (regions.h).
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/deliver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/mpi/cell_order.h"
#include "src/mpi/flush.h"
#include "src/mpi/regions.h"
#include "src/records/gather.h"

enum { PATIENCE = 10 }; /* how many timeouts the watchdog waits while ranks write */

struct job {
    fs_delivery *delivery;   /* what to do; not owned */
    fs_cell_workers workers; /* put cells in order */
    fs_regions regions;      /* where the bytes go */
    fs_writer writer;        /* writes the regions of this rank */
    fair_part *parts;        /* the writer's parts: [part_count] */
    size_t failed;           /* the part of a write that failed outside the writer */
    int number;              /* its errno */
};

/* ---- how many bytes ---------------------------------------------------------------- */

/* The bytes of the first `count` records of a cell, in its order. */
static int measure(struct job *job, size_t cell, uint64_t count, uint64_t *bytes)
{
    const int error = fs_cell_order(&job->workers, 0, cell);
    *bytes = 0;
    for (size_t i = 0; i < count && error == FAIR_OK; i++) {
        size_t length;
        fs_span_get(job->workers.workers[0].spans[i], &length);
        *bytes += length;
    }
    fs_ranks_tick(job->delivery->ranks);
    return error;
}

/* Finds how many bytes of this rank's cells go to each part. Only a cell that belongs to
 * several parts has to be put in order for that. */
static int measure_parts(struct job *job, uint64_t *bytes)
{
    const fs_delivery *d = job->delivery;
    const fs_received *received = d->received;
    uint64_t end = 0; /* the position after the part */
    size_t part = 0;
    memset(bytes, 0, d->part_count * sizeof *bytes);
    for (size_t c = 0; c < received->count; c++) {
        const fs_cell *cell = fs_cell_of(received, c);
        uint64_t before = 0; /* bytes of the cell that earlier parts have */
        for (uint64_t from = cell->position; from < cell->position + cell->n;) {
            while (part < d->part_count && from >= end) {
                const uint64_t count = d->parts[part++].count;
                end = count < UINT64_MAX - end ? end + count : UINT64_MAX;
            }
            if (from >= end)
                break; /* nobody wants the rest */
            uint64_t upto = received->lengths[c];
            if (end < cell->position + cell->n) {
                const int error = measure(job, c, end - cell->position, &upto);
                if (error != FAIR_OK)
                    return error;
            }
            bytes[part - 1] += upto - before;
            before = upto;
            from = end < cell->position + cell->n ? end : cell->position + cell->n;
        }
    }
    return FAIR_OK;
}

/* ---- writing ----------------------------------------------------------------------- */

static void write_cell(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    fs_writer *writer = &job->writer;
    const fs_cell *cell = fs_cell_of(job->delivery->received, task);
    fs_turn turn;
    fs_turn_begin(&turn, writer, member, task, cell->position);
    if (!fs_writer_failed(writer) && cell->position < writer->wanted) {
        const int error = fs_cell_order(&job->workers, member, task);
        if (error != FAIR_OK)
            fs_writer_fail(writer, error);
        else
            fs_turn_put(&turn, job->workers.workers[member].spans, (size_t)cell->n);
    }
    fs_turn_end(&turn);
}

/* The writer's progress(): also sends heartbeats. */
static int on_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    const fs_delivery *d = context;
    const uint64_t size = (uint64_t)d->ranks->size;
    fs_ranks_tick(d->ranks);
    if (d->ranks->alarmed)
        return 1;
    return d->options->progress != NULL ? d->options->progress(d->options->context, phase,
                                                               done * size, total * size)
                                        : 0;
}

/* The buffer of each thread: the output of a cell, if that is not too large. */
static size_t choose_buffer(const struct job *job, uint64_t total)
{
    const fs_delivery *d = job->delivery;
    const uint64_t share = d->memory / 4 / job->workers.members;
    uint64_t size = total / (d->received->count + 1);
    size += size / 4;
    if (size > FS_MOST_BUFFER)
        size = FS_SLICE_BUFFER;
    if (size < FS_LEAST_BUFFER)
        size = FS_LEAST_BUFFER;
    return (size_t)(size < share ? size : share);
}

static int write_cells(struct job *job)
{
    fs_delivery *d = job->delivery;
    fs_writer *writer = &job->writer;
    uint64_t total = 0;
    for (size_t p = 0; p < d->part_count; p++) {
        job->parts[p] = (fair_part){.count = d->parts[p].count,
                                    .write = fs_regions_write,
                                    .context = &job->regions.regions[p]};
        total += job->regions.regions[p].bytes;
    }
    *writer =
        (fs_writer){.parts = job->parts,
                    .part_count = d->part_count,
                    .wanted = fs_parts_wanted(job->parts, d->part_count, UINT64_MAX),
                    .team = d->team,
                    .size = sizeof(fs_span),
                    .put = fs_put_spans,
                    .put_context = d->options,
                    .progress = on_progress,
                    .context = d,
                    .total = total};
    const int error =
        fs_writer_start(writer, job->workers.members, choose_buffer(job, total));
    if (error != FAIR_OK)
        return error;
    fs_team_run(d->team, writer->members, d->received->count, write_cell, job);
    fs_writer_free(writer);
    d->records = writer->entries;
    d->bytes = writer->bytes;
    return atomic_load(&writer->error);
}

/* Remembers that writing to a part failed. */
static int fail_writing(struct job *job, size_t part, int number)
{
    job->failed = part;
    job->number = number;
    return FAIR_EWRITE;
}

/* Rank 0 writes the headers. */
static int write_headers(struct job *job)
{
    fs_delivery *d = job->delivery;
    for (size_t p = 0; p < d->part_count && d->ranks->rank == 0; p++) {
        fs_region region = {.fd = d->parts[p].fd};
        const int number = fs_regions_write(&region, d->header, d->header_bytes);
        if (number != 0)
            return fail_writing(job, p, number);
        d->written += d->header_bytes;
    }
    return FAIR_OK;
}

static int flush_outputs(struct job *job)
{
    const fs_delivery *d = job->delivery;
    for (size_t p = 0; p < d->part_count && d->sync; p++) {
        const int number = fs_flush(d->ranks, d->parts[p].fd);
        if (number != 0)
            return fail_writing(job, p, number);
    }
    return FAIR_OK;
}

/* ---- errors ------------------------------------------------------------------------ */

/* The part that the writer failed to write: the first whose region is not complete. */
static size_t incomplete_part(const struct job *job)
{
    size_t p = 0;
    while (p + 1 < job->regions.count &&
           job->regions.regions[p].at ==
               job->regions.regions[p].start + job->regions.regions[p].bytes)
        p++;
    return p;
}

/* Sets the failure of this rank, unless it has one. */
static void fail(struct job *job, int error)
{
    fs_failure *failure = &job->delivery->failure;
    if (failure->error != FAIR_OK || error == FAIR_OK)
        return;
    *failure = (fs_failure){.error = error, .step = FS_STEP_OTHER};
    if (error == FAIR_EWRITE) {
        failure->step = FS_STEP_WRITE;
        failure->number = job->number != 0           ? job->number
                          : job->regions.number != 0 ? job->regions.number
                                                     : job->writer.number;
        failure->index = job->number != 0           ? job->failed
                         : job->regions.number != 0 ? job->regions.failed
                                                    : incomplete_part(job);
    }
    for (unsigned i = 0; i < job->workers.members && error == FAIR_ETEMP; i++)
        if (job->workers.workers[i].number != 0)
            failure->number = job->workers.workers[i].number;
}

/* ---- everything -------------------------------------------------------------------- */

/* The steps before all ranks know where to write. */
static int prepare(struct job *job, uint64_t *bytes)
{
    fs_delivery *d = job->delivery;
    int error = bytes == NULL || job->parts == NULL ? FAIR_ENOMEM : FAIR_OK;
    if (error == FAIR_OK)
        error = fs_regions_start(&job->regions, d->ranks, d->parts, d->part_count,
                                 d->header_bytes, d->sync);
    if (error == FAIR_OK)
        error = fs_cell_workers_start(&job->workers, d->received, fs_team_size(d->team),
                                      d->memory);
    if (error == FAIR_OK)
        error = measure_parts(job, bytes);
    fail(job, error);
    error = fs_ranks_agree_on(d->ranks, error);
    if (error != FAIR_OK)
        return error;
    error = fs_regions_place(&job->regions, bytes);
    fail(job, error);
    return error == FAIR_EMPI ? error : fs_ranks_agree_on(d->ranks, error);
}

static int run(struct job *job, uint64_t *bytes)
{
    fs_delivery *d = job->delivery;
    int error = prepare(job, bytes);
    if (error != FAIR_OK)
        return error;
    /* A thread that waits for its turn to write sends no heartbeats. */
    const double timeout = d->ranks->timeout;
    fs_ranks_set_timeout(d->ranks, timeout * PATIENCE);
    error = write_headers(job);
    if (error == FAIR_OK)
        error = write_cells(job);
    if (error == FAIR_ECANCELED && d->ranks->alarmed)
        error = FAIR_OK; /* another rank has failed; it will say so */
    fail(job, error);
    if (error != FAIR_OK)
        fs_ranks_raise(d->ranks);
    error = fs_ranks_agree_on(d->ranks, error);
    fs_ranks_set_timeout(d->ranks, timeout);
    if (error != FAIR_OK)
        return error;
    error = fs_regions_hand(&job->regions, &d->written);
    fail(job, error);
    error = fs_ranks_agree_on(d->ranks, error);
    if (error != FAIR_OK)
        return error;
    error = flush_outputs(job);
    fail(job, error);
    return fs_ranks_agree_on(d->ranks, error);
}

int fs_deliver(fs_delivery *delivery)
{
    struct job *job = calloc(1, sizeof *job);
    const int error =
        fs_ranks_agree_on(delivery->ranks, job != NULL ? FAIR_OK : FAIR_ENOMEM);
    if (job == NULL || error != FAIR_OK) {
        free(job);
        return error;
    }
    uint64_t *bytes = calloc(delivery->part_count + 1, sizeof *bytes);
    job->delivery = delivery;
    job->parts = calloc(delivery->part_count + 1, sizeof *job->parts);
    const int result = run(job, bytes);
    delivery->written += delivery->bytes;
    if (job->regions.regions != NULL) /* the previous rank has written these */
        for (size_t p = 0; p < job->regions.count; p++)
            delivery->written -= job->regions.regions[p].handed_used;
    for (unsigned i = 0; i < job->workers.members; i++)
        delivery->temporary += job->workers.workers[i].read;
    fs_cell_workers_free(&job->workers);
    fs_regions_free(&job->regions);
    free(job->parts);
    free(job);
    free(bytes);
    return result;
}
