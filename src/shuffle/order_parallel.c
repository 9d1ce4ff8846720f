/* SPDX-License-Identifier: MIT
 *
 * order_parallel.c - the order by scattering (order.c), with any number of threads.
 *
 * A team of threads distributes the records together (distribute.h): each member reads
 * one stripe of the array. Then each bucket is completed and put in order by one member.
 * All memory is allocated before anything is written to the array.
 *
 * Buckets have nearly the same size, so each member has memory for buckets of up to twice
 * the mean size. Larger buckets practically never occur. They wait until all others are
 * done. Then the caller's thread puts them in order, in the memory of the distribution,
 * which is free by then.
 *
 * Buckets of indices can be passed to a consumer as soon as they are in order
 * (fs_order_indices).
 */
#include "fairshuf.h"

#include <assert.h>

#include "src/base/atomics.h"
#include "src/base/base.h"
#include "src/base/memory.h"
#include "src/base/par.h"
#include "src/shuffle/index.h"
#include "src/shuffle/order.h"

enum {
    REPORT_CHUNKS = 4,  /* progress is reported after this many chunks */
    MOST_MEMBERS = 512, /* more threads do not help */
};

/* A member has memory for buckets of up to this many times the mean size. */
#ifndef FS_BUCKET_FACTOR
#define FS_BUCKET_FACTOR 2
#endif

struct job {
    fs_distribution d;           /* of the root */
    size_t wanted;               /* places that must be in order, from the first on */
    const fs_consumer *consumer; /* gets buckets that are in order; or NULL */
    const fair_options *options; /* never NULL */

    size_t capacity;       /* the largest bucket that a member has memory for */
    unsigned char *shared; /* for one distribution: the table and the first stripe */
    unsigned members;      /* number of members that have memory */
    unsigned char *memory[MOST_MEMBERS];   /* of each member */
    fs_stripe *stripes[MOST_MEMBERS];      /* of each member */
    fs_order_worker workers[MOST_MEMBERS]; /* for buckets that are scattered again */

    uint64_t done_before;     /* records done before this part of the work */
    FS_ATOMIC(size_t) done;   /* records of this part */
    FS_ATOMIC(int) cancelled; /* whether to stop */
};

static int is_cancelled(struct job *job)
{
    return fs_atomic_load(&job->cancelled);
}

static void cancel(struct job *job)
{
    fs_atomic_store(&job->cancelled, 1);
}

/* Adds to the records done. Only the caller's own thread reports progress. */
static void report(struct job *job, unsigned member, size_t records)
{
    const uint64_t total = 2 * (uint64_t)job->d.n;
    const uint64_t done = job->done_before + records + fs_atomic_add(&job->done, records);
    if (member == 0 && job->options->progress != NULL && records > 0 && done < total &&
        job->options->progress(job->options->context, done, total) != 0)
        cancel(job);
}

/* ---- tasks ------------------------------------------------------------------------- */

static void fill_stripe(void *context, unsigned member, size_t s)
{
    struct job *job = context;
    size_t records;
    while (!is_cancelled(job) &&
           (records = fs_stripe_fill(&job->d, job->stripes[s], REPORT_CHUNKS)) > 0)
        report(job, member, records);
}

static void give_back_stripe(void *context, unsigned member, size_t s)
{
    struct job *job = context;
    (void)member;
    fs_stripe_give_back(&job->d, job->stripes[s]);
}

static void move_stripe(void *context, unsigned member, size_t s)
{
    struct job *job = context;
    (void)member;
    fs_stripe_move(&job->d, job->stripes[s]);
}

static void finish_bucket(void *context, unsigned member, size_t b)
{
    struct job *job = context;
    const fs_distribution *d = &job->d;
    const fs_consumer *consumer = job->consumer;
    const size_t place = d->places[b];
    unsigned char *bucket = d->to + place * d->size;
    size_t n = d->places[b + 1] - place;
    fs_place_bucket(d, (unsigned)b); /* even if cancelled: no record is lost */
    if (is_cancelled(job) || (n > job->capacity && place < job->wanted))
        n = 0; /* nothing, or later: finish_large_buckets() */
    else if (place < job->wanted)
        fs_order_bucket_head(d->key, b, bucket, n, d->size, job->wanted - place,
                             &job->workers[member]);
    if (consumer == NULL)
        report(job, member, n);
    else if (consumer->consume(consumer->context, member, b, place, bucket, n) != 0)
        cancel(job);
}

/* ---- memory ------------------------------------------------------------------------ */

static unsigned wanted_members(size_t n, const fair_options *options)
{
    const size_t chunks = fs_chunk_count(n);
    size_t members = options->threads > 0 ? options->threads : fs_cpu_count();
    if (members > chunks)
        members = chunks;
    return (unsigned)(members < MOST_MEMBERS ? members : MOST_MEMBERS);
}

