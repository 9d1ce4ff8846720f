/* SPDX-License-Identifier: MIT
 *
 * numbers.c - ranges of numbers in random order, as text.
 *
 * The numbers are never stored as text. Their indices are put in order, as 4 bytes each
 * if possible, and written bucket by bucket. If few numbers are wanted, only the indices
 * of the first buckets are kept. If few numbers of a very large range are wanted, a
 * sample is taken instead, so that the program does not go through up to 2^64 numbers.
 */
#include "fairshuf_records.h"

#include <stdlib.h>

#include "src/base/memory.h"
#include "src/records/records.h"
#include "src/records/writer.h"
#include "src/shuffle/index.h"
#include "src/shuffle/order.h"

/* The largest range whose indices are all generated if only some numbers are wanted. */
static const uint64_t most_counted = (uint64_t)1 << 27;

enum {
    FEW = 16, /* if fewer than n / FEW are wanted, only the first buckets are kept */
    ALONE = 1 << 16,  /* fewer numbers are not worth a second thread */
    BUFFER = 1 << 20, /* bytes of output */
};

/* The ways to choose `wanted` of n numbers. */
enum way { ALL, SAMPLED, HEAD, SCATTERED };

static enum way way_for(uint64_t n, uint64_t wanted)
{
    if (n <= FS_LEAF)
        return ALL;
    if (wanted < n && n > most_counted)
        return SAMPLED;
    return wanted < n / FEW ? HEAD : SCATTERED;
}

struct range {
    const uint8_t *key;                  /* decides the order; not owned */
    uint64_t first;                      /* the smallest number */
    uint64_t n;                          /* numbers in the range */
    unsigned char end;                   /* after each number */
    const fair_records_options *options; /* of the caller, or the defaults; not owned */
    fs_writer writer;                    /* its entries are indices of `width` bytes */

    size_t width;  /* bytes of an index: 4 or 8 */
    void *indices; /* in the order in which they are written; not used if the way is
                      SCATTERED */
    size_t count;  /* the number of indices, at least as many as are wanted */
};

/* ---- numbers as text ------------------------------------------------------------- */

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

/* A writer's put(). */
static void put_numbers(fs_turn *turn, const void *entries, size_t count,
                        const void *context)
{
    const struct range *range = context;
    const size_t width = range->width; /* a copy: the compiler makes a loop per width */
    for (size_t i = 0; i < count; i++) {
        fs_turn_room(turn, MOST_DIGITS + 1);
        turn->at = put_number(turn->at, range->first + fs_index_get(entries, i, width));
        *turn->at++ = range->end;
    }
}

/* Reports how many indices are done. Returns whether to stop. */
static int report_progress(void *context, uint64_t done, uint64_t total)
{
    const struct range *range = context;
    const fair_records_options *options = range->options;
    (void)total; /* of fs_order_indices(), which counts more than this */
    return options->progress != NULL &&
           options->progress(options->context, FAIR_PHASE_ORDER, done * range->width,
                             range->n * range->width) != 0;
}

/* Writes the indices of a bucket, or of a whole array. Returns whether the writer has
 * failed. */
static int write_indices(void *context, unsigned member, size_t bucket, size_t position,
                         const void *indices, size_t count)
{
    fs_writer *writer = &((struct range *)context)->writer;
    fs_turn turn;
    fs_turn_begin(&turn, writer, member, bucket, position);
    fs_turn_put(&turn, indices, count);
    fs_turn_end(&turn);
    return fs_writer_failed(writer);
}

/* ---- one array ------------------------------------------------------------------- */

static int make_room(struct range *range, uint64_t count, size_t width)
{
    if (count > PTRDIFF_MAX / width)
        return FAIR_ENOMEM;
    range->width = width;
    range->count = (size_t)count;
    range->indices = fs_allocate(range->count * width);
    return range->indices == NULL ? FAIR_ENOMEM : FAIR_OK;
}

/* All numbers of a range that is a leaf. */
static int make_leaf(struct range *range)
{
    if (make_room(range, range->n, sizeof(uint32_t)) != FAIR_OK)
        return FAIR_ENOMEM;
    return fair_permutation_parallel32(range->key, range->indices, range->count, NULL);
}

static int make_sample(struct range *range)
{
    if (make_room(range, range->writer.wanted, sizeof(uint64_t)) != FAIR_OK)
        return FAIR_ENOMEM;
    fair_rng rng;
    fair_rng_init_key(&rng, range->key);
    const int error = fair_sample(&rng, range->n, range->indices, range->count, NULL);
    fair_rng_wipe(&rng);
    return error;
}

