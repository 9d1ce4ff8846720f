/* SPDX-License-Identifier: MIT
 *
 * test_output.c - cli/output.c on real files, folders and streams: names and links,
 * modes, owners, permissions of folders, pipes, devices, and abandoned outputs. No
 * temporary file is left, and messages say what is wrong.
 *
 * Failing system calls are tested in test_output_faults.c. Both include the source with
 * its system calls replaced by macros (output_faulty.h).
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>

#include "tests/cli/output_fixtures.h"

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
    TEST("links: a chain through folders, absolute links; the links stay")
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
    TEST("a new file has mode 0666 minus the umask")
    {
        for (int i = 0; i < 2; i++) {
            no_nameless = i == 0;
            entries("w", true);
            const mode_t mask = umask(027);
            CHECK(produce("w/f") == 0 && mode_of("w/f") == 0640);
            CHECK(umask(mask) == 027);
        }
    }
    TEST("so has a file whose old file is moved away while it is written")
    {
        struct output output;
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0640);
        CHECK(output_open_with(&output, "w/f", with_sync(OUTPUT_SYNC_AUTO)) == 0);
        CHECK(output_write(&output, new_text, SIZE) == 0);
        CHECK(rename("w/f", "w/g") == 0 && output_commit(&output) == 0);
        CHECK(is_new("w/f") && is_old("w/g"));
        CHECKF(mode_of("w/f") == 0644, "mode %o", (unsigned)mode_of("w/f"));
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
    /* version 2; user::rw- user:7:r-- group::--- mask::r-- other::--- */
    static const unsigned char acl[] = {
        2, 0, 0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,  4,
        0, 7, 0,   0,   0,   4,   0,  0, 0,   255, 255, 255, 255, 16, 0,
        4, 0, 255, 255, 255, 255, 32, 0, 0,   0,   255, 255, 255, 255};
    static const char attribute[] = "system.posix_acl_access";
    entries("w", true);
    put("w/f", old_text, OLD_SIZE, 0600);
    const bool has_acl = setxattr("w/f", attribute, acl, sizeof acl, 0) == 0;
    TEST(has_acl ? "the ACL of the old file is kept"
                 : "the ACL of the old file is kept # SKIP no ACLs here")
    {
        unsigned char got[100];
        CHECK(produce("w/f") == 0 && is_new("w/f"));
        if (has_acl) {
            CHECK(mode_of("w/f") == 0640);
            CHECK(getxattr("w/f", attribute, got, sizeof got) == (ssize_t)sizeof acl);
            CHECK(memcmp(got, acl, sizeof acl) == 0);
        }
    }
