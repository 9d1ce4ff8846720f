/* SPDX-License-Identifier: MIT
 *
 * deliver.c - puts cells in order and writes them. See deliver.h.
 */
#define _GNU_SOURCE /* sync_file_range */
#include "src/mpi/deliver.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/memory.h"
#include "src/mpi/flush.h"
#include "src/records/gather.h"
#include "src/shuffle/order.h"

/* ---- a cell in order --------------------------------------------------------------- */

/* What one thread needs to put a cell in order. */
struct worker {
    fs_span *spans;        /* of a cell, in order */
    fs_span *arrived;      /* for ranges of positions: in the order they came */
    uint32_t *ranks;       /* for ranges of positions: see fs_cell_ranks() */
    unsigned char *data;   /* what was read from the temporary file */
    fs_order_worker order; /* for cells that are scattered again */
    uint64_t read;         /* bytes read from the temporary file */
    int number;            /* the errno of FAIR_ETEMP */
};

/* The largest cell of this rank, in several respects. */
struct largest {
    uint64_t records; /* records of a cell */
    uint64_t range;   /* records of a range of positions */
    uint64_t loaded;  /* bytes to read from the temporary file */
};

/* A region of an output. */
struct region {
    int fd;                /* the output */
    uint64_t at;           /* where the next byte goes */
    unsigned char *handed; /* bytes for the previous rank; owned; may be NULL */
    size_t handed_bytes;   /* how many of the first bytes are for it */
    size_t handed_used;    /* how many of them are in `handed` now */
    uint64_t bytes;        /* bytes of the region, as planned */
    uint64_t unstarted;    /* bytes since the last flush_start() */
    int sync;              /* flush the output to disk */
};

struct job {
    fs_delivery *delivery;
    fs_writer writer;
    struct worker workers[FS_MOST_MEMBERS];
    unsigned members;       /* threads that put cells in order */
    struct largest largest; /* of all cells */
    fair_part *parts;       /* [part_count]: for the writer */
    struct region *regions; /* [part_count]: of this rank */
    uint64_t *table;        /* [ranks][part_count]: bytes of each region */
    size_t last;            /* the part of the last write that failed */
};

static const fs_cell *cell_of(const struct job *job, size_t cell)
{
    const fs_received *received = job->delivery->received;
    return &received->cells->cells[received->low + cell];
}

