/* SPDX-License-Identifier: MIT
 *
 * test_dice.c - the unfair dice are unfair in the way they are described, and names with
 * numbers are parsed correctly.
 *
 * Distributions are compared with all words of a few bits, and with 128-bit arithmetic;
 * rolls with distributions, by chi-square and fixed seeds; generators with their known
 * numbers.
 */
#include <math.h>

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"
#include "audit/numbers/chisq.h"
#include "audit/orders/position.h"
#include "tests/audit/catalogue/entries.h"
#include "tests/support/test.h"

static void fill(unsigned char *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (unsigned char)i;
}

static void test_list(void)
{
    TEST("names, stories and parameters of dice are in order, the fair one first")
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
        CHECKF(is_name(d->name), "%s is no name", d->name);
        for (const audit_die_kind *e = audit_dice; e != d; e++)
            CHECKF(strcmp(d->name, e->name) != 0, "%s is there twice", d->name);
        CHECKF(is_one_sentence(d->story), "%s: not one sentence", d->name);
        CHECKF(is_parameter(&d->parameter), "%s: parameter", d->name);
        CHECKF(d->fair == (d == audit_dice), "%s: fair", d->name);
        CHECKF((audit_die_states(d, 20) > 0) == d->seeded, "%s: states", d->name);
    }
}

static void test_parameters(void)
{
    uint64_t number;
    int given, wrong;

    TEST("a name and its number are separated")
    {
        CHECK(audit_parameter_split("keys:8", &number, &given) == 4);
        CHECK(given && number == 8);
        CHECK(audit_parameter_split("keys", &number, &given) == 4 && !given);
        CHECK(audit_parameter_split("a:007", &number, &given) == 1 && number == 7);
        CHECK(audit_parameter_split("a:18446744073709551615", &number, &given) == 1);
        CHECK(number == UINT64_MAX);
        CHECK(audit_parameter_split("a:18446744073709551616", &number, &given) == 1);
        CHECK(number == UINT64_MAX);
        CHECK(audit_parameter_split("a:99999999999999999999999", &number, &given) == 1);
        CHECK(number == UINT64_MAX);
    }

    TEST("what is not a number is refused")
    {
        static const char *const bad[] = {"a:",    ":",    ":8",    "",      "a:-1",
                                          "a:+1",  "a: 1", "a:1 ",  "a:1x",  "a:0x1",
                                          "a:1:2", "a::1", "a:1e3", "a:1.0", "a:8\n"};
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            CHECKF(audit_parameter_split(bad[i], &number, &given) == 0, "\"%s\"", bad[i]);
    }

    TEST("bounds are respected, and the default depends on the number of cards")
    {
        const audit_parameter p = {"things", 2, 9, 4, 0}, cards = {"cards", 2, 9, 0, 1};
        const audit_parameter none = {NULL, 0, 0, 0, 0};
        for (uint64_t i = 0; i < 12; i++) {
            const uint64_t value = audit_parameter_value(&p, 1, i, 5, &wrong);
            CHECKF(wrong == (i < 2 || i > 9) && value == (wrong ? 0 : i), "%" PRIu64, i);
        }
        audit_parameter_value(&p, 1, UINT64_MAX, 5, &wrong);
        CHECK(wrong);
        CHECK(audit_parameter_value(&p, 0, 99, 5, &wrong) == 4 && !wrong);
        CHECK(audit_parameter_value(&cards, 0, 0, 7, &wrong) == 6 && !wrong);
        CHECK(audit_parameter_value(&cards, 0, 0, 1, &wrong) == 2 && !wrong);
        CHECK(audit_parameter_value(&cards, 0, 0, 256, &wrong) == 9 && !wrong);
        CHECK(audit_parameter_value(&none, 0, 0, 7, &wrong) == 0 && !wrong);
        CHECK(audit_parameter_value(&none, 1, 0, 7, &wrong) == 0 && wrong);
        const audit_parameter *buffer = &audit_find("buffer")->parameter;
        CHECK(audit_parameter_value(buffer, 0, 0, 52, &wrong) == 51);
        const audit_parameter *swaps = &audit_find("transpositions")->parameter;
        CHECK(audit_parameter_value(swaps, 0, 0, 52, &wrong) == 52);
    }
}

/* ---- dice -------------------------------------------------------------------------- */

