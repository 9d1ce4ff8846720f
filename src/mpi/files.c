/* SPDX-License-Identifier: MIT
 *
 * files.c - shuffles the records of files on all ranks. See files.h.
 *
 *     read      inputs.c     the files, their sizes and headers
 *               ranges.c     which records this rank reads
 *               scan.c       counts them, and holds them in memory if they fit
 *     send      cells.c      which rank puts which records in order
 *               scan.c       the records once more,
 *               runs.c       regrouped by cell,
 *               exchange.c   sent to the ranks that own the cells,
 *               received.c   and kept there
 *     write     deliver.c    each rank puts its cells in order and writes them
 *
 * Between these steps, all ranks agree whether one of them has failed.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/base.h"
#include "src/mpi/deliver.h"
#include "src/mpi/files_parts.h"

/* ---- start and end ----------------------------------------------------------------- */

int fs_files_agree(fs_files *files, int error, const fs_failure *details)
{
    files->failure = *details;
    if (error != FAIR_OK && files->failure.error == FAIR_OK)
        files->failure = (fs_failure){.error = error, .step = FS_STEP_OTHER};
    return fs_files_failed(files, fs_ranks_agree(files->ranks, &files->failure));
}

int fs_files_failed(fs_files *files, int error)
{
    if (error != FAIR_OK && files->failure.error == FAIR_OK)
        files->failure = (fs_failure){
            .error = error, .step = FS_STEP_OTHER, .rank = files->ranks->failed};
    return error;
}

unsigned fs_files_threads(const fs_files *files)
{
    const unsigned wanted = files->options.records.threads;
    const unsigned threads = wanted > 0 ? wanted : fs_cpu_count();
    return threads < FS_MOST_MEMBERS ? threads : FS_MOST_MEMBERS;
}

/* The bytes of a slab of the pool. */
static size_t slab_bytes(const fs_files *files)
{
    const uint64_t share = files->memory / 16;
    return share > FS_MOST_WINDOW    ? FS_MOST_WINDOW
           : share > FS_LEAST_WINDOW ? (size_t)share
                                     : FS_LEAST_WINDOW;
}

/* Compares what must be the same on all ranks. */
static int compare(fs_files *files)
{
    const fair_records_options *options = &files->options.records;
    struct {
        uint8_t key[FAIR_KEY_SIZE];
        uint64_t facts[5];
    } mine = {.facts = {(uint64_t)options->format.kind, options->format.delimiter,
                        options->format.count, options->header,
                        files->options.file_count}};
    int same;
    memcpy(mine.key, files->key, FAIR_KEY_SIZE);
    const int error = fs_ranks_compare(files->ranks, &mine, sizeof mine, &same);
    fs_wipe(&mine, sizeof mine);
    return error != FAIR_OK ? error : same ? FAIR_OK : FAIR_EMISMATCH;
}

int fs_files_new(fs_files **new, fs_ranks *ranks, const uint8_t key[FAIR_KEY_SIZE],
                 const fs_files_options *options)
{
    *new = NULL;
    fs_files *files = calloc(1, sizeof *files);
    int error = files == NULL                               ? FAIR_ENOMEM
                : !fs_format_good(&options->records.format) ? FAIR_EINVAL
                : options->file_count == 0                  ? FAIR_EINVAL
                                                            : FAIR_OK;
    error = fs_ranks_agree_on(ranks, error);
    if (files != NULL && error == FAIR_OK) {
        const uint64_t memory = options->records.memory;
        files->ranks = ranks;
        files->options = *options;
        files->sent_before = ranks->sent;
        files->messages_before = ranks->messages;
        files->memory = memory == 0                ? UINT64_MAX
                        : memory > FS_LEAST_MEMORY ? memory
                                                   : FS_LEAST_MEMORY;
        memcpy(files->key, key, FAIR_KEY_SIZE);
        error = compare(files);
    }
    if (error != FAIR_OK) {
        fs_files_free(files);
        return error;
    }
    *new = files;
    return FAIR_OK;
}

