/* SPDX-License-Identifier: MIT
 *
 * test_args_pairs.c - which options can be combined: every pair, in either order.
 *
 * Reason: if a row is missing in the table of conflicts, the command silently ignores an
 * option. So the pairs that must be refused are listed here again, by name.
 */
#define _GNU_SOURCE
#include "tests/tools/args_fixtures.h"
#include "tools/options.h"

/* How an option is used, if use_of() cannot tell from the table of options. */
static const struct {
    const char *name, *use;
} uses[] = {
    {"echo", "-e a"},
    {"input-range", "-i 1-9"},
    {"repeat", "-r -n 9"},
    {"delimiter", "--delimiter=;"},
    {"seed", "--seed=x"},
    {"with", "--with=in2 --output-with=out2"},
    {"output-with", "--output-with=out3 --with=in3"},
    {"split", "--split=a:1,b:2"},
    {"memory", "--memory=2M"},
};

/* An option with a value that it accepts. Valid until the second next call. */
static const char *use_of(const struct option_row *option)
{
    static char texts[2][64];
    static unsigned next;
    char *use = texts[next++ % 2];
    for (size_t i = 0; i < COUNT(uses); i++)
        if (strcmp(uses[i].name, option->name) == 0)
            return uses[i].use;
    if (option->value == NULL || option->optional)
        snprintf(use, sizeof texts[0], "--%s", option->name);
    else if (option->completion == COMPLETE_NUMBER)
        snprintf(use, sizeof texts[0], "--%s=3", option->name);
    else if (option->completion == COMPLETE_WORDS)
        snprintf(use, sizeof texts[0], "--%s=%.*s", option->name,
                 (int)strcspn(option->words, " "), option->words);
    else
        snprintf(use, sizeof texts[0], "--%s=%s", option->name, option->name);
    CHECKF(option->completion != COMPLETE_NOTHING || option->value == NULL ||
               option->optional,
           "--%s: add a row to the table of uses", option->name);
    return use;
}

/* The option cannot be combined with any of the others. */
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
    snprintf(line, sizeof line, "%s %s%s", use_of(one), use_of(two),
             pairs && !moves ? " --derange" : "");
    const enum settings_result result = run("fairshuf", line);
    if (must_be_refused(one->name, two->name)) {
        const char *end = strchr(message, '\n');
        CHECKF(result == SETTINGS_WRONG, "%s: accepted", line);
        CHECKF(end != NULL && (end[1] == '\0' || strncmp(end + 1, "Try ", 4) == 0),
               "%s: %s", line, message);
    } else {
        CHECKF(result == SETTINGS_RUN && *message == '\0', "%s: %s", line, message);
    }
}

/* Whether an option can be one of a pair: not if it ends the program at once. */
static bool takes_part(const struct option_row *option)
{
    return option_is_known(option) && option->id != OPTION_HELP &&
           option->id != OPTION_VERSION;
}

int main(void)
{
    set_up();
    TEST("every pair of options is accepted or refused as listed here")
    {
        size_t tried = 0, known = 0;
        for (size_t i = 0; i < options_count; i++) {
            known += option_is_known(&options[i]);
            for (size_t k = 0; k < options_count; k++)
                if (takes_part(&options[i]) && takes_part(&options[k])) {
                    try_pair(&options[i], &options[k]);
                    tried++;
                }
        }
        CHECK(known == OPTION_COUNT - 2); /* --ranks and --timeout are not for fairshuf */
        CHECK(tried == (known - 2) * (known - 2));
    }
    TEST("--help and --version can be combined with everything")
    {
        char line[512];
        for (size_t i = 0; i < options_count; i++) {
            if (!takes_part(&options[i]))
                continue;
            snprintf(line, sizeof line, "%s --help", use_of(&options[i]));
            CHECKF(run("fairshuf", line) == SETTINGS_HELP, "%s: %s", line, message);
            snprintf(line, sizeof line, "%s --version", use_of(&options[i]));
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
