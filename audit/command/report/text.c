/* SPDX-License-Identifier: MIT
 *
 * text.c - colours, wrapped lines and bars.
 *
 * There are few colours, of medium lightness, so that they can be read on dark and light
 * terminals. No two of them differ by red and green alone. Backgrounds are not set here.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* wcwidth */
#endif
#include "audit/command/report/text.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "cli/bidi.h"

enum { LABEL = 13 }; /* columns of a label */

/* ---- colour ------------------------------------------------------------------------ */

void text_on(FILE *file, struct report_style style, enum text_colour colour)
{
    static const char *const codes[] = {
        [TEXT_STRONG] = "1",           [TEXT_QUIET] = "38;5;244",
        [TEXT_UNFAIR] = "1;38;5;166",  [TEXT_CALM] = "1;38;5;32",
        [TEXT_SUSPECT] = "1;38;5;134",
    };
    if (style.colour != COLOUR_NONE)
        fprintf(file, "\033[%sm", codes[colour]);
}

void text_off(FILE *file, struct report_style style)
{
    if (style.colour != COLOUR_NONE)
        fputs("\033[0m", file);
}

void text_put(FILE *file, struct report_style style, enum text_colour colour,
              const char *text)
{
    text_on(file, style, colour);
    fputs(text, file);
    text_off(file, style);
}

void text_heading(FILE *file, struct report_style style, const char *text)
{
    fputs("\n  ", file);
    text_put(file, style, TEXT_STRONG, text);
    fputs("\n\n", file);
}

/* ---- words ------------------------------------------------------------------------- */

enum { UNIT = 16 };

/* Writes the next character of a text, or an octal escape if it cannot be printed.
 * Returns the bytes that it has in the text; 0 at the end. */
static size_t next_unit(const char *text, char shown[UNIT], int *columns)
{
    if (*text == '\0')
        return 0;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    wchar_t wide = L'\0';
    const size_t bytes = mbrtowc(&wide, text, strlen(text), &state);
    const int width = bytes > 0 && bytes < UNIT && iswprint((wint_t)wide) &&
                              !bidi_is_control((uint32_t)wide)
                          ? wcwidth(wide)
                          : -1;
    if (width >= 0) {
        memcpy(shown, text, bytes);
        shown[bytes] = '\0';
        *columns = width;
        return bytes;
    }
    *columns = snprintf(shown, UNIT, "\\%03o", (unsigned)(unsigned char)*text);
    return 1;
}

int text_columns(const char *text)
{
    char shown[UNIT];
    int sum = 0, columns = 0;
    for (size_t bytes; (bytes = next_unit(text, shown, &columns)) > 0; text += bytes)
        sum += columns;
    return sum;
}

/* Whether a blank stands between a number and its unit, as in "12.9 %" or "0.3 s". Lines
 * are not broken there. */
static bool is_unit(const char *blank)
{
    return blank[-1] >= '0' && blank[-1] <= '9' &&
           (blank[1] == '%' || (blank[1] == 's' && !isalpha((unsigned char)blank[2])));
}

/* The columns of the word at `text`, which must not begin with a blank, and its bytes. */
static int word_columns(const char *text, size_t *length)
{
    char shown[UNIT];
    int sum = 0, columns = 0;
    assert(*text != ' ');
    *length = 0;
    while (text[*length] != '\0' && (text[*length] != ' ' || is_unit(text + *length))) {
        *length += next_unit(text + *length, shown, &columns);
        sum += columns;
    }
    return sum;
}

static int begin_line(FILE *file, int indent)
{
    fprintf(file, "\n%*s", indent, "");
    return indent;
}

/* Prints a word, in pieces if it is longer than a line. Returns the column after it. */
static int put_word(FILE *file, const char *word, size_t length, int at, int indent,
                    int width)
{
    char shown[UNIT];
    int columns = 0;
    for (size_t done = 0; done < length;) {
        done += next_unit(word + done, shown, &columns);
        if (at + columns > width && at > indent)
            at = begin_line(file, indent);
        fputs(shown, file);
        at += columns;
    }
    return at;
}

static void wrap(FILE *file, struct report_style style, int at, int indent,
                 const char *text)
{
    const int width = style.width > indent + 10 ? style.width : indent + 10;
    bool first = true;
    while (*text != '\0') {
        if (*text == ' ') {
            text++;
            continue;
        }
        size_t length;
        const int columns = word_columns(text, &length);
        if (!first && at + 1 + columns > width) {
            at = begin_line(file, indent);
        } else if (!first) {
            putc(' ', file);
            at++;
        }
        at = put_word(file, text, length, at, indent, width);
        text += length;
        first = false;
    }
}

void text_wrap(FILE *file, struct report_style style, int at, int indent,
               const char *text)
{
    wrap(file, style, at, indent, text);
    putc('\n', file);
}

void text_note(FILE *file, struct report_style style, int indent, const char *text)
{
    fprintf(file, "%*s", indent, "");
    text_on(file, style, TEXT_QUIET);
    wrap(file, style, indent, indent, text);
    text_off(file, style);
    putc('\n', file);
}

void text_label(FILE *file, struct report_style style, const char *label,
                const char *format, ...)
{
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("  ", file);
    text_put(file, style, TEXT_QUIET, label);
    const int used = 2 + text_columns(label),
              indent = used < 2 + LABEL ? 2 + LABEL : used;
    fprintf(file, "%*s", indent - used, "");
    text_wrap(file, style, indent, indent, text);
}

/* ---- bars -------------------------------------------------------------------------- */

/* In UTF-8, bars have a resolution of an eighth of a column. The mark is shown only if
 * the bar does not reach it. */
void text_bar(FILE *file, struct report_style style, double share, double mark, int most)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    assert(most > 0);
    const double length = fmin(fmax(share, 0), 1) * most;
    const int full = style.utf8 ? (int)floor(length) : (int)floor(length + 0.5);
    const int part = style.utf8 ? (int)floor((length - full) * 8) : 0;
    const int line = mark >= 0 ? (int)floor(fmin(mark, 1) * (most - 1) + 0.5) : -1;
    for (int i = 0; i < most; i++)
        if (i < full)
            fputs(style.utf8 ? "█" : "#", file);
        else if (i == full && part > 0)
            fputs(eighths[part], file);
        else if (i == line)
            fputs(style.utf8 ? "│" : "|", file);
        else
            putc(' ', file);
}
