/* SPDX-License-Identifier: MIT
 *
 * render.c - records and numbers as the bytes that go out. See render.h.
 */
#include "render.h"

#include <string.h>

#include "blocks.h"
#include "index.h"

/* Records lie anywhere in the blocks: each is fetched so many before its turn. */
enum { AHEAD = 24, LINE = 64 };

/* The room that is being written to. */
struct pen {
    fs_outlet *outlet;
    unsigned char *at, *start, *end;
};

FS_INLINE void lift(struct pen *pen)
{
    fs_outlet_wrote(pen->outlet, (size_t)(pen->at - pen->start));
    pen->start = pen->at = pen->end = NULL;
}

/* Room for `bytes` <= FS_OUTLET_ROOM. */
FS_INLINE void make_room(struct pen *pen, size_t bytes)
{
    if (FS_UNLIKELY((size_t)(pen->end - pen->at) < bytes)) {
        size_t room;
        lift(pen);
        pen->start = pen->at = fs_outlet_room(pen->outlet, bytes, &room);
        pen->end = pen->at + room;
    }
}

FS_INLINE void draw(struct pen *pen, const unsigned char *record, size_t length)
{
    if (FS_UNLIKELY(length > FS_OUTLET_ROOM - FS_OVERSHOOT)) {
        lift(pen);
        fs_outlet_put(pen->outlet, record, length);
        return;
    }
    make_room(pen, length + FS_OVERSHOOT);
    fs_copy_over(pen->at, record, length);
    pen->at += length;
}

void fs_render_records(const unsigned char *const *places, size_t from, size_t to,
                       fs_outlet *outlet, fs_witness *witness, void *context)
{
    struct pen pen = {.outlet = outlet};
    for (size_t i = from; i < to; i++) {
        if (i + AHEAD < to) {
            /* The second line may lie behind the block, where no pointer may point: it is
             * computed as a number. */
            const uintptr_t second = (uintptr_t)places[i + AHEAD] + LINE;
            FS_FETCH(places[i + AHEAD]);
            FS_FETCH((const void *)second); /* NOLINT(performance-no-int-to-ptr) */
        }
        size_t length;
        const unsigned char *record = fs_prefix_get(places[i], &length);
        if (witness != NULL)
            witness(context, 1, record, length);
        draw(&pen, record, length);
    }
    lift(&pen);
}

/* The length without what ends the record. */
static size_t bare(const fair_format *format, const unsigned char *record, size_t length)
{
    if (format->kind == FAIR_FIXED || length == 0)
        return length;
    if (format->kind == FAIR_DELIMITED && format->delimiter != '\n')
        return length - (record[length - 1] == format->delimiter);
    while (length > 0 && record[length - 1] == '\n') {
        length--;
        length -= length > 0 && record[length - 1] == '\r';
        if (format->kind != FAIR_PARAGRAPHS)
            break;
    }
    return length;
}

void fs_render_pairs(const unsigned char *const *original,
                     const unsigned char *const *places, size_t from, size_t to,
                     const fair_format *format, fs_outlet *outlet, fs_witness *witness,
                     void *context)
{
    for (size_t i = from; i < to; i++) {
        size_t length;
        const unsigned char *record = fs_prefix_get(original[i], &length);
        fs_outlet_put(outlet, record, bare(format, record, length));
        fs_outlet_put(outlet, "\t", 1);
        record = fs_prefix_get(places[i], &length);
        if (witness != NULL)
            witness(context, 1, record, length);
        fs_outlet_put(outlet, record, length);
    }
}

/* ---- numbers ----------------------------------------------------------------------- */

enum { MOST_DIGITS = 20 };

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

FS_INLINE unsigned digits(uint64_t x)
{
    unsigned count = 1;
    for (; x >= 10000; x /= 10000)
        count += 4;
    return count + (x >= 10) + (x >= 100) + (x >= 1000);
}

FS_INLINE unsigned char *put_number(unsigned char *to, uint64_t x)
{
    unsigned char *end = to + digits(x), *at = end;
    while (x >= 100) {
        memcpy(at -= 2, pairs + x % 100 * 2, 2);
        x /= 100;
    }
    if (x >= 10)
        memcpy(at - 2, pairs + x * 2, 2);
    else
        at[-1] = (unsigned char)('0' + x);
    return end;
}

void fs_render_numbers(const void *indices, size_t width, size_t from, size_t to,
                       uint64_t first, unsigned char end, fs_outlet *outlet)
{
    struct pen pen = {.outlet = outlet};
    for (size_t i = from; i < to; i++) {
        make_room(&pen, MOST_DIGITS + 1);
        pen.at = put_number(pen.at, first + fs_index_get(indices, i, width));
        *pen.at++ = end;
    }
    lift(&pen);
}
