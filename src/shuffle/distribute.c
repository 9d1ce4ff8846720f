/* SPDX-License-Identifier: MIT
 *
 * distribute.c - stable distribution in place. See distribute.h.
 */
#include "src/shuffle/distribute.h"

#include <assert.h>

#include "src/shuffle/index.h"
#include "src/shuffle/swap.h"

enum { ALIGNMENT = 64 }; /* of buffers: whole cache lines are copied faster */

#define NO_SLOT UINT32_MAX

static size_t slots_of(size_t n, size_t length)
{
    return n / length;
}

static size_t block_bytes(const fs_distribution *d)
{
    return d->length * d->size;
}

static unsigned char *slot_at(const fs_distribution *d, size_t slot)
{
    return d->to + slot * block_bytes(d);
}

/* Where the first record of a bucket is in the buffers, counted in records. */
static uint32_t buffer_start(const fs_distribution *d, unsigned b)
{
    return b * (uint32_t)d->stride;
}

/* ---- memory ------------------------------------------------------------------------ */

size_t fs_block_length(size_t n, size_t size)
{
    assert(n > FS_LEAF && size > 0);
    const unsigned bits = fs_scatter_bits(n);
    const unsigned larger = bits < 4 ? 4 - bits : size > 16 ? 2 : 0;
    const size_t bytes = (size_t)FS_BLOCK_BYTES << larger;
    size_t length = 1;
    while (length < FS_CHUNK && (length < FS_BLOCK_LEAST || 2 * length <= bytes / size ||
                                 slots_of(n, length) >= NO_SLOT))
        length *= 2;
    return length;
}

static size_t buffer_bytes(size_t n, size_t size, size_t length)
{
    return ((size_t)1 << fs_scatter_bits(n)) * (2 * length * size + FS_PUT_OVERSHOOT);
}

static unsigned char *align(unsigned char *p)
{
    return p + (0 - (uintptr_t)p) % ALIGNMENT;
}

/* A multiple of the alignment of a stripe: another one may follow in the same memory. */
size_t fs_stripe_bytes(size_t n, size_t size, size_t length)
{
    const size_t most = _Alignof(fs_stripe) - 1;
    return (sizeof(fs_stripe) + ALIGNMENT + buffer_bytes(n, size, length) + most) & ~most;
}

size_t fs_table_bytes(size_t n, size_t size, size_t length)
{
    const size_t slots = slots_of(n, length);
    return slots * (sizeof(uint32_t) + sizeof(uint8_t)) + length * size;
}

void fs_distribution_start(fs_distribution *d, size_t n, size_t size, size_t length,
                           void *memory)
{
    const size_t slots = slots_of(n, length);
    assert(slots < NO_SLOT);
    d->n = n;
    d->size = size;
    d->length = length;
    d->bits = fs_scatter_bits(n);
    d->put = d->from != NULL && length >= FS_PUT_GROUP
                 ? fs_put_kernel_for(size, 1u << d->bits)
                 : NULL;
    d->stride = 2 * length + (d->put != NULL ? FS_PUT_OVERSHOOT / size : 0);
    d->sources = memory;
    d->owners = (uint8_t *)(d->sources + slots);
    d->spare = d->owners + slots;
}

fs_stripe *fs_stripe_start(const fs_distribution *d, size_t first, size_t last,
                           void *memory)
{
    assert(first % FS_CHUNK == 0 && first < last && last <= d->n);
    fs_stripe *stripe = memory;
    stripe->first = stripe->read = first;
    stripe->last = last;
    stripe->written = 0;
    stripe->buffers = align((unsigned char *)(stripe + 1));
    for (unsigned b = 0; b < 1u << d->bits; b++) {
        stripe->fill[b] = buffer_start(d, b);
        stripe->blocks[b] = 0;
    }
    return stripe;
}

/* ---- step 1 ------------------------------------------------------------------------ */

