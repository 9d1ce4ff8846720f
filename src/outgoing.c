/* SPDX-License-Identifier: MIT
 *
 * outgoing.c - collections of records: all go out, in order.
 */
#include <stdlib.h>
#include <string.h>

#include "external.h"
#include "key.h"
#include "records.h"
#include "render.h"

enum { ALONE = 1 << 19 }; /* bytes that are not worth a second thread */

/* What the functions of a delivery see. */
struct outgoing {
    fair_records *records;
    const unsigned char **places; /* of the sieve, or of all records as they came */
    const fs_unit *units;
};

static int collect_bucket(void *context, unsigned member, size_t unit, void *entries)
{
    (void)member;
    const struct outgoing *out = context;
    fs_blocks_collect(&out->records->hoard.store, unit, entries);
    return FAIR_OK;
}

static int collect_slice(void *context, unsigned member, size_t unit, void *entries)
{
    (void)member;
    const struct outgoing *out = context;
    memcpy(entries, out->places + out->units[unit].place,
           out->units[unit].count * sizeof *out->places);
    return FAIR_OK;
}

static void render(void *context, const void *entries, size_t from, size_t to,
                   fs_outlet *outlet)
{
    const struct outgoing *out = context;
    const fair_records_options *options = &out->records->options;
    if (options->pairs)
        fs_render_pairs(out->places, entries, from, to, &options->format, outlet,
                        options->witness, options->context);
    else
        fs_render_records(entries, from, to, outlet, options->witness, options->context);
}

/* The orders that are made of all records at once. */
static int arrange(void *context, void *entries, size_t count)
{
    const struct outgoing *out = context;
    fair_rng rng;
    int error = FAIR_OK;
    fair_rng_init_key(&rng, out->records->key);
    if (out->records->options.order == FAIR_ORDER_CYCLE)
        fair_cycle(&rng, entries, count, sizeof(void *));
    else
        error = fair_derange(&rng, entries, count, sizeof(void *));
    fair_rng_wipe(&rng);
    return error;
}

static int plan_units(fair_records *records, fs_delivery *d)
{
    const uint64_t n = records->hoard.store.n;
    const int whole = d->arrange != NULL || records->options.pairs || n <= FS_LEAF;
    const unsigned bits = whole ? 0 : fs_scatter_bits(n);
    if (!whole) {
        const int error =
            fs_blocks_regroup(&records->hoard.store, records->key, bits, records->team);
        if (error != FAIR_OK)
            return error;
    }
    d->unit_count = (size_t)1 << bits;
    d->units = calloc(d->unit_count, sizeof *d->units);
    if (d->units == NULL)
        return FAIR_ENOMEM;
    for (size_t b = 0; b < d->unit_count; b++) {
        d->units[b].count = atomic_load(&records->hoard.store.counts[b]);
        if (whole)
            memcpy(d->units[b].key, records->key, FAIR_KEY_SIZE);
        else
            fs_key_derive(d->units[b].key, records->key, FS_DOMAIN_BUCKET, b);
    }
    return FAIR_OK;
}

/* The places of all records, as they came; NULL if there is no memory. */
static const unsigned char **all_places(fair_records *records)
{
    if (records->hoard.store.n > SIZE_MAX / sizeof(void *) - 1)
        return NULL;
    const unsigned char **places =
        malloc(((size_t)records->hoard.store.n + 1) * sizeof *places);
    if (places != NULL &&
        fs_blocks_collect_all(&records->hoard.store, records->key, places) != FAIR_OK) {
        free(places);
        return NULL;
    }
    return places;
}

static int write_header(fair_records *records, const fair_part *part)
{
    if (records->header_bytes == 0 || part == NULL || part->write == NULL)
        return FAIR_OK;
    const int error = part->write(part->context, records->header, records->header_bytes);
    records->mark.error = error;
    return error != 0 ? FAIR_EWRITE : FAIR_OK;
}

/* A buffer takes what a unit has, and a bit more, but a small part of the whole at most:
 * whoever has filled it waits for the turn of the unit. */
static size_t buffer_for(uint64_t bytes, size_t units)
{
    const uint64_t least = 1 << 16, unit = bytes / units + bytes / units / 4;
    const uint64_t most = bytes / 64 < 1 << 26 ? bytes / 64 : 1 << 26;
    const uint64_t room = unit < most ? unit : most;
    return (size_t)(room < least ? least : room);
}

