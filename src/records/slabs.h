/* SPDX-License-Identifier: MIT
 *
 * slabs.h - the memory of blocks: allocated in large slabs, freed from the oldest on.
 *
 * Slabs grow from FS_FIRST_SLAB to a largest size: small inputs need little memory, and
 * large slabs can use huge pages. Released slabs of the current size are kept as spares,
 * because allocating memory from the system is slow.
 */
#ifndef FS_SLABS_H
#define FS_SLABS_H

#include <stddef.h>

/* The memory of a block is a multiple of this, a cache line, so every block has the
 * alignment of its slab: that of malloc(), or of a page for large slabs. */
enum { FS_SLAB_ALIGN = 64 };

typedef struct {
    unsigned char *memory; /* of blocks, one after the other; owned */
    size_t size;           /* bytes of `memory` */
    size_t blocks;         /* the number of blocks in it */
} fs_slab;

/* All zeros is an empty set without limits. */
typedef struct {
    size_t most;         /* limit for the bytes of all slabs; 0: no limit */
    size_t most_slab;    /* the size in bytes that slabs grow to; 0: FS_MOST_SLAB */
    size_t held;         /* bytes of all slabs, spares included */
    fs_slab *slabs;      /* slabs in the order of their blocks, then the spares */
    size_t count;        /* slabs that hold blocks */
    size_t spares;       /* slabs that hold none */
    size_t room;         /* elements allocated for `slabs` */
    unsigned char *free; /* the unused part of the last slab */
    size_t left;         /* bytes of the unused part */
    size_t next;         /* the size of the next slab */
} fs_slabs;

void fs_slabs_free(fs_slabs *slabs);

/* Takes memory for one block, aligned as by malloc(). FAIR_ENOMEM; FAIR_ELIMIT if the
 * limit would be exceeded: then slabs must be released first. If there are no slabs, a
 * block may exceed the limit. */
int fs_slabs_take(fs_slabs *slabs, size_t bytes, unsigned char **memory);

/* Releases the first `blocks` blocks, and frees slabs that have no block left. Slabs that
 * become spares still count as held: see fs_slabs_trim(). */
void fs_slabs_release(fs_slabs *slabs, size_t blocks);

/* Frees the spare slabs. */
void fs_slabs_trim(fs_slabs *slabs);

/* Makes room for one more element in an array. Returns the array, or NULL if there is no
 * memory. */
void *fs_array_grow(void *array, size_t count, size_t *room, size_t size);

#endif
