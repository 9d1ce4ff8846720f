/* SPDX-License-Identifier: MIT
 *
 * available.h - how much memory this process may still use.
 */
#ifndef AVAILABLE_H
#define AVAILABLE_H

#include <stdint.h>

enum { AVAILABLE_UNKNOWN = 1 << 30 };

/* The number of bytes that can be used without swapping, within the limits of control
 * groups and of setrlimit(). AVAILABLE_UNKNOWN if this cannot be determined. */
uint64_t available_memory(void);

/* The three limits of which available_memory() takes the smallest; UINT64_MAX if there is
 * no limit. `root` is put before /proc and /sys; it is "" except in tests. */
uint64_t available_of_machine(const char *root);
uint64_t available_of_groups(const char *root);
uint64_t available_of_process(const char *root);

#endif
