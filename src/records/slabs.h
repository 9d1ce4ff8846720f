/* SPDX-License-Identifier: MIT
 *
 * slabs.h - the memory of blocks: taken in large parts, given back from the oldest on.
 *
 * Slabs grow from the first size to the largest: small inputs need little, and large
 * slabs can be huge pages. Freed slabs that have the size of the next one are kept as
 * spares, because getting memory from the system is slow.
 */
#ifndef FS_SLABS_H
#define FS_SLABS_H

#include <stddef.h>

typedef struct {
    unsigned char *memory;
    size_t size;
    size_t blocks; /* that lie in it */
} fs_slab;

/* All zeros is an empty set without limits. */
typedef struct {
    size_t most;      /* bytes of all slabs; 0: no limit */
    size_t most_slab; /* bytes of one slab; 0: the usual size */
    size_t held;      /* bytes of all slabs, spares included */
    fs_slab *slabs;   /* in the order of the blocks in them; then the spares */
    size_t count;
    size_t spares;
    size_t room;         /* of the array */
    unsigned char *free; /* the unused part of the last slab */
    size_t left;         /* bytes of it */
    size_t next;         /* the size of the next slab */
} fs_slabs;

void fs_slabs_free(fs_slabs *slabs);

/* Takes memory for one block, aligned for numbers. FAIR_ENOMEM; FAIR_ELIMIT if the limit
 * would be exceeded: then slabs must be released first. A block that alone exceeds the
 * limit is allowed if there is no other. */
int fs_slabs_take(fs_slabs *slabs, size_t bytes, unsigned char **memory);

/* Frees the first `count` slabs, and returns how many blocks were in them. Those that
 * become spares still count as held: see fs_slabs_trim(). */
size_t fs_slabs_release(fs_slabs *slabs, size_t count);

/* Frees the spare slabs. */
void fs_slabs_trim(fs_slabs *slabs);

/* Makes sure that the array has room for one more element: the array, or NULL. */
void *fs_array_grow(void *array, size_t count, size_t *room, size_t size);

#endif
