/* SPDX-License-Identifier: MIT
 *
 * test_output.c - tools/output.c when system calls fail: the old file stays or the new
 * one is complete, nothing is left lying about, no descriptor leaks, and there is exactly
 * one message if and only if something went wrong.
 *
 * The source is included with its system calls replaced by macros: unlike the linker's
 * --wrap this does not depend on the names that libc gives to calls with 64-bit offsets.
 * In each scenario the k-th call fails, for every k, once with each of several errors.
 * The calls that make files last leave a trail, and its order is looked at.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "test.h"

/* ---- faults ------------------------------------------------------------------------ */

static long calls_left = -1; /* until one fails; -1: none does */
static int fault;            /* its errno */
static bool struck;
static bool no_nameless, no_rename, no_space; /* always refused */
static size_t most = SIZE_MAX;                /* bytes that a write takes */
static size_t longest;                        /* write that was asked for */
static char trail[64];                        /* of some calls, a letter for each */
static off_t started_at, started_length;      /* of the last that starts writing */

static void leave_trail(char letter)
{
    const size_t length = strlen(trail);
    if (length + 1 < sizeof trail)
        trail[length] = letter;
}

static bool fails(void)
{
    if (calls_left < 0 || calls_left-- > 0)
        return false;
    struck = true;
    errno = fault;
    return true;
}

static int faulty_open(const char *path, int flags, mode_t mode)
{
#ifdef O_TMPFILE
    if (no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
#endif
    return fails() ? -1 : open(path, flags, mode);
}

static ssize_t faulty_write(int fd, const void *data, size_t length)
{
    longest = length > longest ? length : longest;
    return fails() ? -1 : write(fd, data, length < most ? length : most);
}

static int faulty_close(int fd)
{
    const int result = close(fd); /* an error of close() closes all the same */
    return fails() ? -1 : result;
}

static int faulty_rename(const char *from, const char *to)
{
    if (no_rename) {
        errno = EBUSY;
        return -1;
    }
    leave_trail('R');
    return fails() ? -1 : rename(from, to);
}

static int faulty_fsync(int fd)
{
    struct stat is;
    leave_trail(fstat(fd, &is) == 0 && S_ISDIR(is.st_mode) ? 'D' : 'F');
    return fails() ? -1 : fsync(fd);
}

static int faulty_link(const char *from, const char *to)
{
    leave_trail('L');
    return fails() ? -1 : linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
}

static int faulty_unlink(const char *path)
{
    leave_trail('U');
    return unlink(path); /* if that fails, nothing can be done about it */
}

#ifdef __linux__
static int faulty_range(int fd, off_t at, off_t length, unsigned flags)
{
    const bool starts = flags == SYNC_FILE_RANGE_WRITE;
    leave_trail(starts ? 's' : 'W');
    if (starts) {
        started_at = at;
        started_length = length;
    }
    return fails() ? -1 : sync_file_range(fd, at, length, flags);
}
#endif

static int faulty_fallocate(int fd, off_t from, off_t length)
{
    if (no_space)
        return ENOSPC;
    leave_trail('A');
    return fails() ? fault : posix_fallocate(fd, from, length);
}

#define open(path, flags, mode) faulty_open(path, flags, mode)
#define write(fd, data, length) faulty_write(fd, data, length)
#define close(fd) faulty_close(fd)
#define rename(from, to) faulty_rename(from, to)
#define posix_fallocate(fd, from, length) faulty_fallocate(fd, from, length)
#define stat(path, is) (fails() ? -1 : stat(path, is))
#define lstat(path, is) (fails() ? -1 : lstat(path, is))
#define fcntl(...) (fails() ? -1 : fcntl(__VA_ARGS__))
#define fchmod(fd, mode) (fails() ? -1 : fchmod(fd, mode))
#define fchown(fd, owner, group) (fails() ? -1 : fchown(fd, owner, group))
#define fsync(fd) faulty_fsync(fd)
#define sync_file_range(fd, at, length, flags) faulty_range(fd, at, length, flags)
#define unlink(path) faulty_unlink(path)
#define ftruncate(fd, size) (fails() ? -1 : ftruncate(fd, size))
#define linkat(a, from, c, to, e) faulty_link(from, to)
#define pread(fd, data, size, at) (fails() ? -1 : pread(fd, data, size, at))
#define readlink(path, text, size) (fails() ? -1 : readlink(path, text, size))
#define malloc(size) (fails() ? NULL : malloc(size))
#define strdup(text) (fails() ? NULL : strdup(text))
#define access(path, mode) (fails() ? -1 : access(path, mode))

/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "../tools/output_temporary.c"

#include "../tools/output_replace.c"

#include "../tools/output.c"
/* NOLINTEND(bugprone-suspicious-include) */

#undef open
#undef write
#undef close
#undef rename
#undef posix_fallocate
#undef stat
#undef lstat
#undef fcntl
#undef fchmod
#undef fchown
#undef fsync
#undef sync_file_range
#undef unlink
#undef ftruncate
#undef linkat
#undef pread
#undef readlink
#undef malloc
#undef strdup
#undef access

/* ---- messages ---------------------------------------------------------------------- */

static unsigned messages;
static char message[PATH_MAX + 200];

int say_error(int error, const char *format, ...)
{
    messages++;
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof message)
        snprintf(message + length, sizeof message - (size_t)length, ": %s",
                 strerror(error));
    return 1;
}

