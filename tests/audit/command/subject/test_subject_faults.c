/* SPDX-License-Identifier: MIT
 *
 * test_subject_faults.c - programs that do something wrong, by mistake or on purpose.
 * Each fault is described exactly. Whatever a program does, it is ended in time, and
 * nothing is left behind.
 */
#define _GNU_SOURCE
#include <sys/time.h>

#include "tests/audit/command/subject/fixtures.h"

static const struct {
    char *script;
    enum subject_state state;
    enum finding_kind kind;
    const char *facts;
} faults[] = {
    {"sed 3d", SUBJECT_BROKEN, FINDING_LOST, "line 3|1 line|9 lines|10"},
    {"sed 3,5d", SUBJECT_BROKEN, FINDING_LOST, "line 3|3 lines|7 lines|10"},
    {"head -n 9; true", SUBJECT_BROKEN, FINDING_LOST, "line 10"},
    {"sed 's/4/5/'", SUBJECT_BROKEN, FINDING_DUPLICATED, "line 5|2 times"},
    {"sed 's/4/5/'", SUBJECT_BROKEN, FINDING_DUPLICATED, "line 4"},
    {"cat; echo 7", SUBJECT_BROKEN, FINDING_DUPLICATED, "line 7|11 lines|10"},
    {"sed 's/$/\\r/'", SUBJECT_BROKEN, FINDING_ALTERED,
     "line 1|'1\\r'|carriage return|9 more"},
    {"sed 's/^7/ 7/'", SUBJECT_BROKEN, FINDING_ALTERED, "line 7|' 7'|blanks"},
    {"sed 's/$/ /'", SUBJECT_BROKEN, FINDING_ALTERED, "'1 '|blanks"},
    {"sed 's/.*/\"&\",/'", SUBJECT_BROKEN, FINDING_ALTERED, "'\"1\",'|quotation marks"},
    {"sed 's/^/00/'", SUBJECT_BROKEN, FINDING_ALTERED, "'001'|zeros"},
    {"printf '\\357\\273\\277'; cat", SUBJECT_BROKEN, FINDING_ALTERED, "byte order mark"},
    {"sed 's/$/;/'", SUBJECT_BROKEN, FINDING_ALTERED, "'1;'|added|end"},
    {"cat -n", SUBJECT_BROKEN, FINDING_ALTERED, "\\t1'|added|beginning"},
    {"perl -pe 's/\\n/\\0\\n/'", SUBJECT_BROKEN, FINDING_ALTERED, "'1\\x00'|NUL"},
    {"tr '\\n' '\\0'", SUBJECT_BROKEN, FINDING_COUNT, "1 line|10"},
    {"tr '\\n' ' '", SUBJECT_BROKEN, FINDING_COUNT, "'1 2 3 4 5 6 7 8 9 10 '"},
    {"cat; echo", SUBJECT_BROKEN, FINDING_ADDED, "''|never given|11"},
    {"cat; echo; echo; echo hello", SUBJECT_BROKEN, FINDING_ADDED, "2 more"},
    {"cat; printf 'a\\033[31m\\n'", SUBJECT_BROKEN, FINDING_ADDED, "'a\\x1b[31m'"},
    {"cat; head -c 4000 /dev/zero; echo", SUBJECT_BROKEN, FINDING_ADDED, "\\x00...'"},
    {"seq 0 9", SUBJECT_BROKEN, FINDING_ADDED, "count from 0"},
    {"true", SUBJECT_BROKEN, FINDING_COUNT, "nothing|10 lines"},
    {"printf '\\n'", SUBJECT_BROKEN, FINDING_COUNT, "1 line|10"},
    {"yes", SUBJECT_BROKEN, FINDING_COUNT, "does not end"},
    {"trap '' PIPE; yes 7", SUBJECT_BROKEN, FINDING_COUNT, "does not end"},
    {"cat /dev/zero", SUBJECT_BROKEN, FINDING_COUNT, "does not end"},
    {"cat; exit 3", SUBJECT_FAILED, FINDING_STATUS, "status 3"},
    {"sed 3d; exit 3", SUBJECT_FAILED, FINDING_STATUS, "status 3"},
    {"cat; echo first >&2; echo '  last one ' >&2; echo >&2; exit 1", SUBJECT_FAILED,
     FINDING_STATUS, "  last one"},
    {"printf 'bad\\033\\001 \\303\\251\\377' >&2; exit 1", SUBJECT_FAILED, FINDING_STATUS,
     "bad\\x1b\\x01 \303\251\\xff"},
    {"seq 90000 >&2; exit 1", SUBJECT_FAILED, FINDING_STATUS, "90000"},
    {"cat; kill -9 $$", SUBJECT_FAILED, FINDING_STATUS, "signal 9"},
    {"no-such-program-at-all", SUBJECT_FAILED, FINDING_STATUS, "not found"},
};

