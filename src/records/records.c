/* SPDX-License-Identifier: MIT
 *
 * records.c - collections of records: creating them, and adding single records. See
 * records.h. input.c reads files, output.c writes collections.
 */
#include "src/records/records.h"

#include <stdlib.h>
#include <string.h>

unsigned fs_records_members(const fair_records_options *options)
{
    const unsigned wanted = options->threads > 0 ? options->threads : fs_cpu_count();
    return wanted < FS_MOST_MEMBERS ? wanted : FS_MOST_MEMBERS;
}

const fair_records_options *fs_records_options(const fair_records_options *options)
{
    static const fair_records_options usual;
    return options == NULL ? &usual : options;
}

int fs_records_have_head(const fair_records_options *options)
{
    return options->head > 0 && options->order == FAIR_ORDER_SHUFFLE && !options->pairs;
}

/* ---- a collection ---------------------------------------------------------------- */

static int is_good(const fair_records_options *options)
{
    return FS_RESERVED_UNUSED(options) && fs_format_good(&options->format) &&
           options->order >= FAIR_ORDER_SHUFFLE && options->order <= FAIR_ORDER_DERANGE;
}

static int start_root(fair_records *records)
{
    const fs_limits *limits = &records->limits;
    const fs_store_limits sizes = {.blocks = fs_limits_blocks(limits, 0),
                                   .segment = limits->segment,
                                   .slab = limits->slab,
                                   .tables = limits->tables};
    fs_node *root = &records->root;
    root->store = malloc(sizeof *root->store);
    if (root->store == NULL)
        return FAIR_ENOMEM;
    memcpy(root->key, records->key, FAIR_KEY_SIZE);
    root->order = records->options.order;
    fs_store_start(root->store, &records->tempfile, &sizes);
    root->store->whole = root->order != FAIR_ORDER_SHUFFLE;
    if (fs_records_have_head(&records->options))
        fs_head_start(root, records->options.head);
    return FAIR_OK;
}

int fair_records_new(fair_records **new, const uint8_t key[FAIR_KEY_SIZE],
                     const fair_records_options *options)
{
    *new = NULL;
    options = fs_records_options(options);
    if (!is_good(options))
        return FAIR_EINVAL;
    fair_records *records = calloc(1, sizeof *records);
    if (records == NULL)
        return FAIR_ENOMEM;
    memcpy(records->key, key, FAIR_KEY_SIZE);
    records->options = *options;
    fs_limits_plan(&records->limits, options->memory, fs_records_members(options));
    fs_tempfile_start(&records->tempfile, options);
    records->work = (fs_work){.limits = &records->limits, .file = &records->tempfile};
    if (start_root(records) != FAIR_OK || fs_records_start_reader(records) != FAIR_OK) {
        fair_records_free(records);
        return FAIR_ENOMEM;
    }
    *new = records;
    return FAIR_OK;
}

void fair_records_free(fair_records *records)
{
    if (records == NULL)
        return;
    fair_reader_free(records->reader);
    fs_node_free(&records->root);
    fs_tempfile_close(&records->tempfile);
    for (size_t i = 0; i < records->mapped_count; i++)
        fs_mapping_close(&records->mapped[i].mapping);
    free(records->mapped);
    free(records->header);
    free(records->added);
    free(records->added_ends);
    fs_wipe(records->key, sizeof records->key);
    free(records);
}

uint64_t fair_records_count(const fair_records *records)
{
    return records->count + records->added_count;
}

fair_mark fair_records_mark(const fair_records *records)
{
    return records->mark;
}

fair_usage fair_records_usage(const fair_records *records)
{
    fair_usage usage = records->tempfile.usage;
    usage.mapped = records->bytes_in_place;
    return usage;
}

int fair_records_changed(const fair_records *records, uint64_t *file)
{
    for (size_t i = 0; i < records->mapped_count; i++)
        if (fs_mapping_changed(&records->mapped[i].mapping)) {
            *file = records->mapped[i].file;
            return 1;
        }
    return 0;
}

int fs_records_fail(fair_records *records, int error)
{
    if (error == FAIR_ETEMP)
        records->mark.error = records->tempfile.error;
    return records->error = error;
}

/* ---- single records -------------------------------------------------------------- */

int fs_records_take_added(fair_records *records)
{
    if (records->added_count == 0)
        return FAIR_OK;
    fs_piece pieces[1] = {{.first = records->added,
                           .base = records->added,
                           .ends = records->added_ends,
                           .count = records->added_count}};
    records->added_count = records->added_bytes = 0;
    const int error = fs_records_take(records, pieces, 1);
    free(records->added);
    free(records->added_ends);
    records->added = NULL;
    records->added_ends = NULL;
    return error;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Adds a long record directly to the store. */
static int take_long(fair_records *records, const unsigned char *record, size_t length)
{
    static const uint32_t nothing;
    fs_piece pieces[1] = {
        {.first = record, .base = record + length, .ends = &nothing, .count = 1}};
    const int error = fs_records_take_added(records);
    return error == FAIR_OK ? fs_records_take(records, pieces, 1) : error;
}

static int add(fair_records *records, const void *record, size_t length)
{
    const size_t most_bytes = least(FS_ADDED_BYTES, records->limits.piece);
    const size_t most = least(FS_ADDED_RECORDS, most_bytes / sizeof *records->added_ends);
    int error = FAIR_OK;
    if (length > most_bytes)
        return take_long(records, record, length);
    if (length > most_bytes - records->added_bytes || records->added_count == most)
        error = fs_records_take_added(records);
    if (error == FAIR_OK && records->added == NULL) {
        records->added = malloc(most_bytes);
        records->added_ends = malloc(most * sizeof *records->added_ends);
        if (records->added == NULL || records->added_ends == NULL)
            error = FAIR_ENOMEM;
    }
    if (error != FAIR_OK)
        return error;
    if (length > 0)
        memcpy(records->added + records->added_bytes, record, length);
    records->added_bytes += length;
    records->added_ends[records->added_count++] = (uint32_t)records->added_bytes;
    return FAIR_OK;
}

int fair_records_add(fair_records *records, const void *record, size_t length)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (length > PTRDIFF_MAX)
        return records->error = FAIR_ERANGE;
    const int fits = length <= records->limits.record;
    const int error = fits ? add(records, record, length) : FAIR_ELIMIT;
    if (error == FAIR_OK)
        return FAIR_OK;
    records->mark = (fair_mark){.record = fair_records_count(records),
                                .needed = fits ? 0 : fs_limits_for_record(length)};
    return fs_records_fail(records, error);
}
