/* SPDX-License-Identifier: MIT
 *
 * dependence.h - do orders depend on the ones before them? Distances, effects and
 * intervals are computed for orders that do not.
 */
#ifndef AUDIT_DEPENDENCE_H
#define AUDIT_DEPENDENCE_H

#include "audit.h"

enum audit_dependence {
    AUDIT_INDEPENDENT,     /* nothing speaks against it; that is no proof */
    AUDIT_MAYBE_DEPENDENT, /* the evidence is how orders follow or repeat each other */
    AUDIT_DEPENDENT,       /* seen by a test that one in a million independent runs fails,
                              however unfair the orders are, if their number was not
                              chosen by looking at them */
};

/* Of the orders or samples that the audit has kept. Returns AUDIT_INDEPENDENT if the
 * verdict is neither UNFAIR nor SUSPECT. FAIRAUDIT_OK or _ENOMEM. */
int audit_dependence_find(const audit_run *audit, const audit_judgement *judgement,
                          enum audit_dependence *dependence);

#endif
