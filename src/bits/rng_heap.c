/* SPDX-License-Identifier: MIT
 *
 * rng_heap.c - generators on the heap, for programs that do not know their size.
 */
#include "fairshuf.h"

#include "src/base/base.h"
#include "src/base/memory.h"

size_t fair_rng_size(void)
{
    return sizeof(fair_rng);
}

fair_rng *fair_rng_new(const fair_options *options)
{
    if (!fs_options_valid(options))
        return NULL;
    fs_memory memory = fs_memory_start(options);
    fair_rng *rng = fs_memory_get(&memory, sizeof *rng);
    if (rng != NULL)
        memset(rng, 0, sizeof *rng); /* FAIR_ESTATE until it is initialised */
    return rng;
}

void fair_rng_free(fair_rng *rng, const fair_options *options)
{
    if (rng == NULL)
        return;
    fair_rng_wipe(rng);
    if (!fs_options_valid(options))
        return; /* no generator was made with these options */
    fs_memory memory = fs_memory_start(options);
    fs_memory_free(&memory, rng, sizeof *rng);
}
