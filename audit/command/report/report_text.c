/* SPDX-License-Identifier: MIT
 *
 * report_text.c - the report as text: the verdict in about ten lines, then pictures and
 * tables (report_tables.c).
 *
 * The first line is one of five verdicts, and must not mislead a reader who reads nothing
 * else. None of them is "fair", because samples cannot prove that.
 */
#include "audit/command/report/report_parts.h"

#include <math.h>
#include <string.h>

enum {
    CURVE = 24, /* columns of the evidence curve */
    SHOWN = 3,  /* sentences on what would have been found */
    FAR = 12    /* a suspect that differs by more standard deviations is not shown */
};

/* "shuffle" or "sample". */
static const char *noun(const struct report *report)
{
    return report->kind == REPORT_SAMPLES ? "sample" : "shuffle";
}

/* ---- the first line ---------------------------------------------------------------- */

static void put_title(FILE *file, const struct report *report, struct report_style style)
{
    static const enum text_colour colours[] = {
        [OUTCOME_NO_EVIDENCE] = TEXT_CALM, [OUTCOME_UNFAIR] = TEXT_UNFAIR,
        [OUTCOME_SUSPECT] = TEXT_SUSPECT,  [OUTCOME_NO_SHUFFLE] = TEXT_UNFAIR,
        [OUTCOME_UNTESTED] = TEXT_STRONG,
    };
    const char *verdict = report_verdict(report);
    char text[1200], size[80], lines[NUMBER_ROOM], taken[NUMBER_ROOM];
    const bool cards = strcmp(report->how, "built-in") == 0;
    if (report->kind == REPORT_SAMPLES)
        snprintf(size, sizeof size, "%s of %s%s", number_count(taken, report->sample),
                 number_plural(lines, report->lines, "item"),
                 report->put_back ? ", with replacement" : "");
    else
        snprintf(size, sizeof size, "%s",
                 number_plural(lines, report->lines, cards ? "card" : "line"));
    snprintf(text, sizeof text, "%.1000s%s%s", report->subject_name,
             report->lines > 0 ? ", " : "", report->lines > 0 ? size : "");
    fputs("\n  ", file);
    text_put(file, style, colours[report_outcome(report)], verdict);
    fputs("   ", file);
    const int at = 5 + (int)strlen(verdict);
    text_wrap(file, style, at, at, text);
    putc('\n', file);
}

/* ---- evidence ---------------------------------------------------------------------- */

/* The evidence after `at` permutations. */
static double evidence_at(const audit_judgement *judgement, double at)
{
    double evidence = 0;
    for (size_t i = 0; i < judgement->curve && (double)judgement->point[i].trials <= at;
         i++)
        evidence = judgement->point[i].evidence;
    return evidence;
}

/* Draws how the evidence grew, on a scale from 0 to what is needed or what was reached.
 */
static void draw_curve(char *to, const audit_judgement *judgement, bool utf8)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const signs[] = {"_", ".", "-", "~", "=", "+", "*", "#"};
    double top = log(AUDIT_WEALTH_ENOUGH);
    for (size_t i = 0; i < judgement->curve; i++)
        top = fmax(top, judgement->point[i].evidence);
    for (int i = 0; i < CURVE && judgement->curve > 0; i++) {
        const double x = (double)judgement->trials * (i + 1) / CURVE;
        const double share = fmax(0, evidence_at(judgement, x) / top);
        const int level = share >= 1 ? 7 : (int)floor(share * 8);
        const char *mark = utf8 ? blocks[level] : signs[level];
        memcpy(to, mark, strlen(mark));
        to += strlen(mark);
    }
    *to = '\0';
}

