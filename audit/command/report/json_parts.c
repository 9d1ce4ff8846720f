/* SPDX-License-Identifier: MIT
 *
 * json_parts.c - helpers to build and print JSON.
 *
 * Numbers are rounded to 12 digits. More have no meaning, and mathematical functions of
 * different systems do not agree on them. So equal reports are equal bytes.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#endif
#include "audit/command/report/json_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/subject/utf8.h"
#include "cli/bidi.h"

#ifndef FAIRAUDIT_VERSION
#define FAIRAUDIT_VERSION "unknown"
#endif

enum { SCHEMA_VERSION = 1, DIGITS = 12 };

/* ---- building ---------------------------------------------------------------------- */

struct json_making json_begin(void)
{
    json_t *object = json_object();
    return (struct json_making){object, object == NULL};
}

struct json_making json_document(const char *schema)
{
    struct json_making making = json_begin();
    json_add(&making, "schema", json_text(schema));
    json_add(&making, "version", json_integer(SCHEMA_VERSION));
    json_add(&making, "tool", json_text("fairaudit " FAIRAUDIT_VERSION));
    return making;
}

void json_add(struct json_making *making, const char *key, json_t *value)
{
    if (making->failed)
        json_decref(value);
    else if (value == NULL || json_object_set_new(making->object, key, value) != 0)
        making->failed = true;
}

json_t *json_end(struct json_making *making)
{
    if (making->failed) {
        json_decref(making->object);
        making->object = NULL;
    }
    return making->object;
}

json_t *json_and(json_t *array, json_t *value)
{
    if (array == NULL) {
        json_decref(value);
        return NULL;
    }
    if (value == NULL || json_array_append_new(array, value) != 0) {
        json_decref(array);
        return NULL;
    }
    return array;
}

json_t *json_number(double number)
{
    if (!isfinite(number))
        return json_null();
    return json_real(number == 0 ? 0 : number); /* no -0 */
}

json_t *json_natural(uint64_t number)
{
    if (number <= UINT64_C(1) << 53)
        return json_integer((json_int_t)number);
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    return json_string(digits);
}

/* ---- texts ------------------------------------------------------------------------- */

json_t *json_text(const char *text)
{
    static const char unknown[] = "\xef\xbf\xbd";
    if (text == NULL)
        return json_null();
    size_t left = strlen(text);
    char *clean = malloc(3 * left + 1), *to = clean;
    if (clean == NULL)
        return NULL;
    while (left > 0) {
        const size_t bytes = utf8_character(text, left);
        memcpy(to, bytes > 0 ? text : unknown, bytes > 0 ? bytes : 3);
        to += bytes > 0 ? bytes : 3;
        text += bytes > 0 ? bytes : 1;
        left -= bytes > 0 ? bytes : 1;
    }
    *to = '\0';
    json_t *value = json_string(clean);
    free(clean);
    return value;
}

/* ---- sentences --------------------------------------------------------------------- */

static json_t *list_array(const audit_details *details)
{
    json_t *array = json_array();
    for (size_t i = 0; i < details->listed; i++)
        array = json_and(array, json_natural(details->list[i]));
    return array;
}

static json_t *detail_value(const audit_details *details, const audit_detail *detail)
{
    switch (detail->kind) {
    case AUDIT_DETAIL_INTEGER:
        return json_natural(detail->is.integer);
    case AUDIT_DETAIL_REAL:
        return json_number(detail->is.real);
    case AUDIT_DETAIL_TEXT:
        return json_text(audit_detail_text_of(details, detail));
    case AUDIT_DETAIL_LIST_OF:
        return list_array(details);
    case AUDIT_DETAIL_NONE:
        break;
    }
    return json_null();
}

void json_add_details(struct json_making *making, const audit_details *details)
{
    json_add(making, "code", json_text(details->code));
    for (size_t i = 0; i < details->count; i++)
        json_add(making, details->detail[i].name,
                 detail_value(details, &details->detail[i]));
}

json_t *json_details(const audit_details *details)
{
    if (details->code == NULL)
        return json_null();
    struct json_making making = json_begin();
    json_add_details(&making, details);
    return json_end(&making);
}

/* ---- printing ---------------------------------------------------------------------- */

/* Characters that change the direction of text (bidi.h) become escapes. Otherwise one
 * name could look like another to a person who reads the JSON. */
static void put_escaped(FILE *file, const char *text, size_t length)
{
    for (size_t i = 0, bytes; i < length; i += bytes) {
        const unsigned char *at = (const unsigned char *)text + i;
        bytes = bidi_utf8(text + i, length - i);
        if (bytes == 2)
            fprintf(file, "\\u%04X", (at[0] & 0x1fU) << 6 | (at[1] & 0x3fU));
        else if (bytes == 3)
            fprintf(file, "\\u%04X",
                    (at[0] & 0xfU) << 12 | (at[1] & 0x3fU) << 6 | (at[2] & 0x3fU));
        else
            putc(*at, file);
        bytes += bytes == 0;
    }
}

static int put(FILE *file, const json_t *value)
{
    char *text = NULL;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    int wrong = memory == NULL;
    if (memory != NULL) {
        wrong |= json_dumpf(value, memory, JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
        wrong |= fclose(memory);
    }
    if (!wrong)
        put_escaped(file, text, length);
    free(text);
    return wrong || ferror(file) ? -1 : 0;
}

/* Whether each element gets its own line: see json_page(). */
static bool is_table(const json_t *value)
{
    const json_t *first = json_array_get(value, 0);
    return json_is_object(first) || json_array_size(first) > 2;
}

static int put_member(FILE *file, const json_t *value)
{
    if (!is_table(value))
        return put(file, value);
    int wrong = 0;
    for (size_t i = 0; i < json_array_size(value); i++) {
        fputs(i > 0 ? ",\n    " : "[\n    ", file);
        wrong |= put(file, json_array_get(value, i));
    }
    fputs("\n  ]", file);
    return wrong;
}

char *json_page(json_t *object)
{
    char *text = NULL;
    size_t size;
    FILE *file = object != NULL ? open_memstream(&text, &size) : NULL;
    if (file == NULL) {
        json_decref(object);
        return NULL;
    }
    const char *key, *between = "{\n  ";
    json_t *value;
    int wrong = 0;
    json_object_foreach(object, key, value)
    {
        fprintf(file, "%s\"%s\": ", between, key);
        wrong |= put_member(file, value);
        between = ",\n  ";
    }
    fputs("\n}\n", file);
    wrong |= ferror(file);
    wrong |= fclose(file);
    json_decref(object);
    if (wrong != 0) {
        free(text);
        return NULL;
    }
    return text;
}
