/* SPDX-License-Identifier: MIT
 *
 * gather.c - writes the records of a node in their order. See gather.h.
 *
 * Buckets are written in groups of consecutive buckets (group.c). A bucket that does not
 * fit into memory becomes a node of its own, and that node is written in its place.
 */
#include "src/records/gather.h"

#include <errno.h>
#include <stdlib.h>

/* ---- the bytes of records -------------------------------------------------------- */

/* Records can be anywhere in memory: each is prefetched AHEAD records before it is
 * copied. */
enum { AHEAD = 24, LINE = 64 };

/* Prefetches the first cache lines of a record. Later lines may be after its end, where
 * no pointer may point, so their addresses are computed as integers. */
FS_INLINE void fetch(fs_span span)
{
    const uintptr_t address = (uintptr_t)fs_span_address(span);
    FS_PREFETCH((const void *)address);          /* NOLINT(performance-no-int-to-ptr) */
    FS_PREFETCH((const void *)(address + LINE)); /* NOLINT(performance-no-int-to-ptr) */
    if (FS_UNLIKELY(span >> FS_SPAN_SHIFT > 2 * (fs_span)LINE)) {
        FS_PREFETCH((const void *)(address + 2 * LINE)); /* NOLINT */
        FS_PREFETCH((const void *)(address + 3 * LINE)); /* NOLINT */
    }
}

/* Puts a record that may not fit into the buffer. Returns where the next record goes. */
static FS_NOINLINE unsigned char *put_slowly(fs_turn *turn, unsigned char *at,
                                             const unsigned char *record, size_t length)
{
    turn->at = at;
    fs_turn_bytes(turn, record, length);
    return turn->at;
}

/* Short records are copied with up to FS_OVERSHOOT bytes that follow them. These bytes
 * can be read: blocks have room at their end, and a page follows a mapped file. The
 * position in the buffer and `observe` are local variables, so the compiler knows that
 * writing bytes cannot change them. */
void fs_put_spans(fs_turn *turn, const void *entries, size_t count, const void *context)
{
    const fs_span *spans = entries;
    const fair_records_options *options = context;
    void (*const observe)(void *, int, const void *, size_t) = options->observe;
    unsigned char *at = turn->at;
    const unsigned char *end = turn->end;
    for (size_t i = 0; i < count; i++) {
        size_t length;
        if (i + AHEAD < count)
            fetch(spans[i + AHEAD]);
        const unsigned char *record = fs_span_get(spans[i], &length);
        if (FS_UNLIKELY(observe != NULL))
            observe(options->context, 1, record, length);
        if (FS_UNLIKELY((size_t)(end - at) < length + FS_OVERSHOOT)) {
            at = put_slowly(turn, at, record, length);
            continue;
        }
        fs_copy_over(at, record, length);
        at += length;
    }
    turn->at = at;
}

/* ---- nodes ----------------------------------------------------------------------- */

static int write_node(fs_node *node, fs_gathering *g, uint64_t *position);

/* Writes a bucket as a node of its own. */
static int write_child(fs_node *node, unsigned bucket, fs_gathering *g,
                       uint64_t *position)
{
    const int early = node->early != NULL && bucket == node->early_bucket;
    fs_node *child = early ? node->early : malloc(sizeof *child);
    if (child == NULL)
        return FAIR_ENOMEM;
    int error = early ? FAIR_OK : fs_node_child(node, bucket, child, g->work);
    if (error == FAIR_OK)
        error = fs_rescatter(node, bucket, child, g->work);
    if (error == FAIR_OK && child->store->blocks.n != node->counts[bucket]) {
        g->work->file->error = EIO; /* records are missing */
        error = FAIR_ETEMP;
    }
    if (error == FAIR_OK && early) {
        child->n = child->store->blocks.n;
        fs_node_shape(child);
    }
    if (error == FAIR_OK)
        error = fs_node_settle(child, g->work);
    if (error == FAIR_OK)
        error = write_node(child, g, position);
    if (!early) {
        fs_node_free(child);
        free(child);
    }
    return error;
}

static int write_node(fs_node *node, fs_gathering *g, uint64_t *position)
{
    int error = FAIR_OK;
    for (unsigned low = 0, high;
         low < node->buckets && *position < g->writer->wanted && error == FAIR_OK;
         low = high) {
        error = fs_group_write(node, g, low, &high, position);
        if (error == FAIR_OK && high == low)
            error = write_child(node, high++, g, position);
    }
    node->state = FS_NODE_WRITTEN;
    return error;
}

/* The buffer size of one thread: the output of a bucket of the root, if that is not too
 * large. */
static size_t choose_buffer(const fs_node *root, const fs_gathering *g)
{
    const uint64_t limit = g->work->limits->limit, output = fs_node_mean(root) * g->mean;
    uint64_t size = output + output / 4;
    if (size < FS_LEAST_BUFFER)
        size = FS_LEAST_BUFFER;
    if (size > FS_MOST_BUFFER)
        size = FS_SLICE_BUFFER;
    if (size > limit / 16 / fs_team_size(g->work->team))
        size = limit / 16 / fs_team_size(g->work->team);
    return (size_t)size;
}

int fs_gather(fs_node *root, fs_gathering *gathering)
{
    assert(root->state == FS_NODE_SETTLED);
    uint64_t position = 0;
    int error = fs_writer_start(gathering->writer, fs_team_size(gathering->work->team),
                                choose_buffer(root, gathering));
    if (error == FAIR_OK)
        error = write_node(root, gathering, &position);
    fs_writer_free(gathering->writer);
    return error;
}
