/* SPDX-License-Identifier: MIT
 *
 * split_kernels.c - chooses the search functions for this CPU. See split_kernels.h.
 */
#include "src/records/split_kernels.h"

#include "fairshuf.h"
#include "src/base/target.h"

static const struct kernel {
    const char *name;      /* as fair_kernel() returns it */
    fs_split_kernel *byte; /* finds a delimiter */
    fs_csv_kernel *csv;    /* finds newlines outside quotes */
} kernels[] = {
    {"plain", fs_split_byte_plain, fs_split_csv_plain},
#if FS_HAVE_X86_KERNELS
    {"sse2", fs_split_byte_sse2, fs_split_csv_sse2},
#endif
#if FS_HAVE_AVX_KERNELS
    {"avx2", fs_split_byte_avx2, fs_split_csv_avx2},
    {"avx512", fs_split_byte_avx2, fs_split_csv_avx2},
#endif
#if FS_HAVE_NEON_KERNELS
    {"neon", fs_split_byte_neon, fs_split_csv_neon},
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
