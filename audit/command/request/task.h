/* SPDX-License-Identifier: MIT
 *
 * task.h - what fairaudit can do.
 */
#ifndef TASK_H
#define TASK_H

enum request_task {
    TASK_PROGRAM, /* audit a program that is run once for each shuffle */
    TASK_BATCH,   /* audit a program that prints many permutations */
    TASK_FILE,    /* audit a file of permutations */
    TASK_BUILTIN, /* audit a shuffle of the catalogue */
    TASK_EXACT,   /* compute exact probabilities */
    TASK_COUNTS,  /* print a count matrix */
    TASK_LIST,    /* list the catalogue */
    TASK_HELP,
    TASK_VERSION
};

#endif
