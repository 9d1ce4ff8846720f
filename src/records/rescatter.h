/* SPDX-License-Identifier: MIT
 *
 * rescatter.h - sends the records of a bucket to the buckets of a node below it.
 */
#ifndef FS_RESCATTER_H
#define FS_RESCATTER_H

#include "node.h"

/* Reads the bucket from the store of the node, and adds its records to the store of the
 * child. What was read from the file is released there. FAIR_ENOMEM, FAIR_ETEMP,
 * FAIR_ECANCELED. */
int fs_rescatter(fs_node *node, unsigned bucket, fs_node *child, fs_work *work);

#endif
