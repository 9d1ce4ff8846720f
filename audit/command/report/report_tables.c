/* SPDX-License-Identifier: MIT
 *
 * report_tables.c - what stands below the verdict: where the cards went, how often each
 * order came, what each view says, and what cannot be seen at all.
 */
#include "audit/command/report/report_parts.h"

#include <math.h>
#include <string.h>

#include "audit/orders/rank.h"

enum { FEWEST = 5 }; /* orders for each cell of a map */

/* ---- cells ------------------------------------------------------------------------- */

static void put_cells(FILE *file, const struct report *report, struct report_style style)
{
    if (report->cells == 0)
        return;
    const char *what = report->kind == REPORT_SAMPLES ? "item" : "card";
    const double fair = 1 / (double)report->n;
    ink_head(file, style, "The cells farthest from fair");
    for (size_t i = 0; i < report->cells; i++) {
        const audit_cell *cell = &report->cell[i];
        char share[INK_ROOM], low[INK_ROOM], high[INK_ROOM];
        fprintf(file, "  %s %3zu at place %3zu  %8s", what, cell->card + 1,
                cell->position + 1, ink_percent(share, cell->share));
        if (style.width < 68) {
            fprintf(file, "  z %+.1f\n", cell->z);
            continue;
        }
        fprintf(file, "   surely %s to %s", ink_percent(low, fmax(0, cell->low)),
                ink_percent(high, fmin(1, cell->high)));
        const int used = (int)(strlen(low) + strlen(high));
        fprintf(file, "%*s z %+.1f\n", used < 18 ? 18 - used : 1, "", cell->z);
    }
    char text[300], share[INK_ROOM];
    snprintf(text, sizeof text, "Fair is %s.%s", ink_percent(share, fair),
             style.width < 68
                 ? ""
                 : " \"Surely\": all of these intervals hold with a probability of "
                   "99.9999 %, if the orders are independent and their number was not "
                   "chosen by looking at them.");
    putc('\n', file);
    ink_note(file, style, 2, text);
}

/* ---- views ------------------------------------------------------------------------- */

/* Does a bettor belong to a test? "successor" has bet for "successor-symmetric". */
static bool belongs(const char *bettor, const char *test)
{
    const size_t length = strlen(bettor);
    return strncmp(bettor, test, length) == 0 &&
           (test[length] == '\0' || test[length] == '-');
}

/* The row that shows what a bettor won: the test of its name, else the first that belongs
 * to it; beyond all tests if there is none. */
static size_t home_of(const audit_judgement *judgement, const audit_bettor *bettor)
{
    size_t first = judgement->results;
    for (size_t i = judgement->results; i-- > 0;) {
        const char *test = judgement->result[i].test.name;
        if (strcmp(bettor->name, test) == 0)
            return i;
        if (belongs(bettor->name, test))
            first = i;
    }
    return first;
}

static const audit_bettor *bettor_at(const audit_judgement *judgement, size_t row)
{
    for (size_t i = 0; i < judgement->bettors; i++)
        if (home_of(judgement, &judgement->bettor[i]) == row)
            return &judgement->bettor[i];
    return NULL;
}

/* Widths of the columns for names and titles. */
struct columns {
    int name, title; /* title 0: there is no room */
};

static struct columns find_columns(const audit_judgement *judgement, int width)
{
    size_t name = 4, title = 4;
    for (size_t i = 0; i < judgement->results; i++) {
        const audit_test *test = &judgement->result[i].test;
        name = strlen(test->name) > name ? strlen(test->name) : name;
        title = strlen(test->title) > title ? strlen(test->title) : title;
    }
    for (size_t i = 0; i < judgement->bettors; i++) {
        const audit_bettor *bettor = &judgement->bettor[i];
        name = strlen(bettor->name) > name ? strlen(bettor->name) : name;
        title = strlen(bettor->title) > title ? strlen(bettor->title) : title;
    }
    struct columns columns = {(int)(name < 40 ? name : 40),
                              (int)(title < 60 ? title : 60)};
    if (4 + columns.name + 2 + columns.title + 51 > width)
        columns.title = 0;
    return columns;
}

static void put_row(FILE *file, struct report_style style, struct columns columns,
                    const char *name, const char *title, const char *numbers, bool alarm)
{
    fputs(alarm ? "  " : "    ", file);
    if (alarm)
        ink_on(file, style, INK_ALARM);
    fprintf(file, "%s%-*.*s", alarm ? "> " : "", columns.name, columns.name, name);
    if (alarm)
        ink_off(file, style);
    fputs("  ", file);
    if (columns.title > 0)
        fprintf(file, "%-*.*s  ", columns.title, columns.title, title);
    size_t length = strlen(numbers);
    while (length > 0 && numbers[length - 1] == ' ')
        length--;
    fprintf(file, "%.*s", (int)length, numbers);
    putc('\n', file);
}

