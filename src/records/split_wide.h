/* SPDX-License-Identifier: MIT
 *
 * split_wide.h - the search functions for the ends of records, 64 bytes at a time.
 *
 * Included by one file per instruction set, which defines SPLIT_BYTE and SPLIT_CSV, the
 * names of the kernels, and before that
 *
 *     static uint64_t equal64(const unsigned char *p, unsigned char byte);
 *
 * which compares 64 bytes: bit i of its result is set if p[i] == byte. All other code is
 * plain arithmetic on these masks. If the CPU needs more features than the compiler takes
 * for granted, the file also defines TARGET (target.h), and HAVE_POPCNT if they include
 * an instruction that counts bits.
 */
#include "src/base/base.h"
#include "src/records/split_kernels.h"

#ifndef TARGET
#define TARGET
#endif

/* The number of set bits. The built-in is a function call on CPUs without an instruction
 * for it. */
FS_INLINE unsigned count_bits(uint64_t m)
{
#if defined(HAVE_POPCNT) || defined(__POPCNT__) || defined(__aarch64__)
    return (unsigned)__builtin_popcountll(m);
#else
    const uint64_t fives = UINT64_MAX / 3, threes = UINT64_MAX / 5;
    m -= m >> 1 & fives;
    m = (m & threes) + (m >> 2 & threes);
    m = (m + (m >> 4)) & UINT64_MAX / 17;
    return (unsigned)(m * (UINT64_MAX / 255) >> 56);
#endif
}

/* The index of the lowest set bit; any number up to 64 if no bit is set. */
FS_INLINE unsigned lowest_bit(uint64_t m)
{
#if FS_GNU
    return (unsigned)__builtin_ctzll(m | (uint64_t)1 << 63);
#else
    return count_bits(~m & (m - 1));
#endif
}

/* Writes base + i for each set bit i of m, and returns their number. This number is hard
 * to predict, so two or eight are always written, which costs less than a mispredicted
 * branch; the next call overwrites the surplus. docs/speed.md has the measurements. */
FS_INLINE size_t write_ends(uint32_t *ends, uint64_t m, uint32_t base)
{
/* An inline function instead of the macro makes the search 1 % to 4 % slower (gcc 12). */
#define WRITE(i) ends[i] = base + lowest_bit(m), m &= m - 1
    const unsigned n = count_bits(m);
    WRITE(0), WRITE(1);
    if (n > 2) {
        WRITE(2), WRITE(3), WRITE(4), WRITE(5), WRITE(6), WRITE(7);
        for (unsigned i = 8; i < n; i++)
            WRITE(i);
    }
    return n;
#undef WRITE
}

/* Copies the last bytes, fewer than 64, and fills the block with zeros. Returns a mask of
 * the copied bytes. */
FS_INLINE uint64_t copy_rest(unsigned char block[64], const unsigned char *p, size_t rest)
{
    memset(block, 0, 64);
    memcpy(block, p, rest);
    return ((uint64_t)1 << rest) - 1;
}

TARGET size_t SPLIT_BYTE(const unsigned char *data, size_t length, unsigned char byte,
                         uint32_t *ends)
{
    size_t count = 0, i = 0;
    for (; length - i >= 64; i += 64)
        count += write_ends(ends + count, equal64(data + i, byte), (uint32_t)i + 1);
    if (i < length) {
        unsigned char block[64];
        const uint64_t valid = copy_rest(block, data + i, length - i);
        count += write_ends(ends + count, equal64(block, byte) & valid, (uint32_t)i + 1);
    }
    return count;
}

/* ---- CSV --------------------------------------------------------------------- *
 *
 * If each quote switched between inside and outside, a byte would be inside if the number
 * of quotes up to it is odd: bit i of the prefix sums modulo 2. A doubled quote closes
 * and opens again at once, so it fits this rule. The exception is a quote outside that
 * does not follow a separator, a newline or a closing quote: it is plain text. The first
 * such quote is identified correctly, because all quotes before it are. It is removed
 * from the mask, and the sums are computed again. Ordinary files have no such quotes.
 * docs/speed.md has measurements. */

/* The state between blocks. */
typedef struct {
    uint64_t inside; /* all bits, or none */
    uint64_t opens;  /* the lowest bit, or none */
} csv_state;

FS_INLINE uint64_t sums_of_bits(uint64_t m)
{
    m ^= m << 1;
    m ^= m << 2;
    m ^= m << 4;
    m ^= m << 8;
    m ^= m << 16;
    m ^= m << 32;
    return m;
}

/* The newlines that end records, among the first `length` bytes of a block. */
FS_INLINE uint64_t csv_block(csv_state *state, uint64_t quotes, uint64_t newlines,
                             uint64_t separators, size_t length)
{
    uint64_t inside, before;
    for (;;) {
        inside = sums_of_bits(quotes) ^ state->inside;
        before = quotes | newlines | separators;
        const uint64_t plain = quotes & inside & ~(before << 1 | state->opens);
        if (FS_LIKELY(plain == 0))
            break;
        quotes ^= plain & (~plain + 1);
    }
    state->inside = 0 - (inside >> (length - 1) & 1);
    state->opens = before >> (length - 1) & 1;
    return newlines & ~inside;
}

TARGET size_t SPLIT_CSV(const unsigned char *data, size_t seen, size_t length,
                        unsigned char separator, int *state, uint32_t *ends)
{
    csv_state s = {0 - (uint64_t)((*state & FS_CSV_INSIDE) != 0),
                   (*state & FS_CSV_OPENS) != 0};
    size_t count = 0, i = seen;
    for (; length - i >= 64; i += 64) {
        const unsigned char *p = data + i;
        const uint64_t m =
            csv_block(&s, equal64(p, '"'), equal64(p, '\n'), equal64(p, separator), 64);
        count += write_ends(ends + count, m, (uint32_t)i + 1);
    }
    if (i < length) {
        /* The zeros that follow may count as separators, which is harmless. */
        unsigned char p[64];
        copy_rest(p, data + i, length - i);
        const uint64_t m = csv_block(&s, equal64(p, '"'), equal64(p, '\n'),
                                     equal64(p, separator), length - i);
        count += write_ends(ends + count, m, (uint32_t)i + 1);
    }
    *state = (s.inside != 0 ? FS_CSV_INSIDE : 0) | (s.opens != 0 ? FS_CSV_OPENS : 0);
    return count;
}
