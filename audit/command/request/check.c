/* SPDX-License-Identifier: MIT
 *
 * check.c - checks whether the options of a command line can be combined. An option
 * without effect is refused, because the user expects it to do something.
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/command/request/parts.h"
#include "cli/say.h"

enum {
    SAMPLE_ITEMS_MOST = 1 << 20, /* items that samples are drawn from */
    SAMPLE_CELLS_MOST = 1 << 24  /* items times the size of a sample */
};

bool request_reject(const struct option_row *option, const char *value, const char *why)
{
    say("--%s: %s: %s", option->name, say_quoted(value), why);
    return false;
}

static bool runs_command(const struct request *request)
{
    return request->task == TASK_PROGRAM || request->task == TASK_BATCH;
}

/* ---- options without effect -------------------------------------------------------- */

static bool has_no_effect(const struct option_row *option, const char *where,
                          const char *what)
{
    say("--%s: has no effect %s%s; leave it out", option->name, where, what);
    return false;
}

/* The option has no effect without `needs`, or with `excludes`. */
struct condition {
    int option;     /* id of the option that this is about */
    unsigned tasks; /* bits of the tasks for which this holds; 0: all of them */
    int needs;      /* OPTION_COUNT: none */
    int excludes;   /* OPTION_COUNT: none */
};

static const struct condition conditions[] = {
    {OPTION_PUT_BACK, 0, OPTION_SAMPLE, OPTION_COUNT},
    {OPTION_UNORDERED, 0, OPTION_SAMPLE, OPTION_COUNT},
    {OPTION_CYCLE, 0, OPTION_COUNT, OPTION_SAMPLE},
    {OPTION_CYCLE, 0, OPTION_COUNT, OPTION_COPIES},
    {OPTION_COPIES, 0, OPTION_COUNT, OPTION_SAMPLE},
    {OPTION_FROM_ZERO, 1U << TASK_PROGRAM, OPTION_COUNT, OPTION_TOKENS},
    {OPTION_FROM_ZERO, 1U << TASK_BATCH | 1U << TASK_FILE, OPTION_SAMPLE, OPTION_COUNT},
};

static bool is_given(const struct given_options *given, int id)
{
    return id < OPTION_COUNT && (given->ids >> id & 1) != 0;
}

static bool check_conditions(enum request_task task, const struct given_options *given)
{
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        const struct condition *condition = &conditions[i];
        const struct option_row *option = option_find(condition->option);
        if (!is_given(given, condition->option) ||
            (condition->tasks != 0 && !(condition->tasks >> task & 1)))
            continue;
        if (condition->needs < OPTION_COUNT && !is_given(given, condition->needs))
            return has_no_effect(option, "without --",
                                 option_find(condition->needs)->name);
        if (is_given(given, condition->excludes))
            return has_no_effect(option, "with --",
                                 option_find(condition->excludes)->name);
    }
    return true;
}

static bool check_effects(enum request_task task, const struct given_options *given)
{
    for (size_t i = 0; i < options_count; i++) {
        const struct option_row *option = &options[i];
        if (!is_given(given, option->id) || option->tasks == 0 ||
            option->tasks >> task & 1)
            continue;
        return given->task_option != NULL
                   ? has_no_effect(option, "with --", given->task_option->name)
                   : has_no_effect(option, "with ", "a COMMAND that reads lines");
    }
    return check_conditions(task, given);
}

static bool check_command(const struct request *request)
{
    char **command = request->plan.command;
    const bool given = command != NULL && command[0] != NULL;
    if (runs_command(request) && !given) {
        say("nothing to audit; give a COMMAND after --, or -a NAME (--list shows the "
            "names)");
        return false;
    }
    if (!runs_command(request) && given) {
        say("%s: a COMMAND cannot be combined with another subject; leave one of them "
            "out",
            say_quoted(command[0]));
        return false;
    }
    return true;
}

bool request_check_options(const struct request *request,
                           const struct given_options *given)
{
    return check_command(request) && check_effects(request->task, given);
}

/* ---- values ------------------------------------------------------------------------ */

static bool check_sample(const struct subject_plan *plan)
{
    if (plan->sample == 0)
        return true;
    if (!plan->put_back && plan->n > 0 && plan->sample > plan->n)
        return say("--sample: cannot pick %zu of %zu lines; give a larger -n, or "
                   "--put-back",
                   plan->sample, plan->n),
               false;
    if (plan->n == 0 || plan->n > SAMPLE_ITEMS_MOST ||
        plan->sample > SAMPLE_CELLS_MOST / plan->n)
        return say("--sample: needs -n N, the number of lines to pick from; N can be at "
                   "most %d, and K at most %d / N",
                   SAMPLE_ITEMS_MOST, SAMPLE_CELLS_MOST),
               false;
    if (plan->unordered && !plan->put_back && plan->sample == plan->n)
        return say("--unordered: a sample of all %zu lines is always the same; leave it "
                   "out, or pick fewer lines with --sample",
                   plan->n),
               false;
    return true;
}

static bool check_copies(const struct subject_plan *plan, const char *views)
{
    if (plan->copies <= 1)
        return true;
    if (views != NULL && strcmp(views, "sign") == 0)
        return say("--views=sign: shows nothing with --copies, because equal lines are "
                   "told apart at random; choose other views"),
               false;
    if (plan->n % plan->copies != 0)
        return say("--copies: -n must be a multiple of %zu, such as %zu", plan->copies,
                   plan->copies * ((plan->n + plan->copies - 1) / plan->copies)),
               false;
    return true;
}

static bool check_size(const struct request *request)
{
    const struct subject_plan *plan = &request->plan;
    const bool outside = runs_command(request) || request->task == TASK_FILE;
    if (!outside && plan->n > FAIRAUDIT_MOST)
        return say("-n: a shuffle of the catalogue has at most %d cards", FAIRAUDIT_MOST),
               false;
    if (plan->cycle && plan->n > 0 && plan->n < 3)
        return say("--cycle: needs 3 cards or more"), false;
    return true;
}

/* ---- files ------------------------------------------------------------------------- */

static bool are_one_file(const char *one, const char *other)
{
    struct stat a, b;
    if (one == NULL || other == NULL)
        return false;
    return strcmp(one, other) == 0 ||
           (stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
            a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

/* No file is written that is also read, or written for another option. */
static bool check_files(const struct request *request)
{
    const char *const files[] = {request->plan.file, request->save, request->json_file,
                                 request->html_file};
    for (size_t i = 1; i < sizeof files / sizeof files[0]; i++)
        for (size_t k = 0; k < i; k++)
            if (are_one_file(files[i], files[k]))
                return say("%s: is already read or written by another option; give "
                           "another name",
                           say_file(files[i])),
                       false;
    if (request->json && request->html && !request->json_file && !request->html_file)
        return say("--html and --json cannot both write to standard output; give one of "
                   "them a FILE"),
               false;
    return true;
}

bool request_check_values(const struct request *request)
{
    assert(request->plan.copies >= 1);
    return check_sample(&request->plan) && check_copies(&request->plan, request->views) &&
           check_size(request) && check_files(request);
}
