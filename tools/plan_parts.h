/* SPDX-License-Identifier: MIT
 *
 * plan_parts.h - shared by the files that implement plan.h.
 */
#ifndef PLAN_PARTS_H
#define PLAN_PARTS_H

#include "tools/plan.h"

/* Sets the sizes of all collections. */
void plan_measure_files(struct plan *plan, const struct settings *settings);

/* Estimates the records of all files. For `explain`, also sets plan->stores. */
void plan_count_files(struct plan *plan, const struct settings *settings,
                      const fair_records_options *options, bool explain);

#endif
