/* SPDX-License-Identifier: MIT
 *
 * test_subject.c - programs as subjects: permutations and samples, from standard output
 * and from files. test_subject_faults.c is about programs that do something wrong.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/audit/command/subject/fixtures.h"

static void test_orders(void)
{
    TEST("permutations come in the order of the runs, even if some take longer")
    {
        const char *rotate = "@a = <STDIN>; $t = $ENV{FAIRAUDIT_TRIAL};"
                             "select(undef, undef, undef, 0.01 * ($t * 5 % 7));"
                             "print @a[map { ($_ + $t) % 7 } 0..6]";
        struct outcome o =
            run((struct subject_plan){.n = 7,
                                      .jobs = 5,
                                      .trials = 33,
                                      .command = COMMAND("perl", "-e", (char *)rotate)});
        CHECK(o.state == SUBJECT_END && o.count == 33 && o.cards == 7 && o.lines == 7);
        CHECK(o.note.kind == FINDING_NONE && o.remark[0] == '\0');
        for (size_t i = 0; o.orders != NULL && i < o.count; i++)
            for (size_t place = 0; place < 7; place++)
                CHECK(o.orders[7 * i + place] == (place + i + 1) % 7);
        done(&o);
    }

    TEST("programs that write before they read, or read nothing, or read slowly")
    {
        char *const scripts[] = {"cat",
                                 "seq 60000; cat > /dev/null",
                                 "seq 60000",
                                 "exec 0<&-; seq 60000",
                                 "sleep 0.2; cat",
                                 "cat > /dev/null; seq 60000",
                                 "seq 60000 | tee /dev/stderr; seq 100000 >&2"};
        for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
            struct outcome o = run((struct subject_plan){
                .n = 60000, .trials = 2, .command = SHELL(scripts[i])});
            CHECKF(o.state == SUBJECT_END && o.count == 2, "%s: %s", scripts[i],
                   o.finding.text);
            CHECK(o.cards == 256 && strstr(o.remark, "256 of the 60000 lines") != NULL);
            for (size_t j = 0; j < 256 * o.count; j++)
                CHECK(o.orders[j] == j % 256);
            done(&o);
        }
    }

    TEST("the signals of a program, and its process group, are its own")
    {
        struct outcome o = run((struct subject_plan){
            .n = 3,
            .trials = 1,
            .command = COMMAND("perl", "-e",
                               "exit 7 if ($SIG{PIPE} // '') eq "
                               "'IGNORE'; exit 8 if getpgrp != $$; print <STDIN>")});
        CHECKF(o.state == SUBJECT_END, "%s", o.finding.text);
        done(&o);
        struct sigaction now;
        sigaction(SIGPIPE, NULL, &now);
        CHECK(now.sa_handler == SIG_DFL);
    }

    TEST("a program inherits only its three standard descriptors")
    {
        for (int fd = 3; fd < 256; fd++) /* those that the test inherited */
            fcntl(fd, F_SETFD, FD_CLOEXEC);
        struct outcome o = run((struct subject_plan){
            .n = 3,
            .trials = 20,
            .jobs = 4, /* the fourth is for reading the folder */
            .command = SHELL("set -- /proc/$$/fd/*; [ $# -le 4 ] && cat")});
        CHECKF(o.state == SUBJECT_END && o.count == 20, "%s", o.finding.text);
        done(&o);
    }

    TEST("our standard input and output may be closed")
    {
        const int in = dup(0), out = dup(1);
        fflush(stdout);
        close(0);
        close(1);
        struct outcome o =
            run((struct subject_plan){.n = 4, .trials = 3, .command = COMMAND("tac")});
        dup2(in, 0);
        dup2(out, 1);
        close(in);
        close(out);
        CHECKF(o.state == SUBJECT_END && o.count == 3, "%s", o.finding.text);
        CHECK(o.count == 3 && o.orders[0] == 3 && o.orders[11] == 0);
        done(&o);
    }

    TEST("the status of programs is known even if SIGCHLD was ignored")
    {
        signal(SIGCHLD, SIG_IGN);
        expect(
            (struct subject_plan){.n = 4, .trials = 3, .command = SHELL("cat; exit 5")},
            SUBJECT_FAILED, FINDING_STATUS, "status 5");
        struct sigaction now;
        sigaction(SIGCHLD, NULL, &now);
        CHECK(now.sa_handler == SIG_IGN);
        signal(SIGCHLD, SIG_DFL);
    }
}

