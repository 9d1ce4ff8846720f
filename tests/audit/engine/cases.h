/* SPDX-License-Identifier: MIT
 *
 * cases.h - shuffles of the catalogue for tests: by name, their orders, audits.
 */
#ifndef AUDIT_CASES_H
#define AUDIT_CASES_H

#include "audit/catalogue/builtin.h"
#include "audit/engine/audit.h"
#include "tests/support/test.h"

/* ---- by name ----------------------------------------------------------------------- */

/* A shuffle or a die with its parameter, as on the command line: "keys:8", "modulo:15".
 * NULL: there is none, or the parameter is wrong. */
static inline const audit_shuffle *shuffle_named(const char *text, size_t n,
                                                 uint64_t *parameter)
{
    uint64_t number;
    int given, wrong;
    const size_t length = audit_parameter_split(text, &number, &given);
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (strlen(s->name) == length && strncmp(s->name, text, length) == 0) {
            *parameter = audit_parameter_value(&s->parameter, given, number, n, &wrong);
            return wrong ? NULL : s;
        }
    return NULL;
}

static inline const audit_die_kind *die_named(const char *text, uint64_t *parameter)
{
    uint64_t number;
    int given, wrong;
    const size_t length = audit_parameter_split(text, &number, &given);
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++)
        if (strlen(d->name) == length && strncmp(d->name, text, length) == 0) {
            *parameter = audit_parameter_value(&d->parameter, given, number, 2, &wrong);
            return wrong ? NULL : d;
        }
    return NULL;
}

/* A shuffle and a die; the program ends if they do not exist. */
static inline audit_builtin case_of(const char *shuffle, const char *die, size_t n,
                                    uint64_t seed)
{
    audit_builtin builtin = {.n = n, .seed = audit_seed_of_number(seed)};
    builtin.shuffle = shuffle_named(shuffle, n, &builtin.shuffle_parameter);
    builtin.die = die_named(die, &builtin.die_parameter);
    if (builtin.shuffle == NULL || builtin.die == NULL) {
        printf("Bail out! no shuffle '%s', or no die '%s'\n", shuffle, die);
        exit(1);
    }
    return builtin;
}

/* ---- orders ------------------------------------------------------------------------ */

/* The first `count` orders; free them. */
static inline unsigned char *case_orders(audit_builtin *builtin, size_t count)
{
    unsigned char *orders = malloc(count * builtin->n + 1);
    if (orders == NULL || audit_builtin_fill(builtin, 0, count, orders) != FAIRAUDIT_OK) {
        printf("Bail out! no orders\n");
        exit(1);
    }
    return orders;
}

static inline unsigned char *orders_of(const char *shuffle, const char *die, size_t n,
                                       size_t count, uint64_t seed)
{
    audit_builtin builtin = case_of(shuffle, die, n, seed);
    return case_orders(&builtin, count);
}

/* A mistake that is in no catalogue: the second card stays where it is. */
static inline void all_but_second(const fairaudit_die *die, unsigned char *cards,
                                  size_t n, void *context)
{
    (void)context;
    for (size_t i = n - 1; i > 1; i--) {
        const size_t choice = fairaudit_choose(die, i), j = choice + (choice > 0);
        const unsigned char kept = cards[i];
        cards[i] = cards[j];
        cards[j] = kept;
    }
}

static inline unsigned char *orders_of_mistake(size_t n, size_t count)
{
    audit_builtin builtin = {.n = n,
                             .die = audit_dice,
                             .function = all_but_second,
                             .seed = audit_seed_of_number(9)};
    return case_orders(&builtin, count);
}

/* ---- audits ------------------------------------------------------------------------ */

/* Audits up to `trials` shuffles, until the audit decides. */
static inline audit_judgement case_audit(audit_builtin *builtin, uint64_t trials,
                                         const audit_plan *how)
{
    enum { CHUNK = 2048 };
    audit_plan plan = how != NULL ? *how : (audit_plan){0};
    audit_judgement judgement;
    audit_run *audit;
    unsigned char *orders = malloc(CHUNK * builtin->n);
    plan.n = builtin->n;
    if (orders == NULL || audit_create(&audit, &plan) != FAIRAUDIT_OK) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    while (audit_count(audit) < trials && audit_decided(audit) == 0) {
        const uint64_t left = trials - audit_count(audit);
        const uint64_t most = audit_count(audit) < CHUNK ? 64 : CHUNK;
        const size_t some = (size_t)(left < most ? left : most);
        audit_builtin_fill(builtin, audit_count(audit), some, orders);
        audit_add(audit, orders, some);
    }
    audit_judge(audit, audit_count(audit) >= trials, &judgement);
    audit_free(audit);
    free(orders);
    return judgement;
}

#endif
