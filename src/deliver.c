/* SPDX-License-Identifier: MIT
 *
 * deliver.c - units put in order and written in turn. See deliver.h.
 */
#include "deliver.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* What one member works with. */
struct bench {
    unsigned char *entries;
    fs_desk desk;
    unsigned char *buffer;
};

struct job {
    fs_delivery *delivery;
    fs_team *team;
    struct bench *benches;
    size_t room; /* of a buffer */
    uint64_t wanted;
    atomic_int error;        /* FAIR_..., the first */
    uint64_t bytes, records; /* written; only who has the turn adds to them */
};

struct fs_outlet {
    struct job *job;
    size_t task;
    unsigned member;
    int has_turn;
    const fair_part *part;
    unsigned char *buffer;
    size_t used;
    uint64_t records; /* rendered */
};

/* ---- the outlet: bytes wait in a buffer for the turn of their unit --------------- */

int fs_outlet_broken(const fs_outlet *outlet)
{
    return atomic_load_explicit(&outlet->job->error, memory_order_relaxed) != FAIR_OK;
}

/* The first error stays. */
static void fail(struct job *job, int error)
{
    int none = FAIR_OK;
    atomic_compare_exchange_strong(&job->error, &none, error);
}

/* Only the caller's own thread tells how far the work has come. */
static void report(struct job *job, unsigned member)
{
    const fs_delivery *d = job->delivery;
    if (member != 0 || d->progress == NULL || atomic_load(&job->error) != FAIR_OK)
        return;
    if (d->progress(d->progress_context, FAIR_PHASE_WRITE, job->bytes, d->total) != 0)
        fail(job, FAIR_ECANCELED);
}

static void take_turn(fs_outlet *outlet)
{
    if (!outlet->has_turn)
        fs_team_turn(outlet->job->team, outlet->task);
    outlet->has_turn = 1;
}

static void hand_over(fs_outlet *outlet, const void *data, size_t length)
{
    struct job *job = outlet->job;
    take_turn(outlet);
    if (length == 0 || fs_outlet_broken(outlet))
        return;
    const int error = outlet->part->write(outlet->part->context, data, length);
    if (error != 0) {
        job->delivery->error = error; /* by whoever has the turn: no two at a time */
        fail(job, FAIR_EWRITE);
        return;
    }
    job->bytes += length;
    report(job, outlet->member);
}

static void flush(fs_outlet *outlet)
{
    hand_over(outlet, outlet->buffer, outlet->used);
    outlet->used = 0;
}

unsigned char *fs_outlet_room(fs_outlet *outlet, size_t bytes, size_t *room)
{
    if (outlet->job->room - outlet->used < bytes)
        flush(outlet);
    *room = outlet->job->room - outlet->used;
    return outlet->buffer + outlet->used;
}

void fs_outlet_wrote(fs_outlet *outlet, size_t bytes)
{
    outlet->used += bytes;
}

void fs_outlet_put(fs_outlet *outlet, const void *data, size_t length)
{
    if (outlet->job->room - outlet->used < length) {
        flush(outlet);
        if (length >= outlet->job->room / 4) {
            hand_over(outlet, data, length);
            return;
        }
    }
    memcpy(outlet->buffer + outlet->used, data, length);
    outlet->used += length;
}

struct alone {
    fs_outlet outlet; /* first */
    struct job job;
    fs_delivery delivery;
    unsigned char buffer[];
};

fs_outlet *fs_outlet_open(const fair_part *part, size_t buffer,
                          const fair_records_options *options)
{
    struct alone *alone = malloc(sizeof *alone + buffer + FS_OUTLET_ROOM);
    if (alone == NULL)
        return NULL;
    memset(alone, 0, sizeof *alone);
    alone->delivery.progress = options->progress;
    alone->delivery.progress_context = options->context;
    alone->job.delivery = &alone->delivery;
    alone->job.room = buffer + FS_OUTLET_ROOM;
    alone->outlet.job = &alone->job;
    alone->outlet.part = part;
    alone->outlet.buffer = alone->buffer;
    return &alone->outlet;
}

int fs_outlet_close(fs_outlet *outlet, int *error)
{
    if (outlet == NULL)
        return FAIR_OK;
    flush(outlet);
    const int result = atomic_load(&outlet->job->error);
    if (error != NULL)
        *error = outlet->job->delivery->error;
    free(outlet);
    return result;
}

/* ---- units ------------------------------------------------------------------------- */

