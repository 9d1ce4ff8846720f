/* SPDX-License-Identifier: MIT
 *
 * numbers.c - ranges of numbers in random order, as text.
 *
 * The numbers themselves are never stored as text: their indices are scattered
 * (scatter.h) and delivered bucket by bucket, 4 bytes each where that is enough. Of a
 * range of which only a few are wanted, a sieve keeps these; of a very large one, a
 * sample is taken instead, so that nobody must count to 2^64.
 */
#include "fairshuf_records.h"

#include <stdlib.h>

#include "index.h"
#include "key.h"
#include "memory.h"
#include "records.h"
#include "render.h"
#include "sieve.h"

/* The largest range that is gone through when only a part is wanted. */
static const uint64_t most_counted = (uint64_t)1 << 27;

/* A sieve is worth it for one in so many: it takes more time and memory for each. */
enum { FEW = 16 };

enum { ALONE = 1 << 16, MOST_MEMBERS = 512 };

/* The ways to choose `wanted` > 0 of n numbers. */
enum way { ALL, SAMPLED, SIEVED, SCATTERED };

static enum way way_for(uint64_t n, uint64_t wanted)
{
    if (n <= FS_LEAF)
        return ALL;
    if (wanted < n && n > most_counted)
        return SAMPLED;
    return wanted < n / FEW ? SIEVED : SCATTERED;
}

struct range {
    const uint8_t *key;
    uint64_t first, n;
    unsigned char end;
    size_t width; /* of an index */

    fs_store store;   /* all indices, in buckets; or */
    uint64_t *sample; /* just these; or */
    fs_sieve *sieve;  /* that keeps these; the places are in it */
    const unsigned char **places;
    const fs_unit *units;
    fair_records_options options;
    atomic_size_t done; /* chunks */
    atomic_int cancelled;
};

/* ---- where indices come from ----------------------------------------------------- */

static int collect_all(void *context, unsigned member, size_t unit, void *entries)
{
    (void)member;
    const struct range *range = context;
    (void)unit;
    fs_index_count(entries, (size_t)range->n, range->width);
    return FAIR_OK;
}

static int collect_bucket(void *context, unsigned member, size_t unit, void *entries)
{
    (void)member;
    const struct range *range = context;
    fs_store_gather(&range->store, (unsigned)unit, entries);
    return FAIR_OK;
}

static int collect_sample(void *context, unsigned member, size_t unit, void *entries)
{
    (void)member;
    const struct range *range = context;
    memcpy(entries, range->sample, range->units[unit].count * sizeof *range->sample);
    return FAIR_OK;
}

static int collect_sieved(void *context, unsigned member, size_t unit, void *entries)
{
    (void)member;
    const struct range *range = context;
    const unsigned char **places = range->places + range->units[unit].place;
    for (size_t i = 0; i < range->units[unit].count; i++) {
        size_t length;
        uint64_t index;
        memcpy(&index, fs_prefix_get(places[i], &length), sizeof index);
        fs_index_put(entries, i, range->width, index);
    }
    return FAIR_OK;
}

static int leave(void *context, void *entries, size_t count)
{
    (void)context, (void)entries, (void)count;
    return FAIR_OK;
}

static void render(void *context, const void *entries, size_t from, size_t to,
                   fs_outlet *outlet)
{
    const struct range *range = context;
    if (range->width == 4)
        fs_render_numbers(entries, 4, from, to, range->first, range->end, outlet);
    else
        fs_render_numbers(entries, 8, from, to, range->first, range->end, outlet);
}

/* ---- the units of each way ------------------------------------------------------- */

static int one_unit(const struct range *range, fs_delivery *d, size_t count)
{
    d->unit_count = 1;
    d->units = calloc(1, sizeof *d->units);
    if (d->units == NULL)
        return FAIR_ENOMEM;
    d->units[0].count = count;
    memcpy(d->units[0].key, range->key, FAIR_KEY_SIZE);
    return FAIR_OK;
}

static int draw_sample(struct range *range, fs_delivery *d, uint64_t count)
{
    if (count > PTRDIFF_MAX / sizeof *range->sample)
        return FAIR_ENOMEM;
    range->sample = fs_room((size_t)count * sizeof *range->sample);
    if (range->sample == NULL)
        return FAIR_ENOMEM;
    fair_rng rng;
    fair_rng_init_key(&rng, range->key);
    const int error = fair_sample(&rng, range->n, range->sample, (size_t)count);
    fair_rng_wipe(&rng);
    d->collect = collect_sample;
    d->arrange = leave;
    return error != FAIR_OK ? error : one_unit(range, d, (size_t)count);
}

/* How many numbers have been gone through. Returns whether to stop. */
static int tell(const struct range *range, uint64_t done)
{
    return range->options.progress != NULL &&
           range->options.progress(range->options.context, FAIR_PHASE_ORDER,
                                   done * range->width, range->n * range->width) != 0;
}

