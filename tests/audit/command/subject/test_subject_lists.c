/* SPDX-License-Identifier: MIT
 *
 * test_subject_lists.c - files and batches of permutations as subjects, with right and
 * wrong lines.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>

#include "audit/command/subject/parts.h"
#include "audit/orders/source.h"
#include "tests/audit/command/subject/fixtures.h"

static char folder[] = "/tmp/test-subject-XXXXXX", name[64];

static void write_bytes(const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    CHECK(file != NULL && fwrite(text, 1, length, file) == length);
    if (file != NULL)
        fclose(file);
}

static struct subject_plan file_plan(const char *text, size_t n)
{
    write_bytes(text, strlen(text));
    return (struct subject_plan){.n = n, .trials = UINT64_MAX, .file = name};
}

/* All of these are the permutations 2 0 1 and 0 1 2. */
static const char *const spellings[] = {
    "2 0 1\n0 1 2\n",
    "3 1 2\n1 2 3\n",
    "3 1 2\n1 2 3",
    "3,1,2\n1,2,3\n",
    "3, 1, 2\r\n1, 2, 3\r\n",
    "\t3\t1\t2 \n 1  2  3  \n",
    "[3,1,2]\n[1,2,3]\n",
    "  [ 3, 1, 2 ],  \r\n[1,2,3] ,\n",
    "(3, 1, 2)\n(1, 2, 3)\n",
    "# a comment\n\n2 0 1\n   # another, 9 9 9\n \t\r\n0 1 2\n\n\n",
    "\357\273\2772 0 1\n0 1 2\n",
    "\357\273\277# comment\n2 0 1\n0 1 2\n",
    "003 1 02\n1 0000000000000000000000002 3\n",
};

static void test_spellings(void)
{
    TEST("permutations in all spellings, whether n is given or not")
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        for (size_t n = 0; n <= 3; n += 3) {
            struct outcome o = run(file_plan(spellings[i], n));
            CHECKF(o.state == SUBJECT_END && o.count == 2 && o.cards == 3 && o.lines == 3,
                   "%s: %s", spellings[i], o.finding.text);
            CHECKF(o.count == 2 && memcmp(o.orders, "\2\0\1\0\1\2", 6) == 0, "%s",
                   spellings[i]);
            done(&o);
        }

    TEST("cycles, samples, and samples without order")
    {
        struct subject_plan plan = file_plan("2 3 1\n3 1 2\n", 0);
        plan.cycle = true;
        struct outcome o = run(plan);
        CHECK(o.state == SUBJECT_END && o.count == 2 && o.cards == 2);
        CHECK(o.count == 2 && memcmp(o.orders, "\0\1\1\0", 4) == 0);
        done(&o);
        plan = file_plan("2 3 1\n2 1 3\n", 3);
        plan.cycle = true;
        expect(plan, SUBJECT_BROKEN, FINDING_CYCLE, "cycle|3 lines|line 1|2");

        plan = file_plan("7 2\n100 1\n", 100);
        plan.sample = 2;
        o = run(plan);
        CHECK(o.state == SUBJECT_END && o.count == 2 && o.samples[0] == 6 &&
              o.samples[3] == 0);
        done(&o);
        plan.from_zero = true;
        expect(plan, SUBJECT_BROKEN, FINDING_NUMBER, "line 2|'100'|0 to 99");
        plan = file_plan("7 7\n100 0\n", 100);
        plan.sample = 2;
        expect(plan, SUBJECT_BROKEN, FINDING_DUPLICATED, "line 1|7|twice");
        plan.put_back = true;
        expect(plan, SUBJECT_BROKEN, FINDING_NUMBER, "line 2|'0'|1 to 100|--from-zero");
    }

    TEST("more than 256 numbers")
    {
        char *text = malloc(6000), *at = text;
        for (int i = 1000; i > 0; i--)
            at += sprintf(at, "%d ", i);
        struct outcome o = run(file_plan(text, 0));
        CHECK(o.state == SUBJECT_END && o.count == 1 && o.cards == 256 &&
              o.lines == 1000);
        CHECK(strstr(o.remark, "256 of the 1000 lines") != NULL);
        for (size_t i = 0; i < 256 * o.count; i++)
            CHECK(o.orders[i] == 255 - i);
        done(&o);
        free(text);
    }
}

