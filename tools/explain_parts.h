/* SPDX-License-Identifier: MIT
 *
 * explain_parts.h - the lines of --explain that fairshuf and fairshuf-mpi share. They go
 * to stdout.
 */
#ifndef EXPLAIN_PARTS_H
#define EXPLAIN_PARTS_H

#include "tools/plan.h"

/* A number with commas as thousands separators, in `buffer`. */
const char *explain_number(uint64_t number, char buffer[32]);

/* Prints a line for each input; if plan->stores is not NULL, also where its records will
 * be kept. Returns 0, or 1 after a message if an input cannot be opened. */
int explain_files(const struct settings *settings, const struct plan *plan);

/* Prints what a record is, and about how many there are. */
void explain_records(const struct settings *settings, const struct plan *plan);

/* Prints which order it is. */
void explain_order(const struct settings *settings);

/* Prints a line for each output. */
void explain_outputs(const struct settings *settings);

#endif
