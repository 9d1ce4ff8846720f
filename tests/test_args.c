/* SPDX-License-Identifier: MIT
 *
 * test_args.c - the command line: what is taken, what is refused, and in which words.
 *
 * Reason: scripts written for GNU shuf must go on working, and people should learn from a
 * message what to do. The texts of GNU's mistakes were found by running GNU shuf.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include "args.h"
#include "say.h"
#include "settings.h"
#include "test.h"
#include "values.h"

enum { MOST = 80, ROOM = 4096 };

static struct settings settings;
static char text[ROOM], *words[MOST + 1], message[ROOM];
static FILE *captured;

/* Reads a command line, words between single blanks, "_" for an empty word and "%" for a
 * blank within one, after `program`; stderr goes to `message`. */
static enum settings_verdict run(const char *program, const char *line)
{
    int count = 0;
    size_t used = strlen(program) + 1;
    memcpy(text, program, used);
    words[count++] = text;
    snprintf(text + used, ROOM - used, "%s", line);
    for (char *word = text + used, *next; word != NULL && *word != '\0'; word = next) {
        next = strchr(word, ' ');
        if (next != NULL)
            *next++ = '\0';
        for (char *c = word; *c != '\0'; c++)
            *c = *c == '%' ? ' ' : *c;
        words[count++] = strcmp(word, "_") == 0 ? word + 1 : word;
    }
    words[count] = NULL;

    int saved = dup(STDERR_FILENO), file = fileno(captured);
    if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
        abort();
    dup2(file, STDERR_FILENO);
    enum settings_verdict verdict = settings_read(&settings, count, words);
    dup2(saved, STDERR_FILENO);
    close(saved);
    ssize_t length = pread(file, message, sizeof message - 1, 0);
    message[length > 0 ? length : 0] = '\0';
    return verdict;
}

/* The operands, with a bar after each. */
static const char *operands(void)
{
    static char list[ROOM];
    char *to = list;
    for (size_t i = 0; i < settings.operand_count; i++)
        to = stpcpy(stpcpy(to, settings.operands[i]), "|");
    *to = '\0';
    return list;
}

static bool good(const char *line)
{
    enum settings_verdict verdict = run("fairshuf", line);
    return CHECKF(verdict == SETTINGS_RUN && *message == '\0', "%s: %d %s", line,
                  (int)verdict, message);
}

/* What `program` says about the line, without its name; `tries`: the Try line follows. */
static void bad(const char *program, const char *line, const char *why, bool tries)
{
    char expected[ROOM];
    snprintf(expected, sizeof expected, "%s: %s\n", program, why);
    if (tries)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                 "Try '%s --help' for more information.\n", program);
    enum settings_verdict verdict = run(program, line);
    CHECKF(verdict == SETTINGS_WRONG, "%s: %d", line, (int)verdict);
    CHECKF(strcmp(message, expected) == 0, "%s: %s", line, message);
}

struct mistake {
    const char *line, *why;
    bool tries;
};