/* ---- the first buckets ----------------------------------------------------------- *
 *
 * There are two passes over the range. The first pass counts the indices in the first
 * buckets, as many buckets as should hold all wanted indices. If they do not, the pass is
 * repeated with one more bucket. The second pass collects the indices. */

enum { GROUP = 32 }; /* numbers of buckets that are looked at together */

/* Adds 1 to places[b] for each index of a chunk in bucket b < end. If there is an array
 * `indices`, stores the index at the old places[b]. Most groups have no such index. */
static void pass_chunk(const uint8_t *numbers, uint64_t first, size_t count,
                       size_t *places, unsigned end, uint32_t *indices)
{
    const uint8_t last = (uint8_t)(end - 1);
    for (size_t at = 0; at < count; at += GROUP) {
        uint8_t least = UINT8_MAX;
        for (size_t i = at; i < at + GROUP; i++) /* the compiler uses vectors */
            least = numbers[i] < least ? numbers[i] : least;
        for (size_t i = at; least <= last && i < at + GROUP && i < count; i++)
            if (numbers[i] <= last) {
                const size_t place = places[numbers[i]]++;
                if (indices != NULL)
                    indices[place] = (uint32_t)(first + i);
            }
    }
}

static int pass(struct range *range, size_t *places, unsigned end, uint32_t *indices)
{
    const unsigned bits = fs_scatter_bits(range->n);
    uint8_t *numbers = calloc(1, FS_CHUNK + GROUP); /* the last group may be shorter */
    int error = numbers == NULL ? FAIR_ENOMEM : FAIR_OK;
    for (uint64_t at = 0; at < range->n && error == FAIR_OK; at += FS_CHUNK) {
        const uint64_t left = range->n - at;
        const size_t count = left < FS_CHUNK ? (size_t)left : FS_CHUNK;
        fs_scatter_numbers(range->key, at, count, bits, numbers);
        pass_chunk(numbers, at, count, places, end, indices);
        if (indices != NULL && report_progress(range, at + count, 0))
            error = FAIR_ECANCELED;
    }
    free(numbers);
    return error;
}

static int make_head(struct range *range)
{
    assert(range->n > FS_LEAF && range->n - 1 <= UINT32_MAX);
    const uint64_t wanted = range->writer.wanted;
    size_t places[FS_MOST_BUCKETS]; /* the counts of buckets, then where they start, and
                                       after the second pass where they end */
    size_t sum = 0;
    unsigned end = (unsigned)((wanted << fs_scatter_bits(range->n)) / range->n);
    int error = FAIR_OK;
    while (sum < wanted && error == FAIR_OK) {
        memset(places, 0, sizeof places);
        error = pass(range, places, ++end, NULL);
        sum = 0;
        for (unsigned b = 0; b < end; b++) {
            const size_t count = places[b];
            places[b] = sum;
            sum += count;
        }
    }
    if (error == FAIR_OK)
        error = make_room(range, sum, sizeof(uint32_t));
    if (error == FAIR_OK)
        error = pass(range, places, end, range->indices);
    size_t start = 0;
    for (unsigned b = 0; b < end && error == FAIR_OK; start = places[b++]) {
        unsigned char *bucket = (unsigned char *)range->indices + start * range->width;
        fs_order_worker worker;
        if (fs_order_worker_start(&worker, places[b] - start, range->width))
            fs_order_bucket(range->key, b, bucket, places[b] - start, range->width,
                            &worker);
        else
            error = FAIR_ENOMEM;
        fs_order_worker_free(&worker);
    }
    return error;
}

/* ---- all buckets ----------------------------------------------------------------- */

static int write_scattered(struct range *range)
{
    assert(range->n > FS_LEAF);
    range->width = range->n - 1 <= UINT32_MAX ? 4 : 8;
    if (range->n > PTRDIFF_MAX / range->width)
        return FAIR_ENOMEM;
    uint64_t members = fs_records_members(range->options);
    if (members > range->writer.wanted / ALONE + 1)
        members = range->writer.wanted / ALONE + 1;
    fs_team *team = range->writer.team = fs_team_start((unsigned)members, NULL);
    range->writer.size = range->width;
    int error = fs_writer_start(&range->writer, fs_team_size(team), BUFFER);
    if (error == FAIR_OK) {
        const fair_options options = {.threads = range->writer.members,
                                      .progress = report_progress,
                                      .context = range};
        const fs_consumer consumer = {.team = team,
                                      .wanted = (size_t)range->writer.wanted,
                                      .consume = write_indices,
                                      .context = range};
        error = fs_order_indices(range->key, (size_t)range->n, range->width, &options,
                                 &consumer);
    }
    fs_team_stop(team);
    return error;
}

