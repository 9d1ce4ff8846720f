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

enum { DIGITS = 12 }; /* of numbers in JSON */

/* ---- memory and errors ------------------------------------------------------------- */

static char error[400];

void *lab_alloc(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void lab_free(void *memory)
{
    free(memory);
}

const char *lab_error(void)
{
    return error;
}

bool lab_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, sizeof error, format, args);
    va_end(args);
    return false;
}

bool lab_no_memory(void)
{
    return lab_fail("there is not enough memory");
}

/* ---- arguments --------------------------------------------------------------------- */

bool lab_take_size(struct request *request, size_t n)
{
    if (n < FAIRAUDIT_LEAST)
        return lab_fail("n: at least %d", FAIRAUDIT_LEAST);
    if (n > FAIRAUDIT_MOST)
        return lab_fail("n: at most %d", FAIRAUDIT_MOST);
    request->plan.n = n;
    return true;
}

static bool check_name(enum names_found found, const char *what, const char *text,
                       const char *why)
{
    if (found == NAMES_UNKNOWN)
        return lab_fail("no %s is called '%.60s'", what, text);
    return found == NAMES_FOUND || lab_fail("%.60s: %s", text, why);
}

bool lab_take_names(struct request *request, const char *shuffle, const char *die)
{
    char why[NAMES_WHY] = "";
    const bool named = *die != '\0';
    if (!check_name(names_shuffle(shuffle, request->plan.n, &request->shuffle,
                                  &request->shuffle_parameter, why),
                    "shuffle", shuffle, why) ||
        !check_name(names_die(named ? die : audit_dice[0].name, request->plan.n,
                              &request->die, &request->die_parameter, why),
                    "die", die, why))
        return false;
    names_join(request->name, sizeof request->name, shuffle, named ? die : NULL);
    return true;
}

bool lab_take_seed(struct request *request, const char *seed)
{
    if (*seed == '\0' || strlen(seed) >= sizeof request->seed_text)
        return lab_fail("seed: a text of 1 to %zu bytes", sizeof request->seed_text - 1);
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

char *lab_text(json_t *value)
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
    lab_no_memory();
    return NULL;
}

/* ---- documents --------------------------------------------------------------------- */

static char *or_no_memory(char *text)
{
    if (text == NULL)
        lab_no_memory();
    return text;
}

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
    char why[EXACT_WHY];
    const bool large = exact_explain_failure(request, status, why);
    lab_fail("%s%s", why, large ? "; try a smaller n" : "");
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
