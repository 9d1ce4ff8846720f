/* SPDX-License-Identifier: MIT
 *
 * par.h - a team of threads that share out numbered tasks: the only place with threads.
 *
 * L0. A team lives as long as one call of the library. Its first member is the caller;
 * the others are created with it and end with it; signals of other origin than their own
 * doing are blocked in them, and pthread_cancel() waits for the end of the team. Threads
 * that cannot be created are done without: the tasks are then shared by fewer.
 *
 * Tasks of one run may be done in any order and at the same time. What a run has written,
 * the next run, and the caller after it, can read.
 */
#ifndef FS_PAR_H
#define FS_PAR_H

#include <stddef.h>

/* Does task number `task`; `member` (below fs_team_size()) says who: no two tasks are
 * ever done by the same member at the same time. Member 0 is the caller's thread. */
typedef void fs_task(void *context, unsigned member, size_t task);

typedef struct fs_team fs_team;

/* The CPUs that this process may use, at least 1. */
unsigned fs_usable_cpus(void);

/* A team of at most `members` >= 1; NULL, which is a team of the caller alone, if there
 * is no memory or nothing to share. */
fs_team *fs_team_start(unsigned members);
unsigned fs_team_size(const fs_team *team);

/* Has the first `members` of the team do the tasks 0..tasks-1; returns when all are done.
 */
void fs_team_run(fs_team *team, unsigned members, size_t tasks, fs_task *task,
                 void *context);
void fs_team_stop(fs_team *team);

/* Within a run: waits until all tasks with a smaller number have ended their turn, so
 * that what comes then is done in the order of the tasks. Every task of the run must end
 * its turn once, after waiting for it, even if it has nothing to do. */
void fs_team_turn(fs_team *team, size_t task);
void fs_team_turn_end(fs_team *team, size_t task);

#endif
