/* SPDX-License-Identifier: MIT
 *
 * test_available.c - how much memory is available, read from made-up /proc and /sys
 * trees.
 *
 * Reason: the machines of users have control groups of two versions, nested, mounted in
 * part or not at all. The machine that runs the tests has one kind at most.
 */
#define _GNU_SOURCE
#include <ftw.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "tools/available.h"

static char root[64];

static int remove_one(const char *path, const struct stat *is, int kind,
                      struct FTW *where)
{
    (void)is, (void)kind, (void)where;
    return remove(path);
}

static void clear(void)
{
    if (root[0] != '\0')
        nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    snprintf(root, sizeof root, "/tmp/fairshuf-test-XXXXXX");
    if (mkdtemp(root) == NULL)
        abort();
}

/* Writes a file below the root, and creates its folders. */
static void put(const char *path, const char *text)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    for (char *slash = strchr(whole + strlen(root) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    if (file == NULL)
        abort();
    fputs(text, file);
    fclose(file);
}

static void expect(uint64_t wanted)
{
    const uint64_t got = available_of_groups(root);
    CHECKF(got == wanted, "%" PRIu64 " instead of %" PRIu64, got, wanted);
}

/* A mount of version 2 at its usual place. */
static void mount_2(const char *group)
{
    char line[128];
    clear();
    snprintf(line, sizeof line, "0::%s\n", group);
    put("/proc/self/cgroup", line);
    put("/proc/self/mountinfo", "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
                                "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - "
                                "cgroup2 cgroup2 rw,nsdelegate\n");
}

static void mount_1(const char *group, const char *mounted, const char *place)
{
    char line[256];
    clear();
    snprintf(line, sizeof line, "5:cpu,cpuacct:/else\n4:memory:%s\n0::/other\n", group);
    put("/proc/self/cgroup", line);
    snprintf(line, sizeof line,
             "31 23 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
             "32 23 0:29 %s %s rw,relatime - cgroup cgroup rw,memory\n",
             mounted, place);
    put("/proc/self/mountinfo", line);
}

static void test_machine(void)
{
    TEST("the machine")
    {
        clear();
        CHECK(available_of_machine(root) == UINT64_MAX);
        put("/proc/meminfo", "MemTotal:       24682416 kB\nMemFree:  23909416 kB\n"
                             "MemAvailable:   1234 kB\nBuffers: 1 kB\n");
        CHECK(available_of_machine(root) == 1234 * 1024);
        put("/proc/meminfo", "MemTotal: 5 kB\n");
        CHECK(available_of_machine(root) == UINT64_MAX);
        CHECK(available_of_machine("") > 1 << 20 && available_memory() > 1 << 20);
    }
}

static void test_groups(void)
{
    TEST("no control groups")
    {
        clear();
        expect(UINT64_MAX);
        put("/proc/self/cgroup", "nonsense\n\n::\n0::\n");
        expect(UINT64_MAX);
        put("/proc/self/mountinfo", "\n1 2 3\n - cgroup2\n1 2 3 4 5 6 - cgroup2\n");
        expect(UINT64_MAX);
    }
    TEST("version 2: the smallest limit up the tree counts, cached files are free")
    {
        mount_2("/user.slice/a b");
        expect(UINT64_MAX);
        put("/sys/fs/cgroup/user.slice/a b/memory.max", "max\n");
        expect(UINT64_MAX);
        put("/sys/fs/cgroup/user.slice/memory.max", "1000000\n");
        expect(1000000);
        put("/sys/fs/cgroup/user.slice/memory.current", "400000\n");
        expect(600000);
        put("/sys/fs/cgroup/user.slice/memory.stat",
            "anon 1\ninactive_file_else 7\ninactive_file 300000\nactive_file 50000\n");
        expect(900000);
        put("/sys/fs/cgroup/user.slice/a b/memory.high", "50000\n");
        expect(50000);
        put("/sys/fs/cgroup/user.slice/a b/memory.current", "60000\n");
        expect(0);
    }
    TEST("version 2 in a container: the mount is the group")
    {
        mount_2("/");
        put("/sys/fs/cgroup/memory.max", "7000\n");
        put("/sys/fs/cgroup/memory.current", "3000\n");
        expect(4000);
    }
    TEST("version 1")
    {
        mount_1("/a/b", "/", "/sys/fs/cgroup/memory");
        put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        expect(UINT64_MAX);
        put("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "8000\n");
        put("/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "6000\n");
        expect(2000);
        put("/sys/fs/cgroup/memory/a/memory.stat",
            "inactive_file 1\ntotal_inactive_file 1000\n");
        expect(3000);
        put("/sys/fs/cgroup/memory/a/memory.stat", "inactive_file 500\n");
        expect(2500);
        put("/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "100\n");
        expect(100);
    }
    TEST("version 1 in a container: only the group's folder is mounted")
    {
        mount_1("/docker/abc", "/docker/abc", "/sys/fs/my\\040groups");
        put("/sys/fs/my groups/memory.limit_in_bytes", "5000\n");
        expect(5000);
        mount_1("/docker/abcd", "/docker/abc", "/sys/fs/groups");
        put("/sys/fs/groups/memory.limit_in_bytes", "6000\n");
        expect(6000);
    }
    TEST("both versions at once")
    {
        mount_1("/", "/", "/sys/fs/cgroup/memory");
        put("/proc/self/mountinfo",
            "32 23 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
            "33 23 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "600\n");
        expect(600);
        put("/sys/fs/cgroup/unified/other/memory.max", "500\n");
        expect(500);
    }
}

static void test_process(void)
{
    TEST("setrlimit()")
    {
        struct rlimit before, lower;
        clear();
        if (getrlimit(RLIMIT_DATA, &before) == 0 && before.rlim_cur == RLIM_INFINITY) {
            CHECK(available_of_process(root) == UINT64_MAX);
            lower = before;
            lower.rlim_cur = 1 << 30;
            CHECK(setrlimit(RLIMIT_DATA, &lower) == 0);
            CHECK(available_of_process(root) == 1 << 30);
            put("/proc/self/statm", "900 80 70 60 0 100 0\n");
            const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
            CHECK(available_of_process(root) == (1 << 30) - 100 * page);
            CHECK(available_memory() <= 1 << 30);
            setrlimit(RLIMIT_DATA, &before);
        }
    }
}

int main(void)
{
    test_machine();
    test_groups();
    test_process();
    nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return test_done();
}
