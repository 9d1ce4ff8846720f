/* SPDX-License-Identifier: MIT
 *
 * array.c - shuffles an array that is distributed over ranks. See fairshuf_mpi.h.
 *
 * The numbers of elements that the ranks have are also those that they get. So the cells
 * of the order (cells.h) are divided exactly where the share of one rank ends and that of
 * the next starts. Each element then goes to the rank that owns its cell. The rank puts
 * its cells in order in memory of its own. Only when all ranks have succeeded, it copies
 * them over its part of the array.
 */
#include "fairshuf_mpi.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/base/memory.h"
#include "src/mpi/array_parts.h"
#include "src/shuffle/scatter.h"

enum {
    MOST_MEMBERS = 512,   /* more threads do not help */
    CELLS_PER_MEMBER = 4, /* at least, so that all threads are busy to the end */
    COPY = 1 << 20,       /* bytes of the result that one thread copies at a time */
};

size_t fs_array_memory(const fs_array *array)
{
    const size_t limit = array->options->memory;
    const size_t used = array->local_n * array->size + fs_cells_memory(&array->cells);
    if (limit == 0)
        return SIZE_MAX;
    return used < limit ? limit - used : 0;
}

unsigned char *fs_array_cell(const fs_array *array, const fs_cell *cell)
{
    /* A rank gets the same positions that its elements had before. */
    assert(cell->position - array->own.first <= array->local_n);
    return array->result + (size_t)(cell->position - array->own.first) * array->size;
}

int fs_array_report(const fs_array *array)
{
    const fair_options *options = array->options;
    const uint64_t total = 3 * (uint64_t)array->local_n + 1;
    return options->progress == NULL ||
                   options->progress(options->context, array->done, total) == 0
               ? FAIR_OK
               : FAIR_ECANCELED;
}

/* ---- arguments --------------------------------------------------------------------- */

/* All ranks must have the same key, size and reserved fields, and valid arguments. */
static int check_arguments(fs_ranks *ranks, const uint8_t key[FAIR_KEY_SIZE],
                           const fs_array *array)
{
    struct {
        uint8_t key[FAIR_KEY_SIZE];
        uint64_t size;
        uint64_t reserved[sizeof array->options->reserved / sizeof(uint64_t)];
    } common = {.size = array->size};
    int same, own_error = FAIR_OK;
    memcpy(common.key, key, FAIR_KEY_SIZE);
    memcpy(common.reserved, array->options->reserved, sizeof common.reserved);
    const int error = fs_ranks_compare(ranks, &common, sizeof common, &same);
    fs_wipe(&common, sizeof common);
    if (error != FAIR_OK || !same)
        return error != FAIR_OK ? error : FAIR_EMISMATCH;
    if (!fs_options_valid(array->options))
        own_error = FAIR_EINVAL;
    else if (array->size > 0 && !fs_fits(array->local_n, array->size))
        own_error = FAIR_ERANGE;
    return fs_ranks_agree_on(ranks, own_error);
}

/* ---- planning ---------------------------------------------------------------------- */

/* The most elements of a cell: few enough that the first level is always divided, because
 * elements are regrouped anyway when they are sent; that there are cells for all threads;
 * and that a copy of a cell fits into memory. Leaves are shuffled in place, so they are
 * never too large. */
static uint64_t most_elements(const fs_array *array, uint64_t n)
{
    const uint64_t ranks = (uint64_t)array->ranks->size;
    const uint64_t each = n / ranks / array->members / CELLS_PER_MEMBER;
    uint64_t most = n / (FS_MOST_BUCKETS / 4);
    if (array->members > 1 && each < most)
        most = each;
    const size_t memory = fs_array_memory(array);
    if (memory < SIZE_MAX && memory / 2 / array->size < most)
        most = memory / 2 / array->size;
    return most > FS_LEAF ? most : FS_LEAF;
}

