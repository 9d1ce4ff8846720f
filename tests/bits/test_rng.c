/* SPDX-License-Identifier: MIT
 *
 * test_rng.c - the generator: the published stream, read in any portions; sources that
 * give much, little or nothing; generators that are not initialised.
 */
#include "fairshuf.h"
#include "tests/bits/vectors_chacha8rand.h"
#include "tests/support/test.h"

enum { LENGTH = 2976 };

static uint8_t published[LENGTH];

static unsigned nibble(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* A source that gives published bytes, and then fails. */
struct tape {
    size_t at;      /* bytes given */
    size_t end;     /* bytes that it has */
    size_t portion; /* the most bytes of one call */
    size_t calls;
};

static size_t play(void *context, void *buffer, size_t length)
{
    struct tape *tape = context;
    size_t part = tape->portion < length ? tape->portion : length;
    if (part > tape->end - tape->at)
        part = tape->end - tape->at;
    memcpy(buffer, published + tape->at, part);
    tape->at += part;
    tape->calls++;
    return part;
}

/* A source of given words. */
struct words {
    uint64_t word[3];
    size_t given;
};

static size_t give_words(void *context, void *buffer, size_t length)
{
    struct words *w = context;
    (void)length;
    for (size_t i = 0; i < 8 && w->given < 3; i++)
        ((uint8_t *)buffer)[i] = (uint8_t)(w->word[w->given] >> (8 * i));
    return w->given++ < 3 ? 8 : 0;
}

static size_t give_too_much(void *context, void *buffer, size_t length)
{
    (void)context;
    (void)buffer;
    return length + 1;
}

static void start(fair_rng *rng)
{
    fair_rng_init_key(rng, (const uint8_t *)chacha8rand_seed);
}

/* Reads 8 bytes with fair_rng_u64(), any other number with fair_rng_bytes(). */
static void read_width(fair_rng *rng, uint8_t *to, size_t width)
{
    const uint64_t word = width == 8 ? fair_rng_u64(rng) : 0;
    for (size_t i = 0; i < 8 && width == 8; i++)
        to[i] = (uint8_t)(word >> (8 * i));
    if (width != 8)
        fair_rng_bytes(rng, to, width);
}

int main(void)
{
    fair_rng rng;
    uint8_t bytes[LENGTH];
    for (size_t i = 0; i < LENGTH; i++) {
        const char *hex = &chacha8rand_hex[i / 32][2 * (i % 32)];
        published[i] = (uint8_t)(nibble(hex[0]) << 4 | nibble(hex[1]));
    }

    TEST("the stream is ChaCha8Rand: the whole published vector, on every kernel")
    for (size_t k = 0; fair_kernel_name(k) != NULL; k++) {
        CHECK(fair_kernel_use(fair_kernel_name(k)) == FAIR_OK);
        start(&rng);
        fair_rng_bytes(&rng, bytes, LENGTH);
        CHECK(memcmp(bytes, published, LENGTH) == 0);
    }
    fair_kernel_use(NULL);

    TEST("it is the same stream in portions of any size")
    for (size_t portion = 1; portion < 1100; portion += portion < 20 ? 1 : 53) {
        start(&rng);
        memset(bytes, 0, LENGTH);
        for (size_t at = 0; at < LENGTH; at += portion)
            fair_rng_bytes(&rng, bytes + at,
                           portion < LENGTH - at ? portion : LENGTH - at);
        CHECKF(memcmp(bytes, published, LENGTH) == 0, "portions of %zu", portion);
    }

    TEST("words are the next 8 bytes, little-endian, wherever they start")
    for (size_t odd = 0; odd < 9; odd++) {
        start(&rng);
        fair_rng_bytes(&rng, bytes, odd);
        for (size_t at = odd; at + 8 <= LENGTH; at += 8) {
            uint64_t word = 0;
            for (size_t i = 8; i-- > 0;)
                word = word << 8 | published[at + i];
            CHECKF(fair_rng_u64(&rng) == word, "at %zu", at);
        }
    }

    TEST("a copy of a generator continues with the same bytes")
    {
        start(&rng);
        fair_rng_bytes(&rng, bytes, 1001);
        fair_rng twin = rng;
        for (int i = 0; i < 500; i++)
            CHECK(fair_rng_u64(&rng) == fair_rng_u64(&twin));
    }

    TEST("fresh generators differ")
    {
        fair_rng other;
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        CHECK(fair_rng_init(&other) == FAIR_OK);
        CHECK(fair_rng_u64(&rng) != fair_rng_u64(&other));
        CHECK(fair_rng_error(&rng) == FAIR_OK);
    }

    TEST("the bytes of a source are not changed, in portions of any size")
    for (size_t portion = 1; portion < 3000; portion = portion * 3 / 2 + 1) {
        struct tape tape = {0, LENGTH, portion, 0};
        fair_rng_init_source(&rng, play, &tape);
        fair_rng_bytes(&rng, bytes, 5);
        for (size_t at = 5; at + 8 <= LENGTH; at += 8) {
            const uint64_t word = fair_rng_u64(&rng);
            for (size_t i = 0; i < 8; i++)
                bytes[at + i] = (uint8_t)(word >> (8 * i));
        }
        fair_rng_bytes(&rng, bytes + LENGTH - 3, 3);
        CHECKF(memcmp(bytes, published, LENGTH) == 0, "portions of %zu", portion);
        CHECK(fair_rng_error(&rng) == FAIR_OK);
        CHECK(tape.at == LENGTH);
    }

    TEST("a source that gives 8 bytes at a time is not read ahead")
    {
        struct tape tape = {0, LENGTH, 8, 0};
        fair_rng_init_source(&rng, play, &tape);
        CHECK(tape.calls == 0);
        for (size_t i = 1; i <= 20; i++) {
            fair_rng_u64(&rng);
            CHECK(tape.calls == i && tape.at == 8 * i);
        }
    }

    TEST("a source can be used to its last byte; then the error stays")
    for (size_t end = 0; end < 40; end++) {
        struct tape tape = {0, end, 1000, 0};
        fair_rng_init_source(&rng, play, &tape);
        for (size_t i = 0; i < end; i++) {
            fair_rng_bytes(&rng, bytes, 1);
            CHECK(bytes[0] == published[i]);
        }
        CHECK(fair_rng_error(&rng) == FAIR_OK);
        fair_rng_bytes(&rng, bytes, 1);
        CHECK(fair_rng_error(&rng) == FAIR_ESOURCE);
        const size_t calls = tape.calls;
        fair_rng_bytes(&rng, bytes, LENGTH);
        CHECK(fair_rng_error(&rng) == FAIR_ESOURCE);
        CHECK(tape.calls == calls); /* a source that failed is not called again */
        start(&rng);
        CHECK(fair_rng_error(&rng) == FAIR_OK);
    }

    TEST("after a failure the stream is that of the key of zeros")
    {
        static const uint8_t zeros[32];
        uint8_t expected[100];
        struct tape tape = {0, 24, 8, 0};
        fair_rng_init_source(&rng, play, &tape);
        for (int i = 0; i < 3; i++)
            fair_rng_u64(&rng);
        fair_rng_bytes(&rng, bytes, 100);
        fair_rng_init_key(&rng, zeros);
        fair_rng_bytes(&rng, expected, 100);
        CHECK(memcmp(bytes, expected, 100) == 0);
    }

    /* `taken` bytes are read, and the source has `left` more. Then `width` > `left` bytes
     * are read again and again. */
    TEST("... from its first byte on, with any bytes left over, read in any portions")
    for (size_t taken = 0; taken < 9; taken++)
        for (size_t left = 0; left < 8; left++)
            for (size_t portion = 1; portion <= 32; portion *= 2)
                for (size_t width = left + 1; width <= 11; width++) {
                    static const uint8_t zeros[32];
                    static uint8_t expected[LENGTH];
                    struct tape tape = {0, taken + left, portion, 0};
                    fair_rng_init_key(&rng, zeros);
                    fair_rng_bytes(&rng, expected, LENGTH);
                    fair_rng_init_source(&rng, play, &tape);
                    fair_rng_bytes(&rng, bytes, taken);
                    CHECK(fair_rng_error(&rng) == FAIR_OK);
                    for (size_t at = 0; at + width <= LENGTH; at += width)
                        read_width(&rng, bytes + at, width);
                    CHECK(fair_rng_error(&rng) == FAIR_ESOURCE);
                    CHECKF(memcmp(bytes, expected, LENGTH / width * width) == 0,
                           "%zu taken, %zu left, portions of %zu, %zu bytes wanted",
                           taken, left, portion, width);
                }

    TEST("... after the last bytes of the source, if there are 8 or more")
    for (size_t left = 8; left < 32; left++) {
        static const uint8_t zeros[32];
        uint8_t expected[40], got[40];
        struct tape tape = {0, left, 32, 0};
        memcpy(expected, published, left);
        fair_rng_init_key(&rng, zeros);
        fair_rng_bytes(&rng, expected + left, sizeof expected - left);
        fair_rng_init_source(&rng, play, &tape);
        fair_rng_bytes(&rng, got, sizeof got);
        CHECK(fair_rng_error(&rng) == FAIR_ESOURCE);
        CHECKF(memcmp(got, expected, sizeof got) == 0, "%zu left", left);
    }

    TEST("dice and shuffles do not read ahead either")
    {
        unsigned char cards[52] = {0};
        struct tape tape = {0, LENGTH, 8, 0};
        fair_rng_init_source(&rng, play, &tape);
        fair_below(&rng, 6);
        CHECK(tape.calls == 1);
        fair_shuffle(&rng, cards, 18, 1); /* 17 dice from one word */
        CHECK(tape.calls == 2);
        fair_shuffle(&rng, cards, 52, 1); /* 8, 8, 8, 8, 8 and 11 dice */
        CHECKF(tape.calls == 8, "%zu calls", tape.calls);
        fair_shuffle_copy(&rng, bytes, cards, 52, 1); /* 17, 8, 8, 8, 8 and 2 of 8 */
        CHECKF(tape.calls == 14, "%zu calls", tape.calls);
    }

    /* Words for 26 elements. The first is for 8 dice, 26 to 19. The second must be
     * rejected by the last batch (18!), but it leaves more than the product of those 8.
     */
    TEST("a word is judged by the product of its own batch")
    {
        struct words crafted = {{0x22e90020, 0x2d05, 0x8123456789abcdef}, 0};
        unsigned char cards[26] = {0};
        fair_rng_init_source(&rng, give_words, &crafted);
        fair_shuffle(&rng, cards, 26, 1);
        CHECKF(crafted.given == 3, "%zu words used", crafted.given);
    }

    TEST("a source that returns more than it was asked for has failed")
    {
        fair_rng_init_source(&rng, give_too_much, NULL);
        fair_rng_u64(&rng);
        CHECK(fair_rng_error(&rng) == FAIR_ESOURCE);
    }

    TEST("dice on a failed source still end")
    {
        struct tape tape = {0, 11, 1000, 0};
        fair_rng_init_source(&rng, play, &tape);
        for (int i = 0; i < 1000; i++)
            CHECK(fair_below(&rng, 7) < 7);
        CHECK(fair_rng_error(&rng) == FAIR_ESOURCE);
    }

    TEST("a generator that was wiped, or is all zero, reports FAIR_ESTATE")
    {
        const fair_rng zero = {.position = 0};
        CHECK(fair_rng_error(&zero) == FAIR_ESTATE);
        start(&rng);
        fair_rng_wipe(&rng);
        for (size_t i = 0; i < sizeof rng; i++)
            CHECK(((const unsigned char *)&rng)[i] == 0);
        CHECK(fair_rng_error(&rng) == FAIR_ESTATE);
        CHECK(fair_below(&rng, 6) < 6);
        CHECK(fair_rng_error(&rng) == FAIR_ESTATE);
    }

    TEST("a generator that is started again keeps nothing of the old stream")
    {
        struct tape tape = {.end = LENGTH, .portion = 8};
        fair_rng_init_key(&rng, test_key(1));
        fair_rng_u64(&rng);
        fair_rng_init_source(&rng, play, &tape);
        for (size_t i = 0; i < sizeof rng.block; i++)
            CHECKF(rng.block[i] == 0, "byte %zu", i);
    }

    TEST("derived keys differ from each other, from the key and from the stream")
    {
        uint8_t key[32], derived[64][32], stream[992];
        memcpy(key, test_key(3), 32);
        fair_rng_init_key(&rng, key);
        fair_rng_bytes(&rng, stream, sizeof stream);
        for (unsigned i = 0; i < 64; i++) {
            fair_key_derive(derived[i], key, i < 32 ? i : (uint64_t)i << 32);
            CHECK(memcmp(derived[i], key, 32) != 0);
            for (unsigned j = 0; j < i; j++)
                CHECK(memcmp(derived[i], derived[j], 32) != 0);
            for (size_t at = 0; at + 8 <= sizeof stream; at += 4)
                CHECK(memcmp(derived[i], stream + at, 8) != 0);
        }
        fair_key_derive(key, key, 5); /* in place */
        CHECK(memcmp(key, derived[5], 32) == 0);
    }

    TEST("each error has a text of its own; the versions are equal")
    {
        CHECK(strcmp(fair_version(), FAIR_VERSION) == 0);
        for (int e = FAIR_EMPI; e <= FAIR_OK; e++) {
            CHECK(strcmp(fair_strerror(e), fair_strerror(-1000)) != 0);
            for (int f = FAIR_EMPI; f < e; f++)
                CHECK(strcmp(fair_strerror(e), fair_strerror(f)) != 0);
        }
    }
    return test_done();
}
