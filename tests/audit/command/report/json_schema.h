/* SPDX-License-Identifier: MIT
 *
 * json_schema.h - checks a JSON value against a JSON Schema. It knows the part of draft
 * 2020-12 that docs/fairaudit.schema.json uses; any other keyword is a failure, so that
 * nothing in a schema goes unchecked.
 */
#ifndef JSON_SCHEMA_H
#define JSON_SCHEMA_H

#include <regex.h>
#include <stdbool.h>
#include <string.h>

#include <jansson.h>

static bool schema_holds(json_t *root, json_t *schema, json_t *value);

static inline bool schema_is_type(const char *type, json_t *value)
{
    return (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
           (strcmp(type, "number") == 0 && json_is_number(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
           (strcmp(type, "null") == 0 && json_is_null(value));
}

static inline bool schema_type(json_t *types, json_t *value)
{
    if (json_is_string(types))
        return schema_is_type(json_string_value(types), value);
    for (size_t i = 0; i < json_array_size(types); i++)
        if (schema_is_type(json_string_value(json_array_get(types, i)), value))
            return true;
    return false;
}

static inline size_t schema_count(json_t *root, json_t *list, json_t *value)
{
    size_t holding = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        holding += schema_holds(root, json_array_get(list, i), value);
    return holding;
}

static inline bool schema_pattern(const char *pattern, json_t *value)
{
    regex_t regex;
    if (!json_is_string(value))
        return true;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    const bool matches = regexec(&regex, json_string_value(value), 0, NULL, 0) == 0;
    regfree(&regex);
    return matches;
}

static inline bool schema_object(json_t *root, json_t *schema, json_t *value)
{
    json_t *properties = json_object_get(schema, "properties");
    json_t *required = json_object_get(schema, "required");
    const bool closed = json_is_false(json_object_get(schema, "additionalProperties"));
    for (size_t i = 0; i < json_array_size(required); i++)
        if (json_object_get(value, json_string_value(json_array_get(required, i))) ==
            NULL)
            return false;
    void *at = json_object_iter(value);
    for (; at != NULL; at = json_object_iter_next(value, at)) {
        json_t *rule = json_object_get(properties, json_object_iter_key(at));
        if (rule == NULL ? closed : !schema_holds(root, rule, json_object_iter_value(at)))
            return false;
    }
    return true;
}

static inline bool schema_array(json_t *root, json_t *schema, json_t *value)
{
    json_t *items = json_object_get(schema, "items");
    json_t *least = json_object_get(schema, "minItems"),
           *most = json_object_get(schema, "maxItems");
    const json_int_t size = (json_int_t)json_array_size(value);
    if ((least != NULL && size < json_integer_value(least)) ||
        (most != NULL && size > json_integer_value(most)))
        return false;
    for (size_t i = 0; items != NULL && i < json_array_size(value); i++)
        if (!schema_holds(root, items, json_array_get(value, i)))
            return false;
    return true;
}

static inline bool schema_keyword(json_t *root, json_t *schema, const char *key,
                                  json_t *rule, json_t *value)
{
    static const char *const elsewhere[] = {
        "$schema",  "$defs",    "title",      "description",          "items",
        "minItems", "maxItems", "properties", "additionalProperties", "required"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (strcmp(key, elsewhere[i]) == 0)
            return true;
    if (strcmp(key, "$ref") == 0) {
        const char *name = json_string_value(rule) + strlen("#/$defs/");
        json_t *named = json_object_get(json_object_get(root, "$defs"), name);
        return named != NULL && schema_holds(root, named, value);
    }
    if (strcmp(key, "type") == 0)
        return schema_type(rule, value);
    if (strcmp(key, "const") == 0)
        return json_equal(rule, value);
    if (strcmp(key, "anyOf") == 0)
        return schema_count(root, rule, value) > 0;
    if (strcmp(key, "oneOf") == 0)
        return schema_count(root, rule, value) == 1;
    if (strcmp(key, "pattern") == 0)
        return schema_pattern(json_string_value(rule), value);
    if (strcmp(key, "minimum") == 0)
        return !json_is_number(value) ||
               json_number_value(value) >= json_number_value(rule);
    if (strcmp(key, "maximum") == 0)
        return !json_is_number(value) ||
               json_number_value(value) <= json_number_value(rule);
    if (strcmp(key, "enum") == 0) {
        for (size_t i = 0; i < json_array_size(rule); i++)
            if (json_equal(json_array_get(rule, i), value))
                return true;
    }
    (void)schema;
    return false;
}

static bool schema_holds(json_t *root, json_t *schema, json_t *value)
{
    void *at = json_object_iter(schema);
    for (; at != NULL; at = json_object_iter_next(schema, at))
        if (!schema_keyword(root, schema, json_object_iter_key(at),
                            json_object_iter_value(at), value))
            return false;
    return (!json_is_object(value) || schema_object(root, schema, value)) &&
           (!json_is_array(value) || schema_array(root, schema, value));
}

#endif
