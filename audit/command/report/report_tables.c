/* SPDX-License-Identifier: MIT
 *
 * report_tables.c - the part of the report below the verdict: where the cards went, how
 * often each permutation came, the result of each view, and the limits of the method.
 */
#include "audit/command/report/report_parts.h"

#include <math.h>
#include <string.h>

#include "audit/orders/rank.h"

enum {
    FEWEST = 5,        /* permutations for each cell of a map, on average */
    NARROW = 68,       /* below this width, cells have no intervals */
    NUMBERS_WIDTH = 51 /* columns of the numbers in the table of views */
};

/* ---- cells ------------------------------------------------------------------------- */

static void put_cells(FILE *file, const struct report *report, struct report_style style)
{
    if (report->cells == 0)
        return;
    const char *what = report->kind == REPORT_SAMPLES ? "item" : "card";
    const double fair = 1 / (double)report->n;
    text_heading(file, style, "Cells farthest from fair");
    for (size_t i = 0; i < report->cells; i++) {
        const audit_cell *cell = &report->cell[i];
        char share[NUMBER_ROOM], low[NUMBER_ROOM], high[NUMBER_ROOM];
        fprintf(file, "  %s %3zu at position %3zu  %8s", what, cell->card + 1,
                cell->position + 1, number_percent(share, cell->share));
        if (style.width < NARROW) {
            fprintf(file, "  z %+.1f\n", cell->z);
            continue;
        }
        fprintf(file, "  (%s to %s)", number_percent(low, fmax(0, cell->low)),
                number_percent(high, fmin(1, cell->high)));
        const int used = (int)(strlen(low) + strlen(high));
        fprintf(file, "%*s z %+.1f\n", used < 14 ? 14 - used : 1, "", cell->z);
    }
    char text[300], share[NUMBER_ROOM];
    snprintf(text, sizeof text, "Fair is %s.%s", number_percent(share, fair),
             style.width < NARROW
                 ? ""
                 : " The ranges are confidence intervals: all of them hold with a "
                   "probability of 99.9999 %, if the shuffles are independent and their "
                   "number was not chosen by looking at the result.");
    putc('\n', file);
    text_note(file, style, 2, text);
}

/* ---- views ------------------------------------------------------------------------- */

/* Whether a bettor belongs to a test: "successor" bets for "successor-symmetric". */
static bool bets_for(const char *bettor, const char *test)
{
    const size_t length = strlen(bettor);
    return strncmp(bettor, test, length) == 0 &&
           (test[length] == '\0' || test[length] == '-');
}

/* The row that shows the evidence of a bettor: the test with its name, or the first one
 * that it bets for; the number of tests if there is none. */
static size_t row_of(const audit_judgement *judgement, const audit_bettor *bettor)
{
    size_t first = judgement->results;
    for (size_t i = judgement->results; i-- > 0;) {
        const char *test = judgement->result[i].test.name;
        if (strcmp(bettor->name, test) == 0)
            return i;
        if (bets_for(bettor->name, test))
            first = i;
    }
    return first;
}

static const audit_bettor *bettor_at(const audit_judgement *judgement, size_t row)
{
    for (size_t i = 0; i < judgement->bettors; i++)
        if (row_of(judgement, &judgement->bettor[i]) == row)
            return &judgement->bettor[i];
    return NULL;
}

/* Widths of columns. */
struct columns {
    int name;  /* width of the names of views and tests, 4 to 40 */
    int title; /* 0: there is no room for titles */
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
    if (4 + columns.name + 2 + columns.title + NUMBERS_WIDTH > width)
        columns.title = 0;
    return columns;
}