/* The buffer of bucket b is full: writes its second block to the array. */
static FS_NOINLINE void write_block(const fs_distribution *d, fs_stripe *stripe,
                                    unsigned b)
{
    const size_t slot = stripe->first / d->length + stripe->written++;
    const size_t second = buffer_start(d, b) + d->length;
    memcpy(slot_at(d, slot), stripe->buffers + second * d->size, block_bytes(d));
    d->owners[slot] = (uint8_t)b;
    stripe->blocks[b]++;
    stripe->fill[b] -= (uint32_t)d->length;
}

/* What the loop over records needs. A copy, because the compiler must assume that storing
 * a record changes everything that is in memory. */
struct loop {
    const unsigned char *from; /* the next record; NULL: indices */
    uint64_t index;            /* the next index */
    unsigned char *buffers;    /* of the stripe */
    uint32_t *fill;            /* of the stripe */
    uint32_t mask;             /* records in a buffer, minus 1 */
};

/* Puts record number i from here, whose bucket is b, into a buffer. */
FS_INLINE void put(const struct loop *x, const fs_distribution *d, fs_stripe *stripe,
                   size_t i, unsigned b, size_t size)
{
    const uint32_t at = x->fill[b];
    x->fill[b] = at + 1;
    if (x->from == NULL)
        fs_index_put(x->buffers, at, size, x->index + i);
    else
        fs_copy(x->buffers + (size_t)at * size, x->from + i * size, size);
    if (FS_UNLIKELY(((at + 1) & x->mask) == 0))
        write_block(d, stripe, b);
}

FS_INLINE void put_all(struct loop x, const fs_distribution *d, fs_stripe *stripe,
                       const uint8_t *numbers, size_t count, size_t size)
{
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const uint64_t eight = fs_load64(numbers + i);
        for (unsigned k = 0; k < 8; k++)
            put(&x, d, stripe, i + k, eight >> 8 * k & 255, size);
    }
    for (; i < count; i++)
        put(&x, d, stripe, i, numbers[i], size);
}

/* The same for two buckets. If records were put one at a time, each would have to wait
 * for the counter that the one before it has changed. So records are put in pairs: each
 * buffer gets two consecutive records, starting with the first of the pair that may
 * belong there. The counters, which stay in registers, decide how many of them remain. */
FS_INLINE void put_pairs(struct loop x, const fs_distribution *d, fs_stripe *stripe,
                         const uint8_t *numbers, size_t count, size_t size)
{
    const uint32_t end = 2 * (uint32_t)d->length; /* of the first buffer */
    size_t i = 0;
    while (i < count) {
        uint32_t zeros = x.fill[0], ones = x.fill[1];
        const uint32_t most = ones - end > zeros ? ones - end : zeros;
        size_t pairs = (end - most) / 2;
        if (pairs > (count - i - 1) / 2) /* a pair may read one record too many */
            pairs = (count - i - 1) / 2;
        if (pairs == 0) {
            put(&x, d, stripe, i, numbers[i], size);
            i++;
            continue;
        }
        for (; pairs > 0; pairs--, i += 2) {
            const size_t first = numbers[i], sum = first + numbers[i + 1];
            fs_copy(x.buffers + zeros * size, x.from + (i + first) * size, 2 * size);
            fs_copy(x.buffers + ones * size, x.from + (i + 1 - first) * size, 2 * size);
            zeros += 2 - (uint32_t)sum;
            ones += (uint32_t)sum;
        }
        x.fill[0] = zeros;
        x.fill[1] = ones;
        for (unsigned b = 0; b < 2; b++)
            if (x.fill[b] == end * (b + 1))
                write_block(d, stripe, b);
    }
}

/* The same with a kernel (put.h). A buffer may then have more than two blocks. After its
 * second block is written, the surplus moves to the place of that block. */
