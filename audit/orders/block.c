/* SPDX-License-Identifier: MIT
 *
 * block.c - computes everything that the views need to know about an order, in less than
 * a microsecond for 52 cards.
 *
 * Lehmer digits. L[j] is the number of larger cards before position j. It takes n^2/2
 * comparisons of bytes, sixteen of them at once. L[0] is always 0; digit k is L[k + 1].
 * The sum of all L[j] is the number of inversions.
 *
 * The digits of the inverse follow from these. Its digit for card c counts the smaller
 * cards after c. Let c be at position j. There are c smaller cards, of which j - L[j]
 * come before c. So c - j + L[j] come after it.
 *
 * Swap codes. Fisher-Yates from the end multiplies transpositions (i r), r <= i, of
 * positions, and no step after step i touches position i. So the card r at position i is
 * the choice of step i, once the steps before it are undone. To undo step i is to take i
 * out of its cycle: the position that pointed to i now points to r. A step with r = i
 * closes a cycle, and position 0 closes the last one, so the number of cycles is one more
 * than the number of steps that change nothing. From the front it is the same with
 * r >= i.
 *
 * No two threads write the same byte. Each order has its own entries. The thread that
 * processes order 0 also writes the head of the quotients. The inverse of the order
 * before a range is computed once more.
 */
#include "audit/orders/block.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 16, MOST = 256, GROUPS = MOST / WIDE };

typedef uint8_t bytes __attribute__((vector_size(WIDE)));
typedef int8_t signed_bytes __attribute__((vector_size(WIDE)));
typedef uint32_t words __attribute__((vector_size(WIDE)));

/* The cards of one order, or a number for each card, and room to look one position beyond
 * the last. The bytes after the last card are always 255, because the hash reads them. */
typedef union row {
    uint8_t at[MOST + WIDE];          /* one byte for each position */
    bytes wide[GROUPS + 1];           /* the same bytes as vectors */
    uint64_t word[(MOST + WIDE) / 8]; /* the same bytes as words, for the hash */
} row;

/* ---- memory ------------------------------------------------------------------------ */

/* One allocation holds everything: the two blocks, then the arrays, those with large
 * elements first. */
audit_block *audit_block_new(size_t n, size_t capacity)
{
    assert(n >= 2 && n <= MOST);
    const size_t head = 2 * sizeof(audit_block);
    const size_t each = sizeof(uint64_t[2]) + sizeof(uint16_t[2 * AUDIT_SCALARS]) +
                        4 * n + (AUDIT_CODES + 1) * (n - 1);
    if (capacity > (SIZE_MAX - head) / each)
        return NULL;
    audit_block *block = calloc(1, head + capacity * each);
    if (block == NULL)
        return NULL;

    audit_block *quotients = block + 1;
    block->quotients = quotients;
    block->n = quotients->n = n;
    block->capacity = quotients->capacity = capacity;
    block->hashes = (uint64_t(*)[2])(void *)(block + 2);
    uint16_t *scalars = (uint16_t *)(void *)(block->hashes + capacity);
    for (int s = 0; s < AUDIT_SCALARS; s++, scalars += 2 * capacity) {
        block->scalars[s] = scalars;
        quotients->scalars[s] = scalars + capacity;
    }
    unsigned char *rest = (unsigned char *)scalars;
    unsigned char **orders[] = {&block->orders, &block->inverses, &quotients->orders,
                                &quotients->inverses};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++, rest += n * capacity)
        *orders[i] = rest;
    for (int code = 0; code < AUDIT_CODES; code++, rest += (n - 1) * capacity)
        block->digits[code] = rest;
    quotients->digits[AUDIT_LEHMER] = rest;
    return block;
}

audit_block *audit_block_of_samples(size_t n, size_t k, size_t capacity)
{
    const size_t head = sizeof(audit_block);
    if (k > (SIZE_MAX - head) / sizeof(uint32_t) ||
        (k > 0 && capacity > (SIZE_MAX - head) / (k * sizeof(uint32_t))))
        return NULL;
    audit_block *block = calloc(1, head + capacity * k * sizeof(uint32_t));
    if (block == NULL)
        return NULL;
    block->n = n;
    block->k = k;
    block->capacity = capacity;
    block->items = (uint32_t *)(void *)(block + 1);
    return block;
}

void audit_block_free(audit_block *block)
{
    free(block);
}

/* ---- many bytes at once ------------------------------------------------------------ */

static inline bytes all_of(unsigned value)
{
    return (bytes){0} + (uint8_t)value;
}

static inline bytes ahead(const row *a, size_t group)
{
    bytes next;
    memcpy(&next, a->at + group * WIDE + 1, sizeof next);
    return next;
}

/* The sum of all bytes, which must be below 2^16, as the number of inversions is. */
static unsigned sum(const bytes *wide, size_t groups)
{
    const uint64_t low = 0x00ff00ff00ff00ff;
    uint64_t total = 0;
    for (size_t g = 0; g < groups; g++) {
        uint64_t half[2];
        memcpy(half, &wide[g], sizeof half);
        total += (half[0] & low) + (half[0] >> 8 & low) + (half[1] & low) +
                 (half[1] >> 8 & low);
    }
    return (unsigned)(total * 0x0001000100010001 >> 48);
}