const char *say_file(const char *name)
{
    return name;
}

/* ---- files ------------------------------------------------------------------------- */

enum { SIZE = 150001, OLD_SIZE = 1000 };

static char new_text[SIZE], old_text[OLD_SIZE];

static void put(const char *path, const char *text, size_t size, mode_t mode)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, text, size) != (ssize_t)size || fchmod(fd, mode) != 0) {
        perror(path);
        exit(1);
    }
    close(fd);
}

static bool holds(const char *path, const char *text, size_t size)
{
    static char buffer[SIZE + 1];
    const int fd = open(path, O_RDONLY);
    const ssize_t got = fd < 0 ? -1 : read(fd, buffer, sizeof buffer);
    if (fd >= 0)
        close(fd);
    return got == (ssize_t)size && memcmp(buffer, text, size) == 0;
}

static bool is_old(const char *path)
{
    return holds(path, old_text, OLD_SIZE);
}

static bool is_new(const char *path)
{
    return holds(path, new_text, SIZE);
}

static mode_t mode_of(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 ? is.st_mode & 07777 : (mode_t)-1;
}

/* The entries of a folder, without . and .. */
static unsigned entries(const char *path, bool clear)
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

static unsigned descriptors(void)
{
    unsigned count = 0;
    for (int fd = 0; fd < 512; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* What main() does with one output. */
static int produce_synced(const char *name, enum output_sync sync)
{
    struct output output = {.fd = -1};
    messages = 0;
    message[0] = '\0';
    memset(trail, 0, sizeof trail);
    if (output_open(&output, name) != 0)
        return 1;
    output.sync = sync;
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

static int produce(const char *name)
{
    return produce_synced(name, OUTPUT_SYNC_AUTO);
}

/* ---- scenarios --------------------------------------------------------------------- */

static const struct scenario {
    const char *name;   /* of the test */
    const char *output; /* as given to -o */
    const char *target; /* the file meant by it */
    bool exists, link, twin, no_nameless, no_rename;
} scenarios[] = {
    {.name = "a new file", .output = "w/f", .target = "w/f"},
    {.name = "an old file", .output = "w/f", .target = "w/f", .exists = true},
    {.name = "a link to a file",
     .output = "w/l",
     .target = "w/f",
     .exists = true,
     .link = true},
    {.name = "a link to nothing", .output = "w/l", .target = "w/f", .link = true},
    {.name = "a file with two links",
     .output = "w/f",
     .target = "w/f",
     .exists = true,
     .twin = true},
    {.name = "a mount point",
     .output = "w/f",
     .target = "w/f",
     .exists = true,
     .no_rename = true},
    {.name = "a new file, temporary with name",
     .output = "w/f",
     .target = "w/f",
     .no_nameless = true},
    {.name = "an old file, temporary with name",
     .output = "w/f",
     .target = "w/f",
     .exists = true,
     .no_nameless = true},
    {.name = "two links, temporary with name",
     .output = "w/f",
     .target = "w/f",
     .exists = true,
     .twin = true,
     .no_nameless = true},
    {.name = "a mount point, temporary with name",
     .output = "w/f",
     .target = "w/f",
     .exists = true,
     .no_nameless = true,
     .no_rename = true},
};

/* The one file whose name says that it is temporary, if there is one. */
static bool find_temporary(char path[NAME_MAX + 3])
{
    unsigned count = 0;
    DIR *folder = opendir("w");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (strstr(entry->d_name, ".fairshuf-") != NULL && ++count == 1)
            snprintf(path, NAME_MAX + 3, "w/%s", entry->d_name);
    if (folder != NULL)
        closedir(folder);
    return count == 1;
}

/* Runs a scenario with its k-th call failing; false if it has not that many calls. */
static bool run(const struct scenario *s, long k, int error, enum output_sync sync)
{
    entries("w", true);
    if (s->exists)
        put("w/f", old_text, OLD_SIZE, 0640);
    if (s->link && symlink("f", "w/l") != 0)
        return false;
    if (s->twin && link("w/f", "w/g") != 0)
        return false;
    const unsigned files = entries("w", false), fds = descriptors();
    struct stat before, after;
    if (!s->exists || stat("w/f", &before) != 0)
        before = (struct stat){.st_nlink = 0};

    no_nameless = s->no_nameless;
    no_rename = s->no_rename;
    struck = false;
    fault = error;
    calls_left = k;
    const int status = produce_synced(s->output, sync);
    calls_left = -1;
    no_nameless = no_rename = false;

    const bool exists = stat("w/f", &after) == 0;
    const char *const e = strerror(error);
    char kept[NAME_MAX + 3];
    const bool damaged = strstr(message, "old content is damaged") != NULL;
    const bool saved = strstr(message, "complete in w/") != NULL;
    CHECKF(messages == (unsigned)status, "%ld %s: %u messages, %s", k, e, messages,
           message);
    CHECKF(descriptors() == fds, "%ld %s: descriptors leak", k, e);
    CHECKF(entries("t", false) == 0, "%ld %s: litter in TMPDIR", k, e);
    CHECKF(entries("w", false) == files + (!s->exists && exists) + saved,
           "%ld %s: litter", k, e);
    if (status == 0)
        CHECKF(is_new("w/f"), "%ld %s: the new file is not complete", k, e);
    else if (strstr(message, "folder cannot be synced") != NULL)
        CHECKF(sync == OUTPUT_SYNC_ALWAYS && is_new("w/f"), "%ld %s: %s", k, e, message);
    else if (!s->exists)
        CHECKF(!exists, "%ld %s: a file in spite of: %s", k, e, message);
    else if (!damaged)
        CHECKF(is_old("w/f"), "%ld %s: the old file is lost: %s", k, e, message);
    else
        CHECKF((s->twin || s->no_rename) && saved, "%ld %s: damage: %s", k, e, message);
    if (saved)
        CHECKF(find_temporary(kept) && is_new(kept) && strstr(message, kept) != NULL,
               "%ld %s: the new content is not there: %s", k, e, message);
    if (s->exists)
        CHECKF((after.st_mode & 07777 & ~0640u) == 0, "%ld %s: mode %o", k, e,
               (unsigned)after.st_mode);
    if (status == 0 && !struck)
        CHECKF((after.st_mode & 0777) == (s->exists ? 0640 : 0644), "mode %o",
               (unsigned)after.st_mode);
    if (s->twin)
        CHECKF(after.st_nlink == 2 && after.st_ino == before.st_ino, "%ld %s: links", k,
               e);
    if (!struck)
        CHECKF(status == 0, "%s without a fault", message);
    return struck;
}

static void test_faults(void)
{
    static const int errors[] = {ENOSPC, EIO, EINTR, EACCES, EPERM, EAGAIN, EMFILE};
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++)
        TEST(scenarios[i].name)
        {
            for (size_t j = 0; j < sizeof errors / sizeof errors[0]; j++) {
                for (int sync = OUTPUT_SYNC_AUTO; sync <= OUTPUT_SYNC_NEVER; sync++) {
                    long k = 0;
                    while (run(&scenarios[i], k, errors[j], (enum output_sync)sync))
                        k++;
                    CHECKF(k > 8, "only %ld calls can fail", k);
                }
            }
            most = 777;
            run(&scenarios[i], -1, 0, OUTPUT_SYNC_AUTO);
            most = SIZE_MAX;
        }
    TEST("no space to copy into place: the old file stays as it was")
    {
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0600);
        CHECK(link("w/f", "w/g") == 0);
        no_space = true;
        CHECK(produce("w/f") == 1 && messages == 1);
        no_space = false;
        CHECK(is_old("w/f") && strstr(message, "damaged") == NULL);
    }
}

/* ---- what is on the disk, and when ------------------------------------------------- */

#ifdef __linux__
/* s: starts writing, W: waits for the data, F: syncs the file, D: its folder, L: gives it
 * a name, R: renames it, A: reserves space, U: removes a name. */
static void test_trails(void)
{
    static const struct {
        const char *what;
        enum output_sync sync;
        size_t old; /* bytes; 0: an empty file */
        bool exists, twin, named;
        const char *trail;
    } cases[] = {
        {"new", OUTPUT_SYNC_AUTO, 0, false, false, false, "L"},
        {"new, named", OUTPUT_SYNC_AUTO, 0, false, false, true, "R"},
        {"empty", OUTPUT_SYNC_AUTO, 0, true, false, false, "LR"},
        {"old", OUTPUT_SYNC_AUTO, OLD_SIZE, true, false, false, "WLFR"},
        {"old, named", OUTPUT_SYNC_AUTO, OLD_SIZE, true, false, true, "WFR"},
        {"links", OUTPUT_SYNC_AUTO, OLD_SIZE, true, true, false, "WLFDAFU"},
        {"links, named", OUTPUT_SYNC_AUTO, OLD_SIZE, true, true, true, "WFDAFU"},
        {"empty links", OUTPUT_SYNC_AUTO, 0, true, true, false, "LAU"},
        {"new", OUTPUT_SYNC_ALWAYS, 0, false, false, false, "WLFRD"},
        {"new, named", OUTPUT_SYNC_ALWAYS, 0, false, false, true, "WFRD"},
        {"old", OUTPUT_SYNC_ALWAYS, OLD_SIZE, true, false, false, "WLFRD"},
        {"empty links", OUTPUT_SYNC_ALWAYS, 0, true, true, false, "WLFDAFU"},
        {"new", OUTPUT_SYNC_NEVER, 0, false, false, false, "L"},
        {"old", OUTPUT_SYNC_NEVER, OLD_SIZE, true, false, false, "LR"},
        {"links", OUTPUT_SYNC_NEVER, OLD_SIZE, true, true, false, "LAU"},
    };
    TEST("synced before it is renamed or overwritten, or not at all")
    {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            entries("w", true);
            if (cases[i].exists)
                put("w/f", old_text, cases[i].old, 0600);
            if (cases[i].twin)
                CHECK(link("w/f", "w/g") == 0);
            no_nameless = cases[i].named;
            CHECK(produce_synced("w/f", cases[i].sync) == 0 && is_new("w/f"));
            no_nameless = false;
            CHECKF(strcmp(trail, cases[i].trail) == 0, "%s, %d: %s, not %s",
                   cases[i].what, (int)cases[i].sync, trail, cases[i].trail);
        }
    }
    TEST("writing is started early where a file will be synced")
    {
        static const char *const trails[] = {"ssWLFR", "ssWLFRD", "LR"};
        const size_t size = (size_t)OUTPUT_PIECE / 3 + 1;
        char *data = calloc(size, 1);
        for (int sync = 0; sync < 3 && data != NULL; sync++) {
            struct output output = {.fd = -1};
            entries("w", true);
            put("w/f", old_text, OLD_SIZE, 0600);
            memset(trail, 0, sizeof trail);
            CHECK(output_open(&output, "w/f") == 0);
            output.sync = (enum output_sync)sync;
            for (int i = 0; i < 7; i++)
                CHECK(output_write(&output, data, size) == 0);
            CHECK(output_commit(&output) == 0);
            CHECKF(strcmp(trail, trails[sync]) == 0, "%s", trail);
            if (sync != OUTPUT_SYNC_NEVER)
                CHECK(started_at == started_length && started_at == (off_t)(3 * size));
        }
        free(data);
        entries("w", true);
    }
    TEST("standard output is synced if that is wanted and it is a file")
    {
        fflush(stdout);
        const int keep = dup(1), file = open("w/log", O_WRONLY | O_CREAT, 0600);
        int ends[2], wrong = pipe(ends);
        for (int i = 0; i < 4; i++) {
            struct output output = {.fd = -1};
            dup2(i < 3 ? file : ends[1], 1);
            memset(trail, 0, sizeof trail);
            wrong |= output_open(&output, i == 2 ? "/dev/stdout" : NULL);
            output.sync = i == 0 ? OUTPUT_SYNC_AUTO : OUTPUT_SYNC_ALWAYS;
            wrong |= output_write(&output, "x", 1) | output_commit(&output);
            wrong |= strcmp(trail, i == 1 || i == 2 ? "F" : "") != 0 ? 1 << (i + 8) : 0;
        }
        dup2(keep, 1);
        close(keep);
        close(file);
        close(ends[0]);
        close(ends[1]);
        CHECKF(wrong == 0, "%x", (unsigned)wrong);
    }
    TEST("a file system that cannot sync is none that failed")
    {
        static const int errors[] = {EINVAL, ENOTSUP, EROFS, EIO};
        for (size_t i = 0; i < 4; i++) {
            calls_left = 0;
            fault = errors[i];
            CHECK(output_sync_now(1) == (errors[i] == EIO ? EIO : 0));
            calls_left = -1;
        }
    }
}
#endif