/* The size of the largest bucket that a member can put in order. Buckets of up to FS_LEAF
 * records need no memory. A consumer gets buckets in order, so none of them can wait. */
static size_t bucket_capacity(size_t n, int has_consumer)
{
    const size_t mean = n >> fs_scatter_bits(n);
    if (has_consumer)
        return n;
    return mean > FS_AIM && mean > FS_LEAF / FS_BUCKET_FACTOR ? FS_BUCKET_FACTOR * mean
                                                              : FS_LEAF;
}

/* The bytes that member i needs for its stripe: none for the first, which is in the
 * shared memory. */
static size_t own_stripe_bytes(size_t n, size_t size, unsigned i)
{
    return i == 0 ? 0 : fs_stripe_bytes(n, size, fs_block_length(n, size));
}

/* The bytes that member i needs for its stripe and for a bucket. May be 0. */
static size_t member_bytes(size_t n, size_t size, size_t capacity, unsigned i)
{
    return own_stripe_bytes(n, size, i) + fs_order_worker_bytes(capacity, size);
}

size_t fs_order_memory_needed(size_t n, size_t size, const fair_options *options)
{
    static const fair_options usual;
    if (n <= FS_LEAF || size == 0)
        return 0;
    const unsigned members = wanted_members(n, options == NULL ? &usual : options);
    const size_t capacity = bucket_capacity(n, 0);
    return fs_order_worker_bytes(n, size) + member_bytes(n, size, capacity, 0) +
           (members - 1) * member_bytes(n, size, capacity, 1) + fs_team_bytes(members);
}

/* Allocates the memory of up to `members` members. */
static void start_members(struct job *job, unsigned members, fs_memory *memory)
{
    const size_t n = job->d.n, size = job->d.size;
    for (unsigned i = 0; i < members; i++) {
        const size_t bytes = member_bytes(n, size, job->capacity, i);
        if (memory->left < bytes + fs_team_bytes(i + 1))
            break; /* without memory for a team, the caller would be alone */
        job->memory[i] = bytes > 0 ? fs_memory_get(memory, bytes) : NULL;
        if (bytes > 0 && job->memory[i] == NULL)
            break;
        if (job->capacity > FS_LEAF)
            job->workers[i] = fs_order_worker_in(
                job->memory[i] + own_stripe_bytes(n, size, i), job->capacity, size);
        job->members++;
    }
}

static void free_members(struct job *job, fs_memory *memory)
{
    for (unsigned i = 0; i < job->members; i++)
        fs_memory_free(memory, job->memory[i],
                       member_bytes(job->d.n, job->d.size, job->capacity, i));
}

/* Divides the array into one stripe for each member. */
static void start_stripes(struct job *job, unsigned members)
{
    fs_distribution *d = &job->d;
    const size_t chunks = fs_chunk_count(d->n);
    size_t first = 0;
    d->stripes = job->stripes;
    d->stripe_count = members;
    for (unsigned i = 0; i < members; i++) {
        const size_t part = chunks / members + (i < chunks % members);
        const size_t last = i + 1 == members ? d->n : first + part * FS_CHUNK;
        job->stripes[i] =
            fs_stripe_start(d, first, last, i == 0 ? job->shared : job->memory[i]);
        first = last;
    }
}

/* ---- the job ----------------------------------------------------------------------- */

/* Puts in order the buckets that are too large for the memory of a member. */
static void finish_large_buckets(struct job *job)
{
    const fs_distribution *d = &job->d;
    fs_order_worker worker = fs_order_worker_in(job->shared, d->n, d->size);
    for (size_t b = 0; b < (size_t)1 << d->bits && !is_cancelled(job); b++) {
        const size_t place = d->places[b], n = d->places[b + 1] - place;
        if (n <= job->capacity || place >= job->wanted)
            continue;
        fs_order_bucket_head(d->key, b, d->to + place * d->size, n, d->size,
                             job->wanted - place, &worker);
        report(job, 0, n);
    }
}

static int run_job(struct job *job, fs_team *team)
{
    fs_distribution *d = &job->d;
    unsigned members = fs_team_size(team);
    if (members > job->members)
        members = job->members;
    start_stripes(job, members);
    fs_team_run(team, members, members, fill_stripe, job);
    if (is_cancelled(job)) {
        if (d->from == d->to)
            fs_team_run(team, members, members, give_back_stripe, job);
        return FAIR_ECANCELED;
    }
    fs_distribution_arrange(d);
    fs_team_run(team, members, members, move_stripe, job);
    fs_distribution_close_cycles(d);
    job->done_before = d->n;
    fs_atomic_store(&job->done, 0);
    size_t buckets = (size_t)1 << d->bits;
    while (job->consumer != NULL && d->places[buckets - 1] >= job->wanted)
        buckets--; /* the others are not needed */
    fs_team_run(team, members, buckets, finish_bucket, job);
    finish_large_buckets(job);
    return is_cancelled(job) ? FAIR_ECANCELED : FAIR_OK;
}

