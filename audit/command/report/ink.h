/* SPDX-License-Identifier: MIT
 *
 * ink.h - text for people: colours, wrapped lines, and numbers as one reads them.
 *
 * Nothing here writes an escape sequence if the style has no colour, and no byte of a
 * foreign text (a command line, a line of output) reaches the terminal as a control
 * character.
 */
#ifndef INK_H
#define INK_H

#include "audit/command/report/report.h"

enum ink {
    INK_STRONG, /* headings */
    INK_QUIET,  /* labels, what is less important */
    INK_ALARM,  /* unfair */
    INK_CALM,   /* no evidence */
    INK_DOUBT,  /* suspect */
};

void ink_on(FILE *file, struct report_style style, enum ink ink);
void ink_off(FILE *file, struct report_style style);

/* A text in that ink. */
void ink_put(FILE *file, struct report_style style, enum ink ink, const char *text);

/* A heading, after an empty line. */
void ink_head(FILE *file, struct report_style style, const char *text);

/* Words, from column `at` on and wrapped to `indent`; ends the line. */
void ink_wrap(FILE *file, struct report_style style, int at, int indent,
              const char *text);

/* A text in quiet ink, indented and wrapped. */
void ink_note(FILE *file, struct report_style style, int indent, const char *text);

/* A label and what belongs to it, wrapped beside it. "" continues the label before. */
__attribute__((format(printf, 4, 5))) void ink_label(FILE *file,
                                                     struct report_style style,
                                                     const char *label,
                                                     const char *format, ...);

/* A bar of at most `most` columns for `share` of it, with a mark at `mark` if that is not
 * below 0; padded to `most`. */
void ink_bar(FILE *file, struct report_style style, double share, double mark, int most);

/* Columns that a text takes. */
int ink_columns(const char *text);

/* ---- numbers: the buffer is given back --------------------------------------------- */

enum { INK_ROOM = 40 };

const char *ink_count(char text[INK_ROOM], uint64_t number); /* 1,234,567 */

/* A whole number that may be too large for that: 1,234,567 or about 8.07e67. */
const char *ink_large(char text[INK_ROOM], double number);
const char *ink_percent(char text[INK_ROOM], double share);   /* 12.9 % */
const char *ink_chance(char text[INK_ROOM], double p);        /* 0.123, 2.1e-7, <1e-300 */
const char *ink_power(char text[INK_ROOM], double logarithm); /* of e: 10^13.2 */
const char *ink_seconds(char text[INK_ROOM], double seconds); /* 0.3 s, 2 min 5 s */

/* "1 card", "1,024 cards". */
const char *ink_plural(char text[INK_ROOM], uint64_t number, const char *noun);

#endif
