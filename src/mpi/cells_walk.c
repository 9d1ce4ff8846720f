/* SPDX-License-Identifier: MIT
 *
 * cells_walk.c - the cells of this rank's records. See cells.h.
 *
 * A record starts at the root. At each node that was divided, the next number of the
 * node's stream says to which child the record goes. The numbers of buckets come from the
 * generator of a chunk. Each node remembers its generator, because starting one in the
 * middle of a chunk means skipping up to FS_CHUNK bytes. The numbers of ranges come from
 * a table. Most orders have one level; then all numbers come from the root.
 */
#include "src/mpi/cells_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "src/bits/key.h"
#include "src/dice/dice.h"
#include "src/shuffle/scatter.h"

enum {
    AHEAD = 64,   /* bucket numbers that a node below the root takes from its generator */
    BLOCK = 4096, /* records that are looked at together */
};
#define DEEPER ((uint32_t)1 << 31) /* not a cell, but the stream with this number */

/* Where the records of a divided node go. The first fields are used for each record. */
struct stream {
    const uint8_t *next; /* the next number: in `ahead`, or in the table of ranges */
    const uint8_t *end;  /* the end of the numbers at `next` */
    const uint32_t *to;  /* for each child: its cell, or DEEPER | its stream */
    uint32_t base;       /* if all children are cells: the first of them */
    uint8_t flat;        /* all children are cells */
    uint8_t wide;        /* numbers have two bytes */

    uint8_t started;                 /* the generator is at the number `at` */
    uint64_t at;                     /* the next number of the generator */
    fair_rng *rng;                   /* for buckets: the generator; NULL: ranges */
    const struct fs_cell_node *node; /* not owned */
    uint8_t ahead[AHEAD];            /* for buckets: numbers from the generator */
};

struct fs_cell_streams {
    struct stream *list;  /* one for each divided node, in the order of the nodes */
    uint32_t *to;         /* the memory of stream.to */
    fair_rng *generators; /* the memory of stream.rng */
    size_t count;         /* generators */
    int flat;             /* the root was divided, and no other node */
};

/* ---- start and end ----------------------------------------------------------------- */

static void start_list(struct fs_cell_streams *streams, const fs_cells *cells)
{
    uint32_t *to = streams->to;
    fair_rng *rng = streams->generators;
    struct stream *stream = streams->list;
    for (size_t i = 0; i < cells->node_count; i++) {
        const struct fs_cell_node *node = &cells->nodes[i];
        if (node->child == 0)
            continue;
        assert(node->number == (size_t)(stream - streams->list));
        *stream = (struct stream){.to = to, .node = node, .flat = 1};
        if (node->bits > 0) {
            stream->rng = rng++;
            stream->at = node->before;
        } else if (node->own > 0) { /* otherwise, there is no table */
            stream->wide = node->width == 2;
            stream->next = node->part;
            stream->end = stream->next + node->own * node->width;
        }
        for (uint32_t k = 0; k < node->parts; k++) {
            const struct fs_cell_node *child = &cells->nodes[node->child + k];
            stream->flat &= child->child == 0;
            *to++ = child->child > 0 ? DEEPER | child->number : child->number;
        }
        stream->base = cells->nodes[node->child].number; /* if it is a cell */
        stream++;
    }
}

int fs_cell_walk_start(fs_cell_walk *walk, const fs_cells *cells,
                       const fs_own_records *own)
{
    size_t divided = 0, children = 0, generators = 0;
    for (size_t i = 0; i < cells->node_count; i++) {
        divided += cells->nodes[i].child > 0;
        children += cells->nodes[i].parts;
        generators += cells->nodes[i].bits > 0;
    }
    assert(own->first == cells->nodes[0].before && own->count == cells->nodes[0].own);
    assert(0 < cells->count && cells->count < DEEPER && divided < DEEPER);
    *walk = (fs_cell_walk){.cells = cells, .at = own->first};
    walk->next = malloc(cells->count * sizeof *walk->next);
    if (walk->next == NULL)
        return FAIR_ENOMEM;
    memcpy(walk->next, cells->before, cells->count * sizeof *walk->next);
    if (divided == 0)
        return FAIR_OK;
    walk->streams = calloc(1, sizeof *walk->streams);
    if (walk->streams == NULL)
        return FAIR_ENOMEM;
    struct fs_cell_streams *streams = walk->streams;
    streams->list = malloc(divided * sizeof *streams->list);
    streams->to = malloc(children * sizeof *streams->to);
    streams->generators = malloc((generators + 1) * sizeof *streams->generators);
    if (streams->list == NULL || streams->to == NULL || streams->generators == NULL)
        return FAIR_ENOMEM;
    streams->count = generators;
    streams->flat = divided == 1;
    start_list(streams, cells);
    return FAIR_OK;
}

void fs_cell_walk_free(fs_cell_walk *walk)
{
    struct fs_cell_streams *streams = walk->streams;
    free(walk->next);
    if (streams != NULL) {
        if (streams->generators != NULL)
            fs_wipe(streams->generators, streams->count * sizeof *streams->generators);
        free(streams->list);
        free(streams->to);
        free(streams->generators);
        free(streams);
    }
    *walk = (fs_cell_walk){0};
}

