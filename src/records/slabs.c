/* SPDX-License-Identifier: MIT
 *
 * slabs.c - the memory of blocks. See slabs.h.
 */
#include "src/records/slabs.h"

#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "src/base/memory.h"
#include "src/records/span.h"

void *fs_array_grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t more = *room > 0 ? 2 * *room : 16;
    void *larger = realloc(array, more * size);
    if (larger != NULL)
        *room = more;
    return larger;
}

void fs_slabs_free(fs_slabs *slabs)
{
    for (size_t i = 0; i < slabs->count + slabs->spares; i++)
        free(slabs->slabs[i].memory);
    free(slabs->slabs);
    memset(slabs, 0, sizeof *slabs);
}

static void free_spare(fs_slabs *slabs)
{
    const fs_slab *slab = &slabs->slabs[slabs->count + --slabs->spares];
    slabs->held -= slab->size;
    free(slab->memory);
}

void fs_slabs_trim(fs_slabs *slabs)
{
    while (slabs->spares > 0)
        free_spare(slabs);
}

static int is_too_much(const fs_slabs *slabs, size_t size)
{
    return slabs->most > 0 && (size > slabs->most || slabs->held > slabs->most - size);
}

/* Allocates a new slab. */
static int make_slab(fs_slabs *slabs, size_t bytes, fs_slab *slab)
{
    const size_t most = slabs->most_slab > 0 ? slabs->most_slab : FS_MOST_SLAB;
    if (slabs->next == 0)
        slabs->next = FS_FIRST_SLAB < most ? FS_FIRST_SLAB : most;
    slab->size = bytes > slabs->next ? bytes : slabs->next;
    while (slabs->spares > 0 && is_too_much(slabs, slab->size))
        free_spare(slabs);
    if (is_too_much(slabs, slab->size))
        slab->size = bytes;
    if (is_too_much(slabs, slab->size) && slabs->count > 0)
        return FAIR_ELIMIT;
    slab->memory = fs_allocate(slab->size);
    if (slab->memory == NULL)
        return FAIR_ENOMEM;
    if (!fs_span_reaches(slab->memory, slab->size)) {
        free(slab->memory);
        return FAIR_ENOMEM;
    }
    slabs->held += slab->size;
    slabs->next = slabs->next < most / 4 ? slabs->next * 4 : most;
    return FAIR_OK;
}

/* Adds a slab: the first spare if it is large enough, otherwise a new one. */
static int add_slab(fs_slabs *slabs, size_t bytes)
{
    void *array = fs_array_grow(slabs->slabs, slabs->count + slabs->spares, &slabs->room,
                                sizeof *slabs->slabs);
    if (array == NULL)
        return FAIR_ENOMEM;
    slabs->slabs = array;
    fs_slab *next = &slabs->slabs[slabs->count];
    if (slabs->spares > 0 && next->size >= bytes) {
        slabs->spares--;
    } else {
        fs_slab slab = {0};
        const int error = make_slab(slabs, bytes, &slab);
        if (error != FAIR_OK)
            return error;
        next[slabs->spares] = *next;
        *next = slab;
    }
    next->blocks = 0;
    slabs->count++;
    slabs->free = next->memory;
    slabs->left = next->size;
    return FAIR_OK;
}

int fs_slabs_take(fs_slabs *slabs, size_t bytes, unsigned char **memory)
{
    assert(bytes > 0);
    bytes = (bytes + FS_SLAB_ALIGN - 1) / FS_SLAB_ALIGN * FS_SLAB_ALIGN;
    if (bytes > slabs->left) {
        const int error = add_slab(slabs, bytes);
        if (error != FAIR_OK)
            return error;
    }
    *memory = slabs->free;
    slabs->free += bytes;
    slabs->left -= bytes;
    slabs->slabs[slabs->count - 1].blocks++;
    return FAIR_OK;
}

/* Frees the first slab. One of the usual size becomes a spare. */
static void release_first(fs_slabs *slabs)
{
    const fs_slab slab = slabs->slabs[0];
    slabs->count--;
    memmove(slabs->slabs, slabs->slabs + 1, (slabs->count + slabs->spares) * sizeof slab);
    if (slab.size == slabs->next) {
        slabs->slabs[slabs->count + slabs->spares++] = slab;
    } else {
        slabs->held -= slab.size;
        free(slab.memory);
    }
    if (slabs->count == 0)
        slabs->left = 0;
}

void fs_slabs_release(fs_slabs *slabs, size_t blocks)
{
    while (blocks > 0) {
        assert(slabs->count > 0);
        fs_slab *first = &slabs->slabs[0];
        const size_t some = blocks < first->blocks ? blocks : first->blocks;
        blocks -= some;
        first->blocks -= some;
        if (first->blocks == 0)
            release_first(slabs);
    }
}
