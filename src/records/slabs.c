/* SPDX-License-Identifier: MIT
 *
 * slabs.c - the memory of blocks. See slabs.h.
 */
#include "slabs.h"

#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "memory.h"
#include "span.h"

#ifndef FS_FIRST_SLAB
#define FS_FIRST_SLAB (1 << 17)
#endif
#ifndef FS_LARGEST_SLAB
#define FS_LARGEST_SLAB (1 << 26)
#endif
enum { ALIGN = 64 };

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
    for (size_t i = 0; i < slabs->count; i++)
        free(slabs->slabs[i].memory);
    fs_slabs_trim(slabs);
    free(slabs->slabs);
    free(slabs->spare);
    memset(slabs, 0, sizeof *slabs);
}

static void free_spare(fs_slabs *slabs)
{
    const fs_slab *slab = &slabs->spare[--slabs->spare_count];
    slabs->held -= slab->size;
    free(slab->memory);
}

void fs_slabs_trim(fs_slabs *slabs)
{
    while (slabs->spare_count > 0)
        free_spare(slabs);
}

static int is_too_much(const fs_slabs *slabs, size_t size)
{
    return slabs->most > 0 && (size > slabs->most || slabs->held > slabs->most - size);
}

/* The memory of a slab: a spare one, or a new one. */
static int find_memory(fs_slabs *slabs, size_t bytes, fs_slab *slab)
{
    if (slabs->spare_count > 0 && slabs->spare[slabs->spare_count - 1].size >= bytes) {
        *slab = slabs->spare[--slabs->spare_count];
        return FAIR_OK;
    }
    const size_t most = slabs->most_slab > 0 ? slabs->most_slab : FS_LARGEST_SLAB;
    if (slabs->next == 0)
        slabs->next = FS_FIRST_SLAB < most ? FS_FIRST_SLAB : most;
    slab->size = bytes > slabs->next ? bytes : slabs->next;
    while (slabs->spare_count > 0 && is_too_much(slabs, slab->size))
        free_spare(slabs);
    if (is_too_much(slabs, slab->size))
        slab->size = bytes;
    if (is_too_much(slabs, slab->size) && slabs->count > 0)
        return FAIR_ELIMIT;
    slab->memory = fs_room(slab->size);
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

static int add_slab(fs_slabs *slabs, size_t bytes)
{
    void *array =
        fs_array_grow(slabs->slabs, slabs->count, &slabs->room, sizeof *slabs->slabs);
    if (array == NULL)
        return FAIR_ENOMEM;
    slabs->slabs = array;
    fs_slab slab = {0};
    const int error = find_memory(slabs, bytes, &slab);
    if (error != FAIR_OK)
        return error;
    slab.blocks = 0;
    slabs->slabs[slabs->count++] = slab;
    slabs->free = slab.memory;
    slabs->left = slab.size;
    return FAIR_OK;
}

int fs_slabs_take(fs_slabs *slabs, size_t bytes, unsigned char **memory)
{
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
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

/* A slab of the usual size is kept for later. */
static void release_one(fs_slabs *slabs, const fs_slab *slab)
{
    void *spare = slab->size == slabs->next
                      ? fs_array_grow(slabs->spare, slabs->spare_count,
                                      &slabs->spare_room, sizeof *slabs->spare)
                      : NULL;
    if (spare != NULL) {
        slabs->spare = spare;
        slabs->spare[slabs->spare_count++] = *slab;
    } else {
        slabs->held -= slab->size;
        free(slab->memory);
    }
}

size_t fs_slabs_release(fs_slabs *slabs, size_t count)
{
    size_t blocks = 0;
    assert(count <= slabs->count);
    for (size_t i = 0; i < count; i++) {
        blocks += slabs->slabs[i].blocks;
        release_one(slabs, &slabs->slabs[i]);
    }
    slabs->count -= count;
    if (slabs->count > 0)
        memmove(slabs->slabs, slabs->slabs + count, slabs->count * sizeof *slabs->slabs);
    else
        slabs->left = 0;
    return blocks;
}
