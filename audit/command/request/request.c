/* SPDX-License-Identifier: MIT
 *
 * request.c - reads the command line of fairaudit.
 *
 * Options are read from left to right, and the first mistake is reported. Then check.c
 * checks whether they can be combined, and defaults.c fills in the rest. The arguments
 * after the options are the program to be audited.
 */
#define _GNU_SOURCE
#include "audit/command/request/parts.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/request/options.h"
#include "cli/args.h"
#include "cli/say.h"
#include "cli/values.h"

enum { MOST_LINES = 1 << 24 };

/* ---- values ----------------------------------------------------------------------- */

static bool read_number(const struct option_row *option, const char *value,
                        uint64_t least, uint64_t most, uint64_t *number)
{
    char why[80];
    if (value_number(value, number) == VALUE_GOOD && *number >= least && *number <= most)
        return true;
    snprintf(why, sizeof why, "must be a whole number from %llu to %llu",
             (unsigned long long)least, (unsigned long long)most);
    return request_reject(option, value, why);
}

/* Reads a number of trials: 10000, 10K, 5M, 1G. Suffixes are powers of 1000. */
static bool read_trials(const struct option_row *option, const char *value,
                        uint64_t *trials)
{
    static const char suffixes[] = "KMG";
    char digits[32];
    const size_t length = strlen(value);
    uint64_t unit = 1;
    const char *suffix = length > 0 ? strchr(suffixes, value[length - 1]) : NULL;
    if (suffix != NULL && *suffix != '\0')
        for (long i = suffix - suffixes; i >= 0; i--)
            unit *= 1000;
    snprintf(digits, sizeof digits, "%.*s", (int)(length - (unit > 1)), value);
    if (length < sizeof digits && value_number(digits, trials) == VALUE_GOOD &&
        *trials > 0 && *trials <= UINT32_MAX * UINT64_C(256) / unit) {
        *trials *= unit;
        return true;
    }
    return request_reject(option, value,
                          "must be a number of shuffles, such as 5000, 200K or 5M");
}

static bool read_seconds(const struct option_row *option, const char *value,
                         double *seconds)
{
    char *end;
    errno = 0;
    *seconds = strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(*seconds) && *seconds > 0 &&
        *seconds <= 1e7)
        return true;
    return request_reject(option, value, "must be a number of seconds, greater than 0");
}

static bool read_size(const struct option_row *option, const char *value, uint64_t least,
                      uint64_t most, size_t *size)
{
    uint64_t number;
    if (!read_number(option, value, least, most, &number))
        return false;
    *size = (size_t)number;
    return true;
}

static bool read_unsigned(const struct option_row *option, const char *value,
                          unsigned *number)
{
    size_t size;
    if (!read_size(option, value, 0, 1024, &size))
        return false;
    *number = (unsigned)size;
    return true;
}

static bool read_when(const struct option_row *option, const char *value, int *when)
{
    *when = strcmp(value, "always") == 0  ? 1
            : strcmp(value, "never") == 0 ? 0
            : strcmp(value, "auto") == 0  ? -1
                                          : 2;
    return *when < 2 || request_reject(option, value, "must be always, never or auto");
}

/* The name of a file to be written; NULL for standard output. */
static const char *read_target(const char *value)
{
    return value != NULL && strcmp(value, "-") != 0 ? value : NULL;
}

/* ---- options ---------------------------------------------------------------------- */

static bool set_task(struct request *request, struct given_options *given,
                     const struct option_row *option, enum request_task task)
{
    if (given->task_option != NULL && request->task != task)
        return say("--%s and --%s cannot be combined; ask for one thing at a time",
                   given->task_option->name, option->name),
               false;
    given->task_option = option;
    request->task = task;
    return true;
}

static bool take_task(struct request *request, struct given_options *given,
                      const struct option_row *option, const char *value)
{
    switch ((enum option_id)option->id) {
    case OPTION_ALGORITHM:
        given->shuffle = value;
        return set_task(request, given, option, TASK_BUILTIN);
    case OPTION_EXACT:
        given->shuffle = value;
        return set_task(request, given, option, TASK_EXACT);
    case OPTION_COUNTS:
        given->shuffle = value;
        return set_task(request, given, option, TASK_COUNTS);
    case OPTION_BATCH:
        return set_task(request, given, option, TASK_BATCH);
    case OPTION_PERMUTATIONS:
        request->plan.file = value;
        return set_task(request, given, option, TASK_FILE);
    case OPTION_LIST:
        return set_task(request, given, option, TASK_LIST);
    default:
        assert(false); /* every option has a case */
        return false;
    }
}

