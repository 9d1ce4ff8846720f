/* SPDX-License-Identifier: MIT
 *
 * settings_parts.h - what the files that make up settings.h share: values (settings.c),
 * and what goes together (settings_judge.c).
 */
#ifndef SETTINGS_PARTS_H
#define SETTINGS_PARTS_H

#include "options.h"
#include "settings.h"

_Static_assert(OPTION_COUNT <= 64, "a set of options is the bits of a number");

static inline uint64_t settings_bit(int id)
{
    return UINT64_C(1) << id;
}

/* Says "--threads: 'x': why". Returns false. */
bool settings_wrong(const struct option_row *option, const char *value, const char *why);

/* Writes the line that ends GNU's complaints about usage. */
void settings_try_help(void);

/* Whether the options in the set `given` can be combined. False after a message. */
bool settings_judge(const struct settings *settings, uint64_t given);

#endif
