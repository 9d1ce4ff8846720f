/* SPDX-License-Identifier: MIT
 *
 * rescatter.c - scatters the records of a bucket over the buckets of a child node. See
 * fs_rescatter() in node.h.
 *
 * A batch is consecutive parts of the bucket, copied together in memory. Either all parts
 * hold records, or all hold references. The batch is cut into shares at the ends of
 * parts, where records always end. Each share becomes a block of the child.
 */
#include "src/records/head.h"

#include <errno.h>
#include <stdlib.h>

#include "src/base/memory.h"

struct job {
    fs_node *node;   /* the node of the bucket */
    fs_node *child;  /* the node that the records go to */
    fs_work *work;   /* threads, limits and temporary file; not owned */
    unsigned low;    /* the first stored bucket of the bucket */
    unsigned high;   /* the stored bucket after the last one of the bucket */
    uint8_t *ranges; /* if the child has ranges of positions: the range of each record */

    unsigned char *data; /* the batch */
    unsigned char *raw;  /* the batch before its stored buckets are merged; NULL if the
                            bucket is one stored bucket */
    size_t capacity;     /* bytes allocated for `data`, and for `raw` */
    size_t room;         /* the most bytes of a batch, unless one part is larger */
    size_t bytes;        /* bytes of the batch */
    size_t first;        /* the first part of the batch */
    size_t parts;        /* the number of parts of the batch */
    size_t at[FS_MOST_PARTS + 1]; /* the offset of each part in the batch */
    int references;               /* all parts of the batch hold references */

    fs_block_plan shares[FS_MOST_PIECES]; /* the block that each share becomes */
    size_t offsets[FS_MOST_PIECES];       /* the offset of each share in the batch */
    size_t share_count;                   /* shares of the batch */

    atomic_int error;  /* FAIR_... */
    atomic_int number; /* the errno of FAIR_ETEMP */
};

static void fail(struct job *job, int error, int number)
{
    atomic_store(&job->number, number);
    atomic_store(&job->error, error);
}

/* ---- reading a batch ------------------------------------------------------------- */

static int is_in_memory(const struct job *job, size_t part)
{
    return part >= job->node->store->segment_count;
}

static int has_references(const struct job *job, size_t part)
{
    const fs_store *store = job->node->store;
    return is_in_memory(job, part) &&
           store->blocks.blocks[part - store->segment_count].references;
}

/* Chooses the parts of the next batch. Returns 0 or an errno. */
static int choose_parts(struct job *job)
{
    const fs_store *store = job->node->store;
    job->first += job->parts;
    job->parts = job->bytes = 0;
    while (job->first + job->parts < fs_store_parts(store) &&
           job->parts < FS_MOST_PARTS) {
        const size_t part = job->first + job->parts;
        uint64_t room[FS_STARTS];
        int error;
        const uint64_t *starts =
            fs_store_starts(store, part, job->low, job->high, room, &error);
        if (starts == NULL)
            return error;
        const uint64_t bytes = starts[job->high - job->low] - starts[0];
        if (job->bytes > 0 && (bytes > job->room || job->bytes > job->room - bytes))
            break;
        if (job->parts > 0 && has_references(job, part) != job->references)
            break;
        job->references = has_references(job, part);
        job->at[job->parts++] = job->bytes;
        job->bytes += (size_t)bytes;
    }
    job->at[job->parts] = job->bytes;
    return 0;
}

static int make_room(struct job *job)
{
    const int merges = job->high > job->low + 1;
    if (job->data != NULL && job->bytes <= job->capacity)
        return FAIR_OK;
    free(job->data);
    free(job->raw);
    job->capacity = job->bytes;
    job->data = fs_allocate(job->capacity + FS_OVERSHOOT);
    job->raw = merges ? fs_allocate(job->capacity + FS_OVERSHOOT) : NULL;
    return job->data == NULL || (merges && job->raw == NULL) ? FAIR_ENOMEM : FAIR_OK;
}

static void load_part(void *context, unsigned member, size_t task)
{
    (void)member;
    struct job *job = context;
    const size_t bytes = job->at[task + 1] - job->at[task];
    unsigned char *to = job->data + job->at[task];
    uint64_t starts[FS_STARTS];
    fs_run run;
    size_t loaded;
    const int number = fs_store_run(
        job->node->store, job->first + task, job->low, job->high,
        job->raw != NULL ? job->raw + job->at[task] : to, bytes, starts, &run, &loaded);
    if (number != 0)
        fail(job, FAIR_ETEMP, number);
    else if (fs_run_bytes(&run) != bytes ||
             (run.data != to && !fs_run_merge(&run, job->node->key, to)))
        fail(job, FAIR_ETEMP, EIO);
}

/* ---- sharing it out -------------------------------------------------------------- */

