/* SPDX-License-Identifier: MIT
 *
 * split_kernels.c - the search functions for the ends of records: the plain ones, and the
 * choice of those for this CPU.
 */
#include "src/records/split_kernels.h"

#include "fairshuf.h"
#include "src/base/base.h"

/* ---- the plain kernels --------------------------------------------------------- */

/* Compares eight bytes at once. A byte of x is 0 where the bytes are equal. Adding 0x7f
 * to its lower seven bits carries into the eighth bit if one of them is set, and never
 * out of the byte. The product gathers the eight result bits: bit 8 k times bit 56 - 7 j
 * lands in the upper byte, at bit k, only for j = k, and no two of the 64 products
 * overlap. */
FS_INLINE uint64_t equal8(const unsigned char *p, uint64_t bytes)
{
    const uint64_t ones = UINT64_MAX / 255, sevens = ones * 0x7f;
    const uint64_t x = fs_load64(p) ^ bytes;
    const uint64_t equal = ~(((x & sevens) + sevens) | x) >> 7 & ones;
    return equal * 0x0102040810204080 >> 56;
}

FS_INLINE uint64_t equal64(const unsigned char *p, unsigned char byte)
{
    const uint64_t bytes = UINT64_MAX / 255 * byte;
    return equal8(p, bytes) | equal8(p + 8, bytes) << 8 | equal8(p + 16, bytes) << 16 |
           equal8(p + 24, bytes) << 24 | equal8(p + 32, bytes) << 32 |
           equal8(p + 40, bytes) << 40 | equal8(p + 48, bytes) << 48 |
           equal8(p + 56, bytes) << 56;
}

#define SPLIT_BYTE fs_split_byte_plain
#define SPLIT_CSV fs_split_csv_plain
#include "src/records/split_wide.h"

/* ---- the choice ---------------------------------------------------------------- */

static const struct kernel {
    const char *name;
    fs_split_kernel *byte;
    fs_csv_kernel *csv;
} kernels[] = {
    {"plain", fs_split_byte_plain, fs_split_csv_plain},
#if FS_HAVE_X86_KERNELS
    {"sse2", fs_split_byte_sse2, fs_split_csv_sse2},
    {"avx2", fs_split_byte_avx2, fs_split_csv_avx2},
    {"avx512", fs_split_byte_avx2, fs_split_csv_avx2},
#endif
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

static const struct kernel *kernel_named(const char *name)
{
    for (size_t i = 0; i < KERNELS; i++)
        if (strcmp(kernels[i].name, name) == 0)
            return &kernels[i];
    return NULL;
}

/* The search functions for the kernel in use, which the CPU can run. */
static const struct kernel *current(void)
{
    const struct kernel *k = kernel_named(fair_kernel());
    return k != NULL ? k : &kernels[0];
}

size_t fs_split_byte(const unsigned char *data, size_t length, unsigned char byte,
                     uint32_t *ends)
{
    return current()->byte(data, length, byte, ends);
}

size_t fs_split_csv(const unsigned char *data, size_t seen, size_t length,
                    unsigned char separator, int *state, uint32_t *ends)
{
    return current()->csv(data, seen, length, separator, state, ends);
}

fs_split_kernel *fs_split_kernel_named(const char *name)
{
    const struct kernel *k = kernel_named(name);
    return k != NULL ? k->byte : NULL;
}
