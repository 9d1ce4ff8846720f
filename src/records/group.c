/* SPDX-License-Identifier: MIT
 *
 * group.c - puts consecutive buckets in order and writes them. See group.h.
 *
 * If the output of a bucket fits into the buffer of a thread, each thread writes one
 * bucket at a time: it collects the spans, puts them in order, and copies the records,
 * which are then still in the cache. Otherwise the threads first put all buckets of the
 * group in order, and then each thread copies slices of the result. So buffers stay
 * small, however long the records are.
 */
#include "src/records/group.h"

#include <errno.h>
#include <stdlib.h>

#include "src/base/memory.h"
#include "src/shuffle/order.h"

/* What one thread needs to put a bucket in order. */
struct worker {
    fs_span *entries;    /* the spans of a bucket; NULL if the group is cut into slices */
    unsigned char *data; /* bytes of a bucket loaded from the file; NULL if the group is
                            cut into slices */
    fs_span *arrived;    /* for ranges of positions: spans in the order they came */
    uint32_t *ranks;     /* for ranges of positions: see fs_node_ranks() */
    fs_order_worker order; /* for buckets that are scattered again */
    uint64_t read;         /* bytes loaded */
    int number;            /* the errno of FAIR_ETEMP */
};

struct group {
    fs_node *node;                          /* the node of the buckets; settled */
    fs_gathering *gathering;                /* where the records go; not owned */
    unsigned low;                           /* the first bucket */
    unsigned high;                          /* the bucket after the last one */
    uint64_t position;                      /* the position of the group's first record */
    uint64_t starts[FS_MOST_BUCKETS + 1];   /* records of the group before each bucket */
    uint64_t loads[FS_MOST_BUCKETS + 1];    /* loaded bytes before each bucket */
    struct worker workers[FS_MOST_MEMBERS]; /* [members]: one for each thread */
    unsigned members;                       /* threads that put buckets in order */

    fs_span *entries;    /* the spans of all buckets, if the group is cut into slices */
    unsigned char *data; /* bytes of all buckets loaded from the file, if the group is cut
                            into slices */
    size_t slice;        /* records in a slice; 0: the group is not cut into slices */
};

/* ---- a bucket in order ----------------------------------------------------------- */

static int damaged(struct worker *worker, int number)
{
    worker->number = number;
    return FAIR_ETEMP;
}

/* Collects the spans of a bucket in the order the records came. Records in the file are
 * loaded to `data`, which has `room` bytes. */
static int collect(const struct group *group, struct worker *worker, unsigned bucket,
                   fs_span *spans, unsigned char *data, size_t room)
{
    enum { EARLY = 4 }; /* the start of a run is prefetched EARLY parts before */
    const fs_node *node = group->node;
    const fs_store *store = node->store;
    const size_t all = (size_t)node->counts[bucket], parts = fs_store_parts(store);
    const unsigned low = bucket << node->shift, high = (bucket + 1) << node->shift;
    size_t count = 0;
    for (size_t part = 0; part < parts; part++) {
        uint64_t starts[FS_STARTS];
        fs_run run;
        size_t loaded;
        if (part + EARLY < parts && part + EARLY >= store->segment_count) {
            run = fs_block_run(&store->blocks.blocks[part + EARLY - store->segment_count],
                               low, high);
            fs_run_prefetch(&run);
        }
        const int number =
            fs_store_run(store, part, low, high, data, room, starts, &run, &loaded);
        if (number != 0)
            return damaged(worker, number);
        data += loaded;
        room -= loaded;
        worker->read += loaded;
        const size_t here = fs_run_spans(&run, node->key, spans + count, all - count);
        if (here == SIZE_MAX)
            return damaged(worker, EIO);
        count += here;
    }
    return count == all ? FAIR_OK : damaged(worker, EIO);
}

static int order_bucket(const struct group *group, struct worker *worker, unsigned bucket,
                        fs_span *entries, unsigned char *data, size_t room)
{
    const fs_node *node = group->node;
    const size_t count = (size_t)node->counts[bucket];
    fs_span *arrived = node->from != NULL ? worker->arrived : entries;
    if (count == 0)
        return FAIR_OK;
    int error = collect(group, worker, bucket, arrived, data, room);
    if (error != FAIR_OK)
        return error;
    if (node->from != NULL) {
        error = fs_node_ranks(node, bucket, worker->ranks);
        for (size_t p = 0; p < count && error == FAIR_OK; p++)
            entries[p] = arrived[worker->ranks[p]];
    } else if (node->order != FAIR_ORDER_SHUFFLE) {
        error = fs_order_whole(node->key, node->order, entries, count, sizeof *entries);
    } else {
        uint8_t key[FAIR_KEY_SIZE];
        fs_node_key(node, bucket, key);
        fs_order(key, (unsigned char *)entries, count, sizeof *entries, &worker->order);
        fs_wipe(key, sizeof key);
    }
    return error;
}

