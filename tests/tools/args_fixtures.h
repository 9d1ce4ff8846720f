/* SPDX-License-Identifier: MIT
 *
 * args_fixtures.h - for tests of the command line: reads one, and captures the message.
 */
#ifndef ARGS_FIXTURES_H
#define ARGS_FIXTURES_H

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

/* To be called first. */
static inline void set_up(void)
{
    captured = tmpfile();
    if (captured == NULL) {
        printf("Bail out! no temporary file\n");
        exit(1);
    }
    unsetenv("POSIXLY_CORRECT");
}

/* Reads the command line "PROGRAM LINE". Words of `line` are separated by single blanks;
 * "_" is an empty word, and "%" a blank within a word. stderr goes to `message`. */
static inline enum settings_result run(const char *program, const char *line)
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
    enum settings_result result = settings_read(&settings, count, words);
    dup2(saved, STDERR_FILENO);
    close(saved);
    ssize_t length = pread(file, message, sizeof message - 1, 0);
    message[length > 0 ? length : 0] = '\0';
    return result;
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
    enum settings_result result = run("fairshuf", line);
    return CHECKF(result == SETTINGS_RUN && *message == '\0', "%s: %d %s", line,
                  (int)result, message);
}

/* A command line that GNU shuf refuses. */
struct mistake {
    const char *line;
    const char *why; /* GNU's message, without the program's name */
    bool tries;      /* the line "Try 'shuf --help' ..." follows */
};

/* Checks that the line is refused with GNU's message. Under its own name, the program may
 * append advice to the first line. */
static inline void bad(const char *program, const struct mistake *mistake)
{
    char first[ROOM], second[ROOM] = "";
    const bool strict = strcmp(program, "shuf") == 0;
    snprintf(first, sizeof first, "%s: %s", program, mistake->why);
    if (mistake->tries)
        snprintf(second, sizeof second, "Try '%s --help' for more information.\n",
                 program);
    const enum settings_result result = run(program, mistake->line);
    CHECKF(result == SETTINGS_WRONG, "%s: %d", mistake->line, (int)result);
    const char *rest = message + strlen(first);
    const bool same = strncmp(message, first, strlen(first)) == 0;
    const char *end = same ? strchr(rest, '\n') : NULL;
    CHECKF(end != NULL && (end == rest || (!strict && strncmp(rest, "; ", 2) == 0)) &&
               strcmp(end + 1, second) == 0,
           "%s: %s", mistake->line, message);
}

#endif
