/* SPDX-License-Identifier: MIT
 *
 * request.c - reads the command line of fairaudit.
 *
 * Options are taken from left to right, and the first mistake is told; what goes together
 * is judged at the end. What stands after the options is the program to be audited.
 */
#define _GNU_SOURCE
#include "request.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "args.h"
#include "options.h"
#include "say.h"
#include "values.h"

enum {
    PROGRAM_ITEMS = 10,
    BUILTIN_ITEMS = 52,
    COUNTS_ITEMS = 10,
    MOST_LINES = 1 << 24,
    PROGRAM_TRIALS = 20000,
    MANY_TRIALS = 1000000,
    COUNTS_TRIALS = 5000000
};

static bool wrong(const struct option_row *option, const char *value, const char *why)
{
    say("--%s: %s: %s", option->name, say_quoted(value), why);
    return false;
}

/* ---- values ----------------------------------------------------------------------- */

static bool read_number(const struct option_row *option, const char *value,
                        uint64_t least, uint64_t most, uint64_t *number)
{
    char why[80];
    if (value_number(value, number) == VALUE_GOOD && *number >= least && *number <= most)
        return true;
    snprintf(why, sizeof why, "must be a whole number from %llu to %llu",
             (unsigned long long)least, (unsigned long long)most);
    return wrong(option, value, why);
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
    return wrong(option, value, "must be a number of shuffles, as in 5000, 200K or 5M");
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
    return wrong(option, value, "must be a number of seconds above 0");
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
    return *when < 2 || wrong(option, value, "must be always, never or auto");
}

static bool read_library(const struct option_row *option, const char *value)
{
    char why[120];
    const size_t length = strlen(value);
    for (const char *word = option->words; *word != '\0'; word += strspn(word, " ")) {
        const size_t here = strcspn(word, " ");
        if (here == length && strncmp(word, value, length) == 0)
            return true;
        word += here;
    }
    snprintf(why, sizeof why, "must be one of %s", option->words);
    return wrong(option, value, why);
}

/* ---- names of the catalogue ------------------------------------------------------- */

/* What the command line says of shuffle and die, before n is known. */
struct names {
    const struct option_row *shuffle_option;
    const char *shuffle, *die;
};

static bool tell_parameter(const struct option_row *option, const char *text,
                           const audit_parameter *parameter)
{
    char why[160];
    if (parameter->meaning == NULL)
        return wrong(option, text, "takes no number");
    snprintf(why, sizeof why, "the number (%s) must be from %llu to %llu",
             parameter->meaning, (unsigned long long)parameter->least,
             (unsigned long long)parameter->most);
    return wrong(option, text, why);
}

/* Reads "NAME:NUMBER" with a parameter of the kind that was found. */
static bool read_parameter(const struct option_row *option, const char *text,
                           const audit_parameter *parameter, size_t n, uint64_t *value)
{
    uint64_t number = 0;
    int given = 0, bad = 0;
    if (audit_parameter_split(text, &number, &given) == 0)
        return wrong(option, text, "what stands behind the colon must be a number");
    if (given && parameter->meaning == NULL)
        return tell_parameter(option, text, parameter);
    *value = audit_parameter_value(parameter, given, number, n, &bad);
    return !bad || tell_parameter(option, text, parameter);
}

static size_t name_length(const char *text)
{
    return strcspn(text, ":");
}

static bool is_named(const char *name, const char *text)
{
    return strlen(name) == name_length(text) &&
           strncmp(name, text, name_length(text)) == 0;
}

static bool find_shuffle(struct request *request, const struct names *names)
{
    const char *text = names->shuffle;
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        if (is_named(s->name, text)) {
            request->shuffle = s;
            return read_parameter(names->shuffle_option, text, &s->parameter, request->n,
                                  &request->shuffle_parameter);
        }
    }
    return wrong(names->shuffle_option, text, "no such shuffle; --list shows all");
}

static bool find_die(struct request *request, const struct names *names)
{
    const struct option_row *option = option_find(OPTION_DIE);
    const char *text = names->die != NULL ? names->die : audit_dice[0].name;
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
        if (is_named(d->name, text)) {
            request->die = d;
            return read_parameter(option, text, &d->parameter, request->n,
                                  &request->die_parameter);
        }
    }
    return wrong(option, text, "no such die; --list shows all");
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

