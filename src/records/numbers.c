/* SPDX-License-Identifier: MIT
 *
 * numbers.c - ranges of numbers in random order, as text.
 *
 * The numbers are never stored as text. Their indices are put in order, 4 bytes each
 * where that is enough, and written bucket by bucket. If few are wanted, only the indices
 * of the first buckets are kept. Of a very large range, a sample is taken instead, so
 * that nobody has to count to 2^64.
 */
#include "fairshuf_records.h"

#include <stdlib.h>

#include "index.h"
#include "key.h"
#include "memory.h"
#include "order.h"
#include "records.h"
#include "writer.h"

/* The largest range that is gone through when only a part is wanted. */
static const uint64_t most_counted = (uint64_t)1 << 27;

enum {
    FEW = 16,         /* the first buckets are enough if less than one in FEW is wanted */
    ALONE = 1 << 16,  /* fewer numbers are not worth a second thread */
    BUFFER = 1 << 20, /* bytes of output */
};

/* The ways to choose `wanted` > 0 of n numbers. */
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
    const uint8_t *key;
    uint64_t first;
    uint64_t n;
    unsigned char end; /* after each number */
    const fair_records_options *options;
    fs_writer writer;

    size_t width;  /* bytes of an index: 4 or 8 */
    void *indices; /* in the order in which they are written, unless that is SCATTERED */
    size_t count;  /* of these; at least as many as are wanted */
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

FS_INLINE void put(fs_turn *turn, const void *indices, size_t count,
                   const struct range *range, size_t width)
{
    for (size_t i = 0; i < count; i++) {
        fs_turn_room(turn, MOST_DIGITS + 1);
        turn->at = put_number(turn->at, range->first + fs_index_get(indices, i, width));
        *turn->at++ = range->end;
    }
}

/* A writer's put(). */
static void put_numbers(fs_turn *turn, const void *entries, size_t count,
                        const void *context)
{
    const struct range *range = context;
    if (range->width == 4)
        put(turn, entries, count, range, 4);
    else
        put(turn, entries, count, range, 8);
}

/* Tells how many of `total` indices have been gone through. Returns whether to stop. */
static int is_cancelled(const struct range *range, uint64_t done, uint64_t total)
{
    const fair_records_options *options = range->options;
    return options->progress != NULL &&
           options->progress(options->context, FAIR_PHASE_ORDER, done * range->width,
                             total * range->width) != 0;
}

/* Writes a bucket, or one array. Returns whether the writer has failed. */
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

static int start_writer(struct range *range, unsigned members)
{
    range->writer.size = range->width;
    range->writer.put = put_numbers;
    range->writer.put_context = range;
    return fs_writer_start(&range->writer, members, BUFFER);
}

/* ---- one array ------------------------------------------------------------------- */

static int make_room(struct range *range, uint64_t count, size_t width)
{
    if (count > PTRDIFF_MAX / width)
        return FAIR_ENOMEM;
    range->width = width;
    range->count = (size_t)count;
    range->indices = fs_room(range->count * width);
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
    const int error = fair_sample(&rng, range->n, range->indices, range->count);
    fair_rng_wipe(&rng);
    return error;
}

/* ---- the first buckets ----------------------------------------------------------- *
 *
 * The range is gone through twice. The first pass counts the indices of the first
 * buckets, as many as should have all indices that are wanted. (If they do not, it is
 * repeated with one more.) The second pass collects the indices. */

enum { GROUP = 32 }; /* numbers of buckets that are looked at together */

struct head {
    size_t
        places[FS_MOST_BUCKETS]; /* of the next index of each bucket; at first counts */
    unsigned end;                /* the bucket after the last that is needed */
    uint8_t numbers[FS_CHUNK + GROUP]; /* of a chunk; the group may go beyond its end */
    uint64_t passed;                   /* indices, in all passes */
};

/* Adds 1 to the place of its bucket for each index of a chunk. If there is an array, the
 * index goes to the place that was there. Most groups have no index in these buckets. */
static void pass_chunk(struct head *head, uint64_t first, size_t count, uint32_t *indices)
{
    const uint8_t *numbers = head->numbers, last = (uint8_t)(head->end - 1);
    for (size_t at = 0; at < count; at += GROUP) {
        uint8_t least = UINT8_MAX;
        for (size_t i = at; i < at + GROUP; i++) /* with vectors */
            least = numbers[i] < least ? numbers[i] : least;
        for (size_t i = at; least <= last && i < at + GROUP && i < count; i++)
            if (numbers[i] <= last) {
                const size_t place = head->places[numbers[i]]++;
                if (indices != NULL)
                    indices[place] = (uint32_t)(first + i);
            }
    }
}