static void put_groups(struct loop x, const fs_distribution *d, fs_stripe *stripe,
                       const uint8_t *numbers, size_t count)
{
    const unsigned buckets = 1u << d->bits;
    const size_t length = d->length, size = d->size;
    while (count > 0) {
        uint32_t most = 0;
        for (unsigned b = 0; b < buckets; b++)
            if (x.fill[b] - buffer_start(d, b) > most)
                most = x.fill[b] - buffer_start(d, b);
        size_t part = (2 * length - most) / FS_PUT_GROUP * FS_PUT_GROUP;
        if (part == 0)
            part = FS_PUT_GROUP;
        if (part > count)
            part = count;
        d->put(x.from, numbers, part, x.buffers, x.fill, buckets);
        x.from += part * size;
        numbers += part;
        count -= part;
        for (unsigned b = 0; b < buckets; b++) {
            const size_t start = buffer_start(d, b), has = x.fill[b] - start;
            if (has < 2 * length)
                continue;
            write_block(d, stripe, b);
            unsigned char *second = x.buffers + (start + length) * size;
            memcpy(second, second + length * size, (has - 2 * length) * size);
        }
    }
}

static void put_records(const fs_distribution *d, fs_stripe *stripe,
                        const uint8_t *numbers, size_t count)
{
    struct loop x = {NULL, stripe->read, stripe->buffers, stripe->fill,
                     2 * (uint32_t)d->length - 1};
    if (d->from == NULL && d->size == 4) {
        put_all(x, d, stripe, numbers, count, 4);
    } else if (d->from == NULL) {
        put_all(x, d, stripe, numbers, count, 8);
    } else {
        x.from = d->from + stripe->read * d->size;
        if (d->put != NULL)
            put_groups(x, d, stripe, numbers, count);
        else if (d->bits == 1)
            FS_BY_SIZE(d->size, put_pairs(x, d, stripe, numbers, count, SIZE));
        else
            FS_BY_SIZE(d->size, put_all(x, d, stripe, numbers, count, SIZE));
    }
    stripe->read += count;
}

size_t fs_stripe_fill(const fs_distribution *d, fs_stripe *stripe, size_t chunks)
{
    assert(d->from != NULL || d->size == 4 || d->size == 8);
    enum { PART = 1024 };
    uint8_t numbers[PART];
    fs_numbers stream;
    const size_t first = stripe->read;
    while (chunks-- > 0 && stripe->read < stripe->last) {
        size_t left = stripe->last - stripe->read;
        if (left > FS_CHUNK)
            left = FS_CHUNK;
        fs_numbers_start(&stream, d->key, stripe->read / FS_CHUNK);
        while (left > 0) {
            const size_t part = left < PART ? left : PART;
            fs_numbers_next(&stream, numbers, part, d->bits);
            put_records(d, stripe, numbers, part);
            left -= part;
        }
    }
    fs_numbers_end(&stream);
    return stripe->read - first;
}

void fs_stripe_give_back(const fs_distribution *d, fs_stripe *stripe)
{
    unsigned char *to = slot_at(d, stripe->first / d->length + stripe->written);
    for (unsigned b = 0; b < 1u << d->bits; b++) {
        const size_t start = buffer_start(d, b);
        const size_t bytes = (stripe->fill[b] - start) * d->size;
        memcpy(to, stripe->buffers + start * d->size, bytes);
        to += bytes;
        stripe->fill[b] = (uint32_t)start;
    }
}

/* ---- step 2 ------------------------------------------------------------------------ */

static size_t segment_size(const fs_distribution *d, const fs_stripe *stripe, unsigned b)
{
    return stripe->blocks[b] * d->length + (stripe->fill[b] - buffer_start(d, b));
}

static void find_places(fs_distribution *d)
{
    size_t place = 0;
    for (unsigned b = 0; b < 1u << d->bits; b++) {
        d->places[b] = place;
        for (unsigned s = 0; s < d->stripe_count; s++) {
            d->stripes[s]->starts[b] = place;
            place += segment_size(d, d->stripes[s], b);
        }
    }
    d->places[1u << d->bits] = place;
    assert(place == d->n);
}

