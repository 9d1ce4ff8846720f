/* SPDX-License-Identifier: MIT
 *
 * jansson.c - JSON values.
 *
 * An object is an array of values, each with its key. There are few members, and none is
 * looked up by key.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream, strdup */
#endif
#include "lab/core/jansson.h"

#include <stdlib.h>
#include <string.h>

enum kind { OBJECT, ARRAY, STRING, INTEGER, REAL, WORD };

struct json_t {
    enum kind kind; /* which member of `is` is used */
    char *key;      /* of a member of an object, owned; NULL: not a member of one */
    union {
        struct {
            json_t **item;  /* [count]: the values; owned */
            size_t count;   /* values in `item` */
            size_t room;    /* values that `item` has room for */
        } list;             /* OBJECT and ARRAY: the members */
        char *text;         /* STRING: a copy; owned */
        json_int_t integer; /* INTEGER: the number */
        double real;        /* REAL: the number */
        const char *word;   /* WORD: "true", "false" or "null"; not owned */
    } is;                   /* the value */
};

/* ---- making ------------------------------------------------------------------------ */

static json_t *make(enum kind kind)
{
    json_t *value = calloc(1, sizeof *value);
    if (value != NULL)
        value->kind = kind;
    return value;
}

static json_t *make_word(const char *word)
{
    json_t *value = make(WORD);
    if (value != NULL)
        value->is.word = word;
    return value;
}

json_t *json_object(void)
{
    return make(OBJECT);
}

json_t *json_array(void)
{
    return make(ARRAY);
}

json_t *json_string(const char *text)
{
    json_t *value = text != NULL ? make(STRING) : NULL;
    if (value != NULL && (value->is.text = strdup(text)) == NULL) {
        free(value);
        return NULL;
    }
    return value;
}

json_t *json_integer(json_int_t number)
{
    json_t *value = make(INTEGER);
    if (value != NULL)
        value->is.integer = number;
    return value;
}

json_t *json_real(double number)
{
    json_t *value = make(REAL);
    if (value != NULL)
        value->is.real = number;
    return value;
}

json_t *json_boolean(int value)
{
    return make_word(value ? "true" : "false");
}

json_t *json_null(void)
{
    return make_word("null");
}

/* ---- arrays and objects ------------------------------------------------------------ */

static int is_list(const json_t *value)
{
    return value != NULL && (value->kind == OBJECT || value->kind == ARRAY);
}

void json_decref(json_t *value)
{
    if (value == NULL)
        return;
    if (is_list(value)) {
        for (size_t i = 0; i < value->is.list.count; i++)
            json_decref(value->is.list.item[i]);
        free(value->is.list.item);
    } else if (value->kind == STRING) {
        free(value->is.text);
    }
    free(value->key);
    free(value);
}

static int append(json_t *list, json_t *value)
{
    if (list->is.list.count == list->is.list.room) {
        const size_t room = list->is.list.room > 0 ? 2 * list->is.list.room : 4;
        json_t **item = realloc(list->is.list.item, room * sizeof(json_t *));
        if (item == NULL)
            return 0;
        list->is.list.item = item;
        list->is.list.room = room;
    }
    list->is.list.item[list->is.list.count++] = value;
    return 1;
}

int json_array_append_new(json_t *array, json_t *value)
{
    if (value != NULL && array != NULL && array->kind == ARRAY && append(array, value))
        return 0;
    json_decref(value);
    return -1;
}

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
    if (value != NULL && object != NULL && object->kind == OBJECT && key != NULL &&
        (value->key = strdup(key)) != NULL && append(object, value))
        return 0;
    json_decref(value);
    return -1;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->is.list.item[index] : NULL;
}

size_t json_array_size(const json_t *array)
{
    return array != NULL && array->kind == ARRAY ? array->is.list.count : 0;
}

int json_is_object(const json_t *value)
{
    return value != NULL && value->kind == OBJECT;
}

json_t *json_object_value(const json_t *object, size_t index)
{
    return json_is_object(object) && index < object->is.list.count
               ? object->is.list.item[index]
               : NULL;
}

const char *json_object_key(const json_t *object, size_t index)
{
    const json_t *value = json_object_value(object, index);
    return value != NULL ? value->key : NULL;
}

/* ---- writing ----------------------------------------------------------------------- */

static void put_text(const char *text, FILE *file)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    putc('"', file);
    for (; *text != '\0'; text++) {
        const char *escape = strchr(plain, *text);
        if (escape != NULL)
            fprintf(file, "\\%c", letter[escape - plain]);
        else if ((unsigned char)*text < ' ')
            fprintf(file, "\\u%04X", (unsigned)*text);
        else
            putc(*text, file);
    }
    putc('"', file);
}

/* Like %g, but whole numbers end in .0, and exponents have no + and no leading zeros. */
static void put_real(double number, int digits, FILE *file)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits, number);
    char *power = strchr(text, 'e');
    if (power == NULL) {
        fprintf(file, strchr(text, '.') == NULL ? "%s.0" : "%s", text);
        return;
    }
    *power++ = '\0';
    fprintf(file, "%se%s", text, *power == '-' ? "-" : "");
    fputs(power + strspn(power, "+-0"), file);
}

static void put(const json_t *value, int digits, FILE *file)
{
    switch (value->kind) {
    case OBJECT:
    case ARRAY:
        putc(value->kind == OBJECT ? '{' : '[', file);
        for (size_t i = 0; i < value->is.list.count; i++) {
            const json_t *item = value->is.list.item[i];
            fputs(i > 0 ? ", " : "", file);
            if (value->kind == OBJECT) {
                put_text(item->key, file);
                fputs(": ", file);
            }
            put(item, digits, file);
        }
        putc(value->kind == OBJECT ? '}' : ']', file);
        break;
    case STRING:
        put_text(value->is.text, file);
        break;
    case INTEGER:
        fprintf(file, "%lld", value->is.integer);
        break;
    case REAL:
        put_real(value->is.real, digits, file);
        break;
    case WORD:
        fputs(value->is.word, file);
        break;
    }
}

int json_dumpf(const json_t *value, FILE *file, size_t flags)
{
    if (value == NULL)
        return -1;
    put(value, (int)flags, file);
    return ferror(file) ? -1 : 0;
}
