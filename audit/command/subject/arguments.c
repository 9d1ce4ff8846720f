/* SPDX-License-Identifier: MIT
 *
 * arguments.c - arguments and environment of programs.
 *
 * Programs are started without a shell. Users who want one write sh -c '...'.
 */
#include "audit/command/subject/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

/* ---- placeholders ------------------------------------------------------------------ */

static struct subject_placeholder *placeholder_at(struct subject_placeholder *all,
                                                  size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (strncmp(text, all[i].word, strlen(all[i].word)) == 0)
            return &all[i];
    }
    return NULL;
}

/* Writes the argument with placeholders replaced, unless `to` is NULL. Returns its
 * length. */
static size_t replace(char *to, const char *argument, struct subject_placeholder *all,
                      size_t count)
{
    size_t length = 0;
    while (*argument != '\0') {
        struct subject_placeholder *found = placeholder_at(all, count, argument);
        const char *piece = found != NULL ? found->value : argument;
        const size_t bytes = found != NULL ? strlen(piece) : 1;
        if (to != NULL)
            memcpy(to + length, piece, bytes);
        length += bytes;
        argument += found != NULL ? strlen(found->word) : 1;
        if (found != NULL)
            found->used = true;
    }
    if (to != NULL)
        to[length] = '\0';
    return length;
}

char **subject_arguments(char *const *command, struct subject_placeholder *placeholders,
                         size_t count)
{
    size_t words = 0;
    while (command[words] != NULL)
        words++;
    char **arguments = calloc(words + 1, sizeof *arguments);
    for (size_t i = 0; arguments != NULL && i < words; i++) {
        arguments[i] = malloc(replace(NULL, command[i], placeholders, count) + 1);
        if (arguments[i] == NULL) {
            subject_arguments_free(arguments);
            return NULL;
        }
        replace(arguments[i], command[i], placeholders, count);
    }
    return arguments;
}

void subject_arguments_free(char **arguments)
{
    if (arguments == NULL)
        return;
    for (size_t i = 0; arguments[i] != NULL; i++)
        free(arguments[i]);
    free(arguments);
}

/* ---- environment ------------------------------------------------------------------- */

static const char variable[] = "FAIRAUDIT_TRIAL=";

bool subject_environment_make(struct subject_environment *environment)
{
    size_t count = 0, kept = 0;
    while (environ != NULL && environ[count] != NULL)
        count++;
    environment->entries = calloc(count + 2, sizeof *environment->entries);
    if (environment->entries == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], variable, sizeof variable - 1) != 0)
            environment->entries[kept++] = environ[i];
    }
    environment->entries[kept] = environment->trial;
    subject_environment_set(environment, 1);
    return true;
}

void subject_environment_set(struct subject_environment *environment, uint64_t trial)
{
    snprintf(environment->trial, sizeof environment->trial, "%s%" PRIu64, variable,
             trial);
}
