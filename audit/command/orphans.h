/* SPDX-License-Identifier: MIT
 *
 * orphans.h - processes that programs under audit have left behind.
 *
 * A process whose parent has ended gets another one: on Linux us, if we ask for it. Only
 * then can it be found and ended, if it has left the process group of its program
 * (setsid), or if the program has ended in the meantime. It can only be a descendant of
 * ours, and its number stays its own until we have waited for it: so no other process is
 * ever hit by a signal that is meant for it.
 */
#ifndef ORPHANS_H
#define ORPHANS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* From now on orphans of our descendants become our children. False: the system cannot do
 * that, or we have children already, whose orphans are not ours to end. */
bool orphans_adopt(void);

/* Waits for orphans that have ended, so that they leave the table of processes: children
 * of ours that are none of known[0 .. count). */
void orphans_reap(const pid_t *known, size_t count);

/* Ends all children that there are, and what becomes a child by that: SIGTERM, and a
 * little later SIGKILL. Then orphans are no longer adopted. What may not be ended
 * (programs of other users) is left after a second. */
void orphans_end(void);

#endif
