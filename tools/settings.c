/* SPDX-License-Identifier: MIT
 *
 * settings.c - reads the command line of fairshuf into struct settings.
 *
 * Options are taken from left to right, and the first mistake is told. What goes together
 * is judged at the end: GNU's rules first, with GNU's messages, then ours, most of which
 * are rows of a table.
 */
#define _POSIX_C_SOURCE 200809L
#include "settings.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "options.h"
#include "say.h"
#include "values.h"

_Static_assert(OPTION_COUNT <= 64, "a set of options is the bits of a number");
#define BIT(id) (UINT64_C(1) << OPTION_##id)

static uint64_t bit(enum option_id id)
{
    return UINT64_C(1) << id;
}

/* The name of an option for messages: -o, --split. It holds for the same `buffer`. */
static const char *spelling(const struct option_row *option, char buffer[32])
{
    if (option->letter != 0)
        snprintf(buffer, 32, "-%c", option->letter);
    else
        snprintf(buffer, 32, "--%s", option->name);
    return buffer;
}

/* "--threads: 'x': why". */
static bool wrong(const struct option_row *option, const char *value, const char *why)
{
    say("--%s: %s: %s", option->name, say_quoted(value), why);
    return false;
}

/* Writes the line that ends GNU's complaints about usage. */
static void try_help(void)
{
    fprintf(stderr, "Try '%s --help' for more information.\n", say_name());
    fflush(stderr);
}

/* ---- values ----------------------------------------------------------------------- */

static bool read_range(struct settings *settings, const char *value)
{
    if (settings->range)
        return say("multiple -i options specified"), false;
    settings->range = true;
    switch (value_range(value, &settings->lowest, &settings->numbers)) {
    case VALUE_GOOD:
        return true;
    case VALUE_HUGE:
        return say_error(EOVERFLOW, "invalid input range: %s", say_quoted(value)), false;
    default:
        return say("invalid input range: %s", say_quoted(value)), false;
    }
}

static bool read_head(struct settings *settings, const char *value)
{
    uint64_t head; /* what is too large for it is no limit */
    if (value_number(value, &head) == VALUE_BAD)
        return say("invalid line count: %s", say_quoted(value)), false;
    if (head < settings->head)
        settings->head = head;
    return true;
}

/* A name that may be given again if it is the same. */
static bool read_once(const char **name, const char *value, const char *complaint)
{
    if (*name != NULL && strcmp(*name, value) != 0)
        return say("%s", complaint), false;
    *name = value;
    return true;
}

static bool read_seed(struct settings *settings, const struct option_row *option,
                      const char *value)
{
    if (*value == '\0')
        return wrong(option, value, "must not be empty (a variable that was not set?)");
    if (settings->seed != NULL && strcmp(settings->seed, value) != 0)
        return wrong(option, value, "another seed was given before; give one");
    settings->seed = value;
    return true;
}

/* A number from `least` to `most`. */
static bool read_number(const struct option_row *option, const char *value,
                        uint64_t least, uint64_t most, uint64_t *number)
{
    const bool size = option->id == OPTION_RECORD_SIZE;
    char why[128];
    switch (size ? value_size(value, number) : value_number(value, number)) {
    case VALUE_GOOD:
        if (*number >= least && *number <= most)
            return true;
        if (*number < least) {
            snprintf(why, sizeof why, "must be at least %d", (int)least);
            return wrong(option, value, why);
        }
        return wrong(option, value, "is too large");
    case VALUE_HUGE:
        return wrong(option, value, "is too large");
    default:
        snprintf(why, sizeof why, "must be a whole number, as in --%s=%s", option->name,
                 size ? "512 or --record-size=4K" : "4");
        return wrong(option, value, why);
    }
}

static bool read_delimiter(struct settings *settings, const struct option_row *option,
                           const char *value)
{
    if (!value_byte(value, &settings->format.delimiter))
        return wrong(option, value, "must be one byte, or \\n \\t \\r \\0 \\\\ \\xHH");
    return true;
}

static bool read_csv(struct settings *settings, const struct option_row *option,
                     const char *value)
{
    settings->format.kind = FAIR_CSV;
    settings->format.delimiter = ',';
    if (value == NULL)
        return true;
    unsigned char byte;
    if (!value_byte(value, &byte))
        return wrong(option, value, "must be one byte, as in --csv=';' or --csv='\\t'");
    if (strchr("\"\r\n", byte) != NULL && byte != '\0')
        return wrong(option, value, "quotes and line ends cannot stand between fields");
    settings->format.delimiter = byte;
    return true;
}