static int sieve_range(struct range *range, fs_delivery *d, uint64_t wanted)
{
    int error = FAIR_OK;
    fs_sieve *sieve = range->sieve = fs_sieve_new(range->key, wanted, SIZE_MAX);
    uint8_t *numbers = malloc(FS_CHUNK);
    if (sieve == NULL || numbers == NULL) {
        free(numbers);
        return FAIR_ENOMEM;
    }
    for (uint64_t at = 0; at < range->n && error == FAIR_OK; at += FS_CHUNK) {
        const size_t count =
            range->n - at < FS_CHUNK ? (size_t)(range->n - at) : FS_CHUNK;
        const unsigned limit = fs_sieve_limit(sieve);
        fs_scatter_numbers(range->key, at, count, FS_MOST_BITS, numbers);
        for (size_t i = 0; i < count && error == FAIR_OK; i++)
            if (numbers[i] <= limit) {
                const uint64_t index = at + i;
                error = fs_sieve_offer(sieve, numbers[i], &index, sizeof index);
            }
        if (error == FAIR_OK)
            error = fs_sieve_settle(sieve, count);
        if (error == FAIR_OK && tell(range, at + count))
            error = FAIR_ECANCELED;
    }
    free(numbers);
    d->collect = collect_sieved;
    if (error == FAIR_OK)
        error = fs_sieve_units(sieve, &d->units, &d->unit_count, &range->places);
    return error;
}

struct filling {
    struct range *range;
    uint8_t **numbers; /* room for each member */
    size_t chunks, each;
};

static void fill_store(void *context, unsigned member, size_t task)
{
    struct filling *filling = context;
    struct range *range = filling->range;
    if (atomic_load_explicit(&range->cancelled, memory_order_relaxed))
        return;
    const size_t first = task * filling->each;
    size_t last = first + filling->each;
    if (last > filling->chunks)
        last = filling->chunks;
    fs_store_fill(&range->store, range->key, NULL, first, last, filling->numbers[member]);
    const uint64_t chunks =
        atomic_fetch_add_explicit(&range->done, last - first, memory_order_relaxed);
    if (member == 0 && !atomic_load(&range->cancelled) && tell(range, chunks * FS_CHUNK))
        atomic_store(&range->cancelled, 1);
}

static int scatter_range(struct range *range, fs_delivery *d, fs_team *team)
{
    const unsigned members = fs_team_size(team);
    fs_store *store = &range->store;
    fs_store_plan(store, (size_t)range->n, range->width);
    store->data = fs_room(fs_store_data_bytes(store));
    store->starts = fs_room(fs_store_starts_bytes(store));
    d->unit_count = (size_t)1 << store->bits;
    d->units = calloc(d->unit_count, sizeof *d->units);
    struct filling filling = {range, calloc(members, sizeof(uint8_t *)),
                              fs_chunks((size_t)range->n), 16};
    int complete = store->data != NULL && store->starts != NULL && d->units != NULL &&
                   filling.numbers != NULL;
    for (unsigned i = 0; i < members && complete; i++)
        complete = (filling.numbers[i] = malloc(FS_CHUNK)) != NULL;
    if (complete) {
        size_t places[FS_MOST_BUCKETS + 1];
        fs_team_run(team, members, (filling.chunks - 1) / filling.each + 1, fill_store,
                    &filling);
        const int cancelled = atomic_load(&range->cancelled);
        if (!cancelled)
            fs_store_places(store, places);
        for (size_t b = 0; b < d->unit_count && !cancelled; b++) {
            d->units[b].count = places[b + 1] - places[b];
            fs_key_derive(d->units[b].key, range->key, FS_DOMAIN_BUCKET, b);
        }
    }
    for (unsigned i = 0; i < members && filling.numbers != NULL; i++)
        free(filling.numbers[i]);
    free(filling.numbers);
    d->collect = collect_bucket;
    if (!complete)
        return FAIR_ENOMEM;
    return atomic_load(&range->cancelled) ? FAIR_ECANCELED : FAIR_OK;
}

static int plan(struct range *range, fs_delivery *d, fs_team *team, uint64_t wanted)
{
    switch (way_for(range->n, wanted)) {
    case ALL:
        d->collect = collect_all;
        return one_unit(range, d, (size_t)range->n);
    case SAMPLED:
        range->width = d->size = 8;
        return draw_sample(range, d, wanted);
    case SIEVED:
        return sieve_range(range, d, wanted);
    default:
        if (range->n > PTRDIFF_MAX / range->width)
            return FAIR_ENOMEM;
        return scatter_range(range, d, team);
    }
}

