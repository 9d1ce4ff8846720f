/* SPDX-License-Identifier: MIT
 *
 * numbers.c - ranges of numbers in random order, as text.
 *
 * The numbers are never stored as text: their indices are scattered (scatter.h) and
 * written bucket by bucket, 4 bytes each where that is enough. If only a few are wanted,
 * the head of the order is kept (head.h). Of a very large range, a sample is taken
 * instead, so that nobody has to count to 2^64.
 */
#include "fairshuf_records.h"

#include <stdlib.h>

#include "gather.h"
#include "head.h"
#include "index.h"
#include "key.h"
#include "memory.h"
#include "order.h"
#include "records.h"

/* The largest range that is gone through when only a part is wanted. */
static const uint64_t most_counted = (uint64_t)1 << 27;

enum {
    FEW = 16,         /* keeping the head is worth it if one in this many is wanted */
    ALONE = 1 << 16,  /* fewer numbers are not worth a second thread */
    CHUNKS = 16,      /* that a task scatters */
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
    size_t width;      /* bytes of an index: 4 or 8 */
    const fair_records_options *options;
    fs_writer writer;
    fs_team *team;
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

/* Tells how many numbers have been gone through. Returns whether to stop. */
static int is_cancelled(const struct range *range, uint64_t done)
{
    return range->options->progress != NULL &&
           range->options->progress(range->options->context, FAIR_PHASE_ORDER,
                                    done * range->width, range->n * range->width) != 0;
}

/* Sets the size of entries, and allocates buffers. */
static int start_writer(struct range *range, size_t width, unsigned members)
{
    range->width = range->writer.size = width;
    range->writer.put = put_numbers;
    range->writer.put_context = range;
    return fs_writer_start(&range->writer, members, BUFFER);
}

/* ---- one array ------------------------------------------------------------------- */

/* Writes `count` indices as they are. */
static int write_array(struct range *range, const void *indices, size_t count)
{
    fs_turn turn;
    fs_turn_begin(&turn, &range->writer, 0, 0, 0);
    fs_turn_put(&turn, indices, count);
    fs_turn_end(&turn);
    return atomic_load(&range->writer.error);
}

/* A range that is a leaf. */
static int write_leaf(struct range *range)
{
    const size_t n = (size_t)range->n;
    uint32_t *indices = malloc(n * sizeof *indices);
    if (indices == NULL)
        return FAIR_ENOMEM;
    fs_index_count(indices, n, sizeof *indices);
    fs_order(range->key, (unsigned char *)indices, n, sizeof *indices, NULL);
    int error = start_writer(range, sizeof *indices, 1);
    if (error == FAIR_OK)
        error = write_array(range, indices, n);
    free(indices);
    return error;
}

static int write_sample(struct range *range)
{
    const uint64_t count = range->writer.wanted;
    if (count > PTRDIFF_MAX / sizeof(uint64_t))
        return FAIR_ENOMEM;
    uint64_t *sample = fs_room((size_t)count * sizeof *sample);
    if (sample == NULL)
        return FAIR_ENOMEM;
    fair_rng rng;
    fair_rng_init_key(&rng, range->key);
    int error = fair_sample(&rng, range->n, sample, (size_t)count);
    fair_rng_wipe(&rng);
    if (error == FAIR_OK)
        error = start_writer(range, sizeof *sample, 1);
    if (error == FAIR_OK)
        error = write_array(range, sample, (size_t)count);
    free(sample);
    return error;
}

/* ---- the head of the order ------------------------------------------------------- */

/* The indices of a chunk that may be among the first, kept as references are. */
static int add_chunk(fs_node *root, uint64_t first, size_t count, unsigned char *kept,
                     uint8_t *numbers)
{
    fs_blocks *blocks = &root->store->blocks;
    unsigned char *to = kept;
    size_t chosen = 0;
    fs_scatter_numbers(root->key, first, count, FS_MOST_BITS, numbers);
    for (size_t i = 0; i < count; i++)
        if (numbers[i] < blocks->cut) {
            const uint64_t index = first + i;
            numbers[chosen++] = numbers[i];
            to = fs_prefix_put(to, sizeof index);
            memcpy(to, &index, sizeof index);
            to += sizeof index;
        }
    const fs_block_plan plan = {(size_t)(to - kept), count, 1};
    const int error = fs_blocks_add(blocks, &plan);
    if (error == FAIR_OK && chosen > 0)
        fs_block_fill_kept(blocks, &blocks->blocks[blocks->count - 1], kept, chosen,
                           numbers);
    return error;
}

static int add_range(const struct range *range, fs_node *root, fs_work *work)
{
    enum { KEPT = 1 + sizeof(uint64_t) };
    uint8_t *numbers = malloc(FS_CHUNK);
    unsigned char *kept = malloc((size_t)FS_CHUNK * KEPT);
    int error = numbers == NULL || kept == NULL ? FAIR_ENOMEM : FAIR_OK;
    for (uint64_t at = 0; at < range->n && error == FAIR_OK; at += FS_CHUNK) {
        const uint64_t left = range->n - at;
        const size_t count = left < FS_CHUNK ? (size_t)left : FS_CHUNK;
        error = add_chunk(root, at, count, kept, numbers);
        if (error == FAIR_OK)
            error = fs_head_settle(root, work);
        if (error == FAIR_OK && is_cancelled(range, at + count))
            error = FAIR_ECANCELED;
    }
    free(numbers);
    free(kept);
    return error;
}

static int write_head(struct range *range)
{
    static const fair_records_options none;
    const fs_store_limits unlimited = {0};
    fs_limits limits;
    fs_tempfile file;
    fs_work work = {.limits = &limits, .file = &file};
    fs_node root = {.store = malloc(sizeof *root.store), .order = FAIR_ORDER_SHUFFLE};
    if (root.store == NULL)
        return FAIR_ENOMEM;
    fs_limits_plan(&limits, 0, 1);
    fs_tempfile_start(&file, &none);
    fs_store_start(root.store, &file, &unlimited);
    memcpy(root.key, range->key, FAIR_KEY_SIZE);
    fs_head_start(&root, range->writer.wanted);
    int error = add_range(range, &root, &work);
    root.n = range->n;
    fs_gathering gathering = {
        .writer = &range->writer, .work = &work, .mean = MOST_DIGITS};
    range->width = range->writer.size = sizeof(fs_span);
    range->writer.put = put_numbers;
    range->writer.put_context = range;
    range->writer.team = NULL;
    if (error == FAIR_OK) {
        fs_node_shape(&root);
        error = fs_node_settle(&root, &work);
    }
    if (error == FAIR_OK)
        error = fs_gather(&root, &gathering);
    fs_node_free(&root);
    return error;
}

/* ---- all numbers, scattered ------------------------------------------------------ */

struct scattering {
    struct range *range;
    fs_scatter scatter; /* all indices, in buckets */
    size_t places[FS_MOST_BUCKETS + 1];
    uint8_t *numbers[FS_MOST_MEMBERS];       /* of a chunk; of each member */
    fs_desk desks[FS_MOST_MEMBERS];          /* likewise */
    unsigned char *entries[FS_MOST_MEMBERS]; /* likewise: a bucket in order */
    atomic_size_t done;                      /* chunks */
    atomic_int cancelled;
};

static void scatter_chunks(void *context, unsigned member, size_t task)
{
    struct scattering *s = context;
    const size_t chunks = fs_chunks((size_t)s->range->n), first = task * CHUNKS;
    const size_t last = chunks - first < CHUNKS ? chunks : first + CHUNKS;
    if (atomic_load_explicit(&s->cancelled, memory_order_relaxed))
        return;
    fs_scatter_fill(&s->scatter, s->range->key, NULL, first, last, s->numbers[member]);
    const uint64_t done =
        atomic_fetch_add_explicit(&s->done, last - first, memory_order_relaxed);
    if (member == 0 && is_cancelled(s->range, done * FS_CHUNK))
        atomic_store(&s->cancelled, 1);
}

static void write_bucket(void *context, unsigned member, size_t bucket)
{
    struct scattering *s = context;
    fs_writer *writer = &s->range->writer;
    const size_t position = s->places[bucket], count = s->places[bucket + 1] - position;
    fs_turn turn;
    fs_turn_begin(&turn, writer, member, bucket, position);
    if (!fs_writer_failed(writer) && position < writer->wanted && count > 0) {
        uint8_t key[FAIR_KEY_SIZE];
        fs_scatter_gather(&s->scatter, (unsigned)bucket, s->entries[member]);
        fs_key_derive(key, s->range->key, FS_DOMAIN_BUCKET, bucket);
        fs_order(key, s->entries[member], count, s->range->width, &s->desks[member]);
        fs_wipe(key, sizeof key);
        fs_turn_put(&turn, s->entries[member], count);
    }
    fs_turn_end(&turn);
}

static int scatter(struct scattering *s)
{
    const unsigned members = fs_team_size(s->range->team);
    fs_scatter *store = &s->scatter;
    fs_scatter_plan(store, (size_t)s->range->n, s->range->width);
    store->data = fs_room(fs_scatter_data_bytes(store));
    store->starts = fs_room(fs_scatter_starts_bytes(store));
    if (store->data == NULL || store->starts == NULL)
        return FAIR_ENOMEM;
    for (unsigned i = 0; i < members; i++) {
        s->numbers[i] = malloc(FS_CHUNK);
        if (s->numbers[i] == NULL)
            return FAIR_ENOMEM;
    }
    fs_team_run(s->range->team, members,
                (fs_chunks((size_t)s->range->n) - 1) / CHUNKS + 1, scatter_chunks, s);
    if (atomic_load(&s->cancelled))
        return FAIR_ECANCELED;
    fs_scatter_places(store, s->places);
    return FAIR_OK;
}

static int write_buckets(struct scattering *s)
{
    const size_t buckets = (size_t)1 << s->scatter.bits;
    size_t largest = 0;
    unsigned members = 0;
    for (size_t b = 0; b < buckets; b++)
        if (s->places[b + 1] - s->places[b] > largest)
            largest = s->places[b + 1] - s->places[b];
    const int error =
        start_writer(s->range, s->range->width, fs_team_size(s->range->team));
    if (error != FAIR_OK)
        return error;
    for (; members < s->range->writer.members; members++) {
        s->entries[members] = fs_room(largest * s->range->width + 1);
        if (s->entries[members] == NULL ||
            !fs_desk_open(&s->desks[members], largest, s->range->width))
            break;
    }
    if (members == 0)
        return FAIR_ENOMEM;
    fs_team_run(s->range->team, members, buckets, write_bucket, s);
    return atomic_load(&s->range->writer.error);
}

static int write_scattered(struct range *range)
{
    range->width = range->n - 1 <= UINT32_MAX ? 4 : 8;
    if (range->n > PTRDIFF_MAX / range->width)
        return FAIR_ENOMEM;
    struct scattering *s = calloc(1, sizeof *s);
    if (s == NULL)
        return FAIR_ENOMEM;
    s->range = range;
    int error = scatter(s);
    if (error == FAIR_OK)
        error = write_buckets(s);
    for (unsigned i = 0; i < FS_MOST_MEMBERS; i++) {
        free(s->numbers[i]);
        free(s->entries[i]);
        fs_desk_close(&s->desks[i]);
    }
    free(s->scatter.data);
    free(s->scatter.starts);
    free(s);
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
    switch (way_for(range->n, range->writer.wanted)) {
    case ALL:
        return write_leaf(range);
    case SAMPLED:
        return write_sample(range);
    case HEAD:
        return write_head(range);
    default:
        return write_scattered(range);
    }
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
    uint64_t members = fs_records_members(options);
    if (members > wanted / ALONE + 1)
        members = wanted / ALONE + 1;
    range.team = range.writer.team = fs_team_start((unsigned)members);
    int result = write_range(&range);
    fs_team_stop(range.team);
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
    case HEAD: /* with the bucket in which the last of them is */
        forecast.memory = 48 * (wanted + FS_LEAF);
        break;
    default:
        forecast.memory = plus(plus(times(n, width), n / 4 * (width / 4)), buffers);
    }
    return forecast;
}
