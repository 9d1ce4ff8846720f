/* SPDX-License-Identifier: MIT
 *
 * test_mapping.c - faults of mapped files: files that change while they are read or
 * before they are written, file systems that are not local, mmap() and fcntl() that fail.
 * The result is FAIR_ECHANGED with the number of the file, or the right output. No
 * descriptor is lost.
 *
 * mapping_faults.h has the faults. It is compiled twice: with the library as shipped, and
 * with tiny constants (TINY).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/stat.h>

#include "tests/records/external_fixtures.h"
#include "tests/records/mapping_faults.h"

static unsigned count_descriptors(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

/* ---- files that are changed ------------------------------------------------------ */

static dataset lines_to_map(void)
{
    return dataset_make(LINES, ALIKE, (FS_FIRST_PIECE + FS_MAP_BYTES) / 300 + 50, 330, 0);
}

static const fair_records_options mapping = {.format = {.delimiter = '\n'}, .map = 1};

enum { GROW, CUT, MODIFY, RESTORE, TOUCH, REPLACE, REMOVE, CHANGES };
static const char *const change_names[] = {
    "grows",      "is cut",      "is modified", "is modified, and its time is restored",
    "is touched", "is replaced", "is removed"};

static char path[] = "/tmp/fairshuf-mapping-XXXXXX";
static int changing = -1; /* the next change of the file; -1: none */

static int is_harmless(int change)
{
    return change == REPLACE || change == REMOVE;
}

static void change_file(int change)
{
    struct stat before;
    char other[sizeof path + 1];
    const int fd = open(path, O_RDWR);
    CHECK(fd >= 0 && fstat(fd, &before) == 0);
    const struct timespec times[2] = {before.st_atim, before.st_mtim};
    usleep(20000); /* the clock of files moves every 4 or 10 ms */
    switch (change) {
    case GROW:
        CHECK(pwrite(fd, "x\n", 2, before.st_size) == 2);
        break;
    case CUT: /* within the last page */
        CHECK(ftruncate(fd, before.st_size - 1) == 0);
        break;
    case MODIFY:
    case RESTORE:
        CHECK(pwrite(fd, "y", 1, before.st_size / 2) == 1);
        CHECK(change == MODIFY || futimens(fd, times) == 0);
        break;
    case TOUCH:
        CHECK(futimens(fd, NULL) == 0);
        break;
    case REPLACE:
        snprintf(other, sizeof other, "%s2", path);
        close(open(other, O_CREAT | O_WRONLY, 0600));
        CHECK(rename(other, path) == 0);
        break;
    default:
        CHECK(unlink(path) == 0);
    }
    close(fd);
}

static int read_path(fair_records *records, const dataset *s)
{
    unlink(path);
    int fd = open(path, O_CREAT | O_RDWR, 0600);
    CHECK(fd >= 0);
    write_all(fd, s->t.data, s->length);
    lseek(fd, 0, SEEK_SET);
    const int error = fair_records_read(records, fd);
    close(fd);
    return error;
}

/* Changes file number `which` of three between reading and writing. */
static void check_changed(const dataset *s, int change, int map, unsigned which)
{
    sink out = {0};
    const fair_part part = part_to(&out, UINT64_MAX);
    fair_records_options options = mapping;
    uint64_t file = 99;
    fair_records *records;
    options.map = (uint64_t)map;
    CHECK(fair_records_new(&records, test_key(90), &options) == FAIR_OK);
    for (unsigned i = 0; i < 3; i++) {
        const int error = i == which ? read_path(records, s)
                          : i == 1   ? read_feed(records, s->t.data, s->length)
                                     : read_bytes(records, s->t.data, s->length);
        CHECKF(error == FAIR_OK, "%s", fair_strerror(error));
    }
    CHECK(records->mapped_count == (map ? (which == 1 ? 3 : 2) : 0));
    CHECK(!fair_records_changed(records, &file) && file == 99);
    change_file(change);
    const int bad = map && !is_harmless(change);
    CHECKF(fair_records_changed(records, &file) == bad && file == (bad ? which : 99),
           "file %u %s: %" PRIu64, which, change_names[change], file);
    const int error = fair_records_write(records, &part, 1);
    CHECKF(error == (bad ? FAIR_ECHANGED : FAIR_OK), "file %u %s, map %d: %s", which,
           change_names[change], map, fair_strerror(error));
    CHECK(!bad || fair_records_mark(records).file == which);
    CHECK(bad || out.length == 3 * s->length);
    fair_records_free(records);
    sink_clear(&out);
}

