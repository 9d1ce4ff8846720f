/* SPDX-License-Identifier: MIT
 *
 * swap.h - exchanging and copying elements of any size.
 *
 * If the size is a constant, the code is fast. FS_BY_SIZE() makes copies of a call
 * for the common sizes, each with a constant, and one for all other sizes.
 */
#ifndef FS_SWAP_H
#define FS_SWAP_H

#include "src/base/base.h"

#if FS_GNU
typedef uint64_t fs_16_bytes __attribute__((vector_size(16)));
#else
typedef struct {
    uint64_t half[2]; /* 16 bytes, for compilers without vector types */
} fs_16_bytes;
#endif

/* Exchanges values of a type at a and b. The temporary variables are scalars or vectors:
 * gcc would keep arrays in memory. */
#define FS_SWAP(type, a, b)                                                              \
    do {                                                                                 \
        type x, y;                                                                       \
        memcpy(&x, a, sizeof x);                                                         \
        memcpy(&y, b, sizeof y);                                                         \
        memcpy(a, &y, sizeof y);                                                         \
        memcpy(b, &x, sizeof x);                                                         \
    } while (0)

/* Exchanges `size` bytes, at least one and at most two values of the type: the first and
 * the last value, which may overlap. Everything is read before anything is written. */
#define FS_SWAP_ENDS(type, a, b, size)                                                   \
    do {                                                                                 \
        type x, y, last_x, last_y;                                                       \
        const size_t end = (size) - sizeof(type);                                        \
        memcpy(&x, a, sizeof x);                                                         \
        memcpy(&y, b, sizeof y);                                                         \
        memcpy(&last_x, (a) + end, sizeof x);                                            \
        memcpy(&last_y, (b) + end, sizeof y);                                            \
        memcpy(a, &y, sizeof y);                                                         \
        memcpy(b, &x, sizeof x);                                                         \
        memcpy((a) + end, &last_y, sizeof y);                                            \
        memcpy((b) + end, &last_x, sizeof x);                                            \
    } while (0)

/* For sizes without a fast path. Not inlined: there would be a copy for each die. */
static FS_NOINLINE void fs_swap_any(unsigned char *a, unsigned char *b, size_t size)
{
    for (; size > 32; size -= 16, a += 16, b += 16)
        FS_SWAP(fs_16_bytes, a, b);
    if (size >= 16)
        FS_SWAP_ENDS(fs_16_bytes, a, b, size);
    else if (size >= 8)
        FS_SWAP_ENDS(uint64_t, a, b, size);
    else if (size >= 4)
        FS_SWAP_ENDS(uint32_t, a, b, size);
    else if (size >= 2)
        FS_SWAP_ENDS(uint16_t, a, b, size);
    else
        FS_SWAP(uint8_t, a, b);
}

/* Exchanges two elements of any alignment. a == b is allowed. */
FS_INLINE void fs_swap(unsigned char *a, unsigned char *b, size_t size)
{
    switch (size) {
    case 1:
        FS_SWAP(uint8_t, a, b);
        break;
    case 2:
        FS_SWAP(uint16_t, a, b);
        break;
    case 4:
        FS_SWAP(uint32_t, a, b);
        break;
    case 8:
        FS_SWAP(uint64_t, a, b);
        break;
    case 16:
        FS_SWAP(fs_16_bytes, a, b);
        break;
    default:
        fs_swap_any(a, b, size);
    }
}

/* Exchanges elements `place` of a and place + index of b. Faster than fs_swap() in a
 * loop: x86 computes the address from b, the index and a constant place as part of the
 * load and of the store, but gcc would spend an instruction on it to share the result. */
#define FS_SWAP_AT(type, a, b, place, index)                                             \
    do {                                                                                 \
        type x, y;                                                                       \
        size_t i = index;                                                                \
        memcpy(&x, (a) + (place) * sizeof x, sizeof x);                                  \
        memcpy(&y, (b) + i * sizeof y + (place) * sizeof y, sizeof y);                   \
        memcpy((a) + (place) * sizeof y, &y, sizeof y);                                  \
        FS_OPAQUE(i);                                                                    \
        memcpy((b) + i * sizeof x + (place) * sizeof x, &x, sizeof x);                   \
    } while (0)

FS_INLINE void fs_swap_at(unsigned char *a, unsigned char *b, size_t place, size_t index,
                          size_t size)
{
    switch (size) {
    case 1:
        FS_SWAP_AT(uint8_t, a, b, place, index);
        break;
    case 2:
        FS_SWAP_AT(uint16_t, a, b, place, index);
        break;
    case 4:
        FS_SWAP_AT(uint32_t, a, b, place, index);
        break;
    case 8:
        FS_SWAP_AT(uint64_t, a, b, place, index);
        break;
    default:
        fs_swap(a + place * size, b + (place + index) * size, size);
    }
}
#undef FS_SWAP_AT

#define FS_COPY_ENDS(type, to, from, size)                                               \
    do {                                                                                 \
        type x, last;                                                                    \
        const size_t end = (size) - sizeof(type);                                        \
        memcpy(&x, from, sizeof x);                                                      \
        memcpy(&last, (from) + end, sizeof last);                                        \
        memcpy(to, &x, sizeof x);                                                        \
        memcpy((to) + end, &last, sizeof last);                                          \
    } while (0)

/* Copies an element. If the size is no constant, memcpy() would be a function call;
 * this is faster for small sizes. */
FS_INLINE void fs_copy(unsigned char *to, const unsigned char *from, size_t size)
{
    switch (size) {
    case 1:
    case 2:
    case 4:
    case 8:
    case 16:
        memcpy(to, from, size);
        break;
    default:
        if (size > 32)
            memcpy(to, from, size);
        else if (size >= 16)
            FS_COPY_ENDS(fs_16_bytes, to, from, size);
        else if (size >= 8)
            FS_COPY_ENDS(uint64_t, to, from, size);
        else if (size >= 4)
            FS_COPY_ENDS(uint32_t, to, from, size);
        else
            FS_COPY_ENDS(uint16_t, to, from, size);
    }
}
#undef FS_SWAP
#undef FS_SWAP_ENDS
#undef FS_COPY_ENDS

/* Evaluates `call`, in which SIZE is the size: a constant for the sizes that have a fast
 * path. Only a macro can do this, because `call` must be compiled for each constant. */
#define FS_BY_SIZE(size, call)                                                           \
    do {                                                                                 \
        switch (size) {                                                                  \
        case 1: {                                                                        \
            enum { SIZE = 1 };                                                           \
            call;                                                                        \
            break;                                                                       \
        }                                                                                \
        case 2: {                                                                        \
            enum { SIZE = 2 };                                                           \
            call;                                                                        \
            break;                                                                       \
        }                                                                                \
        case 4: {                                                                        \
            enum { SIZE = 4 };                                                           \
            call;                                                                        \
            break;                                                                       \
        }                                                                                \
        case 8: {                                                                        \
            enum { SIZE = 8 };                                                           \
            call;                                                                        \
            break;                                                                       \
        }                                                                                \
        case 16: {                                                                       \
            enum { SIZE = 16 };                                                          \
            call;                                                                        \
            break;                                                                       \
        }                                                                                \
        default: {                                                                       \
            const size_t SIZE = size;                                                    \
            call;                                                                        \
        }                                                                                \
        }                                                                                \
    } while (0)

#endif
