/* SPDX-License-Identifier: MIT
 *
 * pool.h - memory in slabs of one size, for records that are kept and for records that
 * arrive.
 *
 * Records that are sent leave slabs that records which arrive can use at once. Memory
 * from the system would have to be cleared first.
 */
#ifndef FS_POOL_H
#define FS_POOL_H

#include <stddef.h>

typedef struct {
    size_t slab;                  /* bytes of a slab */
    size_t most;                  /* the limit for `held`; SIZE_MAX: none */
    size_t held;                  /* bytes of all slabs, free ones included */
    struct fs_slab_of_pool *free; /* slabs that nobody uses */
} fs_pool;

/* Memory that was taken from a pool and is returned as a whole. All zeros is empty. */
typedef struct {
    struct fs_slab_of_pool *slabs; /* the newest first */
    size_t left;                   /* unused bytes at the end of the newest slab */
} fs_arena;

/* Starts an empty pool. */
void fs_pool_start(fs_pool *pool, size_t slab, size_t most);

/* Frees the slabs that no arena uses. The pool can still be used. */
void fs_pool_free(fs_pool *pool);

/* Takes `bytes` bytes, aligned to 64. Returns NULL if there is no memory; or if the limit
 * would be exceeded, unless it `must` be: then *full is 1, otherwise 0. */
void *fs_arena_take(fs_arena *arena, fs_pool *pool, size_t bytes, int must, int *full);

/* Returns all memory of an arena to the pool. */
void fs_arena_release(fs_arena *arena, fs_pool *pool);

#endif