/* Changes the file when a part of it was read. */
static int change_now(void *context, int phase, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    if (phase == FAIR_PHASE_READ && changing >= 0) {
        const int change = changing;
        changing = -1;
        change_file(change);
    }
    return 0;
}

static void check_changed_early(const dataset *s, int change, int map)
{
    fair_records_options options = mapping;
    fair_records *records;
    options.map = (uint64_t)map;
    options.progress = change_now;
    CHECK(fair_records_new(&records, test_key(91), &options) == FAIR_OK);
    CHECK(read_bytes(records, "a\n", 2) == FAIR_OK);
    changing = change;
    const int error = read_path(records, s);
    CHECKF(error == (is_harmless(change) ? FAIR_OK : FAIR_ECHANGED),
           "it %s while it is read, map %d: %s", change_names[change], map,
           fair_strerror(error));
    CHECK(error == FAIR_OK || fair_records_mark(records).file == 1);
    fair_records_free(records);
}

static void test_changes(void)
{
    dataset s = lines_to_map();
    close(mkstemp(path));
    for (int change = 0; change < CHANGES; change++)
        for (int map = 0; map < 2; map++) {
            check_changed_early(&s, change, map);
            for (unsigned which = 0; which < 3; which += map ? 1 : 2)
                check_changed(&s, change, map, which);
        }
    unlink(path);
    dataset_free(&s);
}

/* ---- file systems, mmap, descriptors --------------------------------------------- */

/* Reads two files with a pipe between them: `most` files are mapped, and the output is
 * right. */
static void check_mapped(const dataset *s, const outcome *expected, plan p, size_t most,
                         const char *what, int at)
{
    const unsigned before = count_descriptors();
    outcome o = {0};
    run_plan(s, &p, &o, NULL);
    CHECKF(o.error == FAIR_OK && same_output(&o, expected) && o.mapped == most,
           "%s, call %d: %s, %zu files mapped, not %zu", what, at, fair_strerror(o.error),
           o.mapped, most);
    CHECKF(count_descriptors() == before, "%s, call %d: descriptors are lost", what, at);
    outcome_clear(&o);
}

static void test_refusals(void)
{
    static const long types[] = {0x6969,     0xff534d42, 0xfe534d42, 0x65735546,
                                 0x5346414f, 0x01021997, 0x1234,     -1};
    dataset one = lines_to_map();
    dataset s = one; /* three copies, one after the other */
    s.length = 3 * one.length;
    s.t = (text){must_malloc(s.length), must_malloc((3 * one.t.n + 1) * sizeof(size_t)),
                 3 * one.t.n};
    for (size_t i = 0; i < s.length; i++)
        s.t.data[i] = one.t.data[i % one.length];
    for (size_t i = 0; i <= s.t.n; i++)
        s.t.starts[i] = i / one.t.n * one.length + one.t.starts[i % one.t.n];
    plan p = {.parts = 1, .threads = 2};
    outcome expected = {0};
    run_plan(&s, &p, &expected, NULL);
    p.map = 1;
    p.entry = AS_JOINED;
    check_mapped(&s, &expected, p, 2, "nothing", 0);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        file_system = types[i];
        check_mapped(&s, &expected, p, 0, "file system", (int)i);
        const int fd = file_with(s.t.data, s.length);
        CHECK(fair_records_store(&mapping, fd, s.t.n, s.length) == FAIR_STORE_REMOTE);
        close(fd);
    }
    file_system = 0;
    for (int limited = 0; limited < 2; limited++) {
        p.memory = limited ? 12 * s.length : 0;
        p.pairs = 0;
        for (int k = 0; k < 4; k++) { /* each file takes two calls of mmap() */
            maps_left = k;
            maps_refused = 0;
            check_mapped(&s, &expected, p, (size_t)k / 2, "mmap", k);
            CHECK(maps_refused > 0);
        }
        maps_left = -1;
        for (int k = 0; k < 2; k++) {
            dups_left = k;
            check_mapped(&s, &expected, p, (size_t)k, "fcntl", k);
            CHECK(dups_refused > 0);
        }
        dups_left = -1;
    }
    outcome_clear(&expected);
    dataset_free(&one);
    dataset_free(&s);
}

