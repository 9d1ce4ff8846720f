/* SPDX-License-Identifier: MIT
 *
 * dependence.h - tests whether orders depend on the orders before them. Distances,
 * effects and intervals are computed only for independent orders.
 */
#ifndef AUDIT_DEPENDENCE_H
#define AUDIT_DEPENDENCE_H

#include "audit/engine/audit.h"

enum audit_dependence {
    AUDIT_INDEPENDENT,     /* no evidence of dependence, which is not a proof */
    AUDIT_MAYBE_DEPENDENT, /* the evidence is how orders follow or repeat each other */
    AUDIT_DEPENDENT,       /* found by a test whose false alarm rate is one in a million,
                              however unfair the orders are, if their number was not
                              chosen by looking at them */
};

/* Tests the orders or samples that the audit has kept. *dependence is AUDIT_INDEPENDENT
 * if the verdict is neither UNFAIR nor SUSPECT. FAIRAUDIT_OK or _ENOMEM. */
int audit_dependence_find(const audit_run *audit, const audit_judgement *judgement,
                          enum audit_dependence *dependence);

#endif
