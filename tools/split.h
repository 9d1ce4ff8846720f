/* SPDX-License-Identifier: MIT
 *
 * split.h - how many records each file of --split gets.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include "tools/settings.h"

/* Sets counts[i] for each part of --split. The counts add up to n, or to the absolute
 * counts if there are no shares. Each count differs by less than one record from the
 * exact share. Returns 0, or 1 after a message if there are too few records. */
int split_counts(const struct settings *settings, uint64_t n, uint64_t *counts);

#endif
