/* SPDX-License-Identifier: MIT
 *
 * chacha8_wide.h - the vector kernel, for any vector length: LANES blocks at a time.
 *
 * A small file for each instruction set includes this. It defines LANES (4, 8 or 16) and
 * KERNEL, and also TARGET (target.h) if the CPU needs more features than the compiler
 * takes for granted. All macros are undefined at the end, so that one file can have
 * several kernels. One vector has word w of all blocks, so the rounds are those of plain
 * C. The code uses the vector extension of gcc and clang, which can compile it for any
 * CPU: tests compare 16 lanes with plain C on machines without AVX-512.
 * __builtin_shufflevector(), which more than 4 lanes need, is in gcc 12 and later.
 */
#include "src/base/base.h"
#include "src/bits/chacha8.h"

#if defined(__aarch64__) && LANES == 4
#include <arm_neon.h>
#endif

#ifndef TARGET
#define TARGET
#endif

/* Every kernel has names of its own. */
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define words JOIN(KERNEL, _words)
#define bytes JOIN(KERNEL, _bytes)
#define store JOIN(KERNEL, _store)

typedef uint32_t words __attribute__((vector_size(4 * LANES)));
typedef uint8_t bytes __attribute__((vector_size(4 * LANES)));

#define REPEAT(x) ((words){0} + (x))

#if LANES == 4
#define EACH16(m) m(0)
#elif LANES == 8
#define EACH16(m) m(0), m(16)
#else
#define EACH16(m) m(0), m(16), m(32), m(48)
#endif

#define BY_16(o)                                                                         \
    (o) + 2, (o) + 3, (o) + 0, (o) + 1, (o) + 6, (o) + 7, (o) + 4, (o) + 5, (o) + 10,    \
        (o) + 11, (o) + 8, (o) + 9, (o) + 14, (o) + 15, (o) + 12, (o) + 13
#define BY_8(o)                                                                          \
    (o) + 3, (o) + 0, (o) + 1, (o) + 2, (o) + 7, (o) + 4, (o) + 5, (o) + 6, (o) + 11,    \
        (o) + 8, (o) + 9, (o) + 10, (o) + 15, (o) + 12, (o) + 13, (o) + 14

/* Left rotations. A rotation by whole bytes is one shuffle with NEON and AVX2, but not
 * with SSE2. NEON can also shift right and insert the result into another vector, which
 * makes other rotations two instructions; compilers use three for the shifts. AVX-512 has
 * a rotate instruction, which compilers use for the shifts. */
#if defined(__aarch64__) && LANES == 4
#define ROTATE_16(x) ((words)vrev32q_u16((uint16x8_t)(x)))
#define ROTATE_8(x) ((words)vqtbl1q_u8((uint8x16_t)(x), (uint8x16_t){EACH16(BY_8)}))
#define ROTATE_12(x) ((words)vsriq_n_u32((uint32x4_t)((x) << 12), (uint32x4_t)(x), 20))
#define ROTATE_7(x) ((words)vsriq_n_u32((uint32x4_t)((x) << 7), (uint32x4_t)(x), 25))
#else
#if LANES == 8
#define ROTATE_16(x)                                                                     \
    ((words)__builtin_shufflevector((bytes)(x), (bytes)(x), EACH16(BY_16)))
#define ROTATE_8(x) ((words)__builtin_shufflevector((bytes)(x), (bytes)(x), EACH16(BY_8)))
#else
#define ROTATE_16(x) ((x) << 16 | (x) >> 16)
#define ROTATE_8(x) ((x) << 8 | (x) >> 24)
#endif
#define ROTATE_12(x) ((x) << 12 | (x) >> 20)
#define ROTATE_7(x) ((x) << 7 | (x) >> 25)
#endif

/* One step of four independent quarter rounds, so that the CPU always has four
 * independent chains. These are macros with sixteen vectors as arguments, because gcc at
 * -O2 keeps an array of vectors in memory. */
#define XOR_ROTATE(ROTATE, a, b, c, d, e, f, g, h)                                       \
    a ^= e, b ^= f, c ^= g, d ^= h;                                                      \
    a = ROTATE(a), b = ROTATE(b), c = ROTATE(c), d = ROTATE(d)
