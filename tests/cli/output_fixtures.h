/* SPDX-License-Identifier: MIT
 *
 * output_fixtures.h - for tests of output files: an old and a new content, a folder `w`
 * for outputs and a folder `t` for temporary files, and a function that writes an output.
 */
#ifndef OUTPUT_FIXTURES_H
#define OUTPUT_FIXTURES_H

#include <dirent.h>

#include "tests/cli/output_faulty.h"
#include "tests/support/test.h"

enum { SIZE = 150001, OLD_SIZE = 1000 };

static char new_text[SIZE], old_text[OLD_SIZE];

static inline void put(const char *path, const char *text, size_t size, mode_t mode)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, text, size) != (ssize_t)size || fchmod(fd, mode) != 0) {
        perror(path);
        exit(1);
    }
    close(fd);
}

static inline bool holds(const char *path, const char *text, size_t size)
{
    static char buffer[SIZE + 1];
    const int fd = open(path, O_RDONLY);
    const ssize_t got = fd < 0 ? -1 : read(fd, buffer, sizeof buffer);
    if (fd >= 0)
        close(fd);
    return got == (ssize_t)size && memcmp(buffer, text, size) == 0;
}

static inline bool is_old(const char *path)
{
    return holds(path, old_text, OLD_SIZE);
}

static inline bool is_new(const char *path)
{
    return holds(path, new_text, SIZE);
}

static inline mode_t mode_of(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 ? is.st_mode & 07777 : (mode_t)-1;
}

/* The entries of a folder, without . and .. */
static inline unsigned entries(const char *path, bool clear)
{
    unsigned count = 0;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (clear)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    if (folder != NULL)
        closedir(folder);
    return count;
}

static inline unsigned descriptors(void)
{
    unsigned count = 0;
    for (int fd = 0; fd < 512; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* The options of the command, with `t` for temporary files. */
static char elsewhere[PATH_MAX];

static inline struct output_options with_sync(enum output_sync sync)
{
    return (struct output_options){.folder = elsewhere, .sync = sync};
}

/* Opens, writes and commits an output, as the command does. */
static inline int produce_synced(const char *name, enum output_sync sync)
{
    struct output output = {.fd = -1};
    messages = 0;
    message[0] = '\0';
    memset(trail, 0, sizeof trail);
    if (output_open_with(&output, name, with_sync(sync)) != 0)
        return 1;
    for (size_t at = 0; at < SIZE; at += 40000) {
        const size_t length = SIZE - at < 40000 ? SIZE - at : 40000;
        const int error = output_write(&output, new_text + at, length);
        if (error != 0) {
            output_abandon(&output);
            return say_error(error, "%s: write error", name);
        }
    }
    return output_commit(&output);
}

static inline int produce(const char *name)
{
    return produce_synced(name, OUTPUT_SYNC_AUTO);
}

/* A test that needs root. */
#define TEST_AS_ROOT(name)                                                               \
    TEST(geteuid() == 0 ? name : name " # SKIP needs root")                              \
    if (CHECK(true) && geteuid() == 0)

/* ---- attributes ------------------------------------------------------------------- */

#ifdef __linux__
/* Gives a file an extended attribute and a file attribute (chattr +d). False if the file
 * system does not support them. */
static inline bool mark(const char *path)
{
    int flags[2] = {0};
    const int fd = open(path, O_RDONLY);
    const bool marked = fd >= 0 && fsetxattr(fd, "user.mark", "x", 1, 0) == 0 &&
                        ioctl(fd, FS_IOC_GETFLAGS, flags) == 0 &&
                        (flags[0] |= FS_NODUMP_FL) != 0 &&
                        ioctl(fd, FS_IOC_SETFLAGS, flags) == 0;
    close(fd);
    return marked;
}

static inline bool is_marked(const char *path)
{
    int flags[2] = {0};
    char value[2];
    const int fd = open(path, O_RDONLY);
    const bool marked = fd >= 0 && fgetxattr(fd, "user.mark", value, 2) == 1 &&
                        value[0] == 'x' && ioctl(fd, FS_IOC_GETFLAGS, flags) == 0 &&
                        (flags[0] & FS_NODUMP_FL) != 0;
    close(fd);
    return marked;
}
#else
static inline bool mark(const char *path)
{
    (void)path;
    return false;
}

static inline bool is_marked(const char *path)
{
    return mark(path);
}
#endif

/* ---- setup ------------------------------------------------------------------------ */

static char scratch[PATH_MAX / 2];

/* Makes the contents and the folders, and enters the parent of the folders. */
static inline void set_up(void)
{
    for (size_t i = 0; i < SIZE; i++)
        new_text[i] = (char)('a' + i * i % 26);
    memset(old_text, 'O', OLD_SIZE);
    signal(SIGPIPE, SIG_IGN);
    umask(022);
    const char *folder = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%.1000s/test_output-XXXXXX",
             folder != NULL && folder[0] == '/' ? folder : "/tmp");
    if (mkdtemp(scratch) == NULL || chmod(scratch, 0755) != 0 || chdir(scratch) != 0 ||
        mkdir("w", 0777) != 0 || mkdir("t", 0777) != 0) {
        perror(scratch);
        exit(1);
    }
    snprintf(elsewhere, sizeof elsewhere, "%s/t", scratch);
}

static inline void clean_up(void)
{
    entries("w", true);
    entries("t", true);
    rmdir("w");
    rmdir("t");
    if (chdir("/") == 0)
        rmdir(scratch);
}

#endif
