/* SPDX-License-Identifier: MIT
 *
 * options.h - every option of fairshuf, once: parser, help, man page and completions are
 * made from this table.
 *
 * To add an option: an id here, a row in options.c, a case in settings.c.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum option_id {
    OPTION_ECHO,
    OPTION_INPUT_RANGE,
    OPTION_HEAD_COUNT,
    OPTION_OUTPUT,
    OPTION_RANDOM_SOURCE,
    OPTION_REPEAT,
    OPTION_ZERO_TERMINATED,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_DELIMITER,
    OPTION_RECORD_SIZE,
    OPTION_LINES_PER_RECORD,
    OPTION_CSV,
    OPTION_PARAGRAPHS,
    OPTION_HEADER,
    OPTION_SEED,
    OPTION_PRINT_SEED,
    OPTION_CYCLE,
    OPTION_DERANGE,
    OPTION_PAIRS,
    OPTION_WITH,
    OPTION_OUTPUT_WITH,
    OPTION_SPLIT,
    OPTION_DECOMPRESS,
    OPTION_NO_DECOMPRESS,
    OPTION_COMPRESS,
    OPTION_SYNC,
    OPTION_NO_SYNC,
    OPTION_THREADS,
    OPTION_MEMORY,
    OPTION_TEMP_DIR,
    OPTION_PROGRESS,
    OPTION_NO_PROGRESS,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_CHECK,
    OPTION_EXPLAIN,
    OPTION_COUNT
};

enum option_group { GROUP_GNU, GROUP_RECORDS, GROUP_ORDER, GROUP_FILES, GROUP_RUNNING };

/* What a shell may offer as the value. */
enum option_completion {
    COMPLETE_NOTHING,
    COMPLETE_FILE,
    COMPLETE_FOLDER,
    COMPLETE_WORDS,
    COMPLETE_NUMBER
};

struct option_row {
    enum option_id id;
    enum option_group group;
    char letter;       /* 0 if it has none */
    const char *name;  /* the long one */
    const char *value; /* what its value is called, NULL if it has none */
    bool optional;     /* the value may be left out: --name[=VALUE] */
    bool repeatable;   /* each use adds something */
    enum option_completion completion;
    const char *words;  /* for COMPLETE_WORDS, with blanks between them */
    const char *help;   /* some words for --help */
    const char *manual; /* plain text for the man page; an empty line parts paragraphs */
};

/* Rows of one group stand together, GNU's first, in the order of GNU's messages. */
extern const struct option_row options[];
extern const size_t options_count;

bool option_is_gnu(const struct option_row *option);

/* The row of an id. */
const struct option_row *option_find(enum option_id id);

/* The heading of a group. */
const char *option_group_title(enum option_group group);

#endif
