/* SPDX-License-Identifier: MIT
 *
 * catalogue.c - the list of the textbook shuffles. Its rows are in entries.h, the
 * shuffles in fair.c, swaps.c, sorts.c and cards.c.
 */
#include "audit/catalogue/catalogue.h"

#include <string.h>

#include "audit/catalogue/parts.h"

#define ENTRY(function, ...) {.run = audit_shuffle_##function, __VA_ARGS__},

const audit_shuffle audit_catalogue[] = {
#include "audit/catalogue/entries.h"
    {.name = NULL},
};

const audit_shuffle *audit_find(const char *name)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}
