/* SPDX-License-Identifier: MIT
 *
 * output.c - writes a collection of records in its order, and draws from it.
 */
#include <stdlib.h>

#include "src/records/gather.h"
#include "src/records/records.h"

static int write_header(fair_records *records, const fair_part *part)
{
    if (records->header_bytes == 0 || part == NULL || part->write == NULL)
        return FAIR_OK;
    const int number = part->write(part->context, records->header, records->header_bytes);
    records->mark.error = number;
    return number != 0 ? FAIR_EWRITE : FAIR_OK;
}

/* Ends the use of a collection: it cannot be written again. */
static int finish(fair_records *records, int error)
{
    uint64_t file;
    if (error == FAIR_OK && fair_records_changed(records, &file)) {
        records->mark.file = file;
        error = FAIR_ECHANGED;
    }
    if (error != FAIR_OK)
        return fs_records_fail(records, error);
    records->error = FAIR_ESTATE;
    return FAIR_OK;
}

static int progress_of_order(void *context, uint64_t bytes)
{
    const fair_records *records = context;
    return records->options.progress == NULL
               ? 0
               : records->options.progress(records->options.context, FAIR_PHASE_ORDER,
                                           bytes, 0);
}

/* ---- spans of all records -------------------------------------------------------- */

/* Whether `copies` spans of every record fit into memory, in addition to the records. */
static int all_fit(const fair_records *records, unsigned copies)
{
    const fs_store *store = records->root.store;
    return !fs_store_has_spilled(store) &&
           records->count <=
               fs_node_memory(&records->root, &records->work) / copies / sizeof(fs_span);
}

/* The spans of all records, in the order they came; NULL if there is no memory. */
static fs_span *all_spans(const fair_records *records)
{
    const fs_blocks *blocks = &records->root.store->blocks;
    fs_span *spans = NULL;
    size_t count = 0;
    if (records->count <= SIZE_MAX / sizeof *spans - 1)
        spans = malloc(((size_t)records->count + 1) * sizeof *spans);
    for (size_t i = 0; i < blocks->count && spans != NULL; i++) {
        const fs_run run = fs_block_run(&blocks->blocks[i], 0, 1u << blocks->bits);
        count += fs_run_spans(&run, records->key, spans + count,
                              (size_t)records->count - count);
    }
    assert(spans == NULL || count == records->count);
    return spans;
}

/* ---- pairs ----------------------------------------------------------------------- */

struct pairs {
    const fs_span *spans; /* the spans of all records, in the order they came */
    const fair_records_options *options; /* `format`; `observe`, which is called with the
                                            second record of each pair */
};

/* A writer's put(). Entries are spans; each is written after the record whose position it
 * takes. */
static void put_pairs(fs_turn *turn, const void *entries, size_t count,
                      const void *context)
{
    const struct pairs *pairs = context;
    const fs_span *before = pairs->spans + turn->position, *after = entries;
    for (size_t i = 0; i < count; i++) {
        size_t length;
        const unsigned char *record = fs_span_get(before[i], &length);
        fs_turn_bytes(turn, record,
                      fs_record_bare(&pairs->options->format, record, length));
        fs_turn_bytes(turn, "\t", 1);
        record = fs_span_get(after[i], &length);
        if (pairs->options->observe != NULL)
            pairs->options->observe(pairs->options->context, 1, record, length);
        fs_turn_bytes(turn, record, length);
    }
}

/* Puts the spans of all records in the order of the collection. */
static int order_spans(const fair_records *records, fs_span *spans)
{
    const size_t n = (size_t)records->count;
    const fair_options options = {.threads = records->limits.members};
    return records->options.order == FAIR_ORDER_SHUFFLE
               ? fair_shuffle_parallel(records->key, spans, n, sizeof *spans, &options)
               : fs_order_whole(records->key, records->options.order, spans, n,
                                sizeof *spans);
}

static int write_pairs(fair_records *records, fs_writer *writer)
{
    if (!all_fit(records, 3)) { /* two arrays, and a third to put one in order */
        records->mark.needed = fs_limits_for_all(records->bytes, records->count, 3);
        return FAIR_ELIMIT;
    }
    fs_span *spans = all_spans(records), *ordered = all_spans(records);
    const struct pairs pairs = {spans, &records->options};
    writer->size = sizeof *ordered;
    writer->put = put_pairs;
    writer->put_context = &pairs; /* cppcheck-suppress autoVariables - not used later */
    int error =
        spans == NULL || ordered == NULL ? FAIR_ENOMEM : order_spans(records, ordered);
    if (error == FAIR_OK)
        error = fs_writer_start(writer, 1, FS_PLAIN_BUFFER);
    if (error == FAIR_OK) {
        fs_turn turn;
        fs_turn_begin(&turn, writer, 0, 0, 0);
        fs_turn_put(&turn, ordered, (size_t)records->count);
        fs_turn_end(&turn);
        error = atomic_load(&writer->error);
    }
    fs_writer_free(writer);
    free(spans);
    free(ordered);
    return error;
}