static void test_faults(void)
{
    TEST("each fault is described exactly")
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        expect(
            (struct subject_plan){
                .n = 10, .trials = 3, .jobs = 2, .command = SHELL(faults[i].script)},
            faults[i].state, faults[i].kind, faults[i].facts);

    TEST("programs that cannot be run")
    {
        struct subject_plan plan = {.n = 10, .trials = 3};
        plan.command = COMMAND("no-such-program-at-all");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN,
               "'no-such-program-at-all'|No such file or directory");
        plan.command = COMMAND("/");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "'/'|Permission denied");
        plan.command = COMMAND("/dev/null");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "Permission denied");
        plan.command = COMMAND("");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "''|No such file");
    }

    TEST("the first fault counts, after all permutations before it")
    for (unsigned jobs = 1; jobs <= 8; jobs *= 2) {
        struct outcome o = run((struct subject_plan){
            .n = 3,
            .trials = 20,
            .jobs = jobs,
            .command =
                SHELL("case $FAIRAUDIT_TRIAL in 5) sleep 0.1; exit 9;; 6|7) exit 1;; "
                      "*) cat;; esac")});
        CHECK(o.state == SUBJECT_FAILED && o.finding.kind == FINDING_STATUS);
        CHECKF(o.count == 4 && o.finding.trial == 5, "%zu, %" PRIu64, o.count,
               o.finding.trial);
        CHECK(strstr(o.finding.text, "status 9") != NULL);
        done(&o);
    }

    TEST("a last line without a newline is a remark, not an error")
    {
        struct outcome o = run((struct subject_plan){
            .n = 3,
            .trials = 6,
            .command =
                SHELL("printf '3\\n1\\n2'; [ $FAIRAUDIT_TRIAL = 1 ] && echo; true")});
        CHECK(o.state == SUBJECT_END && o.count == 6);
        CHECK(o.note.kind == FINDING_NO_NEWLINE && o.note.trial == 2);
        done(&o);
    }

    TEST("plans that make no sense")
    {
        char **cat = COMMAND("cat");
        const struct subject_plan plans[] = {
            {.n = 0, .command = cat},
            {.n = 1, .command = cat},
            {.n = 2, .cycle = true, .command = cat},
            {.n = 3, .sample = 4, .command = cat},
            {.n = 3, .put_back = true, .command = cat},
            {.n = 3, .unordered = true, .command = cat},
            {.n = 3, .sample = 3, .unordered = true, .command = cat},
            {.n = 4, .copies = 3, .command = cat},
            {.n = 4, .copies = 4, .command = cat},
            {.n = 6, .copies = 2, .cycle = true, .command = cat},
            {.n = 6, .tokens = true, .batch = true, .command = cat},
            {.n = 6, .copies = 2, .file = "/dev/null"},
            {.n = 1 << 25, .command = cat},
            {.n = 3},
            {.n = 0, .sample = 2, .file = "/dev/null"},
            {.n = 3, .command = (char *[]){NULL}},
        };
        for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
            struct outcome o = run(plans[i]);
            CHECKF(!o.opened && o.finding.kind == FINDING_CANNOT_RUN &&
                       o.finding.text[0] != '\0',
                   "plan %zu", i);
            done(&o);
        }
    }
}