/* Gives back what the file has of the buckets before `high`, after the buckets from `low`
 * on were read: a few at a time, which is faster than one by one. */
static void release(const struct group *group, unsigned low, unsigned high)
{
    fs_node *node = group->node;
    const unsigned few = node->buckets < 16 ? 1 : node->buckets / 16;
    if (high == node->buckets)
        fs_store_release(node->store, FS_MOST_BUCKETS);
    else if (low / few != high / few)
        fs_store_release(node->store, high << node->shift);
}

/* ---- the two ways ---------------------------------------------------------------- */

/* Each task puts one bucket in order and writes it. */
static void write_bucket(void *context, unsigned member, size_t task)
{
    struct group *group = context;
    fs_writer *writer = group->gathering->writer;
    struct worker *worker = &group->workers[member];
    const unsigned bucket = group->low + (unsigned)task;
    const unsigned width = 1u << group->node->shift;
    const unsigned next = (bucket + group->members) * width;
    const uint64_t position = group->position + group->starts[task];
    fs_turn turn;
    fs_turn_begin(&turn, writer, member, task, position);
    if (next + width <= FS_MOST_BUCKETS)
        fs_store_prefetch(group->node->store, next, next + width);
    if (!fs_writer_failed(writer) && position < writer->wanted) {
        const int error =
            order_bucket(group, worker, bucket, worker->entries, worker->data,
                         (size_t)(group->loads[task + 1] - group->loads[task]));
        if (error != FAIR_OK)
            fs_writer_fail(writer, error);
        else
            fs_turn_put(&turn, worker->entries,
                        (size_t)(group->starts[task + 1] - group->starts[task]));
    }
    fs_turn_flush(&turn); /* so that buckets are released in order */
    release(group, bucket, bucket + 1);
    fs_turn_end(&turn);
}

/* Each task puts one bucket in order. */
static void order_for_slices(void *context, unsigned member, size_t task)
{
    struct group *group = context;
    fs_writer *writer = group->gathering->writer;
    if (fs_writer_failed(writer))
        return;
    const int error = order_bucket(
        group, &group->workers[member], group->low + (unsigned)task,
        group->entries + group->starts[task], group->data + group->loads[task],
        (size_t)(group->loads[task + 1] - group->loads[task]));
    if (error != FAIR_OK)
        fs_writer_fail(writer, error);
}

/* Each task writes one slice: some records of the group, across buckets. */
static void write_slice(void *context, unsigned member, size_t task)
{
    struct group *group = context;
    const uint64_t all = group->starts[group->high - group->low];
    const size_t first = task * group->slice;
    const size_t count =
        all - first < group->slice ? (size_t)(all - first) : group->slice;
    fs_turn turn;
    fs_turn_begin(&turn, group->gathering->writer, member, task, group->position + first);
    fs_turn_put(&turn, group->entries + first, count);
    fs_turn_end(&turn);
}

static int run_group(struct group *group)
{
    fs_gathering *g = group->gathering;
    fs_writer *writer = g->writer;
    const unsigned buckets = group->high - group->low;
    if (group->slice == 0) {
        fs_team_run(writer->team, group->members, buckets, write_bucket, group);
        return atomic_load(&writer->error);
    }
    fs_team_run(writer->team, group->members, buckets, order_for_slices, group);
    if (fs_writer_failed(writer))
        return atomic_load(&writer->error);
    release(group, group->low, group->high);
    const uint64_t left = writer->wanted - group->position;
    const uint64_t all = group->starts[buckets] < left ? group->starts[buckets] : left;
    fs_team_run(writer->team, writer->members, (size_t)((all - 1) / group->slice + 1),
                write_slice, group);
    return atomic_load(&writer->error);
}

/* ---- the memory of a group ------------------------------------------------------- */

/* Allocates the memory of one worker, for buckets of up to `count` records and `bytes`
 * loaded bytes. */