static void put_evidence(FILE *file, const struct report *report,
                         struct report_style style)
{
    const audit_judgement *judgement = &report->judgement;
    char curve[CURVE * 4 + 1], now[NUMBER_ROOM], enough[NUMBER_ROOM], text[240];
    draw_curve(curve, judgement, style.utf8);
    fputs("  ", file);
    text_put(file, style, TEXT_QUIET, "evidence     ");
    fputs(curve, file);
    snprintf(text, sizeof text, "%s%s to 1 (%s to 1 decides)",
             judgement->evidence < 0 ? "below " : "",
             number_odds(now, fmax(0, judgement->evidence)),
             number_odds(enough, log(AUDIT_WEALTH_ENOUGH)));
    const int used = 15 + (judgement->curve > 0 ? CURVE + 2 : 0);
    fputs(judgement->curve > 0 ? "  " : "", file);
    text_wrap(file, style, used, 15, text);
}

/* ---- the bias ---------------------------------------------------------------------- */

static void put_strongest(FILE *file, const struct report *report,
                          struct report_style style)
{
    const audit_judgement *judgement = &report->judgement;
    if (judgement->strongest_title == NULL || *judgement->strongest_title == '\0')
        return;
    if (judgement->strongest != NULL)
        text_label(file, style, "seen in", "%s (%s)", judgement->strongest_title,
                   judgement->strongest);
    else
        text_label(file, style, "seen in", "%s", judgement->strongest_title);
}

static void put_effects(FILE *file, const struct report *report,
                        struct report_style style)
{
    if (report->deterministic) {
        text_label(file, style, "effect", "the order is the same every time");
        return;
    }
    for (size_t i = 0; i < report->effects.count && i < REPORT_EFFECTS; i++)
        text_label(file, style, i > 0 ? "" : "effect", "%s", report->effects.text[i]);
}

static void put_distance(FILE *file, const struct report *report,
                         struct report_style style)
{
    if (report->distance.bound > 0)
        text_label(file, style, "distance",
                   "at least %.3f from fair on a scale from 0 to 1; estimate %.3f",
                   report->distance.bound, report->distance.estimate);
    else if (report->dependence == AUDIT_DEPENDENT)
        text_label(file, style, "distance",
                   "unknown, because the %ss depend on each other", noun(report));
    else if (report->dependence == AUDIT_MAYBE_DEPENDENT)
        text_label(file, style, "distance",
                   "unknown: the evidence is in how %ss follow or repeat each other, so "
                   "they may depend on each other",
                   noun(report));
    else
        text_label(file, style, "distance", "unknown: there are too few %ss for a bound",
                   noun(report));
}

/* "keys:8 - sort by random keys (differs, z 9.3)" */
static void name_suspect(char *text, size_t room, const audit_candidate *suspect)
{
    char differs[80] = "fits";
    if (!suspect->fits)
        snprintf(differs, sizeof differs, "differs, z %.3g", suspect->mismatch);
    const bool shuffle = suspect->shuffle != NULL && !suspect->shuffle->fair;
    const char *title = shuffle                ? suspect->shuffle->title
                        : suspect->die != NULL ? suspect->die->title
                                               : "";
    snprintf(text, room, "%s%s%s (%s)", suspect->name, *title != '\0' ? " - " : "", title,
             differs);
}

static void put_suspects(FILE *file, const struct report *report,
                         struct report_style style)
{
    if (report->suspects == 0)
        return;
    char text[300];
    name_suspect(text, sizeof text, &report->suspect[0]);
    if (!report->suspect[0].fits) {
        text_label(file, style, "looks like",
                   report->suspect[0].mismatch > FAR
                       ? "no known mistake"
                       : "no known mistake; the nearest is %s",
                   text);
        return;
    }
    text_label(file, style, "looks like", "%s", text);
    for (size_t i = 1; i < report->suspects && i < 3; i++) {
        const bool fits = report->suspect[i].fits;
        if (!fits && (i > 1 || report->suspect[i].mismatch > FAR))
            break;
        name_suspect(text, sizeof text, &report->suspect[i]);
        text_label(file, style, "", "%s %s", fits ? "or" : "next best:", text);
    }
}

