/* SPDX-License-Identifier: MIT
 *
 * swap.h - exchanging and copying elements of any size.
 *
 * L3. Callers pass sizes as constants where they can: FS_BY_SIZE() turns one inline
 * function into fast paths for the common sizes and one for all others.
 */
#ifndef FS_SWAP_H
#define FS_SWAP_H

#include "base.h"

#if defined(__GNUC__)
typedef uint64_t fs_16_bytes __attribute__((vector_size(16)));
#else
typedef struct {
    uint64_t half[2];
} fs_16_bytes;
#endif

/* Exchanges as many bytes as the type has, and steps over them. The temporaries are
 * scalars or vectors, never arrays: gcc would keep those in memory. */
#define FS_SWAP_PART(type)                                                               \
    do {                                                                                 \
        type x, y;                                                                       \
        memcpy(&x, a, sizeof x);                                                         \
        memcpy(&y, b, sizeof y);                                                         \
        memcpy(a, &y, sizeof y);                                                         \
        memcpy(b, &x, sizeof x);                                                         \
        a += sizeof(type);                                                               \
        b += sizeof(type);                                                               \
    } while (0)

/* Elements of a size without a fast path: one copy of this, not one for each die. */
static FS_NOINLINE void fs_swap_any(unsigned char *a, unsigned char *b, size_t size)
{
    if (a == b)
        return;
    for (; size >= 16; size -= 16)
        FS_SWAP_PART(fs_16_bytes);
    if (size & 8)
        FS_SWAP_PART(uint64_t);
    if (size & 4)
        FS_SWAP_PART(uint32_t);
    if (size & 2)
        FS_SWAP_PART(uint16_t);
    if (size & 1)
        FS_SWAP_PART(uint8_t);
}

/* Exchanges two elements; a == b is allowed. No alignment is assumed. */
FS_INLINE void fs_swap(unsigned char *a, unsigned char *b, size_t size)
{
    switch (size) {
    case 1:
        FS_SWAP_PART(uint8_t);
        break;
    case 2:
        FS_SWAP_PART(uint16_t);
        break;
    case 4:
        FS_SWAP_PART(uint32_t);
        break;
    case 8:
        FS_SWAP_PART(uint64_t);
        break;
    case 16:
        FS_SWAP_PART(fs_16_bytes);
        break;
    default:
        fs_swap_any(a, b, size);
    }
}
#undef FS_SWAP_PART

/* Runs `call` with the constant SIZE for the sizes that have a fast path, and with
 * SIZE = size for the others. */
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
