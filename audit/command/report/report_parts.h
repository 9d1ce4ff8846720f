/* SPDX-License-Identifier: MIT
 *
 * report_parts.h - what the files that write a report share.
 */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include "audit/command/report/ink.h"

enum { REPORT_EFFECTS = 2 }; /* in the verdict; the others stand below */

/* Everything below the verdict: pictures, worst cells, views, limits. */
void report_tables(FILE *file, const struct report *report, struct report_style style);

/* Adds the members of the JSON that say what was counted. */
struct json_making;
void report_json_counts(struct json_making *making, const struct report *report);

/* Orders of n <= 5 cards with their shares of all, as bars: all of them if they are few,
 * else the most and the least frequent. `share` gives that of a rank, `text` what stands
 * behind its bar, such as a fraction. Shares that differ from fair by no more than
 * `chance` are not coloured. */
struct order_table {
    size_t n, orders;
    double chance;
    double (*share)(const void *context, size_t rank);
    void (*text)(const void *context, size_t rank, char *text, size_t room);
    const void *context;
};
void order_table_print(FILE *file, const struct order_table *table,
                       struct report_style style);

#endif
