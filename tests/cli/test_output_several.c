/* SPDX-License-Identifier: MIT
 *
 * test_output_several.c - several outputs are replaced together: all or none.
 *
 * The k-th system call fails, for every k. If the run fails, every output is as it was,
 * unless the message says that it was replaced. Nothing is left behind.
 */
#define _GNU_SOURCE
#include "tests/cli/output_fixtures.h"

enum { COUNT = 4 };

/* Two old files, a new one, and an old one with two links, which is overwritten. */
static const char *const names[COUNT] = {"w/a", "w/b", "w/c", "w/d"};

static int produce_all(enum output_sync sync)
{
    struct output outputs[COUNT], *pointers[COUNT];
    size_t opened = 0;
    int status = 0;
    messages = 0;
    message[0] = '\0';
    memset(trail, 0, sizeof trail);
    for (size_t i = 0; i < COUNT && status == 0; i++, opened++) {
        pointers[i] = &outputs[i];
        status = output_open_with(&outputs[i], names[i], with_sync(sync));
        if (status == 0 && output_write(&outputs[i], new_text, SIZE) != 0)
            status = say("write error");
    }
    if (status == 0)
        return output_commit_all(pointers, COUNT);
    for (size_t i = 0; i < opened; i++)
        output_abandon(&outputs[i]);
    return status;
}

static void put_old(void)
{
    entries("w", true);
    put("w/a", old_text, OLD_SIZE, 0640);
    put("w/b", old_text, OLD_SIZE, 0640);
    put("w/d", old_text, OLD_SIZE, 0640);
    CHECK(link("w/d", "w/e") == 0);
}

static bool is_unchanged(size_t i)
{
    return i == 2 ? access(names[i], F_OK) != 0 : is_old(names[i]);
}

/* Whether the message says that an output was replaced. */
static bool is_admitted(size_t i)
{
    const char *const replaced = strstr(message, "replaced");
    const char *const list = strchr(message, ';');
    const char *const found = list == NULL ? NULL : strstr(list, names[i]);
    return replaced != NULL && found != NULL && found < replaced;
}

/* Runs with the k-th call failing. False if there are fewer calls. */
static bool run(long k, int error, enum output_sync sync)
{
    put_old();
    const unsigned fds = descriptors();
    struck = false;
    fault = error;
    calls_left = k;
    const int status = produce_all(sync);
    calls_left = -1;
    const char *const e = strerror(error);
    CHECKF(messages == (unsigned)status, "%ld %s: %u messages: %s", k, e, messages,
           message);
    CHECKF(descriptors() == fds, "%ld %s: descriptors leak", k, e);
    const bool synced = strstr(message, "synced") != NULL;
    const bool kept = strstr(message, " in w/.") != NULL;
    unsigned files = 4;
    for (size_t i = 0; i < COUNT; i++) {
        const bool unchanged = is_unchanged(i), complete = is_new(names[i]);
        files += i == 2 && !unchanged;
        if (status == 0 || synced)
            CHECKF(complete, "%ld %s: %s is not new: %s", k, e, names[i], message);
        else if (i == 3 && strstr(message, "damaged") != NULL)
            CHECKF(strstr(message, " in w/.d.fairshuf-") != NULL, "%s", message);
        else
            CHECKF(is_admitted(i) ? complete : unchanged, "%ld %s: %s: %s", k, e,
                   names[i], message);
    }
    CHECKF(entries("w", false) == files + kept, "%ld %s: litter: %s", k, e, message);
    if (!struck)
        CHECKF(status == 0, "%s without a fault", message);
    return struck;
}

/* Runs with each of a few errors. */
static void run_each(enum output_sync sync, size_t count)
{
    static const int errors[] = {EIO, EPERM, EINVAL, ENOSPC, EINTR};
    for (size_t j = 0; j < count; j++) {
        long k = 0;
        while (run(k, errors[j], sync))
            k++;
        CHECKF(k > 40, "only %ld calls can fail", k);
    }
}

