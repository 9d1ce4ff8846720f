/* SPDX-License-Identifier: MIT
 *
 * external.c - puts in order and writes what does not fit into memory. See external.h.
 *
 * Buckets go out one after the other. Those that fit are units of a delivery, as many at
 * a time as memory allows; one that does not is made a node of its own (node.h), which is
 * delivered in its place.
 */
#include "external.h"

#include <errno.h>
#include <stdlib.h>

#include "memory.h"

/* What a member reads a bucket into. */
struct loader {
    unsigned char *data;
    size_t room;
    const unsigned char **places; /* in the order they came, if they have targets */
    uint64_t read;
    int error; /* errno */
};

/* A delivery of some buckets of a node. */
struct stretch {
    fs_node *node;
    fs_toil *toil;
    unsigned low;     /* the first bucket */
    unsigned members; /* that take part */
    const fs_unit *units;
    struct loader *loaders;
};

static int damaged(struct loader *loader, int number)
{
    loader->error = number;
    return FAIR_ETEMP;
}

/* Puts the records of a stretch of places where they belong. */
static void place_targets(const fs_node *node, unsigned bucket, size_t count,
                          const unsigned char **places, const unsigned char **entries)
{
    const uint32_t low = bucket * node->each;
    size_t next = 0;
    for (uint64_t i = 0; i < node->n && next < count; i++)
        if (node->targets[i] - low < count)
            entries[node->targets[i] - low] = places[next++];
}

static int collect(void *context, unsigned member, size_t unit, void *entries)
{
    const struct stretch *s = context;
    const fs_node *node = s->node;
    const fs_hoard *hoard = node->hoard;
    struct loader *loader = &s->loaders[member];
    const unsigned bucket = s->low + (unsigned)unit, width = 1u << node->shift;
    const unsigned low = bucket * width, high = low + width;
    const unsigned char **places = node->targets != NULL ? loader->places : entries;
    const size_t all = s->units[unit].count;
    size_t count = 0, used = 0;
    if (high + s->members * width <= FS_MOST_BUCKETS)
        fs_hoard_expect(hoard, low + s->members * width, high + s->members * width);
    for (size_t part = 0; part < fs_hoard_parts(hoard); part++) {
        uint64_t starts[FS_MOST_BUCKETS + 1];
        fs_run run;
        size_t bytes;
        const int number = fs_hoard_run(hoard, part, low, high, loader->data + used,
                                        loader->room - used, starts, &run, &bytes);
        if (number != 0)
            return damaged(loader, number);
        used += bytes;
        loader->read += bytes;
        const size_t here = fs_run_places(&run, node->key, places + count, all - count);
        if (here == SIZE_MAX)
            return damaged(loader, EIO);
        count += here;
    }
    if (count != all)
        return damaged(loader, EIO);
    if (node->targets != NULL)
        place_targets(node, bucket, all, places, entries);
    return FAIR_OK;
}

static int leave(void *context, void *entries, size_t count)
{
    (void)context, (void)entries, (void)count;
    return FAIR_OK;
}

/* A few buckets at a time are given back: that is quicker than one by one. */
static void written(void *context, size_t unit)
{
    const struct stretch *s = context;
    const unsigned next = s->low + (unsigned)unit + 1, buckets = s->node->buckets;
    const unsigned few = buckets < 16 ? 1 : buckets / 16;
    if (next % few == 0 || next == buckets)
        fs_hoard_give_back(s->node->hoard,
                           next == buckets ? FS_MOST_BUCKETS : next << s->node->shift);
}

/* ---- stretches of buckets that fit ----------------------------------------------- */

/* How many members can have a bucket of this size each, when the memory is shared. */
static unsigned members_for(const fs_node *node, uint64_t bytes, uint64_t count,
                            uint64_t memory, const fs_toil *toil)
{
    const uint64_t cost = fs_budget_unit(bytes, count) +
                          (node->targets != NULL ? count * sizeof(void *) : 0);
    unsigned members = fs_team_size(toil->team);
    while (members > 0 && cost > memory / members)
        members--;
    return members;
}

