/* SPDX-License-Identifier: MIT
 *
 * shares.h - how many records each file of --split gets.
 */
#ifndef SHARES_H
#define SHARES_H

#include "tools/settings.h"

/* Sets counts[i] for each part so that they add up to n (or to what absolute counts ask
 * for, if there is no rest): shares are rounded so that no part is off by one or more
 * from its exact share. Returns 0, or 1 after a message if there are too few records. */
int shares_count(const struct settings *settings, uint64_t n, uint64_t *counts);

#endif
