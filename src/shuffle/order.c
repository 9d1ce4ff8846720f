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

int fs_workspace_open(fs_workspace *workspace, size_t n, size_t size)
{
    *workspace = (fs_workspace){0};
    if (n <= FS_LEAF)
        return 1;
    fs_scatter_plan(&workspace->store, n, size);
    workspace->numbers = malloc(FS_CHUNK);
    workspace->store.data = fs_allocate(fs_scatter_data_bytes(&workspace->store));
    workspace->store.starts = fs_allocate(fs_scatter_starts_bytes(&workspace->store));
    return workspace->numbers != NULL && workspace->store.data != NULL &&
           workspace->store.starts != NULL;
}

void fs_workspace_close(fs_workspace *workspace)
{
    free(workspace->numbers);
    free(workspace->store.data);
    free(workspace->store.starts);
    *workspace = (fs_workspace){0};
}

void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_workspace *workspace)
{
    if (n <= FS_LEAF) {
        leaf(key, data, n, size);
        return;
    }
    size_t places[FS_MOST_BUCKETS + 1];
    fs_scatter_plan(&workspace->store, n, size);
    const unsigned buckets = 1u << workspace->store.bits;
    fs_scatter_fill(&workspace->store, key, data, 0, fs_chunk_count(n),
                    workspace->numbers);
    fs_scatter_places(&workspace->store, places);
    for (unsigned b = 0; b < buckets; b++) {
        unsigned char *bucket = data + places[b] * size;
        fs_scatter_gather(&workspace->store, b, bucket);
        if (places[b + 1] - places[b] <= FS_LEAF) /* while it is in the cache */
            fs_order_bucket(key, b, bucket, places[b + 1] - places[b], size, workspace);
    }
    for (unsigned b = 0; b < buckets; b++)
        if (places[b + 1] - places[b] > FS_LEAF)
            fs_order_bucket(key, b, data + places[b] * size, places[b + 1] - places[b],
                            size, workspace);
}

void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_workspace *workspace)
{
    uint8_t below[FAIR_KEY_SIZE];
    fs_key_derive(below, key, FS_DOMAIN_BUCKET, b);
    fs_order(below, data, n, size, workspace);
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
    const fs_consumer *consumer; /* of buckets of indices; NULL: they go to the array */
    size_t bucket_at; /* where in a workspace's store there is room for such a bucket */
    fs_scatter store;
    size_t places[FS_MOST_BUCKETS + 1];
    size_t chunks_in_task;
    fs_workspace *workspaces; /* one for each member */
    unsigned workspace_count;
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
    const size_t chunks = fs_chunk_count(job->store.n);
    const size_t first = task * job->chunks_in_task;
    size_t last = first + job->chunks_in_task;
    if (last > chunks)
        last = chunks;
    fs_scatter_fill(&job->store, job->key, job->from, first, last,
                    job->workspaces[member].numbers);
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
    fs_order_bucket(job->key, b, to, n, size, &job->workspaces[member]);
    report(job, member, n);
}

static void hand_out_bucket(void *context, unsigned member, size_t b)
{
    struct job *job = context;
    const fs_consumer *consumer = job->consumer;
    unsigned char *to = job->workspaces[member].store.data + job->bucket_at;
    size_t n = 0;
    if (!is_cancelled(job)) {
        n = job->places[b + 1] - job->places[b];
        fs_scatter_gather(&job->store, (unsigned)b, to);
        fs_order_bucket(job->key, b, to, n, job->store.size, &job->workspaces[member]);
    }
    if (consumer->consume(consumer->context, member, b, job->places[b], to, n) != 0)
        atomic_store_explicit(&job->cancelled, 1, memory_order_relaxed);
}

/* Takes room from what the call may still allocate, and gives it back. */
static void *take(size_t *budget, size_t bytes)
{
    void *room = bytes <= *budget ? fs_allocate(bytes) : NULL;
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

/* Desks with room for numbers, for as many members as memory allows. */
static unsigned set_up(fs_workspace *workspaces, unsigned members, size_t *budget)
{
    for (unsigned i = 0; i < members; i++) {
        workspaces[i].numbers = take(budget, FS_CHUNK);
        if (workspaces[i].numbers == NULL)
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

/* Gives the first members a store for the largest bucket, if that must be scattered
 * again, with room for the bucket itself behind that, if it is handed out. Returns how
 * many have what they need, as far as memory goes. The last resort is what the other
 * members had for their numbers. */
static unsigned furnish(struct job *job, unsigned members, size_t *budget)
{
    const unsigned buckets = 1u << job->store.bits;
    size_t largest = 0;
    for (unsigned b = 0; b < buckets; b++)
        if (job->places[b + 1] - job->places[b] > largest)
            largest = job->places[b + 1] - job->places[b];
    if (members > buckets)
        members = buckets;
    size_t room = largest > FS_LEAF ? largest : 0;
    job->bucket_at = room * job->store.size;
    room += job->consumer != NULL ? largest : 0;
    if (room == 0)
        return members;
    for (unsigned i = 0; i < members; i++) {
        fs_scatter *store = &job->workspaces[i].store;
        fs_scatter_plan(store, room, job->store.size);
        if (take_store(store, budget))
            continue;
        give_back_store(store, budget);
        if (i > 0)
            return i;
        for (unsigned j = 1; j < job->workspace_count; j++) {
            give_back(budget, job->workspaces[j].numbers, FS_CHUNK);
            job->workspaces[j].numbers = NULL;
        }
        members = 1;
        if (!take_store(store, budget))
            return 0;
    }
    return members;
}

static int work(struct job *job, fs_team *team, size_t *budget)
{
    const size_t chunks = fs_chunk_count(job->store.n);
    unsigned members = fs_team_size(team);
    if (members > job->workspace_count)
        members = job->workspace_count;
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
    const unsigned furnished = furnish(job, members, budget);
    if (furnished == 0)
        return FAIR_ENOMEM;
    job->before = job->store.n;
    atomic_store_explicit(&job->done, 0, memory_order_relaxed);
    size_t buckets = (size_t)1 << job->store.bits;
    if (job->consumer == NULL) {
        fs_team_run(team, furnished, buckets, finish_bucket, job);
    } else {
        while (job->places[buckets - 1] >= job->consumer->wanted)
            buckets--;
        fs_team_run(team, furnished, buckets, hand_out_bucket, job);
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
    job->workspaces = calloc(members, sizeof *job->workspaces);
    if (job->workspaces != NULL && take_store(&job->store, &budget))
        job->workspace_count = set_up(job->workspaces, (unsigned)members, &budget);
    if (job->workspace_count > 0) {
        const int own = job->consumer == NULL;
        fs_team *team = own ? fs_team_start(job->workspace_count) : job->consumer->team;
        error = work(job, team, &budget);
        if (own)
            fs_team_stop(team);
    }
    for (size_t i = 0; job->workspaces != NULL && i < members; i++)
        fs_workspace_close(&job->workspaces[i]);
    free(job->workspaces);
    free(job->store.starts);
    free(job->store.data);
    return error;
}

int fs_order_indices(const uint8_t key[FAIR_KEY_SIZE], size_t n, size_t size,
                     const fair_options *options, const fs_consumer *consumer)
{
    struct job job = {.key = key, .options = options, .consumer = consumer};
    fs_scatter_plan(&job.store, n, size);
    return order_large(&job);
}

static void order_small(const struct job *job)
{
    const size_t n = job->store.n, size = job->store.size;
    if (job->from == NULL)
        fs_index_identity(job->to, n, size);
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
