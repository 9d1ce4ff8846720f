/* SPDX-License-Identifier: MIT
 *
 * view_counts.c - adds to a report what the views of permutations counted.
 *
 * Views are looked up by name. An audit of samples does not have them, and --views may
 * have left some out.
 */
#include "audit/command/report/view_counts.h"

#include "audit/orders/statistics.h"

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
    report->codes = 0;
    for (size_t i = 0; i < AUDIT_CODES; i++) {
        const audit_view *view =
            audit_view_named(audit, audit_code_label[AUDIT_OF_ORDERS][i].name);
        if (view != NULL)
            report->code[report->codes++] =
                (struct report_code){view->name, view->title, audit_digit_counts(view)};
    }
}

/* First those of the permutations, then those of the quotients. */
static void add_scalars(struct report *report, const audit_run *audit)
{
    report->scalars = 0;
    for (size_t i = 0; i < REPORT_SCALARS; i++) {
        const audit_view *view = audit_view_named(
            audit, audit_scalar_label[i / AUDIT_SCALARS][i % AUDIT_SCALARS].name);
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
