/* SPDX-License-Identifier: MIT
 *
 * order_parallel.c - the order by scattering (order.c), with any number of threads.
 *
 * A team divides the first step. First the chunks of the array are regrouped into a
 * store. Then the buckets are gathered from the store back into the array, and each of
 * them is put in order by one member. Nothing is written to the array before the second
 * part, and memory is allocated only before it.
 *
 * Indices can be ordered without an array: then each bucket goes to a consumer
 * (fs_order_indices).
 */
#include "fairshuf.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/base/memory.h"
#include "src/base/par.h"
#include "src/shuffle/index.h"
#include "src/shuffle/order.h"
#include "src/shuffle/scatter.h"

enum {
    MOST_CHUNKS = 32,   /* in one task: progress is reported after each task */
    MOST_MEMBERS = 512, /* more threads do not help */
};

struct job {
    const uint8_t *key;        /* of the root */
    const unsigned char *from; /* the records; NULL: the indices 0..n-1 */
    unsigned char *to;         /* where the order goes; not used if there is a consumer */
    const fs_consumer *consumer; /* gets buckets of indices; NULL: they go to the array */
    const fair_options *options; /* never NULL */

    fs_scatter store;                   /* the records after the first part */
    size_t places[FS_MOST_BUCKETS + 1]; /* where buckets start in the order */
    size_t chunks_in_task;              /* of the first part */
    fs_order_worker *workers;           /* one for each member */
    unsigned worker_count;              /* workers that have numbers */

    uint64_t done_before; /* records done before this part of the work */
    atomic_size_t done;   /* records of this part */
    atomic_int cancelled; /* whether to stop */
};

static int is_cancelled(struct job *job)
{
    return atomic_load_explicit(&job->cancelled, memory_order_relaxed);
}

static void cancel(struct job *job)
{
    atomic_store_explicit(&job->cancelled, 1, memory_order_relaxed);
}

/* Adds to the records done. Only the caller's own thread reports progress. */
static void report(struct job *job, unsigned member, size_t records)
{
    const uint64_t total = 2 * (uint64_t)job->store.n;
    const uint64_t done =
        job->done_before + records +
        atomic_fetch_add_explicit(&job->done, records, memory_order_relaxed);
    if (member == 0 && job->options->progress != NULL && records > 0 && done < total &&
        job->options->progress(job->options->context, done, total) != 0)
        cancel(job);
}

/* ---- tasks ------------------------------------------------------------------------- */

static void regroup_chunks(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    if (is_cancelled(job))
        return;
    const size_t chunks = fs_chunk_count(job->store.n);
    const size_t first = task * job->chunks_in_task;
    size_t last = first + job->chunks_in_task;
    if (last > chunks)
        last = chunks;
    fs_scatter_fill(&job->store, job->key, job->from, first, last,
                    job->workers[member].numbers);
    const size_t end = last == chunks ? job->store.n : last * FS_CHUNK;
    report(job, member, end - first * FS_CHUNK);
}

static void finish_bucket(void *context, unsigned member, size_t b)
{
    struct job *job = context;
    const size_t size = job->store.size, n = job->places[b + 1] - job->places[b];
    unsigned char *to = job->to + job->places[b] * size;
    fs_scatter_gather(&job->store, (unsigned)b, to); /* even then: no record is lost */
    if (is_cancelled(job))
        return;
    fs_order_bucket(job->key, b, to, n, size, &job->workers[member]);
    report(job, member, n);
}

static void consume_bucket(void *context, unsigned member, size_t b)
{
    struct job *job = context;
    const fs_consumer *consumer = job->consumer;
    unsigned char *to = job->workers[member].bucket;
    size_t n = 0;
    if (!is_cancelled(job)) {
        n = job->places[b + 1] - job->places[b];
        fs_scatter_gather(&job->store, (unsigned)b, to);
        fs_order_bucket(job->key, b, to, n, job->store.size, &job->workers[member]);
    }
    if (consumer->consume(consumer->context, member, b, job->places[b], to, n) != 0)
        cancel(job);
}

/* ---- memory ------------------------------------------------------------------------ *
 *
 * `budget` is the number of bytes that the call may still allocate. */