static const audit_die_kind *die_named(const char *name)
{
    const audit_die_kind *d = audit_dice;
    while (d->name != NULL && strcmp(d->name, name) != 0)
        d++;
    return d;
}

/* The p-value of the rolls of a die if its distribution were that of `other`. */
static double rolled(const audit_die_kind *kind, uint64_t bits, uint64_t m,
                     const audit_die_kind *other, uint64_t other_bits)
{
    enum { ROLLS = 100000 };
    uint64_t count[64] = {0};
    const audit_seed seed = audit_seed_of_number(m);
    audit_roller roller;
    audit_roller_start(&roller, kind, bits, &seed);
    const fairaudit_die die = audit_roller_die(&roller);
    for (uint64_t i = 0; i < ROLLS; i++) {
        if (i % 50 == 0)
            audit_roller_begin(&roller, i / 50);
        count[fairaudit_choose(&die, (size_t)m)]++;
    }
    double sum = 0, df = -1;
    for (uint64_t v = 0; v < m; v++) {
        const double expected = ROLLS *
                                (double)audit_die_weight(other, other_bits, m, v) /
                                (double)audit_die_total(other, other_bits, m);
        if (expected == 0 && count[v] > 0)
            return 0;
        if (expected > 0) {
            sum +=
                ((double)count[v] - expected) * ((double)count[v] - expected) / expected;
            df++;
        }
    }
    if (df < 1)
        return 1;
    const double upper = audit_chisq_upper(sum, df);
    return df < 5 ? upper : 2 * fmin(upper, audit_chisq_lower(sum, df)); /* lumps */
}

/* v 2^bits / m rounded up, for v <= m, without 128-bit integers. */
static uint64_t scaled_up(uint64_t v, uint64_t bits, uint64_t m)
{
    uint64_t quotient = v / m, rest = v % m;
    for (uint64_t i = 0; i < bits; i++) {
        const int more = rest >= m - rest; /* 2 rest >= m */
        quotient = 2 * quotient + (uint64_t)more;
        rest = more ? rest - (m - rest) : 2 * rest;
    }
    return quotient + (rest > 0);
}

/* a b / 2^bits rounded down, for 0 < bits < 64, if the result fits 64 bits. */
static uint64_t product_above(uint64_t a, uint64_t b, uint64_t bits)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    const uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
    return high << (64 - bits) | a * b >> bits;
}

