/* SPDX-License-Identifier: MIT
 *
 * test_inline.c - the functions of fairshuf_inline.h give the results of the plain ones,
 * also for words that must be rejected, and if calls of both are mixed. Compiled as C and
 * as C++, and without 128-bit products.
 *
 * reference() shuffles as docs/order-format.md specifies.
 */
#ifdef WITHOUT_INT128
#undef __SIZEOF_INT128__
#endif
#include "fairshuf_inline.h"

#include "tests/support/test.h"

enum { MOST = 44, WORDS = 12 };

/* ---- words given by the test ------------------------------------------------------- */

struct script {
    uint64_t words[WORDS];
    size_t next;   /* of the words */
    size_t length; /* bytes to give at once, at most */
};

static size_t give(void *context, void *buffer, size_t length)
{
    struct script *script = (struct script *)context;
    unsigned char *to = (unsigned char *)buffer;
    size_t at = 0;
    while (at + 8 <= length && at + 8 <= script->length && script->next < WORDS) {
        const uint64_t word = script->words[script->next++];
        for (unsigned i = 0; i < 8; i++)
            to[at++] = (unsigned char)(word >> 8 * i);
    }
    return at;
}

/* The upper half of a * b, digit by digit in base 2^16. The lower half is a * b. */
static uint64_t upper(uint64_t a, uint64_t b)
{
    uint64_t digits[9] = {0};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++) {
            const uint64_t product = (a >> 16 * i & 0xffff) * (b >> 16 * j & 0xffff);
            digits[i + j] += product & 0xffff;
            digits[i + j + 1] += product >> 16;
        }
    uint64_t result = 0;
    for (unsigned i = 0; i < 8; i++) {
        digits[i + 1] += digits[i] >> 16;
        if (i >= 4)
            result |= (digits[i] & 0xffff) << 16 * (i - 4);
    }
    return result;
}

/* The product of `count` bounds, `first` and below. */
static uint64_t falling(uint64_t first, size_t count)
{
    uint64_t product = 1;
    for (; count > 0; count--)
        product *= first--;
    return product;
}

/* The number of dice that share a word, the first with `bound` <= 128 sides. */
static size_t together(size_t bound)
{
    return bound <= 18 ? bound - 1 : 8;
}

/* The next word that may be used for a product; 0 if there is none. */
static uint64_t next_word(const uint64_t *words, size_t *used, uint64_t product)
{
    while (*used < WORDS) {
        const uint64_t word = words[(*used)++];
        if (product == 0 || word * product >= (0 - product) % product)
            return word;
    }
    return 0;
}

/* Shuffles n <= 128 bytes. Returns the number of words used. */
static size_t reference(const uint64_t *words, uint8_t *a, size_t n)
{
    size_t used = 0;
    for (size_t i = 0; i + 1 < n;) {
        const size_t count = together(n - i);
        uint64_t x = next_word(words, &used, falling(n - i, count));
        for (size_t end = i + count; i < end; i++) {
            const size_t other = i + (size_t)upper(x, n - i);
            x *= n - i;
            const uint8_t kept = a[i];
            a[i] = a[other];
            a[other] = kept;
        }
    }
    return used;
}

/* A word that leaves about `left` after a multiplication with `product` > 0: the next
 * multiple of the power of two in the product. (Newton's iteration finds the inverse of
 * an odd number modulo 2^64; each step doubles the number of right bits.) */
