/* SPDX-License-Identifier: MIT
 *
 * pictures.c - out of an audit, the counts that a report can be drawn from. Views are
 * asked for by name: those that were not wanted are not there, nor are those of orders
 * in an audit of samples.
 */
#include "audit/command/report/pictures.h"

#include "audit/orders/statistics.h"

static void take_matrices(struct report *report, const audit_run *audit)
{
    const audit_view *precedence = audit_view_named(audit, "precedence");
    const audit_view *successor = audit_view_named(audit, "successor");
    if (precedence != NULL)
        report->precedence = audit_precedence_counts(precedence);
    if (successor != NULL)
        report->successor = audit_successor_counts(successor);
}

static void take_digits(struct report *report, const audit_run *audit)
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

/* Those of the orders, then those of the quotients, which are fewer. */
static void take_scalars(struct report *report, const audit_run *audit)
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

void report_pictures(struct report *report, const audit_run *audit)
{
    const audit_view *repeats = audit_view_named(audit, "repeats");
    if (report->n > REPORT_PICTURED)
        return;
    take_matrices(report, audit);
    take_digits(report, audit);
    take_scalars(report, audit);
    report->has_repeats = repeats != NULL;
    if (repeats != NULL)
        report->repeats = audit_repeats(repeats);
}