/* A file that could not be mapped does not count as mapped memory: it fits into the same
 * limit as without mapping. */
static void test_limit_after_refusal(void)
{
#ifdef TINY
    const uint64_t memory = 400000;
    enum { TAKES = 40 }; /* the size of the file, in percent of the limit */
#else
    const uint64_t memory = 8 << 20;
    enum { TAKES = 50 };
#endif
    for (int refuse = 0; refuse < 2; refuse++) {
        dataset s =
            dataset_make(LINES, ALIKE, (size_t)(memory / 100 * TAKES / 331), 330, 0);
        const plan p = {.parts = 1, .threads = 1, .memory = memory, .map = refuse};
        outcome o = {0};
        maps_left = refuse ? 0 : -1;
        run_plan(&s, &p, &o, NULL);
        maps_left = -1;
        CHECK(o.error == FAIR_OK && o.mapped == 0);
        CHECKF(o.env.opened == 0, "refused %d: a temporary file", refuse);
        outcome_clear(&o);
        dataset_free(&s);
    }
}

/* If the last record of a mapped file lacks its terminator, it must be copied. So it must
 * not be longer than other records that are copied. */
static void test_long_tail(void)
{
#ifdef TINY
    const uint64_t memory = 400000;
#else
    const uint64_t memory = 8 << 20;
#endif
    for (int ended = 0; ended < 2; ended++) {
        const size_t length = (size_t)(memory / 100 * 35);
        unsigned char *data = must_malloc(length);
        memset(data, 'x', length);
        data[length - 1] = ended ? '\n' : 'x';
        fair_records_options options = mapping;
        fair_records *records;
        options.memory = memory;
        options.threads = 1;
        CHECK(fair_records_new(&records, test_key(93), &options) == FAIR_OK);
        const int error = read_bytes(records, data, length);
        CHECKF(error == (ended ? FAIR_OK : FAIR_ELIMIT), "ended %d: %s", ended,
               fair_strerror(error));
        CHECK(ended ? records->mapped_count == 1
                    : fair_records_mark(records).needed > 4 * (uint64_t)length);
        fair_records_free(records);
        free(data);
    }
}

/* A short record, then a long one that does not end in the first batch: the part that was
 * read counts for the mean length. */
static void test_short_before_long(void)
{
    const size_t length = FS_FIRST_PIECE + 2 * (size_t)FS_MAP_BYTES;
    unsigned char *data = must_malloc(length);
    memset(data, 'x', length);
    data[5] = data[length - 1] = '\n';
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(94), &mapping) == FAIR_OK);
    CHECK(read_bytes(records, data, length) == FAIR_OK);
    CHECK(records->mapped_count == 1 && fair_records_count(records) == 2);
    CHECK(fair_records_usage(records).mapped == length - 6);
    fair_records_free(records);
    free(data);
}

