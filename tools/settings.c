/* SPDX-License-Identifier: MIT
 *
 * settings.c - reads the command line of fairshuf, or of fairshuf-mpi, into struct
 * settings.
 *
 * Options are read from left to right, and the first mistake is reported. At the end,
 * settings_check.c checks which options can be combined. The result depends only on the
 * arguments and on the variable POSIXLY_CORRECT.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/settings.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/say.h"
#include "cli/values.h"
#include "tools/options.h"
#include "tools/settings_parts.h"

/* ---- values ----------------------------------------------------------------------- */

static bool read_range(struct settings *settings, const char *value)
{
    if (settings->range)
        return say("multiple -i options specified%s",
                   settings->strict ? "" : "; use only one"),
               false;
    settings->range = true;
    switch (value_range(value, &settings->lowest, &settings->numbers)) {
    case VALUE_GOOD:
        return true;
    case VALUE_HUGE:
        return say("invalid input range: %s: %s%s", say_quoted(value),
                   strerror(EOVERFLOW),
                   settings->strict ? ""
                                    : "; the largest number is 18446744073709551615"),
               false;
    default:
        return say("invalid input range: %s%s", say_quoted(value),
                   settings->strict ? "" : "; use LO-HI, as in -i 1-10"),
               false;
    }
}

static bool read_head(struct settings *settings, const char *value)
{
    uint64_t head; /* UINT64_MAX, no limit, if the value is larger */
    if (value_number(value, &head) == VALUE_BAD)
        return say("invalid line count: %s%s", say_quoted(value),
                   settings->strict ? "" : "; use a whole number, as in -n 10"),
               false;
    if (head < settings->head)
        settings->head = head;
    return true;
}

/* Reads a name that must be the same if it is given again. */
static bool read_once(const struct settings *settings, const char **name,
                      const char *value, const char *message)
{
    if (*name != NULL && strcmp(*name, value) != 0)
        return say("%s%s", message, settings->strict ? "" : "; use only one"), false;
    *name = value;
    return true;
}

/* Reads the value of --seed or --seed-file. */
static bool read_seed(const struct option_row *option, const char *value,
                      const char **seed)
{
    if (*value == '\0')
        return settings_wrong(option, value,
                              option->id == OPTION_SEED
                                  ? "must not be empty (is a variable unset?)"
                                  : "must be the name of a file");
    if (*seed != NULL && strcmp(*seed, value) != 0)
        return settings_wrong(option, value, "only one seed can be given");
    *seed = value;
    return true;
}

/* Reads a number from `least` to `most`. */
static bool read_number(const struct option_row *option, const char *value,
                        uint64_t least, uint64_t most, uint64_t *number)
{
    const bool size = option->id == OPTION_RECORD_SIZE;
    const enum value_verdict verdict =
        size ? value_size(value, number) : value_number(value, number);
    char why[128];
    if (verdict == VALUE_BAD)
        snprintf(why, sizeof why, "must be a whole number, as in --%s=%s", option->name,
                 size ? "512 or --record-size=4K" : "4");
    else if (verdict == VALUE_HUGE || *number > most)
        snprintf(why, sizeof why, "must be at most %" PRIu64, most);
    else if (*number < least)
        snprintf(why, sizeof why, "must be at least %" PRIu64, least);
    else
        return true;
    return settings_wrong(option, value, why);
}

static bool read_delimiter(struct settings *settings, const struct option_row *option,
                           const char *value)
{
    if (!value_byte(value, &settings->format.delimiter))
        return settings_wrong(option, value,
                              "must be one byte, or \\n \\t \\r \\0 \\\\ \\xHH");
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
        return settings_wrong(option, value,
                              "must be one byte, as in --csv=';' or --csv='\\t'");
    if (strchr("\"\r\n", byte) != NULL && byte != '\0')
        return settings_wrong(option, value, "must not be a quote or a line end");
    settings->format.delimiter = byte;
    return true;
}

