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
#include "src/mpi/files.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/base.h"
#include "src/mpi/deliver.h"
#include "src/mpi/inputs.h"
#include "src/mpi/scan.h"
#include "src/shuffle/scatter.h"

/* Sizes in bytes. Tests use smaller ones. */
#ifndef FS_MOST_WINDOW
#define FS_MOST_WINDOW (16 << 20)  /* the records that a rank sends in a round */
#define FS_LEAST_WINDOW (1 << 16)  /* the same with a small memory limit */
#define FS_LEAST_MESSAGE (1 << 16) /* to each rank, if memory allows it */
#endif

struct fs_files {
    fs_ranks *ranks;            /* not owned */
    uint8_t key[FAIR_KEY_SIZE]; /* decides the order; secret */
    fs_files_options options;   /* a copy */
    fs_inputs inputs;           /* the files */
    fs_pool pool;               /* the memory of records */
    fs_scan scan;               /* the records of this rank */
    fs_cells cells;             /* which rank puts which records in order */
    fs_received received;       /* the records that this rank puts in order */
    fs_team *team;              /* the threads, during a call */
    uint64_t n;                 /* records of all ranks */
    uint64_t bytes;             /* bytes of all records */
    uint64_t memory;            /* the limit of this rank; UINT64_MAX: none */
    int holds;                  /* the records are held in memory between two steps */
    int pending;                /* messages being received */
    uint64_t sent_before;       /* ranks->sent when this started */
    uint64_t messages_before;   /* ranks->messages when this started */
    fs_failure failure;         /* of the lowest rank that failed */
    fs_files_usage usage;       /* of all ranks, after everything is written */
};

/* ---- start and end ----------------------------------------------------------------- */

static int agree(fs_files *files, int error, const fs_failure *details)
{
    files->failure = *details;
    if (error != FAIR_OK && files->failure.error == FAIR_OK)
        files->failure = (fs_failure){.error = error, .step = FS_STEP_OTHER};
    const int agreed = fs_ranks_agree(files->ranks, &files->failure);
    if (agreed != FAIR_OK && files->failure.error == FAIR_OK)
        files->failure = (fs_failure){.error = agreed, .step = FS_STEP_OTHER};
    return agreed;
}

static unsigned thread_count(const fair_records_options *options)
{
    const unsigned threads = options->threads > 0 ? options->threads : fs_usable_cpus();
    return threads < FS_MOST_MEMBERS ? threads : FS_MOST_MEMBERS;
}

/* Bytes for the records that a rank sends in a round. Such a window is one slab of the
 * pool. */