/* As shuf and as fairshuf the same, and in the words of GNU shuf. */
static const struct mistake gnu_mistakes[] = {
    {"--h", "option '--h' is ambiguous; possibilities: '--head-count' '--help'", true},
    {"--he=3", "option '--he=3' is ambiguous; possibilities: '--head-count' '--help'",
     true},
    {"--r", "option '--r' is ambiguous; possibilities: '--random-source' '--repeat'",
     true},
    {"--foo", "unrecognized option '--foo'", true},
    {"--foo=bar", "unrecognized option '--foo=bar'", true},
    {"-Q", "invalid option -- 'Q'", true},
    {"-erQ", "invalid option -- 'Q'", true},
    {"-e-", "invalid option -- '-'", true},
    {"-n", "option requires an argument -- 'n'", true},
    {"-en", "option requires an argument -- 'n'", true},
    {"--head-count", "option '--head-count' requires an argument", true},
    {"--ra", "option '--random-source' requires an argument", true},
    {"--ec=1", "option '--echo' doesn't allow an argument", true},
    {"--repeat=", "option '--repeat' doesn't allow an argument", true},
    {"-n abc", "invalid line count: 'abc'", false},
    {"-n -1", "invalid line count: '-1'", false},
    {"-n 3k", "invalid line count: '3k'", false},
    {"-n 3%", "invalid line count: '3 '", false},
    {"-n _", "invalid line count: ''", false},
    {"-n a'b\\c\n\001\377", "invalid line count: 'a\\'b\\\\c\\n\\001\\377'", false},
    {"-n 99999999999999999999x", "invalid line count: '99999999999999999999x'", false},
    {"-i 5-3", "invalid input range: '5-3'", false},
    {"-i 5", "invalid input range: '5'", false},
    {"-i 5-", "invalid input range: '5-'", false},
    {"-i -5", "invalid input range: '-5'", false},
    {"-i 1-2-3", "invalid input range: '1-2-3'", false},
    {"-i 0x1-3", "invalid input range: '0x1-3'", false},
    {"-i 0-18446744073709551615", "invalid input range: '0-18446744073709551615'", false},
    {"-i 1-18446744073709551616",
     "invalid input range: '1-18446744073709551616': Value too large for defined data "
     "type",
     false},
    {"-i 18446744073709551616-1",
     "invalid input range: '18446744073709551616-1': Value too large for defined data "
     "type",
     false},
    {"-i 1-18446744073709551616x", "invalid input range: '1-18446744073709551616x'",
     false},
    {"-i 1-2 -i bad", "multiple -i options specified", false},
    {"-o a -o b", "multiple output files specified", false},
    {"--random-source=a --random-source b", "multiple random sources specified", false},
    {"-e -i 1-2 x", "cannot combine -e and -i options", true},
    {"-i 1-2 x y", "extra operand 'x'", true},
    {"x -n0 -i 1-2", "extra operand 'x'", true},
    {"-n x -Q --help", "invalid line count: 'x'", false},
};

static const struct mistake strict_mistakes[] = {
    {"a b c", "extra operand 'b'", true},
    {"--seed=1", "unrecognized option '--seed=1'", true},
    {"--header", "unrecognized option '--header'", true},
    {"--memory=1G", "unrecognized option '--memory=1G'", true},
    {"--temp-dir=.", "unrecognized option '--temp-dir=.'", true},
    {"--decompress", "unrecognized option '--decompress'", true},
    {"--no-sync", "unrecognized option '--no-sync'", true},
    {"-q", "invalid option -- 'q'", true},
};