static int furnish(struct stretch *s, size_t bytes, size_t count)
{
    s->loaders = calloc(s->members, sizeof *s->loaders);
    if (s->loaders == NULL)
        return FAIR_ENOMEM;
    for (unsigned i = 0; i < s->members; i++) {
        struct loader *loader = &s->loaders[i];
        loader->data = fs_room(bytes + FS_OVERSHOOT);
        loader->room = bytes;
        if (s->node->targets != NULL)
            loader->places = malloc((count + 1) * sizeof *loader->places);
        if (loader->data == NULL || (s->node->targets != NULL && loader->places == NULL))
            return FAIR_ENOMEM;
    }
    return FAIR_OK;
}

static void clear(struct stretch *s)
{
    for (unsigned i = 0; s->loaders != NULL && i < s->members; i++) {
        struct loader *loader = &s->loaders[i];
        s->toil->spill->usage.read += loader->read;
        if (loader->error != 0)
            s->toil->spill->error = loader->error;
        free(loader->data);
        free(loader->places);
    }
    free(s->loaders);
}

/* Delivers the buckets low..high-1. */
static int deliver(fs_node *node, unsigned low, unsigned high, unsigned members,
                   fs_delivery *d, fs_toil *toil)
{
    struct stretch s = {.node = node, .toil = toil, .low = low, .members = members};
    const size_t unit_count = high - low;
    size_t most_bytes = 0, most_count = 0;
    fs_unit *units = calloc(unit_count, sizeof *units);
    if (units == NULL)
        return FAIR_ENOMEM;
    for (size_t i = 0; i < unit_count; i++) {
        const unsigned bucket = low + (unsigned)i;
        units[i].count = (size_t)node->counts[bucket];
        fs_node_key(node, bucket, units[i].key);
        if (units[i].count > most_count)
            most_count = units[i].count;
        if (node->bytes[bucket] > most_bytes)
            most_bytes = (size_t)node->bytes[bucket];
    }
    fs_delivery here = *d;
    here.units = units;
    here.unit_count = unit_count;
    here.members = members;
    here.buffer = fs_budget_buffer(most_bytes);
    here.collect = collect;
    here.written = written;
    here.source = &s;
    if (node->targets != NULL)
        here.arrange = leave;
    else if (!node->whole)
        here.arrange = NULL;
    s.units = units;
    int error = furnish(&s, most_bytes, most_count);
    if (error == FAIR_OK)
        error = fs_deliver(&here, toil->team);
    d->place = here.place;
    d->records = here.records;
    d->bytes = here.bytes;
    d->error = here.error;
    clear(&s);
    fs_wipe(units, unit_count * sizeof *units);
    free(units);
    return error;
}

/* ---- nodes ----------------------------------------------------------------------- */

static int deliver_node(fs_node *node, fs_delivery *d, fs_toil *toil, uint64_t wanted)
{
    int error = FAIR_OK;
    for (unsigned b = 0; b < node->buckets && d->place < wanted && error == FAIR_OK;) {
        const uint64_t memory = fs_node_memory(node, toil);
        uint64_t bytes = node->bytes[b], count = node->counts[b];
        unsigned members = members_for(node, bytes, count, memory, toil);
        if (members == 0 && count < 2)
            members = 1; /* there is nothing to part */
        if (members == 0) {
            fs_node *child = malloc(sizeof *child);
            if (child == NULL)
                return FAIR_ENOMEM;
            error = fs_node_split(node, b, child, toil);
            if (error == FAIR_OK)
                error = deliver_node(child, d, toil, wanted);
            fs_node_free(child);
            free(child);
            b++;
            continue;
        }
        unsigned end = b + 1; /* and those behind it, if the largest of them can */
        for (; end < node->buckets; end++) {
            bytes = node->bytes[end] > bytes ? node->bytes[end] : bytes;
            count = node->counts[end] > count ? node->counts[end] : count;
            if (members_for(node, bytes, count, memory, toil) != members)
                break;
        }
        error = deliver(node, b, end, members, d, toil);
        b = end;
    }
    return error;
}

int fs_external_deliver(fs_node *root, fs_delivery *delivery, fs_toil *toil)
{
    return deliver_node(
        root, delivery, toil,
        fs_parts_wanted(delivery->parts, delivery->part_count, delivery->most));
}
