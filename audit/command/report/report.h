/* SPDX-License-Identifier: MIT
 *
 * report.h - everything that an audit found, for all who show it: terminal, JSON, page.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "audit/command/subject/subject.h"
#include "audit/diagnosis/dependence.h"
#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/effect.h"
#include "audit/diagnosis/identify.h"
#include "audit/engine/audit.h"
#include "audit/exact/exact.h"

enum report_kind { REPORT_ORDERS, REPORT_SAMPLES };

/* Up to this number of cards, a report has the data for all pictures. With more cards, it
 * would be long. */
enum { REPORT_PICTURED = 64 };

/* The digits of a code: the k + 2 values of digit k begin at k (k + 3) / 2. */
struct report_code {
    const char *name, *title; /* of the view */
    const uint64_t *counts;
};

/* A number that sums an order up, with the law that it has if orders are fair. */
enum { REPORT_SCALARS = 2 * AUDIT_SCALARS }; /* at most: also against the order before */
struct report_scalar {
    const char *name, *title;
    size_t size;
    const uint64_t *counts; /* by value */
    const double *law;
};

struct report {
    enum report_kind kind;
    const char *subject; /* as a person would type it: "shuf", "swap-with-any" */
    const char *how;     /* "program", "batch", "file", "built-in", "library", or
                            "javascript" (the page) */
    const char *remark;  /* what is looked at, if not all; "" */
    const char *seed;    /* as given, or the number that was drawn; NULL: none is used */
    size_t lines;        /* n of the command line */
    size_t n;            /* cards of the orders looked at */
    size_t sample;
    bool put_back;
    uint64_t planned;
    double seconds;
    bool interrupted; /* by the user or by --time: the tests at the end do not count */
    bool undiagnosed; /* there is evidence, but effects, distance and suspects are left
                         out: a signal came */

    struct finding finding; /* integrity: kind FINDING_NONE if all is well */
    struct finding note;
    bool deterministic; /* the same order every time */
    bool judged; /* there is a verdict; if not, see `finding` and report_untested() */

    audit_judgement judgement;
    const uint64_t *position;   /* [place * n + card], NULL if there is none; of samples
                                   place < sample */
    const uint64_t *whole;      /* n!, by rank, for n <= 5; NULL if there is none */
    const uint64_t *precedence; /* [a * n + b]: a before b; NULL if there is none */
    const uint64_t *successor;  /* [a * n + b]: b right after a; likewise */
    size_t codes;
    struct report_code code[AUDIT_CODES];
    size_t scalars;
    struct report_scalar scalar[REPORT_SCALARS];
    bool has_repeats;
    audit_repeat_count repeats;
    size_t cells;
    audit_cell cell[8];
    audit_sentences effects, detectable;
    enum audit_origin origin;
    enum audit_dependence dependence; /* unless independent: no distance, no cells */
    audit_distance distance;
    size_t suspects;
    audit_candidate suspect[AUDIT_CANDIDATES_FOUND];
};

/* What it comes to. A finding that is more than a remark goes before the statistics. */
enum outcome {
    OUTCOME_NO_EVIDENCE,
    OUTCOME_UNFAIR,
    OUTCOME_SUSPECT,
    OUTCOME_NO_SHUFFLE,
    OUTCOME_UNTESTED,
};
enum outcome report_outcome(const struct report *report);

/* Why nothing could be tested though orders, if any, were in order; all NULL if that is
 * not the case. */
struct report_untested {
    const char *reason; /* for programs: "no-orders", "no-views", "too-few", "stopped" */
    const char *text;   /* for people */
    const char *advice; /* what to do */
};
struct report_untested report_untested(const struct report *report);

/* "UNFAIR", "NO EVIDENCE", "SUSPECT", "NOT A SHUFFLE", "COULD NOT TEST". */
const char *report_verdict(const struct report *report);

/* 0, 1 unfair, 2 could not test or not a shuffle, 3 suspect. */
int report_status(const struct report *report);

enum report_colour { COLOUR_NONE, COLOUR_256, COLOUR_TRUE };

struct report_style {
    enum report_colour colour;
    bool utf8;  /* block characters may be used */
    int width;  /* columns */
    bool brief; /* the verdict only */
};

/* What the terminal, the locale, NO_COLOR and TERM allow for this file. `colour`: 1
 * always, 0 never, -1 as it suits. */
struct report_style report_style_for(FILE *file, int colour);

void report_print(FILE *file, const struct report *report, struct report_style style);

/* The whole report as JSON; NULL: no memory. To be freed. */
char *report_json(const struct report *report);

/* The position matrix as blocks of colour, or characters: counts[place * n + card], or
 * probabilities. */
void heatmap_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                   struct report_style style);

void heatmap_print_exact(FILE *file, const double *position, size_t n,
                         struct report_style style);

/* fairaudit --list, --exact, --counts. */
void list_print(FILE *file, struct report_style style);
char *list_json(void);
void exact_print(FILE *file, const audit_exact *exact, const char *shuffle,
                 const char *die, struct report_style style);
char *exact_json(const audit_exact *exact, const char *shuffle, const char *die);

/* The count matrix in the layout of the articles: a row for each card, a column for each
 * place, and below it the right statistic. The counts are those of
 * audit_position_add(): counts[position * n + card]. */
void counts_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                  const char *name, double seconds);

#endif
