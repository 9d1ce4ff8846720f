/* SPDX-License-Identifier: MIT
 *
 * exact_failure.c - explains why exact probabilities cannot be computed, for the command
 * and for the page.
 */
#include "audit/command/report/report.h"

#include "audit/command/request/names.h"

static void add_names(audit_details *details, const struct request *request)
{
    names_add_shuffle(details, request->shuffle, request->shuffle_parameter);
    names_add_die(details, request->die, request->die_parameter);
}

bool exact_explain_failure(const struct request *request, int error, char why[EXACT_WHY],
                           audit_details *details)
{
    if (error == FAIRAUDIT_EINVAL && request->die->seeded) {
        snprintf(why, EXACT_WHY,
                 "the rolls of the die %s depend on its seed and have no probabilities "
                 "of their own",
                 request->die->name);
        audit_details_begin(details, "die-without-probabilities");
        names_add_die(details, request->die, request->die_parameter);
        return false;
    }
    if (error == FAIRAUDIT_ELARGE && request->shuffle->unbounded) {
        snprintf(why, EXACT_WHY,
                 "%s: the number of choices has no limit, and no formula is known for "
                 "this die",
                 request->name);
        audit_details_begin(details, "unlimited-choices");
        add_names(details, request);
        return false;
    }
    if (error == FAIRAUDIT_ELARGE) {
        snprintf(why, EXACT_WHY,
                 "%s: there are too many sequences of choices for %zu cards, and no "
                 "formula is known",
                 request->name, request->plan.n);
        audit_details_begin(details, "too-many-choices");
        add_names(details, request);
        audit_detail_integer(details, "n", request->plan.n);
        return request->plan.n > FAIRAUDIT_LEAST;
    }
    snprintf(why, EXACT_WHY, "%s: %s", request->name, fairaudit_strerror(error));
    audit_details_begin(details, "exact-failed");
    add_names(details, request);
    audit_detail_text(details, "error", fairaudit_strerror(error));
    return false;
}
