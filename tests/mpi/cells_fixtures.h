/* SPDX-License-Identifier: MIT
 *
 * cells_fixtures.h - plans cells for records of given lengths, and checks them against
 * the order of one machine; for test_cells.c.
 */
#ifndef CELLS_FIXTURES_H
#define CELLS_FIXTURES_H

#include "src/mpi/cells.h"
#include "src/shuffle/order.h"
#include "tests/mpi/tap_ranks.h"

static fs_ranks ranks; /* all ranks */

/* ---- records ----------------------------------------------------------------------- */

/* How records are distributed over the ranks. */
enum { EVEN, UNEVEN, FIRST_ONLY, LAST_ONLY, DISTRIBUTIONS };

/* The number of the first record of rank r. */
static uint64_t first_of(uint64_t n, int r, int distribution)
{
    const uint64_t size = (uint64_t)ranks.size, rank = (uint64_t)r;
    if (r == 0 || r == ranks.size)
        return r == 0 ? 0 : n;
    switch (distribution) {
    case EVEN:
        return n / size * rank + n % size * rank / size;
    case UNEVEN: /* every third rank has nothing */
        return n / size * (rank - rank % 3 / 2);
    default:
        return distribution == FIRST_ONLY ? n : 0;
    }
}

/* The lengths of records. */
struct lengths {
    uint64_t usual;   /* the length of most records */
    uint64_t every;   /* about one record in `every` is long; 0: none */
    uint64_t longest; /* the length of the longest, at most */
};

static uint64_t hash(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static uint64_t length_of(const struct lengths *lengths, uint64_t record)
{
    if (lengths->every == 0 || hash(record) % lengths->every != 0)
        return lengths->usual;
    return 8 * lengths->usual + hash(~record) % lengths->longest;
}

struct own {
    fs_own_records records; /* what the plan needs to know */
    fs_long_record *longs;  /* the memory of records.longs */
};

static struct own make_own(uint64_t n, int distribution, const struct lengths *lengths)
{
    struct own own = {.records.first = first_of(n, ranks.rank, distribution)};
    own.records.count = first_of(n, ranks.rank + 1, distribution) - own.records.first;
    own.longs = malloc((own.records.count + 1) * sizeof *own.longs);
    for (uint64_t i = 0; i < own.records.count; i++) {
        const uint64_t number = own.records.first + i;
        const uint64_t bytes = length_of(lengths, number);
        own.records.bytes += bytes;
        if (bytes > lengths->usual)
            own.longs[own.records.long_count++] = (fs_long_record){number, bytes};
    }
    own.records.longs = own.longs;
    return own;
}

/* ---- the order that the cells give ------------------------------------------------- */

/* Where a record is. */
struct spot {
    uint64_t cell;   /* the number of its cell */
    uint64_t number; /* its number within the cell */
};

/* Walks in windows of different lengths. */
static struct spot *walk_own(const fs_cells *cells, const fs_own_records *own)
{
    fs_cell_walk walk;
    uint64_t *next = malloc(cells->count * sizeof *next);
    uint32_t *numbers = malloc((own->count + 1) * sizeof *numbers);
    struct spot *spots = malloc((own->count + 1) * sizeof *spots);
    CHECK(fs_cell_walk_start(&walk, cells, own) == FAIR_OK);
    memcpy(next, cells->before, cells->count * sizeof *next);
    for (uint64_t at = 0, step = 0; at < own->count; step++) {
        const uint64_t left = own->count - at, wish = hash(step) % 9000;
        const size_t some = (size_t)(wish < left ? wish : left);
        fs_cell_walk_next(&walk, some, numbers + at);
        for (size_t i = 0; i < some; i++, at++) {
            spots[at].cell = numbers[at];
            if (CHECK(numbers[at] < cells->count))
                spots[at].number = next[numbers[at]]++;
        }
    }
    CHECK(walk.at == own->first + own->count);
    CHECK(memcmp(next, walk.next, cells->count * sizeof *next) == 0);
    for (size_t c = 0; c < cells->count; c++)
        CHECK(next[c] == cells->before[c] + cells->own[c]);
    fs_cell_walk_free(&walk);
    free(next);
    free(numbers);
    return spots;
}

/* Puts the records of a cell in order. */
static void order_cell(const fs_cell *cell, uint64_t *records)
{
    const size_t n = (size_t)cell->n;
    fs_order_worker worker;
    if (cell->leaf == 0) {
        CHECK(fs_order_worker_start(&worker, n, sizeof *records));
        fs_order(cell->key, (unsigned char *)records, n, sizeof *records, &worker);
        fs_order_worker_free(&worker);
        return;
    }
    uint32_t *places = malloc((n + 1) * sizeof *places);
    uint64_t *before = malloc((n + 1) * sizeof *before);
    memcpy(before, records, n * sizeof *records);
    CHECK(fs_cell_ranks(cell, places) == FAIR_OK);
    for (size_t p = 0; p < n; p++)
        if (CHECK(places[p] < n))
            records[p] = before[places[p]];
    free(places);
    free(before);
}

/* Checks the cells against the order of one machine. A cell has the records that take its
 * positions. Each rank checks where its own records are, and some of the cells. */
static void check_order(const fs_cells *cells, const fs_own_records *own,
                        const struct spot *spots, const uint64_t *order, uint64_t n)
{
    uint64_t *position = malloc(n * sizeof *position); /* of each record */
    uint64_t *records = malloc(n * sizeof *records);   /* of each cell, as they came */
    uint64_t *next = calloc(cells->count, sizeof *next);
    uint32_t *cell_at = malloc(n * sizeof *cell_at); /* the cell of each position */
    for (uint64_t p = 0; p < n; p++)
        position[order[p]] = p;
    for (uint32_t c = 0; c < cells->count; c++)
        for (uint64_t i = 0; i < cells->cells[c].n; i++)
            cell_at[cells->cells[c].position + i] = c;
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t c = cell_at[position[i]];
        if (own->first <= i && i < own->first + own->count) {
            const struct spot *spot = &spots[i - own->first];
            CHECKF(spot->cell == c && spot->number == next[c],
                   "n %" PRIu64 ": record %" PRIu64 " is in another cell", n, i);
        }
        records[cells->cells[c].position + next[c]++] = i;
    }
    for (size_t c = (size_t)my_rank; c < cells->count; c += (size_t)ranks.size) {
        const fs_cell *cell = &cells->cells[c];
        order_cell(cell, records + cell->position);
        CHECKF(memcmp(records + cell->position, order + cell->position,
                      cell->n * sizeof *records) == 0,
               "n %" PRIu64 ": cell %zu has another order", n, c);
    }
    free(position);
    free(records);
    free(next);
    free(cell_at);
}

