/* SPDX-License-Identifier: MIT
 *
 * faulty_malloc.h - an allocator for tests: it counts allocations, fails those that a
 * test chooses, and knows how much memory is in use and was in use at most.
 *
 *     faulty_start();
 *     faulty_fail(3);         the fourth allocation from here on fails
 *     ...                     what is tested
 *     faulty_stop();
 *     CHECK(faulty.refused == 1 && faulty.live == 0);
 *
 * The linker wraps malloc, calloc, realloc, posix_memalign and free (faulty_malloc_args
 * in tests/meson.build). Only allocations between start and stop are counted. All sizes
 * are those that were asked for. Threads may allocate at the same time.
 */
#ifndef FAULTY_MALLOC_H
#define FAULTY_MALLOC_H

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    atomic_int started;      /* between faulty_start() and faulty_stop() */
    atomic_int paused;       /* the test itself allocates */
    atomic_long allocations; /* allocations since the start, including refused ones */
    atomic_long refused;     /* allocations that failed */
    atomic_long fail_at;     /* the number of the allocation that fails; -1: none */
    atomic_int lasting;      /* all later allocations fail, too */
    atomic_long live;        /* blocks in use */
    atomic_long bytes;       /* bytes in use */
    atomic_long peak;        /* the most bytes that were in use */
    int ignores_calloc;      /* memory of calloc() is not counted as in use */
} faulty = {.fail_at = -1};

/* Whether allocations are counted, and may fail. */
static inline int faulty_is_armed(void)
{
    return atomic_load(&faulty.started) && !atomic_load(&faulty.paused);
}

/* ---- the blocks in use ------------------------------------------------------------- */

enum { FAULTY_SLOTS = 1 << 16 };

static struct {
    void *block;
    size_t size;
} faulty_slots[FAULTY_SLOTS]; /* a hash table with linear probing */
static atomic_flag faulty_lock = ATOMIC_FLAG_INIT;

static inline size_t faulty_home(const void *block)
{
    return (size_t)((uint64_t)(uintptr_t)block * 0x9e3779b97f4a7c15u >> 48);
}

static inline size_t faulty_slot(const void *block)
{
    size_t i = faulty_home(block);
    while (faulty_slots[i].block != NULL && faulty_slots[i].block != block)
        i = (i + 1) % FAULTY_SLOTS;
    return i;
}

static inline void faulty_count(long blocks, long bytes)
{
    const long now = atomic_fetch_add(&faulty.bytes, bytes) + bytes;
    atomic_fetch_add(&faulty.live, blocks);
    if (now > atomic_load(&faulty.peak))
        atomic_store(&faulty.peak, now);
}

/* Forgets a block, and sets *size to its size. Returns whether it was known. */
static inline int faulty_forget(const void *block, size_t *size)
{
    while (atomic_flag_test_and_set(&faulty_lock))
        ;
    size_t hole = faulty_slot(block);
    const int found = block != NULL && faulty_slots[hole].block != NULL;
    if (found) {
        *size = faulty_slots[hole].size;
        faulty_count(-1, -(long)faulty_slots[hole].size);
        faulty_slots[hole].block = NULL;
        for (size_t i = (hole + 1) % FAULTY_SLOTS; faulty_slots[i].block != NULL;
             i = (i + 1) % FAULTY_SLOTS) {
            /* Moves the block to the hole, unless its home is after the hole. */
            const size_t home = faulty_home(faulty_slots[i].block);
            if ((i - home) % FAULTY_SLOTS < (i - hole) % FAULTY_SLOTS)
                continue;
            faulty_slots[hole] = faulty_slots[i];
            faulty_slots[i].block = NULL;
            hole = i;
        }
    }
    atomic_flag_clear(&faulty_lock);
    return found;
}

static inline void *faulty_note(void *block, size_t size)
{
    size_t before;
    if (block == NULL || !faulty_is_armed())
        return block;
    faulty_forget(block, &before); /* another allocator may have freed it before */
    while (atomic_flag_test_and_set(&faulty_lock))
        ;
    const size_t i = faulty_slot(block);
    faulty_slots[i].block = block;
    faulty_slots[i].size = size;
    faulty_count(1, (long)size);
    if (atomic_load(&faulty.live) > FAULTY_SLOTS / 2) {
        fprintf(stderr, "faulty_malloc.h: too many blocks\n");
        abort();
    }
    atomic_flag_clear(&faulty_lock);
    return block;
}

/* ---- for tests ------------------------------------------------------------------- */

/* Starts counting from 0, and forgets earlier allocations. No allocation fails. */
static inline void faulty_start(void)
{
    memset(faulty_slots, 0, sizeof faulty_slots);
    atomic_store(&faulty.allocations, 0);
    atomic_store(&faulty.refused, 0);
    atomic_store(&faulty.live, 0);
    atomic_store(&faulty.bytes, 0);
    atomic_store(&faulty.peak, 0);
    atomic_store(&faulty.fail_at, -1);
    atomic_store(&faulty.started, 1);
}

static inline void faulty_stop(void)
{
    atomic_store(&faulty.started, 0);
    atomic_store(&faulty.fail_at, -1);
}

/* Allocation number k from now on fails, and no other; -1: none fails. */
static inline void faulty_fail(long k)
{
    atomic_store(&faulty.lasting, 0);
    atomic_store(&faulty.fail_at, k < 0 ? -1 : atomic_load(&faulty.allocations) + k);
}

/* Allocation number k from now on fails, and so do all later ones. */
static inline void faulty_fail_from(long k)
{
    faulty_fail(k);
    atomic_store(&faulty.lasting, 1);
}

/* Between faulty_pause(1) and faulty_pause(0), the test itself allocates. */
static inline void faulty_pause(int begins)
{
    atomic_store(&faulty.paused, begins);
}

/* ---- the wrapped functions --------------------------------------------------------- */

static inline int faulty_refuses(void)
{
    if (!faulty_is_armed())
        return 0;
    const long number = atomic_fetch_add(&faulty.allocations, 1);
    const long at = atomic_load(&faulty.fail_at);
    if (at < 0 || (atomic_load(&faulty.lasting) ? number < at : number != at))
        return 0;
    atomic_fetch_add(&faulty.refused, 1);
    errno = ENOMEM;
    return 1;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return faulty_refuses() ? NULL : faulty_note(__real_malloc(size), size);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    if (faulty_refuses())
        return NULL;
    void *block = __real_calloc(count, size);
    return faulty.ignores_calloc ? block : faulty_note(block, count * size);
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    size_t before = 0;
    if (faulty_refuses())
        return NULL;
    /* A block that another allocator has made is not counted, wherever it moves. */
    const int counted = old == NULL || faulty_forget(old, &before);
    void *block = __real_realloc(old, size);
    if (counted)
        faulty_note(block != NULL ? block : old, block != NULL ? size : before);
    return block;
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
    size_t size;
    faulty_forget(block, &size);
    __real_free(block);
}

#ifndef __wasm__
int __real_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    const int error =
        faulty_refuses() ? ENOMEM : __real_posix_memalign(block, alignment, size);
    if (error == 0)
        faulty_note(*block, size);
    return error;
}
#endif

#endif