static const struct {
    char *script;
    const char *facts;
} late[] = {
    {"sleep 100", "did not answer|2 s"},
    {"exec >&-; sleep 100", "closed its output|2 s"},
    {"exec 1>&- 2>&-; sleep 100", "closed its output|2 s"},
    {"cat; sleep 100 &", "ended|a process|2 s"},
    {"cat; (trap '' TERM; sleep 100; sleep 100) & exit 0", "ended|a process|2 s"},
    {"trap '' TERM; cat; sleep 100; sleep 100", "did not answer|2 s"},
    {"yes >&2", "did not answer|2 s"},
    {"kill -STOP $$", "did not answer|2 s"},
};
enum { LATE = sizeof late / sizeof late[0] };

/* Each runs in a process of its own, so that all wait at the same time. */
static void be_late(const char *folder, size_t i)
{
    char script[400], name[300], line[256];
    snprintf(name, sizeof name, "%s/%zu", folder, i);
    snprintf(script, sizeof script, "echo $$ > %s/%zu; %s", folder, i, late[i].script);
    expect(
        (struct subject_plan){
            .n = 4, .trials = 9, .jobs = 1, .timeout = 2, .command = SHELL(script)},
        SUBJECT_FAILED, FINDING_TIMEOUT, late[i].facts);
    CHECK(!has_children());
    const long group = strtol(first_line(name, line), NULL, 10);
    CHECK(group > 1);
    for (int wait = 0; wait < 1000 && is_group_alive(group); wait++)
        usleep(10000); /* killed, but not yet gone */
    CHECKF(!is_group_alive(group), "%s: it still runs", late[i].script);
    unlink(name);
}

/* Whether there is a process with this command line. */
static bool is_running(const char *words)
{
    DIR *processes = opendir("/proc");
    bool found = false;
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char name[300], line[256];
        snprintf(name, sizeof name, "/proc/%s/cmdline", entry->d_name);
        FILE *file = fopen(name, "r");
        const size_t length = file != NULL ? fread(line, 1, sizeof line - 1, file) : 0;
        for (size_t i = 0; i + 1 < length; i++)
            line[i] = line[i] == '\0' ? ' ' : line[i];
        line[length] = '\0';
        found = found || strcmp(line, words) == 0;
        if (file != NULL)
            fclose(file);
    }
    closedir(processes);
    return found;
}

static void test_late(const char *folder)
{
    TEST("programs that are too late are ended, and nothing is left behind")
    {
        pid_t pids[LATE];
        fflush(stdout);
        for (size_t i = 0; i < LATE; i++) {
            pids[i] = fork();
            if (pids[i] == 0) {
                be_late(folder, i);
                fflush(stdout);
                _exit(test_state.shown > 0);
            }
        }
        for (size_t i = 0; i < LATE; i++) {
            int status = 1;
            CHECK(waitpid(pids[i], &status, 0) == pids[i]);
            CHECKF(status == 0, "%s", late[i].script);
        }
    }

    TEST("processes that a program leaves behind end with the audit")
    {
        static char *const left[] = {
            "cat; sleep 987 >/dev/null 2>&1 &",
            "cat; setsid sleep 987 >/dev/null 2>&1 &",
            "cat; setsid sh -c 'trap \"\" TERM; sleep 987; :' >/dev/null 2>&1 &",
            "cat; setsid sh -c 'setsid sleep 987 & setsid sleep 987' >/dev/null 2>&1 &",
        };
        for (size_t i = 0; i < 2 * sizeof left / sizeof left[0]; i++) {
            const bool batch = i % 2 == 1;
            char script[300];
            snprintf(script, sizeof script, "%s%s", batch ? "seq -s' ' 3 | " : "",
                     left[i / 2]);
            struct outcome o = run((struct subject_plan){.n = 3,
                                                         .trials = batch ? 1 : 6,
                                                         .batch = batch,
                                                         .command = SHELL(script)});
            CHECKF(o.state == SUBJECT_END && o.count > 0, "%s: %s", script,
                   o.finding.text);
            done(&o);
            CHECKF(!has_children(), "%s", script);
        }
        CHECKF(!is_running("sleep 987"), "it still runs");
    }

    TEST("processes of others are left alone")
    {
        fflush(stdout);
        const pid_t other = fork();
        if (other == 0) {
            execlp("sleep", "sleep", "60", (char *)NULL);
            _exit(127);
        }
        struct outcome o = run((struct subject_plan){
            .n = 3, .trials = 2, .command = SHELL("cat; setsid sleep 0.2 &")});
        done(&o);
        CHECK(other > 0 && waitpid(other, NULL, WNOHANG) == 0);
        kill(other, SIGKILL);
        CHECK(waitpid(other, NULL, 0) == other);
    }

    TEST("a process that lives longer than its program is not an error")
    {
        struct outcome o =
            run((struct subject_plan){.n = 3,
                                      .trials = 4,
                                      .timeout = 60,
                                      .command = SHELL("sleep 0.5 > /dev/null & cat")});
        CHECKF(o.state == SUBJECT_END && o.count == 4, "%s", o.finding.text);
        done(&o);
    }
}

