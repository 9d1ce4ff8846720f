/* SPDX-License-Identifier: MIT
 *
 * permutation.c - random permutations, checking and inverting a permutation.
 */
#include "fairshuf.h"

#include <stdlib.h>

#include "src/shuffle/index.h"

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

/* If n entries are below n and no two are equal, each number below n occurs. */
FS_INLINE int check(const void *p, size_t n, size_t width)
{
    if (n == 0)
        return FAIR_OK;
    if (!fs_fits(n, width))
        return FAIR_ERANGE;
    unsigned char *seen = calloc(n / 8 + 1, 1);
    if (seen == NULL)
        return FAIR_ENOMEM;
    size_t i = 0;
    for (; i < n; i++) {
        const uint64_t value = fs_index_get(p, i, width);
        if (value >= n)
            break;
        const unsigned char bit = (unsigned char)(1u << (value % 8));
        if (seen[value / 8] & bit)
            break;
        seen[value / 8] |= bit;
    }
    free(seen);
    return i == n ? FAIR_OK : FAIR_EINVAL;
}

int fair_check_permutation32(const uint32_t *p, size_t n, const fair_options *options)
{
    (void)options;
    return check(p, n, sizeof *p);
}

int fair_check_permutation64(const uint64_t *p, size_t n, const fair_options *options)
{
    (void)options;
    return check(p, n, sizeof *p);
}

FS_INLINE int inverse(void *out, const void *p, size_t n, size_t width)
{
    const int error = check(p, n, width);
    if (error != FAIR_OK)
        return error;
    for (size_t i = 0; i < n; i++)
        fs_index_put(out, (size_t)fs_index_get(p, i, width), width, i);
    return FAIR_OK;
}

int fair_inverse32(uint32_t *out, const uint32_t *p, size_t n,
                   const fair_options *options)
{
    (void)options;
    return inverse(out, p, n, sizeof *p);
}

int fair_inverse64(uint64_t *out, const uint64_t *p, size_t n,
                   const fair_options *options)
{
    (void)options;
    return inverse(out, p, n, sizeof *p);
}