/* Copies n bytes of a row, after `skip` bytes, and writes no byte beyond. */
static inline void put(unsigned char *to, const row *from, size_t skip, size_t n)
{
    const uint8_t *at = from->at + skip;
    if (n < WIDE) {
        for (size_t i = 0; i < n; i++)
            to[i] = at[i];
        return;
    }
    for (size_t i = 0; i < n - WIDE; i += WIDE)
        memcpy(to + i, at + i, WIDE);
    memcpy(to + n - WIDE, at + n - WIDE, WIDE);
}

/* larger[j] is the number of larger cards before position j; it is 0 beyond the end,
 * where cards are 255. Groups before the group of j are compared as they are; in its own
 * group, the slide masks positions that are not after i. */
static void count_larger(const row *a, size_t n, row *larger)
{
    static const uint8_t slide[2 * WIDE] = {
        0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const words none = {0};
    signed_bytes spread[MOST]; /* less 128: processors compare signed bytes faster */
    for (size_t i = 0; i < n; i++)
        spread[i] = (signed_bytes)(none + 0x01010101 * (a->at[i] ^ 128U));
    for (size_t first = 0; first < n; first += WIDE) {
        const signed_bytes card = (signed_bytes)(a->wide[first / WIDE] ^ all_of(128));
        bytes count = {0};
        for (size_t i = 0; i < first; i++)
            count -= (bytes)(spread[i] > card);
        for (size_t i = first; i < n && i < first + WIDE; i++) {
            bytes after; /* which positions of this group are after i */
            memcpy(&after, slide + WIDE - 1 - (i - first), sizeof after);
            count -= (bytes)(spread[i] > card) & after;
        }
        larger->wide[first / WIDE] = count;
    }
}

/* ---- one order --------------------------------------------------------------------- */

/* All scalars but the number of cycles. */
static void find_scalars(const row *a, const row *inverse, const row *larger, size_t n,
                         uint16_t *const scalars[], size_t entry)
{
    bytes position = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    bytes fixed = {0}, descents = {0}, inverse_descents = {0}, successions = {0};
    const bytes last = all_of((unsigned)n - 1);
    const size_t groups = (n + WIDE - 1) / WIDE;
    for (size_t g = 0; g < groups; g++) {
        const bytes card = a->wide[g], next = ahead(a, g);
        const bytes where = inverse->wide[g], next_where = ahead(inverse, g);
        const bytes inside = (bytes)(position < last); /* there is a next card */
        const bytes down = (bytes)(card > next);
        fixed -= (bytes)(card == position) & (inside | (bytes)(position == last));
        descents -= down & inside;
        inverse_descents -= (bytes)(where > next_where) & inside;
        successions -= (bytes)(next - card == 1) & ~down & inside; /* 255, 0 is none */
        position += WIDE;
    }
    const unsigned inversions = sum(larger->wide, groups);
    scalars[AUDIT_SIGN][entry] = inversions & 1;
    scalars[AUDIT_FIXED][entry] = (uint16_t)sum(&fixed, 1);
    scalars[AUDIT_DESCENTS][entry] = (uint16_t)sum(&descents, 1);
    scalars[AUDIT_INVERSE_DESCENTS][entry] = (uint16_t)sum(&inverse_descents, 1);
    scalars[AUDIT_INVERSIONS][entry] = (uint16_t)inversions;
    scalars[AUDIT_SUCCESSIONS][entry] = (uint16_t)sum(&successions, 1);
}

/* An order while take_apart() takes it apart. */
typedef struct chain {
    row a;       /* the card at each position that is left */
    row inverse; /* the position of each card that is left */
} chain;

/* Takes position i out of its cycle, and returns the card that was there. */
static inline uint8_t take_out(chain *c, size_t i)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): i < n, see get() */
    const uint8_t card = c->a.at[i], where = c->inverse.at[i];
    c->a.at[where] = card;
    c->inverse.at[card] = where;
    return card;
}

static void get(chain *c, const audit_block *block, size_t entry)
{
    const size_t n = block->n;
    memcpy(c->a.at, block->orders + entry * n, n);
    memcpy(c->inverse.at, block->inverses + entry * n, n);
}

/* Finds both swap codes and the numbers of cycles of two orders and their quotients. Each
 * step waits for the stores of the step before it, so six independent chains of steps are
 * processed at once. */