/* What to put in order, and where. */
struct request {
    const uint8_t *key;          /* of the root */
    const unsigned char *from;   /* the records; NULL: the indices 0..n-1 */
    unsigned char *to;           /* the array; may be `from` */
    size_t n, size;              /* number of records, and bytes of each */
    size_t wanted;               /* as in the job */
    const fs_consumer *consumer; /* as in the job */
};

static int order_large(const struct request *r, const fair_options *options,
                       fs_memory *memory)
{
    const size_t length = fs_block_length(r->n, r->size);
    const size_t shared_bytes = fs_order_worker_bytes(r->n, r->size);
    const int cancel_state = fs_cancel_defer();
    struct job job = {.d = {.key = r->key, .from = r->from, .to = r->to},
                      .wanted = r->wanted,
                      .consumer = r->consumer,
                      .options = options,
                      .capacity = bucket_capacity(r->n, r->consumer != NULL),
                      .shared = fs_memory_get(memory, shared_bytes)};
    int error = FAIR_ENOMEM;
    if (job.shared != NULL) {
        fs_distribution_start(&job.d, r->n, r->size, length,
                              job.shared + fs_stripe_bytes(r->n, r->size, length));
        start_members(&job, wanted_members(r->n, options), memory);
    }
    if (job.members > 0) {
        const int own = r->consumer == NULL;
        fs_team *team = own ? fs_team_start(job.members, memory) : r->consumer->team;
        error = run_job(&job, team);
        if (own)
            fs_team_stop(team);
    }
    free_members(&job, memory);
    fs_memory_free(memory, job.shared, shared_bytes);
    fs_cancel_allow(cancel_state);
    return error;
}

int fs_order_indices(const uint8_t key[FAIR_KEY_SIZE], size_t n, size_t size,
                     const fair_options *options, const fs_consumer *consumer)
{
    assert(n > FS_LEAF && (size == 4 || size == 8) && consumer->wanted > 0);
    fs_memory memory = fs_memory_start(options);
    unsigned char *indices = fs_memory_get(&memory, n * size);
    if (indices == NULL)
        return FAIR_ENOMEM;
    const struct request request = {key,     NULL, indices, n, size, consumer->wanted,
                                    consumer};
    const int error = order_large(&request, options, &memory);
    fs_memory_free(&memory, indices, n * size);
    return error;
}

static void order_small(const struct request *r)
{
    if (r->from == NULL)
        fs_index_identity(r->to, r->n, r->size);
    else if (r->from != r->to)
        memcpy(r->to, r->from, r->n * r->size);
    fs_order_leaf(r->key, r->to, r->n, r->size, r->wanted);
}

static int order_array(const uint8_t key[FAIR_KEY_SIZE], void *to, const void *from,
                       size_t n, size_t size, size_t wanted, const fair_options *options)
{
    static const fair_options usual;
    const struct request request = {key, from, to, n, size, wanted, NULL};
    if (options == NULL)
        options = &usual;
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    if (n == 0 || size == 0)
        return FAIR_OK;
    if (!fs_order_fits(n, size)) /* so 2 n does not overflow */
        return FAIR_ERANGE;
    fs_memory memory = fs_memory_start(options);
    const uint64_t total = 2 * (uint64_t)n;
    if (options->progress != NULL && options->progress(options->context, 0, total) != 0)
        return FAIR_ECANCELED;
    int error = FAIR_OK;
    if (n <= FS_LEAF)
        order_small(&request);
    else
        error = order_large(&request, options, &memory);
    if (error == FAIR_OK && options->progress != NULL)
        options->progress(options->context, total, total);
    return error;
}

int fair_shuffle_parallel(const uint8_t key[FAIR_KEY_SIZE], void *base, size_t n,
                          size_t size, const fair_options *options)
{
    return order_array(key, base, base, n, size, n, options);
}

int fair_shuffle_parallel_head(const uint8_t key[FAIR_KEY_SIZE], void *base, size_t n,
                               size_t size, size_t k, const fair_options *options)
{
    return order_array(key, base, base, n, size, k, options);
}

int fair_shuffle_parallel_copy(const uint8_t key[FAIR_KEY_SIZE], void *to,
                               const void *from, size_t n, size_t size,
                               const fair_options *options)
{
    return order_array(key, to, from, n, size, n, options);
}

int fair_permutation_parallel32(const uint8_t key[FAIR_KEY_SIZE], uint32_t *p, size_t n,
                                const fair_options *options)
{
    if (!fs_index_fits32(n))
        return FAIR_ERANGE;
    return order_array(key, p, NULL, n, sizeof *p, n, options);
}

int fair_permutation_parallel64(const uint8_t key[FAIR_KEY_SIZE], uint64_t *p, size_t n,
                                const fair_options *options)
{
    return order_array(key, p, NULL, n, sizeof *p, n, options);
}
