/* SPDX-License-Identifier: MIT
 *
 * orphans.h - processes that programs under audit have left behind.
 *
 * When its parent ends, a process gets a new parent. On Linux this can be us, if we ask
 * for it (a subreaper). Otherwise we could not find a process that has left the process
 * group of its program (setsid), or whose program has ended. Such a child is always a
 * descendant of ours, and its process ID is not reused until we have waited for it. So a
 * signal never reaches another process.
 */
#ifndef ORPHANS_H
#define ORPHANS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* From now on, orphans of our descendants become our children. False if the system cannot
 * do that, or if we already have children, whose orphans are not ours to end. */
bool orphans_adopt(void);

/* Waits for orphans that have ended, so that they leave the process table. Orphans are
 * those of our children that are not in known[0 .. count). */
void orphans_reap(const pid_t *known, size_t count);

/* Ends all children, and those that become children by that: with SIGTERM, and a little
 * later with SIGKILL. Afterwards orphans are no longer adopted. After about a second,
 * processes that we may not end (of other users) are left alone. */
void orphans_end(void);

#endif