/* ---- other things ------------------------------------------------------------------ */

static void test_names(void)
{
    static const struct {
        const char *name;
        int error;
    } wrong[] = {{"", ENOENT},       {"w", EISDIR},     {"w/", EISDIR},
                 {"w/new/", EISDIR}, {"w/f/", EISDIR},  {"w/f/x", ENOTDIR},
                 {"no/x", ENOENT},   {"w/loop", ELOOP}, {"/dev/fd/500", ENOENT}};
    TEST("names that cannot be written to")
    {
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0600);
        CHECK(symlink("loop", "w/loop") == 0);
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            CHECKF(produce(wrong[i].name) == 1, "'%s'", wrong[i].name);
            CHECKF(strstr(message, strerror(wrong[i].error)) != NULL, "%s", message);
        }
        CHECK(entries("w", false) == 2 && is_old("w/f"));
    }
    TEST("names as long as the system allows, and longer")
    {
        char name[NAME_MAX + 4] = "w/";
        memset(name + 2, 'x', NAME_MAX);
        for (int i = 0; i < 2; i++) {
            no_nameless = i == 0;
            entries("w", true);
            CHECK(produce(name) == 0 && is_new(name) && entries("w", false) == 1);
        }
        name[NAME_MAX + 2] = 'x';
        CHECK(produce(name) == 1 && strstr(message, strerror(ENAMETOOLONG)) != NULL);
    }
    TEST("links: a chain over folders, absolute ones, the links stay")
    {
        entries("w", true);
        char here[PATH_MAX / 2], path[PATH_MAX];
        CHECK(getcwd(here, sizeof here) != NULL);
        snprintf(path, sizeof path, "%s/w/b", here);
        CHECK(symlink(path, "t/a") == 0 && symlink("../w/f", "w/b") == 0);
        CHECK(produce("t/a") == 0 && is_new("w/f"));
        CHECK(entries("w", false) == 2 && entries("t", true) == 1);
    }
}

