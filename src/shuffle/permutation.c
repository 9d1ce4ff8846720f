/* SPDX-License-Identifier: MIT
 *
 * permutation.c - random permutations, checking and inverting a permutation.
 */
#include "fairshuf.h"

#include "src/base/memory.h"
#include "src/shuffle/arrays.h"
#include "src/shuffle/permutation.h"
#include "src/shuffle/workspace.h"

void fair_permutation32(fair_rng *rng, uint32_t *p, size_t n)
{
    if (!fs_index_fits32(n) || !fs_fits(n, sizeof *p))
        return;
    fs_index_identity(p, n, sizeof *p);
    fair_shuffle(rng, p, n, sizeof *p);
}

void fair_permutation64(fair_rng *rng, uint64_t *p, size_t n)
{
    if (!fs_fits(n, sizeof *p))
        return;
    fs_index_identity(p, n, sizeof *p);
    fair_shuffle(rng, p, n, sizeof *p);
}

/* If n entries are below n, and they set all n bits, no two of them are equal. */
FS_INLINE int check_width(const void *p, size_t n, size_t width, uint64_t *bits)
{
    memset(bits, 0, fs_bits_bytes(n));
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = fs_index_get(p, i, width);
        if (value >= n)
            return 0;
        fs_bit_set(bits, (size_t)value);
    }
    return fs_bits_are_all_set(bits, n);
}

int fs_permutation_check(const void *p, size_t n, size_t width, uint64_t *bits)
{
    return width == 4 ? check_width(p, n, 4, bits) : check_width(p, n, 8, bits);
}

static int check_array(const void *p, size_t n, size_t width, const fair_options *options)
{
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    if (n == 0)
        return FAIR_OK;
    if (!fs_fits(n, width))
        return FAIR_ERANGE;
    fs_memory memory = fs_memory_start(options);
    uint64_t *bits = fs_memory_get(&memory, fs_bits_bytes(n));
    if (bits == NULL)
        return FAIR_ENOMEM;
    const int valid = fs_permutation_check(p, n, width, bits);
    fs_memory_free(&memory, bits, fs_bits_bytes(n));
    return valid ? FAIR_OK : FAIR_EINVAL;
}

int fair_check_permutation32(const uint32_t *p, size_t n, const fair_options *options)
{
    return check_array(p, n, sizeof *p, options);
}

int fair_check_permutation64(const uint64_t *p, size_t n, const fair_options *options)
{
    return check_array(p, n, sizeof *p, options);
}

FS_INLINE int inverse(void *out, const void *p, size_t n, size_t width,
                      const fair_options *options)
{
    if (fs_fits(n, width) && fs_overlap(out, n * width, p, n * width))
        return FAIR_EINVAL;
    const int error = check_array(p, n, width, options);
    if (error != FAIR_OK)
        return error;
    for (size_t i = 0; i < n; i++)
        fs_index_put(out, (size_t)fs_index_get(p, i, width), width, i);
    return FAIR_OK;
}

int fair_inverse32(uint32_t *out, const uint32_t *p, size_t n,
                   const fair_options *options)
{
    return inverse(out, p, n, sizeof *p, options);
}

int fair_inverse64(uint64_t *out, const uint64_t *p, size_t n,
                   const fair_options *options)
{
    return inverse(out, p, n, sizeof *p, options);
}