static void put_test(FILE *file, const audit_judgement *judgement, size_t row,
                     struct columns columns, struct report_style style)
{
    const audit_result *result = &judgement->result[row];
    const audit_test *test = &result->test;
    const audit_bettor *bettor = bettor_at(judgement, row);
    const double enough = log(AUDIT_WEALTH_ENOUGH) + log((double)judgement->bettors + 1);
    char numbers[200], df[INK_ROOM] = "", p[INK_ROOM], corrected[INK_ROOM];
    char evidence[INK_ROOM] = "";
    if (bettor != NULL)
        ink_power(evidence, bettor->evidence);
    if (test->df > 0)
        ink_count(df, (uint64_t)(test->df + 0.5));
    if (test->usable)
        snprintf(numbers, sizeof numbers, "%10.*f %8s %9s %9s %9s",
                 fabs(test->value) < 9999.5 ? 2 : 0, test->value, df,
                 ink_chance(p, result->p), ink_chance(corrected, result->corrected),
                 evidence);
    else
        snprintf(numbers, sizeof numbers, "%10s %8s %9s %9s %9s", "too few", "", "", "",
                 evidence);
    const bool alarm =
        (judgement->complete && test->usable && result->corrected < AUDIT_LEVEL) ||
        (bettor != NULL && bettor->evidence >= enough);
    put_row(file, style, columns, test->name, test->title, numbers, alarm);
}

static void put_views(FILE *file, const struct report *report, struct report_style style)
{
    const audit_judgement *judgement = &report->judgement;
    const struct columns columns = find_columns(judgement, style.width);
    char numbers[200], evidence[INK_ROOM];
    if (judgement->results + judgement->bettors == 0)
        return;
    ink_head(file, style, "What each view says");
    ink_on(file, style, INK_QUIET);
    snprintf(numbers, sizeof numbers, "%10s %8s %9s %9s %9s", "statistic", "df", "p",
             "corrected", "evidence");
    put_row(file, style, columns, "view", "of", numbers, false);
    ink_off(file, style);
    for (size_t i = 0; i < judgement->results; i++)
        put_test(file, judgement, i, columns, style);
    for (size_t i = 0; i < judgement->bettors; i++) {
        const audit_bettor *bettor = &judgement->bettor[i];
        if (home_of(judgement, bettor) < judgement->results)
            continue;
        snprintf(numbers, sizeof numbers, "%10s %8s %9s %9s %9s", "", "", "", "",
                 ink_power(evidence, bettor->evidence));
        put_row(file, style, columns, bettor->name, bettor->title, numbers, false);
    }
    putc('\n', file);
    ink_note(
        file, style, 2,
        judgement->complete
            ? "p: two-sided, since counts that are too even are not fair either; "
              "corrected for the number of tests (Holm). Evidence: what betting on this "
              "view has won."
            : "p: two-sided; the planned number was not reached, so p and corrected p "
              "do not count. Evidence, what betting on this view has won, counts at any "
              "time.");
}

/* ---- orders ------------------------------------------------------------------------ */

static double counted_share(const void *context, size_t rank)
{
    const struct report *report = context;
    return (double)report->whole[rank] / (double)report->judgement.trials;
}

static void counted_text(const void *context, size_t rank, char *text, size_t room)
{
    const struct report *report = context;
    char count[INK_ROOM];
    snprintf(text, room, "%s", ink_count(count, report->whole[rank]));
}

static void put_orders(FILE *file, const struct report *report, struct report_style style)
{
    if (report->whole == NULL || report->n > 5 || report->judgement.trials == 0)
        return;
    const size_t orders = audit_factorial(report->n);
    const double fair = 1 / (double)orders;
    const struct order_table table = {
        .n = report->n,
        .orders = orders,
        .chance = 4 * sqrt(fair * (1 - fair) / (double)report->judgement.trials),
        .share = counted_share,
        .text = counted_text,
        .context = report,
    };
    ink_head(file, style, "How often each order came");
    order_table_print(file, &table, style);
}

/* ---- limits ------------------------------------------------------------------------ */

static void put_item(FILE *file, struct report_style style, const char *text)
{
    fputs("  - ", file);
    ink_wrap(file, style, 4, 4, text);
}

static void put_limits(FILE *file, const struct report *report, struct report_style style)
{
    if (report_outcome(report) != OUTCOME_UNFAIR && report->detectable.count > 0) {
        ink_head(file, style, "What would have been seen");
        for (size_t i = 0; i < report->detectable.count; i++)
            put_item(file, style, report->detectable.text[i]);
    }
    ink_head(file, style, "What cannot be seen");
    put_item(file, style,
             "whether somebody can predict it: orders from a seed that can be guessed "
             "look like any others, until they repeat");
    if (report->kind == REPORT_ORDERS && report->n > 12)
        put_item(
            file, style,
            "everything: with more than 12 cards no test finds every unfairness; only "
            "these views were looked at");
    if (strcmp(report->how, "built-in") != 0)
        put_item(file, style,
                 "what it does elsewhere: with other lines, another number of them, on "
                 "another day; or if it knows that it is being tested");
}

void report_tables(FILE *file, const struct report *report, struct report_style style)
{
    if (report->effects.count > REPORT_EFFECTS && !report->deterministic) {
        ink_head(file, style, "What else was seen");
        for (size_t i = REPORT_EFFECTS; i < report->effects.count; i++)
            put_item(file, style, report->effects.text[i]);
    }
    if (report->position != NULL && report->kind == REPORT_ORDERS) {
        ink_head(file, style, "Where the cards went: percent of all shuffles");
        if (report->judgement.trials >= FEWEST * report->n)
            heatmap_print(file, report->position, report->n, report->judgement.trials,
                          style);
        else
            put_item(file, style, "too few shuffles for a map");
    }
    put_cells(file, report, style);
    put_orders(file, report, style);
    put_views(file, report, style);
    put_limits(file, report, style);
}
