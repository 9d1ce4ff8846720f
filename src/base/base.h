/* SPDX-License-Identifier: MIT
 *
 * base.h - arithmetic, byte order and compiler hints, for every layer.
 *
 * All functions are static inline. Otherwise the linker could choose a copy that was
 * compiled for a newer CPU.
 */
#ifndef FS_BASE_H
#define FS_BASE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether to use extensions of gcc and clang. FAIR_PORTABLE says no. */
#if defined(__GNUC__) && !defined(FAIR_PORTABLE)
#define FS_GNU 1
#else
#define FS_GNU 0
#endif

#if FS_GNU
#define FS_INLINE static inline __attribute__((always_inline, unused))
#define FS_NOINLINE __attribute__((noinline, unused))
#define FS_COLD __attribute__((noinline, cold, unused)) /* a slow path, rarely taken */
#define FS_LIKELY(x) __builtin_expect(!!(x), 1)
#define FS_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define FS_PREFETCH(p) __builtin_prefetch(p, 0)       /* will be read */
#define FS_PREFETCH_WRITE(p) __builtin_prefetch(p, 1) /* will be written */
#else
#define FS_INLINE static inline
#define FS_NOINLINE
#define FS_COLD
#define FS_LIKELY(x) (x)
#define FS_UNLIKELY(x) (x)
#define FS_PREFETCH(p) ((void)(p))
#define FS_PREFETCH_WRITE(p) ((void)(p))
#endif

/* For a variable that only the library uses: the compiler can address it directly. */
#if FS_GNU && !defined(_WIN32)
#define FS_HIDDEN __attribute__((visibility("hidden")))
#else
#define FS_HIDDEN
#endif

/* Hides from the compiler how a variable was computed. It then keeps the variable in a
 * register instead of computing it again. Only for speed. */
#if FS_GNU && (defined(__x86_64__) || defined(__aarch64__))
#define FS_OPAQUE(x) __asm__("" : "+r"(x))
#else
#define FS_OPAQUE(x) ((void)0)
#endif

/* Returns the upper half of the 128-bit product a * b, and stores the lower half. */
FS_INLINE uint64_t fs_mul64(uint64_t a, uint64_t b, uint64_t *low)
{
#if FS_GNU && defined(__SIZEOF_INT128__) && !defined(__wasm__) && !defined(FS_NO_INT128)
    __extension__ typedef unsigned __int128 u128;
    const u128 product = (u128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    /* For machines without 128-bit products (32-bit, WebAssembly): long multiplication
     * of halves. No partial sum overflows: (2^32-1)^2 + 2 (2^32-1) = 2^64 - 1. */
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    const uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t p00 = a0 * b0;
    const uint64_t p10 = a1 * b0 + (p00 >> 32);
    const uint64_t p01 = a0 * b1 + (uint32_t)p10;
    *low = p01 << 32 | (uint32_t)p00;
    return a1 * b1 + (p10 >> 32) + (p01 >> 32);
#endif
}

/* The same, for loops in which gcc 12 would move both halves of each 128-bit product
 * through memory. */
FS_INLINE uint64_t fs_mul64_apart(uint64_t a, uint64_t b, uint64_t *low)
{
#if FS_GNU && defined(__x86_64__) && !defined(__clang__)
    uint64_t high;
    __asm__("mulq %3" : "=a"(*low), "=d"(high) : "0"(a), "r"(b) : "cc");
    return high;
#else
    return fs_mul64(a, b, low);
#endif
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FS_LITTLE_ENDIAN 1
#else
#define FS_LITTLE_ENDIAN 0
#endif

/* Reads and writes little-endian numbers at any address, on any machine. */
FS_INLINE uint32_t fs_load32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

FS_INLINE uint64_t fs_load64(const unsigned char *p)
{
#if FS_LITTLE_ENDIAN
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
#else
    return (uint64_t)fs_load32(p) | (uint64_t)fs_load32(p + 4) << 32;
#endif
}

FS_INLINE void fs_store32(unsigned char *p, uint32_t x)
{
    p[0] = (unsigned char)x;
    p[1] = (unsigned char)(x >> 8);
    p[2] = (unsigned char)(x >> 16);
    p[3] = (unsigned char)(x >> 24);
}

/* Overwrites a secret with zeros. The compiler cannot remove this. */
FS_INLINE void fs_wipe(void *p, size_t length)
{
    memset(p, 0, length);
#if FS_GNU
    __asm__ __volatile__("" : : "r"(p) : "memory");
#else
    volatile unsigned char *v = p;
    while (length-- > 0)
        *v++ = 0;
#endif
}

/* Whether all reserved fields of a struct are zero, as they must be. */
FS_INLINE int fs_all_zero(const uint64_t *reserved, size_t count)
{
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= reserved[i];
    return any == 0;
}
#define FS_RESERVED_UNUSED(s)                                                            \
    fs_all_zero((s)->reserved, sizeof(s)->reserved / sizeof(s)->reserved[0])

/* Whether an array of n elements of `size` > 0 bytes can exist. gcc and clang assume that
 * no object is larger than PTRDIFF_MAX bytes. The first test avoids a division, which
 * takes as long as a shuffle of a few elements. */
FS_INLINE int fs_fits(size_t n, size_t size)
{
    const size_t small = (size_t)1 << (4 * sizeof(size_t) - 1); /* its square fits */
    assert(size > 0);
    return FS_LIKELY((n | size) < small) || n <= (size_t)PTRDIFF_MAX / size;
}

#endif