static void test_access(void)
{
    TEST("a new file has 0666 without the umask")
    {
        for (int i = 0; i < 2; i++) {
            no_nameless = i == 0;
            entries("w", true);
            const mode_t mask = umask(027);
            CHECK(produce("w/f") == 0 && mode_of("w/f") == 0640);
            CHECK(umask(mask) == 027);
        }
    }
    TEST("mode and owner of the old file are kept")
    {
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0600);
        const uid_t owner = geteuid() == 0 ? 1234 : geteuid();
        CHECK(chown("w/f", owner, (gid_t)-1) == 0 && chmod("w/f", 0751) == 0);
        struct stat is = {.st_mode = 0};
        CHECK(produce("w/f") == 0 && stat("w/f", &is) == 0);
        CHECK(is.st_uid == owner && (is.st_mode & 07777) == 0751);
    }
#ifdef __linux__
    TEST("the ACL of the old file is kept")
    {
        /* version 2; user::rw- user:7:r-- group::--- mask::r-- other::--- */
        static const unsigned char acl[] = {
            2, 0, 0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,  4,
            0, 7, 0,   0,   0,   4,   0,  0, 0,   255, 255, 255, 255, 16, 0,
            4, 0, 255, 255, 255, 255, 32, 0, 0,   0,   255, 255, 255, 255};
        static const char attribute[] = "system.posix_acl_access";
        unsigned char got[100];
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0600);
        if (setxattr("w/f", attribute, acl, sizeof acl, 0) == 0) {
            CHECK(produce("w/f") == 0 && is_new("w/f") && mode_of("w/f") == 0640);
            CHECK(getxattr("w/f", attribute, got, sizeof got) == (ssize_t)sizeof acl);
            CHECK(memcmp(got, acl, sizeof acl) == 0);
        }
    }
