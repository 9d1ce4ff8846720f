/* SPDX-License-Identifier: MIT
 *
 * gather.h - writes the records of a node in their order.
 */
#ifndef FS_GATHER_H
#define FS_GATHER_H

#include "src/records/group.h"

/* Writes all buckets of a settled root. FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP (and the
 * errno in work->file), FAIR_ECANCELED, or the error of the writer. */
int fs_gather(fs_node *root, fs_gathering *gathering);

/* A writer's put(): writes the records of spans. The context is a fair_records_options,
 * of which only `observe` and its context are used. */
void fs_put_spans(fs_turn *turn, const void *entries, size_t count, const void *context);

#endif
