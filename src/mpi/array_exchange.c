/* SPDX-License-Identifier: MIT
 *
 * array_exchange.c - sends each element to the rank that puts it in order. See
 * array_parts.h.
 *
 * The elements of this rank are sent in windows. The elements of a window are regrouped
 * by cell. Cells with consecutive numbers belong to the same rank, so what goes to a rank
 * is contiguous: for each cell, a header and the elements. While a window is being sent,
 * the next one is prepared.
 */
#include "src/mpi/array_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/base/memory.h"
#include "src/mpi/exchange.h"
#include "src/shuffle/swap.h"

/* The bytes of a window. With more ranks, the messages to each would be too short. */
#ifndef FS_WINDOW
#define FS_WINDOW ((size_t)1 << 18)      /* for each rank */
#define FS_WINDOW_MOST ((size_t)1 << 26) /* for all of them */
#endif

/* Consecutive elements of a cell from one rank. The elements follow. */
struct run {
    uint32_t cell;  /* the number of the cell, counted from the first of its owner */
    uint32_t count; /* elements */
    uint64_t first; /* the number within the cell of the first of them */
};

struct window {
    unsigned char *data; /* runs, for one rank after the other */
    fs_outgoing *out;    /* [ranks]: what goes to each rank */
};

struct job {
    fs_array *array;          /* not owned */
    fs_cell_walk walk;        /* the cells of the elements */
    uint64_t *seen;           /* [cells]: what walk.next was before this window */
    size_t *places;           /* [cells]: where the next element goes in the window */
    uint32_t *numbers;        /* [length]: the cells of the elements of a window */
    size_t length;            /* elements of a window, at most */
    size_t room;              /* bytes of a window, at most */
    size_t left;              /* elements that are not in a window yet */
    struct window windows[2]; /* one is sent, the other is prepared */
    fs_exchange exchange;     /* rounds of messages */
};

/* ---- the size of a window ---------------------------------------------------------- */

static size_t room_of(const fs_array *array, size_t length)
{
    const size_t runs = length < array->cells.count ? length : array->cells.count;
    return length * array->size + runs * sizeof(struct run);
}

/* Whether windows of this length fit into memory: two of them, and one of another rank
 * that is received. */
static int fits(const fs_array *array, size_t length)
{
    const size_t cells = array->cells.count * (sizeof(uint64_t) + sizeof(size_t));
    return 3 * room_of(array, length) + length * sizeof(uint32_t) + cells <=
           fs_array_memory(array);
}

/* Sets the length of windows. All ranks have the same, so that they know how long the
 * windows of others can be. */
static int choose_length(struct job *job)
{
    const fs_array *array = job->array;
    const size_t size = (size_t)array->ranks->size;
    const size_t bytes =
        size < FS_WINDOW_MOST / FS_WINDOW ? size * FS_WINDOW : FS_WINDOW_MOST;
    size_t length = bytes / array->size;
    if (length < 4 * array->cells.count) /* otherwise headers would outweigh elements */
        length = 4 * array->cells.count;
    if (length > INT32_MAX)
        length = INT32_MAX;
    if (length > PTRDIFF_MAX / 4 / array->size)
        length = PTRDIFF_MAX / 4 / array->size;
    while (length > 1 && !fits(array, length))
        length /= 2;
    if (length == 0 || !fits(array, length))
        return FAIR_ENOMEM;
    job->length = length;
    return FAIR_OK;
}

static int agree_on_length(struct job *job)
{
    int error = fs_ranks_agree_on(job->array->ranks, choose_length(job));
    uint64_t less = INT32_MAX - job->length; /* there is a maximum, but no minimum */
    if (error == FAIR_OK)
        error = fs_ranks_most(job->array->ranks, &less, 1);
    job->length = (size_t)(INT32_MAX - less);
    job->room = room_of(job->array, job->length);
    return error;
}

/* ---- preparing a window ------------------------------------------------------------ */

/* Writes the headers of all runs, and sets where the elements of each cell go. */
static void lay_out(struct job *job, const struct window *window)
{
    const fs_cells *cells = &job->array->cells;
    size_t at = 0;
    for (int r = 0; r < job->array->ranks->size; r++) {
        const size_t start = at;
        for (size_t c = cells->owned[r]; c < cells->owned[r + 1]; c++) {
            const uint64_t first = job->seen[c];
            const struct run run = {.cell = (uint32_t)(c - cells->owned[r]),
                                    .count = (uint32_t)(job->walk.next[c] - first),
                                    .first = first};
            if (run.count == 0)
                continue;
            memcpy(window->data + at, &run, sizeof run);
            job->places[c] = at + sizeof run;
            job->seen[c] = job->walk.next[c];
            at += sizeof run + run.count * job->array->size;
        }
        window->out[r] = (fs_outgoing){window->data + start, at - start};
    }
    assert(at <= job->room);
}

/* Moves elements to their cells. The places of PART elements are computed before any of
 * them is moved: the CPU cannot know that storing an element does not change a place. */
