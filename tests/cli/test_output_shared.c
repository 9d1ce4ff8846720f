/* SPDX-License-Identifier: MIT
 *
 * test_output_shared.c - an output that several processes write together.
 *
 * Reason: the ranks of fairshuf-mpi do this. If a call fails in any of them, the old file
 * must stay, and nothing may be left behind; if the first one dies, the others remove the
 * temporary file.
 */
#define _GNU_SOURCE
#include <sys/wait.h>

#include "tests/cli/output_fixtures.h"

static struct output_options named(enum output_sync sync)
{
    struct output_options options = with_sync(sync);
    options.named = true;
    return options;
}

static int put_at(int fd, size_t from, size_t to)
{
    return pwrite(fd, new_text + from, to - from, (off_t)from) == (ssize_t)(to - from)
               ? 0
               : EIO;
}

/* What the processes do, here in one: the first one opens the output and commits it, the
 * other one joins and writes the second half. Returns the exit status. */
static int produce_together(const char *name, enum output_sync sync)
{
    struct output first = {.fd = -1}, other = {.fd = -1};
    messages = 0;
    message[0] = '\0';
    memset(trail, 0, sizeof trail);
    if (output_open_with(&first, name, named(sync)) != 0)
        return 1;
    int error = output_join(&other, name, first.temporary);
    if (error == 0)
        error = put_at(other.fd, SIZE / 2, SIZE);
    if (error == 0)
        error = put_at(first.fd, 0, SIZE / 2);
    if (error == 0)
        error = output_late_error(other.fd);
    output_leave(&other);
    if (error == 0)
        error = output_refresh(&first);
    if (error == 0)
        return output_commit(&first);
    output_abandon(&first);
    return say_error(error, "%s", name);
}

/* Runs with the k-th call failing. False if there are fewer calls. */
static bool run(long k, int error, bool old, bool linked)
{
    entries("w", true);
    entries("t", true);
    if (old)
        put("w/out", old_text, OLD_SIZE, 0640);
    if (linked)
        CHECK(link("w/out", "w/link") == 0);
    const unsigned fds = descriptors(), files = old + linked;
    struck = false;
    fault = error;
    calls_left = k;
    const int status = produce_together("w/out", OUTPUT_SYNC_AUTO);
    calls_left = -1;
    CHECKF(messages == (unsigned)status, "%ld: %u messages: %s", k, messages, message);
    CHECKF(descriptors() == fds, "%ld: descriptors leak", k);
    const bool kept = strstr(message, " is in w/.") != NULL; /* half overwritten */
    if (status == 0)
        CHECKF(is_new("w/out"), "%ld: not new", k);
    else if (!kept)
        CHECKF(old ? is_old("w/out") : access("w/out", F_OK) != 0, "%ld: %s", k, message);
    CHECKF(entries("w", false) == (status == 0 && !old ? 1 : files + kept), "%ld: %u: %s",
           k, entries("w", false), message);
    CHECKF(entries("t", false) == 0, "%ld", k);
    for (int i = 0; i < SLOTS; i++)
        CHECK(atomic_load(&slots[i]) == NULL);
    return struck;
}

static void run_each(bool old, bool linked)
{
    static const int errors[] = {EIO, ENOSPC, ENOMEM};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        long k = 0;
        while (run(k, errors[i], old, linked))
            k++;
        CHECKF(k > 10, "only %ld calls can fail", k);
    }
}

/* The first process dies; the other one gets a signal and calls output_remove_all(). */
static void die_and_remove(void)
{
    struct output first = {.fd = -1};
    entries("w", true);
    put("w/out", old_text, OLD_SIZE, 0640);
    CHECK(output_open_with(&first, "w/out", named(OUTPUT_SYNC_AUTO)) == 0);
    CHECK(entries("w", false) == 2 && first.temporary != NULL);
    const pid_t child = fork();
    if (child == 0) {
        struct output other;
        output_forget(first.temporary); /* this process did not open it */
        const int error = output_join(&other, "w/out", first.temporary);
        output_remove_all();
        _exit(error);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(entries("w", false) == 1 && is_old("w/out"));
    output_abandon(&first);
}

int main(void)
{
    set_up();
    TEST("two processes write one output")
    {
        put("w/out", old_text, OLD_SIZE, 0640);
        CHECK(produce_together("w/out", OUTPUT_SYNC_ALWAYS) == 0 && is_new("w/out"));
        CHECK(mode_of("w/out") == 0640 && entries("w", false) == 1);
        CHECK(produce_together("w/fresh", OUTPUT_SYNC_NEVER) == 0 && is_new("w/fresh"));
        CHECK(entries("w", false) == 2);
    }
    TEST("any call fails: the output is old or new, and nothing is left behind")
    {
        run_each(true, false);
        run_each(false, false);
        run_each(true, true);
    }
    TEST("the file has a name that others can open, until it is in place")
    {
        struct output output;
        entries("w", true);
        CHECK(output_open_with(&output, "w/out", named(OUTPUT_SYNC_AUTO)) == 0);
        CHECK(output.temporary != NULL && access(output.temporary, F_OK) == 0);
        output_abandon(&output);
        CHECK(entries("w", false) == 0);
    }
    TEST("joining fails without a message if there is no such file")
    {
        struct output output;
        messages = 0;
        CHECK(output_join(&output, "w/out", "w/.out.fairshuf-nosuch") == ENOENT);
        output_leave(&output);
        CHECK(messages == 0 && entries("w", false) == 0);
    }
    TEST("if the first process dies, the others remove the temporary file")
    {
        die_and_remove();
    }
    TEST("leaving keeps the file")
    {
        struct output first, other;
        CHECK(output_open_with(&first, "w/out", named(OUTPUT_SYNC_AUTO)) == 0);
        CHECK(output_join(&other, "w/out", first.temporary) == 0);
        CHECK(put_at(other.fd, 0, SIZE) == 0);
        output_leave(&other);
        CHECK(output_refresh(&first) == 0 && first.written == SIZE);
        CHECK(output_commit(&first) == 0 && is_new("w/out"));
        entries("w", true);
    }
    clean_up();
    return test_done();
}
