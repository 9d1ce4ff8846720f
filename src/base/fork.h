/* SPDX-License-Identifier: MIT
 *
 * fork.h - counts forks, so that a generator notices that it is in a child.
 */
#ifndef FS_FORK_H
#define FS_FORK_H

#include "src/base/base.h"

/* The count of forks: 0 in the process that starts counting, 1 or more in its children,
 * and so on. (It can grow by more than 1 at a fork.) It changes only in a child, before
 * fork() returns there, while the child has only one thread. So reading it needs no
 * atomic operation. */
FS_HIDDEN extern uint32_t fs_forks;

/* Starts counting, unless that was done before. FAIR_OK, or FAIR_ENOMEM if the handler
 * cannot be registered. */
int fs_forks_count(void);

#endif
