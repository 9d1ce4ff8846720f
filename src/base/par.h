/* SPDX-License-Identifier: MIT
 *
 * par.h - a team of threads that divide numbered tasks among themselves. The library
 * creates threads nowhere else.
 *
 * A team exists during one call of the library. Its first member is the calling
 * thread. The other threads are created with the team and end with it. They block all
 * signals except those that they cause themselves, such as SIGSEGV. pthread_cancel() of
 * the caller waits for the end of the team. If a thread cannot be created, the team has
 * fewer members.
 *
 * The tasks of one run may be done in any order and at the same time. The next run, and
 * the caller, see everything that a run has written.
 */
#ifndef FS_PAR_H
#define FS_PAR_H

#include <stddef.h>

#include "src/base/memory.h"

/* Does task number `task` in the thread of `member`, which is less than fs_team_size().
 * A member does one task at a time. Member 0 is the caller's thread. */
typedef void fs_task(void *context, unsigned member, size_t task);

typedef struct fs_team fs_team;

/* The number of CPUs that this process may use, at least 1. */
unsigned fs_cpu_count(void);

/* Starts a team of at most `members` >= 1. Returns NULL, which is a team of the caller
 * alone, if `members` is 1, or if there is no memory or no thread. `memory` must exist as
 * long as the team; NULL means malloc() without a limit. */
fs_team *fs_team_start(unsigned members, fs_memory *memory);

/* The number of bytes that a team allocates, not counting the stacks of its threads. */
size_t fs_team_bytes(unsigned members);

unsigned fs_team_size(const fs_team *team);

/* The first `members` >= 1 of the team do the tasks 0..tasks-1. Returns when all are
 * done. */
void fs_team_run(fs_team *team, unsigned members, size_t tasks, fs_task *task,
                 void *context);

/* Ends the threads and frees the team. */
void fs_team_stop(fs_team *team);

/* From here on, pthread_cancel() of the calling thread waits for fs_cancel_allow(), which
 * gets what this returns. For calls that must not end in the middle even if the caller is
 * alone; a team does this itself. */
int fs_cancel_defer(void);
void fs_cancel_allow(int before);

/* Within a run: waits until all tasks with a smaller number have ended their turn. What a
 * task does in its turn is therefore done in the order of the tasks. Every task of the
 * run must wait for its turn and end it exactly once, even if it has nothing to do. */
void fs_team_turn(fs_team *team, size_t task);
void fs_team_turn_end(fs_team *team, size_t task);

#endif
