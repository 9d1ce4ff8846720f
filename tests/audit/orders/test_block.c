/* SPDX-License-Identifier: MIT
 *
 * test_block.c - what block.c finds about an order, compared with the plain definitions:
 * for all orders of small decks, where each code is also shown to be one to one, and for
 * random and extreme orders of decks of every size.
 */
#include "audit/orders/block.h"
#include "audit/orders/source.h"
#include "tests/audit/orders/orders.h"
#include "tests/support/test.h"

enum { MOST = 256 };

/* ---- plain definitions ------------------------------------------------------------- */

static void invert(const unsigned char *a, size_t n, unsigned char *inverse)
{
    for (size_t i = 0; i < n; i++)
        inverse[a[i]] = (unsigned char)i;
}

static unsigned descents(const unsigned char *a, size_t n)
{
    unsigned count = 0;
    for (size_t i = 1; i < n; i++)
        count += a[i - 1] > a[i];
    return count;
}

static unsigned cycles(const unsigned char *a, size_t n)
{
    unsigned count = 0;
    char seen[MOST] = {0};
    for (size_t start = 0; start < n; start++) {
        count += !seen[start];
        for (size_t i = start; !seen[i]; i = a[i])
            seen[i] = 1;
    }
    return count;
}

static void scalars(const unsigned char *a, size_t n, unsigned value[AUDIT_SCALARS])
{
    unsigned char inverse[MOST] = {0};
    invert(a, n, inverse);
    unsigned fixed = 0, inversions = 0, successions = 0;
    for (size_t i = 0; i < n; i++) {
        fixed += a[i] == i;
        for (size_t j = i + 1; j < n; j++)
            inversions += a[i] > a[j];
        successions += i + 1 < n && a[i] + 1 == a[i + 1];
    }
    value[AUDIT_CYCLES] = cycles(a, n);
    value[AUDIT_SIGN] = (unsigned)(n - value[AUDIT_CYCLES]) % 2;
    value[AUDIT_FIXED] = fixed;
    value[AUDIT_DESCENTS] = descents(a, n);
    value[AUDIT_INVERSE_DESCENTS] = descents(inverse, n);
    value[AUDIT_INVERSIONS] = inversions;
    value[AUDIT_SUCCESSIONS] = successions;
}

static unsigned larger_before(const unsigned char *a, size_t position)
{
    unsigned count = 0;
    for (size_t i = 0; i < position; i++)
        count += a[i] > a[position];
    return count;
}

/* Fisher-Yates with the digits as choices. */
static void replay(enum audit_code code, const unsigned char *digits, size_t n,
                   unsigned char *a)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (unsigned char)i;
    if (code == AUDIT_SWAP_DOWN)
        for (size_t i = n - 1; i > 0; i--)
            swap_cards(a, i, digits[i - 1]);
    else
        for (size_t i = 0; i + 1 < n; i++)
            swap_cards(a, i, i + digits[n - i - 2]);
}

/* ---- one entry --------------------------------------------------------------------- */

static int wrong_scalars(const audit_block *block, size_t entry)
{
    unsigned value[AUDIT_SCALARS];
    scalars(block->orders + entry * block->n, block->n, value);
    int wrong = 0;
    for (int s = 0; s < AUDIT_SCALARS; s++)
        wrong += block->scalars[s][entry] != value[s];
    return wrong;
}

static void check_entry(const audit_block *block, size_t entry)
{
    const size_t n = block->n, at = entry * (n - 1);
    const unsigned char *a = block->orders + entry * n;
    unsigned char inverse[MOST] = {0}, again[MOST];
    invert(a, n, inverse);
    CHECKF(memcmp(inverse, block->inverses + entry * n, n) == 0, "inverse, n %zu", n);
    for (size_t k = 0; k + 1 < n; k++) {
        CHECKF(block->digits[AUDIT_LEHMER][at + k] == larger_before(a, k + 1),
               "Lehmer digit %zu of %zu", k, n);
        if (block->quotients != NULL)
            CHECKF(block->digits[AUDIT_LEHMER_INVERSE][at + k] ==
                       larger_before(inverse, k + 1),
                   "Lehmer digit %zu of %zu of the inverse", k, n);
    }
    if (block->quotients != NULL)
        for (enum audit_code code = AUDIT_SWAP_DOWN; code <= AUDIT_SWAP_UP; code++) {
            for (size_t k = 0; k + 1 < n; k++)
                if (!CHECKF(block->digits[code][at + k] < k + 2, "digit %zu of %zu", k,
                            n))
                    return;
            replay(code, block->digits[code] + at, n, again);
            CHECKF(memcmp(a, again, n) == 0, "replay of code %d, n %zu", code, n);
        }
    CHECKF(wrong_scalars(block, entry) == 0, "scalars, n %zu, entry %zu", n, entry);
}