static int order_cell(const struct job *job, struct worker *worker, size_t cell)
{
    const fs_received *received = job->delivery->received;
    const fs_cell *what = cell_of(job, cell);
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

/* ---- memory ------------------------------------------------------------------------ */

static void find_largest(struct job *job)
{
    const fs_received *received = job->delivery->received;
    struct largest *most = &job->largest;
    for (size_t c = 0; c < received->count; c++) {
        const fs_cell *cell = cell_of(job, c);
        const uint64_t loaded = fs_received_in_file(received, c);
        if (cell->n > most->records)
            most->records = cell->n;
        if (cell->leaf > 0 && cell->n > most->range)
            most->range = cell->n;
        if (loaded > most->loaded)
            most->loaded = loaded;
    }
}

static int start_worker(struct worker *worker, const struct largest *most)
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

static void free_worker(struct worker *worker)
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

/* Starts as many workers as there are threads and as memory allows. */
static int start_workers(struct job *job)
{
    const struct largest *most = &job->largest;
    const uint64_t cost =
        most->records * 2 * sizeof(fs_span) + most->range * 12 + most->loaded + 1;
    const uint64_t fit = job->delivery->memory / cost;
    unsigned members = fs_team_size(job->delivery->team);
    if (members > FS_MOST_MEMBERS)
        members = FS_MOST_MEMBERS;
    if (members > fit)
        members = fit > 0 ? (unsigned)fit : 1;
    for (job->members = 0; job->members < members; job->members++)
        if (!start_worker(&job->workers[job->members], most)) {
            free_worker(&job->workers[job->members]);
            break;
        }
    return job->members > 0 ? FAIR_OK : FAIR_ENOMEM;
}

/* ---- regions ----------------------------------------------------------------------- */

/* The bytes of the first `count` records of a cell, in its order. */
static int measure(struct job *job, size_t cell, uint64_t count, uint64_t *bytes)
{
    struct worker *worker = &job->workers[0];
    const int error = order_cell(job, worker, cell);
    *bytes = 0;
    for (size_t i = 0; i < count && error == FAIR_OK; i++) {
        size_t length;
        fs_span_get(worker->spans[i], &length);
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
        const fs_cell *cell = cell_of(job, c);
        uint64_t before = 0; /* bytes of the cell that earlier parts have */
        for (uint64_t from = cell->position; from < cell->position + cell->n;) {
            while (part < d->part_count && from >= end)
                end += d->parts[part++].count;
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

static uint64_t table_at(const struct job *job, int rank, size_t part)
{
    return job->table[(size_t)rank * job->delivery->part_count + part];
}

/* Where the region of a rank starts in a part. */
static uint64_t region_start(const struct job *job, int rank, size_t part)
{
    uint64_t start = job->delivery->header_bytes;
    for (int r = 0; r < rank; r++)
        start += table_at(job, r, part);
    return start;
}

/* How many bytes at the start of a region, which starts at `start`, are handed to the
 * previous rank. */
static size_t handed_bytes(const struct job *job, int rank, size_t part, uint64_t start)
{
    enum { LEAST = 16 }; /* smaller regions, in stripes, are written as they are */
    if (rank == 0 || table_at(job, rank - 1, part) == 0 ||
        table_at(job, rank, part) < (uint64_t)LEAST * FS_STRIPE)
        return 0;
    return (size_t)((FS_STRIPE - start % FS_STRIPE) % FS_STRIPE);
}

static int plan_regions(struct job *job, uint64_t *bytes)
{
    const fs_delivery *d = job->delivery;
    const int rank = d->ranks->rank;
    int error =
        fs_ranks_gather(d->ranks, bytes, d->part_count * sizeof *bytes, job->table);
    for (size_t p = 0; p < d->part_count && error == FAIR_OK; p++) {
        struct region *region = &job->regions[p];
        const uint64_t start = region_start(job, rank, p);
        *region = (struct region){.fd = d->parts[p].fd,
                                  .at = start,
                                  .bytes = bytes[p],
                                  .handed_bytes = handed_bytes(job, rank, p, start),
                                  .sync = d->sync};
        region->handed = region->handed_bytes > 0 ? malloc(region->handed_bytes) : NULL;
        if (region->handed_bytes > 0 && region->handed == NULL)
            job->delivery->failure.error = FAIR_ENOMEM;
    }
    return error;
}

/* ---- writing ----------------------------------------------------------------------- */

/* Writes at the region's place. Returns 0 or an errno. */
static int write_here(struct region *region, const unsigned char *data, size_t length)
{
    while (length > 0) {
        const ssize_t done = pwrite(region->fd, data, length, (off_t)region->at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : ENOSPC;
        data += done;
        length -= (size_t)done;
        region->at += (uint64_t)done;
        region->unstarted += (uint64_t)done;
    }
    if (region->sync)
        fs_flush_start(region->fd, region->at, &region->unstarted);
    return 0;
}

/* A fair_sink: the first bytes may be for the previous rank. */
static int write_region(void *context, const void *data, size_t length)
{
    struct region *region = context;
    const unsigned char *from = data;
    const size_t left = region->handed_bytes - region->handed_used;
    const size_t now = length < left ? length : left;
    if (now > 0) {
        memcpy(region->handed + region->handed_used, from, now);
        region->handed_used += now;
        region->at += now;
    }
    return write_here(region, from + now, length - now);
}

static void write_cell(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    fs_writer *writer = &job->writer;
    const fs_cell *cell = cell_of(job, task);
    struct worker *worker = &job->workers[member];
    fs_turn turn;
    fs_turn_begin(&turn, writer, member, task, cell->position);
    if (!fs_writer_failed(writer) && cell->position < writer->wanted) {
        const int error = order_cell(job, worker, task);
        if (error != FAIR_OK)
            fs_writer_fail(writer, error);
        else
            fs_turn_put(&turn, worker->spans, (size_t)cell->n);
    }
    fs_turn_end(&turn);
}

/* The writer's progress(): also sends signs of life. */
static int on_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    const fs_delivery *d = context;
    const uint64_t size = (uint64_t)d->ranks->size;
    fs_ranks_tick(d->ranks);
    return d->options->progress != NULL ? d->options->progress(d->options->context, phase,
                                                               done * size, total * size)
                                        : 0;
}

static int write_cells(struct job *job)
{
    fs_delivery *d = job->delivery;
    fs_writer *writer = &job->writer;
    uint64_t total = 0;
    for (size_t p = 0; p < d->part_count; p++) {
        job->parts[p] = (fair_part){.count = d->parts[p].count,
                                    .write = write_region,
                                    .context = &job->regions[p]};
        total += job->regions[p].bytes;
    }
    const uint64_t share = d->memory / 4 / job->members;
    uint64_t buffer = total / (d->received->count + 1);
    buffer += buffer / 4;
    if (buffer > FS_MOST_BUFFER)
        buffer = FS_SLICE_BUFFER;
    if (buffer < FS_LEAST_BUFFER)
        buffer = FS_LEAST_BUFFER;
    if (buffer > share)
        buffer = share;
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
    const int error = fs_writer_start(writer, job->members, (size_t)buffer);
    if (error != FAIR_OK)
        return error;
    const unsigned members =
        job->members < writer->members ? job->members : writer->members;
    fs_team_run(d->team, members, d->received->count, write_cell, job);
    fs_writer_free(writer);
    d->records = writer->entries;
    d->bytes = writer->bytes;
    return atomic_load(&writer->error);
}

/* ---- the ends of regions ----------------------------------------------------------- */

/* What the next rank hands to this one, of all parts. */
struct ends {
    struct job *job;
    unsigned char *data; /* owned */
};

static int make_room(void *context, int from, size_t bytes, unsigned char **to)
{
    struct ends *ends = context;
    (void)from;
    *to = ends->data = malloc(bytes);
    return *to != NULL ? FAIR_OK : FAIR_ENOMEM;
}

static int take_ends(void *context, int from, unsigned char *data, size_t bytes)
{
    struct ends *ends = context;
    struct job *job = ends->job;
    const unsigned char *end = data + bytes;
    int number = 0;
    for (size_t p = 0; p < job->delivery->part_count && number == 0; p++) {
        struct region *region = &job->regions[p];
        const size_t here = handed_bytes(job, from, p, region_start(job, from, p));
        if (here > (size_t)(end - data))
            return FAIR_ELOST;
        number = write_here(region, data, here);
        job->delivery->written += here;
        data += here;
        if (number != 0) {
            job->last = p;
            job->writer.number = number;
        }
    }
    return number == 0 ? FAIR_OK : FAIR_EWRITE;
}

/* Hands the first bytes of this rank's regions to the previous rank. */
static int hand_ends(struct job *job, int own_error)
{
    fs_delivery *d = job->delivery;
    fs_exchange exchange;
    struct ends ends = {.job = job};
    const fs_receiver receiver = {
        .make_room = make_room, .take = take_ends, .context = &ends, .at_once = SIZE_MAX};
    size_t bytes = 0, used = 0;
    int again;
    for (size_t p = 0; p < d->part_count; p++)
        bytes += job->regions[p].handed_used;
    unsigned char *data = malloc(bytes + 1);
    fs_outgoing *out = calloc((size_t)d->ranks->size, sizeof *out);
    int error = fs_exchange_start(&exchange, d->ranks);
    if (data == NULL || out == NULL)
        error = FAIR_ENOMEM;
    if (own_error != FAIR_OK)
        error = own_error;
    for (size_t p = 0; p < d->part_count && error == FAIR_OK; p++) {
        const struct region *region = &job->regions[p];
        if (region->handed_used > 0)
            memcpy(data + used, region->handed, region->handed_used);
        used += region->handed_used;
    }
    error = fs_ranks_agree_on(d->ranks, error);
    if (error == FAIR_OK) {
        if (d->ranks->rank > 0)
            out[d->ranks->rank - 1] = (fs_outgoing){.data = data, .bytes = bytes};
        fs_exchange_begin(&exchange, out, FAIR_OK, 0);
        error = fs_exchange_end(&exchange, &receiver, &again);
        if (error == FAIR_OK)
            error = exchange.error;
    }
    fs_exchange_free(&exchange);
    free(ends.data);
    free(data);
    free(out);
    return error;
}

/* ---- everything -------------------------------------------------------------------- */

static int write_headers(struct job *job)
{
    fs_delivery *d = job->delivery;
    for (size_t p = 0; p < d->part_count && d->ranks->rank == 0; p++) {
        struct region region = {.fd = d->parts[p].fd};
        const int number = write_here(&region, d->header, d->header_bytes);
        if (number != 0) {
            job->last = p;
            job->writer.number = number;
            return FAIR_EWRITE;
        }
        d->written += d->header_bytes;
    }
    return FAIR_OK;
}

static int flush_outputs(struct job *job)
{
    const fs_delivery *d = job->delivery;
    for (size_t p = 0; p < d->part_count && d->sync; p++) {
        const int number = fs_flush(d->ranks, d->parts[p].fd);
        if (number != 0) {
            job->last = p;
            job->writer.number = number;
            return FAIR_EWRITE;
        }
    }
    return FAIR_OK;
}

/* The part in which writing failed: the first whose region is not complete. */
static size_t failed_part(const struct job *job)
{
    for (size_t p = 0; p < job->delivery->part_count; p++) {
        const struct region *region = &job->regions[p];
        if (region->at < region_start(job, job->delivery->ranks->rank, p) + region->bytes)
            return p;
    }
    return job->last;
}

static void fail(struct job *job, int error)
{
    fs_failure *failure = &job->delivery->failure;
    if (failure->error != FAIR_OK && failure->error != error)
        return;
    *failure = (fs_failure){.error = error, .step = FS_STEP_OTHER};
    if (error == FAIR_EWRITE) {
        failure->step = FS_STEP_WRITE;
        failure->number = job->writer.number;
        failure->index = failed_part(job);
    }
    for (unsigned i = 0; i < job->members && error == FAIR_ETEMP; i++)
        if (job->workers[i].number != 0)
            failure->number = job->workers[i].number;
}

/* Steps that no other rank takes part in. */
static int prepare(struct job *job, uint64_t *bytes)
{
    find_largest(job);
    int error = start_workers(job);
    if (error == FAIR_OK)
        error = measure_parts(job, bytes);
    return error;
}

static int run(struct job *job)
{
    fs_delivery *d = job->delivery;
    uint64_t *bytes = calloc(d->part_count + 1, sizeof *bytes);
    int error =
        bytes != NULL && job->parts != NULL && job->regions != NULL && job->table != NULL
            ? prepare(job, bytes)
            : FAIR_ENOMEM;
    if (error != FAIR_OK)
        fail(job, error);
    error = fs_ranks_agree(d->ranks, &d->failure);
    if (error == FAIR_OK)
        error = plan_regions(job, bytes);
    free(bytes);
    if (error == FAIR_OK)
        error = fs_ranks_agree(d->ranks, &d->failure);
    if (error != FAIR_OK)
        return error;
    error = write_headers(job);
    if (error == FAIR_OK)
        error = write_cells(job);
    if (error != FAIR_OK)
        fail(job, error);
    const int others = hand_ends(job, error);
    if (others != FAIR_OK && error == FAIR_OK) {
        if (others == FAIR_EWRITE || others == FAIR_ENOMEM || others == FAIR_ELOST)
            error = others;
    }
    if (error == FAIR_OK && others == FAIR_OK)
        error = flush_outputs(job);
    if (error != FAIR_OK)
        fail(job, error);
    return error != FAIR_OK ? error : others;
}

int fs_deliver(fs_delivery *delivery)
{
    struct job *job = calloc(1, sizeof *job);
    if (fs_ranks_agree_on(delivery->ranks, job != NULL ? FAIR_OK : FAIR_ENOMEM) !=
        FAIR_OK) {
        delivery->failure = (fs_failure){.error = FAIR_ENOMEM, .step = FS_STEP_OTHER};
        free(job);
        return FAIR_ENOMEM;
    }
    const size_t parts = delivery->part_count;
    job->delivery = delivery;
    job->parts = calloc(parts + 1, sizeof *job->parts);
    job->regions = calloc(parts + 1, sizeof *job->regions);
    job->table = calloc((size_t)delivery->ranks->size * parts + 1, sizeof *job->table);
    const int error = run(job);
    for (size_t p = 0; p < parts && job->regions != NULL; p++) {
        delivery->written -= job->regions[p].handed_used;
        free(job->regions[p].handed);
    }
    delivery->written += delivery->bytes;
    for (unsigned i = 0; i < FS_MOST_MEMBERS; i++) {
        delivery->temporary += job->workers[i].read;
        free_worker(&job->workers[i]);
    }
    free(job->parts);
    free(job->regions);
    free(job->table);
    free(job);
    return error;
}