static bool take_seed(struct request *request, const struct option_row *option,
                      const char *value)
{
    if (*value == '\0' || strlen(value) >= sizeof request->seed_text)
        return request_reject(option, value, "must be a text of 1 to 79 bytes");
    memcpy(request->seed_text, value, strlen(value) + 1);
    return true;
}

static bool take(struct request *request, struct given_options *given,
                 const struct option_row *option, const char *value)
{
    struct subject_plan *plan = &request->plan;
    switch ((enum option_id)option->id) {
    case OPTION_DIE:
        given->die = value;
        return true;
    case OPTION_ITEMS:
        return read_size(option, value, 2, MOST_LINES, &plan->n);
    case OPTION_SAMPLE:
        return read_size(option, value, 1, MOST_LINES, &plan->sample);
    case OPTION_COPIES:
        return read_size(option, value, 2, 1000, &plan->copies);
    case OPTION_PUT_BACK:
        return plan->put_back = true;
    case OPTION_UNORDERED:
        return plan->unordered = true;
    case OPTION_CYCLE:
        return plan->cycle = true;
    case OPTION_FROM_ZERO:
        return plan->from_zero = true;
    case OPTION_TOKENS:
        return plan->tokens = true;
    case OPTION_TRIALS:
        return read_trials(option, value, &plan->trials);
    case OPTION_ALL_TRIALS:
        return request->all_trials = true;
    case OPTION_ONLY_TESTS:
        return request->only_tests = true;
    case OPTION_TIME:
        return read_seconds(option, value, &request->time);
    case OPTION_TIMEOUT:
        return read_seconds(option, value, &plan->timeout);
    case OPTION_JOBS:
        return read_unsigned(option, value, &plan->jobs);
    case OPTION_THREADS:
        return read_unsigned(option, value, &request->threads);
    case OPTION_SEED:
        return take_seed(request, option, value);
    case OPTION_VIEWS:
        request->views = value;
        return true;
    case OPTION_BRIEF:
        return request->brief = true;
    case OPTION_JSON:
        request->json = true;
        request->json_file = read_target(value);
        return true;
    case OPTION_HTML:
        request->html = true;
        request->html_file = read_target(value);
        return true;
    case OPTION_SAVE:
        request->save = value;
        return true;
    case OPTION_COLOR:
        return read_when(option, value, &request->colour);
    case OPTION_PROGRESS:
    case OPTION_NO_PROGRESS:
        request->progress = option->id == OPTION_PROGRESS;
        return true;
    default:
        return take_task(request, given, option, value);
    }
}

/* ---- the command line -------------------------------------------------------------- */

static bool finish(struct request *request, const struct given_options *given)
{
    if (!request_check_options(request, given))
        return false;
    if (request->task == TASK_LIST)
        return true;
    request_set_sizes(request);
    return request_check_values(request) && request_set_names(request, given);
}

bool request_read(struct request *request, int argc, char **argv)
{
    struct args args;
    struct given_options given = {0};
    enum args_found found;
    *request = (struct request){
        .task = TASK_PROGRAM,
        .plan = {.copies = 1, .timeout = 10},
        .colour = -1,
        .progress = -1,
    };
    say_program(argc > 0 ? argv[0] : NULL);
    args_start(&args, argc, argv, false, false);
    while ((found = args_next(&args)) == ARGS_OPTION) {
        if (args.option->id == OPTION_HELP || args.option->id == OPTION_VERSION) {
            request->task = args.option->id == OPTION_HELP ? TASK_HELP : TASK_VERSION;
            return true;
        }
        given.ids |= UINT64_C(1) << args.option->id;
        if (!take(request, &given, args.option, args.value))
            return false;
    }
    if (found == ARGS_WRONG) {
        args_report(&args);
        say_try_help();
        return false;
    }
    if (args.operand_count > 0)
        request->plan.command = args.operands; /* argv ends with NULL */
    request->plan.batch = request->task == TASK_BATCH;
    return finish(request, &given);
}
