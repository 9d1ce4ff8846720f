/* SPDX-License-Identifier: MIT
 *
 * group.h - puts consecutive buckets of a node in order and writes them.
 */
#ifndef FS_GROUP_H
#define FS_GROUP_H

#include "src/records/node.h"
#include "src/records/writer.h"

/* How the records of a collection are written. */
typedef struct {
    fs_writer *writer; /* its entries are spans; fs_gather() allocates its buffers */
    fs_work *work;     /* threads, limits and temporary file; not owned */
    uint64_t mean;     /* the average length of a record */
} fs_gathering;

/* Writes the buckets from `low` on that can be written together, and sets *high to the
 * first bucket after them. *position is that of the first record, and is moved past the
 * last. If *high is `low`, nothing was written: this bucket needs a node of its own.
 * FAIR_ENOMEM, FAIR_ETEMP (and the errno in work->file), or the error of the writer. */
int fs_group_write(fs_node *node, fs_gathering *gathering, unsigned low, unsigned *high,
                   uint64_t *position);

#endif
