/* SPDX-License-Identifier: MIT
 *
 * orphans.h - processes that programs under audit leave behind.
 *
 * When its parent ends, a process gets a new parent. On Linux that can be us, if we ask
 * for it (PR_SET_CHILD_SUBREAPER). This is how we find processes that have left the
 * process group of their program (setsid), or whose program has ended. Such a process is
 * always a descendant of ours, and its process ID is not reused until we have waited for
 * it, so a signal never reaches another process.
 */
#ifndef ORPHANS_H
#define ORPHANS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* From now on, orphans of our descendants become our children. Returns false if the
 * system cannot do that, or if we already have children, whose orphans are not ours to
 * end. */
bool orphans_adopt(void);

/* Waits for orphans that have ended, so that they leave the process table. Orphans are
 * those of our children that are not in known[0 .. count). */
void orphans_wait(const pid_t *known, size_t count);

/* Ends all children, and orphans that become children meanwhile: with SIGTERM, and a
 * little later with SIGKILL. Gives up after about a second, since we may not end
 * processes of other users. Afterwards orphans are no longer adopted. */
void orphans_end(void);

#endif