static void test_distributions(void)
{
    const audit_die_kind *exact = die_named("exact"), *modulo = die_named("modulo"),
                         *scale = die_named("scale");

    TEST("the distribution of a die is that of all its words")
    for (uint64_t bits = 1; bits <= 9; bits++)
        for (uint64_t m = 1; m <= 600; m += m < 40 ? 1 : 17) {
            uint64_t remainders[600] = {0}, fractions[600] = {0}, total = 0;
            for (uint64_t word = 0; word < 1u << bits; word++) {
                remainders[word % m]++;
                fractions[(size_t)floor(ldexp((double)word, -(int)bits) * (double)m)]++;
            }
            for (uint64_t v = 0; v < m; v++) {
                CHECK(audit_die_weight(modulo, bits, m, v) == remainders[v]);
                CHECK(audit_die_weight(scale, bits, m, v) == fractions[v]);
                total += audit_die_weight(exact, bits, m, v);
            }
            CHECK(audit_die_total(modulo, bits, m) == 1u << bits);
            CHECK(audit_die_total(scale, bits, m) == 1u << bits);
            CHECK(audit_die_total(exact, bits, m) == m && total == m);
        }

    TEST("weights sum to the total, with many bits")
    for (uint64_t bits = 10; bits <= 63; bits++)
        for (uint64_t m = 1; m <= 256; m += 5) {
            uint64_t a = 0, b = 0;
            for (uint64_t v = 0; v < m; v++) {
                a += audit_die_weight(modulo, bits, m, v);
                b += audit_die_weight(scale, bits, m, v);
            }
            CHECKF(a == 1ULL << bits && b == a, "%" PRIu64 " bits, %" PRIu64, bits, m);
        }

    TEST("large numbers: the distribution of fractions in 128 bits")
    {
        audit_source source;
        const audit_seed seed = audit_seed_of_number(1);
        audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, 0);
        for (int i = 0; i < 20000; i++) {
            const unsigned bits = (unsigned)audit_source_below(&source, 53) + 1;
            const uint64_t m = (audit_source_word(&source) >> (i % 60)) + 1;
            const uint64_t v = audit_source_below(&source, m);
            CHECK(audit_die_weight(scale, bits, m, v) ==
                  scaled_up(v + 1, bits, m) - scaled_up(v, bits, m));
        }
    }

    TEST("rolls follow the distribution")
    for (uint64_t m = 2; m <= 60; m += 3) {
        double p = rolled(exact, 0, m, exact, 0);
        CHECKF(p > 1e-3, "exact, m %" PRIu64 ": p %g", m, p);
        for (uint64_t bits = 3; bits <= 53; bits += bits < 10 ? 1 : 43) {
            p = rolled(modulo, bits, m, modulo, bits);
            CHECKF(p > 1e-4, "modulo:%" PRIu64 ", m %" PRIu64 ": p %g", bits, m, p);
            p = rolled(scale, bits, m, scale, bits);
            CHECKF(p > 1e-4, "scale:%" PRIu64 ", m %" PRIu64 ": p %g", bits, m, p);
        }
    }

    TEST("negative control: rolls do not follow another distribution")
    {
        CHECK(rolled(modulo, 6, 52, exact, 0) < 1e-9);
        CHECK(rolled(scale, 6, 52, exact, 0) < 1e-9);
        CHECK(rolled(modulo, 6, 52, scale, 6) < 1e-9);
        CHECK(rolled(scale, 6, 52, modulo, 6) < 1e-9);
        CHECK(rolled(exact, 0, 52, modulo, 6) < 1e-9);
    }

    TEST("fractions of large numbers are rolled correctly")
    {
        const audit_seed seed = audit_seed_of_number(2);
        audit_roller one, two;
        for (uint64_t bits = 1; bits <= 53; bits++) {
            audit_roller_start(&one, scale, bits, &seed);
            audit_roller_start(&two, scale, bits, &seed);
            const fairaudit_die die = audit_roller_die(&one);
            for (unsigned i = 0; i < 200; i++) {
                const uint64_t m = UINT64_MAX >> (i % 64);
                const uint64_t word = audit_source_word(&two.source) >> (64 - bits);
                CHECK(die.choose(die.context, m) == product_above(word, m, bits));
            }
        }
    }
}

/* ---- dice with a state ------------------------------------------------------------- */

static void shuffle_at(audit_roller *roller, uint64_t trial, unsigned char *a, size_t n)
{
    const fairaudit_die die = audit_roller_die(roller);
    audit_roller_begin(roller, trial);
    fill(a, n);
    audit_find("down")->run(&die, a, n, 0);
}

