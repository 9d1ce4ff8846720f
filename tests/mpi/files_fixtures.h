/* SPDX-License-Identifier: MIT
 *
 * files_fixtures.h - shuffles files on all ranks, and compares the outputs with those of
 * the library on one machine.
 *
 * Rank 0 makes the input files and the expected outputs. All ranks learn what to do from
 * a *job*, and run it.
 */
#ifndef FILES_FIXTURES_H
#define FILES_FIXTURES_H

#include <sys/stat.h>

#include "src/mpi/files.h"
#include "tests/mpi/tap_ranks.h"
#include "tests/records/datasets.h"

enum { PARTS = 4, MOST_FILES = 8, PATH = 200 };

/* What all ranks do. */
typedef struct {
    fair_format format;
    uint64_t header;              /* header records of each file */
    uint64_t memory;              /* the limit of each rank */
    uint32_t threads;             /* of each rank */
    uint32_t key;                 /* the number of the key */
    uint64_t file_count;          /* input files */
    uint64_t part_count;          /* outputs */
    uint64_t counts[PARTS];       /* of the outputs */
    uint64_t bytes;               /* of all input files */
    int32_t sync;                 /* whether outputs are flushed to disk */
    int32_t no_temporary;         /* there is no temporary file */
    int32_t error;                /* the error of one machine */
    uint64_t records;             /* the records that one machine finds */
    uint64_t written;             /* the bytes that one machine writes */
    uint64_t headers[MOST_FILES]; /* the records of the header of each file */
    uint64_t file;                /* after an error of reading: the number of the file */
    uint64_t record;              /* after FAIR_ERECORD: as in fair_mark */
    uint64_t offset;              /* after FAIR_ERECORD: as in fair_mark */
} job;

static fs_ranks all_ranks; /* all ranks of the program */
static char scratch[PATH]; /* a folder for all files of the test */

/* The outputs of one machine. Only rank 0 has them. */
static sink expected[PARTS];

/* Ends the program, on all ranks. */
static void ranks_bail_out(const char *why)
{
    printf("Bail out! rank %d: %s\n", my_rank, why);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* ---- files ------------------------------------------------------------------------- */

static void path_of(char path[PATH + 40], const char *name, uint64_t number)
{
    snprintf(path, PATH + 40, "%s/%s.%u", scratch, name, (unsigned)number);
}

static int open_file(const char *name, uint64_t number, int flags)
{
    char path[PATH + 40];
    path_of(path, name, number);
    return open(path, flags | O_CLOEXEC, 0600);
}

static void remove_file(const char *name, uint64_t number)
{
    char path[PATH + 40];
    path_of(path, name, number);
    unlink(path);
}

/* Makes a file with these bytes. */
static void put_file(const char *name, uint64_t number, const void *data, size_t length)
{
    const int fd = open_file(name, number, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0)
        ranks_bail_out("no file for the test");
    write_all(fd, data, length);
    close(fd);
}

/* All ranks get the same scratch folder. To be called after ranks_begin(). */
static void set_up(void)
{
    const char *folder = getenv("TMPDIR");
    if (fs_ranks_start(&all_ranks, MPI_COMM_WORLD, 0) != FAIR_OK)
        ranks_bail_out("MPI cannot be used");
    snprintf(scratch, sizeof scratch, "%.100s/fairshuf-mpi.XXXXXX",
             folder != NULL ? folder : "/tmp");
    if (my_rank == 0 && mkdtemp(scratch) == NULL)
        ranks_bail_out("no folder for the test");
    if (fs_ranks_share(&all_ranks, scratch, sizeof scratch, 0) != FAIR_OK)
        ranks_bail_out("MPI failed");
}

static void tear_down(void)
{
    uint64_t nothing = 0;
    fs_ranks_sum(&all_ranks, &nothing, 1); /* all ranks are done */
    fs_ranks_stop(&all_ranks);
    if (my_rank > 0)
        return;
    for (uint64_t i = 0; i < MOST_FILES; i++) {
        remove_file("in", i);
        remove_file("other", i);
        remove_file("out", i);
        sink_clear(&expected[i % PARTS]);
    }
    CHECK(rmdir(scratch) == 0);
}

/* ---- what must come out -------------------------------------------------------------
 */

/* The number of records in the header of a file. */
static uint64_t header_of(const job *j, int fd)
{
    fair_reader *reader;
    const unsigned char *record;
    size_t length;
    uint64_t count = 0;
    if (fair_reader_new(&reader, &j->format) != FAIR_OK)
        ranks_bail_out("no reader");
    fair_reader_open(reader, fd);
    while (count < j->header && fair_reader_next(reader, &record, &length) == 1)
        count++;
    fair_reader_free(reader);
    lseek(fd, 0, SEEK_SET);
    return count;
}

/* Shuffles the input files on this rank alone, and completes the job. */
static void expect(job *j)
{
    const fair_records_options options = {
        .format = j->format, .header = j->header, .threads = 1};
    fair_part parts[PARTS];
    fair_records *records;
    j->bytes = j->written = 0;
    for (size_t i = 0; i < PARTS; i++) {
        sink_clear(&expected[i]);
        parts[i] = part_to(&expected[i], j->counts[i]);
    }
    j->error = fair_records_new(&records, test_key(j->key), &options);
    for (uint64_t i = 0; i < j->file_count && j->error == FAIR_OK; i++) {
        const int fd = open_file("in", i, O_RDONLY);
        struct stat about;
        fstat(fd, &about);
        j->bytes += (uint64_t)about.st_size;
        j->headers[i] = header_of(j, fd);
        j->error = fair_records_read(records, fd);
        if (j->error != FAIR_OK) {
            const fair_mark mark = fair_records_mark(records);
            j->file = i;
            j->record = mark.record;
            j->offset = mark.offset;
        }
        close(fd);
    }
    j->records = fair_records_count(records);
    if (j->error == FAIR_OK)
        j->error = fair_records_write(records, parts, (size_t)j->part_count);
    fair_records_free(records);
    for (size_t i = 0; i < j->part_count; i++)
        j->written += expected[i].length;
}

/* All ranks get the job of rank 0. Empty outputs are made. */
static void announce(job *j)
{
    for (uint64_t i = 0; my_rank == 0 && i < j->part_count; i++)
        put_file("out", i, "", 0);
    if (fs_ranks_share(&all_ranks, j, sizeof *j, 0) != FAIR_OK)
        ranks_bail_out("MPI failed");
}

/* ---- running a job ------------------------------------------------------------------
 */

/* What a rank does, and what comes out. */
typedef struct {
    const job *j;
    int (*open)(void *context, uint64_t file); /* NULL: opens the input file */
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    int (*temporary)(void *context); /* NULL: opens a temporary file */
    void (*between)(void);           /* called after reading */
    int *outputs;        /* [PARTS]: is set to their descriptors; may be NULL */
    int temporary_fd;    /* of the temporary file; -1: none */
    int error;           /* of the first function that failed */
    int written;         /* fs_files_write() was called */
    fs_failure failure;  /* after an error */
    fs_files_usage used; /* after writing */
} trial;

static int open_input(void *context, uint64_t file)
{
    const trial *t = context;
    return t->open != NULL ? t->open(context, file) : open_file("in", file, O_RDONLY);
}

static int open_temporary(void *context)
{
    trial *t = context;
    if (t->temporary != NULL)
        return t->temporary(context);
    char path[PATH + 40];
    snprintf(path, sizeof path, "%s/temporary.XXXXXX", scratch);
    const int fd = mkstemp(path);
    unlink(path);
    return t->temporary_fd = fd;
}

static int call_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    const trial *t = context;
    return t->progress != NULL ? t->progress(context, phase, done, total) : 0;
}