#endif
    TEST_AS_ROOT("a file that may not be written is not replaced")
    {
        entries("w", true);
        put("w/f", old_text, OLD_SIZE, 0444);
        CHECK(chown("w/f", 65534, 65534) == 0 && chmod("w", 0777) == 0);
        CHECK(seteuid(65534) == 0);
        CHECK(produce("w/f") == 1 && strstr(message, strerror(EACCES)) != NULL);
        CHECK(seteuid(0) == 0 && is_old("w/f"));
    }
    TEST_AS_ROOT("an owner or group that cannot be kept: the file is overwritten")
    {
        static const struct {
            uid_t owner;
            gid_t group;
            mode_t mode;
        } cases[] = {
            {1001, 65534, 0660}, {0, 0, 0606}, {65534, 0, 0664}, {1001, 1001, 0666}};
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            entries("w", true);
            put("w/f", old_text, OLD_SIZE, 0600);
            struct stat before, after;
            CHECK(chown("w/f", cases[i].owner, cases[i].group) == 0);
            CHECK(chmod("w/f", cases[i].mode) == 0 && stat("w/f", &before) == 0);
            CHECK(setegid(65534) == 0 && seteuid(65534) == 0);
            const int status = produce("w/f");
            CHECK(seteuid(0) == 0 && setegid(0) == 0 && stat("w/f", &after) == 0);
            CHECKF(status == 0 && is_new("w/f"), "%zu: %s", i, message);
            CHECKF(before.st_uid == after.st_uid && before.st_gid == after.st_gid &&
                       before.st_mode == after.st_mode && before.st_ino == after.st_ino,
                   "%zu: %u:%u %o", i, after.st_uid, after.st_gid, after.st_mode);
            CHECK(entries("w", false) == 1);
        }
    }
    TEST_AS_ROOT("a folder that cannot be written, a sticky one: the file is overwritten")
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
    TEST("it waits for a full non-blocking pipe")
    {
        int ends[2];
        CHECK(pipe(ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
        fflush(stdout);
        const pid_t reader = fork();
        if (reader == 0) {
            static char got[SIZE + 5000];
            size_t size = 0;
            close(ends[1]);
            for (ssize_t n; (n = read(ends[0], got + size, 5000)) > 0; usleep(500))
                if ((size += (size_t)n) >= SIZE)
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
        CHECK(data != MAP_FAILED &&
              output_open_with(&output, "/dev/null", with_sync(OUTPUT_SYNC_AUTO)) == 0);
        CHECK(output_write(&output, data, size) == 0 && output.written == size);
        CHECK(longest <= 0x7ffff000 && output_commit(&output) == 0);
        munmap(data, size);
    }
    TEST("a closed standard output is an error only if something is written")
    {
        fflush(stdout);
        const int keep = dup(1);
        struct output output = {.fd = -1}, other = {.fd = -1};
        close(1);
        messages = 0;
        const int idle = output_open_with(&output, NULL, with_sync(OUTPUT_SYNC_AUTO)) +
                         output_commit(&output);
        int failed = output_open_with(&other, "w/f", with_sync(OUTPUT_SYNC_AUTO));
        const bool apart = other.fd > 2; /* did not become standard output */
        failed |= output_open_with(&output, NULL, with_sync(OUTPUT_SYNC_AUTO));
        const int error = output_write(&output, "x", 1);
        output_abandon(&output);
        output_abandon(&other);
        dup2(keep, 1);
        close(keep);
        CHECK(idle == 0 && messages == 0 && failed == 0 && apart && error == EBADF);
        CHECK(output_open_with(&output, NULL, with_sync(OUTPUT_SYNC_AUTO)) == 0 &&
              output.fd == 1);
        CHECK(output_commit(&output) == 0 && fcntl(1, F_GETFD) >= 0);
    }
    TEST("/dev/full is full, and /dev/stdout continues at its position")
    {
        CHECK(produce("/dev/full") == 1 && strstr(message, strerror(ENOSPC)) != NULL);
        fflush(stdout);
        put("w/log", "before", 6, 0600);
        const int keep = dup(1), log = open("w/log", O_WRONLY | O_APPEND);
        struct output output = {.fd = -1};
        dup2(log, 1);
        int wrong = output_open_with(&output, "/dev/stdout", with_sync(OUTPUT_SYNC_AUTO));
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
        TEST(i == 0 ? "output_remove_all() removes many files with names"
                    : "many files without names: nothing to see before the end")
        {
            no_nameless = i == 0;
            entries("w", true);
            char names[MANY][16];
            for (int j = 0; j < MANY; j++) {
                snprintf(names[j], sizeof names[j], "w/%d", j);
                CHECK(output_open_with(&outputs[j], names[j],
                                       with_sync(OUTPUT_SYNC_AUTO)) == 0);
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
        CHECK(output_open_with(&output, "w/f", with_sync(OUTPUT_SYNC_AUTO)) == 0);
        output_abandon(&output);
        output_abandon(&output);
        CHECK(entries("w", false) == 0 &&
              output_open_with(&output, "w/f", with_sync(OUTPUT_SYNC_AUTO)) == 0);
        CHECK(output_write(&output, new_text, SIZE) == 0 && output_commit(&output) == 0);
        output_abandon(&output);
        CHECK(is_new("w/f") && entries("w", false) == 1);
    }
}

int main(void)
{
    set_up();
    test_names();
    test_access();
    test_streams();
    test_removal();
    clean_up();
    return test_done();
}