static bool add_file(const struct option_row *option, const char *value,
                     const char *files[SETTINGS_WITH], size_t *count)
{
    if (*value == '\0')
        return wrong(option, value, "must be the name of a file");
    if (*count == SETTINGS_WITH)
        return wrong(option, value, "this is one file too many; 64 are possible");
    files[(*count)++] = value;
    return true;
}

static bool read_threads(struct settings *settings, const struct option_row *option,
                         const char *value)
{
    uint64_t threads;
    if (!read_number(option, value, 0, UINT_MAX, &threads))
        return false;
    settings->threads = (unsigned)threads;
    return true;
}

/* ---- options ---------------------------------------------------------------------- */

/* Takes one option; false after a mistake was told. */
static bool take(struct settings *settings, const struct option_row *option,
                 const char *value)
{
    switch (option->id) {
    case OPTION_ECHO:
        settings->echo = true;
        break;
    case OPTION_INPUT_RANGE:
        return read_range(settings, value);
    case OPTION_HEAD_COUNT:
        return read_head(settings, value);
    case OPTION_OUTPUT:
        return read_once(&settings->output, value, "multiple output files specified");
    case OPTION_RANDOM_SOURCE:
        return read_once(&settings->random_source, value,
                         "multiple random sources specified");
    case OPTION_REPEAT:
        settings->repeat = true;
        break;
    case OPTION_ZERO_TERMINATED:
        settings->format.delimiter = '\0';
        break;
    case OPTION_DELIMITER:
        return read_delimiter(settings, option, value);
    case OPTION_RECORD_SIZE:
        settings->format.kind = FAIR_FIXED;
        return read_number(option, value, 1, SIZE_MAX, &settings->format.count);
    case OPTION_LINES_PER_RECORD:
        return read_number(option, value, 1, UINT64_MAX, &settings->format.count);
    case OPTION_CSV:
        return read_csv(settings, option, value);
    case OPTION_PARAGRAPHS:
        settings->format.kind = FAIR_PARAGRAPHS;
        break;
    case OPTION_HEADER:
        settings->header = 1;
        return value == NULL ||
               read_number(option, value, 0, UINT64_MAX, &settings->header);
    case OPTION_SEED:
        return read_seed(settings, option, value);
    case OPTION_PRINT_SEED:
        settings->print_seed = true;
        break;
    case OPTION_CYCLE:
        settings->order = FAIR_ORDER_CYCLE;
        break;
    case OPTION_DERANGE:
        settings->order = FAIR_ORDER_DERANGE;
        break;
    case OPTION_PAIRS:
        settings->pairs = true;
        break;
    case OPTION_WITH:
        return add_file(option, value, settings->with, &settings->with_count);
    case OPTION_OUTPUT_WITH:
        return add_file(option, value, settings->output_with,
                        &settings->output_with_count);
    case OPTION_SPLIT:
        if (settings->split_count > 0)
            return wrong(option, value, "was given before; name all files in one");
        return value_split(value, settings);
    case OPTION_THREADS:
        return read_threads(settings, option, value);
    case OPTION_PROGRESS:
        settings->progress = 1;
        break;
    case OPTION_NO_PROGRESS:
        settings->progress = 0;
        break;
    case OPTION_QUIET:
    case OPTION_VERBOSE:
        settings->quiet = option->id == OPTION_QUIET;
        settings->verbose = !settings->quiet;
        break;
    case OPTION_CHECK:
        settings->check = true;
        break;
    case OPTION_EXPLAIN:
        settings->explain = true;
        break;
    case OPTION_HELP: /* of these settings_read() takes care */
    case OPTION_VERSION:
    case OPTION_COUNT:
        break;
    }
    return true;
}

/* ---- what goes together ----------------------------------------------------------- */

#define ARGUMENTS (BIT(ECHO) | BIT(INPUT_RANGE))
#define BLOCKS (BIT(RECORD_SIZE) | BIT(CSV) | BIT(PARAGRAPHS))
#define ENDS (BIT(ZERO_TERMINATED) | BIT(DELIMITER))