static void read_and_write(trial *t, fs_files *files, const fs_files_part *parts)
{
    const job *j = t->j;
    t->error = fs_files_read(files);
    if (t->error == FAIR_OK) {
        CHECKF(fs_files_count(files) == j->records, "%" PRIu64 " records, not %" PRIu64,
               fs_files_count(files), j->records);
        for (uint64_t i = 0; i < j->file_count; i++)
            CHECK(fs_files_header_records(files, i) == j->headers[i]);
        if (t->between != NULL)
            t->between();
        t->error = fs_files_write(files, parts, (size_t)j->part_count, j->sync);
        t->written = 1;
        t->used = fs_files_used(files);
    }
    t->failure = *fs_files_failure(files);
}

/* Runs a job on all ranks. */
static void run_job(trial *t)
{
    const job *j = t->j;
    const fs_files_options options = {
        .records = {.format = j->format,
                    .header = j->header,
                    .threads = j->threads,
                    .memory = j->memory,
                    .temporary = j->no_temporary ? NULL : open_temporary,
                    .progress = call_progress,
                    .context = t},
        .file_count = j->file_count,
        .open = open_input,
        .context = t};
    fs_files_part parts[PARTS] = {{0}};
    fs_files *files;
    for (uint64_t i = 0; i < j->part_count; i++)
        parts[i] =
            (fs_files_part){.count = j->counts[i], .fd = open_file("out", i, O_WRONLY)};
    for (size_t i = 0; i < PARTS && t->outputs != NULL; i++)
        t->outputs[i] = i < j->part_count ? parts[i].fd : -1;
    t->temporary_fd = -1;
    t->written = 0;
    t->failure = (fs_failure){.error = FAIR_OK};
    t->error = fs_files_new(&files, &all_ranks, test_key(j->key), &options);
    if (t->error == FAIR_OK)
        read_and_write(t, files, parts);
    else
        CHECK(files == NULL);
    fs_files_free(files);
    for (uint64_t i = 0; i < j->part_count; i++)
        close(parts[i].fd);
}

/* Whether all ranks have the same error and the same details. */
static void check_same(const trial *t)
{
    int same = 0;
    const int64_t about[] = {t->error,
                             t->failure.error,
                             t->failure.number,
                             t->failure.rank,
                             t->failure.step,
                             (int64_t)t->failure.index,
                             (int64_t)t->failure.record,
                             (int64_t)t->failure.offset,
                             (int64_t)t->failure.needed,
                             t->written};
    if (fs_ranks_compare(&all_ranks, about, sizeof about, &same) != FAIR_OK)
        ranks_bail_out("MPI failed");
    CHECKF(same, "rank %d: %s, but another one has other details", my_rank,
           fair_strerror(t->error));
}

/* On rank 0: whether the outputs are those of one machine. Other ranks return 1. */
static int outputs_are_right(const job *j)
{
    int right = 1;
    for (uint64_t i = 0; my_rank == 0 && i < j->part_count; i++) {
        const int fd = open_file("out", i, O_RDONLY);
        struct stat about;
        fstat(fd, &about);
        const size_t length = (size_t)about.st_size;
        unsigned char *data = must_malloc(length);
        size_t got = 0;
        for (ssize_t now = 1; now > 0 && got<length; got += now> 0 ? (size_t)now : 0)
            now = read(fd, data + got, length - got);
        size_t same = 0;
        while (same < got && same < expected[i].length &&
               data[same] == expected[i].data[same])
            same++;
        if (length != expected[i].length || same != length) {
            printf(
                "# output %u: %zu bytes, not %zu; byte %zu is the first that differs\n",
                (unsigned)i, length, expected[i].length, same);
            right = 0;
        }
        free(data);
        close(fd);
    }
    return right;
}

#endif
