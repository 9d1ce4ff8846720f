/* SPDX-License-Identifier: MIT
 *
 * view_counts.c - adds to a report what the views of permutations counted.
 *
 * Views are looked up by name. An audit of samples does not have them, and --views may
 * have left some out.
 */
#include "audit/command/report/view_counts.h"

static void add_matrices(struct report *report, const audit_run *audit)
{
    const audit_view *precedence = audit_view_named(audit, "precedence");
    const audit_view *successor = audit_view_named(audit, "successor");
    if (precedence != NULL)
        report->precedence = audit_precedence_counts(precedence);
    if (successor != NULL)
        report->successor = audit_successor_counts(successor);
}

static void add_digits(struct report *report, const audit_run *audit)
{
    static const char *const names[AUDIT_CODES] = {
        [AUDIT_LEHMER] = "lehmer",
        [AUDIT_LEHMER_INVERSE] = "lehmer-inverse",
        [AUDIT_SWAP_DOWN] = "swap-down",
        [AUDIT_SWAP_UP] = "swap-up",
    };
    report->codes = 0;
    for (size_t i = 0; i < AUDIT_CODES; i++) {
        const audit_view *view = audit_view_named(audit, names[i]);
        if (view != NULL)
            report->code[report->codes++] =
                (struct report_code){view->name, view->title, audit_digit_counts(view)};
    }
}

/* First those of the permutations, then those of the quotients. */
static void add_scalars(struct report *report, const audit_run *audit)
{
    static const char *const names[REPORT_SCALARS] = {
        "sign",
        "cycles",
        "fixed-points",
        "descents",
        "inverse-descents",
        "inversions",
        "successions",
        "serial-sign",
        "serial-cycles",
        "serial-fixed-points",
        "serial-descents",
        "serial-inverse-descents",
        "serial-inversions",
        "serial-successions",
    };
    report->scalars = 0;
    for (size_t i = 0; i < REPORT_SCALARS; i++) {
        const audit_view *view = audit_view_named(audit, names[i]);
        if (view == NULL)
            continue;
        struct report_scalar *scalar = &report->scalar[report->scalars++];
        scalar->name = view->name;
        scalar->title = view->title;
        scalar->counts = audit_scalar_counts(view, &scalar->size, &scalar->law);
    }
}

void report_add_counts(struct report *report, const audit_run *audit)
{
    const audit_view *repeats = audit_view_named(audit, "repeats");
    if (report->n > REPORT_COUNTS_CARDS)
        return;
    add_matrices(report, audit);
    add_digits(report, audit);
    add_scalars(report, audit);
    report->has_repeats = repeats != NULL;
    if (repeats != NULL)
        report->repeats = audit_repeats(repeats);
}
