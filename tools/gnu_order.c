/* SPDX-License-Identifier: MIT
 *
 * gnu_order.c - makes orders and samples as GNU shuf does. See gnu_order.h.
 *
 * An order is a Fisher-Yates shuffle from the front: place i is swapped with one of the
 * places i .. n - 1. It works on an array of all n indices. If few of many elements are
 * wanted, it works on a map that holds only the changed places; the result is the same.
 *
 * (GNU shuf 9.1, and perhaps others, has a bug in its map: if place i is swapped with
 * itself, and has got another element before, GNU shuf returns element i again and loses
 * the element in place i. This code returns the element in place i.)
 *
 * The sample of a stream is a plain reservoir: record t (from 0) draws one of t + 1
 * places, and takes the place if it is one of the slots. GNU shuf draws before it reads
 * the record, so it makes one more draw at the end of the stream. This is kept, because
 * the draws for the order come after it.
 */
#include "tools/gnu_order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"

/* When to use a map; the result does not depend on it. A map takes up to 64 bytes for
 * each draw, the array 8 bytes for each element. GNU shuf has the same thresholds. */
enum { MAP_FROM = 131072, MAP_RATIO = 32 };

/* ---- the map of changed places ------------------------------------------- *
 *
 * Open addressing, at most half full. Each draw adds at most one entry, and entries are
 * never removed. */

struct entry {
    uint64_t place;   /* place + 1; 0 if the entry is empty */
    uint64_t element; /* what is in this place */
};

struct map {
    struct entry *entries; /* open addressing, at most half full; owned */
    unsigned shift;        /* there are 2^(64 - shift) entries */
};

static int map_init(struct map *map, uint64_t draws)
{
    unsigned bits = 1;
    while (bits < 63 && UINT64_C(1) << bits < draws)
        bits++;
    bits++;
    if (bits >= 64 || UINT64_C(1) << bits > SIZE_MAX / sizeof *map->entries)
        return FAIR_ENOMEM;
    map->shift = 64 - bits;
    map->entries = calloc((size_t)1 << bits, sizeof *map->entries);
    return map->entries == NULL ? FAIR_ENOMEM : FAIR_OK;
}

/* The entry of a place, or the empty entry where it belongs. Fibonacci hashing spreads
 * the places 0, 1, 2, ... evenly; the others are random anyway. */
static struct entry *map_find(const struct map *map, uint64_t place)
{
    const uint64_t last = UINT64_MAX >> map->shift;
    uint64_t at = place * UINT64_C(0x9E3779B97F4A7C15) >> map->shift;
    while (map->entries[at].place != 0 && map->entries[at].place != place + 1)
        at = (at + 1) & last;
    return &map->entries[at];
}

static int order_by_map(struct gnu_integers *integers, uint64_t n, uint64_t head,
                        uint64_t *order)
{
    struct map map;
    if (map_init(&map, head) != FAIR_OK)
        return FAIR_ENOMEM;
    int error = FAIR_OK;
    for (uint64_t i = 0; i < head; i++) {
        uint64_t j;
        if (!gnu_integers_draw(integers, n - i, &j)) {
            error = FAIR_ESOURCE;
            break;
        }
        j += i;
        const struct entry *here = map_find(&map, i);
        const uint64_t displaced = here->place != 0 ? here->element : i;
        if (j == i) {
            order[i] = displaced;
            continue;
        }
        struct entry *there = map_find(&map, j);
        order[i] = there->place != 0 ? there->element : j;
        there->place = j + 1;
        there->element = displaced;
    }
    free(map.entries);
    return error;
}

/* ---- orders ----------------------------------------------------------------------- */

static int order_by_array(struct gnu_integers *integers, uint64_t n, uint64_t head,
                          uint64_t *order)
{
    for (uint64_t i = 0; i < n; i++)
        order[i] = i;
    for (uint64_t i = 0; i < head; i++) {
        uint64_t j;
        if (!gnu_integers_draw(integers, n - i, &j))
            return FAIR_ESOURCE;
        j += i;
        const uint64_t element = order[j];
        order[j] = order[i];
        order[i] = element;
    }
    return FAIR_OK;
}

int gnu_order(struct gnu_integers *integers, uint64_t n, uint64_t head, uint64_t **order)
{
    assert(head <= n);
    *order = NULL;
    if (head == 0)
        return FAIR_OK;
    /* For one element, the map is better at any n. */
    const int by_map = head == 1 || (n >= MAP_FROM && n / head >= MAP_RATIO);
    const uint64_t places = by_map ? head : n;
    if (places > SIZE_MAX / sizeof **order)
        return FAIR_ENOMEM;
    uint64_t *result = malloc((size_t)places * sizeof *result);
    if (result == NULL)
        return FAIR_ENOMEM;
    const int error = by_map ? order_by_map(integers, n, head, result)
                             : order_by_array(integers, n, head, result);
    if (error != FAIR_OK) {
        free(result);
        return error;
    }
    *order = result;
    return FAIR_OK;
}

/* ---- samples ---------------------------------------------------------------------- */

static int slot_fill(struct gnu_slot *slot, const unsigned char *record, size_t length)
{
    if (length > slot->room || slot->bytes == NULL) {
        unsigned char *bytes = malloc(length > 0 ? length : 1);
        if (bytes == NULL)
            return FAIR_ENOMEM;
        free(slot->bytes);
        slot->bytes = bytes;
        slot->room = length;
    }
    memcpy(slot->bytes, record, length);
    slot->length = length;
    return FAIR_OK;
}

static int sample_add(struct gnu_sample *sample, const unsigned char *record,
                      size_t length)
{
    if (sample->count == sample->room) {
        const size_t room = sample->room < 512 ? 1024 : 2 * sample->room;
        if (room > SIZE_MAX / 2 / sizeof *sample->slots)
            return FAIR_ENOMEM;
        struct gnu_slot *slots = realloc(sample->slots, room * sizeof *slots);
        if (slots == NULL)
            return FAIR_ENOMEM;
        memset(slots + sample->room, 0, (room - sample->room) * sizeof *slots);
        sample->slots = slots;
        sample->room = room;
    }
    return slot_fill(&sample->slots[sample->count++], record, length);
}

int gnu_sample_take(struct gnu_sample *sample, struct gnu_integers *integers,
                    uint64_t most, gnu_next *next, void *context)
{
    assert(most > 0 && sample->slots == NULL);
    const unsigned char *record;
    size_t length;
    int got, error = FAIR_OK;
    while (sample->count < most) {
        if ((got = next(context, &record, &length)) <= 0)
            return got;
        if ((error = sample_add(sample, record, length)) != FAIR_OK)
            return error;
    }
    for (uint64_t seen = most;; seen++) {
        uint64_t place;
        if (!gnu_integers_draw(integers, seen + 1, &place))
            return FAIR_ESOURCE;
        if ((got = next(context, &record, &length)) <= 0)
            return got;
        if (place < most &&
            (error = slot_fill(&sample->slots[place], record, length)) != FAIR_OK)
            return error;
    }
}

void gnu_sample_free(struct gnu_sample *sample)
{
    for (size_t i = 0; i < sample->count; i++)
        free(sample->slots[i].bytes);
    free(sample->slots);
    *sample = (struct gnu_sample){0};
}