/* No option of one set goes with another one of the other set. */
static const struct {
    uint64_t these, those;
    const char *why;
} conflicts[] = {
    {ENDS | BLOCKS, ENDS | BLOCKS, "each says what a record is; give one of them"},
    {BIT(LINES_PER_RECORD), BLOCKS, "each says what a record is; give one of them"},
    {ARGUMENTS, BLOCKS | BIT(LINES_PER_RECORD), "this kind of record is for files"},
    {ARGUMENTS, BIT(HEADER), "only files have a header"},
    {ARGUMENTS, BIT(WITH) | BIT(OUTPUT_WITH), "only files are shuffled in lockstep"},
    {BIT(CYCLE), BIT(DERANGE), "a cycle is a derangement already; give one of them"},
    {BIT(REPEAT), BIT(CYCLE) | BIT(DERANGE),
     "records that repeat have no place to leave"},
    {BIT(REPEAT), BIT(SPLIT), "a record might go to several files; leave out one"},
    {BIT(OUTPUT), BIT(SPLIT), "the output goes to the files that --split names"},
    {BIT(WITH), BIT(SPLIT), "run twice with the same --seed, once for each file"},
    {BIT(SEED) | BIT(PRINT_SEED), BIT(RANDOM_SOURCE), "the order comes from one of them"},
    {BIT(RANDOM_SOURCE), BIT(CYCLE) | BIT(DERANGE) | BIT(WITH) | BIT(SPLIT) | BIT(CHECK),
     "GNU shuf has no such thing; use --seed"},
    {BIT(PAIRS), BIT(RECORD_SIZE) | BIT(PARAGRAPHS) | BIT(LINES_PER_RECORD),
     "only records of one line make pairs"},
};

/* The first option of the set in the table; NULL if there is none but `other`. */
static const struct option_row *first_of(uint64_t set, const struct option_row *other)
{
    for (size_t i = 0; i < options_count; i++)
        if ((set & bit(options[i].id)) != 0 && &options[i] != other)
            return &options[i];
    return NULL;
}

static bool judge_conflicts(uint64_t given)
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

static bool judge_outputs(const struct settings *settings)
{
    const size_t count = settings->output_with_count;
    if (settings->with_count != count) {
        say("%zu --with and %zu --output-with: each --with=FILE needs its "
            "--output-with=FILE",
            settings->with_count, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = settings->output_with[i];
        bool again = settings->output != NULL && strcmp(settings->output, name) == 0;
        for (size_t k = 0; k < i; k++)
            again |= strcmp(settings->output_with[k], name) == 0;
        if (again && strcmp(name, "/dev/null") != 0)
            return wrong(option_find(OPTION_OUTPUT_WITH), name,
                         "another output has this name; give each its own");
    }
    return true;
}

/* GNU's rules. */
static bool judge_operands(const struct settings *settings)
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
    try_help();
    return false;
}

/* Standard input has one end. */
static bool judge_inputs(const struct settings *settings)
{
    size_t count = 0;
    if (settings->echo || settings->range)
        return true;
    for (size_t i = 0; i < settings->operand_count; i++)
        count += strcmp(settings->operands[i], "-") == 0;
    count += settings->operand_count == 0;
    for (size_t i = 0; i < settings->with_count; i++)
        count += strcmp(settings->with[i], "-") == 0;
    if (count > 1)
        say("standard input can be read only once; name files instead");
    return count <= 1;
}

static bool judge(const struct settings *settings, uint64_t given)
{
    if (!judge_operands(settings) || !judge_conflicts(given) || !judge_inputs(settings) ||
        !judge_outputs(settings))
        return false;
    if (settings->pairs && settings->order == FAIR_ORDER_SHUFFLE)
        return say("--pairs needs --derange or --cycle: without, a record may be paired "
                   "with itself"),
               false;
    if (settings->repeat && settings->with_count > 0 && settings->head == UINT64_MAX)
        return say("-r and --with need -n, too: without, there is no end"), false;
    return true;
}

enum settings_verdict settings_read(struct settings *settings, int argc, char **argv)
{
    memset(settings, 0, sizeof *settings);
    say_program(argc > 0 ? argv[0] : NULL);
    settings->strict = strcmp(say_name(), "shuf") == 0;
    settings->head = UINT64_MAX;
    settings->format.kind = FAIR_DELIMITED;
    settings->format.delimiter = '\n';
    settings->order = FAIR_ORDER_SHUFFLE;
    settings->progress = -1;

    struct args args;
    enum args_found found;
    uint64_t given = 0;
    args_start(&args, argc, argv, settings->strict, getenv("POSIXLY_CORRECT") == NULL);
    while ((found = args_next(&args)) == ARGS_OPTION) {
        if (args.option->id == OPTION_HELP)
            return SETTINGS_HELP;
        if (args.option->id == OPTION_VERSION)
            return SETTINGS_VERSION;
        if (!take(settings, args.option, args.value))
            return SETTINGS_WRONG;
        given |= bit(args.option->id);
    }
    if (found == ARGS_WRONG) {
        args_tell(&args);
        try_help();
        return SETTINGS_WRONG;
    }
    settings->operands = args.operands;
    settings->operand_count = args.operand_count;
    if (settings->quiet && settings->progress < 0)
        settings->progress = 0;
    return judge(settings, given) ? SETTINGS_RUN : SETTINGS_WRONG;
}
