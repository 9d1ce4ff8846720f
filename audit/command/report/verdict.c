/* SPDX-License-Identifier: MIT
 *
 * verdict.c - the verdict of a report, as a word and as an exit status.
 *
 * Findings come first: the statistics count only if the output is a shuffle of the input,
 * and if something could be tested (audit.h).
 */
#include "audit/command/report/report.h"

enum outcome report_outcome(const struct report *report)
{
    switch (report->finding.kind) {
    case FINDING_LOST:
    case FINDING_DUPLICATED:
    case FINDING_ALTERED:
    case FINDING_ADDED:
    case FINDING_COUNT:
    case FINDING_NUMBER:
    case FINDING_CYCLE:
        return OUTCOME_NO_SHUFFLE;
    case FINDING_STATUS:
    case FINDING_TIMEOUT:
    case FINDING_CANNOT_RUN:
        return OUTCOME_UNTESTED;
    case FINDING_NONE:
    case FINDING_NO_NEWLINE:
        break;
    }
    if (!report->judged)
        return OUTCOME_UNTESTED;
    switch (report->judgement.verdict) {
    case FAIRAUDIT_UNFAIR:
        return OUTCOME_UNFAIR;
    case FAIRAUDIT_SUSPECT:
        return OUTCOME_SUSPECT;
    case FAIRAUDIT_UNTESTED:
        return OUTCOME_UNTESTED;
    case FAIRAUDIT_NO_EVIDENCE:
        break;
    }
    return OUTCOME_NO_EVIDENCE;
}

struct report_untested report_why_untested(const struct report *report)
{
    static const struct report_untested why[] = {
        [AUDIT_TESTED] = {NULL, NULL, NULL},
        [AUDIT_NO_ORDERS] = {"no-orders", "there were no permutations",
                             "check that the input is not empty"},
        [AUDIT_NO_VIEWS] = {"no-views",
                            "the chosen views have neither bets nor tests for a deck or "
                            "sample of this size",
                            "choose other views, or leave out --views to use all"},
        [AUDIT_TOO_FEW] = {"too-few",
                           "there is too little data: no test can be used yet, and bets "
                           "would not even notice a shuffle that does nothing",
                           "collect more data"},
        [AUDIT_STOPPED] = {"stopped",
                           "the audit stopped before the planned number was reached, so "
                           "the tests do not count, and no bets were placed",
                           "let it run to the end, ask for fewer with --trials, or "
                           "leave out --only-tests: bets count at any time"},
    };
    if (report->finding.kind != FINDING_NONE &&
        report->finding.kind != FINDING_NO_NEWLINE)
        return why[AUDIT_TESTED];
    if (report->judgement.untested == AUDIT_NO_ORDERS && report->interrupted)
        return (struct report_untested){"no-orders",
                                        "it was stopped before the first permutation",
                                        "let it run longer"};
    return why[report->judgement.untested];
}

const char *report_verdict(const struct report *report)
{
    static const char *const words[] = {
        [OUTCOME_NO_EVIDENCE] = "NO EVIDENCE", [OUTCOME_UNFAIR] = "UNFAIR",
        [OUTCOME_SUSPECT] = "SUSPECT",         [OUTCOME_NO_SHUFFLE] = "NOT A SHUFFLE",
        [OUTCOME_UNTESTED] = "COULD NOT TEST",
    };
    return words[report_outcome(report)];
}

int report_status(const struct report *report)
{
    static const int status[] = {
        [OUTCOME_NO_EVIDENCE] = 0, [OUTCOME_UNFAIR] = 1,   [OUTCOME_SUSPECT] = 3,
        [OUTCOME_NO_SHUFFLE] = 2,  [OUTCOME_UNTESTED] = 2,
    };
    return status[report_outcome(report)];
}
