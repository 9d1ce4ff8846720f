/* SPDX-License-Identifier: MIT
 *
 * test_array.c - fair_mpi_shuffle() must give the order of fair_shuffle_parallel(), for
 * any distribution of the array; and if it fails, all ranks must return the same error,
 * and no array may be changed.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY),
 * where cells are divided several times, and there are many windows.
 */
#include "fairshuf_mpi.h"

#include "src/mpi/exchange.h"
#include "tests/mpi/tap_ranks.h"
#include "tests/support/faulty_threads.h"

static fs_ranks ranks; /* for the test itself */

/* ---- a distributed array ----------------------------------------------------------- */

static uint64_t hash(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

enum { EVEN, UNEVEN, SOME_NONE, FIRST_ONLY, LAST_ONLY, DISTRIBUTIONS };

/* The number of the first element of rank r. */
static size_t first_of(size_t n, int r, int distribution)
{
    const size_t size = (size_t)rank_count, rank = (size_t)r;
    if (r == 0 || r == rank_count)
        return r == 0 ? 0 : n;
    switch (distribution) {
    case EVEN:
        return n * rank / size;
    case UNEVEN: /* the last ranks have more */
        return n * rank / size * rank / size;
    case SOME_NONE:
        return n / size * (rank - rank % 3 / 2);
    default:
        return distribution == FIRST_ONLY ? n : 0;
    }
}

struct array {
    size_t n;              /* elements of all ranks */
    size_t size;           /* of an element */
    int distribution;      /* of the elements */
    unsigned char *local;  /* those of this rank */
    unsigned char *before; /* a copy of them */
    size_t local_n;        /* how many these are */
};

static void fill(unsigned char *to, size_t first, size_t count, size_t size)
{
    for (size_t i = 0; i < count * size; i++)
        to[i] = (unsigned char)(hash(first + i / size) >> 8 * (i % size % 8));
}

static struct array make_array(size_t n, size_t size, int distribution)
{
    struct array a = {.n = n, .size = size, .distribution = distribution};
    const size_t first = first_of(n, my_rank, distribution);
    a.local_n = first_of(n, my_rank + 1, distribution) - first;
    if (a.local_n > 0) { /* otherwise, there is no array */
        a.local = malloc(a.local_n * size);
        a.before = malloc(a.local_n * size);
        fill(a.local, first, a.local_n, size);
        memcpy(a.before, a.local, a.local_n * size);
    }
    return a;
}

static void free_array(struct array *a)
{
    free(a->local);
    free(a->before);
}

static int is_unchanged(const struct array *a)
{
    return a->local_n == 0 || memcmp(a->local, a->before, a->local_n * a->size) == 0;
}

static void restore(const struct array *a)
{
    if (a->local_n > 0)
        memcpy(a->local, a->before, a->local_n * a->size);
}

static int shuffle(const struct array *a, const fair_options *options)
{
    return fair_mpi_shuffle(MPI_COMM_WORLD, test_key((unsigned)a->n % 200), a->local,
                            a->local_n, a->size, options);
}

/* Whether this rank's part is as in the order of one machine, which each rank computes
 * for itself. */
static int is_in_order(const struct array *a)
{
    static unsigned char *expected;
    static size_t n, size;
    const fair_options alone = {.threads = 1};
    if (expected == NULL || n != a->n || size != a->size) {
        n = a->n;
        size = a->size;
        free(expected);
        expected = malloc(n * size);
        fill(expected, 0, n, size);
        fair_shuffle_parallel(test_key((unsigned)n % 200), expected, n, size, &alone);
    }
    const size_t first = first_of(n, my_rank, a->distribution);
    return a->local_n == 0 ||
           memcmp(a->local, expected + first * size, a->local_n * size) == 0;
}

/* Whether all ranks have the same number. Unlike MPI_Allreduce(), this does not spin. */
static int is_common(int number)
{
    int same = 0;
    return fs_ranks_compare(&ranks, &number, sizeof number, &same) == FAIR_OK && same;
}

/* ---- sizes ------------------------------------------------------------------------- */

#ifdef TINY
static const size_t sizes[] = {1,  2,  3,  5,  8,   12,  13,  16,  24,  25,   32,  33,
                               50, 65, 97, 99, 130, 200, 257, 500, 700, 1500, 4000};
enum { MEDIUM = 700 };
#else
static const size_t sizes[] = {1, 40, 98304, 98305, 250000};
enum { MEDIUM = 150000 };
#endif
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* ---- tests ------------------------------------------------------------------------- */

static void test_order(void)
{
    static const size_t element[] = {4, 1, 8, 3, 16, 2, 12, 100, 24, 5, 33};
    const size_t step = rank_count > 8 ? 3 : 1; /* many ranks take long */
    size_t next = 0;
    for (size_t i = 0; i < SIZES; i += step)
        for (int d = 0; d < DISTRIBUTIONS; d++) {
            const size_t size = element[next++ % (sizeof element / sizeof element[0])];
            const fair_options options = {.threads = (unsigned)next % 3};
            struct array a = make_array(sizes[i], size, d);
            CHECK(shuffle(&a, next % 4 > 0 ? &options : NULL) == FAIR_OK);
            CHECKF(is_in_order(&a), "n %zu, size %zu, distribution %d", a.n, a.size, d);
            free_array(&a);
        }
}

static void test_element_sizes(void)
{
    for (size_t size = 1; size <= 100; size += rank_count > 4 ? 11 : 1) {
        struct array a = make_array(MEDIUM / 7, size, EVEN);
        CHECK(shuffle(&a, NULL) == FAIR_OK);
        CHECKF(is_in_order(&a), "size %zu", size);
        free_array(&a);
    }
}

static void test_communicators(void)
{
    MPI_Comm other;
    MPI_Comm_split(MPI_COMM_WORLD, my_rank % 2, -my_rank, &other);
    int size, rank;
    MPI_Comm_size(other, &size);
    MPI_Comm_rank(other, &rank);
    uint64_t mine[10], *all = malloc((size_t)size * sizeof mine);
    uint64_t *expected = malloc((size_t)size * sizeof mine);
    for (size_t i = 0; i < 10; i++)
        mine[i] = (size_t)rank * 10 + i;
    CHECK(fair_mpi_shuffle(other, test_key(9), mine, 10, 8, NULL) == FAIR_OK);
    MPI_Allgather(mine, 10, MPI_UINT64_T, all, 10, MPI_UINT64_T, other);
    fair_permutation_parallel64(test_key(9), expected, (size_t)size * 10, NULL);
    CHECK(memcmp(all, expected, (size_t)size * sizeof mine) == 0);
    MPI_Comm_free(&other);
    free(all);
    free(expected);
}

/* ---- errors ------------------------------------------------------------------------ */

/* Faults happen on this rank and every second after it; with many ranks, which take long,
 * only on one. */
static int first_victim(void)
{
    return rank_count > 4 ? rank_count - 2 : 0;
}

/* Ranks that disagree are found, whichever of them differs. */
static void test_mismatch(void)
{
    struct array a = make_array(MEDIUM, 4, EVEN);
    for (int odd = first_victim(); odd < rank_count; odd += 2) {
        const int me = my_rank == odd;
        const int expected = rank_count > 1 ? FAIR_EMISMATCH : FAIR_OK;
        uint8_t key[FAIR_KEY_SIZE];
        memcpy(key, test_key(0), sizeof key);
        key[31] ^= (uint8_t)(me ? 1 : 0);
        CHECK(fair_mpi_shuffle(MPI_COMM_WORLD, key, a.local, a.local_n, 4, NULL) ==
              expected);
        if (rank_count > 1)
            CHECK(is_unchanged(&a));
        restore(&a);
        CHECK(fair_mpi_shuffle(MPI_COMM_WORLD, test_key(0), a.local, a.local_n,
                               me ? 2 : 4, NULL) == expected);
        if (rank_count > 1)
            CHECK(is_unchanged(&a));
        restore(&a);
        fair_options options = {.reserved = {0, 0, 0, me ? 1 : 0}};
        CHECK(shuffle(&a, &options) == (rank_count > 1 ? FAIR_EMISMATCH : FAIR_EINVAL));
        options.reserved[3] = 1;
        CHECK(shuffle(&a, &options) == FAIR_EINVAL);
        options.reserved[3] = 0;
        CHECK(fair_mpi_shuffle(MPI_COMM_WORLD, test_key(0), a.local,
                               me ? SIZE_MAX / 4 : a.local_n, 4,
                               &options) == FAIR_ERANGE);
        CHECK(is_unchanged(&a));
        options.threads = me ? 2 : 1; /* may differ */
        options.memory = me ? 1 << 28 : 0;
        CHECK(shuffle(&a, &options) == FAIR_OK && is_in_order(&a));
        restore(&a);
    }
    CHECK(fair_mpi_shuffle(MPI_COMM_WORLD, test_key(0), NULL, 0, 4, NULL) == FAIR_OK);
    CHECK(fair_mpi_shuffle(MPI_COMM_WORLD, test_key(0), NULL, 10, 0, NULL) == FAIR_OK);
    free_array(&a);
}

/* The k-th allocation fails on one rank, for every k. */
static void test_no_memory(void)
{
    const fair_options options = {.threads = 2};
    struct array a = make_array(MEDIUM, 8, EVEN);
    for (int victim = first_victim(); victim < rank_count; victim += 2) {
        int error = FAIR_ENOMEM, good = 0;
        long last = -1;
        for (long k = 0; k <= last || error != FAIR_OK || good < 8; k++) {
            faulty_start();
            if (my_rank == victim)
                faulty_fail(k);
            error = shuffle(&a, &options);
            last = faulty.refused > 0 ? k + 1 : -1; /* of the victim */
            CHECK(faulty.live == 0);
            faulty_stop();
            fs_ranks_share(&ranks, &last, sizeof last, victim);
            CHECK(is_common(error));
            if (error == FAIR_OK)
                CHECK(is_in_order(&a)); /* with fewer threads, or with no fault */
            else
                CHECK(error == FAIR_ENOMEM && is_unchanged(&a));
            good += error == FAIR_OK;
            restore(&a);
            if (!CHECK(k < 5000))
                break;
        }
    }
    free_array(&a);
}

/* A limit is kept, or there is an error. */
static void test_memory_limit(void)
{
    struct array a = make_array(MEDIUM, 8, EVEN);
    const size_t part = (a.n / (size_t)rank_count + 1) * a.size;
    int error = FAIR_ENOMEM, failures = 0;
    for (size_t limit = part / 2; error != FAIR_OK; limit += limit / 4) {
        const fair_options options = {.threads = 2, .memory = limit};
        faulty_start();
        error = shuffle(&a, &options);
        /* The header says that this is not counted. */
        size_t uncounted = FS_MESSAGE + (1 << 20) + 300 * (size_t)rank_count;
#ifdef TINY /* a cell costs more than its elements */
        uncounted += 100 * a.n;
#endif
        CHECKF((size_t)faulty.peak <= limit + uncounted, "%ld bytes in use, limit %zu",
               faulty.peak, limit);
        faulty_stop();
        CHECK(is_common(error));
        CHECK(error == FAIR_OK ? is_in_order(&a) : is_unchanged(&a));
        failures += error != FAIR_OK;
        if (!CHECK(limit < 100 * part + (1 << 20)))
            break;
    }
    CHECK(error == FAIR_OK && failures > 0);
    free_array(&a);
}

/* ---- progress ---------------------------------------------------------------------- */

struct watch {
    uint64_t last;      /* `done` of the last call */
    uint64_t calls;     /* calls so far */
    uint64_t cancel_at; /* the call that cancels; 0: none */
    int good;           /* whether all calls were as the header says */
};

static int watch(void *context, uint64_t done, uint64_t total)
{
    struct watch *w = context;
    w->good &= w->calls == 0 ? done == 0 : done >= w->last;
    w->good &= done <= total && total > 0;
    w->last = done == total ? UINT64_MAX : done;
    return ++w->calls == w->cancel_at;
}

static void test_progress(void)
{
    for (int d = 0; d < DISTRIBUTIONS; d++)
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            struct watch w = {.good = 1};
            const fair_options options = {
                .threads = threads, .progress = watch, .context = &w};
            struct array a = make_array(MEDIUM, 4, d);
            CHECK(shuffle(&a, my_rank % 2 == 0 ? &options : NULL) == FAIR_OK);
            CHECK(is_in_order(&a));
            CHECK(my_rank % 2 > 0 || (w.good && w.last == UINT64_MAX && w.calls >= 2));
            free_array(&a);
        }
}

