/* SPDX-License-Identifier: MIT
 *
 * test_args.c - the command line where it is our own: what is taken, what is refused, and
 * in which words; and the table of options. What is GNU's is in test_args_gnu.c.
 *
 * Reason: people should learn from a message what to do.
 */
#define _GNU_SOURCE
#include "args_material.h"

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

static void test_table(void)
{
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
}

int main(void)
{
    set_up();
    test_own();
    test_table();
    return test_done();
}