/* Counts the elements of all ranks, and plans the cells. */
static int plan(fs_array *array, const uint8_t key[FAIR_KEY_SIZE], uint64_t *counts)
{
    fs_ranks *ranks = array->ranks;
    const uint64_t mine = array->local_n;
    uint64_t n = 0;
    int error = fs_ranks_gather(ranks, &mine, sizeof mine, counts);
    if (error != FAIR_OK)
        return error;
    for (int r = 0; r < ranks->size; r++) {
        if (r == ranks->rank)
            array->own =
                (fs_own_records){.first = n, .count = mine, .bytes = mine * array->size};
        n += counts[r];
    }
    if (n == 0)
        return FAIR_OK;
    error = fs_array_report(array);
    if (error == FAIR_OK && fs_array_memory(array) == 0)
        error = FAIR_ENOMEM;
    if (error == FAIR_OK)
        error = fs_cells_start(&array->cells, key, n);
    error = fs_ranks_agree_on(ranks, error);
    if (error != FAIR_OK)
        return error;
    const fs_cells_wish wish = {
        .counts = counts, .wanted = n, .most_records = most_elements(array, n)};
    return fs_cells_plan(&array->cells, ranks, &array->own, &wish);
}

/* ---- the work ---------------------------------------------------------------------- */

static int make_result(fs_array *array)
{
    const size_t bytes = array->local_n * array->size;
    if (fs_array_order_memory(array) > fs_array_memory(array))
        return FAIR_ENOMEM;
    array->result = fs_allocate(bytes > 0 ? bytes : 1);
    return array->result != NULL ? FAIR_OK : FAIR_ENOMEM;
}

static void copy_back(void *context, unsigned member, size_t task)
{
    fs_array *array = context;
    const size_t bytes = array->local_n * array->size, at = task * COPY;
    (void)member;
    memcpy(array->local + at, array->result + at, bytes - at < COPY ? bytes - at : COPY);
}

static int work(fs_array *array)
{
    fs_ranks *ranks = array->ranks;
    int error = fs_ranks_agree_on(ranks, make_result(array));
    if (error == FAIR_OK)
        error = fs_array_exchange(array);
    if (error != FAIR_OK)
        return error;
    fs_team *team = fs_team_start(array->members, NULL);
    error = fs_ranks_agree_on(ranks, fs_array_order(array, team));
    if (error == FAIR_OK) {
        const size_t bytes = array->local_n * array->size;
        fs_team_run(team, fs_team_size(team), (bytes + COPY - 1) / COPY, copy_back,
                    array);
        array->done = 3 * (uint64_t)array->local_n + 1;
        fs_array_report(array); /* too late to cancel */
    }
    fs_team_stop(team);
    return error;
}

static int shuffle(fs_array *array, const uint8_t key[FAIR_KEY_SIZE])
{
    fs_ranks *ranks = array->ranks;
    int error = check_arguments(ranks, key, array);
    if (error != FAIR_OK || array->size == 0)
        return error;
    uint64_t *counts = malloc((size_t)ranks->size * sizeof *counts);
    error = fs_ranks_agree_on(ranks, counts != NULL ? FAIR_OK : FAIR_ENOMEM);
    if (error == FAIR_OK && counts != NULL)
        error = plan(array, key, counts);
    free(counts);
    if (error == FAIR_OK && array->cells.count > 0)
        error = work(array);
    free(array->result);
    fs_cells_free(&array->cells);
    return error;
}

int fair_mpi_shuffle(MPI_Comm comm, const uint8_t key[FAIR_KEY_SIZE], void *local,
                     size_t local_n, size_t size, const fair_options *options)
{
    static const fair_options usual;
    fs_ranks ranks;
    fs_array array = {.ranks = &ranks,
                      .options = options != NULL ? options : &usual,
                      .local = local,
                      .local_n = local_n,
                      .size = size};
    array.members = array.options->threads > 0 ? array.options->threads : fs_cpu_count();
    if (array.members > MOST_MEMBERS)
        array.members = MOST_MEMBERS;
    int error = fs_ranks_start(&ranks, comm, 0);
    if (error == FAIR_OK)
        error = shuffle(&array, key);
    fs_ranks_stop(&ranks);
    return error;
}
