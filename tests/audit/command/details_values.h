/* SPDX-License-Identifier: MIT
 *
 * details_values.h - patterns of sentences, and how they are filled in with values.
 *
 * A pattern is the sentence with names of values in braces. After the name, a letter says
 * how the value is written:
 *
 *     {n}     as it is: a number, a text, or a list with blanks between its numbers
 *     {n,}    with commas: 12,345, or 1, 2, 3
 *     {n%} {n^}   as a percentage, with as many digits as tell "share" from "fair", and
 *             rounded up
 *     {n~}    with as many digits as tell "mean" from "fair"
 *     {n/}    as a percentage with three digits
 *     {n#}    rounded to two digits
 *     {n'}    between quotation marks
 *     {n s}   nothing if it is 1, else "s"
 */
#ifndef AUDIT_DETAILS_VALUES_H
#define AUDIT_DETAILS_VALUES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/report/json_parts.h"
#include "audit/diagnosis/effect_parts.h"
#include "audit/numbers/format.h"

enum { DETAILS_ROOM = 1000 };

struct written {
    char text[DETAILS_ROOM]; /* the sentence so far */
    size_t length;           /* its bytes */
};

struct detail_pattern {
    const char *code, *pattern;
};

/* ---- values ------------------------------------------------------------------------ */

__attribute__((format(printf, 2, 3))) static inline void write_text(struct written *to,
                                                                    const char *format,
                                                                    ...)
{
    va_list args;
    va_start(args, format);
    const int more =
        vsnprintf(to->text + to->length, sizeof to->text - to->length, format, args);
    va_end(args);
    to->length += (size_t)more;
    if (to->length >= sizeof to->text)
        abort();
}

static inline double number_in(const json_t *details, const char *name)
{
    return json_number_value(json_object_get(details, name));
}

static inline uint64_t natural_in(const json_t *details, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(details, name));
}

/* The text of a value; NULL if it is null or missing. */
static inline const char *text_in(const json_t *details, const char *name)
{
    return json_string_value(json_object_get(details, name));
}

static inline bool has_value(const json_t *details, const char *name)
{
    const json_t *value = json_object_get(details, name);
    return value != NULL && !json_is_null(value);
}

static inline void write_list(struct written *to, const json_t *list, const char *between)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        write_text(to, "%s%lld", i > 0 ? between : "",
                   (long long)json_integer_value(json_array_get(list, i)));
}

static inline void write_plain(struct written *to, const json_t *value)
{
    if (json_is_string(value))
        write_text(to, "%s", json_string_value(value));
    else if (json_is_array(value))
        write_list(to, value, " ");
    else if (json_is_integer(value))
        write_text(to, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        write_text(to, "%g", json_real_value(value));
    else
        write_text(to, "(no value)");
}

static inline void write_value(struct written *to, const json_t *details,
                               const char *name, char how)
{
    const json_t *value = json_object_get(details, name);
    const bool fair = strcmp(name, "fair") == 0;
    const double usual = number_in(details, "fair");
    char rounded[40];
    audit_two_numbers both;
    switch (how) {
    case ',':
        if (json_is_array(value))
            write_list(to, value, ", ");
        else
            write_text(to, "%s", audit_format_count(natural_in(details, name)).text);
        break;
    case '%':
    case '^':
        both = (how == '%' ? audit_two_numbers_of : audit_two_numbers_above)(
            100 * number_in(details, "share"), 100 * usual);
        write_text(to, "%s %%", fair ? both.fair : both.seen);
        break;
    case '~':
        both = audit_two_numbers_of(number_in(details, "mean"), usual);
        write_text(to, "%s", fair ? both.fair : both.seen);
        break;
    case '/':
        write_text(to, "%.3g %%", 100 * json_number_value(value));
        break;
    case '#':
        audit_format_rounded(json_number_value(value), rounded, sizeof rounded);
        write_text(to, "%s", rounded);
        break;
    case '\'':
        write_text(to, "'%s'", json_string_value(value));
        break;
    case 's':
        write_text(to, "%s", natural_in(details, name) == 1 ? "" : "s");
        break;
    default:
        write_plain(to, value);
    }
}

static inline void write_pattern(struct written *to, const json_t *details,
                                 const char *pattern)
{
    while (*pattern != '\0') {
        const size_t plain = strcspn(pattern, "{");
        write_text(to, "%.*s", (int)plain, pattern);
        pattern += plain;
        if (*pattern == '\0')
            break;
        const size_t length = strspn(pattern + 1, "abcdefghijklmnopqrstuvwxyz_");
        const char *end = strchr(pattern, '}');
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)length, pattern + 1);
        if (end == NULL || strcmp(name, "out") == 0) { /* the file {out} */
            write_text(to, "{out");
            pattern += 4;
            continue;
        }
        write_value(to, details, name, pattern + 1 + length == end ? '\0' : end[-1]);
        pattern = end + 1;
    }
}

/* Writes the pattern of a code. Returns false if there is none. */
static inline bool write_code(struct written *to, const json_t *details, const char *code,
                              const struct detail_pattern *patterns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(patterns[i].code, code) == 0) {
            write_pattern(to, details, patterns[i].pattern);
            return true;
        }
    return false;
}

#define WRITE_CODE(to, details, code, patterns)                                          \
    write_code(to, details, code, patterns, sizeof(patterns) / sizeof *(patterns))

#endif
