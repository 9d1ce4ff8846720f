/* SPDX-License-Identifier: MIT
 *
 * batch.c - starts a program that prints many permutations.
 *
 * Its standard input is empty. Ending it when there are enough permutations is not a
 * failure.
 */
#include "audit/command/subject/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **make_arguments(const struct subject_plan *plan)
{
    /* UINT64_MAX means "all"; many programs read only 32-bit numbers. */
    const uint64_t trials = plan->trials < INT32_MAX ? plan->trials : INT32_MAX;
    struct subject_placeholder words[] = {
        {.word = "{trials}"}, {.word = "{k}"}, {.word = "{n}"}};
    const size_t count = plan->n == 0 ? 1 : 3; /* without n, only {trials} is known */
    snprintf(words[0].value, sizeof words[0].value, "%" PRIu64, trials);
    snprintf(words[1].value, sizeof words[1].value, "%zu",
             plan->sample > 0 ? plan->sample : plan->n);
    snprintf(words[2].value, sizeof words[2].value, "%zu", plan->n);
    return subject_arguments(plan->command, words, count);
}

bool subject_batch_open(struct subject_list *list, const struct subject_plan *plan,
                        struct finding *finding)
{
    struct subject_environment environment = {.entries = NULL};
    list->plan = plan;
    list->fd = -1;
    finding_quote(list->name, plan->command[0], strlen(plan->command[0]));
    list->child = malloc(sizeof *list->child);
    if (list->child == NULL)
        return finding_no_memory(finding);
    child_init(list->child);
    list->child->reading = CHILD_LEAVE;
    char **arguments = make_arguments(plan);
    const bool enough = arguments != NULL && subject_environment_make(&environment);
    const int error = enough ? child_start(list->child, arguments, environment.entries,
                                           subject_timeout(plan))
                             : 0;
    free(environment.entries);
    subject_arguments_free(arguments);
    if (!enough)
        return finding_no_memory(finding);
    if (error != 0)
        return finding_cannot(finding, 0, "cannot-run", "run", list->name, error);
    list->fd = list->child->out;
    return true;
}