static void *allocate(size_t *budget, size_t bytes)
{
    void *memory = bytes <= *budget ? fs_allocate(bytes) : NULL;
    if (memory != NULL)
        *budget -= bytes;
    return memory;
}

static void release(size_t *budget, void *memory, size_t bytes)
{
    if (memory != NULL)
        *budget += bytes;
    free(memory);
}

/* Allocates the numbers of as many workers as memory allows. Returns how many. */
static unsigned allocate_numbers(fs_order_worker *workers, unsigned members,
                                 size_t *budget)
{
    for (unsigned i = 0; i < members; i++) {
        workers[i].numbers = allocate(budget, FS_CHUNK);
        if (workers[i].numbers == NULL)
            return i;
    }
    return members;
}

static int allocate_store(fs_scatter *store, size_t *budget)
{
    store->data = allocate(budget, fs_scatter_data_bytes(store));
    store->starts = allocate(budget, fs_scatter_starts_bytes(store));
    return store->data != NULL && store->starts != NULL;
}

static void release_store(fs_scatter *store, size_t *budget)
{
    release(budget, store->data, fs_scatter_data_bytes(store));
    release(budget, store->starts, fs_scatter_starts_bytes(store));
    store->data = NULL;
    store->starts = NULL;
}

static size_t largest_bucket(const struct job *job)
{
    size_t largest = 0;
    for (unsigned b = 0; b < 1u << job->store.bits; b++)
        if (job->places[b + 1] - job->places[b] > largest)
            largest = job->places[b + 1] - job->places[b];
    return largest;
}

/* Allocates what one worker needs for buckets of up to `largest` records: a store, if
 * such a bucket must be scattered again, and space for the bucket, if there is a
 * consumer. Returns whether it could. */
static int allocate_bucket(const struct job *job, fs_order_worker *worker, size_t largest,
                           size_t *budget)
{
    const size_t size = job->store.size;
    const int scatters = largest > FS_LEAF;
    if (scatters) {
        fs_scatter_plan(&worker->store, largest, size);
        if (!allocate_store(&worker->store, budget)) {
            release_store(&worker->store, budget);
            return 0;
        }
    }
    if (job->consumer == NULL)
        return 1;
    worker->bucket = allocate(budget, largest * size);
    if (worker->bucket == NULL && scatters)
        release_store(&worker->store, budget);
    return worker->bucket != NULL;
}

/* Prepares up to `members` workers for the second part. Returns how many it could
 * prepare. If there is no memory for the first, the numbers of the others are freed. */
static unsigned prepare_workers(struct job *job, unsigned members, size_t *budget)
{
    const unsigned buckets = 1u << job->store.bits;
    const size_t largest = largest_bucket(job);
    if (members > buckets)
        members = buckets;
    for (unsigned i = 0; i < members; i++) {
        if (allocate_bucket(job, &job->workers[i], largest, budget))
            continue;
        if (i > 0)
            return i;
        for (unsigned j = 1; j < job->worker_count; j++) {
            release(budget, job->workers[j].numbers, FS_CHUNK);
            job->workers[j].numbers = NULL;
        }
        return allocate_bucket(job, &job->workers[0], largest, budget) ? 1 : 0;
    }
    return members;
}

/* ---- the job ----------------------------------------------------------------------- */

static int run_job(struct job *job, fs_team *team, size_t *budget)
{
    const size_t chunks = fs_chunk_count(job->store.n);
    unsigned members = fs_team_size(team);
    if (members > job->worker_count)
        members = job->worker_count;
    job->chunks_in_task = chunks / members / 8;
    if (job->chunks_in_task > MOST_CHUNKS)
        job->chunks_in_task = MOST_CHUNKS;
    if (job->chunks_in_task == 0)
        job->chunks_in_task = 1;
    fs_team_run(team, members, (chunks - 1) / job->chunks_in_task + 1, regroup_chunks,
                job);
    if (is_cancelled(job))
        return FAIR_ECANCELED;
    fs_scatter_places(&job->store, job->places);
    members = prepare_workers(job, members, budget);
    if (members == 0)
        return FAIR_ENOMEM;
    job->done_before = job->store.n;
    atomic_store_explicit(&job->done, 0, memory_order_relaxed);
    size_t buckets = (size_t)1 << job->store.bits;
    if (job->consumer == NULL) {
        fs_team_run(team, members, buckets, finish_bucket, job);
    } else {
        while (job->places[buckets - 1] >= job->consumer->wanted)
            buckets--;
        fs_team_run(team, members, buckets, consume_bucket, job);
    }
    return is_cancelled(job) ? FAIR_ECANCELED : FAIR_OK;
}

