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

#include "tests/mpi/cells_fixtures.h"
#include "tests/support/faulty_threads.h"

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
            fs_cell_walk walk = {0};
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
                error = fs_cell_walk_start(&walk, &cells, &own.records);
            fs_cell_walk_free(&walk);
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
