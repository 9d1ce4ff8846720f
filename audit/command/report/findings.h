/* SPDX-License-Identifier: MIT
 *
 * findings.h - out of an audit and what was asked for, its report. The command and the
 * page (lab/core) both make theirs here.
 */
#ifndef FINDINGS_H
#define FINDINGS_H

#include "audit/command/report/report.h"
#include "audit/command/request/request.h"

/* Fills in what is known before the first order: subject, plan, seed. */
void findings_describe(struct report *report, const struct request *request);

/* How many orders are wanted in all, as things stand; `since`: seconds since it was
 * decided. When the verdict is clear some more are wanted, as many as the picture, the
 * effect and the name of the mistake need; the verdict is not touched by them. */
uint64_t findings_wanted(const struct request *request, const audit_run *audit,
                         double since);

/* Judges the orders added so far. `ended`: no more can come. The report has been
 * described, and its n, finding and interrupted are set; what it points to lives as long
 * as the audit. Without `diagnose` effects, distance and suspects are left out: they take
 * longest. FAIRAUDIT_OK or _ENOMEM; then the report is incomplete, and is not shown. */
int findings_judge(struct report *report, const struct request *request,
                   const audit_run *audit, bool ended, bool diagnose);

#endif
