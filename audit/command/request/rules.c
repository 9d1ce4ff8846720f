/* SPDX-License-Identifier: MIT
 *
 * rules.c - which options have an effect on which task. An option without effect
 * is refused, because the user expects it to do something.
 */
#include "audit/command/request/parts.h"
#include "cli/say.h"

#define ON(task) (1U << (task))

enum {
    COMMAND = ON(TASK_PROGRAM) | ON(TASK_BATCH),
    OUTSIDE = COMMAND | ON(TASK_FILE),
    CATALOGUE = ON(TASK_BUILTIN) | ON(TASK_EXACT) | ON(TASK_COUNTS),
    AUDIT = OUTSIDE | ON(TASK_BUILTIN),
    ANY = AUDIT | ON(TASK_EXACT) | ON(TASK_COUNTS) | ON(TASK_LIST),
    NONE = OPTION_COUNT /* no other option */
};

/* The option has an effect on these tasks, if the option `with` is given, and `without`
 * and `nor` are not. An option whose conditions differ between tasks has several rows. An
 * option that chooses the task has none; nor have --color and --no-progress, which say
 * what the output must not be, and scripts may always give them. */
struct rule {
    int option;
    unsigned tasks;
    int with, without, nor;
};

static const struct rule rules[] = {
    {OPTION_DIE, CATALOGUE, NONE, NONE, NONE},
    {OPTION_ITEMS, ANY & ~ON(TASK_LIST), NONE, NONE, NONE},
    {OPTION_SAMPLE, OUTSIDE, NONE, NONE, NONE},
    {OPTION_PUT_BACK, OUTSIDE, OPTION_SAMPLE, NONE, NONE},
    {OPTION_UNORDERED, OUTSIDE, OPTION_SAMPLE, NONE, NONE},
    {OPTION_CYCLE, AUDIT, NONE, OPTION_SAMPLE, OPTION_COPIES},
    {OPTION_FROM_ZERO, ON(TASK_PROGRAM), NONE, OPTION_TOKENS, NONE},
    {OPTION_FROM_ZERO, ON(TASK_BATCH) | ON(TASK_FILE), OPTION_SAMPLE, NONE, NONE},
    {OPTION_COPIES, ON(TASK_PROGRAM), NONE, OPTION_SAMPLE, NONE},
    {OPTION_TOKENS, ON(TASK_PROGRAM), NONE, NONE, NONE},
    {OPTION_TRIALS, AUDIT | ON(TASK_COUNTS), NONE, NONE, NONE},
    {OPTION_ALL_TRIALS, AUDIT & ~ON(TASK_FILE), NONE, NONE, NONE},
    {OPTION_TIME, AUDIT | ON(TASK_COUNTS), NONE, NONE, NONE},
    {OPTION_TIMEOUT, COMMAND, NONE, NONE, NONE},
    {OPTION_JOBS, ON(TASK_PROGRAM), NONE, NONE, NONE},
    {OPTION_THREADS, AUDIT | ON(TASK_COUNTS), NONE, NONE, NONE},
    {OPTION_SEED, AUDIT | ON(TASK_COUNTS), NONE, NONE, NONE},
    {OPTION_VIEWS, AUDIT, NONE, NONE, NONE},
    {OPTION_ONLY_TESTS, AUDIT, NONE, NONE, NONE},
    {OPTION_BRIEF, AUDIT | ON(TASK_EXACT), NONE, NONE, NONE},
    {OPTION_JSON, ANY & ~ON(TASK_COUNTS), NONE, NONE, NONE},
    {OPTION_HTML, AUDIT | ON(TASK_EXACT), NONE, NONE, NONE},
    {OPTION_SAVE, AUDIT, NONE, NONE, NONE},
    {OPTION_PROGRESS, AUDIT, NONE, NONE, NONE},
};

static const char *const task_names[] = {
    [TASK_PROGRAM] = "a COMMAND that reads lines",
    [TASK_BATCH] = "--batch",
    [TASK_FILE] = "--permutations",
    [TASK_BUILTIN] = "--algorithm",
    [TASK_EXACT] = "--exact",
    [TASK_COUNTS] = "--counts",
    [TASK_LIST] = "--list",
};

static bool useless(int option, const char *where, const char *what)
{
    say("--%s: has no effect %s%s; leave it out", option_find(option)->name, where, what);
    return false;
}

static bool is_kept(const struct rule *rule, uint64_t given)
{
    const int with = rule->with;
    if (with != NONE && !(given >> with & 1))
        return useless(rule->option, "without --", option_find(with)->name);
    const int others[] = {rule->without, rule->nor};
    for (size_t i = 0; i < 2; i++)
        if (others[i] != NONE && given >> others[i] & 1)
            return useless(rule->option, "with --", option_find(others[i])->name);
    return true;
}

bool request_keeps_rules(enum request_task task, uint64_t given)
{
    enum { ROWS = sizeof rules / sizeof rules[0] };
    for (size_t i = 0; i < ROWS; i++) {
        if (!(given >> rules[i].option & 1))
            continue;
        size_t row = i;
        while (row < ROWS && rules[row].option == rules[i].option &&
               !(rules[row].tasks & ON(task)))
            row++;
        if (row == ROWS || rules[row].option != rules[i].option)
            return useless(rules[i].option, "with ", task_names[task]);
        if (!is_kept(&rules[row], given))
            return false;
        while (i + 1 < ROWS && rules[i + 1].option == rules[i].option)
            i++;
    }
    return true;
}
