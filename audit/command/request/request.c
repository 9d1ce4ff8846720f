/* SPDX-License-Identifier: MIT
 *
 * request.c - reads the command line of fairaudit.
 *
 * Options are read from left to right, and the first mistake is reported. At the end,
 * judge.c checks which options can be combined. The arguments after the options
 * are the program to be audited.
 */
#define _GNU_SOURCE
#include "audit/command/request/parts.h"

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
    return request_wrong(option, value, why);
}

/* A number of trials: 10000, 10K, 5M, 1G (thousands, not powers of two). */
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
    return request_wrong(option, value,
                         "must be a number of shuffles, as in 5000, 200K or 5M");
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
    return request_wrong(option, value, "must be a number of seconds above 0");
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
    return *when < 2 || request_wrong(option, value, "must be always, never or auto");
}

/* A file to be written; NULL for standard output. */
static const char *read_target(const char *value)
{
    return value != NULL && strcmp(value, "-") != 0 ? value : NULL;
}

/* ---- options ---------------------------------------------------------------------- */

/* What is to be done can be said once. */
static bool set_task(struct request *request, const struct option_row *option,
                     enum request_task task, bool *chosen)
{
    if (*chosen && request->task != task) {
        say("--%s: something else is to be done already; ask for one thing at a time",
            option->name);
        return false;
    }
    *chosen = true;
    request->task = task;
    return true;
}

static bool set_name(struct request *request, struct request_names *names,
                     const struct option_row *option, enum request_task task,
                     const char *value, bool *chosen)
{
    names->shuffle_option = option;
    names->shuffle = value;
    return set_task(request, option, task, chosen);
}

static bool take_subject(struct request *request, struct request_names *names,
                         const struct option_row *option, const char *value, bool *chosen)
{
    switch ((enum option_id)option->id) {
    case OPTION_ALGORITHM:
        return set_name(request, names, option, TASK_BUILTIN, value, chosen);
    case OPTION_EXACT:
        return set_name(request, names, option, TASK_EXACT, value, chosen);
    case OPTION_COUNTS:
        return set_name(request, names, option, TASK_COUNTS, value, chosen);
    case OPTION_DIE:
        names->die = value;
        return true;
    case OPTION_BATCH:
        return set_task(request, option, TASK_BATCH, chosen);
    case OPTION_PERMUTATIONS:
        request->file = value;
        return set_task(request, option, TASK_FILE, chosen);
    case OPTION_LIST:
        return set_task(request, option, TASK_LIST, chosen);
    default:
        return true;
    }
}

static bool take_seed(struct request *request, const struct option_row *option,
                      const char *value)
{
    if (*value == '\0' || strlen(value) >= sizeof request->seed_text)
        return request_wrong(option, value, "must be a text of 1 to 79 bytes");
    memcpy(request->seed_text, value, strlen(value) + 1);
    return true;
}

static bool take(struct request *request, struct request_names *names,
                 const struct option_row *option, const char *value, bool *chosen)
{
    switch ((enum option_id)option->id) {
    case OPTION_ITEMS:
        return read_size(option, value, 2, MOST_LINES, &request->n);
    case OPTION_SAMPLE:
        return read_size(option, value, 1, MOST_LINES, &request->sample);
    case OPTION_COPIES:
        return read_size(option, value, 2, 1000, &request->copies);
    case OPTION_PUT_BACK:
        return request->put_back = true;
    case OPTION_UNORDERED:
        return request->unordered = true;
    case OPTION_CYCLE:
        return request->cycle = true;
    case OPTION_FROM_ZERO:
        return request->from_zero = true;
    case OPTION_TOKENS:
        return request->tokens = true;
    case OPTION_TRIALS:
        return read_trials(option, value, &request->trials);
    case OPTION_ALL_TRIALS:
        return request->all_trials = true;
    case OPTION_ONLY_TESTS:
        return request->only_tests = true;
    case OPTION_TIME:
        return read_seconds(option, value, &request->time);
    case OPTION_TIMEOUT:
        return read_seconds(option, value, &request->timeout);
    case OPTION_JOBS:
        return read_unsigned(option, value, &request->jobs);
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
        return take_subject(request, names, option, value, chosen);
    }
}

/* ---- all of it -------------------------------------------------------------------- */

bool request_read(struct request *request, int argc, char **argv)
{
    struct args args;
    struct request_names names = {0};
    enum args_found found;
    bool chosen = false;
    memset(request, 0, sizeof *request);
    request->colour = request->progress = -1;
    request->copies = 1;
    request->timeout = 10;
    request->task = TASK_PROGRAM;
    say_program(argc > 0 ? argv[0] : NULL);
    args_start(&args, argc, argv, false, false);
    while ((found = args_next(&args)) == ARGS_OPTION) {
        if (args.option->id == OPTION_HELP || args.option->id == OPTION_VERSION) {
            request->task = args.option->id == OPTION_HELP ? TASK_HELP : TASK_VERSION;
            return true;
        }
        names.given |= UINT64_C(1) << args.option->id;
        if (!take(request, &names, args.option, args.value, &chosen))
            return false;
    }
    if (found == ARGS_WRONG) {
        args_report(&args);
        fprintf(stderr, "Try '%s --help' for more information.\n", say_name());
        return false;
    }
    if (args.operand_count > 0)
        request->command = args.operands; /* argv ends with NULL */
    return request_finish(request, &names);
}
