/* SPDX-License-Identifier: MIT
 *
 * report_parts.h - what the files that show a report share.
 */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include "audit/command/report/text.h"

enum { REPORT_EFFECTS = 2 }; /* effects in the verdict; the others are below it */

/* Prints everything below the verdict: map, cells, views and limits. */
void report_tables(FILE *file, const struct report *report, struct report_style style);

struct json_making;

/* Adds the members of the JSON that have counts. */
void report_json_counts(struct json_making *making, const struct report *report);

/* A table of the permutations of up to 5 cards, each with its share as a bar. */
struct order_table {
    size_t n;            /* cards */
    size_t orders;       /* n! */
    double chance;       /* shares that differ from fair by no more are not coloured */
    const void *context; /* for the functions below */

    /* The share of the permutation with this rank. */
    double (*share)(const void *context, size_t rank);

    /* Writes the text after its bar, such as a fraction. */
    void (*text)(const void *context, size_t rank, char *text, size_t room);
};

/* Prints all permutations if there are few, else the most and the least frequent. */
void order_table_print(FILE *file, const struct order_table *table,
                       struct report_style style);

#endif