static int tell(void *context, uint64_t bytes)
{
    const fair_records *records = context;
    return records->options.progress == NULL
               ? 0
               : records->options.progress(records->options.context, FAIR_PHASE_ORDER,
                                           bytes, 0);
}

/* What was not kept in memory, or not all of it. */
static int deliver_external(fair_records *records, fs_delivery *d)
{
    fs_toil toil = {.budget = &records->budget,
                    .spill = &records->spill,
                    .team = records->team,
                    .tell = tell,
                    .context = records};
    const uint64_t n = records->count;
    fs_node root = {.n = n, .hoard = &records->hoard, .order = records->options.order};
    root.whole = root.order != FAIR_ORDER_SHUFFLE || n <= FS_LEAF;
    root.buckets = root.whole ? 1 : 1u << fs_scatter_bits(n);
    root.shift = root.whole ? FS_MOST_BITS : FS_MOST_BITS - fs_scatter_bits(n);
    memcpy(root.key, records->key, FAIR_KEY_SIZE);
    int error = FAIR_ELIMIT;
    if (!records->options.pairs)
        error = fs_node_settle(&root, &toil);
    else
        toil.needed = fs_budget_for_all(records->bytes, n);
    if (error == FAIR_OK)
        error = fs_external_deliver(&root, d, &toil);
    fs_wipe(root.key, sizeof root.key);
    records->mark.needed = toil.needed;
    if (error == FAIR_ETEMP)
        d->error = records->spill.error;
    return error;
}

/* How many members can be furnished with what the blocks leave of the limit; 0: none. */
static unsigned members_for(const fair_records *records, const fs_delivery *d)
{
    const uint64_t limit = records->budget.limit, held = records->hoard.store.held;
    const uint64_t left = held < limit ? limit - held : 0;
    uint64_t largest = 0, places = 0;
    for (size_t i = 0; i < d->unit_count; i++)
        largest = d->units[i].count > largest ? d->units[i].count : largest;
    const uint64_t times = d->arrange == NULL && largest > FS_LEAF ? 2 : 1;
    const uint64_t each = largest * (times * sizeof(void *) + 1) + d->buffer;
    if (records->options.pairs)
        places = records->hoard.store.n * sizeof(void *);
    if (places > left || each > left - places || each == 0)
        return 0;
    const uint64_t members = (left - places) / each;
    return members < FS_MOST_PIECES ? (unsigned)members : FS_MOST_PIECES;
}

/* All records are in memory, but to put them in order takes more than is left. */
static int deliver_after_all(fair_records *records, fs_delivery *d)
{
    const int error = records->options.pairs
                          ? FAIR_OK
                          : fs_blocks_regroup(&records->hoard.store, records->key,
                                              FS_MOST_BITS, records->team);
    return error == FAIR_OK ? deliver_external(records, d) : error;
}

static int deliver(fair_records *records, struct outgoing *out, fs_delivery *d)
{
    int error;
    if (records->hoard.spills || records->sieved)
        return deliver_external(records, d);
    if (records->sieve != NULL)
        error = fs_sieve_units(records->sieve, &d->units, &d->unit_count, &out->places);
    else
        error = plan_units(records, d);
    out->units = d->units;
    d->buffer = buffer_for(records->sieve == NULL ? records->bytes : 0,
                           d->unit_count > 0 ? d->unit_count : 1);
    const int limited = error == FAIR_OK && records->options.memory > 0;
    const unsigned members = limited ? members_for(records, d) : 0;
    if (limited && members == 0 && records->sieve == NULL &&
        (d->arrange != NULL || records->options.pairs)) {
        fs_wipe(d->units, d->unit_count * sizeof *d->units);
        free(d->units);
        d->units = NULL;
        return deliver_after_all(records, d);
    }
    d->members = limited && members == 0 ? 1 : members;
    if (error == FAIR_OK && records->options.pairs) {
        out->places = all_places(records);
        error = out->places == NULL ? FAIR_ENOMEM : FAIR_OK;
    }
    if (error == FAIR_OK)
        error = fs_deliver(d, records->team);
    if (d->units != NULL)
        fs_wipe(d->units, d->unit_count * sizeof *d->units);
    free(d->units);
    free(out->places);
    return error;
}

/* What is in it cannot be written again. */
static int finish(fair_records *records, int error)
{
    records->error = error == FAIR_OK ? FAIR_ESTATE : error;
    return error;
}