FS_INLINE void move(unsigned char *to, const unsigned char *from, size_t *places,
                    const uint32_t *numbers, size_t count, size_t size)
{
    enum { PART = 256 };
    size_t place[PART];
    for (size_t at = 0; at < count; at += PART) {
        const size_t part = count - at < PART ? count - at : PART;
        for (size_t i = 0; i < part; i++) {
            place[i] = places[numbers[at + i]];
            places[numbers[at + i]] += size;
        }
        for (size_t i = 0; i < part; i++)
            fs_copy(to + place[i], from + (at + i) * size, size);
    }
}

/* Puts the next elements into a window; none, if there are none. */
static void prepare(struct job *job, const struct window *window)
{
    fs_array *array = job->array;
    const size_t count = job->left < job->length ? job->left : job->length;
    fs_cell_walk_next(&job->walk, count, job->numbers);
    lay_out(job, window);
    if (count == 0) /* there may be no array, either */
        return;
    const unsigned char *from = array->local + (array->local_n - job->left) * array->size;
    FS_BY_SIZE(array->size,
               move(window->data, from, job->places, job->numbers, count, SIZE));
    job->left -= count;
    array->done += count;
}

/* ---- receiving --------------------------------------------------------------------- */

/* Copies runs to their cells. */
static void take_runs(fs_array *array, const unsigned char *data, size_t bytes)
{
    const fs_cells *cells = &array->cells;
    const size_t first = cells->owned[array->ranks->rank];
    const unsigned char *end = data + bytes;
    while (data < end) {
        struct run run;
        memcpy(&run, data, sizeof run);
        data += sizeof run;
        assert(first + run.cell < cells->owned[array->ranks->rank + 1]);
        const fs_cell *cell = &cells->cells[first + run.cell];
        assert(run.count <= cell->n && run.first <= cell->n - run.count);
        memcpy(fs_array_cell(array, cell) + run.first * array->size, data,
               run.count * array->size);
        data += run.count * array->size;
        array->done += run.count;
    }
    assert(data == end);
}

static int make_room(void *context, int from, size_t bytes, unsigned char **to)
{
    const struct job *job = context;
    (void)from;
    (void)job;
    assert(bytes <= job->room);
    *to = malloc(bytes);
    return *to != NULL ? FAIR_OK : FAIR_ENOMEM;
}

static int take(void *context, int from, unsigned char *data, size_t bytes)
{
    struct job *job = context;
    (void)from;
    take_runs(job->array, data, bytes);
    free(data);
    return FAIR_OK;
}

/* ---- the exchange ------------------------------------------------------------------ */

static int start(struct job *job)
{
    fs_array *array = job->array;
    const size_t size = (size_t)array->ranks->size, cells = array->cells.count;
    int error = fs_exchange_start(&job->exchange, array->ranks);
    const int walks = fs_cell_walk_start(&job->walk, &array->cells, &array->own);
    job->seen = malloc(cells * sizeof *job->seen);
    job->places = malloc(cells * sizeof *job->places);
    job->numbers = malloc(job->length * sizeof *job->numbers);
    for (int i = 0; i < 2; i++) {
        job->windows[i].data = fs_allocate(job->room);
        job->windows[i].out = calloc(size, sizeof *job->windows[i].out);
        if (job->windows[i].data == NULL || job->windows[i].out == NULL)
            error = FAIR_ENOMEM;
    }
    if (walks != FAIR_OK || job->seen == NULL || job->places == NULL ||
        job->numbers == NULL)
        return FAIR_ENOMEM;
    memcpy(job->seen, job->walk.next, cells * sizeof *job->seen);
    return error;
}

static void end(struct job *job)
{
    fs_exchange_free(&job->exchange);
    fs_cell_walk_free(&job->walk);
    free(job->seen);
    free(job->places);
    free(job->numbers);
    for (int i = 0; i < 2; i++) {
        free(job->windows[i].data);
        free(job->windows[i].out);
    }
}

static int run(struct job *job)
{
    fs_array *array = job->array;
    const fs_receiver receiver = {
        .make_room = make_room, .take = take, .context = job, .at_once = job->room};
    int own_error = FAIR_OK, error = FAIR_OK, again = 1;
    prepare(job, &job->windows[0]);
    for (unsigned i = 0; again && error == FAIR_OK; i++) {
        const fs_outgoing *out = job->windows[i % 2].out;
        const fs_outgoing *kept = &out[array->ranks->rank];
        fs_exchange_begin(&job->exchange, out, own_error, job->left > 0);
        take_runs(array, kept->data, kept->bytes);
        prepare(job, &job->windows[(i + 1) % 2]);
        if (own_error == FAIR_OK)
            own_error = fs_array_report(array);
        error = fs_exchange_end(&job->exchange, &receiver, &again);
    }
    if (own_error == FAIR_OK)
        own_error = job->exchange.error;
    return error != FAIR_OK ? error : fs_ranks_agree_on(array->ranks, own_error);
}

int fs_array_exchange(fs_array *array)
{
    struct job job = {.array = array, .left = array->local_n};
    int error = agree_on_length(&job);
    if (error != FAIR_OK)
        return error;
    error = fs_ranks_agree_on(array->ranks, start(&job));
    if (error == FAIR_OK)
        error = run(&job);
    end(&job);
    return error;
}
