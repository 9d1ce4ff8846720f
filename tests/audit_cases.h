/* SPDX-License-Identifier: MIT
 *
 * audit_cases.h - audits of shuffles of the catalogue, for tests.
 */
#ifndef AUDIT_CASES_H
#define AUDIT_CASES_H

#include "audit.h"
#include "builtin.h"
#include "test.h"

/* A shuffle by name, with parameters for it and for the die as on the command line
 * ("keys:8", "modulo:15"; NULL: the fair die). */
static inline audit_builtin case_of(const char *shuffle, const char *die, size_t n,
                                    uint64_t seed)
{
    audit_builtin builtin = {.n = n, .seed = audit_seed_of_number(seed)};
    uint64_t number = 0;
    int given = 0, wrong = 0;
    const size_t length = audit_parameter_split(shuffle, &number, &given);
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (strlen(s->name) == length && strncmp(s->name, shuffle, length) == 0)
            builtin.shuffle = s;
    if (builtin.shuffle == NULL) {
        printf("Bail out! no shuffle '%s'\n", shuffle);
        exit(1);
    }
    builtin.shuffle_parameter =
        audit_parameter_value(&builtin.shuffle->parameter, given, number, n, &wrong);
    builtin.die = &audit_dice[0];
    if (die != NULL) {
        const size_t letters = audit_parameter_split(die, &number, &given);
        for (const audit_die_kind *d = audit_dice; d->name != NULL; d++)
            if (strlen(d->name) == letters && strncmp(d->name, die, letters) == 0)
                builtin.die = d;
        builtin.die_parameter =
            audit_parameter_value(&builtin.die->parameter, given, number, n, &wrong);
    }
    return builtin;
}

/* Audits up to `trials` shuffles, until it is decided. */
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