static void test_rollers(void)
{
    const audit_seed seed = audit_seed_of_number(3), other = audit_seed_of_number(4);
    audit_roller roller, second;

    TEST("rolls of a shuffle are a function of seed and number")
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
        unsigned char a[40], b[40];
        unsigned same_other = 0, same_next = 0;
        audit_roller_start(&roller, d, 30, &seed);
        audit_roller_start(&second, d, 30, &seed);
        for (uint64_t i = 0; i < 100; i++) {
            shuffle_at(&roller, i * 7919, a, 40);
            shuffle_at(&second, i * 31, b, 40);
            shuffle_at(&second, i * 7919, b, 40);
            CHECKF(memcmp(a, b, 40) == 0, "%s, %" PRIu64, d->name, i);
            shuffle_at(&second, i * 7919 + 1, b, 40);
            same_next += memcmp(a, b, 40) == 0;
        }
        audit_roller_start(&second, d, 30, &other);
        for (uint64_t i = 0; i < 100; i++) {
            shuffle_at(&roller, i, a, 40);
            shuffle_at(&second, i, b, 40);
            same_other += memcmp(a, b, 40) == 0;
        }
        CHECKF(same_next == 0 && same_other == 0, "%s: %u, %u", d->name, same_next,
               same_other);
    }

    TEST("known generators give their known numbers")
    {
        static const uint64_t windows[] = {41, 18467, 6334, 26500, 19169};
        /* new Random(42), then nextInt(m) four times: a power of two, a small number,
         * and one that draws every other word again */
        static const struct {
            uint64_t m, numbers[4];
        } java[] = {
            {64, {46, 3, 43, 3}},
            {100, {30, 63, 48, 84}},
            {(1 << 30) + 1, {117392763, 102948884, 662969970, 595021505}},
        };
        audit_roller_start(&roller, die_named("time-seeded"), 0, &seed);
        fairaudit_die die = audit_roller_die(&roller);
        roller.state = 1;
        for (size_t i = 0; i < 5; i++)
            CHECK(die.choose(die.context, 32768) == windows[i]);
        audit_roller_start(&roller, die_named("java48"), 0, &seed);
        die = audit_roller_die(&roller);
        for (size_t k = 0; k < 3; k++) {
            roller.state = 42 ^ 0x5deece66d;
            for (size_t i = 0; i < 4; i++)
                CHECK(die.choose(die.context, java[k].m) == java[k].numbers[i]);
        }
        audit_roller_start(&roller, die_named("clock-seeded"), 0, &seed);
        die = audit_roller_die(&roller);
        roller.state = 0;
        uint32_t borland = 0;
        for (size_t i = 0; i < 100; i++) {
            borland = borland * 134775813u + 1;
            CHECK(die.choose(die.context, 52) == (uint64_t)borland * 52 >> 32);
        }
    }

    TEST("2^4 seeds give 2^4 orders, the same ones for every audit")
    {
        unsigned char orders[16][20], a[20];
        size_t found = 0;
        for (uint64_t i = 0; i < 2000; i++) {
            audit_roller_start(&roller, die_named("few-seeds"), 4,
                               i % 2 ? &seed : &other);
            shuffle_at(&roller, i, a, 20);
            size_t at = 0;
            while (at < found && memcmp(orders[at], a, 20) != 0)
                at++;
            if (!CHECKF(at < 16, "more than 16"))
                break;
            memcpy(orders[at], a, 20);
            found += at == found;
        }
        CHECKF(found == 16, "%zu", found);
    }

    TEST("milliseconds of the day, and consecutive seconds")
    {
        uint64_t largest = 0;
        audit_roller_start(&roller, die_named("clock-seeded"), 0, &seed);
        for (uint64_t i = 0; i < 10000; i++) {
            audit_roller_begin(&roller, i);
            largest = roller.state > largest ? roller.state : largest;
        }
        CHECKF(largest < 86400000 && largest > 86300000, "%" PRIu64, largest);
        audit_roller_start(&roller, die_named("time-seeded"), 0, &seed);
        const uint64_t start = roller.state;
        audit_roller_begin(&roller, 12345);
        CHECK((uint32_t)(roller.state - start) == 12345);
        CHECK(audit_die_states(die_named("few-seeds"), 24) == 1 << 24);
        CHECK(audit_die_states(die_named("clock-seeded"), 0) == 86400000);
        CHECK(audit_die_states(die_named("java48"), 0) == 1ULL << 48);
    }

    TEST("consecutive seeds: too even, and each order depends on the one before")
    for (int wrong = 0; wrong < 2; wrong++) {
        enum { N = 10, TRIALS = 200000 };
        uint64_t positions[N * N] = {0}, quotients[N * N] = {0};
        unsigned char before[N], a[N], from[N] = {0}, quotient[N];
        audit_roller_start(&roller, die_named(wrong ? "time-seeded" : "exact"), 0, &seed);
        for (uint64_t i = 0; i < TRIALS; i++) {
            shuffle_at(&roller, i, a, N);
            audit_position_add(positions, a, N);
            for (size_t k = 0; k < N; k++) {
                quotient[k] = from[a[k]];
                before[k] = a[k];
            }
            for (size_t k = 0; k < N; k++)
                from[before[k]] = (unsigned char)k;
            if (i % 2)
                audit_position_add(quotients, quotient, N);
        }
        const double x = audit_position_chisq(positions, N, TRIALS);
        const double y = audit_position_chisq(quotients, N, TRIALS / 2);
        if (wrong) {
            CHECKF(audit_chisq_lower(x, 81) < 1e-6, "positions: %g", x);
            CHECKF(audit_chisq_upper(y, 81) < 1e-12, "quotients: %g", y);
        } else {
            CHECKF(audit_chisq_lower(x, 81) > 1e-3, "positions: %g", x);
            CHECKF(audit_chisq_upper(y, 81) > 1e-3, "quotients: %g", y);
        }
    }
}

int main(void)
{
    test_list();
    test_parameters();
    test_distributions();
    test_rollers();
    return test_done();
}
