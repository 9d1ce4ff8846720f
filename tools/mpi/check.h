/* SPDX-License-Identifier: MIT
 *
 * check.h - refuses what cannot work on several ranks, before anything is read.
 */
#ifndef CLUSTER_CHECK_H
#define CLUSTER_CHECK_H

#include "tools/settings.h"

/* Checks the command line: no standard input, no standard output, no compressed files.
 * Looks only at the settings, so that all ranks come to the same result. Returns 0, or 1
 * after a message. */
int cluster_check_options(const struct settings *settings);

/* Sizes of inputs in bytes: of all operands together, then of each --with. */
struct cluster_sizes {
    uint64_t bytes[1 + SETTINGS_WITH];
};

/* Checks that all inputs are regular files that can be read, and adds up their sizes. For
 * one rank only. Calls tick(context) after each file, unless `tick` is NULL, because the
 * others wait. Returns 0, or 1 after a message. */
int cluster_check_inputs(const struct settings *settings, struct cluster_sizes *sizes,
                         void (*tick)(void *context), void *context);

/* Checks that all outputs can be written and are regular files, if they exist, and that
 * there is enough space for them. For one rank only. Returns 0, or 1 after a message. */
int cluster_check_outputs(const struct settings *settings,
                          const struct cluster_sizes *sizes);

#endif