void fs_files_free(fs_files *files)
{
    if (files == NULL)
        return;
    fs_received_free(&files->received);
    fs_scan_free(&files->scan);
    fs_cells_free(&files->cells);
    fs_inputs_free(&files->inputs);
    fs_pool_free(&files->pool);
    fs_wipe(files->key, sizeof files->key);
    free(files);
}

uint64_t fs_files_count(const fs_files *files)
{
    return files->n;
}

uint64_t fs_files_header_records(const fs_files *files, uint64_t file)
{
    assert(file < files->options.file_count);
    return files->inputs.files[file].header_records;
}

const fs_failure *fs_files_failure(const fs_files *files)
{
    return &files->failure;
}

fs_files_usage fs_files_used(const fs_files *files)
{
    return files->usage;
}

/* ---- reading ----------------------------------------------------------------------- */

/* Whether the records of this rank can be held in memory until they are sent, while as
 * many arrive. Those that were sent make room for those that arrive. The ends of records
 * take 4 bytes for each. */
static int can_hold(const fs_files *files, uint64_t bytes)
{
    return bytes < files->memory / 2;
}

static int count_all(fs_files *files)
{
    fs_scan *scan = &files->scan;
    uint64_t all[2] = {scan->own.count, scan->own.bytes}, before = scan->own.count;
    int error = fs_ranks_sum(files->ranks, all, 2);
    if (error == FAIR_OK)
        error = fs_ranks_sum_before(files->ranks, &before, 1);
    files->n = all[0];
    files->bytes = all[1];
    scan->own.first = before;
    for (size_t i = 0; i < scan->own.long_count; i++)
        scan->longs[i].number += before;
    return error;
}

/* Whether messages about an error name the number of the record. */
static int names_record(int error)
{
    return error == FAIR_ERECORD || error == FAIR_ELIMIT || error == FAIR_ERANGE;
}

/* After a failure to read a file: the rank has counted the records of its own part of the
 * file. Adds those of the ranks before it, and the header. */
static int count_before_failure(fs_files *files)
{
    fs_failure *failure = &files->failure;
    const fs_scan *scan = &files->scan;
    uint64_t before = 0;
    /* A file that goes on in later ranks is the last one of this rank. */
    if (files->ranks->rank < failure->rank && scan->file == failure->index)
        before = scan->own.count - scan->part_first;
    const int error = fs_ranks_sum(files->ranks, &before, 1);
    failure->record += before + files->inputs.files[failure->index].header_records;
    return error == FAIR_OK ? failure->error : error;
}

int fs_files_read(fs_files *files)
{
    uint64_t first, end;
    const uint64_t most = files->memory / 8 * 5;
    fs_pool_start(&files->pool, slab_bytes(files),
                  most < SIZE_MAX ? (size_t)most : SIZE_MAX);
    int error = fs_inputs_start(&files->inputs, files->ranks, &files->options);
    if (can_hold(files, files->inputs.bytes / (uint64_t)files->ranks->size))
        files->inputs.raw.pool = &files->pool;
    if (error == FAIR_OK)
        error = fs_ranges_find(&files->inputs, &first, &end);
    if (error != FAIR_OK) {
        files->failure = files->inputs.failure; /* the ranks have agreed on it */
        return fs_files_failed(files, error);
    }
    const unsigned members = fs_files_threads(files);
    files->holds = can_hold(files, end - first);
    error = fs_scan_start(&files->scan, &files->inputs, &files->pool, first, end,
                          files->memory == UINT64_MAX ? 0 : files->memory, members);
    if (error == FAIR_OK && end > first) {
        files->team = fs_team_start(files->scan.limits.members, NULL);
        files->scan.team = files->team;
        error = fs_scan_count(&files->scan, files->holds);
        fs_team_stop(files->team);
        files->team = files->scan.team = NULL;
    }
    fs_raw_free(&files->inputs.raw);
    if (error != FAIR_OK && !names_record(error)) /* otherwise, all must count */
        fs_ranks_raise(files->ranks);
    error = fs_files_agree(files, error, &files->inputs.failure);
    if (files->failure.step == FS_STEP_READ && names_record(error))
        error = count_before_failure(files);
    if (error == FAIR_OK)
        error = count_all(files);
    return fs_files_failed(files, error);
}

