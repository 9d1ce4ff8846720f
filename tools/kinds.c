/* SPDX-License-Identifier: MIT
 *
 * kinds.c - what the command says about each kind of record. To add a kind, add a row to
 * the table `kinds`.
 */
#include "tools/kinds.h"

#include <assert.h>
#include <stdio.h>

#include "cli/say.h"

static void print_delimited(const fair_format *format, const char *count)
{
    if (format->count > 1)
        printf("groups of %s lines", count);
    else if (format->delimiter == '\n')
        printf("lines");
    else
        printf("ending with the byte 0x%02x", format->delimiter);
}

static void print_fixed(const fair_format *format, const char *count)
{
    (void)format;
    printf("%s bytes each", count);
}

static void print_csv(const fair_format *format, const char *count)
{
    const char separator[2] = {(char)format->delimiter, '\0'};
    (void)count;
    printf("CSV rows, fields separated by %s", say_quoted(separator));
}

static void print_paragraphs(const fair_format *format, const char *count)
{
    (void)format, (void)count;
    printf("paragraphs");
}

static const struct {
    /* Prints what a record is. `count` is format->count as text. */
    void (*print)(const fair_format *format, const char *count);

    /* What is wrong with an incomplete last record. NULL: it is never incomplete. */
    const char *incomplete;
} kinds[] = {
    [FAIR_DELIMITED] = {print_delimited,
                        "the number of lines must be a multiple of --lines-per-record"},
    [FAIR_FIXED] = {print_fixed,
                    "the size of the file must be a multiple of --record-size"},
    [FAIR_CSV] = {print_csv, "a quote is not closed; close it, or leave out --csv"},
    [FAIR_PARAGRAPHS] = {print_paragraphs, NULL},
};

void kind_print(const fair_format *format, const char *count)
{
    assert((size_t)format->kind < sizeof kinds / sizeof kinds[0]);
    kinds[format->kind].print(format, count);
}

const char *kind_incomplete(const fair_format *format)
{
    assert((size_t)format->kind < sizeof kinds / sizeof kinds[0]);
    assert(kinds[format->kind].incomplete != NULL);
    return kinds[format->kind].incomplete;
}