static void put_row(FILE *file, struct report_style style, struct columns columns,
                    const char *name, const char *title, const char *numbers, bool alarm)
{
    fputs(alarm ? "  " : "    ", file);
    if (alarm)
        text_on(file, style, TEXT_UNFAIR);
    fprintf(file, "%s%-*.*s", alarm ? "> " : "", columns.name, columns.name, name);
    if (alarm)
        text_off(file, style);
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
    char numbers[200], df[NUMBER_ROOM] = "", p[NUMBER_ROOM], corrected[NUMBER_ROOM];
    char evidence[NUMBER_ROOM] = "";
    if (bettor != NULL)
        number_odds(evidence, bettor->evidence);
    if (test->df > 0)
        number_count(df, (uint64_t)(test->df + 0.5));
    if (test->usable)
        snprintf(numbers, sizeof numbers, "%10.*f %8s %9s %9s %9s",
                 fabs(test->value) < 9999.5 ? 2 : 0, test->value, df,
                 number_p_value(p, result->p),
                 number_p_value(corrected, result->corrected), evidence);
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
    char numbers[200], evidence[NUMBER_ROOM];
    if (judgement->results + judgement->bettors == 0)
        return;
    text_heading(file, style, "Results of each view");
    text_on(file, style, TEXT_QUIET);
    snprintf(numbers, sizeof numbers, "%10s %8s %9s %9s %9s", "statistic", "df", "p",
             "adjusted", "evidence");
    put_row(file, style, columns, "view", "of", numbers, false);
    text_off(file, style);
    for (size_t i = 0; i < judgement->results; i++)
        put_test(file, judgement, i, columns, style);
    for (size_t i = 0; i < judgement->bettors; i++) {
        const audit_bettor *bettor = &judgement->bettor[i];
        if (row_of(judgement, bettor) < judgement->results)
            continue;
        snprintf(numbers, sizeof numbers, "%10s %8s %9s %9s %9s", "", "", "", "",
                 number_odds(evidence, bettor->evidence));
        put_row(file, style, columns, bettor->name, bettor->title, numbers, false);
    }
    putc('\n', file);
    text_note(
        file, style, 2,
        judgement->complete
            ? "p: two-sided p-value, because counts that are too even are not fair "
              "either. "
              "Adjusted: for the number of tests (Holm). Evidence: odds won by betting "
              "on "
              "this view."
            : "p: two-sided p-value. The planned number was not reached, so p-values do "
              "not count. Evidence: odds won by betting on this view; they count at any "
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
    char count[NUMBER_ROOM];
    snprintf(text, room, "%s", number_count(count, report->whole[rank]));
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
    text_heading(file, style, "How often each permutation came");
    order_table_print(file, &table, style);
}

/* ---- limits ------------------------------------------------------------------------ */

static void put_item(FILE *file, struct report_style style, const char *text)
{
    fputs("  - ", file);
    text_wrap(file, style, 4, 4, text);
}

static void put_limits(FILE *file, const struct report *report, struct report_style style)
{
    if (report_outcome(report) != OUTCOME_UNFAIR && report->detectable.count > 0) {
        text_heading(file, style, "What this audit would have found");
        for (size_t i = 0; i < report->detectable.count; i++)
            put_item(file, style, report->detectable.text[i]);
    }
    text_heading(file, style, "What no audit can find");
    put_item(file, style,
             "predictability: shuffles from a seed that can be guessed look like any "
             "others, until they repeat");
    if (report->kind == REPORT_ORDERS && report->n > 12)
        put_item(file, style,
                 "every possible bias: with more than 12 cards, no test finds all of "
                 "them; only "
                 "the views above were examined");
    if (strcmp(report->how, "built-in") != 0)
        put_item(
            file, style,
            "its behaviour elsewhere: with other lines, with more or fewer of them, on "
            "another day, or when it detects that it is being tested");
}

void report_tables(FILE *file, const struct report *report, struct report_style style)
{
    if (report->effects.count > REPORT_EFFECTS && !report->deterministic) {
        text_heading(file, style, "Other effects");
        for (size_t i = REPORT_EFFECTS; i < report->effects.count; i++)
            put_item(file, style, report->effects.text[i]);
    }
    if (report->position != NULL && report->kind == REPORT_ORDERS) {
        text_heading(file, style, "Where the cards went, in percent of shuffles");
        if (report->judgement.trials >= FEWEST * report->n)
            heatmap_print(file, report->position, report->n, report->judgement.trials,
                          style);
        else
            put_item(file, style, "there are too few shuffles for a map");
    }
    put_cells(file, report, style);
    put_orders(file, report, style);
    put_views(file, report, style);
    put_limits(file, report, style);
}