static const struct {
    const char *text;
    size_t n;
    enum subject_state state;
    enum finding_kind kind;
    const char *facts;
} faults[] = {
    {"1 2 3\n1 x 3\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "line 2|'x'|not a number"},
    {"# one\n\n1 2 3\n1 2 3x\n", 3, SUBJECT_BROKEN, FINDING_NUMBER,
     "line 4|'3x'|not a number"},
    {"1 2 3\n1 2.0 3\n", 0, SUBJECT_BROKEN, FINDING_NUMBER, "'2.0'|not a number"},
    {"1 2 3\n1 - 3\n", 0, SUBJECT_BROKEN, FINDING_NUMBER, "'-'|not a number"},
    {"[1 2 3\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "'[1'|not a number"},
    {"[1 2 3)\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "'[1'|not a number"},
    {"[[1,2,3],[3,2,1]]\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "'[1'|not a number"},
    {"1 2 3\n0 1 2\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "line 2|'0'|1 to 3"},
    {"0 1 2\n1 2 3\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "line 2|'3'|0 to 2"},
    {"1 2 4\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "line 1|'4'|1 to 3"},
    {"1 2 -3\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "'-3'|range"},
    {"1 2 99999999999999999999999999999999\n", 3, SUBJECT_BROKEN, FINDING_NUMBER,
     "range"},
    {"1 2 18446744073709551619\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "range"},
    {"1 2 4294967299\n", 3, SUBJECT_BROKEN, FINDING_NUMBER, "range"},
    {"1 2 3\n3 2 3\n", 3, SUBJECT_BROKEN, FINDING_DUPLICATED,
     "line 2|3 |twice|1 is missing"},
    {"0 0 0\n", 3, SUBJECT_BROKEN, FINDING_DUPLICATED, "line 1|0 |twice|1 is missing"},
    {"1 2 3\n1 3\n", 3, SUBJECT_BROKEN, FINDING_COUNT, "line 2|2 numbers|3|2 is missing"},
    {"1 2 3\n1 2 3 4\n", 3, SUBJECT_BROKEN, FINDING_COUNT, "line 2|4 numbers|3"},
    {"1 2 3\n[]\n", 3, SUBJECT_BROKEN, FINDING_COUNT, "line 2|0 numbers|3"},
    {"1 2 3\n2", 3, SUBJECT_BROKEN, FINDING_COUNT, "line 2|1 number|3"},
    {"", 3, SUBJECT_FAILED, FINDING_CANNOT_RUN, "no permutations"},
    {"# nothing\n\n", 3, SUBJECT_FAILED, FINDING_CANNOT_RUN, "no permutations"},
    {"# nothing\n\n", 0, SUBJECT_FAILED, FINDING_CANNOT_RUN, "no permutations"},
    {"7\n", 0, SUBJECT_FAILED, FINDING_COUNT, "first|at least 2"},
    {"[]\n", 0, SUBJECT_FAILED, FINDING_COUNT, "first|no numbers"},
    {"hello world\n", 0, SUBJECT_BROKEN, FINDING_NUMBER, "line 1|'hello'|not a number"},
};

static void test_faults(void)
{
    TEST("each fault is described exactly")
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        expect(file_plan(faults[i].text, faults[i].n), faults[i].state, faults[i].kind,
               faults[i].facts);

    TEST("permutations before a fault are given; the finding names the line")
    {
        struct outcome o = run(file_plan("1 2 3\n\n3 2 1\n2 2 2\n1 2 3\n", 3));
        CHECK(o.state == SUBJECT_BROKEN && o.count == 2 && o.finding.trial == 3);
        CHECK(strstr(o.finding.text, "line 4: ") != NULL);
        done(&o);
    }

    TEST("NUL bytes, endless lines, and files that cannot be read")
    {
        write_bytes("1 2\0 3\n", 7);
        struct subject_plan plan = {.n = 3, .trials = 9, .file = name};
        expect(plan, SUBJECT_BROKEN, FINDING_NUMBER, "line 1|'2\\x00'|not a number");
        plan.file = "/dev/zero";
        expect(plan, SUBJECT_BROKEN, FINDING_COUNT, "line 1|too long");
        plan.file = "/no/such/file";
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN,
               "'/no/such/file'|No such file or directory");
        plan.file = "/";
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "'/'|Is a directory");
    }
}

static void test_streams(void)
{
    TEST("100,000 permutations, in batches of any size, and no more than wanted")
    {
        const size_t N = 9, ORDERS = 100000;
        unsigned char *orders = malloc(N * ORDERS);
        FILE *file = fopen(name, "w");
        audit_source source;
        const audit_seed seed = audit_seed_of_number(1);
        audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, 0);
        for (size_t i = 0; i < ORDERS; i++) {
            audit_source_order(&source, orders + i * N, N);
            for (size_t j = 0; j < N; j++)
                fprintf(file, "%d%c", orders[i * N + j] + 1, j + 1 < N ? ' ' : '\n');
        }
        fclose(file);
        struct subject_plan plan = {.n = 0, .trials = UINT64_MAX, .file = name};
        for (size_t at_once = 1; at_once < 100000; at_once *= 37) {
            struct outcome o = run_by(&plan, at_once);
            CHECK(o.state == SUBJECT_END && o.count == ORDERS);
            CHECK(o.count == ORDERS && memcmp(o.orders, orders, N * ORDERS) == 0);
            done(&o);
        }
        plan.trials = 777;
        struct outcome o = run_by(&plan, 500);
        CHECK(o.state == SUBJECT_END && o.count == 777);
        done(&o);
        free(orders);
    }

    TEST("standard input that comes slowly, byte by byte")
    {
        int end[2];
        const int before = dup(0);
        CHECK(pipe(end) == 0);
        const pid_t pid = fork();
        if (pid == 0) {
            const char *text = "# slow\n3 1 2\n1 2 3\n2 1 3";
            for (const char *c = text; *c != '\0'; c++) {
                usleep(2000);
                if (write(end[1], c, 1) != 1)
                    _exit(1);
            }
            _exit(0);
        }
        dup2(end[0], 0);
        close(end[0]);
        close(end[1]);
        struct outcome o = run((struct subject_plan){.trials = UINT64_MAX, .file = "-"});
        CHECKF(o.state == SUBJECT_END && o.count == 3, "%zu %s", o.count, o.finding.text);
        CHECK(o.count == 3 && memcmp(o.orders, "\2\0\1\0\1\2\1\0\2", 9) == 0);
        done(&o);
        dup2(before, 0);
        close(before);
        waitpid(pid, NULL, 0);
    }
}

static const struct {
    char *script;
    size_t n, count;
    enum subject_state state;
    enum finding_kind kind;
    const char *facts;
} batches[] = {
    {"echo 1 2 3; echo 3 2 1", 3, 2, SUBJECT_END, FINDING_NONE, ""},
    {"echo 1 2 3; printf '3 2 1'", 0, 2, SUBJECT_END, FINDING_NONE, ""},
    {"yes '3 1 2'", 3, 50, SUBJECT_END, FINDING_NONE, ""},
    {"trap '' TERM PIPE; while :; do echo 3 1 2; done", 0, 50, SUBJECT_END, FINDING_NONE,
     ""},
    {"seq 3 | tr '\\n' ' '; echo; cat", 3, 1, SUBJECT_END, FINDING_NONE, ""},
    {"for i in $(seq 50); do sleep 0.001; echo 1 2 3; done; exit 3", 3, 50, SUBJECT_END,
     FINDING_NONE, ""},
    {"[ {n}-{k}-{trials} = 3-3-50 ] && yes 1 2 3", 3, 50, SUBJECT_END, FINDING_NONE, ""},
    {"echo 1 2 3; echo no >&2; exit 3", 3, 1, SUBJECT_FAILED, FINDING_STATUS, "status 3"},
    {"echo 1 2 3; printf '1 2'; kill -9 $$", 3, 1, SUBJECT_FAILED, FINDING_STATUS,
     "signal 9"},
    {"echo oh no >&2; exit 1", 0, 0, SUBJECT_FAILED, FINDING_STATUS, "oh no"},
    {"true", 3, 0, SUBJECT_FAILED, FINDING_CANNOT_RUN, "'sh'|no permutations"},
    {"true", 0, 0, SUBJECT_FAILED, FINDING_CANNOT_RUN, "'sh'|no permutations"},
    {"echo 1 2 3; echo 1 1 3; yes 1 2 3", 3, 1, SUBJECT_BROKEN, FINDING_DUPLICATED,
     "line 2|1 |twice"},
    {"yes 1 | tr '\\n' ' '", 3, 0, SUBJECT_BROKEN, FINDING_COUNT, "line 1|too long"},
    {"seq 300000 >&2; echo 1 2 3", 3, 1, SUBJECT_END, FINDING_NONE, ""},
    {"yes 1 2 3 | head -n 50; exec >&-; sleep 100", 3, 50, SUBJECT_END, FINDING_NONE, ""},
};

static void test_batches(void)
{
    const size_t before = open_descriptors();
    TEST("programs that print permutations")
    for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++) {
        struct outcome o =
            run((struct subject_plan){.n = batches[i].n,
                                      .batch = true,
                                      .trials = 50,
                                      .command = SHELL(batches[i].script)});
        CHECKF(o.state == batches[i].state && o.finding.kind == batches[i].kind &&
                   o.count == batches[i].count,
               "%s: state %d, kind %d, %zu: %s", batches[i].script, o.state,
               o.finding.kind, o.count, o.finding.text);
        CHECKF(has_facts(&o.finding, batches[i].facts), "%s: %s", batches[i].script,
               o.finding.text);
        done(&o);
    }

    TEST("batches that are too late, or cannot be run")
    {
        struct subject_plan plan = {.n = 3, .batch = true, .trials = 50, .timeout = 0.5};
        plan.command = SHELL("echo 1 2 3; sleep 100");
        expect(plan, SUBJECT_FAILED, FINDING_TIMEOUT, "did not answer|0.5 s");
        plan.n = 0;
        plan.command = SHELL("sleep 100");
        expect(plan, SUBJECT_FAILED, FINDING_TIMEOUT, "did not answer|0.5 s");
        plan.timeout = 1;
        plan.command = SHELL("echo 1 2 3; exec >&-; sleep 100");
        expect(plan, SUBJECT_FAILED, FINDING_TIMEOUT, "closed its output");
        plan.command = SHELL("echo 1 2 3; sleep 100 &");
        expect(plan, SUBJECT_FAILED, FINDING_TIMEOUT, "ended|a process");
        plan.command = COMMAND("no-such-program-at-all");
        expect(plan, SUBJECT_FAILED, FINDING_CANNOT_RUN, "'no-such");
        CHECK(!has_children());
        CHECKF(open_descriptors() == before, "%zu, not %zu", open_descriptors(), before);
    }
}

/* Whether a line has the numbers below n, each once, between blanks and commas. */
static bool model(char *line, bool from_zero, size_t n)
{
    bool seen[8] = {false};
    size_t count = 0, length;
    char *rest = NULL;
    while (strchr(" \t\r", *line) != NULL && *line != '\0')
        line++;
    for (length = strlen(line); length > 0 && strchr(" \t\r", line[length - 1]); length--)
        line[length - 1] = '\0';
    if (*line == '[' || *line == '(') {
        char *end = line + strlen(line) - 1;
        if (end > line + 1 && *end == ',')
            end--;
        while (end > line + 1 && end[1] == ',' && strchr(" \t\r", *end))
            *end-- = ',';
        if (end > line && *end == (*line == '[' ? ']' : ')')) {
            *end = '\0';
            line++;
        }
    }
    for (char *word = strtok_r(line, " \t\r,", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r,", &rest), count++) {
        if (word[strspn(word, "0123456789")] != '\0')
            return false;
        const size_t number = strtoull(word, NULL, 10) - !from_zero;
        if (number >= n || seen[number])
            return false;
        seen[number] = true;
    }
    return count == n;
}

static void test_spoiled(void)
{
    TEST("lines that were changed at random, compared with the model")
    {
        enum { N = 5 };
        audit_source source;
        const audit_seed seed = audit_seed_of_number(2);
        const struct subject_plan plan = {.n = N};
        unsigned good = 0, bad = 0;
        audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, 0);
        for (int round = 0; round < 100000; round++) {
            unsigned char order[N];
            char line[128], copy[128];
            const bool from_zero = audit_source_below(&source, 2);
            struct subject_numbers numbers;
            struct finding finding = {.kind = FINDING_NONE};
            audit_source_order(&source, order, N);
            size_t length = (size_t)sprintf(
                line, "%s%d, %d,%d\t%d %d%s", round % 3 ? "" : "[", order[0] + !from_zero,
                order[1] + !from_zero, order[2] + !from_zero, order[3] + !from_zero,
                order[4] + !from_zero, round % 3 ? "" : "] ,");
            for (uint64_t spoil = audit_source_below(&source, 4); spoil > 0; spoil--) {
                const size_t at = (size_t)audit_source_below(&source, length);
                const char c = "0123456 ,\t\r[]()-+"[audit_source_below(&source, 17)];
                if (audit_source_below(&source, 2)) {
                    line[at] = c;
                } else {
                    memmove(line + at + 1, line + at, ++length - at);
                    line[at] = c;
                }
            }
            line[length] = '\0';
            memcpy(copy, line, length + 1);
            const bool as_one = model(copy, false, N);
            memcpy(copy, line, length + 1);
            const bool expected = as_one || model(copy, true, N);
            CHECK(subject_numbers_make(&numbers, &plan));
            const bool came =
                !subject_numbers_skip(line, length) &&
                subject_numbers_read(&numbers, line, length, 1, 1, &finding);
            CHECKF(came == expected, "\"%s\": %s", line, finding.text);
            CHECK((finding.kind == FINDING_NONE) == came);
            subject_numbers_free(&numbers);
            good += came;
            bad += !came;
        }
        CHECK(good > 10000 && bad > 10000);
    }
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 99;
    snprintf(name, sizeof name, "%s/orders", folder);
    test_spellings();
    test_faults();
    test_streams();
    test_batches();
    test_spoiled();
    unlink(name);
    rmdir(folder);
    return test_done();
}