/* The quotient followed by the previous order is the order: the card at `position` was at
 * quotient[position] before. */
static void check_quotient(const audit_block *block, size_t entry,
                           const unsigned char *before)
{
    const size_t n = block->n;
    for (size_t position = 0; position < n; position++)
        CHECKF(before[block->quotients->orders[entry * n + position]] ==
                   block->orders[entry * n + position],
               "quotient, n %zu, entry %zu", n, entry);
    check_entry(block->quotients, entry);
}

static void check_block(const audit_block *block, const unsigned char *before)
{
    const audit_block *quotients = block->quotients;
    CHECK(quotients->count == block->count && quotients->first == block->first &&
          quotients->n == block->n && quotients->quotients == NULL &&
          quotients->hashes == NULL && block->skip == 0 &&
          quotients->skip == (before == NULL));
    for (size_t entry = 0; entry < block->count; entry++) {
        check_entry(block, entry);
        if (entry > 0)
            before = block->orders + (entry - 1) * block->n;
        if (before != NULL)
            check_quotient(block, entry, before);
    }
}

/* ---- all orders -------------------------------------------------------------------- */

/* Every digit is below its bound, and no two orders have the same digits. There are as
 * many sequences of digits as orders, so each belongs to exactly one. */
static void check_one_to_one(const audit_block *block, const unsigned char *digits)
{
    char *seen = calloc(block->count, 1);
    if (seen == NULL)
        abort();
    for (size_t entry = 0; entry < block->count; entry++) {
        size_t rank = 0;
        for (size_t k = block->n - 1; k-- > 0;) {
            const size_t digit = digits[entry * (block->n - 1) + k];
            CHECKF(digit < k + 2, "digit %zu is %zu", k, digit);
            rank = rank * (k + 2) + digit;
        }
        if (CHECK(rank < block->count))
            CHECKF(!seen[rank]++, "n %zu, entry %zu", block->n, entry);
    }
    free(seen);
}

/* ---- random and extreme orders ----------------------------------------------------- */

/* Sorted, reversed, cut (with n = 256 the card 255 is followed by 0), one swap, then
 * random ones. */
static audit_block *some_orders(size_t n, size_t count)
{
    audit_block *block = new_block(n, count);
    audit_source source = source_of(6, n);
    for (size_t t = 0; t < count; t++) {
        unsigned char *a = block->orders + t * n;
        audit_source_order(&source, a, n);
        for (size_t i = 0; i < n && t < 5; i++)
            a[i] = (unsigned char)(t == 0   ? i
                                   : t == 1 ? n - 1 - i
                                   : t == 2 ? (i + 1) % n
                                   : t == 3 ? (i + n / 2) % n
                                            : i);
        if (t == 4)
            swap_cards(a, 0, n - 1);
    }
    block->count = count;
    return block;
}

static int same(const audit_block *x, const audit_block *y, size_t from, size_t to)
{
    const size_t n = x->n, count = to - from;
    int equal = memcmp(x->inverses + from * n, y->inverses + from * n, count * n) == 0;
    for (int code = 0; code < AUDIT_CODES; code++)
        if (x->digits[code] != NULL)
            equal &= memcmp(x->digits[code] + from * (n - 1),
                            y->digits[code] + from * (n - 1), count * (n - 1)) == 0;
    for (int s = 0; s < AUDIT_SCALARS; s++)
        equal &= memcmp(x->scalars[s] + from, y->scalars[s] + from,
                        count * sizeof(uint16_t)) == 0;
    if (x->hashes != NULL)
        equal &= memcmp(x->hashes + from, y->hashes + from, count * 16) == 0;
    if (x->quotients != NULL) {
        equal &= memcmp(x->quotients->orders + from * n, y->quotients->orders + from * n,
                        count * n) == 0;
        equal &= same(x->quotients, y->quotients, from, to);
    }
    return equal;
}

/* Ranges are processed one by one, the last first, and each alone: nothing outside a
 * range is touched. */
