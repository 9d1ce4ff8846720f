/* SPDX-License-Identifier: MIT
 *
 * save.c - files that an audit writes.
 */
#define _POSIX_C_SOURCE 200809L
#include "save.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "say.h"

static bool failed(const char *name)
{
    say_error(errno, "%s", name != NULL ? say_file(name) : "standard output");
    return false;
}

bool save_open(struct save *save, const char *name, const char *subject, size_t n,
               size_t items)
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
    fprintf(save->file, ", %zu to a line; to audit them: fairaudit", n);
    if (items > 0)
        fprintf(save->file, " -n %zu -k %zu", items, n);
    fputs(" -p FILE\n", save->file);
    return true;
}

/* Number i of all, n to a line. */
static void put(struct save *save, uint32_t number, size_t i, size_t n)
{
    fprintf(save->file, "%lu%c", (unsigned long)number + 1, (i + 1) % n > 0 ? ' ' : '\n');
}

/* After an error: it was told, and will not be told again. */
static bool give_up(struct save *save)
{
    failed(save->name);
    fclose(save->file);
    save->file = NULL;
    return false;
}

bool save_orders(struct save *save, const unsigned char *orders, size_t count, size_t n)
{
    for (size_t i = 0; save->file != NULL && i < count * n; i++)
        put(save, orders[i], i, n);
    return save->file == NULL || !ferror(save->file) || give_up(save);
}

bool save_samples(struct save *save, const uint32_t *items, size_t count, size_t n)
{
    for (size_t i = 0; save->file != NULL && i < count * n; i++)
        put(save, items[i], i, n);
    return save->file == NULL || !ferror(save->file) || give_up(save);
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

bool save_can(const char *name)
{
    struct stat is;
    struct output output;
    if (name == NULL)
        return true;
    if (stat(name, &is) == 0 && S_ISFIFO(is.st_mode)) /* closing it would be an end */
        return access(name, W_OK) == 0 || failed(name);
    if (output_open(&output, name) != 0)
        return false;
    output_abandon(&output);
    return true;
}

bool save_whole(const char *name, const char *data, size_t length)
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
    output_tell(&output, error);
    output_abandon(&output);
    return false;
}