static int deliver(struct range *range, fs_delivery *d, fs_team *team, uint64_t wanted)
{
    int error = plan(range, d, team, wanted);
    range->units = d->units;
    if (error == FAIR_OK)
        error = fs_deliver(d, team);
    if (d->units != NULL)
        fs_wipe(d->units, d->unit_count * sizeof *d->units);
    free(d->units);
    free(range->store.data);
    free(range->store.starts);
    free(range->sample);
    free(range->places);
    fs_sieve_free(range->sieve);
    return error == FAIR_OK && d->records != wanted ? FAIR_ELOST : error;
}

/* Only threads, progress and context mean something for a range. */
static int options_good(const fair_records_options *o)
{
    const fair_format *f = &o->format;
    return FS_RESERVED_UNUSED(o) && FS_RESERVED_UNUSED(f) && f->kind == 0 &&
           f->delimiter == 0 && f->count == 0 && o->order == FAIR_ORDER_SHUFFLE &&
           o->header == 0 && o->head == 0 && o->pairs == 0 && o->memory == 0 &&
           o->temporary == NULL && o->witness == NULL;
}

static void tell_error(int *error, int number)
{
    if (error != NULL)
        *error = number;
}

int fair_numbers_write(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, uint64_t n,
                       unsigned char end, const fair_part *parts, size_t part_count,
                       const fair_records_options *options, int *error)
{
    options = fs_records_options(options);
    tell_error(error, 0);
    if (!options_good(options) || !fs_parts_good(parts, part_count))
        return FAIR_EINVAL;
    if (n > 0 && n - 1 > UINT64_MAX - first)
        return FAIR_ERANGE;
    const uint64_t wanted = fs_parts_wanted(parts, part_count, n);
    if (wanted == 0)
        return FAIR_OK;
    struct range range = {.key = key, .first = first, .n = n, .end = end};
    range.options = *options;
    range.width = n - 1 <= UINT32_MAX ? 4 : 8;
    fs_delivery d = {.size = range.width,
                     .parts = parts,
                     .part_count = part_count,
                     .most = wanted,
                     .render = render,
                     .source = &range,
                     .context = &range,
                     .progress = options->progress,
                     .progress_context = options->context,
                     .buffer = 1 << 20};
    uint64_t members = options->threads > 0 ? options->threads : fs_par_cpus();
    if (members > wanted / ALONE + 1)
        members = wanted / ALONE + 1;
    fs_team *team =
        fs_team_start(members < MOST_MEMBERS ? (unsigned)members : MOST_MEMBERS);
    const int result = deliver(&range, &d, team, wanted);
    fs_team_stop(team);
    tell_error(error, d.error);
    return result;
}

int fair_numbers_draw(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, uint64_t n,
                      unsigned char end, uint64_t count, const fair_part *part,
                      const fair_records_options *options, int *error)
{
    options = fs_records_options(options);
    tell_error(error, 0);
    if (!options_good(options) || !fs_part_good(part, count))
        return FAIR_EINVAL;
    if (count == 0)
        return FAIR_OK;
    if (n == 0)
        return FAIR_EINVAL;
    if (n - 1 > UINT64_MAX - first)
        return FAIR_ERANGE;
    fs_outlet *outlet = fs_outlet_open(part, 1 << 16, options);
    if (outlet == NULL)
        return FAIR_ENOMEM;
    fair_rng rng;
    fair_rng_init_key(&rng, key);
    while (count > 0 && !fs_outlet_broken(outlet)) {
        uint64_t dice[FS_DRAWN];
        const size_t some = count < FS_DRAWN ? (size_t)count : FS_DRAWN;
        fair_dice(&rng, dice, FS_DRAWN, n);
        fs_render_numbers(dice, 8, 0, some, first, end, outlet);
        count -= count == UINT64_MAX ? 0 : some;
    }
    fair_rng_wipe(&rng);
    return fs_outlet_close(outlet, error);
}

/* ---- what it will take ----------------------------------------------------------- */

static uint64_t times(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

fair_forecast fair_numbers_forecast(uint64_t n, uint64_t wanted)
{
    const uint64_t buffers = 4 << 20; /* of the members, about */
    const uint64_t width = n > (uint64_t)1 << 32 ? 8 : 4;
    const enum way way = way_for(n, wanted);
    fair_forecast forecast = {.sampled = way == SAMPLED};
    if (wanted > n)
        wanted = n;
    switch (way) {
    case ALL:
        forecast.memory = plus(n * width, buffers);
        break;
    case SAMPLED: /* with the table of fair_sample(), or an array of all numbers */
        forecast.memory =
            plus(times(wanted, 8), n / 4 < wanted ? times(n, 8) : times(wanted, 64));
        break;
    case SIEVED: /* the bucket in which the last of them is, as well */
        forecast.memory = 48 * (wanted + FS_LEAF);
        break;
    default:
        forecast.memory = plus(plus(times(n, width), n / 4 * (width / 4)), buffers);
    }
    return forecast;
}
