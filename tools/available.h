/* SPDX-License-Identifier: MIT
 *
 * available.h - how much memory this process may still take.
 */
#ifndef AVAILABLE_H
#define AVAILABLE_H

#include <stdint.h>

/* The bytes of memory that are available without swapping, under the limits of control
 * groups, and under those of setrlimit(): the least of these. AVAILABLE_UNKNOWN if it
 * cannot be found out. */
uint64_t available_memory(void);

enum { AVAILABLE_UNKNOWN = 1 << 30 };

/* The parts of it, UINT64_MAX if there is no limit. /proc and /sys are looked for below
 * `root`, "" for those of the system. */
uint64_t available_of_machine(const char *root);
uint64_t available_of_groups(const char *root);
uint64_t available_of_process(const char *root);

#endif
