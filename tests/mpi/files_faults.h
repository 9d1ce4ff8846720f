/* SPDX-License-Identifier: MIT
 *
 * files_faults.h - faults for test_files_faults.c: on one rank, the k-th call of some
 * kind fails. They happen only between faulty_start() and faulty_stop(). The linker wraps
 * the functions (--wrap).
 */
#ifndef FILES_FAULTS_H
#define FILES_FAULTS_H

#include "tests/support/faulty_malloc.h"

#define SINK_REALLOC __real_realloc /* memory of the test */
#include "tests/mpi/files_fixtures.h"

/* What fails, or happens, at the k-th call. */
enum {
    NO_FAULT,
    ALLOCATING,
    READING_INPUT,
    WRITING_OUTPUT,
    READING_TEMPORARY,
    WRITING_TEMPORARY,
    OPENING_INPUT,
    OPENING_TEMPORARY,
    SYNCING,
    CANCELLING, /* progress() returns 1 */
    SHRINKING,  /* a read of an input truncates it */
    GROWING,    /* a read of an input appends to it */
    FAULTS
};
static const char *const fault_names[FAULTS] = {"no fault",
                                                "an allocation",
                                                "a read of an input",
                                                "a write to an output",
                                                "a read of the temporary file",
                                                "a write to the temporary file",
                                                "opening an input",
                                                "opening the temporary file",
                                                "syncing an output",
                                                "cancelling",
                                                "shrinking an input",
                                                "growing an input"};

enum { MOST_OPEN = 4096 };

static struct {
    int what;               /* what fails on this rank */
    int at;                 /* the number of the call that fails, from 1 */
    int lasts;              /* all later calls fail, too */
    int result;             /* what a read or write that fails returns: -1, or 1 byte */
    int number;             /* the errno of a call that fails */
    atomic_int calls;       /* calls of this kind so far */
    atomic_int happened;    /* calls that failed */
    int outputs[PARTS];     /* the descriptors of outputs */
    atomic_int opened;      /* inputs opened so far */
    int inputs[MOST_OPEN];  /* their descriptors */
    const trial *temporary; /* knows the temporary file */
} fault;

/* Whether this call fails. */
static int fails(int what)
{
    if (!faulty_is_armed() || what != fault.what)
        return 0;
    const int call = atomic_fetch_add(&fault.calls, 1) + 1;
    if (fault.lasts ? call < fault.at : call != fault.at)
        return 0;
    atomic_fetch_add(&fault.happened, 1);
    errno = fault.number;
    return 1;
}

static int is_output(int fd)
{
    for (size_t i = 0; i < PARTS; i++)
        if (fd == fault.outputs[i])
            return 1;
    return 0;
}

static int is_temporary(int fd)
{
    return fault.temporary != NULL && fd == fault.temporary->temporary_fd;
}

/* ---- the wrapped functions ----------------------------------------------------------
 */

/* An input changes while it is read. */
static void disturb(int fd)
{
    char path[64];
    struct stat about;
    if (!fails(SHRINKING) && !fails(GROWING))
        return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    CHECK(fstat(fd, &about) == 0);
    const off_t to = fault.what == SHRINKING ? about.st_size / 2 : about.st_size + 100;
    CHECK(truncate(path, to) == 0);
}

ssize_t __real_pread64(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at)
{
    const int temporary = is_temporary(fd);
    if (faulty_is_armed() && !temporary)
        disturb(fd);
    /* Threads may read after the end of a file; it does not matter whether that fails. */
    struct stat is;
    const int after_end = fstat(fd, &is) == 0 && at > is.st_size;
    if (!after_end && fails(temporary ? READING_TEMPORARY : READING_INPUT)) {
        if (fault.result < 0)
            return -1;
        length = 1;
    }
    return __real_pread64(fd, to, length, at);
}

ssize_t __real_pwrite64(int fd, const void *from, size_t length, off_t at);
ssize_t __wrap_pwrite64(int fd, const void *from, size_t length, off_t at);
ssize_t __wrap_pwrite64(int fd, const void *from, size_t length, off_t at)
{
    if (fails(is_output(fd) ? WRITING_OUTPUT : WRITING_TEMPORARY)) {
        if (fault.result < 0)
            return -1;
        length = 1;
    }
    return __real_pwrite64(fd, from, length, at);
}

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
    return fails(SYNCING) ? -1 : __real_fsync(fd);
}

int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __wrap_fdatasync(int fd)
{
    return fails(SYNCING) ? -1 : __real_fdatasync(fd);
}

/* ---- the caller's functions ---------------------------------------------------------
 */

static const char *input_name = "in"; /* which files this rank opens */

static int open_or_fail(void *context, uint64_t file)
{
    (void)context;
    if (fails(OPENING_INPUT))
        return -1;
    const int fd = open_file(input_name, file, O_RDONLY);
    const int number = atomic_fetch_add(&fault.opened, 1);
    if (number < MOST_OPEN)
        fault.inputs[number] = fd;
    return fd;
}

static int temporary_or_fail(void *context)
{
    trial *t = context;
    char path[PATH + 40];
    if (fails(OPENING_TEMPORARY))
        return -1;
    snprintf(path, sizeof path, "%s/temporary.XXXXXX", scratch);
    const int fd = mkstemp(path);
    unlink(path);
    return t->temporary_fd = fd;
}

static int progress_or_cancel(void *context, int phase, uint64_t done, uint64_t total)
{
    (void)context;
    (void)phase;
    CHECKF(total == 0 || done <= total, "%" PRIu64 " of %" PRIu64, done, total);
    return fails(CANCELLING);
}

/* ---- running a job with a fault -----------------------------------------------------
 */

/* Runs a job. On the rank `rank`, call number `at` of the kind `what` fails. Returns on
 * all ranks whether it happened. */
static int run_with(trial *t, int what, int rank, int at, int result, int number)
{
    fault.what = my_rank == rank ? what : NO_FAULT;
    fault.at = at;
    /* A thread may read ahead; if that fails, the bytes are read again. */
    fault.lasts = what == READING_INPUT && result < 0 && number != EINTR;
    fault.result = result;
    fault.number = number;
    atomic_store(&fault.calls, 0);
    atomic_store(&fault.happened, 0);
    atomic_store(&fault.opened, 0);
    fault.temporary = t;
    t->open = open_or_fail;
    t->temporary = temporary_or_fail;
    t->progress = progress_or_cancel;
    t->outputs = fault.outputs;
    faulty_start();
    faulty_fail(fault.what == ALLOCATING ? at - 1 : -1);
    run_job(t);
    faulty_stop();
    CHECKF(faulty.bytes == 0, "%ld bytes lost after %s", (long)faulty.bytes,
           fair_strerror(t->error));
    CHECK(t->temporary_fd < 0 || fcntl(t->temporary_fd, F_GETFD) < 0);
    for (int i = 0; i < fault.opened && i < MOST_OPEN; i++)
        CHECKF(fcntl(fault.inputs[i], F_GETFD) < 0, "input %d of %d is open", i,
               (int)fault.opened);
    check_same(t);
    uint64_t happened = (uint64_t)(fault.happened > 0 || faulty.refused > 0);
    if (fs_ranks_sum(&all_ranks, &happened, 1) != FAIR_OK)
        ranks_bail_out("MPI failed");
    return happened > 0;
}

#endif
