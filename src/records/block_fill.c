/* SPDX-License-Identifier: MIT
 *
 * block_fill.c - plans blocks, and copies records to them. See blocks.h.
 */
#include "src/records/blocks.h"

#include <limits.h>
#include <stdlib.h>

#include "src/shuffle/swap.h"

/* ---- planning -------------------------------------------------------------------- */

/* The bytes that a record takes in a block. */
FS_INLINE size_t kept_size(size_t length, int references)
{
    return references ? fs_reference_size(length) : fs_prefix_size(length) + length;
}

/* A prefix is one byte, and at most one more for each 128 bytes of the record. */
static size_t bytes_of_all(const fs_piece *piece, int references)
{
    const size_t bytes = fs_piece_bytes(piece);
    if (!references)
        return bytes + bytes / 128 + piece->count;
    return piece->count * fs_reference_size(0) +
           bytes / FS_SPAN_SHORT * (fs_reference_size(SIZE_MAX) - fs_reference_size(0));
}

/* Skips numbers that are cut, eight at a time. Returns the index of the first number that
 * is not skipped, or `count`. For a cut of up to 128, the expression is not 0 if a byte
 * of `word` is below `cut`. With a larger cut, most records are kept, and nothing is
 * skipped. */
FS_INLINE size_t pass_cut(const uint8_t *numbers, size_t i, size_t count, unsigned cut)
{
    const uint64_t ones = UINT64_MAX / 255, tops = ones * 128;
    uint64_t word;
    for (; cut <= 128 && count - i >= sizeof word; i += sizeof word) {
        memcpy(&word, numbers + i, sizeof word);
        if (((word - ones * cut) & ~word & tops) != 0)
            break;
    }
    return i;
}

/* The bytes of the records of a chunk that are not cut. */
static size_t bytes_of_some(const fs_piece *piece, size_t at, const uint8_t *numbers,
                            size_t count, unsigned cut, int references)
{
    size_t bytes = 0;
    for (size_t i = 0; (i = pass_cut(numbers, i, count, cut)) < count; i++) {
        if (numbers[i] < cut)
            bytes += kept_size(
                (size_t)(fs_piece_end(piece, at + i) - fs_piece_start(piece, at + i)),
                references);
    }
    return bytes;
}

void fs_block_plan_piece(const fs_blocks *blocks, const uint8_t key[FAIR_KEY_SIZE],
                         uint64_t first, const fs_piece *piece, int references,
                         fs_block_plan *plan)
{
    assert(blocks->cut == 0 || blocks->bits == FS_MOST_BITS);
    assert(!references || piece->mapped);
    *plan = (fs_block_plan){.count = piece->count, .references = references};
    if (blocks->cut == 0)
        plan->bytes = bytes_of_all(piece, references);
    for (size_t at = 0, some; at < piece->count && blocks->cut > 0; at += some) {
        uint8_t numbers[FS_CHUNK];
        const size_t left = piece->count - at;
        const size_t chunk = FS_CHUNK - (size_t)((first + at) % FS_CHUNK);
        some = left < chunk ? left : chunk;
        fs_scatter_numbers(key, first + at, some, blocks->bits, numbers);
        plan->bytes += bytes_of_some(piece, at, numbers, some, blocks->cut, references);
    }
}

static void add_counts(fs_blocks *blocks, const uint32_t *counts)
{
    for (size_t b = 0; b < FS_MOST_BUCKETS; b++)
        if (counts[b] > 0)
            atomic_fetch_add_explicit(&blocks->counts[b], counts[b],
                                      memory_order_relaxed);
}

/* ---- records in the order they came ---------------------------------------------- */

/* Fills a block that has one bucket. Records near the end of the piece are copied
 * exactly, because bytes after the piece must not be read. */
FS_INLINE void fill_as_they_come(fs_block *block, const fs_piece *piece, int references)
{
    unsigned char *to = block->data;
    const unsigned char *last = piece->first + fs_piece_bytes(piece);
    const unsigned char *from, *end = piece->first;
    for (size_t i = 0; i < piece->count; i++) {
        from = end;
        end = fs_piece_end(piece, i);
        const size_t length = (size_t)(end - from);
        if (references) {
            to = fs_reference_put(to, from, length);
            continue;
        }
        to = fs_prefix_put(to, length);
        if (last - from < FS_OVERSHOOT)
            memcpy(to, from, length);
        else
            fs_copy_over(to, from, length);
        to += length;
    }
    block->bytes = (size_t)(to - block->data);
    block->starts[0] = 0;
    for (unsigned b = 1; b <= FS_MOST_BUCKETS; b++)
        block->starts[b] = block->bytes;
}

/* ---- records by bucket ----------------------------------------------------------- */

/* Turns the bytes of each bucket into the offsets where buckets start. */
static void lay_out(fs_block *block, size_t *next)
{
    size_t sum = 0;
    for (size_t b = 0; b < FS_MOST_BUCKETS; b++) {
        const size_t bytes = next[b];
        block->starts[b] = next[b] = sum;
        sum += bytes;
    }
    block->starts[FS_MOST_BUCKETS] = sum;
    block->bytes = sum;
}

