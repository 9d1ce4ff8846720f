/* SPDX-License-Identifier: MIT
 *
 * records.c - collections of records: making them, reading files, adding records. See
 * records.h; output.c writes them.
 */
#include "records.h"

#include <stdlib.h>
#include <string.h>

/* What is added one by one is put into the store in parts of about this size. */
enum { ADDED_BYTES = 1 << 18, ADDED_RECORDS = 1 << 14 };

unsigned fs_records_members(const fair_records_options *options)
{
    const unsigned wanted = options->threads > 0 ? options->threads : fs_par_cpus();
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

static int progress_of_read(void *context, uint64_t position);
static int may_map(void *context, uint64_t bytes);
static void has_mapped(void *context, uint64_t bytes);
static int reserve(void *context, size_t bytes);

static int is_good(const fair_records_options *options)
{
    return FS_RESERVED_UNUSED(options) && fs_format_good(&options->format) &&
           options->order >= FAIR_ORDER_SHUFFLE && options->order <= FAIR_ORDER_DERANGE;
}

static int start_reader(fair_records *records)
{
    const int error = fair_reader_new(&records->reader, &records->options.format);
    if (error != FAIR_OK)
        return error;
    records->reader->piece_size = records->limits.piece;
    records->reader->most = records->limits.record;
    records->reader->tick = progress_of_read;
    records->reader->may_map = may_map;
    records->reader->has_mapped = has_mapped;
    records->reader->reserve = reserve;
    records->reader->context = records;
    return FAIR_OK;
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
    if (start_root(records) != FAIR_OK || start_reader(records) != FAIR_OK) {
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
    for (size_t i = 0; i < records->mapped_count; i++) {
        const fs_mapping *mapping = &records->mapped[i].mapping;
        usage.mapped += mapping->state.size - mapping->offset;
    }
    return usage;
}

int fair_records_changed(const fair_records *records, uint64_t *file)
{
    for (size_t i = 0; i < records->mapped_count; i++)
        if (fs_mapping_changed(&records->mapped[i].mapping)) {
            *file = records->mapped[i].file;
            return 1;
        }
    if (records->reader != NULL && records->reader->mapping.pages != NULL &&
        fs_mapping_changed(&records->reader->mapping)) {
        *file = records->files;
        return 1;
    }
    return 0;
}

/* ---- memory ---------------------------------------------------------------------- */

void fs_records_share_limit(fair_records *records)
{
    const uint64_t used = records->work.mapped + records->header_room + records->reserved;
    const size_t most = fs_limits_blocks(&records->limits, used);
    records->root.store->blocks.slabs.most = records->root.wanted > 0 ? most / 2 : most;
}

/* The memory that mapping a file takes if only the first records are wanted, and pages
 * are released at once: those of the records that are written come back. */
static uint64_t cost_of_head(const fair_records_options *options, uint64_t bytes)
{
    enum { AROUND = 1 << 16 }; /* bytes that the system maps around a page */
    if (fs_records_have_head(options) && options->head < bytes / AROUND)
        return options->head * AROUND;
    return bytes;
}

/* Whether a file fits into the limit: the file itself, references to its records, and
 * room to put them in order. */
static int fits(const fs_limits *limits, uint64_t cost, uint64_t taken)
{
    const uint64_t limit = limits->limit;
    const uint64_t references = cost / FS_MAP_LENGTH * 9;
    if (limit == UINT64_MAX)
        return 1;
    taken += limits->reading + limit / 8;
    return taken < limit && cost < limit - taken && references < limit - taken - cost;
}

static uint64_t mapping_cost(const fair_records *records, uint64_t bytes)
{
    return records->release ? cost_of_head(&records->options, bytes) : bytes;
}

static int may_map(void *context, uint64_t bytes)
{
    fair_records *records = context;
    const uint64_t taken = records->work.mapped + records->header_room +
                           records->reserved + records->root.store->blocks.slabs.held;
    if (!records->options.map || records->mapped_count == FAIR_MOST_MAPPED ||
        !fs_mapping_is_local(records->reader->fd))
        return 0;
    if (!fits(&records->limits, bytes, taken))
        records->release = 1;
    return fits(&records->limits, mapping_cost(records, bytes), taken);
}

static void has_mapped(void *context, uint64_t bytes)
{
    fair_records *records = context;
    records->work.mapped += mapping_cost(records, bytes);
    fs_records_share_limit(records);
}

int fs_records_can_map(const fair_records_options *options, uint64_t bytes)
{
    fs_limits limits;
    fs_limits_plan(&limits, options->memory, fs_records_members(options));
    return fits(&limits, cost_of_head(options, bytes), 0);
}

int fair_records_store(const fair_records_options *options, int fd, uint64_t records,
                       uint64_t bytes)
{
    fs_file_state state;
    options = fs_records_options(options);
    if (!options->map)
        return FAIR_STORE_COPIED;
    if (!fs_file_state_get(fd, &state))
        return FAIR_STORE_NOT_REGULAR;
    if (bytes < FS_MAP_BYTES + FS_FIRST_PIECE)
        return FAIR_STORE_SMALL;
    if (bytes / FS_MAP_LENGTH < records)
        return FAIR_STORE_SHORT;
    if (!fs_mapping_is_local(fd))
        return FAIR_STORE_REMOTE;
    return fs_records_can_map(options, bytes) ? FAIR_STORE_MAPPED : FAIR_STORE_LIMIT;
}

/* The reader's buffer grows beyond its share, because a record is long: blocks must make
 * way. */
static int reserve(void *context, size_t bytes)
{
    fair_records *records = context;
    fs_store *store = records->root.store;
    int error = FAIR_OK;
    if (records->limits.limit == UINT64_MAX || bytes <= records->limits.reading)
        return FAIR_OK;
    records->reserved = bytes - records->limits.reading;
    fs_records_share_limit(records);
    while (error == FAIR_OK && records->tempfile.open != NULL &&
           store->blocks.count > 0 &&
           store->blocks.slabs.held > store->blocks.slabs.most) {
        error = fs_store_spill(store, records->key, records->team);
        fs_slabs_trim(&store->blocks.slabs);
    }
    return error;
}

/* ---- headers --------------------------------------------------------------------- */

static int keep_header(fair_records *records, const unsigned char *data, size_t length,
                       size_t at)
{
    if (records->headers > 0)
        return records->header_bytes - at >= length &&
                       memcmp(records->header + at, data, length) == 0
                   ? FAIR_OK
                   : FAIR_EHEADER;
    if (length > records->limits.record || at > records->limits.record - length) {
        /* How long further records of the header are is not known. */
        records->reader->mark.needed =
            records->options.header == 1 ? fs_limits_for_record(length) : 0;
        return FAIR_ELIMIT;
    }
    if (records->header_room - at < length) {
        const size_t room = 2 * at + length + 256;
        unsigned char *header = realloc(records->header, room);
        if (header == NULL)
            return FAIR_ENOMEM;
        records->header = header;
        records->header_room = room;
        fs_records_share_limit(records);
    }
    memcpy(records->header + at, data, length);
    records->header_bytes = at + length;
    return FAIR_OK;
}

/* Takes up to `left` records of the header from the front of a batch. */
static int take_header(fair_records *records, uint64_t *left, size_t *at)
{
    fair_reader *reader = records->reader;
    for (unsigned i = 0; *left > 0 && i < reader->piece_count; i++) {
        fs_piece *piece = &reader->piece[i];
        while (piece->count > 0 && *left > 0) {
            const unsigned char *end = fs_piece_end(piece, 0);
            const size_t length = (size_t)(end - piece->first);
            const int error = keep_header(records, piece->first, length, *at);
            if (error != FAIR_OK)
                return error;
            *at += length;
            piece->first = end;
            piece->ends++;
            piece->count--;
            --*left;
        }
    }
    return FAIR_OK;
}

/* ---- files ----------------------------------------------------------------------- */

static int progress_of_read(void *context, uint64_t position)
{
    fair_records *records = context;
    const fair_reader *reader = records->reader;
    const uint64_t size = reader->state.size;
    if (records->options.progress != NULL && !records->cancelled &&
        records->options.progress(records->options.context, FAIR_PHASE_READ,
                                  position - reader->start,
                                  size > reader->start ? size - reader->start : 0) != 0)
        records->cancelled = 1;
    return records->cancelled;
}

/* A file with more than one batch is worth threads. */
static void start_team(fair_records *records)
{
    fair_reader *reader = records->reader;
    if (reader->mark.record == 0 || reader->drained || reader->pieces > 1)
        return;
    records->team = fs_team_start(records->limits.members);
    reader->team = records->team;
    reader->pieces = 2 * fs_team_size(records->team);
}

static int read_file(fair_records *records)
{
    fair_reader *reader = records->reader;
    uint64_t header = records->options.header;
    size_t header_at = 0;
    int result;
    while ((result = fs_reader_batch(reader)) == 1) {
        int error = take_header(records, &header, &header_at);
        if (error == FAIR_OK)
            error = fs_records_take(records, reader->piece, reader->piece_count);
        progress_of_read(records, reader->position);
        if (error == FAIR_OK && records->cancelled)
            error = FAIR_ECANCELED;
        if (error != FAIR_OK)
            return error;
        start_team(records);
    }
    const int empty = reader->mark.record == 0; /* and so without a header */
    if (result == 0 && !empty && records->headers > 0 &&
        header_at != records->header_bytes)
        return FAIR_EHEADER;
    records->headers += !empty;
    return result;
}

/* Takes a mapping over from the reader: references point to it. */
static int keep_mapping(fair_records *records)
{
    fs_mapping *mapping = &records->reader->mapping;
    if (mapping->pages == NULL)
        return FAIR_OK;
    void *array = fs_array_grow(records->mapped, records->mapped_count,
                                &records->mapped_room, sizeof *records->mapped);
    if (array == NULL)
        return FAIR_ENOMEM; /* the reader closes it when it is freed */
    records->mapped = array;
    records->mapped[records->mapped_count++] =
        (fs_mapped_file){.mapping = *mapping, .file = records->files};
    mapping->pages = NULL;
    return FAIR_OK;
}

/* Completes the mark after an error. */
static int fail(fair_records *records, int error)
{
    if (error == FAIR_ETEMP)
        records->mark.error = records->tempfile.error;
    if (error == FAIR_ELIMIT && records->reader != NULL)
        records->mark.needed = records->reader->mark.needed;
    if (error == FAIR_ECHANGED)
        records->mark.file = records->files;
    records->error = error;
    return error;
}

/* Reads from the file `fd`, if `feed` is NULL. */
static int read_from(fair_records *records, int fd, fair_feed *feed, void *context)
{
    if (records->error != FAIR_OK)
        return records->error;
    int error = fs_records_take_added(records);
    if (error != FAIR_OK)
        return fail(records, error);
    fair_reader *reader = records->reader;
    if (feed != NULL)
        fs_reader_open_feed(reader, feed, context);
    else
        fair_reader_open(reader, fd);
    error = read_file(records);
    if (records->cancelled)
        error = FAIR_ECANCELED;
    fs_team_stop(records->team);
    records->team = reader->team = NULL;
    reader->pieces = 1;
    records->mark = reader->mark;
    if (error == FAIR_OK)
        error = keep_mapping(records);
    if (error != FAIR_OK)
        return fail(records, error);
    records->files++;
    return FAIR_OK;
}

int fair_records_read(fair_records *records, int fd)
{
    return read_from(records, fd, NULL, NULL);
}

int fair_records_read_from(fair_records *records, fair_feed *feed, void *context)
{
    return read_from(records, -1, feed, context);
}

/* ---- single records -------------------------------------------------------------- */

int fs_records_take_added(fair_records *records)
{
    if (records->added_count == 0)
        return FAIR_OK;
    fs_piece pieces[2] = {{.first = records->added,
                           .base = records->added,
                           .ends = records->added_ends,
                           .count = records->added_count}};
    records->added_count = 0;
    const int error = fs_records_take(records, pieces, 1);
    free(records->added);
    free(records->added_ends);
    records->added = NULL;
    records->added_ends = NULL;
    records->added_bytes = records->added_room = 0;
    return error;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Makes room for one more record. */
static int grow_added(fair_records *records, size_t length)
{
    const size_t most = least(ADDED_RECORDS, records->limits.piece / sizeof(uint32_t));
    if (records->added_ends == NULL)
        records->added_ends = malloc((most + 1) * sizeof *records->added_ends);
    if (records->added_ends == NULL)
        return FAIR_ENOMEM;
    if (records->added != NULL && records->added_room - records->added_bytes >= length)
        return FAIR_OK;
    const size_t bytes = least(ADDED_BYTES, records->limits.piece);
    const size_t room = records->added_bytes + (length > bytes ? length : bytes) + 1;
    unsigned char *added = realloc(records->added, room);
    if (added == NULL)
        return FAIR_ENOMEM;
    records->added = added;
    records->added_room = room;
    return FAIR_OK;
}

int fair_records_add(fair_records *records, const void *record, size_t length)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (length >= UINT32_MAX - ADDED_BYTES)
        return records->error = FAIR_ERANGE;
    if (length > records->limits.record) {
        records->mark = (fair_mark){.record = fair_records_count(records),
                                    .needed = fs_limits_for_record(length)};
        return records->error = FAIR_ELIMIT;
    }
    int error = grow_added(records, length);
    if (error != FAIR_OK)
        return records->error = error;
    if (length > 0)
        memcpy(records->added + records->added_bytes, record, length);
    records->added_bytes += length;
    records->added_ends[records->added_count++] = (uint32_t)records->added_bytes;
    if (records->added_count >=
            least(ADDED_RECORDS, records->limits.piece / sizeof(uint32_t)) ||
        records->added_bytes >= least(ADDED_BYTES, records->limits.piece))
        error = fs_records_take_added(records);
    if (error != FAIR_OK) {
        records->mark = (fair_mark){.record = fair_records_count(records)};
        return fail(records, error);
    }
    return FAIR_OK;
}