#endif
    if (geteuid() != 0)
        return;
    TEST("a file that may not be written is not replaced")
    {
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0444);
        CHECK(chown("w/f", 65534, 65534) == 0 && chmod("w", 0777) == 0);
        CHECK(seteuid(65534) == 0);
        CHECK(produce("w/f") == 1 && strstr(message, strerror(EACCES)) != NULL);
        CHECK(seteuid(0) == 0 && is_old("w/f"));
    }
    TEST("an owner or group that cannot be kept opens nothing")
    {
        static const mode_t modes[][2] = {
            {06775, 0755}, {0664, 0644}, {0660, 0600}, {0606, 0600}, {0666, 0666}};
        for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
            entries("w", true);
            put("w/f", old_text, OLD_SIZE, 0600);
            struct stat is = {.st_mode = 0}, was = {.st_uid = 1, .st_gid = 2};
            was.st_mode = S_IFREG | modes[i][0];
            CHECK(chown("w/f", 65534, 65534) == 0 && seteuid(65534) == 0);
            const int fd = open("w/f", O_RDWR);
            CHECK(keep_access(fd, "w/f", &was) == 0 && fstat(fd, &is) == 0);
            CHECKF((is.st_mode & 07777) == modes[i][1], "mode %o became %o",
                   (unsigned)modes[i][0], (unsigned)is.st_mode);
            close(fd);
            CHECK(seteuid(0) == 0);
        }
    }
    TEST("a folder that cannot be written, a sticky one: the file is overwritten")
    {
        for (int i = 0; i < 4; i++) {
            no_nameless = i % 2 == 0;
            entries("w", true);
            put("w/f", old_text, OLD_SIZE, 0666);
            CHECK(chmod("w", i < 2 ? 0755 : 01777) == 0 && chmod("t", 0777) == 0);
            struct stat before, after;
            CHECK(chown("w/f", i < 2 ? 0 : 1, 0) == 0 && stat("w/f", &before) == 0);
            CHECK(chown("w", i < 2 ? 0 : 1, 0) == 0);
            CHECK(seteuid(65534) == 0);
            const int status = produce("w/f");
            CHECK(seteuid(0) == 0 && stat("w/f", &after) == 0);
            /* in sticky folders Linux may forbid this (fs.protected_regular) */
            CHECKF(status == 0 ? is_new("w/f") : i >= 2 && is_old("w/f"), "%s", message);
            CHECK(before.st_ino == after.st_ino && entries("t", false) == 0);
            CHECK(entries("w", false) == 1 && messages == (unsigned)status);
        }
        CHECK(chmod("w", 0777) == 0 && chown("w", 0, 0) == 0);
        no_nameless = false;
    }
}

