/* SPDX-License-Identifier: MIT
 *
 * jansson.h - the part of the interface of jansson that our reports use, for WebAssembly,
 * where jansson is not available. The output is the same, byte by byte.
 *
 * Each value has one owner: an array or object owns the values that are added to it. As
 * in jansson, functions accept NULL and fail then.
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

/* Frees a value with everything in it. NULL is allowed. */
void json_decref(json_t *value);

/* Return 0, or -1 after freeing the value. The object must not have the key yet. */
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_array_append_new(json_t *array, json_t *value);

/* NULL and 0 if the value is not an array, or the index is out of range. */
json_t *json_array_get(const json_t *array, size_t index);
size_t json_array_size(const json_t *array);
int json_is_object(const json_t *value);

/* The members of an object, in the order in which they were added. */
const char *json_object_key(const json_t *object, size_t index);
json_t *json_object_value(const json_t *object, size_t index);
#define json_object_foreach(object, key, value)                                          \
    for (size_t json_at = 0; ((key) = json_object_key(object, json_at)) != NULL &&       \
                             ((value) = json_object_value(object, json_at)) != NULL;     \
         json_at++)

/* Writes any value. `flags` is only the number of digits of reals. */
#define JSON_ENCODE_ANY 0
#define JSON_REAL_PRECISION(digits) ((size_t)(digits))
int json_dumpf(const json_t *value, FILE *file, size_t flags);

#endif
