/* SPDX-License-Identifier: MIT
 *
 * json_parts.h - JSON as our reports write it: see docs/audit-json.md.
 */
#ifndef JSON_PARTS_H
#define JSON_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

/* An object in the making; after a failure it takes what comes and drops it. */
struct json_making {
    json_t *object;
    bool failed;
};

struct json_making json_begin(void);

/* A document, with the name and version of its schema, and those of the tool. */
struct json_making json_document(const char *schema);

/* Each value is given away; NULL is a failure. */
void json_add(struct json_making *making, const char *key, json_t *value);

/* The object; NULL if anything failed. */
json_t *json_end(struct json_making *making);

/* Appends to an array. Both are given away if that fails: NULL, then. */
json_t *json_and(json_t *array, json_t *value);

/* A number, or null if it is not finite. */
json_t *json_number(double number);

/* A natural number; a string of digits beyond 2^53, where doubles have gaps. */
json_t *json_natural(uint64_t number);

/* A text, with U+FFFD for what is not UTF-8; null for NULL. */
json_t *json_text(const char *text);

/* The document as text: a line for each member, and for each element of a list of
 * objects or of lists that are more than pairs. Takes the object; NULL if that is NULL,
 * or there is no memory. */
char *json_page(json_t *object);

#endif