/* Renders a unit to the parts that its places belong to. */
static void render_unit(struct job *job, size_t task, const void *entries,
                        fs_outlet *outlet)
{
    const fs_delivery *d = job->delivery;
    const fs_unit *unit = &d->units[task];
    uint64_t end = 0; /* of the part */
    size_t from = 0;
    for (size_t i = 0; i < d->part_count && from < unit->count; i++) {
        end = d->parts[i].count < d->most - end ? end + d->parts[i].count : d->most;
        if (end <= unit->place + from)
            continue;
        size_t to = unit->count;
        if (end - unit->place < to)
            to = (size_t)(end - unit->place);
        outlet->part = &d->parts[i];
        d->render(d->context, entries, from, to, outlet);
        if (to < unit->count)
            flush(outlet);
        outlet->records += to - from;
        from = to;
    }
}

static void deliver_unit(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    const fs_delivery *d = job->delivery;
    const fs_unit *unit = &d->units[task];
    struct bench *bench = &job->benches[member];
    fs_outlet outlet = {
        .job = job, .task = task, .member = member, .buffer = bench->buffer};
    if (!fs_outlet_broken(&outlet) && unit->count > 0 && unit->place < job->wanted) {
        int error = d->collect(d->source, member, task, bench->entries);
        if (error == FAIR_OK && d->arrange != NULL)
            error = d->arrange(d->context, bench->entries, unit->count);
        else if (error == FAIR_OK)
            fs_order(unit->key, bench->entries, unit->count, d->size, &bench->desk);
        if (error != FAIR_OK)
            fail(job, error);
        if (!fs_outlet_broken(&outlet))
            render_unit(job, task, bench->entries, &outlet);
    }
    take_turn(&outlet);
    if (outlet.used > 0)
        flush(&outlet);
    if (!fs_outlet_broken(&outlet))
        job->records += outlet.records;
    if (d->written != NULL)
        d->written(d->source, task);
    report(job, member); /* within the turn: one call of the caller's at a time */
    fs_team_turn_end(job->team, task);
}

/* ---- all of them ----------------------------------------------------------------- */

static int furnish(struct bench *bench, size_t largest, size_t size, size_t room,
                   int scatters)
{
    bench->entries = fs_room(largest * size + 1);
    bench->buffer = fs_room(room);
    if (bench->entries == NULL || bench->buffer == NULL)
        return 0;
    if (!scatters || largest <= FS_LEAF)
        return 1;
    fs_store *store = &bench->desk.store;
    fs_store_plan(store, largest, size);
    bench->desk.numbers = malloc(FS_CHUNK);
    store->data = fs_room(fs_store_data_bytes(store));
    store->starts = fs_room(fs_store_starts_bytes(store));
    return bench->desk.numbers != NULL && store->data != NULL && store->starts != NULL;
}

static void clear(struct bench *bench)
{
    free(bench->entries);
    free(bench->buffer);
    free(bench->desk.numbers);
    free(bench->desk.store.data);
    free(bench->desk.store.starts);
}

int fs_part_good(const fair_part *part, uint64_t count)
{
    if (part == NULL)
        return count == 0;
    return FS_RESERVED_UNUSED(part) && (part->write != NULL || count == 0);
}

int fs_parts_good(const fair_part *parts, size_t part_count)
{
    for (size_t i = 0; i < part_count; i++)
        if (!fs_part_good(&parts[i], parts[i].count))
            return 0;
    return 1;
}

uint64_t fs_parts_wanted(const fair_part *parts, size_t part_count, uint64_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < part_count; i++)
        sum = parts[i].count < n - sum ? sum + parts[i].count : n;
    return sum;
}

int fs_deliver(fs_delivery *delivery, fs_team *team)
{
    struct job job = {.delivery = delivery, .team = team};
    size_t largest = 0;
    uint64_t place = delivery->place;
    job.records = delivery->records;
    job.bytes = delivery->bytes;
    for (size_t i = 0; i < delivery->unit_count; i++) {
        delivery->units[i].place = place;
        place += delivery->units[i].count;
        if (delivery->units[i].count > largest)
            largest = delivery->units[i].count;
    }
    job.wanted = fs_parts_wanted(delivery->parts, delivery->part_count, delivery->most);
    job.room = delivery->buffer + FS_OUTLET_ROOM;
    atomic_store(&job.error, FAIR_ENOMEM);
    unsigned members = fs_team_size(team), furnished = 0;
    if (delivery->members > 0 && delivery->members < members)
        members = delivery->members;
    job.benches = calloc(members, sizeof *job.benches);
    if (job.benches != NULL)
        while (furnished < members && furnished < delivery->unit_count &&
               furnish(&job.benches[furnished], largest, delivery->size, job.room,
                       delivery->arrange == NULL))
            furnished++;
    if (furnished > 0 || delivery->unit_count == 0) {
        atomic_store(&job.error, FAIR_OK);
        fs_team_run(team, furnished, delivery->unit_count, deliver_unit, &job);
    }
    for (unsigned i = 0; job.benches != NULL && i < members; i++)
        clear(&job.benches[i]);
    free(job.benches);
    delivery->place = place;
    delivery->records = job.records;
    delivery->bytes = job.bytes;
    return atomic_load(&job.error);
}