static int start_worker(struct group *group, struct worker *worker, size_t count,
                        size_t bytes)
{
    const fs_node *node = group->node;
    if (group->slice == 0) {
        worker->entries = fs_allocate(count * sizeof *worker->entries + 1);
        worker->data = fs_allocate(bytes + FS_OVERSHOOT);
        if (worker->entries == NULL || worker->data == NULL)
            return 0;
    }
    if (node->from != NULL) {
        worker->arrived = fs_allocate(count * sizeof *worker->arrived + 1);
        worker->ranks = malloc(count * sizeof *worker->ranks + 1);
        return worker->arrived != NULL && worker->ranks != NULL;
    }
    return node->order != FAIR_ORDER_SHUFFLE ||
           fs_order_worker_start(&worker->order, count, sizeof(fs_span));
}

static void free_memory(struct group *group)
{
    fs_tempfile *file = group->gathering->work->file;
    for (unsigned i = 0; i < FS_MOST_MEMBERS; i++) {
        struct worker *worker = &group->workers[i];
        file->usage.read += worker->read;
        if (worker->number != 0)
            file->error = worker->number;
        free(worker->entries);
        free(worker->data);
        free(worker->arrived);
        free(worker->ranks);
        fs_order_worker_free(&worker->order);
    }
    free(group->entries);
    free(group->data);
}

/* Allocates the memory of the group, for up to group->members threads, or for fewer if
 * memory is short. */
static int allocate(struct group *group)
{
    const fs_node *node = group->node;
    const unsigned buckets = group->high - group->low;
    size_t most_count = 0, most_bytes = 0;
    for (unsigned b = group->low; b < group->high; b++) {
        const size_t count = (size_t)node->counts[b], bytes = (size_t)node->bytes[b];
        most_count = count > most_count ? count : most_count;
        most_bytes = bytes > most_bytes ? bytes : most_bytes;
    }
    if (group->slice > 0) {
        group->entries =
            fs_allocate((size_t)group->starts[buckets] * sizeof *group->entries + 1);
        group->data = fs_allocate((size_t)group->loads[buckets] + FS_OVERSHOOT);
        if (group->entries == NULL || group->data == NULL)
            return FAIR_ENOMEM;
    }
    const unsigned wanted = group->members < buckets ? group->members : buckets;
    for (group->members = 0; group->members < wanted; group->members++)
        if (!start_worker(group, &group->workers[group->members], most_count, most_bytes))
            break;
    return group->members > 0 ? FAIR_OK : FAIR_ENOMEM;
}

/* Chooses the buckets from `low` on that are written together: all buckets before the
 * next one that needs a node of its own; with slices, only as many as fit into memory. */
static void choose_buckets(struct group *group, uint64_t memory)
{
    const fs_node *node = group->node;
    const uint64_t limit = memory < FS_GROUP ? memory : FS_GROUP;
    uint64_t most = 1, sum = 0;
    unsigned high = group->low;
    for (; high < node->buckets; high++) {
        const unsigned i = high - group->low;
        const uint64_t cost = fs_node_bucket_cost(node, high);
        /* A single record cannot be divided, so it is written whatever memory it takes.
         */
        if ((cost > memory && node->counts[high] > 1) ||
            (node->early != NULL && high == node->early_bucket))
            break;
        sum += cost;
        if (group->slice > 0 && i > 0 && sum > limit)
            break;
        most = cost > most ? cost : most;
        group->starts[i + 1] = group->starts[i] + node->counts[high];
        group->loads[i + 1] = group->loads[i] + node->bytes[high];
    }
    group->high = high;
    group->members = group->gathering->writer->members;
    if (group->slice == 0 && group->members > memory / most)
        group->members = memory < most ? 1 : (unsigned)(memory / most);
}

/* ---- a group --------------------------------------------------------------------- */

int fs_group_write(fs_node *node, fs_gathering *g, unsigned low, unsigned *high,
                   uint64_t *position)
{
    assert(node->state == FS_NODE_SETTLED && low < node->buckets);
    *high = low;
    struct group *group = calloc(1, sizeof *group);
    if (group == NULL)
        return FAIR_ENOMEM;
    group->node = node;
    group->gathering = g;
    group->low = low;
    group->position = *position;
    const uint64_t output = fs_node_mean(node) * g->mean;
    if (output + output / 8 > g->writer->buffer_size)
        group->slice = (size_t)(g->writer->buffer_size / 4 * 3 / (g->mean + 1) + 1);
    choose_buckets(group, fs_node_memory(node, g->work));
    *high = group->high;
    int error = FAIR_OK;
    const uint64_t records = group->starts[*high - low];
    if (records > 0)
        error = allocate(group);
    if (error == FAIR_OK && records > 0)
        error = run_group(group);
    *position += records;
    free_memory(group);
    free(group);
    return error;
}
