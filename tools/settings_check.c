/* SPDX-License-Identifier: MIT
 *
 * settings_check.c - checks which options can be combined: GNU's rules first, with GNU's
 * messages, then our own, most of which are rows of the table `conflicts`.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "cli/say.h"
#include "tools/compress.h"
#include "tools/settings_parts.h"

bool settings_wrong(const struct option_row *option, const char *value, const char *why)
{
    say("--%s: %s: %s", option->name, say_quoted(value), why);
    return false;
}

/* ---- conflicts -------------------------------------------------------------------- */

#define BIT(id) (UINT64_C(1) << OPTION_##id)

/* The name of an option for messages, such as -o or --split. Returns `buffer`. */
static const char *spelling(const struct option_row *option, char buffer[32])
{
    if (option->letter != 0)
        snprintf(buffer, 32, "-%c", option->letter);
    else
        snprintf(buffer, 32, "--%s", option->name);
    return buffer;
}

#define ARGUMENTS (BIT(ECHO) | BIT(INPUT_RANGE))
#define BLOCKS (BIT(RECORD_SIZE) | BIT(CSV) | BIT(PARAGRAPHS))
#define ENDS (BIT(ZERO_TERMINATED) | BIT(DELIMITER))

/* With a random source, records are shuffled as GNU shuf does it: in memory, by one
 * thread, to one output, not compressed. Options for the input (--csv, --header, several
 * FILEs) and for messages (-v, --progress) work as usual. */
#define NOT_GNU "--random-source works like GNU shuf, which cannot do this; use --seed"

/* No option of `these` can be combined with another option of `those`. */
static const struct {
    uint64_t these;  /* bits of the first set of options */
    uint64_t those;  /* bits of the second set; may overlap `these` */
    const char *why; /* the end of the message */
} conflicts[] = {
    {ENDS | BLOCKS, ENDS | BLOCKS, "both define what a record is; use one of them"},
    {BIT(LINES_PER_RECORD), BLOCKS, "both define what a record is; use one of them"},
    {ARGUMENTS, BLOCKS | BIT(LINES_PER_RECORD), "only files can have such records"},
    {ARGUMENTS, BIT(HEADER), "only files have a header"},
    {ARGUMENTS, BIT(DECOMPRESS), "only files can be decompressed"},
    {ARGUMENTS, BIT(WITH), "only files can be shuffled together"},
    {BIT(CYCLE), BIT(DERANGE), "every cycle is a derangement; use one of them"},
    {BIT(REPEAT), BIT(CYCLE) | BIT(DERANGE),
     "-r draws with replacement, so records have no positions"},
    {BIT(REPEAT), BIT(SPLIT), "-r could write a record to several files"},
    {BIT(OUTPUT), BIT(SPLIT), "--split already names the output files"},
    {BIT(WITH), BIT(SPLIT), "instead, run it once for each file, with the same --seed"},
    {BIT(SEED), BIT(SEED_FILE), "only one seed can be given"},
    {BIT(SEED) | BIT(SEED_FILE) | BIT(PRINT_SEED), BIT(RANDOM_SOURCE),
     "both determine the order; use one of them"},
    {BIT(RANDOM_SOURCE), BIT(CYCLE) | BIT(DERANGE) | BIT(WITH) | BIT(SPLIT), NOT_GNU},
    {BIT(RANDOM_SOURCE), BIT(CHECK) | BIT(MEMORY) | BIT(TEMP_DIR) | BIT(DECOMPRESS),
     NOT_GNU},
    {BIT(PAIRS), BIT(RECORD_SIZE) | BIT(PARAGRAPHS) | BIT(LINES_PER_RECORD),
     "a pair is printed on one line, but such a record can have several"},
};

/* The first option of a set, in the order of the table, that is not `other`; or NULL. */
static const struct option_row *first_of(uint64_t set, const struct option_row *other)
{
    for (size_t i = 0; i < options_count; i++)
        if ((set & settings_bit(options[i].id)) != 0 && option_is_known(&options[i]) &&
            &options[i] != other)
            return &options[i];
    return NULL;
}

static bool check_conflicts(uint64_t given)
{
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++) {
        char names[2][32];
        const struct option_row *one = first_of(given & conflicts[i].these, NULL);
        const struct option_row *two = first_of(given & conflicts[i].those, one);
        if (one != NULL && two != NULL) {
            say("%s and %s cannot be combined: %s", spelling(one, names[0]),
                spelling(two, names[1]), conflicts[i].why);
            return false;
        }
    }
    return true;
}

