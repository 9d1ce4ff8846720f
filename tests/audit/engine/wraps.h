/* SPDX-License-Identifier: MIT
 *
 * wraps.h - allocations that fail, for the fault tests of the audit. The linker
 * wraps malloc, calloc, realloc and free (--wrap).
 */
#ifndef AUDIT_WRAPS_H
#define AUDIT_WRAPS_H

#include <stdlib.h>

static long allocations_left = -1; /* -1: no limit */
static long allocations, alive;

static int refused(void)
{
    allocations++;
    return allocations_left >= 0 && allocations_left-- == 0;
}

static void *given(void *block)
{
    alive += block != NULL;
    return block;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : given(__real_malloc(size));
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : given(__real_calloc(count, size));
}

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size)
{
    if (refused())
        return NULL;
    void *moved = __real_realloc(block, size);
    alive += block == NULL && moved != NULL;
    return moved;
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
    alive -= block != NULL;
    __real_free(block);
}

#endif
