/* SPDX-License-Identifier: MIT
 *
 * test_peak.c - how much memory a collection with a limit allocates at most: no more than
 * the limit, from the least one (1 MiB) on, for records that are read or added, of
 * any length up to the longest, shuffled, in a cycle, or only the first of them. And no
 * more goes to the temporary file than must.
 *
 * faulty_malloc.h measures what is allocated.
 */
#define _GNU_SOURCE
#include "tests/records/read_faults.h"

#include "tests/records/external_peak.h"

enum { SHUFFLE, HEAD, CYCLE, TASKS };
static const char *const task_names[] = {"shuffle", "head", "cycle"};

static double highest; /* of all peaks, as parts of their limits */

static void check_most(uint64_t memory, size_t length, int task, int adds)
{
    static unsigned char record[(16 << 20) / 4];
    const uint64_t count = (length == 1 ? 1 : 3) * memory / length;
    struct spring spring = {count * length, length, 0};
    surroundings around = {0};
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = memory,
                                          .threads = 2,
                                          .head = task == HEAD ? count / 3 + 1 : 0,
                                          .order = task == CYCLE ? FAIR_ORDER_CYCLE
                                                                 : FAIR_ORDER_SHUFFLE,
                                          .temporary = open_temporary,
                                          .context = &around};
    fair_records *records;
    faulty_start();
    int error = fair_records_new(&records, test_key(95), &options);
    for (uint64_t i = 0; adds && i < count && error == FAIR_OK; i++)
        error = fair_records_add(records, record, length);
    if (!adds && error == FAIR_OK)
        error = fair_records_read_from(records, from_spring, &spring);
    if (error == FAIR_OK)
        error = fair_records_write(records, &part, 1);
    fair_records_free(records);
    faulty_stop();
    const double peak = (double)faulty.peak / (double)memory;
    highest = peak > highest ? peak : highest;
    CHECKF(error == FAIR_OK && around.opened == 1, "%s", fair_strerror(error));
    CHECKF(peak <= 1,
           "limit %" PRIu64 ", %s, records of %zu bytes that are %s: %.2f of it", memory,
           task_names[task], length, adds ? "added" : "read", peak);
}

static void test_limit(uint64_t memory)
{
    const size_t lengths[] = {1, 2, 10, 100, 1000, 20000, (size_t)memory / 4 - 100};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int task = 0; task < TASKS; task++)
            for (int adds = 0; adds < 2; adds++)
                if (task != CYCLE || lengths[i] >= 100) /* it needs all numbers at once */
                    check_most(memory, lengths[i], task, adds);
    printf("# at most %.3f of the limit\n", highest);
    highest = 0;
}

/* ---- no more goes to the file than must ------------------------------------------- */

/* Ten of very many lines: what is not among them is dropped in time, so nothing has to be
 * sent to a file. */
static void test_head_without_file(void)
{
    struct spring spring = {60000000, 1, 0};
    uint64_t out = 0;
    const fair_part part = {.count = 10, .write = count_bytes, .context = &out};
    const fair_records_options options = {
        .format = {.delimiter = '\n'}, .memory = 2 << 20, .threads = 1, .head = 10};
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(96), &options) == FAIR_OK);
    int error = fair_records_read_from(records, from_spring, &spring);
    CHECKF(error == FAIR_OK, "reading: %s", fair_strerror(error));
    if (error == FAIR_OK)
        error = fair_records_write(records, &part, 1);
    CHECKF(error == FAIR_OK && out == 10, "writing: %s", fair_strerror(error));
    fair_records_free(records);
}

/* Short lines, and then a long one. */
struct two_springs {
    struct spring spring[2];
};

static ptrdiff_t from_two(void *context, void *data, size_t length)
{
    struct two_springs *two = context;
    const ptrdiff_t got = from_spring(&two->spring[0], data, length);
    return got != 0 ? got : from_spring(&two->spring[1], data, length);
}

/* Blocks make way for a long record, but only as many as must. */
static void test_long_record(void)
{
    const uint64_t lines = (uint64_t)34 << 20, record = 13 << 20;
    struct two_springs two = {{{lines, 20, 0}, {record, record, 0}}};
    surroundings around = {0};
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = 64 << 20,
                                          .threads = 2,
                                          .temporary = open_temporary,
                                          .context = &around};
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(97), &options) == FAIR_OK);
    CHECK(fair_records_read_from(records, from_two, &two) == FAIR_OK);
    const uint64_t written = fair_records_usage(records).written;
    CHECKF(written < lines / 4 * 3, "%" PRIu64 " bytes written", written);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK && out == lines + record);
    fair_records_free(records);
}

/* A mapped file, and then records that do not fit beside it: the references go to the
 * file as records, in parts that are small, too. Mapped bytes count for the limit. */
static void test_mapped_first(uint64_t head)
{
    enum { LIMIT = 64 << 20, MAPPED = 36000000, MORE = 50000000, LENGTH = 1000 };
    struct spring file = {MAPPED, LENGTH, 0}, more = {MORE, LENGTH, 0};
    surroundings around = {0};
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = LIMIT,
                                          .threads = 2,
                                          .head = head,
                                          .temporary = open_temporary,
                                          .context = &around,
                                          .map = 1};
    unsigned char *data = malloc(MAPPED);
    const int fd = open_temporary(&around);
    CHECK(data != NULL && fd >= 0);
    CHECK(from_spring(&file, data, MAPPED) == MAPPED);
    CHECK(write(fd, data, MAPPED) == MAPPED && lseek(fd, 0, SEEK_SET) == 0);
    free(data);
    fair_records *records;
    faulty_start();
    CHECK(fair_records_new(&records, test_key(98), &options) == FAIR_OK);
    int error = fair_records_read(records, fd);
    if (error == FAIR_OK)
        error = fair_records_read_from(records, from_spring, &more);
    const uint64_t mapped = fair_records_usage(records).mapped;
    if (error == FAIR_OK)
        error = fair_records_write(records, &part, 1);
    fair_records_free(records);
    faulty_stop();
    close(fd);
    CHECKF(error == FAIR_OK && out == (head > 0 ? head * LENGTH : MAPPED + MORE), "%s",
           fair_strerror(error));
    CHECKF(mapped + (uint64_t)faulty.peak <= LIMIT,
           "head %" PRIu64 ": %ld allocated, %" PRIu64 " mapped", head, faulty.peak,
           mapped);
}

int main(void)
{
    TEST("limit 1 MiB")
    test_limit(1 << 20);
    TEST("limit 2 MiB")
    test_limit(2 << 20);
    TEST("limit 4 MiB")
    test_limit(4 << 20);
    TEST("limit 16 MiB")
    test_limit(16 << 20);
    TEST("ten of 60 million lines, without a file")
    test_head_without_file();
    TEST("a long record after short ones")
    test_long_record();
    TEST("a mapped file, and then more than fits")
    test_mapped_first(0);
    test_mapped_first(30000);
    return test_done();
}
