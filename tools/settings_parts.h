/* SPDX-License-Identifier: MIT
 *
 * settings_parts.h - shared by the files that implement settings.h: settings.c reads the
 * options, settings_split.c the value of --split, and settings_judge.c checks which
 * options can be combined.
 */
#ifndef SETTINGS_PARTS_H
#define SETTINGS_PARTS_H

#include "tools/options.h"
#include "tools/settings.h"

_Static_assert(OPTION_COUNT <= 64, "a set of options is the bits of a number");

static inline uint64_t settings_bit(int id)
{
    return UINT64_C(1) << id;
}

/* Says "--threads: 'x': why". Returns false. */
bool settings_wrong(const struct option_row *option, const char *value, const char *why);

/* Writes the line that ends GNU's complaints about usage. */
void settings_try_help(void);

/* Reads NAME:SHARE,... into settings->split. False after a message. */
bool settings_split(const char *text, struct settings *settings);

/* Whether the options in the set `given` can be combined. False after a message. */
bool settings_judge(const struct settings *settings, uint64_t given);

#endif