static void share_out(struct job *job)
{
    const size_t each = job->bytes / (2 * (size_t)fs_team_size(job->work->team)) + 1;
    job->share_count = 0;
    for (size_t part = 0; part < job->parts;) {
        const size_t i = job->share_count++;
        job->offsets[i] = job->at[part];
        job->shares[i] = (fs_block_plan){.references = job->references};
        while (part < job->parts &&
               (job->shares[i].bytes < each || job->share_count == FS_MOST_PIECES))
            job->shares[i].bytes = job->at[++part] - job->offsets[i];
    }
}

static void count_share(void *context, unsigned member, size_t task)
{
    (void)member;
    struct job *job = context;
    fs_block_plan *share = &job->shares[task];
    const size_t count = fs_kept_count(job->data + job->offsets[task], share->bytes);
    share->count = count;
    if (count == SIZE_MAX)
        fail(job, FAIR_ETEMP, EIO);
}

/* A fs_fill: copies share number i to a block of the child. */
static int fill_share(void *context, fs_block *block, size_t i)
{
    struct job *job = context;
    const fs_node *child = job->child;
    const size_t count = (size_t)job->shares[i].count;
    uint8_t *numbers = NULL;
    if (job->ranges == NULL) {
        numbers = malloc(count + 1);
        if (numbers == NULL)
            return FAIR_ENOMEM;
        fs_scatter_numbers(child->key, block->first, count, child->store->blocks.bits,
                           numbers);
    } else if (block->first + count > child->n) { /* more records than there were */
        atomic_store(&job->number, EIO);
        return FAIR_ETEMP;
    }
    fs_block_fill_kept(&child->store->blocks, block, job->data + job->offsets[i], count,
                       numbers != NULL ? numbers : job->ranges + block->first);
    free(numbers);
    return FAIR_OK;
}

/* ---- all of it ------------------------------------------------------------------- */

static void release_batch(struct job *job)
{
    fs_store *store = job->node->store;
    for (size_t i = 0; i < job->parts && !is_in_memory(job, job->first + i); i++) {
        fs_segment_release(store, job->first + i, job->high);
        job->work->file->usage.read += job->at[i + 1] - job->at[i];
    }
}

static int do_batch(struct job *job)
{
    fs_work *work = job->work;
    const unsigned members = fs_team_size(work->team);
    const int number = choose_parts(job);
    if (number != 0)
        fail(job, FAIR_ETEMP, number);
    int error = atomic_load(&job->error);
    if (error == FAIR_OK)
        error = make_room(job);
    if (error != FAIR_OK || job->parts == 0)
        return error;
    fs_team_run(work->team, members, job->parts, load_part, job);
    if (atomic_load(&job->error) == FAIR_OK) {
        share_out(job);
        fs_team_run(work->team, members, job->share_count, count_share, job);
    }
    error = atomic_load(&job->error);
    if (error == FAIR_OK && job->child->wanted > 0)
        error = fs_head_make_room(job->child, work, job->shares, job->share_count);
    if (error == FAIR_OK)
        error = fs_store_add(job->child->store, job->child->key, work->team, job->shares,
                             job->share_count, fill_share, job);
    if (error == FAIR_OK && job->child->wanted > 0)
        error = fs_head_settle(job->child, work);
    if (error != FAIR_OK)
        return error;
    release_batch(job);
    work->rescattered += job->bytes;
    return work->progress != NULL && work->progress(work->context, work->rescattered) != 0
               ? FAIR_ECANCELED
               : FAIR_OK;
}

/* Finds the range of each record, in the order the records came. */
static int find_ranges(struct job *job)
{
    const fs_node *child = job->child;
    if (child->from == NULL)
        return FAIR_OK;
    job->ranges = malloc((size_t)child->n + 1);
    if (job->ranges == NULL)
        return FAIR_ENOMEM;
    for (size_t p = 0; p < child->n; p++)
        job->ranges[child->from[p]] = (uint8_t)(p / child->each);
    return FAIR_OK;
}

int fs_rescatter(fs_node *node, unsigned bucket, fs_node *child, fs_work *work)
{
    assert(child->state == FS_NODE_OPEN && child->store != NULL);
    const uint64_t batch = fs_node_memory(child, work) / 8;
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return FAIR_ENOMEM;
    job->node = node;
    job->child = child;
    job->work = work;
    job->low = bucket << node->shift;
    job->high = (bucket + 1) << node->shift;
    job->room = batch < FS_MOST_BATCH ? (size_t)batch : FS_MOST_BATCH;
    int error = find_ranges(job);
    if (error == FAIR_OK)
        do
            error = do_batch(job);
        while (error == FAIR_OK && job->parts > 0);
    if (atomic_load(&job->number) != 0)
        work->file->error = atomic_load(&job->number);
    free(job->ranges);
    free(job->data);
    free(job->raw);
    free(job);
    return error;
}