static void test_streams(void)
{
    TEST("a full pipe that does not block is waited for")
    {
        int ends[2];
        CHECK(pipe(ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
        fflush(stdout);
        const pid_t reader = fork();
        if (reader == 0) {
            static char got[SIZE];
            size_t size = 0;
            close(ends[1]);
            for (ssize_t n; (n = read(ends[0], got + size, 5000)) > 0; usleep(500))
                if ((size += (size_t)n) > SIZE - 5000 && size >= SIZE)
                    break;
            _exit(size != SIZE || memcmp(got, new_text, SIZE) != 0);
        }
        close(ends[0]);
        char name[32];
        snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
        int status = 1;
        CHECK(produce(name) == 0);
        close(ends[1]);
        CHECK(waitpid(reader, &status, 0) == reader && status == 0);
    }
    TEST("more than 2 GiB in one call")
    {
        const size_t size = (size_t)5 << 29;
        void *data = mmap(NULL, size, PROT_READ,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        struct output output = {.fd = -1};
        longest = 0;
        CHECK(data != MAP_FAILED && output_open(&output, "/dev/null") == 0);
        CHECK(output_write(&output, data, size) == 0 && output.written == size);
        CHECK(longest <= 0x7ffff000 && output_commit(&output) == 0);
        munmap(data, size);
    }
    TEST("standard output: errors when something is written, none when nothing is")
    {
        fflush(stdout);
        const int keep = dup(1);
        struct output output = {.fd = -1}, other = {.fd = -1};
        close(1);
        messages = 0;
        const int idle = output_open(&output, NULL) + output_commit(&output);
        int failed = output_open(&other, "w/f");
        const bool apart = other.fd > 2; /* did not take the place of standard output */
        failed |= output_open(&output, NULL);
        const int error = output_write(&output, "x", 1);
        output_abandon(&output);
        output_abandon(&other);
        dup2(keep, 1);
        close(keep);
        CHECK(idle == 0 && messages == 0 && failed == 0 && apart && error == EBADF);
        CHECK(output_open(&output, NULL) == 0 && output.fd == 1);
        CHECK(output_commit(&output) == 0 && fcntl(1, F_GETFD) >= 0);
    }
    TEST("/dev/full is full, and /dev/stdout goes on where it is")
    {
        CHECK(produce("/dev/full") == 1 && strstr(message, strerror(ENOSPC)) != NULL);
        fflush(stdout);
        put("w/log", "before", 6, 0600);
        const int keep = dup(1), log = open("w/log", O_WRONLY | O_APPEND);
        struct output output = {.fd = -1};
        dup2(log, 1);
        int wrong = output_open(&output, "/dev/stdout");
        wrong |= output_write(&output, "after", 5) | output_commit(&output);
        dup2(keep, 1);
        close(keep);
        close(log);
        CHECK(wrong == 0 && holds("w/log", "beforeafter", 11));
    }
}

static void test_removal(void)
{
    enum { MANY = 140 };
    static struct output outputs[MANY];
    for (int i = 0; i < 2; i++)
        TEST(i == 0 ? "output_remove_all() leaves nothing, of many files with names"
                    : "many files without names: nothing to see before the end")
        {
            no_nameless = i == 0;
            entries("w", true);
            char names[MANY][16];
            for (int j = 0; j < MANY; j++) {
                snprintf(names[j], sizeof names[j], "w/%d", j);
                CHECK(output_open(&outputs[j], names[j]) == 0);
                CHECK(output_write(&outputs[j], new_text, SIZE) == 0);
            }
            if (i == 0)
                CHECK(entries("w", false) == MANY);
            output_remove_all();
            CHECK(entries("w", false) == 0);
            for (int j = 0; j < MANY; j++)
                output_abandon(&outputs[j]);
            CHECK(entries("w", false) == 0);
            for (int j = 0; j < SLOTS; j++)
                CHECK(slots[j] == NULL);
            no_nameless = false;
        }
    TEST("abandoned twice, committed and abandoned")
    {
        struct output output = {.fd = -1};
        entries("w", true);
        CHECK(output_open(&output, "w/f") == 0);
        output_abandon(&output);
        output_abandon(&output);
        CHECK(entries("w", false) == 0 && output_open(&output, "w/f") == 0);
        CHECK(output_write(&output, new_text, SIZE) == 0 && output_commit(&output) == 0);
        output_abandon(&output);
        CHECK(is_new("w/f") && entries("w", false) == 1);
    }
}

int main(void)
{
    for (size_t i = 0; i < SIZE; i++)
        new_text[i] = (char)('a' + i * i % 26);
    memset(old_text, 'O', OLD_SIZE);
    signal(SIGPIPE, SIG_IGN);
    umask(022);
    const char *folder = getenv("TMPDIR");
    char scratch[PATH_MAX / 2], tmp[PATH_MAX];
    snprintf(scratch, sizeof scratch, "%.1000s/test_output-XXXXXX",
             folder != NULL && folder[0] == '/' ? folder : "/tmp");
    if (mkdtemp(scratch) == NULL || chmod(scratch, 0755) != 0 || chdir(scratch) != 0 ||
        mkdir("w", 0777) != 0 || mkdir("t", 0777) != 0) {
        perror(scratch);
        return 1;
    }
    snprintf(tmp, sizeof tmp, "%s/t", scratch);
    setenv("TMPDIR", tmp, 1);

#ifdef __linux__
    test_trails();
#endif
    test_faults();
    test_names();
    test_access();
    test_streams();
    test_removal();

    entries("w", true);
    entries("t", true);
    rmdir("w");
    rmdir("t");
    if (chdir("/") == 0)
        rmdir(scratch);
    return test_done();
}
