/* SPDX-License-Identifier: MIT
 *
 * test_args_pairs.c - which options go together: every pair of them, in either order.
 *
 * Reason: a row that is missing in the table of conflicts makes the command ignore what
 * was asked for. The pairs that must be refused are listed here once more, by name.
 */
#define _GNU_SOURCE
#include "tests/tools/args_material.h"
#include "tools/options.h"

/* How each option is used, with what it needs to be of use at all. */
static const char *const uses[OPTION_COUNT] = {
    [OPTION_ECHO] = "-e a",
    [OPTION_INPUT_RANGE] = "-i 1-9",
    [OPTION_HEAD_COUNT] = "-n 3",
    [OPTION_OUTPUT] = "-o out",
    [OPTION_RANDOM_SOURCE] = "--random-source=bytes",
    [OPTION_REPEAT] = "-r -n 9",
    [OPTION_ZERO_TERMINATED] = "-z",
    [OPTION_HELP] = "--help",
    [OPTION_VERSION] = "--version",
    [OPTION_DELIMITER] = "--delimiter=;",
    [OPTION_RECORD_SIZE] = "--record-size=4",
    [OPTION_LINES_PER_RECORD] = "--lines-per-record=2",
    [OPTION_CSV] = "--csv",
    [OPTION_PARAGRAPHS] = "--paragraphs",
    [OPTION_HEADER] = "--header",
    [OPTION_SEED] = "--seed=x",
    [OPTION_SEED_FILE] = "--seed-file=seed",
    [OPTION_PRINT_SEED] = "--print-seed",
    [OPTION_CYCLE] = "--cycle",
    [OPTION_DERANGE] = "--derange",
    [OPTION_PAIRS] = "--pairs",
    [OPTION_WITH] = "--with=in2 --output-with=out2",
    [OPTION_OUTPUT_WITH] = "--output-with=out3 --with=in3",
    [OPTION_SPLIT] = "--split=a:1,b:2",
    [OPTION_DECOMPRESS] = "--decompress",
    [OPTION_NO_DECOMPRESS] = "--no-decompress",
    [OPTION_COMPRESS] = "--compress=xz",
    [OPTION_SYNC] = "--sync",
    [OPTION_NO_SYNC] = "--no-sync",
    [OPTION_THREADS] = "--threads=2",
    [OPTION_MEMORY] = "--memory=2M",
    [OPTION_TEMP_DIR] = "--temp-dir=folder",
    [OPTION_PROGRESS] = "--progress",
    [OPTION_NO_PROGRESS] = "--no-progress",
    [OPTION_QUIET] = "-q",
    [OPTION_VERBOSE] = "-v",
    [OPTION_CHECK] = "--check",
    [OPTION_EXPLAIN] = "--explain",
};

/* The option goes with none of the others. */
static const struct {
    const char *name, *others;
} refused[] = {
    {"echo", "input-range record-size csv paragraphs lines-per-record header decompress "
             "with output-with"},
    {"input-range", "input-range record-size csv paragraphs lines-per-record header "
                    "decompress with output-with"},
    {"zero-terminated", "delimiter record-size csv paragraphs"},
    {"delimiter", "record-size csv paragraphs"},
    {"record-size", "csv paragraphs lines-per-record pairs"},
    {"csv", "paragraphs lines-per-record"},
    {"paragraphs", "lines-per-record pairs"},
    {"lines-per-record", "pairs"},
    {"cycle", "derange"},
    {"repeat", "cycle derange pairs split"},
    {"split", "split output with output-with"},
    {"with", "with"},
    {"output-with", "output-with"},
    {"seed", "seed-file"},
    {"random-source", "seed seed-file print-seed cycle derange pairs with output-with "
                      "split check memory temp-dir decompress compress"},
};

static bool is_word(const char *word, const char *list)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool must_be_refused(const char *one, const char *two)
{
    for (size_t i = 0; i < COUNT(refused); i++)
        if ((strcmp(refused[i].name, one) == 0 && is_word(two, refused[i].others)) ||
            (strcmp(refused[i].name, two) == 0 && is_word(one, refused[i].others)))
            return true;
    return false;
}