/* Standard input whose first bytes another program has read. */
static void test_standard_input(void)
{
    dataset s = lines_to_map();
    const int saved = dup(0), fd = file_with(s.t.data, s.length);
    const size_t skipped = 3;
    sink out = {0};
    const fair_part part = part_to(&out, UINT64_MAX);
    fair_records *records;
    CHECK(dup2(fd, 0) == 0 && lseek(0, (off_t)s.t.starts[skipped], SEEK_SET) > 0);
    CHECK(fair_records_new(&records, test_key(92), &mapping) == FAIR_OK);
    CHECK(fair_records_read(records, 0) == FAIR_OK);
    CHECK(dup2(saved, 0) == 0 && close(saved) == 0 && close(fd) == 0);
    CHECK(records->mapped_count == 1);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK);
    uint64_t *p = order_of(test_key(92), s.t.n - skipped);
    for (size_t i = 0; i < s.t.n - skipped; i++)
        p[i] += skipped;
    CHECK(sink_is(&out, &s.t, p, 0, s.t.n - skipped));
    free(p);
    fair_records_free(records);
    sink_clear(&out);
    dataset_free(&s);
}

#ifndef TINY
/* ---- memory ---------------------------------------------------------------------- */

static long most_private; /* peak of private memory in KiB */

/* Private memory of the process now, in KiB; 0: not known. */
static long private_memory(void)
{
    char line[128];
    long kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = strtol(line + 8, NULL, 10);
    if (file != NULL)
        fclose(file);
    return kib;
}

static int count_only(void *context, const void *data, size_t length)
{
    (void)data;
    *(uint64_t *)context += length;
    return 0;
}

static int look_at_memory(void *context, int phase, uint64_t done, uint64_t total)
{
    (void)context, (void)phase, (void)done, (void)total;
    const long now = private_memory();
    most_private = now > most_private ? now : most_private;
    return 0;
}

/* 200 MB in lines of 400 bytes, mapped: at most 16 bytes of private memory for each line,
 * and 64 MiB. A copied file takes more, which shows that the test can fail. */
static void test_private_memory(void)
{
    enum { LINES_ = 500000, LENGTH = 400, MOST = LINES_ * 16 / 1024 + (64 << 10) };
    char line[LENGTH];
    FILE *file = tmpfile();
    memset(line, 'x', sizeof line);
    line[LENGTH - 1] = '\n';
    for (int i = 0; i < LINES_; i++)
        CHECK(fwrite(line, sizeof line, 1, file) == 1);
    CHECK(fflush(file) == 0);
    for (int map = 0; map < 2; map++) {
        uint64_t out = 0;
        const fair_part part = {
            .count = UINT64_MAX, .write = count_only, .context = &out};
        const fair_records_options options = {.format = {.delimiter = '\n'},
                                              .threads = 2,
                                              .map = (uint64_t)map,
                                              .progress = look_at_memory};
        fair_records *records;
        const long before = private_memory();
        most_private = before;
        CHECK(fair_records_new(&records, test_key(84), &options) == FAIR_OK);
        rewind(file);
        CHECK(lseek(fileno(file), 0, SEEK_SET) == 0);
        CHECK(fair_records_read(records, fileno(file)) == FAIR_OK);
        CHECK(fair_records_write(records, &part, 1) == FAIR_OK);
        CHECK(out == (uint64_t)LINES_ * LENGTH);
        fair_records_free(records);
        const long taken = most_private - before;
        /* sanitizers use memory, too */
        CHECKF(SANITIZED || before == 0 || (taken <= MOST) == map, "map %d: %ld KiB", map,
               taken);
    }
    fclose(file);
}
#endif

int main(void)
{
    TEST("files that are changed while they are read, or before they are written")
    test_changes();
    TEST("other file systems, mmap() and descriptors that are refused: files are copied")
    test_refusals();
    TEST("a file that cannot be mapped takes no memory")
    test_limit_after_refusal();
    TEST("a long record at the end of a mapped file, with and without its terminator")
    test_long_tail();
    TEST("a short record before a long one")
    test_short_before_long();
    TEST("standard input from some offset on")
    test_standard_input();
#ifndef TINY
    TEST("private memory")
    test_private_memory();
#endif
    return test_done();
}