int fair_records_write(fair_records *records, const fair_part *parts, size_t part_count)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (!fs_parts_good(parts, part_count))
        return records->error = FAIR_EINVAL;
    int error = fs_records_take_loose(records);
    if (records->options.order != FAIR_ORDER_SHUFFLE && records->count == 1)
        error = FAIR_EINVAL; /* it cannot leave its place */
    for (size_t i = 0; i < part_count && error == FAIR_OK; i++)
        error = write_header(records, &parts[i]);
    if (error == FAIR_ETEMP)
        records->mark.error = records->spill.error;
    if (error != FAIR_OK)
        return records->error = error;
    fair_reader_free(records->reader); /* its buffers are of no more use */
    records->reader = NULL;
    struct outgoing out = {.records = records};
    fs_delivery d = {.size = sizeof(void *),
                     .parts = parts,
                     .part_count = part_count,
                     .collect = records->sieve != NULL ? collect_slice : collect_bucket,
                     .render = render,
                     .source = &out,
                     .context = &out,
                     .progress = records->options.progress,
                     .progress_context = records->options.context};
    const uint64_t head = records->options.head, bytes = records->bytes;
    const uint64_t n = head > 0 && head < records->count ? head : records->count;
    const uint64_t wanted = fs_parts_wanted(parts, part_count, n);
    const int whole = wanted == records->count;
    d.most = n;
    d.total = whole && !records->options.pairs ? bytes : 0;
    if (records->options.order != FAIR_ORDER_SHUFFLE && n > 0)
        d.arrange = arrange;
    if (bytes > ALONE)
        records->team = fs_team_start(records->budget.members);
    error = deliver(records, &out, &d);
    fs_team_stop(records->team);
    records->team = NULL;
    records->mark.error = d.error;
    if (error == FAIR_OK && d.records != wanted)
        error = FAIR_ELOST;
    if (error == FAIR_OK && whole && !records->options.pairs && d.bytes != bytes)
        error = FAIR_ELOST;
    return finish(records, error);
}

/* The draws themselves; `count` > 0, and there are records. */
static int draw(fair_records *records, uint64_t count, const fair_part *part)
{
    int error = FAIR_OK;
    const unsigned char **places = all_places(records);
    fs_outlet *outlet = fs_outlet_open(part, 1 << 16, &records->options);
    if (places == NULL || outlet == NULL)
        error = FAIR_ENOMEM;
    fair_rng rng;
    fair_rng_init_key(&rng, records->key);
    while (count > 0 && error == FAIR_OK && !fs_outlet_broken(outlet)) {
        uint64_t dice[FS_DRAWN];
        const unsigned char *drawn[FS_DRAWN];
        const size_t some = count < FS_DRAWN ? (size_t)count : FS_DRAWN;
        fair_dice(&rng, dice, FS_DRAWN, records->hoard.store.n);
        for (size_t i = 0; i < some; i++)
            drawn[i] = places[dice[i]];
        fs_render_records(drawn, 0, some, outlet, NULL, NULL);
        count -= count == UINT64_MAX ? 0 : some;
    }
    fair_rng_wipe(&rng);
    free(places);
    if (outlet != NULL && error == FAIR_OK)
        error = fs_outlet_close(outlet, &records->mark.error);
    else
        fs_outlet_close(outlet, NULL);
    return error;
}

int fair_records_draw(fair_records *records, uint64_t count, const fair_part *part)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (!fs_part_good(part, count) || records->options.head > 0)
        return records->error = FAIR_EINVAL;
    int error = fs_records_take_loose(records);
    if (error == FAIR_ETEMP)
        records->mark.error = records->spill.error;
    const uint64_t held = records->hoard.store.held, limit = records->budget.limit;
    const int fits = !records->hoard.spills && held <= limit &&
                     records->hoard.store.n <= (limit - held) / sizeof(void *);
    if (error == FAIR_OK && !fits) {
        records->mark.needed = fs_budget_for_all(records->bytes, records->count);
        error = FAIR_ELIMIT;
    }
    if (error == FAIR_OK && count > 0 && records->hoard.store.n == 0)
        error = FAIR_EINVAL;
    if (error == FAIR_OK)
        error = write_header(records, part);
    if (error == FAIR_OK && count > 0)
        error = draw(records, count, part);
    return finish(records, error);
}