/* "1,024 shuffles in 0.3 s" */
static const char *amount(const struct report *report, char *text, size_t room)
{
    char count[NUMBER_ROOM], seconds[NUMBER_ROOM];
    snprintf(text, room, "%s in %s",
             number_plural(count, report->judgement.trials, noun(report)),
             number_seconds(seconds, report->seconds));
    return text;
}

/* ---- the verdicts ------------------------------------------------------------------ */

static void put_unfair(FILE *file, const struct report *report, struct report_style style)
{
    static const char rare[] =
        "a fair shuffle gets this verdict in about 1 of 1,000,000 audits";
    char count[NUMBER_ROOM], all[NUMBER_ROOM], seconds[NUMBER_ROOM], text[120];
    if (report->judgement.decided > 0)
        text_label(file, style, "decided", "after %s (%s examined in %s); %s",
                   number_plural(count, report->judgement.decided, noun(report)),
                   number_count(all, report->judgement.trials),
                   number_seconds(seconds, report->seconds), rare);
    else
        text_label(file, style, "decided", "by the tests after %s; %s",
                   amount(report, text, sizeof text), rare);
    put_strongest(file, report, style);
    if (report->undiagnosed) {
        text_label(file, style, "effect",
                   "not computed, because a signal stopped the audit; to limit the time "
                   "and still get it, use --time=SECONDS");
    } else {
        put_effects(file, report, style);
        put_distance(file, report, style);
        put_suspects(file, report, style);
    }
    put_evidence(file, report, style);
}

static void put_suspect(FILE *file, const struct report *report,
                        struct report_style style)
{
    char text[120], more[NUMBER_ROOM];
    text_label(file, style, "examined",
               "%s; a fair shuffle gets this verdict in about 1 of 1,000 audits, so this "
               "may be chance",
               amount(report, text, sizeof text));
    put_strongest(file, report, style);
    put_effects(file, report, style);
    put_evidence(file, report, style);
    text_label(file, style, "what to do",
               "audit again with new %ss, and more of them, such as %s; if the bias is "
               "real, it will show again",
               noun(report), number_count(more, 4 * report->judgement.trials));
}

static void put_no_evidence(FILE *file, const struct report *report,
                            struct report_style style)
{
    char text[120];
    text_label(file, style, "examined",
               "%s: no evidence against a fair %s. This is not a proof.",
               amount(report, text, sizeof text), noun(report));
    put_evidence(file, report, style);
    for (size_t i = 0; i < report->detectable.count && i < SHOWN; i++)
        text_label(file, style, i > 0 ? "" : "would find", "%s",
                   report->detectable.text[i]);
    if (report->detectable.count == 0)
        text_label(file, style, "would find",
                   !report->judgement.complete
                       ? "unknown: the tests at the end do not count, because the "
                         "planned number of %ss was not reached"
                   : report->origin == AUDIT_TIES_DRAWN && report->sample == 0
                       ? "unknown for %ss with equal lines"
                       : "unknown: there are too few %ss for these tests",
                   noun(report));
}