static void take_apart(audit_block *block, const size_t entry[2])
{
    const size_t n = block->n;
    chain down[2], up[2], quotient[2];
    row down_digits[2], up_digits[2];
    unsigned cycles[2] = {1, 1}, quotient_cycles[2] = {1, 1};
    for (int e = 0; e < 2; e++) {
        get(&down[e], block, entry[e]);
        get(&up[e], block, entry[e]);
        get(&quotient[e], block->quotients, entry[e]);
    }
    for (size_t i = n - 1, front = 0; i > 0; i--, front++)
        for (int e = 0; e < 2; e++) {
            const uint8_t choice = take_out(&down[e], i);
            down_digits[e].at[i] = choice;
            cycles[e] += choice == i;
            up_digits[e].at[i] = (uint8_t)(take_out(&up[e], front) - front);
            quotient_cycles[e] += take_out(&quotient[e], i) == i;
        }
    for (int e = 0; e < 2; e++) {
        const size_t at = entry[e] * (n - 1);
        put(block->digits[AUDIT_SWAP_DOWN] + at, &down_digits[e], 1, n - 1);
        put(block->digits[AUDIT_SWAP_UP] + at, &up_digits[e], 1, n - 1);
        block->scalars[AUDIT_CYCLES][entry[e]] = (uint16_t)cycles[e];
        block->quotients->scalars[AUDIT_CYCLES][entry[e]] = (uint16_t)quotient_cycles[e];
    }
}

/* A bijection in which every bit of x influences every bit of the result. */
static inline uint64_t mix(uint64_t x, uint64_t factor)
{
    x = (x ^ x >> 32) * factor;
    x = (x ^ x >> 29) * factor;
    return x ^ x >> 32;
}

/* Two sums over the words of an order, each word mixed with its position. A word that
 * differs changes both sums, and several differences cancel by chance only. The factors
 * are the first digits of pi and e in base 16, made odd; the steps between positions are
 * those of the roots of 2 and 3. */
static void hash(const row *a, size_t n, uint64_t result[2])
{
    uint64_t first = 0, second = 0, step = 0, other_step = 0;
    for (size_t w = 0; w < (n + 7) / 8; w++) {
        first += mix(a->word[w] ^ step, 0x3243f6a8885a308d);
        second += mix(a->word[w] ^ other_step, 0x2b7e151628aed2a7);
        step += 0x6a09e667f3bcc909;
        other_step += 0xbb67ae8584caa73b;
    }
    result[0] = mix(first, 0x2b7e151628aed2a7);
    result[1] = mix(second, 0x3243f6a8885a308d);
}

/* ---- all orders -------------------------------------------------------------------- */

/* Stores everything about order `entry`, except for what take_apart() finds. */
static void analyse(audit_block *block, size_t entry, const row *a, const row *inverse,
                    const row *quotient, const row *quotient_inverse)
{
    const size_t n = block->n, at = entry * n, digit_at = entry * (n - 1);
    audit_block *quotients = block->quotients;
    row larger, after;

    hash(a, n, block->hashes[entry]);
    count_larger(a, n, &larger);
    find_scalars(a, inverse, &larger, n, block->scalars, entry);
    for (size_t position = 0; position < n; position++) {
        const uint8_t card = a->at[position];
        after.at[card] = (uint8_t)(card - position + larger.at[position]);
    }
    put(block->inverses + at, inverse, 0, n);
    put(block->digits[AUDIT_LEHMER] + digit_at, &larger, 1, n - 1);
    put(block->digits[AUDIT_LEHMER_INVERSE] + digit_at, &after, 1, n - 1);

    put(quotients->orders + at, quotient, 0, n);
    put(quotients->inverses + at, quotient_inverse, 0, n);
    count_larger(quotient, n, &larger);
    find_scalars(quotient, quotient_inverse, &larger, n, quotients->scalars, entry);
    put(quotients->digits[AUDIT_LEHMER] + digit_at, &larger, 1, n - 1);
}

void audit_block_work(audit_block *block, size_t from, size_t to,
                      const unsigned char *before)
{
    const size_t n = block->n;
    assert(block->orders != NULL && n >= 2 && n <= MOST && from <= to &&
           to <= block->capacity);
    assert(before != NULL || block->first == 0 || from > 0);
    if (from == 0) {
        block->quotients->count = block->count;
        block->quotients->first = block->first;
        block->quotients->skip = before == NULL || block->first == 0;
    } else {
        before = block->orders + (from - 1) * n;
    }

    row a, inverse, was, quotient, quotient_inverse;
    memset(&a, 255, sizeof a);
    inverse = was = quotient = quotient_inverse = a;
    /* Without a previous order, the sorted deck takes its place. */
    for (size_t position = 0; position < n; position++)
        was.at[before == NULL ? position : before[position]] = (uint8_t)position;

    for (size_t entry = from; entry < to; entry++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): asserted above */
        memcpy(a.at, block->orders + entry * n, n);
        for (size_t position = 0; position < n; position++) {
            const uint8_t card = a.at[position], earlier = was.at[card];
            was.at[card] = inverse.at[card] = (uint8_t)position;
            quotient.at[position] = earlier;
            quotient_inverse.at[earlier] = (uint8_t)position;
        }
        analyse(block, entry, &a, &inverse, &quotient, &quotient_inverse);
    }
    for (size_t entry = from; entry < to; entry += 2)
        take_apart(block, (const size_t[]){entry, entry + 1 < to ? entry + 1 : entry});
}