static void check_ranges(size_t n)
{
    enum { COUNT = 23 };
    static const size_t edge[] = {0, 1, 2, 5, 9, 16, 22, COUNT};
    audit_block *whole = some_orders(n, COUNT), *parts = some_orders(n, COUNT);
    audit_block *blank = some_orders(n, COUNT);
    whole->first = parts->first = 1000;
    unsigned char before[MOST];
    audit_source source = source_of(6, 999);
    audit_source_order(&source, before, n);
    audit_block_work(whole, 0, COUNT, before);
    check_block(whole, before);
    for (size_t r = sizeof edge / sizeof *edge - 1; r-- > 0;) {
        audit_block_work(parts, edge[r], edge[r + 1], before);
        CHECKF(same(parts, blank, 0, edge[r]), "n %zu: before %zu", n, edge[r]);
        CHECKF(same(parts, whole, edge[r], COUNT), "n %zu: from %zu", n, edge[r]);
    }
    CHECK(memcmp(parts->orders, blank->orders, n * COUNT) == 0);
    CHECK(parts->quotients->count == COUNT && parts->quotients->first == 1000);
    audit_block_free(whole);
    audit_block_free(parts);
    audit_block_free(blank);
}

int main(void)
{
    TEST("all orders of 2 to 7 cards: everything as defined, codes are one to one")
    for (size_t n = 2; n <= 7; n++) {
        audit_block *block = all_orders(n);
        check_block(block, NULL);
        for (int code = 0; code < AUDIT_CODES; code++)
            check_one_to_one(block, block->digits[code]);
        audit_block_free(block);
    }

    TEST("some orders of 2 to 256 cards: everything as defined")
    for (size_t n = 2; n <= MOST; n++) {
        audit_block *block = some_orders(n, n < 70 ? 20 : 7);
        block->first = n;
        unsigned char before[MOST];
        audit_source source = source_of(6, n + 1000);
        audit_source_order(&source, before, n);
        audit_block_work(block, 0, block->count, before);
        check_block(block, before);
        audit_block_free(block);
    }

    TEST("negative control: two cards that are swapped afterwards are noticed")
    {
        audit_block *block = some_orders(52, 6);
        audit_block_work(block, 0, 6, NULL);
        unsigned char again[MOST];
        for (size_t entry = 0; entry < 6; entry++) {
            unsigned char *a = block->orders + entry * block->n;
            CHECK(wrong_scalars(block, entry) == 0);
            swap_cards(a, 3, 4);
            CHECK(wrong_scalars(block, entry) >= 3); /* sign, cycles, inversions */
            replay(AUDIT_SWAP_UP, block->digits[AUDIT_SWAP_UP] + 51 * entry, 52, again);
            CHECK(memcmp(a, again, 52) != 0);
        }
        audit_block_free(block);
    }

    TEST("ranges, in any order, touch nothing else and give the same")
    for (size_t n = 2; n <= MOST; n += n < 70 ? 1 : 31)
        check_ranges(n);

    TEST("the first order has no quotient")
    {
        audit_block *block = some_orders(52, 3);
        audit_block_work(block, 0, 3, NULL);
        CHECK(block->quotients->skip == 1 && block->skip == 0);
        block->first = 3;
        audit_block_work(block, 0, 3, block->orders);
        CHECK(block->quotients->skip == 0);
        audit_block_free(block);
    }

    TEST("blocks of samples; no memory")
    {
        audit_block *block = audit_block_of_samples(1000, 7, 11);
        if (CHECK(block != NULL)) {
            CHECK(block->n == 1000 && block->k == 7 && block->capacity == 11);
            CHECK(block->orders == NULL && block->quotients == NULL && block->count == 0);
            memset(block->items, 1, sizeof(uint32_t[7 * 11]));
        }
        audit_block_free(block);
        audit_block_free(NULL);
        CHECK(audit_block_new(256, SIZE_MAX / 256) == NULL);
        CHECK(audit_block_new(52, SIZE_MAX / 2) == NULL);
        CHECK(audit_block_new(52, SIZE_MAX) == NULL);
        CHECK(audit_block_of_samples(9, 3, SIZE_MAX / 4) == NULL);
        CHECK(audit_block_of_samples(9, SIZE_MAX / 4, 4) == NULL);
        CHECK(audit_block_of_samples(9, SIZE_MAX, 1) == NULL);
    }
    return test_done();
}
