/* SPDX-License-Identifier: MIT
 *
 * test_output_faults.c - cli/output.c when system calls fail: the old file stays or the
 * new one is complete, no temporary file is left, no descriptor leaks, and there is
 * exactly one message if and only if the run failed.
 *
 * In each scenario the k-th call fails, for every k, with several errors. The order of
 * the calls that matter for the disk is also tested.
 */
#define _GNU_SOURCE
#include "tests/cli/output_fixtures.h"

/* ---- scenarios -------------------------------------------------------------------- */

static const struct scenario {
    const char *name;   /* title of the test */
    const char *output; /* the name given to -o */
    const char *target; /* the file that it leads to */
    bool exists, link, twin, marked, no_nameless, no_rename;
} scenarios[] = {
    {.name = "a new file", .output = "w/f", .target = "w/f"},
    {.name = "an old file", .output = "w/f", .target = "w/f", .exists = true},
    {.name = "an old file with attributes",
     .output = "w/f",
     .target = "w/f",
     .exists = true,
     .marked = true},
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

/* The only temporary file with a name, if there is one. */
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

/* Runs a scenario in which the k-th call fails. False if there are fewer calls. */
static bool run(const struct scenario *s, long k, int error, enum output_sync sync)
{
    entries("w", true);
    if (s->exists)
        put("w/f", old_text, OLD_SIZE, 0640);
    if (s->link && symlink("f", "w/l") != 0)
        return false;
    if (s->twin && link("w/f", "w/g") != 0)
        return false;
    const bool marked = s->marked && mark("w/f");
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
    const bool damaged = strstr(message, "damaged") != NULL;
    const bool saved = strstr(message, " in w/.") != NULL;
    CHECKF(messages == (unsigned)status, "%ld %s: %u messages, %s", k, e, messages,
           message);
    CHECKF(descriptors() == fds, "%ld %s: descriptors leak", k, e);
    CHECKF(entries("t", false) == 0, "%ld %s: litter in TMPDIR", k, e);
    CHECKF(entries("w", false) == files + (!s->exists && exists) + saved,
           "%ld %s: litter", k, e);
    if (status == 0)
        CHECKF(is_new("w/f"), "%ld %s: the new file is not complete", k, e);
    else if (strstr(message, "synced") != NULL)
        CHECKF(sync == OUTPUT_SYNC_ALWAYS && is_new("w/f"), "%ld %s: %s", k, e, message);
    else if (!s->exists)
        CHECKF(!exists, "%ld %s: a file in spite of: %s", k, e, message);
    else if (!damaged)
        CHECKF(is_old("w/f"), "%ld %s: the old file is lost: %s", k, e, message);
    else
        CHECKF((s->twin || s->marked || s->no_rename) && saved, "%ld %s: damage: %s", k,
               e, message);
    if (marked)
        CHECKF(is_marked("w/f"), "%ld %s: attributes are lost: %s", k, e, message);
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
    TEST("an empty file that cannot be overwritten is empty again")
    {
        entries("w", true);
        put("w/f", old_text, 0, 0600);
        CHECK(link("w/f", "w/g") == 0);
        writes = 0;
        full_after = 6; /* after four for the temporary file */
        CHECK(produce("w/f") == 1 && messages == 1);
        full_after = 0;
        CHECK(holds("w/f", "", 0) && strstr(message, "damaged") == NULL);
        CHECK(entries("w", false) == 2);
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

/* ---- order of the calls that matter for the disk ------------------------------------
 */

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
    TEST("writing to disk starts early if a file will be synced")
    {
        static const char *const trails[] = {"ssWLFR", "ssWLFRD", "LR"};
        const size_t size = (size_t)OUTPUT_PIECE / 3 + 1;
        char *data = calloc(size, 1);
        for (int sync = 0; sync < 3 && data != NULL; sync++) {
            struct output output = {.fd = -1};
            entries("w", true);
            put("w/f", old_text, OLD_SIZE, 0600);
            memset(trail, 0, sizeof trail);
            const struct output_options options = with_sync((enum output_sync)sync);
            CHECK(output_open_with(&output, "w/f", options) == 0);
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
    TEST("standard output is synced with --sync if it is a file")
    {
        fflush(stdout);
        const int keep = dup(1), file = open("w/log", O_WRONLY | O_CREAT, 0600);
        int ends[2], wrong = pipe(ends);
        for (int i = 0; i < 4; i++) {
            struct output output = {.fd = -1};
            dup2(i < 3 ? file : ends[1], 1);
            memset(trail, 0, sizeof trail);
            wrong |= output_open_with(
                &output, i == 2 ? "/dev/stdout" : NULL,
                with_sync(i == 0 ? OUTPUT_SYNC_AUTO : OUTPUT_SYNC_ALWAYS));
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
    TEST("a file system that does not support fsync() is not an error")
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

int main(void)
{
    set_up();
#ifdef __linux__
    test_trails();
#endif
    test_faults();
    clean_up();
    return test_done();
}