void fs_distribution_arrange(fs_distribution *d)
{
    find_places(d);
    memset(d->sources, 0xff,
           slots_of(d->n, d->length) * sizeof *d->sources); /* NO_SLOT */
    for (unsigned s = 0; s < d->stripe_count; s++) {
        const fs_stripe *stripe = d->stripes[s];
        size_t next[FS_MOST_BUCKETS]; /* slots; the first block stays in the buffer */
        for (unsigned b = 0; b < 1u << d->bits; b++)
            next[b] = stripe->starts[b] / d->length + 1;
        const size_t first = stripe->first / d->length;
        for (size_t slot = first; slot < first + stripe->written; slot++)
            d->sources[next[d->owners[slot]]++] = (uint32_t)slot;
    }
}

/* ---- step 3 ------------------------------------------------------------------------ *
 *
 * A block is copied as soon as its slot is free. This frees the slot that it was copied
 * from. */

/* Prefetches the block that will be copied after the next one. */
static void look_at_block(const fs_distribution *d, size_t slot)
{
    enum { LINES = 16, LINE = 64 };
    const uint32_t next = d->sources[slot];
    if (next == NO_SLOT)
        return;
    const unsigned char *block = slot_at(d, next);
    for (size_t at = 0; at < block_bytes(d) && at < (size_t)LINES * LINE; at += LINE)
        FS_PREFETCH(block + at);
}

/* Copies blocks until the free slot is `last`, or until no block belongs there. Returns
 * the free slot. */
static size_t move_chain(const fs_distribution *d, size_t free_slot, size_t last)
{
    uint32_t source;
    while ((source = d->sources[free_slot]) != NO_SLOT && source != last) {
        look_at_block(d, source);
        memcpy(slot_at(d, free_slot), slot_at(d, source), block_bytes(d));
        d->sources[free_slot] = NO_SLOT;
        free_slot = source;
    }
    return free_slot;
}

void fs_stripe_move(const fs_distribution *d, const fs_stripe *stripe)
{
    const size_t end =
        stripe->last / d->length; /* a partial slot at the end is left out */
    for (size_t slot = stripe->first / d->length + stripe->written; slot < end; slot++)
        move_chain(d, slot, NO_SLOT);
}

void fs_distribution_close_cycles(const fs_distribution *d)
{
    const size_t slots = slots_of(d->n, d->length);
    for (size_t slot = 0; slot < slots; slot++) {
        if (d->sources[slot] == NO_SLOT || d->sources[slot] == slot)
            continue;
        memcpy(d->spare, slot_at(d, slot), block_bytes(d));
        const size_t last = move_chain(d, slot, slot);
        memcpy(slot_at(d, last), d->spare, block_bytes(d));
        d->sources[last] = NO_SLOT;
    }
}

/* ---- step 4 ------------------------------------------------------------------------ */

static void place_segment(const fs_distribution *d, const fs_stripe *stripe, unsigned b)
{
    const size_t start = stripe->starts[b], count = segment_size(d, stripe, b);
    const size_t blocks = stripe->blocks[b], length = d->length, size = d->size;
    const unsigned char *buffer = stripe->buffers + (size_t)buffer_start(d, b) * size;
    unsigned char *to = d->to + start * size;
    if (blocks == 0) {
        memcpy(to, buffer, count * size);
        return;
    }
    const size_t end = (1 + blocks) * length; /* of the blocks, counted from `start` */
    memmove(to + length * size, slot_at(d, start / length + 1), blocks * length * size);
    memcpy(to, buffer, length * size);
    memcpy(to + end * size, buffer + length * size, (count - end) * size);
}

void fs_place_bucket(const fs_distribution *d, unsigned b)
{
    for (unsigned s = 0; s < d->stripe_count; s++)
        place_segment(d, d->stripes[s], b);
}