/* Writes no byte after the record, where another bucket may begin. */
FS_INLINE void copy_exactly(unsigned char *to, const unsigned char *from, size_t length)
{
    if (length > 0)
        fs_copy(to, from, length);
}

/* Where the records of a block come from. */
enum source {
    COPIES,     /* a piece whose records are copied */
    REFERENCES, /* a piece of a mapped file, to which the block refers */
    KEPT, /* records as blocks keep them, one after the other; the piece has no ends */
};

/* The end of record i, which starts at `from`. */
FS_INLINE const unsigned char *end_of(const fs_piece *piece, size_t i,
                                      const unsigned char *from, enum source source)
{
    size_t length;
    if (source != KEPT)
        return fs_piece_end(piece, i);
    const unsigned char *record = fs_prefix_get(from, &length);
    return record + length;
}

/* Skips records that are cut, where that is faster. Returns the number of the next
 * record, and sets *end to the end of the record before it. */
FS_INLINE size_t pass(const fs_piece *piece, size_t i, const uint8_t *numbers,
                      enum source source, unsigned cut, const unsigned char **end)
{
    if (source == KEPT || cut == UINT_MAX)
        return i;
    const size_t next = pass_cut(numbers, i, piece->count, cut);
    if (next > i)
        *end = fs_piece_end(piece, next - 1);
    return next;
}

/* Returns where the next record of the bucket goes. */
FS_INLINE unsigned char *put(unsigned char *to, const unsigned char *from, size_t length,
                             enum source source)
{
    if (source == REFERENCES)
        return fs_reference_put(to, from, length);
    if (source == COPIES)
        to = fs_prefix_put(to, length);
    copy_exactly(to, from, length);
    return to + length;
}

/* Copies record i to bucket numbers[i], unless that is cut. `source` is a compile-time
 * constant; so is `cut` if nothing is cut. */
FS_INLINE void fill(fs_blocks *blocks, fs_block *block, const fs_piece *piece,
                    const uint8_t *numbers, enum source source, unsigned cut)
{
    size_t next[FS_MOST_BUCKETS] = {0};
    uint32_t counts[FS_MOST_BUCKETS] = {0};
    const unsigned char *from, *end = piece->first;
    for (size_t i = 0; (i = pass(piece, i, numbers, source, cut, &end)) < piece->count;
         i++) {
        from = end;
        end = end_of(piece, i, from, source);
        const size_t length = (size_t)(end - from);
        if (numbers[i] < cut) {
            next[numbers[i]] +=
                source == KEPT ? length : kept_size(length, source == REFERENCES);
            counts[numbers[i]]++;
        }
    }
    add_counts(blocks, counts);
    lay_out(block, next);
    end = piece->first;
    for (size_t i = 0; (i = pass(piece, i, numbers, source, cut, &end)) < piece->count;
         i++) {
        from = end;
        end = end_of(piece, i, from, source);
        unsigned char *to = block->data + next[numbers[i]];
        if (numbers[i] < cut)
            next[numbers[i]] +=
                (size_t)(put(to, from, (size_t)(end - from), source) - to);
    }
}

/* Calls fill() such that the compiler makes a separate loop for each case. */
FS_INLINE void fill_from(fs_blocks *blocks, fs_block *block, const fs_piece *piece,
                         const uint8_t *numbers, enum source source)
{
    if (blocks->cut > 0)
        fill(blocks, block, piece, numbers, source, blocks->cut);
    else
        fill(blocks, block, piece, numbers, source, UINT_MAX);
}

int fs_block_fill(fs_blocks *blocks, fs_block *block, const uint8_t key[FAIR_KEY_SIZE],
                  const fs_piece *piece)
{
    assert(block->count == piece->count && block->bytes == 0);
    if (blocks->bits == 0) {
        if (block->references)
            fill_as_they_come(block, piece, 1);
        else
            fill_as_they_come(block, piece, 0);
        atomic_fetch_add_explicit(&blocks->counts[0], piece->count, memory_order_relaxed);
        return FAIR_OK;
    }
    uint8_t *numbers = malloc(piece->count + 1);
    if (numbers == NULL)
        return FAIR_ENOMEM;
    fs_scatter_numbers(key, block->first, piece->count, blocks->bits, numbers);
    if (block->references)
        fill_from(blocks, block, piece, numbers, REFERENCES);
    else
        fill_from(blocks, block, piece, numbers, COPIES);
    free(numbers);
    return FAIR_OK;
}

void fs_block_fill_kept(fs_blocks *blocks, fs_block *block, const unsigned char *from,
                        size_t count, const uint8_t *numbers)
{
    assert(block->count == count && blocks->bits > 0);
    const fs_piece row = {.first = from, .count = count};
    fill_from(blocks, block, &row, numbers, KEPT);
}
