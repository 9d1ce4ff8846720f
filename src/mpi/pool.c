/* SPDX-License-Identifier: MIT
 *
 * pool.c - memory in slabs. See pool.h.
 */
#include "src/mpi/pool.h"

#include <stdint.h>
#include <stdlib.h>

#include "src/base/memory.h"

enum { LINE = 64 };

struct fs_slab_of_pool {
    struct fs_slab_of_pool *next; /* in the same list */
    size_t size;                  /* bytes of `memory` */
    unsigned char *memory;        /* owned */
};

void fs_pool_start(fs_pool *pool, size_t slab, size_t most)
{
    *pool = (fs_pool){.slab = slab, .most = most};
}

static void drop(fs_pool *pool, struct fs_slab_of_pool *slab)
{
    pool->held -= slab->size;
    free(slab->memory);
    free(slab);
}

void fs_pool_free(fs_pool *pool)
{
    while (pool->free != NULL) {
        struct fs_slab_of_pool *slab = pool->free;
        pool->free = slab->next;
        drop(pool, slab);
    }
}

static struct fs_slab_of_pool *new_slab(fs_pool *pool, size_t bytes)
{
    struct fs_slab_of_pool *slab = malloc(sizeof *slab);
    if (slab == NULL)
        return NULL;
    *slab = (struct fs_slab_of_pool){.size = bytes, .memory = fs_allocate(bytes)};
    if (slab->memory == NULL) {
        free(slab);
        return NULL;
    }
    pool->held += bytes;
    return slab;
}

/* A slab of at least `bytes` bytes: a free one, or a new one. */
static struct fs_slab_of_pool *get_slab(fs_pool *pool, size_t bytes, int must, int *full)
{
    struct fs_slab_of_pool *slab = pool->free;
    if (slab != NULL && slab->size >= bytes) {
        pool->free = slab->next;
        return slab;
    }
    const size_t size = bytes > pool->slab ? bytes : pool->slab;
    if (size > pool->slab) /* free slabs are of no use for this */
        fs_pool_free(pool);
    *full = !must && (size > pool->most || pool->held > pool->most - size);
    return *full ? NULL : new_slab(pool, size);
}

void *fs_arena_take(fs_arena *arena, fs_pool *pool, size_t bytes, int must, int *full)
{
    *full = 0;
    if (bytes > SIZE_MAX - LINE)
        return NULL;
    bytes = (bytes + LINE - 1) / LINE * LINE;
    if (arena->slabs == NULL || arena->left < bytes) {
        struct fs_slab_of_pool *slab = get_slab(pool, bytes, must, full);
        if (slab == NULL)
            return NULL;
        slab->next = arena->slabs;
        arena->slabs = slab;
        arena->left = slab->size;
    }
    unsigned char *memory = arena->slabs->memory + arena->slabs->size - arena->left;
    arena->left -= bytes;
    return memory;
}

void fs_arena_release(fs_arena *arena, fs_pool *pool)
{
    while (arena->slabs != NULL) {
        struct fs_slab_of_pool *slab = arena->slabs;
        arena->slabs = slab->next;
        if (slab->size == pool->slab) {
            slab->next = pool->free;
            pool->free = slab;
        } else {
            drop(pool, slab);
        }
    }
    arena->left = 0;
}
