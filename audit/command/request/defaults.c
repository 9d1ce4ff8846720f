/* SPDX-License-Identifier: MIT
 *
 * defaults.c - fills in what the command line of fairaudit does not say.
 */
#define _GNU_SOURCE /* getentropy */
#include <errno.h>
#include <stdio.h>
#include <string.h>
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
    EXACT_ITEMS = 3,
    PROGRAM_TRIALS = 20000,
    MANY_TRIALS = 1000000,
    COUNTS_TRIALS = 5000000
};

/* ---- sizes ------------------------------------------------------------------------- */

/* Whether the command contains {n}, which is replaced by the number of items. */
static bool command_has_n(const struct request *request)
{
    for (char **word = request->plan.command; word != NULL && *word != NULL; word++)
        if (strstr(*word, "{n}") != NULL)
            return true;
    return false;
}

static size_t default_items(const struct request *request)
{
    switch (request->task) {
    case TASK_FILE:
        return 0; /* as many as the first line has */
    case TASK_BATCH:
        return command_has_n(request) ? PROGRAM_ITEMS : 0;
    case TASK_PROGRAM:
        return PROGRAM_ITEMS;
    case TASK_COUNTS:
        return COUNTS_ITEMS;
    case TASK_EXACT:
        return EXACT_ITEMS;
    default:
        return BUILTIN_ITEMS;
    }
}

static uint64_t default_trials(const struct request *request)
{
    switch (request->task) {
    case TASK_FILE:
        return UINT64_MAX;
    case TASK_PROGRAM:
        return PROGRAM_TRIALS;
    case TASK_COUNTS:
        return COUNTS_TRIALS;
    default:
        return MANY_TRIALS;
    }
}

void request_set_sizes(struct request *request)
{
    if (request->plan.n == 0)
        request->plan.n = default_items(request);
    if (request->plan.trials == 0)
        request->plan.trials = default_trials(request);
}

/* ---- names ------------------------------------------------------------------------- */

static bool set_shuffle(struct request *request, const struct given_options *given)
{
    audit_sentence why = {.text = "no such shuffle; --list shows all"};
    return names_shuffle(given->shuffle, request->plan.n, &request->shuffle,
                         &request->shuffle_parameter, &why) == NAMES_FOUND ||
           request_reject(given->task_option, given->shuffle, why.text);
}

static bool set_die(struct request *request, const struct given_options *given)
{
    audit_sentence why = {.text = "no such die; --list shows all"};
    const char *text = given->die != NULL ? given->die : audit_dice[0].name;
    return names_die(text, request->plan.n, &request->die, &request->die_parameter,
                     &why) == NAMES_FOUND ||
           request_reject(option_find(OPTION_DIE), text, why.text);
}

/* Joins the words of a command; "..." stands for what does not fit. */
static void join_words(char *name, size_t size, char **words)
{
    size_t used = 0;
    for (char **word = words; *word != NULL; word++) {
        const int more =
            snprintf(name + used, size - used, used > 0 ? " %s" : "%s", *word);
        used += more > 0 ? (size_t)more : 0;
        if (used >= size) {
            memcpy(name + size - 4, "...", 4);
            return;
        }
    }
}

static void set_name(struct request *request, const struct given_options *given)
{
    char *name = request->name;
    const char *file = request->plan.file;
    if (given->shuffle != NULL)
        names_join(name, sizeof request->name, given->shuffle, given->die);
    else if (file != NULL)
        snprintf(name, sizeof request->name, "%s",
                 strcmp(file, "-") == 0 ? "standard input" : file);
    else if (request->plan.command != NULL)
        join_words(name, sizeof request->name, request->plan.command);
}

static bool set_seed(struct request *request)
{
    uint64_t number;
    if (request->seed_text[0] == '\0') {
        if (getentropy(&number, sizeof number) != 0)
            return say_error(errno, "cannot get random bytes for a seed; give one with "
                                    "--seed"),
                   false;
        snprintf(request->seed_text, sizeof request->seed_text, "%llu",
                 (unsigned long long)number);
    }
    request->plan.seed = audit_seed_of_text(request->seed_text);
    return true;
}

bool request_set_names(struct request *request, const struct given_options *given)
{
    if (given->shuffle != NULL &&
        (!set_shuffle(request, given) || !set_die(request, given)))
        return false;
    set_name(request, given);
    return set_seed(request);
}
