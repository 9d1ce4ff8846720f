/* SPDX-License-Identifier: MIT
 *
 * span.h - spans, which are the address and length of a record in 8 bytes; and how blocks
 * keep records.
 *
 * All code after the store handles records as arrays of spans, and puts spans in order.
 * The lower 48 bits are the address, the upper 16 bits the length. The two largest values
 * of the length mark longer records:
 *
 *     FS_SPAN_KEPT   the address is that of a kept record, which starts with its length
 *     FS_SPAN_FAR    the address is that of 16 bytes: an address, and a length
 *
 * Blocks and segments keep a record as a prefix, which is its length (7 bits to a byte,
 * the lowest first, the last byte below 128), and its bytes. A block of references keeps
 * a span instead of the bytes, or 16 bytes for a longer record; the record itself is in a
 * mapped file.
 */
#ifndef FS_SPAN_H
#define FS_SPAN_H

#include <assert.h>

#include "src/base/base.h"
#include "src/records/constants.h"

typedef uint64_t fs_span;

enum {
    FS_SPAN_SHIFT = 48,
    FS_SPAN_KEPT = 0xfffe,
    FS_SPAN_FAR = 0xffff,
    FS_MOST_PREFIX = 10, /* the most bytes of a prefix */
    FS_OVERSHOOT = 32,   /* bytes after a record that fs_copy_over() may read and write */
};

/* Whether spans can point to all bytes of an object. They can on all common machines,
 * whose user addresses have 47 or 48 bits unless a program asks for more. */
FS_INLINE int fs_span_reaches(const void *object, size_t bytes)
{
    return ((uint64_t)(uintptr_t)object + bytes) >> FS_SPAN_SHIFT == 0;
}

FS_INLINE fs_span fs_span_pack(const void *address, uint64_t length)
{
    assert(fs_span_reaches(address, 0) && length <= FS_SPAN_FAR);
    return length << FS_SPAN_SHIFT | (uint64_t)(uintptr_t)address;
}

FS_INLINE const unsigned char *fs_span_address(fs_span span)
{
    const uint64_t mask = ((uint64_t)1 << FS_SPAN_SHIFT) - 1;
    return (const unsigned char *)(uintptr_t)(span & mask); /* NOLINT */
}

/* ---- kept records ---------------------------------------------------------------- */

FS_INLINE size_t fs_prefix_size(uint64_t length)
{
    size_t size = 1;
    for (; length > 127; length >>= 7)
        size++;
    return size;
}

FS_INLINE unsigned char *fs_prefix_put(unsigned char *to, uint64_t length)
{
    for (; length > 127; length >>= 7)
        *to++ = (unsigned char)(length | 128);
    *to++ = (unsigned char)length;
    return to;
}

/* Returns the bytes of the record kept at `at`. */
FS_INLINE const unsigned char *fs_prefix_get(const unsigned char *at, size_t *length)
{
    uint64_t value = *at++;
    if (FS_UNLIKELY(value > 127)) {
        value &= 127;
        for (unsigned shift = 7;; shift += 7) {
            const uint64_t more = *at++;
            value |= (more & 127) << shift;
            if (more < 128)
                break;
        }
    }
    *length = (size_t)value;
    return at;
}

/* Copies a record, without a function call if it is short. `from` and `to` must have
 * FS_OVERSHOOT bytes of room after the record. */
FS_INLINE void fs_copy_over(unsigned char *to, const unsigned char *from, size_t length)
{
    memcpy(to, from, 16);
    if (FS_UNLIKELY(length > 16)) {
        if (length <= 32)
            memcpy(to + 16, from + 16, 16);
        else
            memcpy(to, from, length);
    }
}

/* ---- references ------------------------------------------------------------------ */

/* The size of a reference with its prefix. */
FS_INLINE size_t fs_reference_size(size_t length)
{
    return 1 + (length < FS_SPAN_SHORT ? sizeof(fs_span) : 2 * sizeof(uint64_t));
}

/* Writes a reference to a record. Returns where the next reference goes. */
FS_INLINE unsigned char *fs_reference_put(unsigned char *to, const unsigned char *record,
                                          size_t length)
{
    uint64_t words[2] = {(uint64_t)(uintptr_t)record, length};
    if (length < FS_SPAN_SHORT)
        words[0] = fs_span_pack(record, length);
    const size_t size = fs_reference_size(length) - 1;
    *to = (unsigned char)size;
    memcpy(to + 1, words, size);
    return to + 1 + size;
}

/* ---- spans ----------------------------------------------------------------------- */

/* The span of the record kept at `at`. Sets *next to where the next record is kept. */
FS_INLINE fs_span fs_span_of(const unsigned char *at, int references,
                             const unsigned char **next)
{
    size_t length;
    fs_span span;
    const unsigned char *record = fs_prefix_get(at, &length);
    *next = record + length;
    if (!references)
        return length < FS_SPAN_SHORT ? fs_span_pack(record, length)
                                      : fs_span_pack(at, FS_SPAN_KEPT);
    if (length != sizeof span)
        return fs_span_pack(record, FS_SPAN_FAR);
    memcpy(&span, record, sizeof span);
    return span;
}

static FS_NOINLINE const unsigned char *fs_span_get_long(fs_span span, size_t *length)
{
    const unsigned char *address = fs_span_address(span);
    if (span >> FS_SPAN_SHIFT == FS_SPAN_KEPT)
        return fs_prefix_get(address, length);
    uint64_t words[2];
    memcpy(words, address, sizeof words);
    *length = (size_t)words[1];
    return (const unsigned char *)(uintptr_t)words[0]; /* NOLINT */
}

/* The bytes and length of the record of a span. */
FS_INLINE const unsigned char *fs_span_get(fs_span span, size_t *length)
{
    *length = (size_t)(span >> FS_SPAN_SHIFT);
    if (FS_UNLIKELY(*length >= FS_SPAN_KEPT))
        return fs_span_get_long(span, length);
    return fs_span_address(span);
}

#endif
