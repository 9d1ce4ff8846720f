/* SPDX-License-Identifier: MIT
 *
 * save.c - files that an audit writes.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/report/save.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/say.h"

static bool failed(const char *name)
{
    say_error(errno, "%s", name != NULL ? say_file(name) : "standard output");
    return false;
}

/* ---- permutations ------------------------------------------------------------------ */

bool save_open(struct save *save, const char *name)
{
    save->name = name;
    save->used = 0;
    save->open = name != NULL && output_open(&save->output, name) == 0;
    return name == NULL || save->open;
}

void save_abandon(struct save *save)
{
    if (save->open)
        output_abandon(&save->output);
    save->open = false;
}

static bool flush(struct save *save)
{
    const int error = output_write(&save->output, save->buffer, save->used);
    save->used = 0;
    if (error == 0)
        return true;
    output_report(&save->output, error);
    save_abandon(save);
    return false;
}

enum { WORD = 24 }; /* bytes of the longest number and what follows it */

static bool put_number(struct save *save, uint32_t number, char after)
{
    if (sizeof save->buffer - save->used < WORD && !flush(save))
        return false;
    save->used += (size_t)snprintf(save->buffer + save->used, WORD, "%lu%c",
                                   (unsigned long)number + 1, after);
    return true;
}

bool save_orders(struct save *save, const unsigned char *orders, size_t count, size_t n)
{
    for (size_t i = 0; save->open && i < count * n; i++)
        if (!put_number(save, orders[i], (i + 1) % n > 0 ? ' ' : '\n'))
            return false;
    return true;
}

bool save_samples(struct save *save, const uint32_t *items, size_t count, size_t n)
{
    for (size_t i = 0; save->open && i < count * n; i++)
        if (!put_number(save, items[i], (i + 1) % n > 0 ? ' ' : '\n'))
            return false;
    return true;
}

bool save_commit(struct save *save)
{
    if (!save->open)
        return true;
    if (!flush(save))
        return false;
    save->open = false;
    return output_commit(&save->output) == 0;
}

/* ---- the head ---------------------------------------------------------------------- */

/* Adds text to the buffer. The head always fits, because names have a limited length. */
__attribute__((format(printf, 2, 3))) static void add(struct save *save,
                                                      const char *format, ...)
{
    const size_t room = sizeof save->buffer - save->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(save->buffer + save->used, room, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < room)
        save->used += (size_t)length;
}

/* Adds a file name, quoted for a shell. A name with control characters cannot be part of
 * a comment: "FILE" replaces it. */
static void add_name(struct save *save, const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789%+,-./:=@_";
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            add(save, "FILE");
            return;
        }
    if (strcmp(name, "-") == 0)
        add(save, "./-");
    else if (name[strspn(name, plain)] == '\0')
        add(save, "%s", name);
    else {
        add(save, "'");
        for (const char *c = name; *c != '\0'; c++)
            if (*c == '\'')
                add(save, "'\\''");
            else
                add(save, "%c", *c);
        add(save, "'");
    }
}

bool save_head(struct save *save, struct save_head head)
{
    if (!save->open)
        return true;
    assert(save->used == 0);
    add(save, "# %s of ",
        head.items > 0 ? "samples"
        : head.cycle   ? "cycles"
                       : "permutations");
    for (const char *c = head.subject_name; *c != '\0'; c++) /* keep it on one line */
        add(save, "%c", (unsigned char)*c < ' ' ? ' ' : *c);
    if (head.cycle)
        add(save, ", each as the order of the %zu cards after the first", head.n);
    else
        add(save, ", %zu %s per line", head.n, head.n == 1 ? "number" : "numbers");
    add(save, "\n# to audit them: fairaudit");
    if (head.items > 0)
        add(save, " -n %zu -k %zu%s", head.items, head.n,
            head.put_back ? " --put-back" : "");
    add(save, " -p ");
    add_name(save, save->name);
    add(save, "\n");
    return flush(save);
}

/* ---- documents --------------------------------------------------------------------- */

bool save_check(const char *name)
{
    struct stat info;
    struct output output;
    if (name == NULL)
        return true;
    if (stat(name, &info) == 0 && S_ISFIFO(info.st_mode)) /* opening it has an effect */
        return access(name, W_OK) == 0 || failed(name);
    if (output_open(&output, name) != 0)
        return false;
    output_abandon(&output);
    return true;
}

bool save_document(const char *name, const char *data, size_t length)
{
    if (name == NULL)
        return (fwrite(data, 1, length, stdout) == length && fflush(stdout) == 0) ||
               failed(NULL);
    struct output output;
    if (output_open(&output, name) != 0)
        return false;
    const int error = output_write(&output, data, length);
    if (error == 0)
        return output_commit(&output) == 0;
    output_report(&output, error);
    output_abandon(&output);
    return false;
}
