/* SPDX-License-Identifier: MIT
 *
 * fork.h - counts forks, so that a generator can tell that it is a copy in a child.
 */
#ifndef FS_FORK_H
#define FS_FORK_H

#include <stdint.h>

/* How often this process or an ancestor of it has forked as a child since counting began.
 * It changes only in a child, before fork() returns there, when the child has only one
 * thread. So reading it needs no atomic operation. */
#if defined(__GNUC__)
__attribute__((visibility("hidden"))) /* so that its address is known in the library */
#endif
extern uint32_t fs_forks;

/* Starts counting, if that has not happened yet. FAIR_OK or FAIR_ENOMEM. */
int fs_forks_count(void);

#endif
