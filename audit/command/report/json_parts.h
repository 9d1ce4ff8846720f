/* SPDX-License-Identifier: MIT
 *
 * json_parts.h - helpers to build and print JSON. docs/audit-json.md describes the
 * format.
 */
#ifndef JSON_PARTS_H
#define JSON_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "audit/numbers/sentence.h"

/* An object that is being built. After a failure, values that are added are freed. */
struct json_making {
    json_t *object; /* owned until json_end(); NULL if there was no memory */
    bool failed;    /* there was no memory */
};

struct json_making json_begin(void);

/* Begins a document with the name and version of its schema and of the tool. */
struct json_making json_document(const char *schema);

/* Adds a value, which the object then owns. NULL counts as a failure. */
void json_add(struct json_making *making, const char *key, json_t *value);

/* The object. NULL if anything failed. */
json_t *json_end(struct json_making *making);

/* Appends a value to an array, which then owns it. Returns the array. If one of them is
 * NULL, or there is no memory, frees both and returns NULL. */
json_t *json_and(json_t *array, json_t *value);

/* A number, or null if it is not finite. */
json_t *json_number(double number);

/* A natural number. Above 2^53, where doubles have gaps, it is a string of digits. */
json_t *json_natural(uint64_t number);

/* A text, in which U+FFFD replaces invalid UTF-8; null for NULL. */
json_t *json_text(const char *text);

/* Adds the code of a sentence, as the member "code", and its values. */
void json_add_details(struct json_making *making, const audit_details *details);

/* The same as an object; null if there is no sentence. */
json_t *json_details(const audit_details *details);

/* The document as text. Each member has a line; in tables (arrays of objects, or of
 * arrays of more than two values) each element has one. Takes the object. Returns NULL if
 * that is NULL, or if there is no memory. */
char *json_page(json_t *object);

#endif
