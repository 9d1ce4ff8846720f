/* SPDX-License-Identifier: MIT
 *
 * options.h - the ids of the options of fairshuf and fairshuf-mpi, which share a table,
 * options.c. See option_table.h for what is made from it.
 *
 * To add an option: an id here, a row in options.c, a field in settings.h, and a case in
 * settings.c. If it cannot be combined with other options, also a row in the table
 * `conflicts` of settings_check.c and in the table `refused` of
 * tests/tools/test_args_pairs.c. If it makes no sense on several ranks, set `.refused =
 * PROGRAM_MPI`; if fairshuf-mpi needs another text, add a second row.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cli/option_table.h"

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
    OPTION_SEED_FILE,
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
    OPTION_RANKS,
    OPTION_TIMEOUT,
    OPTION_COUNT
};

enum option_group {
    GROUP_GNU,
    GROUP_RECORDS,
    GROUP_ORDER,
    GROUP_FILES,
    GROUP_RUNNING,
    GROUP_RANKS
};

/* The bits of the programs that share the table. */
enum {
    PROGRAM_FAIRSHUF = 1, /* program.c */
    PROGRAM_MPI = 2,      /* mpi/program.c */
};

#endif