static int pass(const struct range *range, struct head *head, uint32_t *indices)
{
    const unsigned bits = fs_scatter_bits(range->n);
    for (uint64_t at = 0; at < range->n; at += FS_CHUNK) {
        const uint64_t left = range->n - at;
        const size_t count = left < FS_CHUNK ? (size_t)left : FS_CHUNK;
        fs_scatter_numbers(range->key, at, count, bits, head->numbers);
        pass_chunk(head, at, count, indices);
        head->passed += count;
        if (is_cancelled(range, head->passed, 0))
            return FAIR_ECANCELED;
    }
    return FAIR_OK;
}

/* Turns counts into the places where buckets start. Returns their sum. */
static size_t lay_out(struct head *head, size_t *largest)
{
    size_t sum = 0;
    *largest = 0;
    for (unsigned b = 0; b < head->end; b++) {
        const size_t count = head->places[b];
        *largest = count > *largest ? count : *largest;
        head->places[b] = sum;
        sum += count;
    }
    return sum;
}

static int fill_head(struct range *range, struct head *head)
{
    const uint64_t wanted = range->writer.wanted;
    size_t sum, largest, start = 0;
    int error;
    head->end = (unsigned)((wanted << fs_scatter_bits(range->n)) / range->n);
    do {
        memset(head->places, 0, sizeof head->places);
        head->end++;
        error = pass(range, head, NULL);
        sum = lay_out(head, &largest);
    } while (error == FAIR_OK && sum < wanted);
    if (error == FAIR_OK)
        error = make_room(range, sum, sizeof(uint32_t));
    if (error == FAIR_OK)
        error = pass(range, head, range->indices);
    if (error != FAIR_OK)
        return error;
    fs_desk desk;
    const int open = fs_desk_open(&desk, largest, range->width);
    for (unsigned b = 0; open && b < head->end; start = head->places[b++])
        fs_order_bucket(range->key, b,
                        (unsigned char *)range->indices + start * range->width,
                        head->places[b] - start, range->width, &desk);
    fs_desk_close(&desk);
    return open ? FAIR_OK : FAIR_ENOMEM;
}

static int make_head(struct range *range)
{
    struct head *head = calloc(1, sizeof *head);
    range->width = sizeof(uint32_t);
    const int error = head == NULL ? FAIR_ENOMEM : fill_head(range, head);
    free(head);
    return error;
}

/* ---- all buckets ----------------------------------------------------------------- */

/* While indices are scattered. */
static int progress_of_scatter(void *context, uint64_t done, uint64_t total)
{
    const struct range *range = context;
    (void)total;
    return is_cancelled(range, done, range->n);
}

static int write_scattered(struct range *range)
{
    range->width = range->n - 1 <= UINT32_MAX ? 4 : 8;
    if (range->n > PTRDIFF_MAX / range->width)
        return FAIR_ENOMEM;
    uint64_t members = fs_records_members(range->options);
    if (members > range->writer.wanted / ALONE + 1)
        members = range->writer.wanted / ALONE + 1;
    fs_team *team = range->writer.team = fs_team_start((unsigned)members);
    int error = start_writer(range, fs_team_size(team));
    if (error == FAIR_OK) {
        const fair_options options = {.threads = range->writer.members,
                                      .progress = progress_of_scatter,
                                      .context = range};
        const fs_taker taker = {.team = team,
                                .wanted = range->writer.wanted,
                                .take = write_indices,
                                .context = range};
        error = fs_order_indices(range->key, (size_t)range->n, range->width, &options,
                                 &taker);
    }
    fs_team_stop(team);
    return error;
}

/* ---- the functions of the header ------------------------------------------------- */

/* Only threads, progress and context mean something for a range. */
static int options_good(const fair_records_options *o)
{
    const fair_format *f = &o->format;
    return FS_RESERVED_UNUSED(o) && FS_RESERVED_UNUSED(f) && f->kind == 0 &&
           f->delimiter == 0 && f->count == 0 && o->order == FAIR_ORDER_SHUFFLE &&
           o->header == 0 && o->head == 0 && o->pairs == 0 && o->memory == 0 &&
           o->temporary == NULL && o->witness == NULL && o->map == 0;
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
    if (error == FAIR_OK)
        error = start_writer(range, 1);
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
    struct range range = {.key = key, .first = first, .n = n, .end = end};
    range.options = options;
    range.writer = (fs_writer){.parts = parts,
                               .part_count = part_count,
                               .wanted = wanted,
                               .progress = options->progress,
                               .context = options->context};
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
    case HEAD: /* with the rest of the bucket of the last one, and a store for a bucket */
        forecast.memory = width * (wanted + 2 * (n / FS_MOST_BUCKETS + FS_AIM)) + BUFFER;
        break;
    default:
        forecast.memory = plus(plus(times(n, width), n / 4 * (width / 4)), buffers);
    }
    return forecast;
}
