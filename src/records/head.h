/* SPDX-License-Identifier: MIT
 *
 * head.h - only the first records of the order are kept.
 *
 * Records come one after the other, and their final number is not known. Each record has
 * a number v of FS_MOST_BITS bits. When all records have come, the order format uses the
 * upper bits of v as the bucket number: the more records there are, the more bits it
 * uses.
 *
 * If k records are wanted, the boundary is the smallest v such that at least k records
 * have numbers up to v. Then no record of the first k is in a bucket after that of the
 * boundary. As more records come, the boundary falls. New records in later buckets are
 * not kept, and old ones are dropped from time to time.
 *
 *     Example: k = 10, and 4, 5 and 7 records have v = 0, 1 and 2. The boundary is 2,
 *     because 4 + 5 < 10 <= 4 + 5 + 7. With at least 3 of the 8 bits in use, v = 2 is in
 *     the first of 8 buckets, which has v = 0 to 31. So records with v >= 32 are cut.
 *
 * Invariant: records with v <= boundary are all kept (see below for v = boundary), and
 * they are at least k, or nothing was cut.
 *
 * With very many records, the bucket of the boundary has many more records than are
 * wanted. The order format will scatter it again, so it becomes a node of its own early,
 * and only the first records of that node are kept, too. So memory is needed for about k
 * records and a leaf.
 */
#ifndef FS_HEAD_H
#define FS_HEAD_H

#include "src/records/node.h"

/* Prepares the store of a node of which the first `wanted` > 0 records are wanted. */
void fs_head_start(fs_node *node, uint64_t wanted);

/* Before blocks are added to such a node: if they would fill memory, drops records that
 * are not needed. FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP. */
int fs_head_make_room(fs_node *node, fs_work *work, const fs_block_plan *plans,
                      size_t count);

/* After records were added to such a node: finds the boundary. If the blocks have grown
 * enough, drops records that are not needed. The same errors. */
int fs_head_settle(fs_node *node, fs_work *work);

#endif