static void test_samples(void)
{
    TEST("samples")
    {
        struct outcome o =
            run((struct subject_plan){.n = 100,
                                      .sample = 3,
                                      .trials = 4,
                                      .command = SHELL("printf '100\\n1\\n42\\n'")});
        CHECK(o.state == SUBJECT_END && o.count == 4);
        for (size_t i = 0; o.samples != NULL && i < 3 * o.count; i++)
            CHECK(o.samples[i] == (i % 3 == 0 ? 99 : i % 3 == 1 ? 0 : 41));
        done(&o);
        o = run((struct subject_plan){.n = 100,
                                      .sample = 3,
                                      .from_zero = true,
                                      .trials = 1,
                                      .command = SHELL("printf '99\\n0\\n42\\n'")});
        CHECK(o.count == 1 && o.samples != NULL && o.samples[0] == 99 &&
              o.samples[1] == 0 && o.samples[2] == 42);
        done(&o);
        o = run((struct subject_plan){.n = 2,
                                      .sample = 5,
                                      .put_back = true,
                                      .trials = 1,
                                      .command = SHELL("printf '2\\n2\\n1\\n2\\n2\\n'")});
        CHECK(o.count == 1 && o.samples != NULL && o.samples[0] == 1 &&
              o.samples[2] == 0);
        done(&o);
    }

    TEST("the order of unordered samples is random")
    {
        struct outcome o =
            run((struct subject_plan){.n = 9,
                                      .sample = 3,
                                      .unordered = true,
                                      .trials = 240,
                                      .command = SHELL("echo 2; echo 5; echo 9")});
        unsigned counts[1000] = {0};
        CHECK(o.state == SUBJECT_END && o.count == 240);
        for (size_t i = 0; o.samples != NULL && i < o.count; i++)
            counts[100 * o.samples[3 * i] + 10 * o.samples[3 * i + 1] +
                   o.samples[3 * i + 2]]++;
        const unsigned orders[] = {148, 184, 418, 481, 814, 841};
        for (size_t i = 0; i < 6; i++)
            CHECKF(counts[orders[i]] > 20 && counts[orders[i]] < 65, "%u",
                   counts[orders[i]]);
        done(&o);
    }

    TEST("wrong samples")
    {
        struct subject_plan plan = {.n = 10, .sample = 2, .trials = 1};
        plan.command = COMMAND("cat");
        expect(plan, SUBJECT_BROKEN, FINDING_COUNT, "10 lines|2");
        plan.command = SHELL("echo 3");
        expect(plan, SUBJECT_BROKEN, FINDING_COUNT, "1 line|2");
        plan.command = SHELL("echo 3; echo 3");
        expect(plan, SUBJECT_BROKEN, FINDING_DUPLICATED, "line 3|2 times");
        plan.command = SHELL("echo 3; echo 11");
        expect(plan, SUBJECT_BROKEN, FINDING_ADDED, "'11'");
        plan.command = SHELL("echo 3; echo 0");
        expect(plan, SUBJECT_BROKEN, FINDING_ADDED, "count from 0");
    }
}

