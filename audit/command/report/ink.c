/* SPDX-License-Identifier: MIT
 *
 * ink.c - colours, wrapped lines, numbers. See ink.h.
 *
 * Colours are few and of medium lightness, so that they can be read on dark and on light
 * terminals, and no two of them are told apart by red and green alone. Backgrounds are
 * never set here.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* wcwidth */
#endif
#include "audit/command/report/ink.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "cli/bidi.h"

enum { LABEL = 13 }; /* columns in front of what belongs to a label */

/* ---- colour ------------------------------------------------------------------------ */

void ink_on(FILE *file, struct report_style style, enum ink ink)
{
    static const char *const codes[] = {
        [INK_STRONG] = "1",       [INK_QUIET] = "38;5;244",   [INK_ALARM] = "1;38;5;166",
        [INK_CALM] = "1;38;5;32", [INK_DOUBT] = "1;38;5;134",
    };
    if (style.colour != COLOUR_NONE)
        fprintf(file, "\033[%sm", codes[ink]);
}

void ink_off(FILE *file, struct report_style style)
{
    if (style.colour != COLOUR_NONE)
        fputs("\033[0m", file);
}

void ink_put(FILE *file, struct report_style style, enum ink ink, const char *text)
{
    ink_on(file, style, ink);
    fputs(text, file);
    ink_off(file, style);
}

void ink_head(FILE *file, struct report_style style, const char *text)
{
    fputs("\n  ", file);
    ink_put(file, style, INK_STRONG, text);
    fputs("\n\n", file);
}

/* ---- words ------------------------------------------------------------------------- */

enum { UNIT = 16 };

/* The next character of a text as it can be shown: itself, or an escape as in C. Returns
 * the bytes that it takes in the text, 0 at its end. */
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

int ink_columns(const char *text)
{
    char shown[UNIT];
    int sum = 0, columns = 0;
    for (size_t bytes; (bytes = next_unit(text, shown, &columns)) > 0; text += bytes)
        sum += columns;
    return sum;
}

/* A blank between a number and its unit, "12.9 %" or "0.3 s", is no end of a word. */
static bool is_unit(const char *blank)
{
    return blank[-1] >= '0' && blank[-1] <= '9' &&
           (blank[1] == '%' || (blank[1] == 's' && !isalpha((unsigned char)blank[2])));
}

/* Columns of the word at `text`, which is no blank, and its bytes. */
static int word_columns(const char *text, size_t *length)
{
    char shown[UNIT];
    int sum = 0, columns = 0;
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

/* Puts a word, in pieces if it is longer than a line; returns the column behind it. */
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

void ink_wrap(FILE *file, struct report_style style, int at, int indent, const char *text)
{
    wrap(file, style, at, indent, text);
    putc('\n', file);
}

void ink_note(FILE *file, struct report_style style, int indent, const char *text)
{
    fprintf(file, "%*s", indent, "");
    ink_on(file, style, INK_QUIET);
    wrap(file, style, indent, indent, text);
    ink_off(file, style);
    putc('\n', file);
}

void ink_label(FILE *file, struct report_style style, const char *label,
               const char *format, ...)
{
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("  ", file);
    ink_put(file, style, INK_QUIET, label);
    const int used = 2 + ink_columns(label), indent = used < 2 + LABEL ? 2 + LABEL : used;
    fprintf(file, "%*s", indent - used, "");
    ink_wrap(file, style, indent, indent, text);
}

/* ---- bars -------------------------------------------------------------------------- */

/* Character cells have eighths in UTF-8. The mark stands where the bar has not come. */
void ink_bar(FILE *file, struct report_style style, double share, double mark, int most)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
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

/* ---- numbers ----------------------------------------------------------------------- */

const char *ink_count(char text[INK_ROOM], uint64_t number)
{
    char digits[24];
    const int length =
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

const char *ink_large(char text[INK_ROOM], double number)
{
    if (number >= 0 && number < 1e15)
        return ink_count(text, (uint64_t)(number + 0.5));
    snprintf(text, INK_ROOM, "about %.3g", number);
    return text;
}

const char *ink_percent(char text[INK_ROOM], double share)
{
    snprintf(text, INK_ROOM, "%.*g %%", share > 0.9995 && share < 1 ? 6 : 3, 100 * share);
    return text;
}

const char *ink_chance(char text[INK_ROOM], double p)
{
    if (!(p >= 1e-300))
        snprintf(text, INK_ROOM, isnan(p) ? "-" : "<1e-300");
    else if (p >= 0.0995)
        snprintf(text, INK_ROOM, "%.3f", p);
    else if (p >= 0.000995)
        snprintf(text, INK_ROOM, "%.4f", p);
    else { /* 2.1e-07 without the 0 */
        char digits[INK_ROOM];
        snprintf(digits, sizeof digits, "%.1e", p);
        snprintf(text, INK_ROOM, "%.3se%ld", digits, strtol(digits + 4, NULL, 10));
    }
    return text;
}

const char *ink_power(char text[INK_ROOM], double logarithm)
{
    const double ten = logarithm / log(10);
    char digits[INK_ROOM - 8];
    if (!isfinite(ten) || fabs(ten) >= 1e15)
        snprintf(text, INK_ROOM, "-");
    else if (fabs(ten) < 999.5)
        snprintf(text, INK_ROOM, "10^%.1f", fabs(ten) < 0.05 ? 0 : ten);
    else {
        char number[INK_ROOM];
        snprintf(digits, sizeof digits, "%.*s", (int)sizeof digits - 1,
                 ink_count(number, (uint64_t)(fabs(ten) + 0.5)));
        snprintf(text, INK_ROOM, "10^%s%s", ten < 0 ? "-" : "", digits);
    }
    return text;
}

const char *ink_seconds(char text[INK_ROOM], double seconds)
{
    const long whole = seconds < 1e9 ? (long)(seconds + 0.5) : 0;
    if (seconds < 9.95)
        snprintf(text, INK_ROOM, "%.1f s", seconds);
    else if (whole < 60)
        snprintf(text, INK_ROOM, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, INK_ROOM, "%ld min %ld s", whole / 60, whole % 60);
    else
        snprintf(text, INK_ROOM, "%ld h %ld min", whole / 3600, whole / 60 % 60);
    return text;
}

const char *ink_plural(char text[INK_ROOM], uint64_t number, const char *noun)
{
    char digits[INK_ROOM];
    snprintf(text, INK_ROOM, "%.26s %.10s%s", ink_count(digits, number), noun,
             number == 1 ? "" : "s");
    return text;
}