static uint64_t word_that_leaves(uint64_t left, uint64_t product)
{
    unsigned shift = 0;
    while ((product >> shift & 1) == 0)
        shift++;
    const uint64_t odd = product >> shift;
    uint64_t inverse = odd;
    for (unsigned i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    return (left >> shift) * inverse;
}

/* Words just below or above the limit of rejection, or the limit of the fast path; or any
 * word. */
static uint64_t doubtful(uint64_t product, fair_rng *rng)
{
    const uint64_t rejected = (0 - product) % product, power = product & (0 - product);
    switch (fair_below(rng, 8)) {
    case 0:
        return 0;
    case 1:
        return fair_rng_u64(rng);
    case 2:
        return word_that_leaves(product, product);
    case 3:
        return word_that_leaves(product - power, product);
    case 4:
        return word_that_leaves(rejected, product);
    case 5:
        return word_that_leaves(fair_below(rng, product), product);
    default:
        return word_that_leaves(rejected - power, product); /* or 0 - power */
    }
}

static void start(fair_rng *rng, struct script *script, size_t length)
{
    script->next = 0;
    script->length = length;
    fair_rng_init_source(rng, give, script);
    if (length > 8) { /* so that the block has words: inlined functions need them */
        memmove(script->words + 1, script->words, (WORDS - 1) * sizeof *script->words);
        fair_rng_u64(rng);
    }
}

static void check_shuffle(const struct script *words, size_t n, size_t size,
                          size_t length)
{
    struct script one = *words, two = *words;
    static unsigned char a[MOST * 16], b[MOST * 16];
    fair_rng plain, inlined;
    uint8_t order[MOST];
    for (size_t i = 0; i < MOST; i++) {
        order[i] = (uint8_t)i;
        memset(a + i * size, (int)i, size);
        memset(b + i * size, (int)i, size);
    }
    start(&plain, &one, length);
    start(&inlined, &two, length);
    const size_t used = reference(words->words, order, n);
    if (used >= WORDS - 1)
        return; /* start() drops a word */
    fair_shuffle(&plain, a, n, size);
    switch (size) { /* constants, as programs have them */
    case 1:
        fair_inline_shuffle(&inlined, b, n, 1);
        break;
    case 2:
        fair_inline_shuffle(&inlined, b, n, 2);
        break;
    case 4:
        fair_inline_shuffle(&inlined, b, n, 4);
        break;
    case 8:
        fair_inline_shuffle(&inlined, b, n, 8);
        break;
    default:
        fair_inline_shuffle(&inlined, b, n, size);
    }
    for (size_t i = 0; i < MOST; i++)
        for (size_t j = 0; j < size; j++)
            CHECKF(a[i * size + j] == order[i] && b[i * size + j] == order[i],
                   "n %zu, size %zu, place %zu", n, size, i);
    CHECK(fair_rng_u64(&plain) == words->words[used]);
    CHECK(fair_rng_u64(&inlined) == words->words[used]);
}

int main(void)
{
    fair_rng random, one, two;
    fair_rng_init_key(&random, test_key(90));

    TEST("shuffles use the words and the dice of the order format")
    for (size_t n = 0; n <= MOST; n++) {
        static const size_t sizes[] = {1, 2, 3, 4, 8, 16};
        for (unsigned round = 0; round < 300; round++) {
            struct script script;
            for (size_t i = 0; i < WORDS; i++) { /* for one of the batches */
                const size_t bound = n < 19 || fair_below(&random, 2) == 0
                                         ? n
                                         : n - 8 * (size_t)fair_below(&random, n / 8 - 1);
                const uint64_t product = n < 2 ? 1 : falling(bound, together(bound));
                script.words[i] = doubtful(product, &random);
            }
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                check_shuffle(&script, n, sizes[s], round % 2 == 0 ? 8 : 8 * WORDS);
        }
    }

    TEST("dice are the same for every bound, also for words that are rejected")
    for (unsigned round = 0; round < 20000; round++) {
        const uint64_t n = fair_rng_u64(&random) >> fair_below(&random, 64) >> 1;
        struct script script, again;
        for (size_t i = 0; i < WORDS; i++)
            script.words[i] = doubtful(n > 0 ? n : 1, &random);
        again = script;
        size_t used = 0;
        const uint64_t die = upper(next_word(script.words, &used, n), n);
        const uint64_t next = script.words[used % WORDS];
        if (used >= WORDS - 1)
            continue; /* start() drops a word */
        start(&one, &script, round % 2 == 0 ? 8 : 8 * WORDS);
        start(&two, &again, round % 2 == 0 ? 8 : 8 * WORDS);
        CHECK(fair_below(&one, n) == die && fair_inline_below(&two, n) == die);
        CHECK(fair_rng_u64(&one) == next && fair_inline_u64(&two) == next);
    }

    TEST("calls of both can be mixed, at every position in the block")
    fair_rng_init_key(&one, test_key(91));
    fair_rng_init_key(&two, test_key(91));
    for (unsigned round = 0; round < 30000; round++) {
        const uint64_t n = fair_rng_u64(&random) >> fair_below(&random, 64);
        int64_t low, high;
        uint32_t a[MOST] = {0}, b[MOST] = {0};
        unsigned char bytes[2][7] = {{0}, {0}};
        fair_rng_bytes(&random, &low, sizeof low);
        fair_rng_bytes(&random, &high, sizeof high);
        switch (fair_below(&random, 7)) {
        case 0:
            CHECK(fair_rng_u64(&one) == fair_inline_u64(&two));
            break;
        case 1:
            CHECK(fair_below(&one, n) == fair_inline_below(&two, n));
            break;
        case 2:
            CHECK(fair_between(&one, low, high) == fair_inline_between(&two, low, high));
            break;
        case 3: /* all numbers */
            CHECK(fair_between(&one, INT64_MIN, INT64_MAX) ==
                  fair_inline_between(&two, INT64_MIN, INT64_MAX));
            break;
        case 4:
            for (uint32_t i = 0; i < MOST; i++)
                a[i] = b[i] = i;
            fair_shuffle(&one, a, (size_t)(n % (MOST + 1)), 4);
            fair_inline_shuffle(&two, b, (size_t)(n % (MOST + 1)), 4);
            CHECK(memcmp(a, b, sizeof a) == 0);
            break;
        case 5: /* the plain function in both */
            CHECK(fair_below(&one, n) == fair_below(&two, n));
            break;
        default:
            fair_rng_bytes(&one, bytes[0], (size_t)(n % 7));
            fair_rng_bytes(&two, bytes[1], (size_t)(n % 7));
            CHECK(memcmp(bytes[0], bytes[1], 7) == 0);
        }
    }

    TEST("if nothing is to be drawn, nothing is drawn")
    {
        uint32_t element = 7;
        fair_rng_init_key(&one, test_key(92));
        two = one;
        fair_inline_shuffle(&one, &element, 0, 4);
        fair_inline_shuffle(&one, &element, 1, 4);
        fair_inline_shuffle(&one, &element, 9, 0);
        CHECK(fair_inline_between(&one, 5, 5) == 5 &&
              fair_inline_between(&one, 5, 4) == 5);
        CHECK(element == 7 && memcmp(&one, &two, sizeof one) == 0);
    }

    TEST("a generator that was not initialised fails, and still draws")
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    CHECK(fair_inline_below(&one, 52) == fair_below(&two, 52));
    CHECK(fair_rng_error(&one) == FAIR_ESTATE);
    return test_done();
}