/* ---- all records in their order -------------------------------------------------- */

/* Regroups the blocks in memory by the buckets of the root, and sets up the root. */
static int close_root(fair_records *records)
{
    fs_node *root = &records->root;
    fs_blocks *blocks = &root->store->blocks;
    int error = FAIR_OK;
    root->n = records->count;
    if (root->order == FAIR_ORDER_SHUFFLE && root->n > FS_LEAF)
        error = fs_blocks_regroup(blocks, records->key, fs_scatter_bits(root->n),
                                  records->team);
    if (error != FAIR_OK)
        return error;
    fs_node_shape(root);
    return fs_node_settle(root, &records->work);
}

static int write_records(fair_records *records, fs_writer *writer)
{
    fs_gathering gathering = {.writer = writer, .work = &records->work};
    if (records->count == 0)
        return FAIR_OK;
    writer->size = sizeof(fs_span);
    writer->put = fs_put_spans;
    writer->put_context = &records->options;
    gathering.mean = records->bytes / records->count;
    records->work.progress = progress_of_order;
    records->work.context = records;
    int error = close_root(records);
    if (error == FAIR_OK)
        error = fs_gather(&records->root, &gathering);
    records->mark.needed = records->work.needed;
    if (records->too_large_to_map < records->mark.needed) /* then it will be mapped */
        records->mark.needed += records->too_large_to_map / 6 * 7;
    if (error == FAIR_ELIMIT && records->mark.needed == 0 &&
        records->tempfile.open == NULL)
        records->mark.needed = fs_limits_for_all(records->bytes, records->count, 2);
    return error;
}

/* Writes all records. The parts are valid, and all records are in the store. */
static int write_all(fair_records *records, const fair_part *parts, size_t part_count)
{
    const fair_records_options *options = &records->options;
    const uint64_t n = options->head > 0 && options->head < records->count
                           ? options->head
                           : records->count;
    fs_writer writer = {.parts = parts,
                        .part_count = part_count,
                        .wanted = fs_parts_wanted(parts, part_count, n),
                        .progress = options->progress,
                        .context = options->context};
    const int whole = writer.wanted == records->count && !options->pairs;
    writer.total = whole ? records->bytes : 0;
    if (records->bytes > FS_ALONE && !options->pairs)
        records->team = fs_team_start(records->limits.members, NULL);
    writer.team = records->work.team = records->team;
    int error =
        options->pairs ? write_pairs(records, &writer) : write_records(records, &writer);
    fs_team_stop(records->team);
    records->team = records->work.team = NULL;
    records->mark.error = writer.number;
    if (error == FAIR_OK &&
        (writer.entries != writer.wanted || (whole && writer.bytes != records->bytes)))
        error = FAIR_ELOST;
    return error;
}

int fair_records_write(fair_records *records, const fair_part *parts, size_t part_count)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (!fs_parts_good(parts, part_count))
        return records->error = FAIR_EINVAL;
    int error = fs_records_take_added(records);
    if (error == FAIR_OK && records->options.order != FAIR_ORDER_SHUFFLE &&
        records->count == 1)
        error = FAIR_EINVAL; /* it cannot leave its position */
    for (size_t i = 0; i < part_count && error == FAIR_OK; i++)
        error = write_header(records, &parts[i]);
    if (error != FAIR_OK)
        return finish(records, error);
    fair_reader_free(records->reader); /* its buffers are not needed any more */
    records->reader = NULL;
    return finish(records, write_all(records, parts, part_count));
}

/* ---- drawing with replacement ---------------------------------------------------- */

/* Draws `count` > 0 records from a collection that is not empty. */
static int draw(fair_records *records, uint64_t count, const fair_part *part)
{
    const fair_records_options unobserved = {0};
    fs_writer writer = {.put = fs_put_spans,
                        .put_context = &unobserved,
                        .progress = records->options.progress,
                        .context = records->options.context};
    fs_span *spans = all_spans(records);
    const int error = spans == NULL ? FAIR_ENOMEM
                                    : fs_writer_draw(&writer, part, records->key,
                                                     records->count, spans, count);
    records->mark.error = writer.number;
    free(spans);
    return error;
}

int fair_records_draw(fair_records *records, uint64_t count, const fair_part *part)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (!fs_part_good(part, count) || records->options.head > 0)
        return records->error = FAIR_EINVAL;
    int error = fs_records_take_added(records);
    fair_reader_free(records->reader); /* its buffers are not needed any more */
    records->reader = NULL;
    if (error == FAIR_OK && !all_fit(records, 1)) {
        records->mark.needed = fs_limits_for_all(records->bytes, records->count, 1);
        error = FAIR_ELIMIT;
    }
    if (error == FAIR_OK && count > 0 && records->count == 0)
        error = FAIR_EINVAL;
    if (error == FAIR_OK)
        error = write_header(records, part);
    if (error == FAIR_OK && count > 0)
        error = draw(records, count, part);
    return finish(records, error);
}