static void test_files(const char *folder)
{
    struct subject_plan plan = {.n = 5, .trials = 7, .jobs = 2};
    TEST("{in}, {out}, {n} and {k}; no file is left behind")
    {
        char *const good[] = {
            "tac {in}",
            "tac {in} > {out}",
            "tac > {out}; yes | head -n 100000",
            "tac {in} > {out}.x; mv {out}.x {out}; echo > {in}.more",
            "seq {n} | tac",
            "[ -z \"$(cat)\" ]; rm {in}; seq {n} -1 1",
            "[ '{in}' = \"$(ls -d {in})\" ]; tac {in} > {in}2; mv {in}2 {out}"};
        for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
            plan.command = SHELL(good[i]);
            struct outcome o = run(plan);
            CHECKF(o.state == SUBJECT_END && o.count == 7, "%s: %s (%s)", good[i],
                   o.finding.text, o.finding.complaint);
            for (size_t j = 0; j < 5 * o.count; j++)
                CHECK(o.orders[j] == 4 - j % 5);
            done(&o);
        }
        plan.command = COMMAND("sh", "-c", "[ $1-$2-$3 = x5y2-2-5z ] && head -n 2", "sh",
                               "x{n}y{k}", "{k}", "{n}z");
        plan.sample = 2;
        struct outcome o = run(plan);
        CHECKF(o.state == SUBJECT_END && o.count == 7, "%s", o.finding.text);
        done(&o);
        plan.sample = 0;
        plan.command = SHELL("cat {in}");
        expect(plan, SUBJECT_END, FINDING_NONE, "");
        plan.command = SHELL("true > {in} {out}; rm -f {out}");
        expect(plan, SUBJECT_BROKEN, FINDING_COUNT, "{out}");
        plan.command = SHELL("yes | head -c 1000000 > {out}");
        expect(plan, SUBJECT_BROKEN, FINDING_COUNT, "does not end");
        plan.command = SHELL("cat {in} > {out}; exit 4");
        expect(plan, SUBJECT_FAILED, FINDING_STATUS, "status 4");
        plan.command = SHELL("mkdir {out}");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "Is a directory");
        plan.command = SHELL("mkfifo {out}");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "cannot read|{out}");
        plan.command = COMMAND("no-such-program-at-all", "{in}");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "cannot run");
        CHECKF(entries_of(folder) == 2, "%zu", entries_of(folder));
    }

    TEST("folders that programs leave there are removed; links are not followed")
    {
        char outside[300], script[1200];
        snprintf(outside, sizeof outside, "%s/outside", folder);
        CHECK(mkdir(outside, 0700) == 0);
        static const char *const litter[] = {
            "mkdir {in}.d",
            "mkdir -p {in}.d/a/b/c {in}.d/a/x; echo > {in}.d/a/b/c/file",
            "ln -s %s {in}.link; mkdir {in}.d; ln -s %s {in}.d/link; ln -s .. {in}.d/up",
            "mkdir -p {in}.d/a/b; echo > {in}.d/a/b/f; chmod 0 {in}.d/a/b {in}.d/a "
            "{in}.d",
            "mkdir -p {in}.d/fairaudit.1/x/y {in}.d/fairaudit.2/x/y; mkdir fairaudit.1; "
            "echo > fairaudit.2; mkdir -p fairaudit.3/a/b",
            "perl -e 'for (1..3000) { mkdir q(d); chdir q(d) or die }'",
            "mkfifo {in}.p; mkdir -p {in}.d; mkfifo {in}.d/p; chmod 0 .",
        };
        for (size_t i = 0; i < sizeof litter / sizeof litter[0]; i++) {
            char what[700];
            snprintf(what, sizeof what, litter[i], outside, outside);
            snprintf(script, sizeof script,
                     "echo > %s/keep; tac {in}; cd $(dirname {in}); %s", outside, what);
            plan.command = SHELL(script);
            plan.trials = 1;
            struct outcome o = run(plan);
            CHECKF(o.state == SUBJECT_END && o.count == 1, "%s: %s (%s)", what,
                   o.finding.text, o.finding.complaint);
            done(&o);
            CHECKF(entries_of(folder) == 3, "%s: %zu", what, entries_of(folder));
            CHECKF(entries_of(outside) == 3, "%s: %zu", what, entries_of(outside));
        }
        char kept[320];
        snprintf(kept, sizeof kept, "%s/keep", outside);
        CHECK(unlink(kept) == 0 && rmdir(outside) == 0);
    }

    TEST("no folder for temporary files")
    {
        setenv("TMPDIR", "/no/such/folder", 1);
        plan.command = SHELL("cat {in}");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "folder|TMPDIR");
        setenv("TMPDIR", folder, 1);
    }
}

int main(void)
{
    char folder[] = "/tmp/test-subject-XXXXXX";
    if (mkdtemp(folder) == NULL)
        return 99;
    setenv("TMPDIR", folder, 1);
    test_orders();
    test_samples();
    test_files(folder);
    rmdir(folder);
    return test_done();
}