static void try_pair(const struct option_row *one, const struct option_row *two)
{
    char line[512];
    const bool pairs = one->id == OPTION_PAIRS || two->id == OPTION_PAIRS;
    const bool moves = one->id == OPTION_CYCLE || one->id == OPTION_DERANGE ||
                       two->id == OPTION_CYCLE || two->id == OPTION_DERANGE;
    snprintf(line, sizeof line, "%s %s%s", uses[one->id], uses[two->id],
             pairs && !moves ? " --derange" : "");
    const enum settings_verdict verdict = run("fairshuf", line);
    if (must_be_refused(one->name, two->name)) {
        const char *end = strchr(message, '\n');
        CHECKF(verdict == SETTINGS_WRONG, "%s: taken", line);
        CHECKF(end != NULL && (end[1] == '\0' || strncmp(end + 1, "Try ", 4) == 0),
               "%s: %s", line, message);
    } else {
        CHECKF(verdict == SETTINGS_RUN && *message == '\0', "%s: %s", line, message);
    }
}

static bool ends_early(int id)
{
    return id == OPTION_HELP || id == OPTION_VERSION;
}

int main(void)
{
    set_up();
    TEST("every pair of options is taken or refused as the list says")
    {
        size_t tried = 0;
        for (size_t i = 0; i < options_count; i++)
            for (size_t k = 0; k < options_count; k++)
                if (!ends_early(options[i].id) && !ends_early(options[k].id)) {
                    try_pair(&options[i], &options[k]);
                    tried++;
                }
        CHECK(tried == (OPTION_COUNT - 2) * (OPTION_COUNT - 2));
    }
    TEST("--help and --version go with everything")
    {
        char line[512];
        for (size_t i = 0; i < options_count; i++) {
            if (ends_early(options[i].id))
                continue;
            snprintf(line, sizeof line, "%s --help", uses[options[i].id]);
            CHECKF(run("fairshuf", line) == SETTINGS_HELP, "%s: %s", line, message);
            snprintf(line, sizeof line, "%s --version", uses[options[i].id]);
            CHECKF(run("fairshuf", line) == SETTINGS_VERSION, "%s: %s", line, message);
        }
    }
    TEST("the list names options that exist")
    {
        for (size_t i = 0; i < COUNT(refused); i++) {
            char names[256], *rest = names;
            snprintf(names, sizeof names, "%s %s", refused[i].name, refused[i].others);
            for (char *word; (word = strsep(&rest, " ")) != NULL;) {
                bool found = false;
                for (size_t k = 0; k < options_count; k++)
                    found |= strcmp(options[k].name, word) == 0;
                CHECKF(found, "%s", word);
            }
        }
    }
    TEST("with a random source, names that ask for (de)compression are refused")
    {
        static const char *const lines[] = {
            "--random-source=r a.gz",
            "--random-source=r a b.zst",
            "--random-source=r -o out.xz a",
            "--random-source=r --no-decompress -o b.lz4",
            "--random-source=r a --compress=gzip",
        };
        for (size_t i = 0; i < COUNT(lines); i++)
            CHECKF(run("fairshuf", lines[i]) == SETTINGS_WRONG &&
                       strstr(message, "--random-source") != NULL,
                   "%s: %s", lines[i], message);
        CHECK(good("--random-source=r --no-decompress a.gz b.zst"));
        CHECK(good("--random-source=r --compress=none a -o out.gz"));
        CHECK(good("--random-source=r -e a.gz"));
        CHECK(run("shuf", "--random-source=r a.gz -o b.gz") == SETTINGS_RUN);
    }
    TEST("standard input is read once")
    {
        CHECK(run("fairshuf", "--seed-file=-") == SETTINGS_WRONG);
        CHECK(run("fairshuf", "--seed-file=- a -") == SETTINGS_WRONG);
        CHECK(run("fairshuf", "--with=- --output-with=x") == SETTINGS_WRONG);
        CHECK(good("--seed-file=- a") && good("--seed-file=- -i 1-3") &&
              good("--seed-file=- -e - -"));
    }
    return test_done();
}
