/* SPDX-License-Identifier: MIT
 *
 * hooks.h - an allocator for tests: it counts its calls, fails when a test says so, and
 * notices blocks that are released wrongly.
 *
 *     struct hooks hooks;
 *     fair_options options;
 *     hooks_start(&hooks, &options);
 *     hooks.fail_at = 3;                       the fourth allocation fails
 *     ...                                      what is tested, with these options
 *     CHECK(hooks.wrong == 0 && hooks.live == 0);
 *
 * Both functions must be called from the thread that called hooks_start().
 */
#ifndef HOOKS_H
#define HOOKS_H

#include "fairshuf.h"

#include <stdlib.h>
#include <string.h>

enum { HOOKS_BLOCKS = 256 };

struct hooks {
    long calls;         /* allocations, including those that failed */
    long fail_at;       /* which allocation fails, counted from 0; -1: none */
    unsigned live;      /* blocks in use */
    size_t bytes;       /* in use */
    size_t peak;        /* the most bytes that were in use */
    unsigned wrong;     /* number of invalid calls */
    const void *thread; /* of hooks_start() */
    struct {
        void *block;
        size_t bytes;
    } blocks[HOOKS_BLOCKS];
};

/* An address that is different in each thread. */
static inline const void *hooks_thread(void)
{
    static _Thread_local char here;
    return &here;
}

static inline void *hooks_allocate(void *allocator, size_t bytes)
{
    struct hooks *h = allocator;
    const long call = h->calls++;
    h->wrong += bytes == 0 || h->thread != hooks_thread() || h->live == HOOKS_BLOCKS;
    if (call == h->fail_at || bytes == 0 || h->live == HOOKS_BLOCKS)
        return NULL;
    void *block = malloc(bytes);
    if (block == NULL)
        return NULL;
    memset(block, 0xa5, bytes); /* the library must not rely on zeros */
    h->blocks[h->live].block = block;
    h->blocks[h->live++].bytes = bytes;
    h->bytes += bytes;
    h->peak = h->bytes > h->peak ? h->bytes : h->peak;
    return block;
}

static inline void hooks_release(void *allocator, void *block, size_t bytes)
{
    struct hooks *h = allocator;
    unsigned i = 0;
    while (i < h->live && h->blocks[i].block != block)
        i++;
    if (i == h->live || h->blocks[i].bytes != bytes || h->thread != hooks_thread()) {
        h->wrong++;
        return;
    }
    h->blocks[i] = h->blocks[--h->live];
    h->bytes -= bytes;
    memset(block, 0x5a, bytes);
    free(block);
}

/* Makes options that are all zero, except for this allocator. */
static inline void hooks_start(struct hooks *h, fair_options *options)
{
    memset(h, 0, sizeof *h);
    h->fail_at = -1;
    h->thread = hooks_thread();
    memset(options, 0, sizeof *options);
    options->allocate = hooks_allocate;
    options->release = hooks_release;
    options->allocator = h;
}

#endif
