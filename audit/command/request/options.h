/* SPDX-License-Identifier: MIT
 *
 * options.h - the options of fairaudit.
 *
 * To add an option: an id here, a row in options.c, a field in request.h (or, if it is
 * for programs and files only, in subject_plan), and a case in request.c that sets it.
 */
#ifndef AUDIT_OPTIONS_H
#define AUDIT_OPTIONS_H

#include "cli/option_table.h"

enum option_id {
    OPTION_ALGORITHM,
    OPTION_DIE,
    OPTION_BATCH,
    OPTION_PERMUTATIONS,
    OPTION_EXACT,
    OPTION_COUNTS,
    OPTION_LIST,
    OPTION_ITEMS,
    OPTION_SAMPLE,
    OPTION_PUT_BACK,
    OPTION_UNORDERED,
    OPTION_CYCLE,
    OPTION_FROM_ZERO,
    OPTION_COPIES,
    OPTION_TOKENS,
    OPTION_TRIALS,
    OPTION_ALL_TRIALS,
    OPTION_TIME,
    OPTION_TIMEOUT,
    OPTION_JOBS,
    OPTION_THREADS,
    OPTION_SEED,
    OPTION_VIEWS,
    OPTION_ONLY_TESTS,
    OPTION_BRIEF,
    OPTION_JSON,
    OPTION_HTML,
    OPTION_SAVE,
    OPTION_COLOR,
    OPTION_PROGRESS,
    OPTION_NO_PROGRESS,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT
};

enum option_group { GROUP_SUBJECT, GROUP_TASK, GROUP_TRIALS, GROUP_RESULT };

#endif
