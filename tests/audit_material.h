/* SPDX-License-Identifier: MIT
 *
 * audit_material.h - orders of the shuffles of the catalogue, for tests of what is said
 * of them.
 */
#ifndef AUDIT_MATERIAL_H
#define AUDIT_MATERIAL_H

#include "builtin.h"
#include "test.h"

/* "riffle:7" with "exact", and so on; orders are to be freed. */
static inline unsigned char *orders_of(const char *shuffle, const char *die, size_t n,
                                       size_t count, uint64_t seed)
{
    char name[48];
    uint64_t number;
    int given, wrong = 0;
    audit_builtin builtin = {.n = n, .seed = audit_seed_of_number(seed)};
    size_t length = audit_parameter_split(shuffle, &number, &given);
    snprintf(name, sizeof name, "%.*s", (int)length, shuffle);
    builtin.shuffle = audit_find(name);
    builtin.shuffle_parameter =
        audit_parameter_value(&builtin.shuffle->parameter, given, number, n, &wrong);
    length = audit_parameter_split(die, &number, &given);
    builtin.die = audit_dice;
    while (strlen(builtin.die->name) != length ||
           strncmp(builtin.die->name, die, length) != 0)
        builtin.die++;
    builtin.die_parameter =
        audit_parameter_value(&builtin.die->parameter, given, number, n, &wrong);
    CHECK(!wrong);
    unsigned char *orders = malloc(count * n + 1);
    if (orders == NULL || audit_builtin_fill(&builtin, 0, count, orders) != 0)
        abort();
    return orders;
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

/* Orders of that mistake. */
static inline unsigned char *orders_of_mistake(size_t n, size_t count)
{
    unsigned char *orders = malloc(count * n + 1);
    audit_builtin builtin = {.n = n,
                             .die = audit_dice,
                             .function = all_but_second,
                             .seed = audit_seed_of_number(9)};
    if (orders == NULL || audit_builtin_fill(&builtin, 0, count, orders) != 0)
        abort();
    return orders;
}

#endif