/* ---- writing ----------------------------------------------------------------------- */

/* Adds up what all ranks did, and checks that nothing is lost. */
static int add_up(fs_files *files, const fs_delivery *delivery, uint64_t wanted)
{
    enum { READ, SENT, MESSAGES, WRITTEN, TEMPORARY, RECORDS, BYTES, SUMS };
    fs_files_usage *usage = &files->usage;
    uint64_t sums[SUMS] = {[READ] = files->inputs.read,
                           [SENT] = files->ranks->sent - files->sent_before,
                           [MESSAGES] = files->ranks->messages - files->messages_before,
                           [WRITTEN] = delivery->written,
                           [TEMPORARY] = files->received.file.usage.written,
                           [RECORDS] = delivery->records,
                           [BYTES] = delivery->bytes};
    uint64_t most[3] = {delivery->written, INT64_MAX - delivery->written, usage->rounds};
    int error = fs_ranks_sum(files->ranks, sums, SUMS);
    if (error == FAIR_OK)
        error = fs_ranks_most(files->ranks, most, 3);
    if (error != FAIR_OK)
        return error;
    usage->read = sums[READ];
    usage->sent = sums[SENT];
    usage->messages = sums[MESSAGES];
    usage->written = sums[WRITTEN];
    usage->temporary = sums[TEMPORARY];
    usage->most_written = most[0];
    usage->least_written = INT64_MAX - most[1];
    usage->rounds = most[2];
    usage->cells = files->cells.count;
    usage->levels = files->cells.levels;
    return sums[RECORDS] == wanted && (wanted < files->n || sums[BYTES] == files->bytes)
               ? FAIR_OK
               : FAIR_ELOST;
}

static uint64_t records_wanted(const fs_files *files, const fs_files_part *parts,
                               size_t part_count)
{
    uint64_t sum = 0;
    for (size_t p = 0; p < part_count; p++)
        sum = parts[p].count < files->n - sum ? sum + parts[p].count : files->n;
    return sum;
}

static int deliver(fs_files *files, const fs_files_part *parts, size_t part_count,
                   uint64_t wanted, int sync)
{
    fs_delivery delivery = {
        .ranks = files->ranks,
        .received = &files->received,
        .options = &files->options.records,
        .team = files->team,
        .parts = parts,
        .part_count = part_count,
        .header = files->inputs.header,
        .header_bytes = files->inputs.header_bytes,
        .memory = files->memory == UINT64_MAX ? UINT64_MAX : files->memory / 4,
        .sync = sync,
    };
    int error = fs_deliver(&delivery);
    if (error != FAIR_OK) {
        const int agreed =
            fs_files_agree(files, delivery.failure.error, &delivery.failure);
        return fs_files_failed(files, agreed != FAIR_OK ? agreed : error);
    }
    return fs_files_failed(files, add_up(files, &delivery, wanted));
}

int fs_files_write(fs_files *files, const fs_files_part *parts, size_t part_count,
                   int sync)
{
    const uint64_t wanted = records_wanted(files, parts, part_count);
    files->team = fs_team_start(files->scan.limits.members, NULL);
    files->scan.team = files->team;
    int error = wanted > 0 ? fs_files_send(files, wanted) : FAIR_OK;
    fs_scan_free(&files->scan);
    fs_pool_free(&files->pool);
    if (error == FAIR_OK)
        error = deliver(files, parts, part_count, wanted, sync);
    fs_team_stop(files->team);
    files->team = NULL;
    return error;
}
