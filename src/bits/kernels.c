/* SPDX-License-Identifier: MIT
 *
 * kernels.c - chooses the ChaCha8 kernel: the last one in the table that the CPU can run.
 *
 * The choice is a single atomic pointer. All kernels give the same bytes, so a race
 * between threads affects only the speed.
 */
#include "fairshuf.h"

#include "src/base/atomics.h"
#include "src/base/base.h"
#include "src/base/target.h"
#include "src/bits/chacha8.h"

static int always(void)
{
    return 1;
}

#if FS_HAVE_AVX_KERNELS
static int has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

static int has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("popcnt");
}
#endif

static const struct kernel {
    const char *name;       /* for fair_kernel() and the tests */
    fs_chacha8_kernel *run; /* makes the next block of the stream */
    int (*runs_here)(void); /* whether this CPU can run it */
} kernels[] = {
    {"plain", fs_chacha8_plain, always},
#if FS_HAVE_X86_KERNELS
    {"sse2", fs_chacha8_sse2, always}, /* compiled only for x86-64, which has it */
#endif
#if FS_HAVE_AVX_KERNELS
    {"avx2", fs_chacha8_avx2, has_avx2},     {"avx512", fs_chacha8_avx512, has_avx512},
#endif
#if FS_HAVE_NEON_KERNELS
    {"neon", fs_chacha8_neon, always}, /* compiled only for aarch64, which has it */
#endif
#if FS_HAVE_SIMD128_KERNELS
    {"simd128", fs_chacha8_simd128, always}, /* there is another module without it */
#endif
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

static FS_ATOMIC(const struct kernel *) chosen;

static const struct kernel *best(void)
{
    const struct kernel *k = &kernels[KERNELS - 1];
    while (!k->runs_here())
        k--; /* ends at the first, which runs everywhere */
    return k;
}

static const struct kernel *current(void)
{
    const struct kernel *k = fs_atomic_load(&chosen);
    if (FS_UNLIKELY(k == NULL)) {
        k = best();
        fs_atomic_store(&chosen, k);
    }
    return k;
}

void fs_chacha8(unsigned char *out, const unsigned char *key)
{
    current()->run(out, key);
}

const char *fair_kernel(void)
{
    return current()->name;
}

const char *fair_kernel_name(size_t index)
{
    for (size_t i = 0; i < KERNELS; i++)
        if (kernels[i].runs_here() && index-- == 0)
            return kernels[i].name;
    return NULL;
}

int fair_kernel_use(const char *name)
{
    if (name == NULL) {
        fs_atomic_store(&chosen, best());
        return FAIR_OK;
    }
    for (size_t i = 0; i < KERNELS; i++)
        if (strcmp(kernels[i].name, name) == 0 && kernels[i].runs_here()) {
            fs_atomic_store(&chosen, &kernels[i]);
            return FAIR_OK;
        }
    return FAIR_EKERNEL;
}
