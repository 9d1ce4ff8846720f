/* SPDX-License-Identifier: MIT
 *
 * save.c - files that an audit writes.
 */
#include "save.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

static bool failed(const char *name)
{
    say_error(errno, "%s", name != NULL ? say_file(name) : "standard output");
    return false;
}

bool save_open(struct save *save, const char *name, const char *subject, size_t n)
{
    save->name = name;
    save->file = NULL;
    if (name == NULL)
        return true;
    save->file = fopen(name, "w");
    if (save->file == NULL)
        return failed(name);
    fputs("# orders of ", save->file);
    for (; *subject != '\0'; subject++) /* on one line, whatever the command was */
        fputc((unsigned char)*subject < ' ' ? ' ' : *subject, save->file);
    fprintf(save->file, ", %zu to a line; fairaudit -p reads this\n", n);
    return true;
}

static bool write_numbers(struct save *save, const unsigned char *orders,
                          const uint32_t *items, size_t count, size_t n)
{
    for (size_t k = 0; save->file != NULL && k < count; k++)
        for (size_t i = 0; i < n; i++) {
            const uint32_t number = orders != NULL ? orders[k * n + i] : items[k * n + i];
            fprintf(save->file, "%lu%c", (unsigned long)number + 1,
                    i + 1 < n ? ' ' : '\n');
        }
    return save->file == NULL || !ferror(save->file) || failed(save->name);
}

bool save_orders(struct save *save, const unsigned char *orders, size_t count, size_t n)
{
    return write_numbers(save, orders, NULL, count, n);
}

bool save_samples(struct save *save, const uint32_t *items, size_t count, size_t n)
{
    return write_numbers(save, NULL, items, count, n);
}

bool save_close(struct save *save)
{
    FILE *file = save->file;
    save->file = NULL;
    if (file == NULL)
        return true;
    const bool written = !ferror(file);
    return (fclose(file) == 0 && written) || failed(save->name);
}

bool save_text(const char *name, const char *text)
{
    FILE *file = name != NULL ? fopen(name, "w") : stdout;
    if (file == NULL)
        return failed(name);
    const bool written = fputs(text, file) >= 0 && fputc('\n', file) >= 0;
    const bool closed = name != NULL ? fclose(file) == 0 : fflush(file) == 0;
    return (written && closed) || failed(name);
}
