/* SPDX-License-Identifier: MIT
 *
 * send.c - sends the records of all ranks to the ranks that put them in order. See
 * files.c.
 */
#include <stdlib.h>
#include <string.h>

#include "src/mpi/files_parts.h"
#include "src/shuffle/scatter.h"

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

/* The bytes of records that a rank sends in a round: enough that messages and runs are
 * not too short. */
static size_t round_bytes(const fs_files *files)
{
    uint64_t bytes = FS_MOST_WINDOW;
    if (bytes < (uint64_t)files->ranks->size * FS_LEAST_MESSAGE)
        bytes = (uint64_t)files->ranks->size * FS_LEAST_MESSAGE;
    if (bytes < (uint64_t)files->cells.count * FS_LEAST_RUN)
        bytes = (uint64_t)files->cells.count * FS_LEAST_RUN;
    if (bytes > files->memory / 16)
        bytes = files->memory / 16;
    return bytes < PTRDIFF_MAX ? (size_t)bytes : PTRDIFF_MAX;
}

/* Makes the messages of the next round. Returns 1, 0 if there is nothing left to send, or
 * an error. */
static int next_round(fs_files *files, fs_regrouping *regrouping, fs_outgoing *out)
{
    fs_piece pieces[FS_MOST_PIECES];
    unsigned count;
    const int rank = files->ranks->rank;
    memset(out, 0, (size_t)files->ranks->size * sizeof *out);
    const int result = fs_scan_next(&files->scan, round_bytes(files), pieces, &count);
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
    /* As if all records had the same length. */
    const uint64_t done = own->count == 0 ? 0
                          : files->scan.seen == own->count
                              ? own->bytes
                              : own->bytes / own->count * files->scan.seen;
    fs_ranks_tick(files->ranks);
    return options->progress != NULL &&
                   options->progress(options->context, FAIR_PHASE_ORDER, done * size,
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
        details = (fs_failure){
            .error = own_error, .number = files->received.number, .step = FS_STEP_OTHER};
    return fs_files_agree(files, own_error, &details);
}

static int plan_cells(fs_files *files, uint64_t wanted)
{
    /* All ranks must have the same limit: the smallest one. */
    uint64_t limit = UINT64_MAX / 2 - files->memory / 2;
    int error = fs_ranks_most(files->ranks, &limit, 1);
    const uint64_t memory = 2 * (UINT64_MAX / 2 - limit);
    fs_cells_wish wish = {.wanted = wanted};
    if (files->n > FS_LEAF) /* one level at least, so that threads have work */
        wish.most_records = files->n - 1;
    if (memory < UINT64_MAX / 2) {
        wish.most_bytes = memory / 4 > FS_LEAST_WINDOW ? memory / 4 : FS_LEAST_WINDOW;
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

int fs_files_send(fs_files *files, uint64_t wanted)
{
    const fs_failure none = {0};
    fs_regrouping regrouping = {0};
    fs_outgoing *out = calloc(2 * (size_t)files->ranks->size, sizeof *out);
    int error = fs_files_agree(files, out != NULL ? FAIR_OK : FAIR_ENOMEM, &none);
    if (error == FAIR_OK)
        error = fs_files_failed(files, plan_cells(files, wanted));
    if (error == FAIR_OK) {
        error = fs_received_start(&files->received, &files->cells, files->ranks,
                                  &files->pool, &files->options.records);
        if (error == FAIR_OK)
            error = fs_regroup_start(&regrouping, &files->cells, &files->scan.own,
                                     files->ranks, files->team);
        error = fs_files_agree(files, error, &none);
    }
    if (error == FAIR_OK && out != NULL)
        error = send_all(files, &regrouping, out);
    fs_regroup_free(&regrouping);
    free(out);
    return error;
}