static bool add_file(const struct option_row *option, const char *value,
                     const char *files[SETTINGS_WITH], size_t *count)
{
    if (*value == '\0')
        return settings_wrong(option, value, "must be the name of a file");
    if (*count == SETTINGS_WITH)
        return settings_wrong(option, value, "too many files; at most 64 are allowed");
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

static bool read_memory(struct settings *settings, const struct option_row *option,
                        const char *value)
{
    enum { LEAST = 1 << 20 };
    settings->memory = settings->memory_percent = 0;
    settings->memory_text = value;
    if (strchr(value, '%') != NULL)
        return value_percentage(value, &settings->memory_percent) ||
               settings_wrong(option, value, "must be from 1% to 100%");
    switch (value_size(value, &settings->memory)) {
    case VALUE_GOOD:
        return settings->memory >= LEAST ||
               settings_wrong(option, value, "must be at least 1M");
    case VALUE_HUGE:
        return settings_wrong(option, value, "must be less than 16777216T");
    default:
        return settings_wrong(option, value,
                              "must be a size, as in --memory=500M, 4G or 25%");
    }
}

/* Reads one of the words of the option's row. */
static bool read_word(const struct option_row *option, const char *value,
                      const char **word)
{
    const size_t length = strlen(value);
    for (const char *at = option->words; *at != '\0'; at += strspn(at, " ")) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncmp(at, value, length) == 0) {
            *word = value;
            return true;
        }
        at += here;
    }
    if (strchr(option->words, ' ') == NULL) {
        char only[64];
        snprintf(only, sizeof only, "must be %s; for others, use fairshuf",
                 option->words);
        return settings_wrong(option, value, only);
    }
    char why[128] = "must be one of ";
    size_t used = strlen(why);
    for (const char *c = option->words; *c != '\0' && used + 2 < sizeof why; c++) {
        if (*c == ' ')
            why[used++] = ',';
        why[used++] = *c;
    }
    return settings_wrong(option, value, why);
}

/* ---- options ---------------------------------------------------------------------- */

/* Stores one option in the settings. False after a message. */
static bool take(struct settings *settings, const struct option_row *option, char *value)
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
        return read_once(settings, &settings->output, value,
                         "multiple output files specified");
    case OPTION_RANDOM_SOURCE:
        return read_once(settings, &settings->random_source, value,
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
        return read_seed(option, value, &settings->seed);
    case OPTION_SEED_FILE:
        return read_seed(option, value, &settings->seed_file);
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
            return settings_wrong(option, value,
                                  "was already given; name all files in one --split");
        return settings_split(value, settings);
    case OPTION_DECOMPRESS:
    case OPTION_NO_DECOMPRESS:
        settings->decompress = option->id == OPTION_DECOMPRESS;
        break;
    case OPTION_COMPRESS:
        return read_word(option, value, &settings->compress);
    case OPTION_SYNC:
    case OPTION_NO_SYNC:
        settings->sync = option->id == OPTION_SYNC;
        break;
    case OPTION_THREADS:
        return read_threads(settings, option, value);
    case OPTION_MEMORY:
        return read_memory(settings, option, value);
    case OPTION_TEMP_DIR:
        settings->temp_dir = value;
        return *value != '\0' ||
               settings_wrong(option, value, "must be the name of a folder");
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
    case OPTION_RANKS:
        return read_number(option, value, 1, SETTINGS_RANKS, &settings->ranks);
    case OPTION_TIMEOUT:
        return read_number(option, value, 0, SETTINGS_TIMEOUT, &settings->timeout);
    case OPTION_HELP: /* settings_read() handles these */
    case OPTION_VERSION:
    case OPTION_COUNT:
        break;
    }
    return true;
}

/* ---- the command line ---------------------------------------------------------------
 */

enum settings_result settings_read(struct settings *settings, int argc, char **argv)
{
    memset(settings, 0, sizeof *settings);
    say_program(argc > 0 ? argv[0] : NULL);
    settings->strict = options_bit == PROGRAM_FAIRSHUF && strcmp(say_name(), "shuf") == 0;
    settings->head = UINT64_MAX;
    settings->format.kind = FAIR_DELIMITED;
    settings->format.delimiter = '\n';
    settings->order = FAIR_ORDER_SHUFFLE;
    settings->progress = settings->decompress = settings->sync = -1;
    settings->timeout = 60;

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
        given |= settings_bit(args.option->id);
    }
    if (found == ARGS_WRONG) {
        args_report(&args);
        say_try_help();
        return SETTINGS_WRONG;
    }
    settings->operands = args.operands;
    settings->operand_count = args.operand_count;
    if (settings->quiet && settings->progress < 0)
        settings->progress = 0;
    return settings_check(settings, given) ? SETTINGS_RUN : SETTINGS_WRONG;
}

size_t settings_output_count(const struct settings *settings)
{
    return (settings->split_count > 0 ? settings->split_count : 1) + settings->with_count;
}

const char *settings_output(const struct settings *settings, size_t i)
{
    const size_t first = settings->split_count > 0 ? settings->split_count : 1;
    assert(i < first + settings->with_count);
    if (i >= first)
        return settings->output_with[i - first];
    return settings->split_count > 0 ? settings->split[i].name : settings->output;
}