static size_t window_bytes(const fs_files *files)
{
    uint64_t window = (uint64_t)files->ranks->size * FS_LEAST_MESSAGE;
    if (window < FS_MOST_WINDOW)
        window = FS_MOST_WINDOW;
    if (window > files->memory / 16)
        window = files->memory / 16;
    return window > FS_LEAST_WINDOW ? (size_t)window : FS_LEAST_WINDOW;
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
    if (error == FAIR_OK) {
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

int fs_files_read(fs_files *files)
{
    uint64_t first, end;
    int error = fs_inputs_start(&files->inputs, files->ranks, &files->options);
    if (error == FAIR_OK)
        error = fs_ranges_find(&files->inputs, &first, &end);
    if (error != FAIR_OK)
        return agree(files, error, &files->inputs.failure);
    const unsigned members = thread_count(&files->options.records);
    const size_t window = window_bytes(files);
    const uint64_t most = files->memory / 8 * 5;
    fs_pool_start(&files->pool, window, most < SIZE_MAX ? (size_t)most : SIZE_MAX);
    files->holds = can_hold(files, end - first);
    error = fs_scan_start(&files->scan, &files->inputs, &files->pool, first, end,
                          files->memory == UINT64_MAX ? 0 : files->memory, members);
    if (error == FAIR_OK && end > first) {
        files->team = fs_team_start(files->scan.limits.members);
        files->scan.team = files->team;
        error = fs_scan_count(&files->scan, files->holds);
        fs_team_stop(files->team);
        files->team = files->scan.team = NULL;
    }
    error = agree(files, error, &files->inputs.failure);
    if (error == FAIR_OK)
        error = count_all(files);
    return error == FAIR_OK ? FAIR_OK : agree(files, error, &files->failure);
}

/* ---- sending ----------------------------------------------------------------------- */

static int own_room(void *context, size_t bytes, unsigned char **to)
{
    fs_files *files = context;
    return fs_received_room(&files->received, bytes, files->pending > 0, to);
}

static int make_room(void *context, int from, size_t bytes, unsigned char **to)
{
    fs_files *files = context;
    (void)from;
    const int error = fs_received_room(&files->received, bytes, files->pending > 0, to);
    files->pending += error == FAIR_OK;
    return error;
}

static int take(void *context, int from, unsigned char *data, size_t bytes)
{
    fs_files *files = context;
    (void)from;
    files->pending--;
    return fs_received_take(&files->received, data, bytes);
}

/* Makes the messages of the next round. Returns 1, 0 if there is nothing left to send, or
 * an error. */
static int next_round(fs_files *files, fs_regrouping *regrouping, fs_outgoing *out)
{
    fs_piece pieces[FS_MOST_PIECES];
    unsigned count;
    const int rank = files->ranks->rank;
    memset(out, 0, (size_t)files->ranks->size * sizeof *out);
    const int result = fs_scan_next(&files->scan, pieces, &count);
    if (result != 1)
        return result;
    int error = fs_regroup(regrouping, pieces, count, own_room, files, out);
    if (error == FAIR_OK && out[rank].bytes > 0)
        error = fs_received_take(&files->received, (unsigned char *)out[rank].data,
                                 out[rank].bytes);
    return error == FAIR_OK ? 1 : error;
}

static int report_sent(fs_files *files)
{
    const fair_records_options *options = &files->options.records;
    const uint64_t size = (uint64_t)files->ranks->size;
    const fs_own_records *own = &files->scan.own;
    /* Records have about the same length. */
    const double done =
        own->count == 0 ? 1 : (double)files->scan.seen / (double)own->count;
    fs_ranks_tick(files->ranks);
    return options->progress != NULL &&
                   options->progress(options->context, FAIR_PHASE_ORDER,
                                     (uint64_t)(done * (double)own->bytes) * size,
                                     own->bytes * size) != 0
               ? FAIR_ECANCELED
               : FAIR_OK;
}

/* Sends all records to the ranks that own their cells. The messages of the next round are
 * made while those of a round travel. */
static int send_all(fs_files *files, fs_regrouping *regrouping, fs_outgoing *out)
{
    const fs_receiver receiver = {.make_room = make_room,
                                  .take = take,
                                  .context = files,
                                  .at_once = files->pool.slab};
    fs_outgoing *now = out, *next = out + files->ranks->size;
    fs_exchange exchange;
    int again = 1, error;
    int left = fs_exchange_start(&exchange, files->ranks);
    if (left == FAIR_OK)
        left = next_round(files, regrouping, now);
    error = fs_ranks_agree_on(files->ranks, left < 0 ? left : FAIR_OK);
    while (again && error == FAIR_OK) {
        const int cancelled = report_sent(files);
        const int own_error = left < 0 ? left : cancelled;
        fs_exchange_begin(&exchange, now, own_error, left == 1);
        files->usage.rounds++;
        if (left == 1 && own_error == FAIR_OK)
            left = next_round(files, regrouping, next);
        fs_outgoing *swapped = now;
        now = next;
        next = swapped;
        if (left <= 0)
            memset(now, 0, (size_t)files->ranks->size * sizeof *now);
        error = fs_exchange_end(&exchange, &receiver, &again);
    }
    if (left < 0 && exchange.error == FAIR_OK)
        exchange.error = left;
    const int own_error = error == FAIR_EMPI ? error : exchange.error;
    fs_exchange_free(&exchange);
    /* The rank that had the error knows the details. */
    fs_failure details = files->inputs.failure;
    if (own_error != FAIR_OK && details.error == FAIR_OK)
        details = (fs_failure){.error = own_error,
                               .number = files->received.file.error,
                               .step = FS_STEP_OTHER};
    return agree(files, own_error, &details);
}

static int plan_cells(fs_files *files, uint64_t wanted)
{
    /* All ranks must have the same limits. */
    uint64_t limit[2] = {~files->memory, thread_count(&files->options.records)};
    int error = fs_ranks_most(files->ranks, limit, 2);
    const uint64_t memory = ~limit[0];
    fs_cells_wish wish = {.wanted = wanted};
    if (files->n > FS_LEAF) /* one level at least, so that threads have work */
        wish.most_records = files->n - 1;
    if (memory != UINT64_MAX) {
        const uint64_t cell = memory / 16 / limit[1];
        wish.most_bytes = cell > FS_LEAST_WINDOW ? cell : FS_LEAST_WINDOW;
        if (wish.most_records == 0 || wish.most_records > wish.most_bytes / 16)
            wish.most_records = wish.most_bytes / 16;
        wish.memory = (size_t)(memory / 8);
    }
    int started = FAIR_OK;
    if (error == FAIR_OK)
        started = fs_cells_start(&files->cells, files->key, files->n);
    if (error == FAIR_OK)
        error = fs_ranks_agree_on(files->ranks, started);
    return error == FAIR_OK
               ? fs_cells_plan(&files->cells, files->ranks, &files->scan.own, &wish)
               : error;
}

static int send_records(fs_files *files, uint64_t wanted)
{
    const fs_failure none = {0};
    fs_regrouping regrouping = {0};
    fs_outgoing *out = calloc(2 * (size_t)files->ranks->size, sizeof *out);
    int error = agree(files, out != NULL ? FAIR_OK : FAIR_ENOMEM, &none);
    if (error == FAIR_OK)
        error = agree(files, plan_cells(files, wanted), &none);
    if (error == FAIR_OK) {
        error = fs_received_start(&files->received, &files->cells, files->ranks->rank,
                                  &files->pool, &files->options.records);
        if (error == FAIR_OK)
            error = fs_regroup_start(&regrouping, &files->cells, &files->scan.own,
                                     files->ranks, files->team);
        error = agree(files, error, &none);
    }
    if (error == FAIR_OK)
        error = send_all(files, &regrouping, out);
    fs_regroup_free(&regrouping);
    free(out);
    return error;
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
    error = agree(files, error, &delivery.failure);
    if (error == FAIR_OK) {
        const fs_failure none = {0};
        error = agree(files, add_up(files, &delivery, wanted), &none);
    }
    return error;
}

int fs_files_write(fs_files *files, const fs_files_part *parts, size_t part_count,
                   int sync)
{
    const uint64_t wanted = records_wanted(files, parts, part_count);
    files->team = fs_team_start(files->scan.limits.members);
    files->scan.team = files->team;
    int error = wanted > 0 ? send_records(files, wanted) : FAIR_OK;
    fs_scan_free(&files->scan);
    fs_pool_free(&files->pool);
    if (error == FAIR_OK)
        error = deliver(files, parts, part_count, wanted, sync);
    fs_team_stop(files->team);
    files->team = NULL;
    return error;
}
