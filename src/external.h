/* SPDX-License-Identifier: MIT
 *
 * external.h - puts in order and writes what does not fit into memory.
 *
 * L4.
 */
#ifndef FS_EXTERNAL_H
#define FS_EXTERNAL_H

#include "deliver.h"
#include "node.h"

/* Delivers all buckets of a root, which is settled. Of the delivery, what goes out and
 * how is set (parts, most, render, progress; arrange() for a root that is one whole);
 * units and where they come from are not. */
int fs_external_deliver(fs_node *root, fs_delivery *delivery, fs_toil *toil);

#endif