static bool set_name(struct request *request, struct names *names,
                     const struct option_row *option, enum request_task task,
                     const char *value, bool *chosen)
{
    names->shuffle_option = option;
    names->shuffle = value;
    return set_task(request, option, task, chosen);
}

static bool take_subject(struct request *request, struct names *names,
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
    case OPTION_LIBRARY:
        request->library = value;
        return read_library(option, value) &&
               set_task(request, option, TASK_LIBRARY, chosen);
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
        return wrong(option, value, "must be a text of 1 to 79 bytes");
    memcpy(request->seed_text, value, strlen(value) + 1);
    return true;
}

static bool take(struct request *request, struct names *names,
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
        request->json_file = value;
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

/* ---- what goes together ----------------------------------------------------------- */

static bool runs_command(const struct request *request)
{
    return request->task == TASK_PROGRAM || request->task == TASK_BATCH;
}

static bool reads_orders(const struct request *request)
{
    return runs_command(request) || request->task == TASK_FILE;
}

/* Says that an option makes no sense here. */
static bool useless(bool given, int id, const char *where)
{
    if (given)
        say("--%s: only %s", option_find(id)->name, where);
    return !given;
}

static bool judge_sample(const struct request *request)
{
    static const char with_sample[] = "with --sample";
    static const char with_command[] = "with a COMMAND that reads lines";
    const bool sample = request->sample > 0, program = request->task == TASK_PROGRAM;
    if (!useless(request->put_back && !sample, OPTION_PUT_BACK, with_sample) ||
        !useless(request->unordered && !sample, OPTION_UNORDERED, with_sample) ||
        !useless(sample && !reads_orders(request), OPTION_SAMPLE,
                 "with a COMMAND or --permutations") ||
        !useless(request->copies > 1 && (!program || sample), OPTION_COPIES,
                 with_command) ||
        !useless(request->tokens && !program, OPTION_TOKENS, with_command) ||
        !useless(request->from_zero && (!program || request->tokens), OPTION_FROM_ZERO,
                 with_command) ||
        !useless(request->cycle && (sample || request->copies > 1), OPTION_CYCLE,
                 "without --sample and --copies"))
        return false;
    if (sample && !request->put_back && request->n > 0 && request->sample > request->n) {
        say("--sample: %zu of %zu cannot be; give -n, or --put-back", request->sample,
            request->n);
        return false;
    }
    if (sample && (request->n == 0 || request->n > 1 << 20 ||
                   request->sample > (1 << 24) / request->n)) {
        say("--sample: needs -n, the number of lines to pick from; at most 1048576 "
            "lines, "
            "and 16777216 divided by it in a sample");
        return false;
    }
    if (request->copies > 1 && request->n % request->copies != 0) {
        say("--copies: -n must be a multiple of %zu, such as %zu", request->copies,
            request->copies * ((request->n + request->copies - 1) / request->copies));
        return false;
    }
    return true;
}

static bool judge_size(const struct request *request)
{
    if (!reads_orders(request) && request->n > FAIRAUDIT_MOST) {
        say("-n: a built-in shuffle has at most %d cards", FAIRAUDIT_MOST);
        return false;
    }
    if (request->cycle && request->n > 0 && request->n < 3) {
        say("--cycle: needs 3 cards or more");
        return false;
    }
    return true;
}

static bool judge_command(const struct request *request)
{
    const bool command = request->command != NULL && request->command[0] != NULL;
    if (runs_command(request) && !command) {
        say("what is to be audited? Give a COMMAND after --, or -a NAME (--list shows "
            "names)");
        return false;
    }
    if (!runs_command(request) && command) {
        say("%s: a COMMAND cannot be audited together with something else",
            say_quoted(request->command[0]));
        return false;
    }
    return useless(request->save != NULL && !reads_orders(request) &&
                       request->task != TASK_BUILTIN && request->task != TASK_LIBRARY,
                   OPTION_SAVE, "with something that gives orders");
}

static bool are_one_file(const char *one, const char *other)
{
    struct stat a, b;
    if (one == NULL || other == NULL)
        return false;
    return strcmp(one, other) == 0 ||
           (stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
            a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

/* Nothing is written over what is read, or over something else that is written. */
static bool judge_files(const struct request *request)
{
    const char *wrong = are_one_file(request->save, request->file) ? request->save
                        : are_one_file(request->json_file, request->file)
                            ? request->json_file
                        : are_one_file(request->save, request->json_file) ? request->save
                                                                          : NULL;
    if (wrong != NULL)
        say("%s: is read or written already; give another name", say_file(wrong));
    return wrong == NULL;
}

/* ---- what was not said ------------------------------------------------------------ */

/* The program of a batch wants to know how many numbers to print. */
static bool asks_for_n(const struct request *request)
{
    for (char **word = request->command; word != NULL && *word != NULL; word++)
        if (strstr(*word, "{n}") != NULL)
            return true;
    return false;
}

static void set_usual(struct request *request)
{
    const bool first_line_tells = request->task == TASK_FILE ||
                                  (request->task == TASK_BATCH && !asks_for_n(request));
    if (request->n == 0 && !first_line_tells)
        request->n = request->task == TASK_COUNTS  ? COUNTS_ITEMS
                     : request->task == TASK_EXACT ? 3
                     : runs_command(request)       ? PROGRAM_ITEMS
                                                   : BUILTIN_ITEMS;
    if (request->trials == 0)
        request->trials = request->task == TASK_PROGRAM  ? PROGRAM_TRIALS
                          : request->task == TASK_COUNTS ? COUNTS_TRIALS
                          : request->task == TASK_FILE   ? UINT64_MAX
                                                         : MANY_TRIALS;
}

static bool set_seed(struct request *request)
{
    uint64_t number;
    if (request->seed_text[0] == '\0') {
        if (getrandom(&number, sizeof number, 0) != sizeof number)
            return say_error(errno, "getrandom"), false;
        snprintf(request->seed_text, sizeof request->seed_text, "%llu",
                 (unsigned long long)number);
    }
    request->seed = audit_seed_of_text(request->seed_text);
    return true;
}

static void set_name_for_people(struct request *request, const struct names *names)
{
    size_t used = 0;
    char *name = request->name;
    const size_t size = sizeof request->name;
    if (names->shuffle != NULL && names->die != NULL)
        snprintf(name, size, "%s with %s", names->shuffle, names->die);
    else if (names->shuffle != NULL)
        snprintf(name, size, "%s", names->shuffle);
    else if (request->library != NULL)
        snprintf(name, size, "libfairshuf: %s", request->library);
    else if (request->file != NULL)
        snprintf(name, size, "%s",
                 strcmp(request->file, "-") == 0 ? "standard input" : request->file);
    for (char **word = request->command; word != NULL && *word != NULL; word++) {
        const int more =
            snprintf(name + used, size - used, used > 0 ? " %s" : "%s", *word);
        used += more > 0 ? (size_t)more : 0;
        if (used >= size) {
            memcpy(name + size - 4, "...", 4);
            break;
        }
    }
}

/* ---- all of it -------------------------------------------------------------------- */

static bool finish(struct request *request, const struct names *names)
{
    if (request->task == TASK_LIST)
        return judge_command(request);
    set_usual(request);
    if (!judge_command(request) || !judge_sample(request) || !judge_size(request) ||
        !useless(names->die != NULL && names->shuffle == NULL, OPTION_DIE,
                 "with -a, --exact or --counts"))
        return false;
    if (names->shuffle != NULL &&
        (!find_shuffle(request, names) || !find_die(request, names)))
        return false;
    if (request->library != NULL && strcmp(request->library, "cycle") == 0)
        request->cycle = false; /* it is audited as one anyway */
    set_name_for_people(request, names);
    return judge_files(request) && set_seed(request);
}

bool request_read(struct request *request, int argc, char **argv)
{
    struct args args;
    struct names names = {0};
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
        if (!take(request, &names, args.option, args.value, &chosen))
            return false;
    }
    if (found == ARGS_WRONG) {
        args_tell(&args);
        fprintf(stderr, "Try '%s --help' for more information.\n", say_name());
        return false;
    }
    if (args.operand_count > 0)
        request->command = args.operands; /* argv ends with NULL */
    return finish(request, &names);
}
