/* SPDX-License-Identifier: MIT
 *
 * compose.h - composes the report of an audit, for the command and for the page
 * (lab/core).
 */
#ifndef COMPOSE_H
#define COMPOSE_H

#include "audit/command/report/report.h"
#include "audit/command/request/request.h"

/* Fills in what is known before the first permutation: subject, plan and seed. */
void compose_header(struct report *report, const struct request *request);

/* Fills in the rest from the permutations added so far. compose_header() must have been
 * called, and n, finding and interrupted must be set. The report then points into the
 * audit. `ended`: there are no more permutations. Without `diagnose`, effects, distance
 * and suspects are left out, because they take longest.
 *
 * Returns FAIRAUDIT_OK or FAIRAUDIT_ENOMEM; after an error the report is incomplete and
 * must not be shown. */
int compose_report(struct report *report, const struct request *request,
                   const audit_run *audit, bool ended, bool diagnose);

#endif
