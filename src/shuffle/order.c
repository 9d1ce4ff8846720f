/* SPDX-License-Identifier: MIT
 *
 * order.c - the order by scattering, on any number of threads.
 *
 *     order(K, records): up to FS_LEAF of them, Fisher-Yates with the generator of K;
 *                        else scatter them over buckets (scatter.h), and
 *                        order(K/0, bucket 0), order(K/1, bucket 1), ... in a row
 *
 * Why it is fair: given the sizes of the buckets, each way to deal the records out to
 * them is equally likely, and each bucket is put in uniform order independently of that;
 * so every order has the same probability.
 *
 * The work at the root is shared by a team: first the chunks, regrouped from the array
 * into a store; then the buckets, gathered from the store back into the array, and
 * finished by one member each. Nothing is written to the array before the second part, so
 * whatever can fail comes before it. Indices can be ordered without an array: then each
 * bucket is handed to the caller (fs_order_indices).
 */
#include "fairshuf.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/base/memory.h"
#include "src/base/par.h"
#include "src/bits/key.h"
#include "src/shuffle/index.h"
#include "src/shuffle/order.h"
#include "src/shuffle/scatter.h"

static void leaf(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
                 size_t size)
{
    fair_rng rng;
    fair_rng_init_key(&rng, key);
    fair_shuffle(&rng, data, n, size);
    fair_rng_wipe(&rng);
}

int fs_order_worker_start(fs_order_worker *worker, size_t n, size_t size)
{
    *worker = (fs_order_worker){0};
    if (n <= FS_LEAF)
        return 1;
    fs_scatter_plan(&worker->store, n, size);
    worker->numbers = malloc(FS_CHUNK);
    worker->store.data = fs_room(fs_scatter_data_bytes(&worker->store));
    worker->store.starts = fs_room(fs_scatter_starts_bytes(&worker->store));
    return worker->numbers != NULL && worker->store.data != NULL &&
           worker->store.starts != NULL;
}

void fs_order_worker_free(fs_order_worker *worker)
{
    free(worker->numbers);
    free(worker->store.data);
    free(worker->store.starts);
    free(worker->bucket);
    *worker = (fs_order_worker){0};
}

void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_order_worker *worker)
{
    if (n <= FS_LEAF) {
        leaf(key, data, n, size);
        return;
    }
    size_t places[FS_MOST_BUCKETS + 1];
    assert(worker->numbers != NULL && worker->store.data != NULL);
    fs_scatter_plan(&worker->store, n, size);
    const unsigned buckets = 1u << worker->store.bits;
    fs_scatter_fill(&worker->store, key, data, 0, fs_chunks(n), worker->numbers);
    fs_scatter_places(&worker->store, places);
    for (unsigned b = 0; b < buckets; b++) {
        unsigned char *bucket = data + places[b] * size;
        fs_scatter_gather(&worker->store, b, bucket);
        if (places[b + 1] - places[b] <= FS_LEAF) /* while it is in the cache */
            fs_order_bucket(key, b, bucket, places[b + 1] - places[b], size, worker);
    }
    for (unsigned b = 0; b < buckets; b++)
        if (places[b + 1] - places[b] > FS_LEAF)
            fs_order_bucket(key, b, data + places[b] * size, places[b + 1] - places[b],
                            size, worker);
}

void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_order_worker *worker)
{
    uint8_t below[FAIR_KEY_SIZE];
    fs_key_derive(below, key, FS_DOMAIN_BUCKET, b);
    fs_order(below, data, n, size, worker);
    fs_wipe(below, sizeof below);
}

/* ---- the root ---------------------------------------------------------------------- */

enum {
    MOST_CHUNKS = 32,  /* in one task: progress is told after each */
    MOST_MEMBERS = 512 /* nobody gains from more threads than this */
};

struct job {
    const uint8_t *key;
    const unsigned char *from; /* NULL: indices */
    unsigned char *to;
    const fs_taker *taker; /* of buckets of indices; NULL: they go to the array */
    fs_scatter store;
    size_t places[FS_MOST_BUCKETS + 1];
    size_t chunks_in_task;
    fs_order_worker *workers; /* one for each member */
    unsigned worker_count;
    const fair_options *options;
    uint64_t before;    /* what was done before this part of the work */
    atomic_size_t done; /* records of this part */
    atomic_int cancelled;
};

static int is_cancelled(struct job *job)
{
    return atomic_load_explicit(&job->cancelled, memory_order_relaxed);
}

/* Only the caller's own thread tells how far the work has come. */
static void report(struct job *job, unsigned member, size_t records)
{
    const uint64_t total = 2 * (uint64_t)job->store.n;
    const uint64_t done =
        job->before + records +
        atomic_fetch_add_explicit(&job->done, records, memory_order_relaxed);
    if (member == 0 && job->options->progress != NULL && records > 0 && done < total &&
        job->options->progress(job->options->context, done, total) != 0)
        atomic_store_explicit(&job->cancelled, 1, memory_order_relaxed);
}

static void regroup_chunks(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    if (is_cancelled(job))
        return;
    const size_t chunks = fs_chunks(job->store.n);
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
    fs_scatter_gather(&job->store, (unsigned)b, to);
    if (is_cancelled(job)) /* nothing is lost */
        return;
    fs_order_bucket(job->key, b, to, n, size, &job->workers[member]);
    report(job, member, n);
}

