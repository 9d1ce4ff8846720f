/* SPDX-License-Identifier: MIT
 *
 * arrays.c - several arrays: checks whether they overlap, and shuffles them in lockstep.
 */
#include "src/shuffle/arrays.h"

#include "src/bits/rng.h"
#include "src/shuffle/swap.h"

/* Whether array number `last` overlaps one before it. */
static int overlaps_earlier(const fair_array *arrays, size_t last, size_t n)
{
    for (size_t i = 0; i < last; i++)
        if (fs_overlap(arrays[i].base, n * arrays[i].size, arrays[last].base,
                       n * arrays[last].size))
            return 1;
    return 0;
}

/* Whether two arrays overlap. An array that lies before or after all earlier ones need
 * not be compared with each of them. So this takes linear time for arrays in the order of
 * their addresses, as they often are. Sorting all others would need memory. */
static int any_overlap(const fair_array *arrays, size_t count, size_t n)
{
    uintptr_t lowest = UINTPTR_MAX, end = 0; /* of the arrays so far */
    for (size_t i = 0; i < count; i++) {
        const uintptr_t base = (uintptr_t)arrays[i].base;
        const size_t bytes = n * arrays[i].size;
        if (bytes == 0)
            continue;
        if (base < end && lowest < base + bytes && overlaps_earlier(arrays, i, n))
            return 1;
        lowest = base < lowest ? base : lowest;
        end = base + bytes > end ? base + bytes : end;
    }
    return 0;
}

int fs_arrays_check(const fair_array *arrays, size_t count, size_t n)
{
    if (!fs_fits(count, sizeof *arrays))
        return FAIR_ERANGE;
    for (size_t i = 0; i < count; i++)
        if (!FS_RESERVED_UNUSED(&arrays[i]))
            return FAIR_EINVAL;
    for (size_t i = 0; i < count; i++)
        if (arrays[i].size > 0 && !fs_fits(n, arrays[i].size))
            return FAIR_ERANGE;
    return any_overlap(arrays, count, n) ? FAIR_EINVAL : FAIR_OK;
}

struct lockstep {
    const fair_array *arrays; /* [count]: the arrays */
    size_t count;
};

/* Swaps elements i and j of all arrays, for fair_shuffle_with(). */
static void swap_in_all(void *context, size_t i, size_t j)
{
    const struct lockstep *l = context;
    for (size_t k = 0; k < l->count; k++) {
        const size_t size = l->arrays[k].size;
        unsigned char *base = l->arrays[k].base;
        if (size > 0)
            fs_swap(base + i * size, base + j * size, size);
    }
}

int fair_shuffle_arrays(fair_rng *rng, const fair_array *arrays, size_t count, size_t n)
{
    const int error = fs_arrays_check(arrays, count, n);
    if (error != FAIR_OK)
        return error;
    size_t last = count; /* the last array that has something to shuffle */
    while (last > 0 && arrays[last - 1].size == 0)
        last--;
    if (last == 0 || n < 2)
        return FAIR_OK;
    if (rng->source != NULL) {
        /* Its bytes cannot be read again, so all arrays are shuffled at once. */
        fair_shuffle_with(rng, n, swap_in_all, &(struct lockstep){arrays, last});
        return fair_rng_error(rng);
    }
    fs_rng_prepare(rng, 0); /* otherwise each copy would start again after a fork */
    /* Rolling the dice again for each array is faster than shuffling all arrays at once,
     * because fair_shuffle() has code for each common size of elements. */
    for (size_t i = 0; i < last - 1; i++) {
        fair_rng copy = *rng;
        fair_shuffle(&copy, arrays[i].base, n, arrays[i].size);
        fair_rng_wipe(&copy);
    }
    fair_shuffle(rng, arrays[last - 1].base, n, arrays[last - 1].size);
    return fair_rng_error(rng);
}
