/* SPDX-License-Identifier: MIT
 *
 * test_args.c - our own options: what is accepted, what is refused, what messages name;
 * and the table of options. GNU's options are in test_args_gnu.c.
 *
 * Reason: a message must name the option, the value and what to do.
 */
#define _GNU_SOURCE
#include "tests/tools/args_fixtures.h"

/* The facts that a message must contain, separated by bars. Pairs of options that cannot
 * be combined are in test_args_pairs.c. */
static const struct {
    const char *line, *parts;
} own_mistakes[] = {
    {"--p", "'--p' is ambiguous|'--paragraphs' '--print-seed' '--pairs' '--progress'"},
    {"--s", "ambiguous|'--seed' '--seed-file' '--split' '--sync'"},
    {"--seed=", "--seed: ''|empty"},
    {"--seed=a --seed=b", "--seed: 'b'|one seed"},
    {"--seed-file=", "--seed-file: ''|name of a file"},
    {"--seed-file=a --seed-file=b", "--seed-file: 'b'|one seed"},
    {"--delimiter=ab", "--delimiter: 'ab'|one byte|\\n \\t \\r \\0 \\\\ \\xHH"},
    {"--record-size=0", "--record-size: '0'|at least 1"},
    {"--record-size=18014398509481984K", "'18014398509481984K'|at most"},
    {"--record-size=x", "--record-size: 'x'|whole number|--record-size=4K"},
    {"--lines-per-record=4K", "'4K'|whole number|--lines-per-record=4"},
    {"--csv=\"", "--csv: '\"'|quote"},
    {"--header=x", "--header: 'x'|whole number"},
    {"--threads=4294967296", "--threads: '4294967296'|at most 4294967295"},
    {"--split=train:x", "--split: 'train:x'|number|train:80,test:20"},
    {"--split=train", "--split: 'train'|NAME:SHARE"},
    {"--split=a:1,", "--split: ''|NAME:SHARE"},
    {"--split=:1", "--split: ':1'|NAME:SHARE"},
    {"--split=a:", "--split: 'a:'|number"},
    {"--split=a:.", "--split: 'a:.'|number"},
    {"--split=a:1,a:2", "--split: 'a:2'|its own file"},
    {"--split=a:0.0", "--split: 'a:0.0'|at least 0.000001|NAME:=0"},
    {"--split=a:0.0000009", "--split: 'a:0.0000009'|at least 0.000001"},
    {"--split=a:1000000000,b:1", "--split: 'a:1000000000'|9 digits"},
    {"--split=a:=x", "--split: 'a:=x'|count|whole number"},
    {"--split=a:rest,b:rest", "'a:rest,b:rest'|only one|rest"},
    {"--split=a:rest,b:5", "'a:rest,b:5'|rest|test:=1000,train:rest"},
    {"--split=a:=18446744073709551615,b:=1", "--split|at most 18446744073709551615"},
    {"--split=a:1 --split=b:1", "--split: 'b:1'|one --split"},
    {"--memory=1023K", "--memory: '1023K'|at least 1M"},
    {"--memory=100", "--memory: '100'|at least 1M"},
    {"--memory=", "--memory: ''|a size|500M"},
    {"--memory=4GB", "--memory: '4GB'|a size|500M"},
    {"--memory=16777216T", "--memory: '16777216T'|less than"},
    {"--temp-dir=", "--temp-dir: ''|folder"},
    {"--compress=gz", "--compress: 'gz'|one of gzip, zstd, xz, bzip2, lz4, none"},
    {"--compress=", "--compress: ''|one of"},
    {"--compress=zstd%xz", "--compress: 'zstd xz'|one of"},
    {"-z --csv", "-z|--csv"},
    {"--seed=1 --random-source=x", "--seed|--random-source"},
    {"--random-source=x --memory=2M", "--random-source|--memory|use --seed"},
    {"--random-source=x --compress=xz", "--random-source|--compress=xz|use --seed"},
    {"--with=x", "1 --with|0 --output-with"},
    {"-o y --with=x --output-with=y", "--output-with: 'y'|same file"},
    {"--pairs", "--pairs|--derange|--cycle"},
    {"-r --with=x --output-with=y", "-r|--with|-n"},
    {"--x\033[31m", "unrecognized option '--x\\033[31m'"},
    {"--p=\033\n", "option '--p=\\033\\n' is ambiguous"},
    {"-\033", "invalid option -- '\\033'"},
    {"-\233", "invalid option -- '\\233'"},
};

/* Checks that the line is refused with one line that has all the parts; the line "Try
 * 'fairshuf --help' ..." may follow. */
static void own_bad(const char *line, const char *parts)
{
    char copy[256], *rest = copy;
    CHECKF(run("fairshuf", line) == SETTINGS_WRONG, "%s", line);
    const char *end = strchr(message, '\n');
    CHECKF(strncmp(message, "fairshuf: ", 10) == 0 && end != NULL &&
               (end[1] == '\0' || strncmp(end + 1, "Try '", 5) == 0),
           "%s: %s", line, message);
    snprintf(copy, sizeof copy, "%s", parts);
    for (char *part; (part = strsep(&rest, "|")) != NULL;)
        CHECKF(strstr(message, part) != NULL, "%s: no \"%s\" in %s", line, part, message);
}

static void test_own(void)
{
    TEST("messages name the option, the value and what to do")
    {
        for (size_t i = 0; i < COUNT(own_mistakes); i++)
            own_bad(own_mistakes[i].line, own_mistakes[i].parts);
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
    TEST("order, files, running")
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
        const struct split_part *split = settings.split;
        CHECK(good("--split=a:b:80,c.csv:0.25") && settings.split_count == 2 &&
              strcmp(split[0].name, "a:b") == 0 && split[0].share == 80000000 &&
              strcmp(split[1].name, "c.csv") == 0 && split[1].share == 250000);
        CHECK(good("--split=t:=1000,x:rest") && split[0].share == 0 &&
              split[0].count == 1000 && split[1].share > 0);
        CHECK(good("--split=t:=0,x:.3333333333333333333333") && split[0].count == 0 &&
              split[1].share == 333333);
        CHECK(good("--split=a:000000000000999999999.9999999") &&
              split[0].share == 999999999999999);
        CHECK(good("-i 1-9 -n 5 --split=a:1,b:2") && settings.head == 5);
        char many[ROOM] = "--split=0:1";
        for (int i = 1; i < SETTINGS_SPLIT; i++)
            snprintf(many + strlen(many), ROOM - strlen(many), ",%d:1", i);
        CHECK(good(many) && settings.split_count == SETTINGS_SPLIT);
        strcat(many, ",x:1");
        own_bad(many, "--split: 'x:1'|too many|64");
    }
}

static void test_table(void)
{
    TEST("the table: ids once, names and letters unique, groups together")
    {
        for (size_t i = 0; i < options_count; i++) {
            if (!option_is_known(&options[i]))
                continue;
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