static int order_large(struct job *job)
{
    const fair_options *options = job->options;
    const size_t chunks = fs_chunk_count(job->store.n);
    size_t budget = options->memory > 0 ? options->memory : SIZE_MAX;
    size_t members = options->threads > 0 ? options->threads : fs_usable_cpus();
    if (members > chunks)
        members = chunks;
    if (members > MOST_MEMBERS)
        members = MOST_MEMBERS;
    int error = FAIR_ENOMEM;
    job->workers = calloc(members, sizeof *job->workers);
    if (job->workers != NULL && allocate_store(&job->store, &budget))
        job->worker_count = allocate_numbers(job->workers, (unsigned)members, &budget);
    if (job->worker_count > 0) {
        const int own = job->consumer == NULL;
        fs_team *team = own ? fs_team_start(job->worker_count) : job->consumer->team;
        error = run_job(job, team, &budget);
        if (own)
            fs_team_stop(team);
    }
    for (size_t i = 0; job->workers != NULL && i < members; i++)
        fs_order_worker_free(&job->workers[i]);
    free(job->workers);
    free(job->store.starts);
    free(job->store.data);
    return error;
}

int fs_order_indices(const uint8_t key[FAIR_KEY_SIZE], size_t n, size_t size,
                     const fair_options *options, const fs_consumer *consumer)
{
    assert(n > FS_LEAF && (size == 4 || size == 8) && consumer->wanted > 0);
    struct job job = {.key = key, .options = options, .consumer = consumer};
    fs_scatter_plan(&job.store, n, size);
    return order_large(&job);
}

static void order_small(const struct job *job, size_t n, size_t size)
{
    if (job->from == NULL)
        fs_index_identity(job->to, n, size);
    else if (job->from != job->to)
        memcpy(job->to, job->from, n * size);
    fs_order(job->key, job->to, n, size, NULL);
}

static int order(const uint8_t key[FAIR_KEY_SIZE], void *to, const void *from, size_t n,
                 size_t size, const fair_options *options)
{
    static const fair_options usual;
    if (options == NULL)
        options = &usual;
    if (!FS_RESERVED_UNUSED(options))
        return FAIR_EINVAL;
    if (n == 0 || size == 0)
        return FAIR_OK;
    if (!fs_fits(n, size)) /* so 2 n does not overflow */
        return FAIR_ERANGE;
    struct job job = {.key = key, .from = from, .to = to, .options = options};
    const uint64_t total = 2 * (uint64_t)n;
    if (options->progress != NULL && options->progress(options->context, 0, total) != 0)
        return FAIR_ECANCELED;
    int error = FAIR_OK;
    if (n <= FS_LEAF) {
        order_small(&job, n, size);
    } else {
        fs_scatter_plan(&job.store, n, size);
        error = order_large(&job);
    }
    if (error == FAIR_OK && options->progress != NULL)
        options->progress(options->context, total, total);
    return error;
}

int fair_shuffle_parallel(const uint8_t key[FAIR_KEY_SIZE], void *base, size_t n,
                          size_t size, const fair_options *options)
{
    return order(key, base, base, n, size, options);
}

int fair_shuffle_parallel_copy(const uint8_t key[FAIR_KEY_SIZE], void *to,
                               const void *from, size_t n, size_t size,
                               const fair_options *options)
{
    return order(key, to, from, n, size, options);
}

int fair_permutation_parallel32(const uint8_t key[FAIR_KEY_SIZE], uint32_t *p, size_t n,
                                const fair_options *options)
{
    if (!fs_index_fits32(n))
        return FAIR_ERANGE;
    return order(key, p, NULL, n, sizeof *p, options);
}

int fair_permutation_parallel64(const uint8_t key[FAIR_KEY_SIZE], uint64_t *p, size_t n,
                                const fair_options *options)
{
    return order(key, p, NULL, n, sizeof *p, options);
}
