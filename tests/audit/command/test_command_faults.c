/* SPDX-License-Identifier: MIT
 *
 * test_command_faults.c - fairaudit without memory. Whichever allocation fails, it ends
 * with status 2 and one line on stderr, leaks nothing, and leaves no process, descriptor
 * or file behind.
 *
 * faulty_malloc.h makes the k-th allocation fail, and counts the blocks that are not
 * freed. One thread does all of it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>

#include "audit/command/run.h"
#include "tests/audit/command/subject/fixtures.h"
#include "tests/support/faulty_malloc.h"

/* ---- command lines ----------------------------------------------------------------- */

#define LINE(...) ((const char *[]){"fairaudit", __VA_ARGS__, NULL})

static const char *const *const lines[] = {
    LINE("-q", "-a", "down", "-n", "5", "-t", "20", "-s1", "--threads=1"),
    LINE("--json", "-a", "down", "-n5", "-t20", "-s1", "--threads=1"),
    LINE("-a", "sattolo", "--cycle", "-n", "6", "-t", "50", "-s1", "--threads=1"),
    LINE("-a", "up", "-n5", "-t", "50", "-s1", "--threads=1", "--save=saved"),
    LINE("--exact", "swap-with-any", "-n", "4"),
    LINE("--exact", "swap-with-any", "-n", "4", "--json=written"),
    LINE("--exact", "riffle:2", "-n", "20"),
    LINE("--list"),
    LINE("--list", "--json"),
    LINE("--counts", "down", "-t", "100", "-s1", "--threads=1"),
    LINE("-p", "orders", "-s1", "--threads=1", "--save=saved", "--json=written"),
    LINE("-p", "orders", "-n10", "-k3", "-s1", "--threads=1"),
    LINE("--batch", "-n", "3", "-s1", "--threads=1", "--", "cat", "orders"),
    LINE("-n", "4", "-t", "9", "-j1", "-s1", "--threads=1", "--", "cat"),
    LINE("-n", "4", "-t", "9", "-j1", "-s1", "--threads=1", "--", "sh", "-c",
         "cat {in} > {out}"),
    LINE("-n", "400", "-t", "3", "-j1", "-s1", "--threads=1", "--", "cat"),
    LINE("-n", "6", "-k2", "-t", "5", "-j1", "-s1", "--threads=1", "--tokens",
         "--unordered", "--", "head", "-n2"),
    LINE("-n", "6", "--copies=2", "-t", "5", "-j1", "-s1", "--threads=1", "--", "cat"),
    LINE("-n", "6", "--cycle", "-t", "5", "-j1", "-s1", "--threads=1", "--", "sh", "-c",
         "read x; cat; echo $x"),
};

static volatile sig_atomic_t stop;

/* Does what main() does. */
static int run_line(const char *const *line)
{
    struct request request;
    char *words[32];
    int count = 0;
    for (; line[count] != NULL; count++)
        words[count] = (char *)(uintptr_t)line[count];
    words[count] = NULL;
    if (!request_read(&request, count, words))
        return RUN_FAILED;
    switch (request.task) {
    case TASK_LIST:
        return run_list(&request);
    case TASK_EXACT:
        return run_exact(&request);
    case TASK_COUNTS:
        return run_counts(&request, &stop);
    default:
        return run_audit(&request, &stop);
    }
}

/* ---- one run ----------------------------------------------------------------------- */

/* Runs a command line with stdout and stderr in files. Returns the exit status. */
static int run_quietly(const char *const *line, long fail, char *err, size_t room)
{
    fflush(stdout);
    const int out = dup(1), messages = dup(2);
    const int nowhere = open("/dev/null", O_WRONLY);
    const int file = open("err", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(nowhere, 1);
    dup2(file, 2);
    faulty_start();
    faulty_fail(fail);
    const int status = run_line(line);
    faulty_fail(-1);
    fflush(stdout);
    dup2(out, 1);
    dup2(messages, 2);
    const ssize_t length = pread(file, err, room - 1, 0);
    err[length > 0 ? length : 0] = '\0';
    close(out);
    close(messages);
    close(nowhere);
    close(file);
    unlink("err");
    return status;
}

static bool is_one_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return strncmp(text, "fairaudit: ", 11) == 0 && end != NULL && end[1] == '\0';
}

/* The length of a file, and its beginning; -1 and "" if it does not exist. */
static long read_file(const char *name, char *text, size_t room)
{
    struct stat is;
    const int fd = open(name, O_RDONLY);
    const ssize_t length = fd >= 0 ? read(fd, text, room - 1) : 0;
    text[length > 0 ? length : 0] = '\0';
    const long size = fd >= 0 && fstat(fd, &is) == 0 ? (long)is.st_size : -1;
    if (fd >= 0)
        close(fd);
    return size;
}

static void test_line(const char *const *line)
{
    static char name[200]; /* static, because it is printed when the next test begins */
    char err[2000], report[2000];
    test_close();
    name[0] = '\0';
    for (size_t i = 1; line[i] != NULL; i++)
        snprintf(name + strlen(name), sizeof name - strlen(name), " %s", line[i]);
    TEST(name + 1)
    {
        const int usual = run_quietly(line, -1, err, sizeof err);
        const long all = faulty.allocations;
        const long saved = read_file("saved", report, sizeof report);
        CHECKF(err[0] == '\0' && usual >= 0 && usual <= 3 && usual != RUN_FAILED,
               "%d: %s", usual, err);
        unlink("saved");
        unlink("written");
        const size_t descriptors = open_descriptors(), entries = entries_of(".");
        long step = 1;
        for (long k = 0; k < all; k += step) {
            const int status = run_quietly(line, k, err, sizeof err);
            CHECKF(faulty.live == 0, "allocation %ld: %ld not freed", k, faulty.live);
            read_file("written", report, sizeof report);
            CHECKF(status == RUN_FAILED ? (is_one_line(err) && strstr(err, "memory")) ||
                                              (err[0] == '\0' && strstr(report, "memory"))
                                        : status == usual && err[0] == '\0',
                   "allocation %ld: status %d: %s", k, status, err);
            const long now = read_file("saved", report, sizeof report);
            CHECKF(now == saved || (now < 0 && status == RUN_FAILED),
                   "allocation %ld: %ld bytes saved, not %ld", k, now, saved);
            unlink("saved");
            unlink("written");
            CHECKF(open_descriptors() == descriptors,
                   "allocation %ld: %zu descriptors, not %zu", k, open_descriptors(),
                   descriptors);
            CHECKF(entries_of(".") == entries, "allocation %ld: files are left", k);
            CHECKF(!has_children(), "allocation %ld: processes are left", k);
            step = 1 + k / 10;
        }
    }
}

int main(void)
{
    char folder[] = "/tmp/test-command-XXXXXX";
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 99;
    setenv("TMPDIR", folder, 1);
    FILE *file = fopen("orders", "w");
    for (int i = 0; i < 20; i++)
        fputs("1 2 3\n3 1 2\n", file);
    fclose(file);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        test_line(lines[i]);
    unlink("orders");
    rmdir(folder);
    return test_done();
}