static void hand_out_bucket(void *context, unsigned member, size_t b)
{
    struct job *job = context;
    const fs_taker *taker = job->taker;
    unsigned char *to = job->workers[member].bucket;
    size_t n = 0;
    if (!is_cancelled(job)) {
        n = job->places[b + 1] - job->places[b];
        fs_scatter_gather(&job->store, (unsigned)b, to);
        fs_order_bucket(job->key, b, to, n, job->store.size, &job->workers[member]);
    }
    if (taker->take(taker->context, member, b, job->places[b], to, n) != 0)
        atomic_store_explicit(&job->cancelled, 1, memory_order_relaxed);
}

/* Takes room from what the call may still allocate, and gives it back. */
static void *take(size_t *budget, size_t bytes)
{
    void *room = bytes <= *budget ? fs_room(bytes) : NULL;
    if (room != NULL)
        *budget -= bytes;
    return room;
}

static void give_back(size_t *budget, void *room, size_t bytes)
{
    if (room != NULL)
        *budget += bytes;
    free(room);
}

/* Allocates the numbers of as many workers as memory allows. Returns how many. */
static unsigned allocate_numbers(fs_order_worker *workers, unsigned members,
                                 size_t *budget)
{
    for (unsigned i = 0; i < members; i++) {
        workers[i].numbers = take(budget, FS_CHUNK);
        if (workers[i].numbers == NULL)
            return i;
    }
    return members;
}

static int take_store(fs_scatter *store, size_t *budget)
{
    store->data = take(budget, fs_scatter_data_bytes(store));
    store->starts = take(budget, fs_scatter_starts_bytes(store));
    return store->data != NULL && store->starts != NULL;
}

static void give_back_store(fs_scatter *store, size_t *budget)
{
    give_back(budget, store->data, fs_scatter_data_bytes(store));
    give_back(budget, store->starts, fs_scatter_starts_bytes(store));
    store->data = NULL;
    store->starts = NULL;
}

/* Allocates what one worker needs for buckets of up to `largest` records: a store, if
 * such a bucket must be scattered again, and room for the bucket, if it is handed out. */
static int allocate_bucket(const struct job *job, fs_order_worker *worker, size_t largest,
                           size_t *budget)
{
    const size_t size = job->store.size;
    if (largest > FS_LEAF) {
        fs_scatter_plan(&worker->store, largest, size);
        if (!take_store(&worker->store, budget)) {
            give_back_store(&worker->store, budget);
            return 0;
        }
    }
    if (job->taker == NULL)
        return 1;
    worker->bucket = take(budget, largest * size);
    if (worker->bucket == NULL && largest > FS_LEAF)
        give_back_store(&worker->store, budget);
    return worker->bucket != NULL;
}

static size_t largest_bucket(const struct job *job)
{
    size_t largest = 0;
    for (unsigned b = 0; b < 1u << job->store.bits; b++)
        if (job->places[b + 1] - job->places[b] > largest)
            largest = job->places[b + 1] - job->places[b];
    return largest;
}

/* Prepares up to `members` workers for the buckets. Returns how many could be prepared.
 * If there is no memory for the first, the numbers of the others are freed for it. */
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
            give_back(budget, job->workers[j].numbers, FS_CHUNK);
            job->workers[j].numbers = NULL;
        }
        return allocate_bucket(job, &job->workers[0], largest, budget) ? 1 : 0;
    }
    return members;
}

static int work(struct job *job, fs_team *team, size_t *budget)
{
    const size_t chunks = fs_chunks(job->store.n);
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
    job->before = job->store.n;
    atomic_store_explicit(&job->done, 0, memory_order_relaxed);
    size_t buckets = (size_t)1 << job->store.bits;
    if (job->taker == NULL) {
        fs_team_run(team, members, buckets, finish_bucket, job);
    } else {
        while (job->places[buckets - 1] >= job->taker->wanted)
            buckets--;
        fs_team_run(team, members, buckets, hand_out_bucket, job);
    }
    return is_cancelled(job) ? FAIR_ECANCELED : FAIR_OK;
}

static int order_large(struct job *job)
{
    const fair_options *options = job->options;
    const size_t chunks = fs_chunks(job->store.n);
    size_t budget = options->memory > 0 ? options->memory : SIZE_MAX;
    size_t members = options->threads > 0 ? options->threads : fs_par_cpus();
    if (members > chunks)
        members = chunks;
    if (members > MOST_MEMBERS)
        members = MOST_MEMBERS;
    int error = FAIR_ENOMEM;
    job->workers = calloc(members, sizeof *job->workers);
    if (job->workers != NULL && take_store(&job->store, &budget))
        job->worker_count = allocate_numbers(job->workers, (unsigned)members, &budget);
    if (job->worker_count > 0) {
        const int own = job->taker == NULL;
        fs_team *team = own ? fs_team_start(job->worker_count) : job->taker->team;
        error = work(job, team, &budget);
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
                     const fair_options *options, const fs_taker *taker)
{
    struct job job = {.key = key, .options = options, .taker = taker};
    fs_scatter_plan(&job.store, n, size);
    return order_large(&job);
}

static void order_small(const struct job *job)
{
    const size_t n = job->store.n, size = job->store.size;
    if (job->from == NULL)
        fs_index_count(job->to, n, size);
    else if (job->from != job->to)
        memcpy(job->to, job->from, n * size);
    leaf(job->key, job->to, n, size);
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
    if (!fs_fits(n, size)) /* so 2 n is a number, too */
        return FAIR_ERANGE;
    struct job job = {.key = key, .from = from, .to = to, .options = options};
    fs_scatter_plan(&job.store, n, size);
    const uint64_t total = 2 * (uint64_t)n;
    if (options->progress != NULL && options->progress(options->context, 0, total) != 0)
        return FAIR_ECANCELED;
    int error = FAIR_OK;
    if (n <= FS_LEAF)
        order_small(&job);
    else
        error = order_large(&job);
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
