/* SPDX-License-Identifier: MIT
 *
 * args_material.h - for tests of the command line: reads one, and keeps what is said.
 */
#ifndef ARGS_MATERIAL_H
#define ARGS_MATERIAL_H

#include <unistd.h>

#include "cli/args.h"
#include "cli/say.h"
#include "cli/values.h"
#include "tests/support/test.h"
#include "tools/settings.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { MOST = 80, ROOM = 4096 };

static struct settings settings;
static char text[ROOM], *words[MOST + 1], message[ROOM];
static FILE *captured;

/* Before anything is read. */
static inline void set_up(void)
{
    captured = tmpfile();
    if (captured == NULL) {
        printf("Bail out! no temporary file\n");
        exit(1);
    }
    unsetenv("POSIXLY_CORRECT");
}

/* Reads a command line, words between single blanks, "_" for an empty word and "%" for a
 * blank within one, after `program`; stderr goes to `message`. */
static inline enum settings_verdict run(const char *program, const char *line)
{
    int count = 0;
    size_t used = strlen(program) + 1;
    memcpy(text, program, used);
    words[count++] = text;
    snprintf(text + used, ROOM - used, "%s", line);
    for (char *word = text + used, *next; word != NULL && *word != '\0'; word = next) {
        next = strchr(word, ' ');
        if (next != NULL)
            *next++ = '\0';
        for (char *c = word; *c != '\0'; c++)
            *c = *c == '%' ? ' ' : *c;
        words[count++] = strcmp(word, "_") == 0 ? word + 1 : word;
    }
    words[count] = NULL;

    int saved = dup(STDERR_FILENO), file = fileno(captured);
    if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
        abort();
    dup2(file, STDERR_FILENO);
    enum settings_verdict verdict = settings_read(&settings, count, words);
    dup2(saved, STDERR_FILENO);
    close(saved);
    ssize_t length = pread(file, message, sizeof message - 1, 0);
    message[length > 0 ? length : 0] = '\0';
    return verdict;
}

/* The operands, with a bar after each. */
static inline const char *operands(void)
{
    static char list[ROOM];
    char *to = list;
    for (size_t i = 0; i < settings.operand_count; i++)
        to = stpcpy(stpcpy(to, settings.operands[i]), "|");
    *to = '\0';
    return list;
}

static inline bool good(const char *line)
{
    enum settings_verdict verdict = run("fairshuf", line);
    return CHECKF(verdict == SETTINGS_RUN && *message == '\0', "%s: %d %s", line,
                  (int)verdict, message);
}

/* What `program` says about the line, without its name; `tries`: the Try line follows. */
static inline void bad(const char *program, const char *line, const char *why, bool tries)
{
    char expected[ROOM];
    snprintf(expected, sizeof expected, "%s: %s\n", program, why);
    if (tries)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                 "Try '%s --help' for more information.\n", program);
    enum settings_verdict verdict = run(program, line);
    CHECKF(verdict == SETTINGS_WRONG, "%s: %d", line, (int)verdict);
    CHECKF(strcmp(message, expected) == 0, "%s: %s", line, message);
}

struct mistake {
    const char *line, *why;
    bool tries;
};

#endif
