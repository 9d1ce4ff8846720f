/* SPDX-License-Identifier: MIT
 *
 * json_parts.c - JSON as our reports write it. See json_parts.h.
 *
 * Numbers are rounded to 12 digits: more mean nothing, and mathematical functions of
 * different systems agree in no more. So equal reports are equal bytes.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#endif
#include "json_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAIRAUDIT_VERSION
#define FAIRAUDIT_VERSION "unknown"
#endif

enum { SCHEMA_VERSION = 1, DIGITS = 12 };

/* ---- making ----------------------------------------------------------------------- */

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

/* ---- texts ------------------------------------------------------------------------ */

/* Bytes of the UTF-8 character at `text`, 0 if there is none: overlong forms, surrogates
 * and what is beyond U+10FFFF are none. The text ends with a 0, which continues nothing.
 */
static size_t character(const unsigned char *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned first = text[0];
    if (first < 0x80)
        return 1;
    const size_t bytes = first >= 0xf8   ? 0
                         : first >= 0xf0 ? 4
                         : first >= 0xe0 ? 3
                         : first >= 0xc0 ? 2
                                         : 0;
    if (bytes == 0)
        return 0;
    unsigned code = first & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[bytes] || code > 0x10ffff || surrogate ? 0 : bytes;
}

json_t *json_text(const char *text)
{
    static const char unknown[] = "\xef\xbf\xbd";
    if (text == NULL)
        return json_null();
    char *clean = malloc(3 * strlen(text) + 1), *to = clean;
    if (clean == NULL)
        return NULL;
    while (*text != '\0') {
        const size_t bytes = character((const unsigned char *)text);
        memcpy(to, bytes > 0 ? text : unknown, bytes > 0 ? bytes : 3);
        to += bytes > 0 ? bytes : 3;
        text += bytes > 0 ? bytes : 1;
    }
    *to = '\0';
    json_t *value = json_string(clean);
    free(clean);
    return value;
}

/* ---- the page --------------------------------------------------------------------- */

static int put(FILE *file, const json_t *value)
{
    return json_dumpf(value, file, JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
}

/* A list of objects, or of lists that are more than pairs. */
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
