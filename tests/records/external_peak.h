/* SPDX-License-Identifier: MIT
 *
 * external_peak.h - the peak memory of collections with a limit. Each runs in a process
 * of its own, with records that are generated when they are read and dropped when they
 * are written.
 */
#ifndef EXTERNAL_PEAK_H
#define EXTERNAL_PEAK_H

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/records/external_fixtures.h"

struct generator {
    uint64_t left; /* bytes that are not generated yet */
    size_t length; /* the length of a record, with its terminator */
    size_t within; /* bytes of the current record that were generated */
};

static ptrdiff_t generate_lines(void *context, void *data, size_t length)
{
    struct generator *generator = context;
    unsigned char *to = data;
    size_t now = generator->left < length ? (size_t)generator->left : length;
    memset(to, 'x', now);
    size_t at = generator->length - 1 - generator->within;
    for (; at < now; at += generator->length)
        to[at] = '\n';
    generator->within = (generator->within + now) % generator->length;
    generator->left -= now;
    return (ptrdiff_t)now;
}

static int count_bytes(void *context, const void *data, size_t length)
{
    (void)data;
    *(uint64_t *)context += length;
    return 0;
}

/* In the child: returns 0 or an error, and sets *peak to the peak memory in KiB. */
static inline int measure_peak(uint64_t memory, size_t length, uint64_t bytes,
                               unsigned threads, long *peak)
{
    environment env = {0};
    struct generator generator = {bytes, length, 0};
    struct rusage usage;
    uint64_t out = 0;
    const fair_part part = {.count = UINT64_MAX, .write = count_bytes, .context = &out};
    const fair_records_options options = {.format = {.delimiter = '\n'},
                                          .memory = memory,
                                          .threads = threads,
                                          .temporary = open_temporary,
                                          .context = &env};
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(80), &options) == FAIR_OK);
    int error = fair_records_read_from(records, generate_lines, &generator);
    if (error == FAIR_OK)
        error = fair_records_write(records, &part, 1);
    fair_records_free(records);
    getrusage(RUSAGE_SELF, &usage);
    *peak = usage.ru_maxrss;
    if (error != FAIR_OK)
        return error;
    return out != bytes ? -100 : env.opened != 1 ? -101 : 0;
}

static inline void check_peak(uint64_t memory, size_t length, uint64_t bytes,
                              unsigned threads)
{
    int ends[2], result[2] = {-102, 0}, status;
    long peak = 0;
    bytes = bytes / length * length;
    CHECK(pipe(ends) == 0);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        result[0] = measure_peak(memory, length, bytes, threads, &peak);
        result[1] = (int)peak;
        write_all(ends[1], (const unsigned char *)result, sizeof result);
        _exit(0);
    }
    close(ends[1]);
    CHECK(child > 0 && read(ends[0], result, sizeof result) == (ssize_t)sizeof result);
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    printf("# limit %" PRIu64 " MiB, records of %zu bytes, %u threads: %d KiB\n",
           memory >> 20, length, threads, result[1]);
    CHECKF(result[0] == 0, "%zu bytes: %d", length, result[0]);
    CHECKF(result[1] > 0 && (uint64_t)result[1] << 10 <= memory + (16 << 20),
           "limit %" PRIu64 ", records of %zu bytes, %u threads: %d KiB", memory, length,
           threads, result[1]);
}

static inline void test_peaks(void)
{
    static const struct {
        size_t length;
        unsigned threads;
    } cases[] = {{1, 2},     {2, 5},      {10, 2},      {100, 5},
                 {10000, 2}, {100000, 1}, {1000000, 1}, {4 << 20, 5}};
    for (uint64_t memory = 32 << 20; memory <= 64 << 20; memory *= 2) {
        TEST(memory == 32 << 20 ? "limit 32 MiB: at most 16 MiB more"
                                : "limit 64 MiB: at most 16 MiB more")
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            check_peak(memory, cases[i].length, (cases[i].length == 1 ? 1 : 2) * memory,
                       cases[i].threads);
    }
    TEST("limits 128 and 256 MiB, one large bucket: at most 16 MiB more")
    {
        check_peak(128 << 20, 1000000, 384 << 20, 1);
        check_peak(256 << 20, 10000, 640 << 20, 1);
    }
}

#endif
