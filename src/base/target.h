/* SPDX-License-Identifier: MIT
 *
 * target.h - which kernels are compiled, and for which CPUs.
 *
 * A kernel is a function for CPUs with certain vector instructions. An attribute of the
 * function says which, so its file needs no compiler options. The kernels need the vector
 * extension of gcc and clang. Those for x86-64 also need __builtin_shufflevector(), which
 * gcc has from version 12 on. Other compilers, FAIR_PORTABLE and FS_NO_KERNELS leave only
 * the code in plain C.
 */
#ifndef FS_TARGET_H
#define FS_TARGET_H

#include "src/base/base.h"

#if FS_GNU && !defined(FS_NO_KERNELS) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define FS_HAVE_SHUFFLEVECTOR 1
#endif
#endif
#ifndef FS_HAVE_SHUFFLEVECTOR
#define FS_HAVE_SHUFFLEVECTOR 0
#endif

/* Every x86-64 has SSE2. */
#if FS_HAVE_SHUFFLEVECTOR && defined(__x86_64__)
#define FS_HAVE_X86_KERNELS 1
#else
#define FS_HAVE_X86_KERNELS 0
#endif

/* AVX2 and AVX-512. gcc for Windows may access vectors of 32 and 64 bytes on the stack
 * with instructions that need an aligned address, but it aligns the stack to 16 bytes
 * only, so the program crashes (GCC bug 54412). Some distributions have a patch, but no
 * macro says so. So with gcc for Windows, these kernels are used only if
 * FS_UNALIGNED_VECTORS promises that the assembler replaces these instructions:
 * -Wa,-muse-unaligned-vector-move, since binutils 2.38. clang needs no such option. */
#if FS_HAVE_X86_KERNELS &&                                                               \
    (!defined(_WIN32) || defined(__clang__) || defined(FS_UNALIGNED_VECTORS))
#define FS_HAVE_AVX_KERNELS 1
#else
#define FS_HAVE_AVX_KERNELS 0
#endif

/* Every 64-bit ARM has NEON. */
#if FS_GNU && !defined(FS_NO_KERNELS) && defined(__AARCH64EL__)
#define FS_HAVE_NEON_KERNELS 1
#else
#define FS_HAVE_NEON_KERNELS 0
#endif

/* A WebAssembly module either uses vector instructions everywhere or not at all. */
#if FS_HAVE_SHUFFLEVECTOR && defined(__wasm_simd128__)
#define FS_HAVE_SIMD128_KERNELS 1
#else
#define FS_HAVE_SIMD128_KERNELS 0
#endif

/* For the functions of a kernel, including those that it inlines if they use vectors. */
#define FS_TARGET_AVX2 __attribute__((target("avx2,popcnt")))
#define FS_TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,popcnt")))

#endif
