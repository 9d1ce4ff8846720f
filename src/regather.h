/* SPDX-License-Identifier: MIT
 *
 * regather.h - the records of a bucket are sent to the buckets of a node below.
 *
 * L4.
 */
#ifndef FS_REGATHER_H
#define FS_REGATHER_H

#include "node.h"

/* Reads the bucket, in batches of about so many bytes, and fills the hoard of the child,
 * whose buckets and targets are set. FAIR_OK, FAIR_ENOMEM, FAIR_ETEMP, FAIR_ECANCELED. */
int fs_regather(fs_node *node, unsigned bucket, fs_node *child, fs_toil *toil,
                size_t batch);

#endif
