/* SPDX-License-Identifier: MIT
 *
 * lab.c - memory, errors, arguments, and the documents that need no audit.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* open_memstream, strdup */
#endif
#include "lab/core/lab_parts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/report/report.h"
#include "lab/core/library.h"
#include "audit/command/request/names.h"
#include "audit/exact/exact.h"

enum { DIGITS = 17 }; /* of numbers in JSON: a double is read as it was written */

/* ---- memory and errors ------------------------------------------------------------- */

/* The last failure. */
static struct {
    char text[400];        /* for people */
    audit_details details; /* for programs */
    char *json;            /* both, as lab_error() has returned them last; owned */
} error;

void *lab_alloc(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void lab_free(void *memory)
{
    free(memory);
}

audit_details *lab_fail(const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error.text, sizeof error.text, format, args);
    va_end(args);
    audit_details_begin(&error.details, code);
    return &error.details;
}

bool lab_fail_as(const audit_details *details, const char *text)
{
    snprintf(error.text, sizeof error.text, "%s", text);
    error.details = *details;
    return false;
}

bool lab_no_memory(void)
{
    return lab_fail("no-memory", "there is not enough memory"), false;
}

/* ---- arguments --------------------------------------------------------------------- */

bool lab_take_size(struct request *request, size_t n)
{
    if (n < FAIRAUDIT_LEAST) {
        audit_detail_integer(lab_fail("n-too-small", "n: at least %d", FAIRAUDIT_LEAST),
                             "least", FAIRAUDIT_LEAST);
        return false;
    }
    if (n > FAIRAUDIT_MOST) {
        audit_detail_integer(lab_fail("n-too-large", "n: at most %d", FAIRAUDIT_MOST),
                             "most", FAIRAUDIT_MOST);
        return false;
    }
    request->plan.n = n;
    return true;
}

/* Adds a name that the page gave; it is cut, because it can be anything. */
static void add_name(audit_details *details, const char *name)
{
    char cut[64];
    snprintf(cut, sizeof cut, "%.60s", name);
    audit_detail_text(details, "name", cut);
}

bool lab_fail_name(const char *code, const char *what, const char *name)
{
    add_name(lab_fail(code, "no %s is called '%.60s'", what, name), name);
    return false;
}

/* Whether the number after the name is right. */
static bool check_number(enum names_found found, const char *name, audit_sentence *why)
{
    if (found == NAMES_FOUND)
        return true;
    char text[sizeof why->text + 64];
    snprintf(text, sizeof text, "%.60s: %s", name, why->text);
    add_name(&why->details, name);
    return lab_fail_as(&why->details, text);
}

bool lab_take_names(struct request *request, const char *shuffle, const char *die)
{
    audit_sentence why;
    const bool named = *die != '\0';
    enum names_found found = names_shuffle(shuffle, request->plan.n, &request->shuffle,
                                           &request->shuffle_parameter, &why);
    if (found == NAMES_UNKNOWN)
        return lab_fail_name("unknown-shuffle", "shuffle", shuffle);
    if (!check_number(found, shuffle, &why))
        return false;
    found = names_die(named ? die : audit_dice[0].name, request->plan.n, &request->die,
                      &request->die_parameter, &why);
    if (found == NAMES_UNKNOWN)
        return lab_fail_name("unknown-die", "die", die);
    if (!check_number(found, die, &why))
        return false;
    names_join(request->name, sizeof request->name, shuffle, named ? die : NULL);
    return true;
}

bool lab_take_seed(struct request *request, const char *seed)
{
    const size_t most = sizeof request->seed_text - 1;
    if (*seed == '\0' || strlen(seed) > most) {
        audit_detail_integer(lab_fail("bad-seed", "seed: a text of 1 to %zu bytes", most),
                             "most", most);
        return false;
    }
    memcpy(request->seed_text, seed, strlen(seed) + 1);
    request->plan.seed = audit_seed_of_text(seed);
    return true;
}

/* ---- JSON -------------------------------------------------------------------------- */

json_t *lab_cards(const unsigned char *cards, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        array = json_and(array, json_integer(cards[i]));
    return array;
}

struct json_making lab_roll(uint64_t sides, uint64_t rolled)
{
    assert(rolled < sides);
    struct json_making making = json_begin();
    json_add(&making, "sides", json_natural(sides));
    json_add(&making, "rolled", json_natural(rolled));
    return making;
}

/* The value as text; NULL if there is no memory. Takes the value. */
static char *text_of(json_t *value)
{
    char *text = NULL;
    size_t size;
    FILE *file = value != NULL ? open_memstream(&text, &size) : NULL;
    int wrong = file == NULL;
    if (file != NULL) {
        wrong |= json_dumpf(value, file, JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
        wrong |= fclose(file);
    }
    json_decref(value);
    if (!wrong)
        return text;
    free(text);
    return NULL;
}

static char *or_no_memory(char *text)
{
    if (text == NULL)
        lab_no_memory();
    return text;
}

char *lab_text(json_t *value)
{
    return or_no_memory(text_of(value));
}

const char *lab_error(void)
{
    struct json_making making = json_begin();
    json_add(&making, "text", json_text(error.text));
    json_add_details(&making, &error.details);
    free(error.json);
    error.json = text_of(json_end(&making));
    return error.json != NULL
               ? error.json
               : "{\"text\": \"there is not enough memory\", \"code\": \"no-memory\"}";
}

/* ---- documents --------------------------------------------------------------------- */

char *lab_list(void)
{
    return or_no_memory(list_json());
}

char *lab_library(void)
{
    json_t *array = json_array();
    for (const struct library_function *f = library_functions; f->name != NULL; f++) {
        struct json_making making = json_begin();
        json_add(&making, "name", json_text(f->name));
        json_add(&making, "title", json_text(f->title));
        array = json_and(array, json_end(&making));
    }
    return lab_text(array);
}

static void fail_exact(const struct request *request, int status)
{
    char why[EXACT_WHY], text[EXACT_WHY + 32];
    audit_details details;
    const bool large = exact_explain_failure(request, status, why, &details);
    snprintf(text, sizeof text, "%s%s", why, large ? "; try a smaller n" : "");
    audit_detail_text(&details, "hint", large ? "smaller-n" : NULL);
    lab_fail_as(&details, text);
}

char *lab_exact(const char *shuffle, const char *die, size_t n)
{
    struct request request = {.task = TASK_EXACT};
    audit_exact exact;
    if (!lab_take_size(&request, n) || !lab_take_names(&request, shuffle, die))
        return NULL;
    const int status = audit_exact_find(request.shuffle, request.shuffle_parameter,
                                        request.die, request.die_parameter, n, &exact);
    char *text = NULL;
    if (status == FAIRAUDIT_OK)
        text = or_no_memory(
            exact_json(&exact, shuffle, *die != '\0' ? die : request.die->name));
    else
        fail_exact(&request, status);
    audit_exact_free(&exact);
    return text;
}