#define QUARTERS(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3)         \
    a0 += b0, a1 += b1, a2 += b2, a3 += b3;                                              \
    XOR_ROTATE(ROTATE_16, d0, d1, d2, d3, a0, a1, a2, a3);                               \
    c0 += d0, c1 += d1, c2 += d2, c3 += d3;                                              \
    XOR_ROTATE(ROTATE_12, b0, b1, b2, b3, c0, c1, c2, c3);                               \
    a0 += b0, a1 += b1, a2 += b2, a3 += b3;                                              \
    XOR_ROTATE(ROTATE_8, d0, d1, d2, d3, a0, a1, a2, a3);                                \
    c0 += d0, c1 += d1, c2 += d2, c3 += d3;                                              \
    XOR_ROTATE(ROTATE_7, b0, b1, b2, b3, c0, c1, c2, c3)

/* Stores the blocks in the layout of ChaCha8Rand: each group of four blocks takes 256
 * bytes, with word w of the four at offset 16 w. Longer vectors hold words of several
 * groups. They are rearranged first, so that whole vectors can be stored. */
TARGET FS_INLINE void store(unsigned char *out, const words x[16])
{
#if LANES == 4
    for (size_t w = 0; w < 16; w++)
        memcpy(out + 16 * w, &x[w], 16);
#elif LANES == 8
    for (size_t w = 0; w < 16; w += 2) {
        const words first =
            __builtin_shufflevector(x[w], x[w + 1], 0, 1, 2, 3, 8, 9, 10, 11);
        const words second =
            __builtin_shufflevector(x[w], x[w + 1], 4, 5, 6, 7, 12, 13, 14, 15);
        memcpy(out + 16 * w, &first, 32);
        memcpy(out + 256 + 16 * w, &second, 32);
    }
#else
#define EVEN 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define ODD 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
#define LOW 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define HIGH 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
    for (size_t w = 0; w < 16; w += 4) {
        const words even0 = __builtin_shufflevector(x[w], x[w + 1], EVEN);
        const words even1 = __builtin_shufflevector(x[w + 2], x[w + 3], EVEN);
        const words odd0 = __builtin_shufflevector(x[w], x[w + 1], ODD);
        const words odd1 = __builtin_shufflevector(x[w + 2], x[w + 3], ODD);
        const words group[4] = {
            __builtin_shufflevector(even0, even1, LOW),
            __builtin_shufflevector(odd0, odd1, LOW),
            __builtin_shufflevector(even0, even1, HIGH),
            __builtin_shufflevector(odd0, odd1, HIGH),
        };
        for (size_t g = 0; g < 4; g++)
            memcpy(out + 256 * g + 16 * w, &group[g], 64);
    }
#undef EVEN
#undef ODD
#undef LOW
#undef HIGH
#endif
}

TARGET void KERNEL(unsigned char *out, const unsigned char *key)
{
    uint32_t k[8];
    memcpy(k, key, sizeof k); /* these kernels are for little-endian machines only */

    words counter = {0};
    for (unsigned i = 0; i < LANES; i++)
        counter[i] = i;
    for (size_t block = 0; block < 16; block += LANES) {
        words x0 = REPEAT(FS_CHACHA_C0), x1 = REPEAT(FS_CHACHA_C1);
        words x2 = REPEAT(FS_CHACHA_C2), x3 = REPEAT(FS_CHACHA_C3);
        words x4 = REPEAT(k[0]), x5 = REPEAT(k[1]), x6 = REPEAT(k[2]), x7 = REPEAT(k[3]);
        words x8 = REPEAT(k[4]), x9 = REPEAT(k[5]), x10 = REPEAT(k[6]),
              x11 = REPEAT(k[7]);
        words x12 = counter + (uint32_t)block, x13 = REPEAT(0), x14 = REPEAT(0),
              x15 = REPEAT(0);
        for (int i = 0; i < 4; i++) {
            QUARTERS(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14,
                     x15);
            QUARTERS(x0, x1, x2, x3, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13,
                     x14);
        }
        x4 += k[0], x5 += k[1], x6 += k[2], x7 += k[3];
        x8 += k[4], x9 += k[5], x10 += k[6], x11 += k[7];
        const words x[16] = {x0, x1, x2,  x3,  x4,  x5,  x6,  x7,
                             x8, x9, x10, x11, x12, x13, x14, x15};
        store(out + 64 * block, x);
    }
    fs_wipe(k, sizeof k);
}

#undef LANES
#undef KERNEL
#undef TARGET
#undef JOIN_NAMES
#undef JOIN
#undef words
#undef bytes
#undef store
#undef REPEAT
#undef EACH16
#undef BY_16
#undef BY_8
#undef ROTATE_16
#undef ROTATE_8
#undef ROTATE_12
#undef ROTATE_7
#undef XOR_ROTATE
#undef QUARTERS