static const struct mistake own_mistakes[] = {
    {"--p",
     "option '--p' is ambiguous; possibilities: '--paragraphs' '--print-seed' "
     "'--pairs' '--progress'",
     true},
    {"--seed=", "--seed: '': must not be empty (a variable that was not set?)", false},
    {"--seed=a --seed=b", "--seed: 'b': another seed was given before; give one", false},
    {"--delimiter=ab",
     "--delimiter: 'ab': must be one byte, or \\n \\t \\r \\0 \\\\ \\xHH", false},
    {"--record-size=0", "--record-size: '0': must be at least 1", false},
    {"--record-size=18014398509481984K",
     "--record-size: '18014398509481984K': is too large", false},
    {"--record-size=x",
     "--record-size: 'x': must be a whole number, as in "
     "--record-size=512 or --record-size=4K",
     false},
    {"--lines-per-record=4K",
     "--lines-per-record: '4K': must be a whole number, as in "
     "--lines-per-record=4",
     false},
    {"--csv=\"", "--csv: '\"': quotes and line ends cannot stand between fields", false},
    {"--header=x", "--header: 'x': must be a whole number, as in --header=4", false},
    {"--threads=4294967296", "--threads: '4294967296': is too large", false},
    {"--split=train:x",
     "--split: 'train:x': the share must be a number, as in "
     "train:80,test:20",
     false},
    {"--split=train", "--split: 'train': must be NAME:SHARE, as in train:80,test:20",
     false},
    {"--split=a:1,", "--split: '': must be NAME:SHARE, as in train:80,test:20", false},
    {"--split=:1", "--split: ':1': must be NAME:SHARE, as in train:80,test:20", false},
    {"--split=a:1,a:2", "--split: 'a:2': this file was named before; name each once",
     false},
    {"--split=a:0.0",
     "--split: 'a:0.0': the share must be more than 0; NAME:=0 makes an "
     "empty file",
     false},
    {"--split=a:=x",
     "--split: 'a:=x': the count must be a whole number, as in "
     "test:=1000,train:rest",
     false},
    {"--split=a:rest,b:rest", "--split: 'a:rest,b:rest': only one file can get the rest",
     false},
    {"--split=a:rest,b:5",
     "--split: 'a:rest,b:5': shares leave no rest; give counts, as in "
     "test:=1000,train:rest",
     false},
    {"--split=a:=18446744073709551615,b:=1",
     "--split: 'a:=18446744073709551615,b:=1': the "
     "counts add up to 2^64 or more",
     false},
    {"--split=a:1 --split=b:1", "--split: 'b:1': was given before; name all files in one",
     false},
    {"-z --csv",
     "-z and --csv cannot be combined: each says what a record is; give one of "
     "them",
     false},
    {"--paragraphs --record-size=4",
     "--record-size and --paragraphs cannot be combined: "
     "each says what a record is; give one of them",
     false},
    {"--lines-per-record=4 --csv",
     "--lines-per-record and --csv cannot be combined: each "
     "says what a record is; give one of them",
     false},
    {"--derange --cycle",
     "--cycle and --derange cannot be combined: a cycle is a "
     "derangement already; give one of them",
     false},
    {"-r --derange",
     "-r and --derange cannot be combined: records that repeat have no place "
     "to leave",
     false},
    {"-r --split=a:1",
     "-r and --split cannot be combined: a record might go to several "
     "files; leave out one",
     false},
    {"-e --csv x", "-e and --csv cannot be combined: this kind of record is for files",
     false},
    {"-i 1-3 --header", "-i and --header cannot be combined: only files have a header",
     false},
    {"-e --with=x --output-with=y",
     "-e and --with cannot be combined: only files are "
     "shuffled in lockstep",
     false},
    {"-o x --split=a:1",
     "-o and --split cannot be combined: the output goes to the files "
     "that --split names",
     false},
    {"--with=x --output-with=y --split=a:1",
     "--with and --split cannot be combined: run "
     "twice with the same --seed, once for each file",
     false},
    {"--seed=1 --random-source=x",
     "--seed and --random-source cannot be combined: the "
     "order comes from one of them",
     false},
    {"--memory=1023K", "--memory: '1023K': must be at least 1M", false},
    {"--memory=100", "--memory: '100': must be at least 1M", false},
    {"--memory=", "--memory: '': must be a size, as in --memory=500M, 4G or 25%", false},
    {"--memory=4GB", "--memory: '4GB': must be a size, as in --memory=500M, 4G or 25%",
     false},
    {"--memory=16777216T", "--memory: '16777216T': is too large", false},
    {"--temp-dir=", "--temp-dir: '': must be the name of a folder", false},
    {"--compress=gz", "--compress: 'gz': must be one of gzip zstd xz bzip2 lz4 none",
     false},
    {"--compress=", "--compress: '': must be one of gzip zstd xz bzip2 lz4 none", false},
    {"--compress=zstd%xz",
     "--compress: 'zstd xz': must be one of gzip zstd xz bzip2 lz4 none", false},
    {"-e --decompress a",
     "-e and --decompress cannot be combined: only files are unpacked", false},
    {"--random-source=x --memory=2M",
     "--random-source and --memory cannot be combined: GNU shuf has no such thing; use "
     "--seed",
     false},
    {"--random-source=x --temp-dir=.",
     "--random-source and --temp-dir cannot be combined: GNU shuf has no such thing; use "
     "--seed",
     false},
    {"--random-source=x --decompress",
     "--random-source and --decompress cannot be combined: GNU shuf has no such thing; "
     "use --seed",
     false},
    {"--random-source=x --compress=xz",
     "--random-source and --compress cannot be combined: GNU shuf has no such thing; use "
     "--seed",
     false},
    {"--s", "option '--s' is ambiguous; possibilities: '--seed' '--split' '--sync'",
     true},
    {"--with=x",
     "1 --with and 0 --output-with: each --with=FILE needs its "
     "--output-with=FILE",
     false},
    {"-o y --with=x --output-with=y",
     "--output-with: 'y': another output has this name; "
     "give each its own",
     false},
    {"--pairs",
     "--pairs needs --derange or --cycle: without, a record may be paired with "
     "itself",
     false},
    {"-r --with=x --output-with=y",
     "-r and --with need -n, too: without, there is no end", false},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void test_gnu(void)
{
    TEST("GNU's mistakes in GNU's words, by either name")
    {
        for (size_t i = 0; i < COUNT(gnu_mistakes); i++) {
            const struct mistake *m = &gnu_mistakes[i];
            bad("shuf", m->line, m->why, m->tries);
            bad("fairshuf", m->line, m->why, m->tries);
        }
    }
    TEST("called as shuf it knows nothing else")
    {
        for (size_t i = 0; i < COUNT(strict_mistakes); i++)
            bad("shuf", strict_mistakes[i].line, strict_mistakes[i].why,
                strict_mistakes[i].tries);
        CHECK(run("/usr/bin/shuf", "-q") == SETTINGS_WRONG && settings.strict);
        CHECK(run("lt-shuf", "-q") == SETTINGS_RUN && !settings.strict);
        CHECK(run("shuf/fairshuf", "-q a b") == SETTINGS_RUN && !settings.strict);
        CHECK(settings_read(&settings, 0, (char *[]){NULL}) == SETTINGS_RUN);
    }
    TEST("values behind options, clusters, abbreviations")
    {
        static const char *const three[] = {"-n3",
                                            "-n 3",
                                            "-n+3",
                                            "-n %3",
                                            "-en3",
                                            "-zrn3",
                                            "-rn 3",
                                            "--head-count=3",
                                            "--head-count 3",
                                            "--hea=3",
                                            "--head 3",
                                            "-n 5 -n 3 -n 9",
                                            "-n 3 -n 99999999999999999999"};
        for (size_t i = 0; i < COUNT(three); i++)
            CHECKF(good(three[i]) && settings.head == 3, "%s", three[i]);
        CHECK(good("-n 99999999999999999999") && settings.head == UINT64_MAX);
        CHECK(good("--re") && settings.repeat);
        CHECK(good("--e --z") && settings.echo && settings.format.delimiter == '\0');
        CHECK(good("--o=x") && strcmp(settings.output, "x") == 0);
        CHECK(good("-o x --outp x") && strcmp(settings.output, "x") == 0);
        CHECK(good("--output-=x --with=y"));
        CHECK(good("--heade=2") && settings.header == 2);
        CHECK(good("--rec=2") && settings.format.kind == FAIR_FIXED);
        CHECK(run("fairshuf", "--v -Q") == SETTINGS_VERSION);
        CHECK(run("fairshuf", "--hel -Q") == SETTINGS_HELP);
        CHECK(good("--verb") && settings.verbose);
    }
    TEST("operands and options in any order, as getopt_long has them")
    {
        CHECK(good("a -e b -- -n c") && strcmp(operands(), "a|b|-n|c|") == 0);
        CHECK(good("a -n 3 - -r -e b") && strcmp(operands(), "a|-|b|") == 0);
        CHECK(good("-- a") && strcmp(operands(), "a|") == 0);
        CHECK(good("-e _ --") && strcmp(operands(), "|") == 0);
        CHECK(good("") && strcmp(operands(), "") == 0);
        setenv("POSIXLY_CORRECT", "1", 1);
        CHECK(good("-e a -n 3 -- b") && strcmp(operands(), "a|-n|3|--|b|") == 0);
        unsetenv("POSIXLY_CORRECT");
    }
    TEST("ranges")
    {
        CHECK(good("-i 1-10") && settings.lowest == 1 && settings.numbers == 10);
        CHECK(good("-i %1-%+3") && settings.lowest == 1 && settings.numbers == 3);
        CHECK(good("-i 1-0") && settings.range && settings.numbers == 0);
        CHECK(good("-i 5-5") && settings.lowest == 5 && settings.numbers == 1);
        CHECK(good("-i 1-18446744073709551615") && settings.numbers == UINT64_MAX);
        CHECK(good("-i 18446744073709551615-18446744073709551615") &&
              settings.lowest == UINT64_MAX && settings.numbers == 1);
        CHECK(good("-i 18446744073709551615-18446744073709551614") &&
              settings.numbers == 0);
    }
}

static void test_own(void)
{
    TEST("our mistakes say what to do")
    {
        for (size_t i = 0; i < COUNT(own_mistakes); i++)
            bad("fairshuf", own_mistakes[i].line, own_mistakes[i].why,
                own_mistakes[i].tries);
    }
    TEST("records")
    {
        const fair_format *format = &settings.format;
        CHECK(good("") && format->kind == FAIR_DELIMITED && format->delimiter == '\n');
        CHECK(good("--delimiter=;") && format->delimiter == ';');
        CHECK(good("--delimiter=\\") && format->delimiter == '\\');
        CHECK(good("--delimiter=\\0") && format->delimiter == '\0');
        CHECK(good("--delimiter=\\x1E") && format->delimiter == 0x1e);
        CHECK(good("--delimiter=\377") && format->delimiter == 0xff);
        CHECK(good("-z --lines-per-record=4") && format->kind == FAIR_DELIMITED &&
              format->delimiter == '\0' && format->count == 4);
        CHECK(good("--record-size=3M") && format->kind == FAIR_FIXED &&
              format->count == 3 << 20);
        CHECK(good("--csv x") && format->kind == FAIR_CSV && format->delimiter == ',' &&
              settings.operand_count == 1);
        CHECK(good("--csv=\\t") && format->delimiter == '\t');
        CHECK(good("--paragraphs") && format->kind == FAIR_PARAGRAPHS);
        CHECK(good("--header x") && settings.header == 1 && settings.operand_count == 1);
        CHECK(good("--header=3") && settings.header == 3);
        CHECK(good("-e -z a") && good("-i 1-3 --delimiter=,") && good("a b c"));
    }
    TEST("order, files and how it runs")
    {
        CHECK(good("--seed=x --print-seed --cycle") && strcmp(settings.seed, "x") == 0 &&
              settings.print_seed && settings.order == FAIR_ORDER_CYCLE);
        CHECK(good("--derange --pairs -e a b") && settings.pairs &&
              settings.order == FAIR_ORDER_DERANGE);
        CHECK(good("-r -n3 --header --with=a --output-with=b") &&
              strcmp(settings.with[0], "a") == 0 &&
              strcmp(settings.output_with[0], "b") == 0);
        CHECK(good("--random-source=x --csv --header a b"));
        CHECK(good("-q -v --progress --no-progress") && !settings.quiet &&
              settings.verbose && settings.progress == 0);
        CHECK(good("-q") && settings.quiet && settings.progress == 0);
        CHECK(good("--progress -v -q") && !settings.verbose && settings.progress == 1);
        CHECK(good("--threads=3 --check --explain") && settings.threads == 3 &&
              settings.check && settings.explain);
    }
    TEST("memory, compression, disk")
    {
        CHECK(good("") && settings.memory == 0 && settings.memory_percent == 0 &&
              settings.memory_text == NULL && settings.temp_dir == NULL &&
              settings.decompress == -1 && settings.compress == NULL &&
              settings.sync == -1);
        CHECK(good("--memory=1M") && settings.memory == 1 << 20 &&
              strcmp(settings.memory_text, "1M") == 0);
        CHECK(good("--mem 1048576") && settings.memory == 1 << 20);
        CHECK(good("--memory=3T") && settings.memory == UINT64_C(3) << 40);
        CHECK(good("--memory=2M --temp-dir=/x --temp-dir y") &&
              strcmp(settings.temp_dir, "y") == 0);
        CHECK(good("--decompress --compress=zstd") && settings.decompress == 1 &&
              strcmp(settings.compress, "zstd") == 0);
        CHECK(good("--compress=gzip --compress=none --decompress --no-decompress") &&
              settings.decompress == 0 && strcmp(settings.compress, "none") == 0);
        CHECK(good("--no-sync --sync") && settings.sync == 1);
        CHECK(good("--sync --no-sync --random-source=x") && settings.sync == 0);
    }
    TEST("percentages of the memory")
    {
        static const struct {
            const char *value;
            unsigned percent;
        } values[] = {{"1%", 1},
                      {"25%", 25},
                      {"100%", 100},
                      {"0%", 0},
                      {"101%", 0},
                      {"%", 0},
                      {"5%%", 0},
                      {"5%x", 0},
                      {"-5%", 0},
                      {"2.5%", 0},
                      {"99999999999999999999%", 0}};
        for (size_t i = 0; i < COUNT(values); i++) {
            unsigned percent = 7;
            const bool taken = value_percentage(values[i].value, &percent);
            CHECKF(taken == (values[i].percent > 0), "%s", values[i].value);
            CHECKF(!taken || percent == values[i].percent, "%s", values[i].value);
        }
    }
    TEST("--split")
    {
        const struct share *split = settings.split;
        CHECK(good("--split=a:b:80,c.csv:0.25") && settings.split_count == 2 &&
              split[0].length == 3 && memcmp(split[0].name, "a:b", 3) == 0 &&
              split[0].share == 80000000 && split[1].length == 5 &&
              split[1].share == 250000);
        CHECK(good("--split=t:=1000,x:rest") && split[0].share == 0 &&
              split[0].count == 1000 && split[1].share > 0);
        CHECK(good("--split=t:=0,x:.3333333333333333333333") && split[0].count == 0 &&
              split[1].share == 333333);
        CHECK(good("-i 1-9 -n 5 --split=a:1,b:2") && settings.head == 5);
        char many[ROOM] = "--split=0:1";
        for (int i = 1; i < SETTINGS_SPLIT; i++)
            snprintf(many + strlen(many), ROOM - strlen(many), ",%d:1", i);
        CHECK(good(many) && settings.split_count == SETTINGS_SPLIT);
        strcat(many, ",x:1");
        bad("fairshuf", many,
            "--split: 'x:1': this is one file too many; 64 are possible", false);
    }
}

int main(void)
{
    captured = tmpfile();
    if (captured == NULL)
        return 1;
    unsetenv("POSIXLY_CORRECT");
    test_gnu();
    test_own();
    TEST("the table: ids once, names and letters unique, groups together")
    {
        for (size_t i = 0; i < options_count; i++) {
            CHECK(option_find(options[i].id) == &options[i]);
            CHECK(i == 0 || options[i].group >= options[i - 1].group);
            CHECKF(strlen(options[i].help) < 79, "%s", options[i].name);
            for (size_t k = 0; k < i; k++)
                CHECK(strcmp(options[i].name, options[k].name) != 0 &&
                      (options[i].letter == 0 || options[i].letter != options[k].letter));
        }
    }
    TEST("names as GNU's programs show them")
    {
        static const char *const names[][2] = {{"plain-1.txt", "plain-1.txt"},
                                               {"", "''"},
                                               {"a b", "'a b'"},
                                               {"a:b", "'a:b'"},
                                               {"it's", "\"it's\""},
                                               {"a'b$", "'a'\\''b$'"},
                                               {"a\nb", "'a'$'\\n''b'"},
                                               {"\t", "''$'\\t'"},
                                               {"a\001'b", "'a'$'\\001'\\''b'"},
                                               {"{", "'{'"},
                                               {"{a}", "{a}"},
                                               {"#a", "'#a'"},
                                               {"a#", "a#"},
                                               {"\377", "''$'\\377'"}};
        for (size_t i = 0; i < COUNT(names); i++)
            CHECKF(strcmp(say_file(names[i][0]), names[i][1]) == 0, "%s",
                   say_file(names[i][0]));
    }
    return test_done();
}