/* One rank cancels at each of its calls. */
static void test_cancel(void)
{
    struct array a = make_array(MEDIUM, 4, UNEVEN);
    for (int victim = first_victim(); victim < rank_count; victim += 2) {
        int error = FAIR_ECANCELED;
        uint64_t at = 0;
        while (error == FAIR_ECANCELED) {
            struct watch w = {.cancel_at = ++at, .good = 1};
            const fair_options options = {.threads = 1, .progress = watch, .context = &w};
            error = shuffle(&a, my_rank == victim ? &options : NULL);
            CHECK(is_common(error));
            CHECK(error == FAIR_OK ? is_in_order(&a)
                                   : error == FAIR_ECANCELED && is_unchanged(&a));
            restore(&a);
        }
        CHECK(at >= 3); /* at the start, while elements are sent, and then not */
    }
    free_array(&a);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    if (fs_ranks_start(&ranks, MPI_COMM_WORLD, 0) != FAIR_OK)
        return 1;
    RANKS_TEST("the order of one machine, for any distribution")
    test_order();
    RANKS_TEST("elements of 1 to 100 bytes")
    test_element_sizes();
    RANKS_TEST("communicators of some ranks, in another order")
    test_communicators();
    RANKS_TEST("ranks that disagree, and invalid arguments")
    test_mismatch();
    RANKS_TEST("no memory on one rank: the same error on all, and nothing changed")
    test_no_memory();
    RANKS_TEST("a memory limit is kept, or FAIR_ENOMEM")
    test_memory_limit();
    RANKS_TEST("progress: from 0 to the total")
    test_progress();
    RANKS_TEST("one rank cancels: the same error on all, and nothing changed")
    test_cancel();
    fs_ranks_stop(&ranks);
    return ranks_done();
}
