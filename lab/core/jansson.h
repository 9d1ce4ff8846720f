/* SPDX-License-Identifier: MIT
 *
 * jansson.h - as much of the interface of jansson as our reports use, for WebAssembly,
 * where there is none. What it writes is the same, byte by byte.
 *
 * Values have one owner: what is added to an array or an object is given away to it. As
 * there, functions take NULL, and fail then.
 */
#ifndef LAB_JANSSON_H
#define LAB_JANSSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_t json_t;
typedef long long json_int_t;

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_integer(json_int_t number);
json_t *json_real(double number);
json_t *json_boolean(int value);
json_t *json_null(void);

/* Frees it with all that is in it; NULL is allowed. */
void json_decref(json_t *value);

/* 0, or -1: then the value is freed. A key must not be there yet. */
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_array_append_new(json_t *array, json_t *value);

/* NULL and 0 for what is no array, and beyond its end. */
json_t *json_array_get(const json_t *array, size_t index);
size_t json_array_size(const json_t *array);
int json_is_object(const json_t *value);

/* The members of an object one by one, in the order in which they were added. */
const char *json_object_key(const json_t *object, size_t index);
json_t *json_object_value(const json_t *object, size_t index);
#define json_object_foreach(object, key, value)                                          \
    for (size_t json_at = 0; ((key) = json_object_key(object, json_at)) != NULL &&       \
                             ((value) = json_object_value(object, json_at)) != NULL;     \
         json_at++)

/* Any value may be written by itself, always; reals with so many digits. */
#define JSON_ENCODE_ANY 0
#define JSON_REAL_PRECISION(digits) ((size_t)(digits))
int json_dumpf(const json_t *value, FILE *file, size_t flags);

#endif