size_t fs_cells_memory(const fs_cells *cells)
{
    size_t bytes = cells->count * (sizeof *cells->cells + sizeof *cells->before +
                                   sizeof *cells->own + sizeof(uint64_t));
    for (size_t i = 0; i < cells->node_count; i++) {
        const struct fs_cell_node *node = &cells->nodes[i];
        bytes += sizeof *node + (node->child > 0 ? sizeof(struct stream) : 0) +
                 node->parts * sizeof(uint32_t) + (node->bits > 0 ? sizeof(fair_rng) : 0);
        if (node->part != NULL)
            bytes += (size_t)node->own * node->width;
    }
    return bytes;
}

/* ---- numbers ----------------------------------------------------------------------- */

/* Starts the generator of the chunk with the next number. */
static void start_chunk(struct stream *stream)
{
    uint8_t key[FAIR_KEY_SIZE], unused[512];
    size_t left = (size_t)(stream->at % FS_CHUNK);
    fs_key_derive(key, stream->node->cell.key, FS_DOMAIN_CHUNK, stream->at / FS_CHUNK);
    fair_rng_init_key(stream->rng, key);
    fs_wipe(key, sizeof key);
    while (left > 0) {
        const size_t part = left < sizeof unused ? left : sizeof unused;
        fair_rng_bytes(stream->rng, unused, part);
        left -= part;
    }
    stream->started = 1;
}

/* Takes the next bucket numbers, up to the end of the chunk. Returns how many. */
static size_t take_numbers(struct stream *stream, uint8_t *numbers, size_t most)
{
    if (!stream->started || stream->at % FS_CHUNK == 0)
        start_chunk(stream);
    const size_t left = (size_t)(FS_CHUNK - stream->at % FS_CHUNK);
    const size_t count = most < left ? most : left;
    fs_roll_bytes(stream->rng, numbers, count, stream->node->bits);
    stream->at += count;
    return count;
}

static FS_NOINLINE void look_ahead(struct stream *stream)
{
    assert(stream->rng != NULL); /* a table has a number for each record */
    stream->next = stream->ahead;
    stream->end = stream->ahead + take_numbers(stream, stream->ahead, AHEAD);
}

/* The cell or stream of the next record of a node. */
FS_INLINE uint32_t take_one(struct stream *stream)
{
    uint16_t part;
    if (FS_UNLIKELY(stream->next == stream->end))
        look_ahead(stream);
    if (FS_UNLIKELY(stream->wide)) {
        memcpy(&part, stream->next, sizeof part);
        stream->next += sizeof part;
    } else {
        part = *stream->next++;
    }
    return stream->flat ? stream->base + part : stream->to[part];
}

/* ---- walking ----------------------------------------------------------------------- */

/* The cells of records, if all children of the root are cells and buckets. */
static void next_flat(fs_cell_walk *walk, const uint8_t *buckets, size_t count,
                      uint32_t *numbers)
{
    /* Two counts for each bucket: otherwise, equal numbers in a row would wait for each
     * other. */
    uint32_t counts[2][FS_MOST_BUCKETS] = {{0}};
    size_t i = 0;
    for (; i + 2 <= count; i += 2) { /* the numbers of buckets are those of cells */
        counts[0][numbers[i] = buckets[i]]++;
        counts[1][numbers[i + 1] = buckets[i + 1]]++;
    }
    if (i < count)
        counts[0][numbers[i] = buckets[i]]++;
    for (size_t c = 0; c < walk->cells->count; c++)
        walk->next[c] += (uint64_t)counts[0][c] + counts[1][c];
}

/* Moves the listed records, which are at nodes that were divided, one level down. Keeps
 * those in the list that are at such a node again. Returns how many. */
static size_t go_deeper(struct fs_cell_streams *streams, uint32_t *numbers,
                        uint16_t *list, size_t count)
{
    size_t deeper = 0;
    for (size_t k = 0; k < count; k++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): k < count */
        const uint16_t i = list[k];
        numbers[i] = take_one(&streams->list[numbers[i] - DEEPER]);
        list[deeper] = i;
        deeper += numbers[i] >= DEEPER;
    }
    return deeper;
}

/* The cells of up to BLOCK records. Returns how many. */
static size_t next_block(fs_cell_walk *walk, size_t count, uint32_t *numbers)
{
    struct fs_cell_streams *streams = walk->streams;
    struct stream *root = &streams->list[0];
    uint8_t buckets[BLOCK];
    if (root->rng != NULL)
        count = take_numbers(root, buckets, count);
    if (root->rng != NULL && streams->flat) {
        next_flat(walk, buckets, count, numbers);
        return count;
    }
    uint16_t list[BLOCK];
    size_t deeper = 0;
    for (size_t i = 0; i < count; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): i < count */
        numbers[i] = root->rng != NULL ? root->to[buckets[i]] : take_one(root);
        list[deeper] = (uint16_t)i;
        deeper += numbers[i] >= DEEPER; /* no branch, which nobody could predict */
    }
    while (deeper > 0)
        deeper = go_deeper(streams, numbers, list, deeper);
    for (size_t i = 0; i < count; i++)
        walk->next[numbers[i]]++;
    return count;
}

void fs_cell_walk_next(fs_cell_walk *walk, size_t count, uint32_t *numbers)
{
    assert(walk->at + count <= walk->cells->nodes[0].before + walk->cells->nodes[0].own);
    walk->at += count;
    if (walk->streams == NULL) {
        memset(numbers, 0, count * sizeof *numbers);
        walk->next[0] += count;
        return;
    }
    while (count > 0) {
        const size_t done = next_block(walk, count < BLOCK ? count : BLOCK, numbers);
        numbers += done;
        count -= done;
    }
}
