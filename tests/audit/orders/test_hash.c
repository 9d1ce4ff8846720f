/* SPDX-License-Identifier: MIT
 *
 * test_hash.c - the hash of an order: different for all orders of a small deck, and
 * as good as random for others, in all its bits.
 */
#include "audit/orders/block.h"
#include "audit/orders/source.h"
#include "tests/audit/orders/orders.h"
#include "tests/support/test.h"

static int compare(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* How many equal neighbours the sorted values have, for bits [shift, shift + bits) of one
 * word of each hash. */
static size_t collisions(const audit_block *block, int word, int shift, int bits)
{
    uint64_t *value = malloc(block->count * sizeof *value);
    if (value == NULL)
        abort();
    for (size_t i = 0; i < block->count; i++)
        value[i] = block->hashes[i][word] >> shift &
                   (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
    qsort(value, block->count, sizeof *value, compare);
    size_t count = 0;
    for (size_t i = 1; i < block->count; i++)
        count += value[i - 1] == value[i];
    free(value);
    return count;
}

/* 9! orders in 2^32 cells: 15.3 collisions are expected. */
static void check_collisions(void)
{
    for (size_t n = 8; n <= 9; n++) {
        audit_block *block = all_orders(n);
        for (int word = 0; word < 2; word++) {
            CHECKF(collisions(block, word, 0, 64) == 0, "n %zu, word %d", n, word);
            for (int shift = 0; n == 9 && shift <= 32; shift += 16) {
                const size_t count = collisions(block, word, shift, 32);
                CHECKF(count >= 2 && count <= 40, "word %d, bits from %d: %zu", word,
                       shift, count);
            }
        }
        audit_block_free(block);
    }
}

/* Every swap of two cards changes each bit of the hash in about half of 1000 orders; the
 * least and most of 6400 such counts are at most 6 standard deviations off. */
static void check_avalanche(size_t n)
{
    enum { COUNT = 1000, SWAPS = 50 };
    audit_block *block = new_block(n, COUNT), *changed = new_block(n, COUNT);
    block->count = changed->count = COUNT;
    audit_source source = source_of(6, 1234 + n);
    for (size_t t = 0; t < COUNT; t++)
        audit_source_order(&source, block->orders + t * n, n);
    audit_block_work(block, 0, COUNT, NULL);
    for (int s = 0; s < SWAPS; s++) {
        const size_t i = (size_t)audit_source_below(&source, n);
        const size_t j = (i + 1 + (size_t)audit_source_below(&source, n - 1)) % n;
        memcpy(changed->orders, block->orders, n * COUNT);
        for (size_t t = 0; t < COUNT; t++)
            swap_cards(changed->orders + t * n, i, j);
        audit_block_work(changed, 0, COUNT, NULL);
        unsigned flips[128] = {0};
        for (size_t t = 0; t < COUNT; t++)
            for (int b = 0; b < 128; b++) {
                const uint64_t x = block->hashes[t][b / 64] ^ changed->hashes[t][b / 64];
                flips[b] += (unsigned)(x >> b % 64 & 1);
            }
        for (int b = 0; b < 128; b++)
            CHECKF(flips[b] > 405 && flips[b] < 595, "n %zu, swap %zu %zu, bit %d: %u", n,
                   i, j, b, flips[b]);
    }
    audit_block_free(block);
    audit_block_free(changed);
}

/* The hash of an order does not depend on the previous order, or on its place in the
 * block. */
static void check_alone(size_t n)
{
    audit_block *block = new_block(n, 4);
    audit_source source = source_of(6, n);
    for (size_t t = 0; t < 3; t++)
        audit_source_order(&source, block->orders + t * n, n);
    memcpy(block->orders + 3 * n, block->orders + n, n);
    block->count = 4;
    audit_block_work(block, 0, 4, NULL);
    CHECK(memcmp(block->hashes[3], block->hashes[1], 16) == 0);
    CHECK(n < 20 || memcmp(block->hashes[2], block->hashes[1], 16) != 0);
    audit_block_free(block);
}

int main(void)
{
    TEST("no two orders of 8 or of 9 cards have the same hash, in either half")
    check_collisions();

    TEST("a swap changes every bit of the hash half of the time")
    for (size_t n = 10; n <= 256; n += 123)
        check_avalanche(n);

    TEST("the hash depends on the order alone")
    for (size_t n = 2; n <= 256; n++)
        check_alone(n);
    return test_done();
}