static const char *advice(enum finding_kind kind, const struct report *report)
{
    const bool program = strcmp(report->how, "program") == 0;
    switch (kind) {
    case FINDING_LOST:
    case FINDING_DUPLICATED:
    case FINDING_ADDED:
    case FINDING_COUNT:
        if (report->sample > 0)
            return "-n must be the number of lines to pick from, and --sample the number "
                   "of lines picked; if a line can be picked twice, add --put-back";
        return program ? "a shuffle must print each line once; if the program picks a "
                         "sample, add --sample"
                       : "each line must have the same numbers, each once; if the lines "
                         "are samples, add --sample and -n";
    case FINDING_ALTERED:
        return "a shuffle must print lines unchanged; look for added or removed blanks, "
               "quotes and carriage returns";
    case FINDING_NUMBER:
        return report->sample > 0
                   ? "each line must be a sample of the numbers 1 to n; if they are 0 to "
                     "n - 1, add --from-zero"
                   : "each line must have the numbers 1 to n, or 0 to n - 1, each once";
    case FINDING_CYCLE:
        return "with --cycle, each permutation must be a single cycle; if it need not "
               "be, "
               "leave out --cycle";
    case FINDING_STATUS:
        return program
                   ? "run the command by hand: it must read lines from standard input, "
                     "write them to standard output, and end with status 0"
                   : "run the command by hand: it must end with status 0";
    case FINDING_TIMEOUT:
        return "run the command by hand; if it needs more time, use --timeout";
    case FINDING_CANNOT_RUN:
        return "check the name, the path and the permissions; if the system has reached "
               "a "
               "limit, try fewer runs at once (-j 1)";
    case FINDING_NONE:
    case FINDING_NO_NEWLINE:
        break;
    }
    return "audit more shuffles";
}

static void put_untested(FILE *file, const struct report *report,
                         struct report_style style)
{
    const struct report_untested untested = report_why_untested(report);
    char text[120];
    text_label(file, style, "why", "%s", untested.text);
    if (report->judgement.trials > 0)
        text_label(file, style, "examined", "%s", amount(report, text, sizeof text));
    text_label(file, style, "what to do", "%s", untested.advice);
}

static void put_finding(FILE *file, const struct report *report,
                        struct report_style style)
{
    const struct finding *finding = &report->finding;
    char count[NUMBER_ROOM], text[120];
    if (report_why_untested(report).reason != NULL) {
        put_untested(file, report, style);
        return;
    }
    text_label(file, style, "found", "%s", finding->text);
    if (finding->trial > 0)
        text_label(file, style, "when", "%s number %s", noun(report),
                   number_count(count, finding->trial));
    if (finding->complaint[0] != '\0')
        text_label(file, style, "stderr", "%s", finding->complaint);
    if (report->judgement.trials > 0)
        text_label(file, style, "before that", "%s%s", amount(report, text, sizeof text),
                   report->judgement.verdict == FAIRAUDIT_UNFAIR
                       ? ", which are unfair, too"
                       : ", without a verdict");
    text_label(file, style, "what to do", "%s", advice(finding->kind, report));
}

static void put_remarks(FILE *file, const struct report *report,
                        struct report_style style)
{
    char done[NUMBER_ROOM], planned[NUMBER_ROOM];
    if (report->interrupted && report->planned == UINT64_MAX) /* a whole file */
        text_label(file, style, "stopped", "after %s",
                   number_plural(done, report->judgement.trials, noun(report)));
    else if (report->interrupted)
        text_label(file, style, "stopped", "after %s of %s planned %ss",
                   number_count(done, report->judgement.trials),
                   number_count(planned, report->planned), noun(report));
    if (report->remark != NULL)
        text_label(file, style, "scope", "%s", report->remark->text);
    if (report->note.kind != FINDING_NONE)
        text_label(file, style, "remark", "%s", report->note.text);
    if (report->seed != NULL && report->judged)
        text_label(file, style, "seed", "%s", report->seed);
}

void report_print(FILE *file, const struct report *report, struct report_style style)
{
    const enum outcome outcome = report_outcome(report);
    put_title(file, report, style);
    switch (outcome) {
    case OUTCOME_UNFAIR:
        put_unfair(file, report, style);
        break;
    case OUTCOME_SUSPECT:
        put_suspect(file, report, style);
        break;
    case OUTCOME_NO_EVIDENCE:
        put_no_evidence(file, report, style);
        break;
    case OUTCOME_NO_SHUFFLE:
    case OUTCOME_UNTESTED:
        put_finding(file, report, style);
        break;
    }
    put_remarks(file, report, style);
    if (!style.brief && report->judged)
        report_tables(file, report, style);
    putc('\n', file);
}
