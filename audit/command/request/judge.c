/* SPDX-License-Identifier: MIT
 *
 * judge.c - whether what the command line of fairaudit asks for goes together,
 * and what it has left out.
 */
#define _GNU_SOURCE /* getentropy */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

#include "audit/command/request/names.h"
#include "audit/command/request/parts.h"
#include "cli/say.h"

enum {
    PROGRAM_ITEMS = 10,
    BUILTIN_ITEMS = 52,
    COUNTS_ITEMS = 10,
    PROGRAM_TRIALS = 20000,
    MANY_TRIALS = 1000000,
    COUNTS_TRIALS = 5000000
};

bool request_wrong(const struct option_row *option, const char *value, const char *why)
{
    say("--%s: %s: %s", option->name, say_quoted(value), why);
    return false;
}

/* ---- names of the catalogue ------------------------------------------------------- */

static bool read_shuffle(struct request *request, const struct request_names *names)
{
    char why[NAMES_WHY] = "no such shuffle; --list shows all";
    return names_shuffle(names->shuffle, request->n, &request->shuffle,
                         &request->shuffle_parameter, why) == NAMES_FOUND ||
           request_wrong(names->shuffle_option, names->shuffle, why);
}

static bool read_die(struct request *request, const struct request_names *names)
{
    char why[NAMES_WHY] = "no such die; --list shows all";
    const char *text = names->die != NULL ? names->die : audit_dice[0].name;
    return names_die(text, request->n, &request->die, &request->die_parameter, why) ==
               NAMES_FOUND ||
           request_wrong(option_find(OPTION_DIE), text, why);
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

static bool judge_sample(const struct request *request)
{
    const bool sample = request->sample > 0;
    if (sample && !request->put_back && request->n > 0 && request->sample > request->n) {
        say("--sample: cannot pick %zu of %zu; give -n, or --put-back", request->sample,
            request->n);
        return false;
    }
    if (sample && (request->n == 0 || request->n > 1 << 20 ||
                   request->sample > (1 << 24) / request->n)) {
        say("--sample: needs -n N, the number of lines to pick from; N can be at most "
            "1048576, and K at most 16777216 / N");
        return false;
    }
    if (sample && request->unordered && !request->put_back &&
        request->sample == request->n) {
        say("--unordered: all %zu lines are always the same, and nothing can be tested; "
            "leave it out, or pick fewer with --sample",
            request->n);
        return false;
    }
    if (request->copies > 1 && request->views != NULL &&
        strcmp(request->views, "sign") == 0) {
        say("--views=sign: shows nothing with --copies, where equal lines change places "
            "at random; choose other views");
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
    return true;
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
    const char *const files[] = {request->file, request->save, request->json_file,
                                 request->html_file};
    for (size_t i = 1; i < sizeof files / sizeof files[0]; i++)
        for (size_t k = 0; k < i; k++)
            if (are_one_file(files[i], files[k]))
                return say("%s: is read or written already; give another name",
                           say_file(files[i])),
                       false;
    if (request->json && request->html && !request->json_file && !request->html_file)
        return say("--html: standard output is for --json; give one a FILE"), false;
    return true;
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
        if (getentropy(&number, sizeof number) != 0)
            return say_error(errno, "no random bytes for a seed; give one with --seed"),
                   false;
        snprintf(request->seed_text, sizeof request->seed_text, "%llu",
                 (unsigned long long)number);
    }
    request->seed = audit_seed_of_text(request->seed_text);
    return true;
}

static void set_name_for_people(struct request *request,
                                const struct request_names *names)
{
    size_t used = 0;
    char *name = request->name;
    const size_t size = sizeof request->name;
    if (names->shuffle != NULL)
        names_join(name, size, names->shuffle, names->die);
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

bool request_finish(struct request *request, const struct request_names *names)
{
    if (!judge_command(request) || !request_keeps_rules(request->task, names->given))
        return false;
    if (request->task == TASK_LIST)
        return true;
    set_usual(request);
    if (!judge_sample(request) || !judge_size(request))
        return false;
    if (names->shuffle != NULL &&
        (!read_shuffle(request, names) || !read_die(request, names)))
        return false;
    set_name_for_people(request, names);
    return judge_files(request) && set_seed(request);
}
