/* SPDX-License-Identifier: MIT
 *
 * test_cells.c - the cells of an order, on several ranks (src/mpi/cells.h). Every record
 * must be in one cell, and the cells in a row, each put in order, must be the order of
 * one machine. Each rank must get its share.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY),
 * where cells are divided several times.
 */
#include "src/mpi/cells.h"

#include "src/mpi/cells_parts.h"
#include "src/shuffle/order.h"
#include "tests/mpi/tap_ranks.h"
#include "tests/support/faulty_threads.h"

static fs_ranks ranks;

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
    fs_own_records records;
    fs_long_record *longs;
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
    fs_walk walk;
    uint64_t *next = malloc(cells->count * sizeof *next);
    uint32_t *numbers = malloc((own->count + 1) * sizeof *numbers);
    struct spot *spots = malloc((own->count + 1) * sizeof *spots);
    CHECK(fs_walk_start(&walk, cells, own) == FAIR_OK);
    memcpy(next, cells->before, cells->count * sizeof *next);
    for (uint64_t at = 0, step = 0; at < own->count; step++) {
        const uint64_t left = own->count - at, wish = hash(step) % 9000;
        const size_t some = (size_t)(wish < left ? wish : left);
        fs_walk_next(&walk, some, numbers + at);
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
    fs_walk_free(&walk);
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
    uint64_t n;
    int distribution;
    struct lengths lengths;
    fs_cells_wish wish;
};

static unsigned most_levels;

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

/* ---- sizes ------------------------------------------------------------------------- */

#ifdef TINY
static const uint64_t sizes[] = {1,  2,  3,  7,  12, 13, 14, 16,  17,  24,  25,
                                 31, 32, 33, 40, 64, 65, 97, 130, 257, 700, 1500};
enum { MOST_DIVISOR = 400 };
#else
static const uint64_t sizes[] = {1, 1000, 98304, 98305, 300001};
enum { MOST_DIVISOR = 20 };
#endif
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Calls a test for all sizes; with many ranks, which take long, for some of them. The
 * second argument is different for each size, and also depends on the test. */
static void for_sizes(void (*test)(uint64_t n, unsigned variant), unsigned seed)
{
    const size_t step = ranks.size > 8 ? 7 : ranks.size > 4 ? 3 : 1;
    for (size_t i = seed % step; i < SIZES; i += step)
        test(sizes[i], seed + (unsigned)(i / step));
}

static const struct lengths equal = {.usual = 10};

/* ---- tests ------------------------------------------------------------------------- */

/* How many records each rank gets. */
enum { SAME, ONE_GETS_ALL, RANDOM, SOME_NONE, KINDS };

static void set_counts(uint64_t *counts, uint64_t n, int kind)
{
    const int size = ranks.size;
    uint64_t left = n;
    for (int r = 0; r < size; r++) {
        const uint64_t x = hash(n * 100 + (uint64_t)r);
        counts[r] = kind == SAME           ? n / (uint64_t)size
                    : kind == ONE_GETS_ALL ? 0
                    : kind == RANDOM       ? x % (left + 1)
                    : r % 2 == 0           ? 0
                                           : n / (uint64_t)size;
        left -= counts[r];
    }
    counts[kind == ONE_GETS_ALL ? n % (uint64_t)size : (uint64_t)size - 1] += left;
}

static void test_counts(uint64_t n, unsigned variant)
{
    uint64_t *counts = malloc((size_t)ranks.size * sizeof *counts);
    for (int kind = 0; kind < KINDS; kind++) {
        const struct scene scene = {
            .n = n,
            .distribution = (int)(variant + (unsigned)kind) % DISTRIBUTIONS,
            .lengths = equal,
            /* Exact counts need tables in any case. */
            .wish = {.counts = counts, .wanted = n, .memory = variant % 2}};
        set_counts(counts, n, kind);
        check_scene(&scene);
    }
    free(counts);
}

static void test_bytes(uint64_t n, unsigned variant)
{
    (void)variant;
    struct scene scene = {.n = n, .lengths = equal, .wish = {.wanted = n}};
    for (int d = 0; d < DISTRIBUTIONS; d++) {
        scene.distribution = d;
        check_scene(&scene);
    }
    scene.wish.memory = 1;
    check_scene(&scene);
}