/* ---- one plan ---------------------------------------------------------------------- */

struct scene {
    uint64_t n;             /* records of all ranks */
    int distribution;       /* of the records over the ranks */
    struct lengths lengths; /* of the records */
    fs_cells_wish wish;     /* what is asked for */
};

static unsigned most_levels; /* of all plans so far */

/* The bytes of each rank, on rank 0. */
static void check_shares(const struct scene *scene, const fs_cells *cells,
                         const uint64_t *order)
{
    const uint64_t size = (uint64_t)ranks.size, wanted = scene->wish.wanted;
    uint64_t total = 0, longest = scene->lengths.usual, at = 0;
    for (uint64_t p = 0; p < wanted; p++) {
        const uint64_t bytes = length_of(&scene->lengths, order[p]);
        total += bytes;
        longest = bytes > longest ? bytes : longest;
    }
    /* A cut is off by 1/64 of a share, or because a record cannot be divided. */
    const uint64_t share = total / size;
    const uint64_t off = share / 64 > longest ? share / 64 : longest;
    for (int r = 0; r < ranks.size; r++) {
        uint64_t bytes = 0, records = 0;
        for (size_t c = cells->owned[r]; c < cells->owned[r + 1]; c++)
            records += cells->cells[c].n;
        for (uint64_t i = 0; i < records; i++)
            bytes += length_of(&scene->lengths, order[at++]);
        if (scene->wish.counts != NULL)
            CHECK(records == scene->wish.counts[r]);
        else if (scene->wish.memory == 0)
            CHECKF(bytes + 2 * off + 2 >= share && bytes <= share + 2 * off + 2,
                   "n %" PRIu64 ", rank %d has %" PRIu64 " bytes of %" PRIu64, scene->n,
                   r, bytes, total);
    }
    CHECK(at == wanted);
}

static void check_cells(const struct scene *scene, const fs_cells *cells)
{
    int same;
    uint64_t position = 0, sum = 0; /* of all that must be the same on all ranks */
    const unsigned char *bytes = (const unsigned char *)cells->cells;
    for (size_t i = 0; i < cells->count * sizeof *cells->cells; i++)
        sum = hash(sum + bytes[i] + 1);
    for (int r = 0; r <= ranks.size; r++)
        sum = hash(sum + cells->owned[r] + 1);
    CHECK(fs_ranks_compare(&ranks, &sum, sizeof sum, &same) == FAIR_OK && same);
    for (size_t c = 0; c < cells->count; c++) {
        const fs_cell *cell = &cells->cells[c];
        CHECK(cell->position == position);
        CHECK(cell->leaf == 0 || cell->low + cell->n <= cell->leaf);
        position += cell->n;
        if (c >= cells->owned[ranks.size] || cell->n < 2 || scene->wish.memory > 0)
            continue;
        CHECK(scene->wish.most_bytes == 0 || cell->bytes <= scene->wish.most_bytes);
        CHECK(scene->wish.most_records == 0 || cell->n <= scene->wish.most_records);
    }
    CHECK(position == scene->n);
    const size_t used = cells->owned[ranks.size];
    const uint64_t end = used < cells->count ? cells->cells[used].position : scene->n;
    CHECK(end == scene->wish.wanted && cells->owned[0] == 0);
}

static void check_scene(const struct scene *scene)
{
    fs_cells cells;
    const fair_options alone = {.threads = 1};
    const uint8_t *key = test_key((unsigned)scene->n % 250);
    struct own own = make_own(scene->n, scene->distribution, &scene->lengths);
    CHECK(fs_cells_start(&cells, key, scene->n) == FAIR_OK);
    if (CHECK(fs_cells_plan(&cells, &ranks, &own.records, &scene->wish) == FAIR_OK)) {
        check_cells(scene, &cells);
        struct spot *spots = walk_own(&cells, &own.records);
        uint64_t *order = malloc(scene->n * sizeof *order);
        CHECK(fair_permutation_parallel64(key, order, scene->n, &alone) == FAIR_OK);
        check_order(&cells, &own.records, spots, order, scene->n);
        if (my_rank == 0)
            check_shares(scene, &cells, order);
        free(spots);
        free(order);
    }
    most_levels = cells.levels > most_levels ? cells.levels : most_levels;
    fs_cells_free(&cells);
    free(own.longs);
}

#endif
