/* SPDX-License-Identifier: MIT
 *
 * text.h - text for people: colours, wrapped lines, and readable numbers.
 *
 * Without colours in the style, no escape sequence is written. Control characters in
 * foreign text (a command line, a line of output) never reach the terminal.
 */
#ifndef TEXT_H
#define TEXT_H

#include "audit/command/report/report.h"

enum text_colour {
    TEXT_STRONG,  /* headings */
    TEXT_QUIET,   /* labels and notes */
    TEXT_UNFAIR,  /* unfair, or more than fair */
    TEXT_CALM,    /* no evidence, or less than fair */
    TEXT_SUSPECT, /* suspect */
};

/* Switch a colour on, and all colours off. */
void text_on(FILE *file, struct report_style style, enum text_colour colour);
void text_off(FILE *file, struct report_style style);

/* Prints a text in a colour. */
void text_put(FILE *file, struct report_style style, enum text_colour colour,
              const char *text);

/* Prints a heading, between empty lines. */
void text_heading(FILE *file, struct report_style style, const char *text);

/* Prints words from column `at` on; further lines begin at column `indent`. Ends the
 * line.
 */
void text_wrap(FILE *file, struct report_style style, int at, int indent,
               const char *text);

/* Prints a quiet text, indented and wrapped. */
void text_note(FILE *file, struct report_style style, int indent, const char *text);

/* Prints a label, and a text that is wrapped beside it. The label "" continues the one
 * before. */
__attribute__((format(printf, 4, 5))) void text_label(FILE *file,
                                                      struct report_style style,
                                                      const char *label,
                                                      const char *format, ...);

/* Prints a bar of `most` columns, of which `share` is filled, with a mark at `mark`
 * unless that is negative. */
void text_bar(FILE *file, struct report_style style, double share, double mark, int most);

/* The columns that a text takes. */
int text_columns(const char *text);

/* ---- numbers.c: write a number to `text`, and return `text` ------------------------ */

enum { NUMBER_ROOM = 40 };

/* 1,234,567 */
const char *number_count(char text[NUMBER_ROOM], uint64_t number);

/* A whole number of any size: 1,234,567 or about 8.07e67. */
const char *number_large(char text[NUMBER_ROOM], double number);

/* 12.9 % */
const char *number_percent(char text[NUMBER_ROOM], double share);

/* A p-value: 0.123, 2.1e-7, <1e-300, or - if it is not a number. */
const char *number_p_value(char text[NUMBER_ROOM], double p);

/* Odds from their natural logarithm: <1, 3.4, 1,234, 10^13.2. */
const char *number_odds(char text[NUMBER_ROOM], double logarithm);

/* 0.3 s, 2 min 5 s */
const char *number_seconds(char text[NUMBER_ROOM], double seconds);

/* 1 card, 1,024 cards */
const char *number_plural(char text[NUMBER_ROOM], uint64_t number, const char *noun);

#endif