/* One record can have more bytes than all others, or than the share of a rank. */
static void test_longs(uint64_t n, unsigned variant)
{
    static const struct lengths all[] = {
        {10, 7, 100},
        {1, 500, 100000},
        {100, 1000, (uint64_t)1 << 40}, /* one record can be more than half of all */
        {0, 3, 50},                     /* all bytes are in long records */
        {10, 1, 90},                    /* all records are long */
    };
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        const struct scene scene = {.n = n,
                                    .distribution = (int)((variant + i) % DISTRIBUTIONS),
                                    .lengths = all[i],
                                    .wish = {.wanted = n}};
        check_scene(&scene);
    }
}

static void test_wanted(uint64_t n, unsigned variant)
{
    const uint64_t wanted[] = {0, 1, n / 7, n / 2, n - 1};
    for (unsigned i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const struct scene scene = {
            .n = n,
            .distribution = (int)((variant + i) % DISTRIBUTIONS),
            .lengths = i % 2 == 0 ? equal : (struct lengths){10, 20, 1000},
            .wish = {.wanted = wanted[i], .memory = i % 2}};
        check_scene(&scene);
    }
}

static void test_limits(uint64_t n, unsigned variant)
{
    for (uint64_t divisor = 3; divisor < MOST_DIVISOR; divisor *= 5) {
        const uint64_t bytes = n * equal.usual / divisor + 1;
        struct scene scene = {.n = n,
                              .distribution = (int)(variant % DISTRIBUTIONS),
                              .lengths = equal,
                              .wish = {.wanted = n, .most_records = n / divisor + 1}};
        check_scene(&scene);
        scene.wish.most_records = 0; /* ranks may have different limits */
        scene.wish.most_bytes = ranks.rank == ranks.size - 1 ? bytes : 3 * bytes;
        check_scene(&scene);
        scene.lengths = (struct lengths){10, 10, 300};
        scene.wish.most_bytes = bytes;
        check_scene(&scene);
    }
}

/* More than 256 ranges of a leaf, whose numbers have two bytes. */
static void test_many_ranges(void)
{
    const struct scene scene = {
        .n = 10 * FS_LEAF / 30,
        .lengths = equal,
        .wish = {.wanted = 10 * FS_LEAF / 30, .most_records = FS_LEAF / 1000 + 1}};
    check_scene(&scene);
}

/* Without memory, all ranks return the same error. */
static void test_no_memory(void)
{
    const uint64_t n = sizes[SIZES - 1];
    const struct lengths lengths = {10, 50, 1000};
    struct own own = make_own(n, EVEN, &lengths);
    const fs_cells_wish wish = {.wanted = n / 2, .most_records = n / 9};
    for (int victim = ranks.size > 4 ? ranks.size - 2 : 0; victim < ranks.size;
         victim += 2) {
        int error = FAIR_ENOMEM;
        for (long k = 0; error != FAIR_OK; k++) {
            fs_cells cells;
            fs_walk walk = {0};
            faulty_start();
            if (ranks.rank == victim)
                faulty_fail(k);
            error = fs_cells_start(&cells, test_key(3), n);
            error = fs_ranks_agree_on(&ranks, error);
            if (error == FAIR_OK) {
                error = fs_cells_plan(&cells, &ranks, &own.records, &wish);
                const int mine = error;
                CHECK(fs_ranks_agree_on(&ranks, error) == mine);
            }
            if (error == FAIR_OK)
                error = fs_walk_start(&walk, &cells, &own.records);
            fs_walk_free(&walk);
            fs_cells_free(&cells);
            CHECK(faulty.live == 0);
            faulty_stop();
            error = fs_ranks_agree_on(&ranks, error);
            CHECK(error == FAIR_OK || error == FAIR_ENOMEM);
            CHECK(error != FAIR_OK || k > 10);
        }
    }
    free(own.longs);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    if (fs_ranks_start(&ranks, MPI_COMM_WORLD, 0) != FAIR_OK)
        return 1;
    RANKS_TEST("each rank gets an exact number of records")
    for_sizes(test_counts, 0);
    RANKS_TEST("each rank gets its share of the bytes")
    for_sizes(test_bytes, 1);
    RANKS_TEST("the same with long records")
    for_sizes(test_longs, 2);
    RANKS_TEST("only the first records are wanted")
    for_sizes(test_wanted, 3);
    RANKS_TEST("no cell has too many records or bytes")
    for_sizes(test_limits, 4);
    test_many_ranges();
#ifdef TINY
    CHECKF(most_levels >= 4, "only %u levels", most_levels);
#else
    CHECKF(most_levels >= 2, "only %u levels", most_levels);
#endif
    RANKS_TEST("no memory on one rank: the same error on all")
    test_no_memory();
    fs_ranks_stop(&ranks);
    return ranks_done();
}
