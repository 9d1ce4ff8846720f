/* SPDX-License-Identifier: MIT
 *
 * names.c - the names of shuffles and dice on the command line and on the page.
 */
#include "audit/command/request/names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool reject_number(const audit_parameter *parameter, audit_sentence *why)
{
    if (parameter->meaning == NULL) {
        audit_sentence_set(why, "takes-no-number", "takes no number");
        return false;
    }
    audit_sentence_set(why, "number-out-of-range",
                       "the number (%s) must be from %llu to %llu", parameter->meaning,
                       (unsigned long long)parameter->least,
                       (unsigned long long)parameter->most);
    audit_detail_text(&why->details, "meaning", parameter->meaning);
    audit_detail_integer(&why->details, "least", parameter->least);
    audit_detail_integer(&why->details, "most", parameter->most);
    return false;
}

/* Reads the number of "NAME:NUMBER", or sets its default. */
static bool read_parameter(const char *text, const audit_parameter *parameter, size_t n,
                           uint64_t *value, audit_sentence *why)
{
    uint64_t number = 0;
    int given = 0, bad = 0;
    if (audit_parameter_split(text, &number, &given) == 0) {
        audit_sentence_set(why, "not-a-number",
                           "the text after the colon must be a number");
        return false;
    }
    *value = audit_parameter_value(parameter, given, number, n, &bad);
    return !bad || reject_number(parameter, why);
}

static bool is_named(const char *name, const char *text)
{
    const size_t length = strcspn(text, ":");
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

enum names_found names_shuffle(const char *text, size_t n, const audit_shuffle **shuffle,
                               uint64_t *parameter, audit_sentence *why)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (is_named(s->name, text)) {
            *shuffle = s;
            return read_parameter(text, &s->parameter, n, parameter, why) ? NAMES_FOUND
                                                                          : NAMES_NUMBER;
        }
    return NAMES_UNKNOWN;
}

enum names_found names_die(const char *text, size_t n, const audit_die_kind **die,
                           uint64_t *parameter, audit_sentence *why)
{
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++)
        if (is_named(d->name, text)) {
            *die = d;
            return read_parameter(text, &d->parameter, n, parameter, why) ? NAMES_FOUND
                                                                          : NAMES_NUMBER;
        }
    return NAMES_UNKNOWN;
}

static void add_parameter(audit_details *details, const char *name,
                          const audit_parameter *parameter, uint64_t value)
{
    if (parameter->meaning != NULL)
        audit_detail_integer(details, name, value);
    else
        audit_detail_none(details, name);
}

void names_add_shuffle(audit_details *details, const audit_shuffle *shuffle,
                       uint64_t parameter)
{
    audit_detail_text(details, "shuffle", shuffle->name);
    add_parameter(details, "parameter", &shuffle->parameter, parameter);
}

void names_add_die(audit_details *details, const audit_die_kind *die, uint64_t parameter)
{
    audit_detail_text(details, "die", die->name);
    add_parameter(details, "die_parameter", &die->parameter, parameter);
}

void names_join(char *name, size_t size, const char *shuffle, const char *die)
{
    if (die != NULL)
        snprintf(name, size, "%s with %s", shuffle, die);
    else
        snprintf(name, size, "%s", shuffle);
}
