/* SPDX-License-Identifier: MIT
 *
 * report.h - the report of an audit: its data, and how it is shown as text and JSON.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "audit/command/request/request.h"
#include "audit/command/subject/subject.h"
#include "audit/diagnosis/dependence.h"
#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/effect.h"
#include "audit/diagnosis/identify.h"
#include "audit/engine/audit.h"
#include "audit/exact/exact.h"

enum report_kind { REPORT_ORDERS, REPORT_SAMPLES };

/* Up to this number of cards, a report has everything that the views counted. With more
 * cards, it would be long. */
enum { REPORT_COUNTS_CARDS = 64 };

/* What a view of a code counted. */
struct report_code {
    const char *name;       /* of the view */
    const char *title;      /* of the view */
    const uint64_t *counts; /* the k + 2 values of digit k begin at k (k + 3) / 2 */
};

/* At most: each statistic of a permutation, and of its quotient by the one before. */
enum { REPORT_SCALARS = 2 * AUDIT_SCALARS };

/* What a view of a statistic counted. */
struct report_scalar {
    const char *name;       /* of the view */
    const char *title;      /* of the view */
    size_t size;            /* the number of values */
    const uint64_t *counts; /* [size] */
    const double *law;      /* [size]: the probabilities for fair permutations */
};

struct report {
    enum report_kind kind;    /* whether orders or samples were audited */
    const char *subject_name; /* as a person would type it: "shuf", "swap-with-any" */
    const char *how;          /* "program", "batch", "file", "built-in"; on the page also
                                 "library" and "javascript" */
    const audit_sentence *remark; /* what the audit looks at; NULL: at everything */
    const char *seed; /* as given, or the number that was drawn; NULL: none is used */
    size_t lines;     /* the n of the command line */
    size_t n;         /* cards of a permutation */
    size_t sample;    /* the size of a sample; 0: permutations */
    bool put_back;    /* samples are drawn with replacement */
    uint64_t planned; /* trials; UINT64_MAX: all */
    double seconds;   /* how long the audit took */
    bool interrupted; /* by a signal or by --time: the tests at the end do not count */
    bool undiagnosed; /* there is evidence, but because of a signal there are no effects,
                         distance and suspects */

    struct finding finding; /* what is wrong with the subject's output; kind FINDING_NONE
                               if nothing is */
    struct finding note;    /* a remark on the output */
    bool deterministic;     /* the same permutation came every time */
    bool judged; /* there is a verdict; if not, see `finding` and report_why_untested() */

    audit_judgement judgement;  /* the verdict, with all tests and bets */
    const uint64_t *position;   /* [position * n + card]; of samples, position < sample.
                                   NULL: not counted */
    const uint64_t *whole;      /* [n!], by rank, for n <= 5; NULL: not counted */
    const uint64_t *precedence; /* [a * n + b]: a before b; NULL: not counted */
    const uint64_t *successor;  /* [a * n + b]: b right after a; NULL: not counted */
    size_t codes;               /* entries of `code` */
    struct report_code code[AUDIT_CODES];        /* one for each view of a code */
    size_t scalars;                              /* entries of `scalar` */
    struct report_scalar scalar[REPORT_SCALARS]; /* one for each view of a statistic */
    bool has_repeats;                            /* `repeats` was counted */
    audit_repeat_count repeats;                  /* valid if `has_repeats` */
    size_t cells;                                /* entries of `cell` */
    audit_cell cell[8];      /* the cells of `position` that are farthest from fair */
    audit_sentences effects; /* how the subject is unfair, in words */
    audit_sentences
        detectable;           /* what an audit of this size would have found, in words */
    enum audit_origin origin; /* how permutations are made from the output */
    enum audit_dependence dependence; /* there are no distance and cells if permutations
                                         may depend on each other */
    audit_distance distance;          /* from fair */
    size_t suspects;                  /* entries of `suspect` */
    audit_candidate
        suspect[AUDIT_CANDIDATES_FOUND]; /* known mistakes with a similar effect */
};

/* ---- verdict.c --------------------------------------------------------------------- */

/* The verdict of a report. A finding other than a remark comes before the statistics. */
enum outcome {
    OUTCOME_NO_EVIDENCE,
    OUTCOME_UNFAIR,
    OUTCOME_SUSPECT,
    OUTCOME_NO_SHUFFLE,
    OUTCOME_UNTESTED,
};
enum outcome report_outcome(const struct report *report);

/* Why nothing could be tested, if that is not due to a finding. All members are NULL if
 * something was tested. */
struct report_untested {
    const char *reason; /* for programs: "no-orders", "no-views", "too-few", "stopped" */
    const char *text;   /* for people */
    const char *advice; /* what to do */
};
struct report_untested report_why_untested(const struct report *report);

/* "UNFAIR", "NO EVIDENCE", "SUSPECT", "NOT A SHUFFLE", "COULD NOT TEST" */
const char *report_verdict(const struct report *report);

/* The exit status: 0 no evidence, 1 unfair, 2 could not test or not a shuffle, 3 suspect.
 */
int report_status(const struct report *report);

/* ---- showing a report -------------------------------------------------------------- */

enum report_colour { COLOUR_NONE, COLOUR_256, COLOUR_TRUE };

struct report_style {
    enum report_colour colour; /* how many colours the output can show */
    bool utf8;                 /* block characters can be used */
    int width;                 /* columns */
    bool brief;                /* print the verdict only */
};

/* The style for a file, according to the terminal, the locale, NO_COLOR and TERM.
 * `colour`: 1 always, 0 never, -1 if the file is a terminal. */
struct report_style report_style_for(FILE *file, int colour);

void report_print(FILE *file, const struct report *report, struct report_style style);

/* The whole report as JSON, to be freed. NULL if there is no memory. */
char *report_json(const struct report *report);

/* Print a position matrix as coloured blocks or as characters: counts, or probabilities,
 * [position * n + card]. */
void heatmap_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                   struct report_style style);
void heatmap_print_exact(FILE *file, const double *position, size_t n,
                         struct report_style style);

/* ---- --list, --exact, --counts ----------------------------------------------------- */

void list_print(FILE *file, struct report_style style);
char *list_json(void);
void exact_print(FILE *file, const audit_exact *exact, const char *shuffle,
                 const char *die, struct report_style style);
char *exact_json(const audit_exact *exact, const char *shuffle, const char *die);

enum { EXACT_WHY = 256 };

/* Explains in `why` an error of audit_exact_find(), and says the same in `details`: the
 * codes are "die-without-probabilities", "unlimited-choices", "too-many-choices" and
 * "exact-failed". Returns whether a smaller deck may help. */
bool exact_explain_failure(const struct request *request, int error, char why[EXACT_WHY],
                           audit_details *details);

/* Prints the count matrix in the layout of the articles, with a row for each card and a
 * column for each position, and its chi-square statistic. The counts are those of
 * audit_position_add(): [position * n + card]. */
void counts_print(FILE *file, const uint64_t *counts, size_t n, uint64_t trials,
                  const char *name, double seconds);

#endif
