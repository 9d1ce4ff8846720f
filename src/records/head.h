/* SPDX-License-Identifier: MIT
 *
 * head.h - only the first records of the order are kept.
 *
 * Records come one after the other, and nobody knows how many there will be. Each has a
 * number v of FS_MOST_BITS bits. When all have come, the order format uses the upper bits
 * of v as the number of the bucket: the more records there are, the more bits.
 *
 * If k records are wanted, the boundary is the smallest v such that at least k records
 * have numbers up to v. The first k records of the order are then in buckets up to that
 * of the boundary. As more records come, the boundary falls. Records in later buckets are
 * not kept, and those that were are dropped from time to time.
 *
 *     Example: k = 10, and 4, 5 and 7 records have v = 0, 1 and 2. The boundary is 2,
 *     because 4 + 5 < 10 <= 4 + 5 + 7. If there are so many records that at least 3 of 8
 *     bits will be used, v = 2 is in the first of 8 buckets, with v = 0 to 31. So records
 *     with v >= 32 are cut.
 *
 *     Invariant: records with v <= boundary are all kept (see below for v = boundary),
 * and they are at least k, or nothing was cut.
 *
 * With very many records, the bucket of the boundary holds many more than are wanted of
 * it. It will be scattered again; so it becomes a node of its own early, of which only
 * the first records are kept, too. So memory is needed for about k records and a leaf.
 */
#ifndef FS_HEAD_H
#define FS_HEAD_H

#include "node.h"

/* Prepares the store of a node of which the first `wanted` > 0 records are wanted. */
void fs_head_start(fs_node *node, uint64_t wanted);

/* Before blocks are added: drops what is not needed if memory would be full. FAIR_ENOMEM,
 * FAIR_ELIMIT, FAIR_ETEMP. */
int fs_head_make_room(fs_node *node, fs_work *work, const fs_block_plan *plans,
                      size_t count);

/* After records were added: finds the boundary, and drops what is not needed if that is
 * worth it. The same errors. */
int fs_head_settle(fs_node *node, fs_work *work);

#endif
