/* SPDX-License-Identifier: MIT
 *
 * settings_parts.h - shared by the files that implement settings.h: settings.c reads the
 * options, settings_split.c reads the value of --split, and settings_check.c checks which
 * options can be combined.
 */
#ifndef SETTINGS_PARTS_H
#define SETTINGS_PARTS_H

#include <assert.h>

#include "tools/options.h"
#include "tools/settings.h"

_Static_assert(OPTION_COUNT <= 64, "a set of options is a 64-bit number");

/* The set that contains one option. */
static inline uint64_t settings_bit(int id)
{
    assert(id >= 0 && id < OPTION_COUNT);
    return UINT64_C(1) << id;
}

/* Prints "--OPTION: 'VALUE': WHY". Returns false. */
bool settings_wrong(const struct option_row *option, const char *value, const char *why);

/* Reads NAME:SHARE,... into settings->split, and terminates the names in `text`. False
 * after a message. */
bool settings_split(char *text, struct settings *settings);

/* Whether the options in the set `given` can be combined. False after a message. */
bool settings_check(const struct settings *settings, uint64_t given);

#endif
