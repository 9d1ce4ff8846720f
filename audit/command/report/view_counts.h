/* SPDX-License-Identifier: MIT
 *
 * view_counts.h - adds to a report what the views of permutations counted.
 */
#ifndef VIEW_COUNTS_H
#define VIEW_COUNTS_H

#include "audit/command/report/report.h"

/* Adds the counts of all views that the audit has, for up to REPORT_COUNTS_CARDS cards.
 * The report then points into the audit. */
void report_add_counts(struct report *report, const audit_run *audit);

#endif