/* ---- the functions of the header ------------------------------------------------- */

/* Only the options threads, progress and context are allowed for a range. */
static int options_good(const fair_records_options *o)
{
    const fair_format *f = &o->format;
    return FS_RESERVED_UNUSED(o) && FS_RESERVED_UNUSED(f) && f->kind == 0 &&
           f->delimiter == 0 && f->count == 0 && o->order == FAIR_ORDER_SHUFFLE &&
           o->header == 0 && o->head == 0 && o->pairs == 0 && o->memory == 0 &&
           o->temporary == NULL && o->observe == NULL && o->map == 0;
}

static void set_number(int *error, int number)
{
    if (error != NULL)
        *error = number;
}

static int write_range(struct range *range)
{
    const enum way way = way_for(range->n, range->writer.wanted);
    if (way == SCATTERED)
        return write_scattered(range);
    int error = way == ALL    ? make_leaf(range)
                : way == HEAD ? make_head(range)
                              : make_sample(range);
    range->writer.size = range->width;
    if (error == FAIR_OK)
        error = fs_writer_start(&range->writer, 1, BUFFER);
    if (error == FAIR_OK)
        write_indices(range, 0, 0, 0, range->indices, range->count);
    return error;
}

int fair_numbers_write(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, uint64_t n,
                       unsigned char end, const fair_part *parts, size_t part_count,
                       const fair_records_options *options, int *error)
{
    options = fs_records_options(options);
    set_number(error, 0);
    if (!options_good(options) || !fs_parts_good(parts, part_count))
        return FAIR_EINVAL;
    if (n > 0 && n - 1 > UINT64_MAX - first)
        return FAIR_ERANGE;
    const uint64_t wanted = fs_parts_wanted(parts, part_count, n);
    if (wanted == 0)
        return FAIR_OK;
    struct range range = {.key = key,
                          .first = first,
                          .n = n,
                          .end = end,
                          .options = options,
                          .writer = {.parts = parts,
                                     .part_count = part_count,
                                     .wanted = wanted,
                                     .put = put_numbers,
                                     .put_context = &range,
                                     .progress = options->progress,
                                     .context = options->context}};
    int result = write_range(&range);
    if (fs_writer_failed(&range.writer))
        result = atomic_load(&range.writer.error);
    free(range.indices);
    fs_writer_free(&range.writer);
    set_number(error, range.writer.number);
    if (result == FAIR_OK && range.writer.entries != wanted)
        result = FAIR_ELOST;
    return result;
}

int fair_numbers_draw(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, uint64_t n,
                      unsigned char end, uint64_t count, const fair_part *part,
                      const fair_records_options *options, int *error)
{
    options = fs_records_options(options);
    set_number(error, 0);
    if (!options_good(options) || !fs_part_good(part, count))
        return FAIR_EINVAL;
    if (count == 0)
        return FAIR_OK;
    if (n == 0)
        return FAIR_EINVAL;
    if (n - 1 > UINT64_MAX - first)
        return FAIR_ERANGE;
    struct range range = {.first = first, .n = n, .end = end, .width = sizeof(uint64_t)};
    fs_writer writer = {.put = put_numbers,
                        .put_context = &range,
                        .progress = options->progress,
                        .context = options->context};
    const int result = fs_writer_draw(&writer, part, key, n, NULL, count);
    set_number(error, writer.number);
    return result;
}

/* ---- what it will take ----------------------------------------------------------- */

/* count * each + more, or UINT64_MAX. */
static uint64_t room_for(uint64_t count, uint64_t each, uint64_t more)
{
    return count > (UINT64_MAX - more) / each ? UINT64_MAX : count * each + more;
}

fair_forecast fair_numbers_forecast(uint64_t n, uint64_t wanted)
{
    const uint64_t buffers = 4 << 20; /* about the output buffers of all threads */
    const uint64_t width = n > (uint64_t)1 << 32 ? 8 : 4;
    const enum way way = way_for(n, wanted);
    fair_forecast forecast = {.sampled = way == SAMPLED};
    if (wanted > n)
        wanted = n;
    if (way == HEAD) /* with the rest of the last bucket, and the memory of a worker */
        forecast.memory =
            room_for(wanted + 2 * (n / FS_MOST_BUCKETS + FS_AIM), width, BUFFER);
    else if (way == SAMPLED) /* with the table of fair_sample(), or all numbers */
        forecast.memory = n / 4 < wanted ? room_for(n / 2 + wanted / 2, 16, 0)
                                         : room_for(wanted, 8 + 64, 0);
    else
        forecast.memory = room_for(n, width, n / 16 + buffers); /* with its tables */
    return forecast;
}