static void test_many(void)
{
    TEST("hundreds of runs leave no descriptor and no zombie")
    {
        const size_t before = open_descriptors();
        struct outcome o = run((struct subject_plan){
            .n = 5, .trials = 250, .jobs = 3, .command = COMMAND("cat")});
        CHECK(o.state == SUBJECT_END && o.count == 250);
        done(&o);
        for (int i = 0; i < 3; i++) { /* closed while programs run */
            struct finding finding;
            const struct subject_plan plan = {.n = 5,
                                              .trials = 100,
                                              .jobs = 7,
                                              .timeout = 60,
                                              .command = SHELL("cat; sleep 0.05")};
            unsigned char orders[50];
            size_t count;
            struct subject *subject = subject_open(&plan, &finding);
            CHECK(subject != NULL);
            if (i > 0)
                CHECK(subject_next(subject, 10, orders, &count, &finding) ==
                      SUBJECT_MORE);
            subject_close(subject);
        }
        CHECKF(open_descriptors() == before, "%zu, not %zu", open_descriptors(), before);
        CHECK(!has_children());
    }
}

static volatile sig_atomic_t stop;

static void on_alarm(int signal)
{
    (void)signal;
    stop = 1;
}

static void test_stop(const char *folder)
{
    TEST("a signal stops it")
    {
        struct sigaction action = {.sa_handler = on_alarm};
        sigaction(SIGALRM, &action, NULL);
        char *const scripts[] = {"sleep 100", "cat {in}; sleep 100",
                                 "trap '' TERM; yes >&2"};
        for (size_t i = 0; i < 6; i++) {
            stop = i == 5;
            if (!stop)
                setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 100000},
                          NULL);
            struct outcome o =
                run((struct subject_plan){.n = 4,
                                          .trials = 99,
                                          .stop = &stop,
                                          .batch = i >= 3,
                                          .command = SHELL(scripts[i % 3])});
            CHECKF(o.state == SUBJECT_STOPPED && o.finding.kind == FINDING_NONE &&
                       o.count == 0,
                   "%zu: %s", i, o.finding.text);
            done(&o);
        }
        CHECKF(entries_of(folder) == 2, "%zu", entries_of(folder));
        CHECK(!has_children());
    }
}

int main(void)
{
    char folder[] = "/tmp/test-subject-XXXXXX";
    if (mkdtemp(folder) == NULL)
        return 99;
    setenv("TMPDIR", folder, 1);
    test_faults();
    test_late(folder);
    test_many();
    test_stop(folder);
    rmdir(folder);
    return test_done();
}
