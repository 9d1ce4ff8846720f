/* SPDX-License-Identifier: MIT
 *
 * test_peak.c - a collection with a memory limit never allocates more than the limit:
 * from the smallest limit (1 MiB) on, for records that are read or added, of any length
 * up to the longest, shuffled, in a cycle, or only the first of them. And records go to
 * the temporary file only if they must.
 *
 * faulty_malloc.h measures what is allocated.
 */
#define _GNU_SOURCE
#include "tests/records/read_faults.h"

#include "tests/records/external_peak.h"

enum { SHUFFLE, HEAD, CYCLE, TASKS };
static const char *const task_names[] = {"shuffle", "head", "cycle"};

static double highest; /* the highest peak so far, divided by its limit */

static void check_most(uint64_t memory, size_t length, int task, int adds)
{
    static unsigned char record[(16 << 20) / 4];
    const uint64_t count = (length == 1 ? 1 : 3) * memory / length;
    struct generator generator = {count * length, length, 0};
    environment env = {0};
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = memory,
                                          .threads = 2,
                                          .head = task == HEAD ? count / 3 + 1 : 0,
                                          .order = task == CYCLE ? FAIR_ORDER_CYCLE
                                                                 : FAIR_ORDER_SHUFFLE,
                                          .temporary = open_temporary,
                                          .context = &env};
    fair_records *records;
    faulty_start();
    int error = fair_records_new(&records, test_key(95), &options);
    for (uint64_t i = 0; adds && i < count && error == FAIR_OK; i++)
        error = fair_records_add(records, record, length);
    if (!adds && error == FAIR_OK)
        error = fair_records_read_from(records, generate_lines, &generator);
    if (error == FAIR_OK)
        error = fair_records_write(records, &part, 1);
    fair_records_free(records);
    faulty_stop();
    const double peak = (double)faulty.peak / (double)memory;
    highest = peak > highest ? peak : highest;
    CHECKF(error == FAIR_OK && env.opened == 1, "%s", fair_strerror(error));
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
                if (task != CYCLE ||
                    lengths[i] >= 100) /* it needs a table of all records */
                    check_most(memory, lengths[i], task, adds);
    printf("# at most %.3f of the limit\n", highest);
    highest = 0;
}

/* ---- what goes to the file ------------------------------------------- */

/* The first ten of very many lines: other lines are dropped early, so no file is needed.
 */
static void test_head_without_file(void)
{
    struct generator generator = {60000000, 1, 0};
    uint64_t out = 0;
    const fair_part part = {.count = 10, .write = count_bytes, .context = &out};
    const fair_records_options options = {
        .format = {.delimiter = '\n'}, .memory = 2 << 20, .threads = 1, .head = 10};
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(96), &options) == FAIR_OK);
    int error = fair_records_read_from(records, generate_lines, &generator);
    CHECKF(error == FAIR_OK, "reading: %s", fair_strerror(error));
    if (error == FAIR_OK)
        error = fair_records_write(records, &part, 1);
    CHECKF(error == FAIR_OK && out == 10, "writing: %s", fair_strerror(error));
    fair_records_free(records);
}

/* Generates short lines, then a long one. */
struct two_generators {
    struct generator generator[2];
};

static ptrdiff_t generate_two(void *context, void *data, size_t length)
{
    struct two_generators *two = context;
    const ptrdiff_t got = generate_lines(&two->generator[0], data, length);
    return got != 0 ? got : generate_lines(&two->generator[1], data, length);
}

/* A long record sends blocks to the file, but not more than necessary. */
static void test_long_record(void)
{
    const uint64_t lines = (uint64_t)34 << 20, record = 13 << 20;
    struct two_generators two = {{{lines, 20, 0}, {record, record, 0}}};
    environment env = {0};
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = 64 << 20,
                                          .threads = 2,
                                          .temporary = open_temporary,
                                          .context = &env};
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(97), &options) == FAIR_OK);
    CHECK(fair_records_read_from(records, generate_two, &two) == FAIR_OK);
    const uint64_t written = fair_records_usage(records).written;
    CHECKF(written < lines / 4 * 3, "%" PRIu64 " bytes written", written);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK && out == lines + record);
    fair_records_free(records);
}

/* A mapped file, then records that do not fit into memory with it: the mapped records go
 * to the temporary file, too. Mapped bytes count towards the limit. */
static void test_mapped_first(uint64_t head)
{
    enum { LIMIT = 64 << 20, MAPPED = 36000000, MORE = 50000000, LENGTH = 1000 };
    struct generator file = {MAPPED, LENGTH, 0}, more = {MORE, LENGTH, 0};
    environment env = {0};
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = LIMIT,
                                          .threads = 2,
                                          .head = head,
                                          .temporary = open_temporary,
                                          .context = &env,
                                          .map = 1};
    unsigned char *data = malloc(MAPPED);
    const int fd = open_temporary(&env);
    CHECK(data != NULL && fd >= 0);
    CHECK(generate_lines(&file, data, MAPPED) == MAPPED);
    CHECK(write(fd, data, MAPPED) == MAPPED && lseek(fd, 0, SEEK_SET) == 0);
    free(data);
    fair_records *records;
    faulty_start();
    CHECK(fair_records_new(&records, test_key(98), &options) == FAIR_OK);
    int error = fair_records_read(records, fd);
    if (error == FAIR_OK)
        error = fair_records_read_from(records, generate_lines, &more);
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
