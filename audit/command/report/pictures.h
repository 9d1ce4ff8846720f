/* SPDX-License-Identifier: MIT
 *
 * pictures.h - out of an audit, the counts that a report can be drawn from.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include "audit/command/report/report.h"

/* Fills in what the views of orders of up to REPORT_PICTURED cards have counted; what
 * there is no view of is left out. It points into the audit. */
void report_pictures(struct report *report, const audit_run *audit);

#endif