/* Options that this program has only to refuse them. */
static bool check_refused(uint64_t given)
{
    char name[32];
    for (size_t i = 0; i < options_count; i++)
        if ((given & settings_bit(options[i].id)) != 0 &&
            (options[i].refused & options_bit) != 0)
            return say("%s is not available on several ranks; use fairshuf",
                       spelling(&options[i], name)),
                   false;
    return true;
}

static bool check_outputs(const struct settings *settings)
{
    const size_t count = settings->output_with_count;
    if (settings->with_count != count) {
        say("%zu --with, but %zu --output-with; each --with=FILE needs one "
            "--output-with=FILE",
            settings->with_count, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = settings->output_with[i];
        bool duplicate = settings->output != NULL && strcmp(settings->output, name) == 0;
        for (size_t k = 0; k < i; k++)
            duplicate |= strcmp(settings->output_with[k], name) == 0;
        if (duplicate && strcmp(name, "/dev/null") != 0)
            return settings_wrong(
                option_find(OPTION_OUTPUT_WITH), name,
                "same file as another output; give each output its own file");
    }
    return true;
}

/* GNU's rules, with GNU's messages. */
static bool check_operands(const struct settings *settings)
{
    const size_t most = settings->range    ? 0
                        : settings->echo   ? SIZE_MAX
                        : settings->strict ? 1
                                           : SIZE_MAX;
    if (settings->echo && settings->range)
        say("cannot combine -e and -i options");
    else if (settings->operand_count > most)
        say("extra operand %s", say_quoted(settings->operands[most]));
    else
        return true;
    say_try_help();
    return false;
}

bool settings_is_stdin(const char *name)
{
    return strcmp(name, "-") == 0 || strcmp(name, "/dev/stdin") == 0 ||
           strcmp(name, "/dev/fd/0") == 0 || strcmp(name, "/proc/self/fd/0") == 0;
}

/* "-" can be read only once. By its other names (/dev/stdin and so on), standard input
 * can be opened several times if it is a file, so these are allowed, except that a seed
 * must not consume the records. */
static bool check_inputs(const struct settings *settings)
{
    size_t count = settings->operand_count == 0, others = 0;
    if (settings->echo || settings->range)
        return true;
    for (size_t i = 0; i < settings->operand_count + settings->with_count; i++) {
        const char *const name = i < settings->operand_count
                                     ? settings->operands[i]
                                     : settings->with[i - settings->operand_count];
        const bool dash = strcmp(name, "-") == 0;
        count += dash;
        others += !dash && settings_is_stdin(name);
    }
    if (settings->seed_file != NULL && settings_is_stdin(settings->seed_file))
        count += 1 + others;
    if (count > 1)
        say("standard input can be read only once; use files for the rest");
    return count <= 1;
}

/* With a random source, nothing is decompressed or compressed. File names that ask for it
 * are refused rather than ignored, except under the name shuf: GNU shuf ignores them. */
static bool check_names(const struct settings *settings)
{
    const char *compress = settings->compress;
    if (settings->random_source == NULL || settings->strict)
        return true;
    if (compress != NULL && strcmp(compress, "none") != 0)
        return say("--random-source and --compress=%s cannot be combined: " NOT_GNU,
                   compress),
               false;
    if (settings->output != NULL && compress == NULL &&
        compress_kind_of_name(settings->output) != COMPRESS_NONE)
        return say("%s: --random-source cannot compress; use --seed, or --compress=none "
                   "to write it uncompressed",
                   say_file(settings->output)),
               false;
    for (size_t i = 0; i < settings->operand_count; i++)
        if (settings->decompress < 0 && !settings->echo &&
            compress_kind_of_name(settings->operands[i]) != COMPRESS_NONE)
            return say("%s: --random-source cannot decompress; use --seed, or "
                       "--no-decompress to read it as it is",
                       say_file(settings->operands[i])),
                   false;
    return true;
}

bool settings_check(const struct settings *settings, uint64_t given)
{
    if (!check_refused(given) || !check_operands(settings) || !check_conflicts(given) ||
        !check_inputs(settings) || !check_outputs(settings) || !check_names(settings))
        return false;
    if (settings->pairs && settings->order == FAIR_ORDER_SHUFFLE)
        return say("--pairs needs --derange or --cycle; otherwise a record could be "
                   "paired with itself"),
               false;
    if (settings->repeat && settings->with_count > 0 && settings->head == UINT64_MAX)
        return say("-r with --with needs -n; otherwise the first output would never end"),
               false;
    return true;
}