/* The same with a new file and a device. */
static bool run_beside_device(long k)
{
    struct output file, device, *const both[] = {&file, &device};
    entries("w", true);
    messages = 0;
    message[0] = '\0';
    CHECK(output_open_with(&file, "w/c", with_sync(OUTPUT_SYNC_NEVER)) == 0);
    CHECK(output_open_with(&device, "/dev/null", with_sync(OUTPUT_SYNC_NEVER)) == 0);
    CHECK(output_write(&file, new_text, SIZE) == 0);
    CHECK(output_write(&device, new_text, SIZE) == 0);
    struck = false;
    fault = EIO;
    calls_left = k;
    const int status = output_commit_all(both, 2);
    calls_left = -1;
    CHECKF(status == 0 ? is_new("w/c") : entries("w", false) == 0, "%ld: %s", k, message);
    CHECK(messages == (unsigned)status);
    return struck;
}

/* How many failing runs say that an output was replaced. */
static unsigned count_admissions(int error, size_t number)
{
    unsigned found = 0;
    for (long k = 0; run(k, error, OUTPUT_SYNC_NEVER); k++)
        found += is_admitted(number);
    return found;
}

int main(void)
{
    set_up();
    TEST("any call fails: all outputs are old, or all are new")
    {
        run_each(OUTPUT_SYNC_NEVER, 5);
        run_each(OUTPUT_SYNC_AUTO, 2);
        run_each(OUTPUT_SYNC_ALWAYS, 1);
    }
    TEST("the same if temporary files have names from the start")
    {
        no_nameless = true;
        run_each(OUTPUT_SYNC_NEVER, 2);
        no_nameless = false;
    }
    TEST("the same if space can be reserved only by writing zeros")
    {
        no_fallocate = true;
        run_each(OUTPUT_SYNC_NEVER, 1);
        no_fallocate = false;
    }
    TEST("a new file is not created if another output, a device, fails")
    {
        long k = 0;
        while (run_beside_device(k))
            k++;
        CHECKF(k > 4, "only %ld calls can fail", k);
    }
    TEST("if files can be exchanged, a failed rename or copy changes nothing")
    {
        CHECK(count_admissions(EIO, 0) == 0 && count_admissions(ENOSPC, 1) == 0);
    }
    TEST("if not, the message names what was replaced")
    {
        no_exchange = true;
        run_each(OUTPUT_SYNC_NEVER, 2);
        CHECK(count_admissions(EIO, 0) > 0);
        no_exchange = false;
    }
    TEST("if files cannot be renamed, all are overwritten")
    {
        no_rename = true;
        put_old();
        CHECK(produce_all(OUTPUT_SYNC_AUTO) == 1); /* the new file cannot be created */
        CHECKF(strstr(message, "w/c: ") == message && is_old("w/a") && is_old("w/d"),
               "%s", message);
        no_rename = false;
    }
    TEST("no space for the file that is overwritten: none changes")
    {
        for (int i = 0; i < 2; i++) {
            put_old();
            no_space = i == 0;
            no_fallocate = i == 1;
            full_after = i == 1 ? COUNT + 2 : 0; /* zeros that reserve space */
            writes = 0;
            CHECK(produce_all(OUTPUT_SYNC_AUTO) == 1 && messages == 1);
            CHECKF(strstr(message, "w/d: No space left on device; no output was "
                                   "replaced") == message,
                   "%s", message);
            for (size_t j = 0; j < COUNT; j++)
                CHECKF(is_unchanged(j), "%s", names[j]);
            CHECK(entries("w", false) == 4);
            no_space = no_fallocate = false;
            full_after = 0;
        }
    }
#ifdef __linux__
    TEST("everything is on disk before the first file is put in place")
    {
        put_old();
        CHECK(produce_all(OUTPUT_SYNC_AUTO) == 0);
        CHECKF(strcmp(trail, "WLFWLFLWLFDXXRAFUUU") == 0, "%s", trail);
        put_old();
        CHECK(produce_all(OUTPUT_SYNC_ALWAYS) == 0);
        CHECKF(strcmp(trail, "WLFWLFWLFWLFDXXRAFUUUDDD") == 0, "%s", trail);
    }
#endif
    clean_up();
    return test_done();
}
