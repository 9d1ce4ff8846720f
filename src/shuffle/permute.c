/* SPDX-License-Identifier: MIT
 *
 * permute.c - applies permutations and their inverses to arrays, in place or copied.
 *
 * Everything is checked before the first element moves.
 */
#include "fairshuf.h"

#include "src/base/memory.h"
#include "src/shuffle/arrays.h"
#include "src/shuffle/permutation.h"
#include "src/shuffle/swap.h"
#include "src/shuffle/workspace.h"

/* If an array has more than FS_PERMUTE_NEAR bytes, a copy prefetches the element this
 * many places ahead (docs/speed.md, Constants). */
#ifndef FS_PERMUTE_AHEAD
#define FS_PERMUTE_AHEAD 16
#endif
#ifndef FS_PERMUTE_NEAR
#define FS_PERMUTE_NEAR (1 << 19)
#endif

/* ---- in place -------------------------------------------------------------------- */

static void permute_checked(const fair_array *arrays, size_t count, size_t n,
                            const void *p, size_t width, int inverse, uint64_t *bits)
{
    for (size_t i = 0; i < count; i++) {
        if (arrays[i].size == 0)
            continue;
        fs_bits_set_all(bits, n);
        fs_permutation_apply(p, n, width, arrays[i].base, arrays[i].size, inverse, bits);
    }
}

static int permute(const fair_array *arrays, size_t count, size_t n, const void *p,
                   size_t width, int inverse, const fair_options *options)
{
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    const int error = fs_arrays_check(arrays, count, n);
    if (error != FAIR_OK || n == 0)
        return error;
    if (!fs_fits(n, width))
        return FAIR_ERANGE;
    for (size_t i = 0; i < count; i++)
        if (fs_overlap(arrays[i].base, n * arrays[i].size, p, n * width))
            return FAIR_EINVAL;
    fs_memory memory = fs_memory_start(options);
    uint64_t *bits = fs_memory_get(&memory, fs_bits_bytes(n));
    if (bits == NULL)
        return FAIR_ENOMEM;
    const int valid = fs_permutation_check(p, n, width, bits);
    if (valid)
        permute_checked(arrays, count, n, p, width, inverse, bits);
    fs_memory_free(&memory, bits, fs_bits_bytes(n));
    return valid ? FAIR_OK : FAIR_EINVAL;
}

int fair_permute32(void *base, size_t n, size_t size, const uint32_t *p,
                   const fair_options *options)
{
    return permute(&(fair_array){base, size, {0}}, 1, n, p, sizeof *p, 0, options);
}

int fair_permute64(void *base, size_t n, size_t size, const uint64_t *p,
                   const fair_options *options)
{
    return permute(&(fair_array){base, size, {0}}, 1, n, p, sizeof *p, 0, options);
}

int fair_permute_arrays32(const fair_array *arrays, size_t count, size_t n,
                          const uint32_t *p, const fair_options *options)
{
    return permute(arrays, count, n, p, sizeof *p, 0, options);
}

int fair_permute_arrays64(const fair_array *arrays, size_t count, size_t n,
                          const uint64_t *p, const fair_options *options)
{
    return permute(arrays, count, n, p, sizeof *p, 0, options);
}

int fair_permute_inverse32(void *base, size_t n, size_t size, const uint32_t *p,
                           const fair_options *options)
{
    return permute(&(fair_array){base, size, {0}}, 1, n, p, sizeof *p, 1, options);
}

int fair_permute_inverse64(void *base, size_t n, size_t size, const uint64_t *p,
                           const fair_options *options)
{
    return permute(&(fair_array){base, size, {0}}, 1, n, p, sizeof *p, 1, options);
}

int fair_permute_inverse_arrays32(const fair_array *arrays, size_t count, size_t n,
                                  const uint32_t *p, const fair_options *options)
{
    return permute(arrays, count, n, p, sizeof *p, 1, options);
}

int fair_permute_inverse_arrays64(const fair_array *arrays, size_t count, size_t n,
                                  const uint64_t *p, const fair_options *options)
{
    return permute(arrays, count, n, p, sizeof *p, 1, options);
}

/* ---- copies ------------------------------------------------------------------------ */

struct copying {
    unsigned char *to;         /* [n]: where the elements go */
    const unsigned char *from; /* [n]: the elements */
    size_t n;                  /* elements */
    const void *p;             /* [n]: the permutation */
};

/* Copies element p[i] to place i, or element i to place p[i]. */
FS_INLINE void copy_one(const struct copying *c, size_t i, size_t size, size_t width,
                        int inverse)
{
    const size_t other = (size_t)fs_index_get(c->p, i, width);
    fs_copy(c->to + (inverse ? other : i) * size, c->from + (inverse ? i : other) * size,
            size);
}

FS_INLINE void copy_all(const struct copying *c, size_t size, size_t width, int inverse)
{
    size_t i = 0;
    if (size >= 8 && c->n > FS_PERMUTE_NEAR / size) /* no gain for smaller elements */
        for (; i + FS_PERMUTE_AHEAD < c->n; i++) {
            const size_t ahead = (size_t)fs_index_get(c->p, i + FS_PERMUTE_AHEAD, width);
            if (inverse)
                FS_PREFETCH_WRITE(c->to + ahead * size);
            else
                FS_PREFETCH(c->from + ahead * size);
            copy_one(c, i, size, width, inverse);
        }
    for (; i < c->n; i++)
        copy_one(c, i, size, width, inverse);
}

static void copy_checked(const struct copying c, size_t size, size_t width, int inverse)
{
    if (width == 4 && inverse)
        FS_BY_SIZE(size, copy_all(&c, SIZE, 4, 1));
    else if (width == 4)
        FS_BY_SIZE(size, copy_all(&c, SIZE, 4, 0));
    else if (inverse)
        FS_BY_SIZE(size, copy_all(&c, SIZE, 8, 1));
    else
        FS_BY_SIZE(size, copy_all(&c, SIZE, 8, 0));
}

static int permute_copy(void *to, const void *from, size_t n, size_t size, const void *p,
                        size_t width, int inverse, const fair_options *options)
{
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    if (!fs_fits(n, width) || (size > 0 && !fs_fits(n, size)))
        return FAIR_ERANGE;
    if (fs_overlap(to, n * size, from, n * size) ||
        fs_overlap(to, n * size, p, n * width))
        return FAIR_EINVAL;
    const int error = width == 4 ? fair_check_permutation32(p, n, options)
                                 : fair_check_permutation64(p, n, options);
    if (error == FAIR_OK && size > 0)
        copy_checked((struct copying){to, from, n, p}, size, width, inverse);
    return error;
}

int fair_permute_copy32(void *to, const void *from, size_t n, size_t size,
                        const uint32_t *p, const fair_options *options)
{
    return permute_copy(to, from, n, size, p, sizeof *p, 0, options);
}

int fair_permute_copy64(void *to, const void *from, size_t n, size_t size,
                        const uint64_t *p, const fair_options *options)
{
    return permute_copy(to, from, n, size, p, sizeof *p, 0, options);
}

int fair_permute_inverse_copy32(void *to, const void *from, size_t n, size_t size,
                                const uint32_t *p, const fair_options *options)
{
    return permute_copy(to, from, n, size, p, sizeof *p, 1, options);
}

int fair_permute_inverse_copy64(void *to, const void *from, size_t n, size_t size,
                                const uint64_t *p, const fair_options *options)
{
    return permute_copy(to, from, n, size, p, sizeof *p, 1, options);
}
