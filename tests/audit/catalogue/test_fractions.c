/* SPDX-License-Identifier: MIT
 *
 * test_fractions.c - the random fraction behind a roll (audit_roller_fraction()): times
 * the number of sides, and rounded down, it is the roll.
 */
#include <math.h>

#include "audit/catalogue/dice.h"
#include "tests/support/test.h"

static const audit_die_kind *die_of(const char *name)
{
    const audit_die_kind *die = audit_dice;
    while (strcmp(die->name, name) != 0)
        die++;
    return die;
}

/* Rolls a die with m sides, and checks its fraction. Returns the fraction. */
static double check_fraction(audit_roller *roller, uint64_t m)
{
    const audit_roller before = *roller;
    const fairaudit_die die = audit_roller_die(roller);
    const uint64_t rolled = die.choose(die.context, m);
    const double fraction = audit_roller_fraction(&before, roller, m, rolled);
    CHECKF(fraction == -1 || (fraction >= 0 && fraction < 1 &&
                              floor(fraction * (double)m) == (double)rolled),
           "%s, %llu sides: %.17g for %llu", roller->kind->name, (unsigned long long)m,
           fraction, (unsigned long long)rolled);
    return fraction;
}

/* The number of rolls, of 200, that have a fraction. */
static int count_fractions(const char *name, uint64_t parameter, uint64_t m,
                           uint64_t number)
{
    audit_roller roller;
    const audit_seed seed = audit_seed_of_number(number);
    int count = 0;
    audit_roller_start(&roller, die_of(name), parameter, &seed);
    for (int i = 0; i < 200; i++)
        count += check_fraction(&roller, m) >= 0;
    return count;
}

static void test_fractions(void)
{
    TEST("a roll is its fraction times the sides, rounded down")
    {
        for (uint64_t m = 1; m <= 300; m++) {
            CHECK(count_fractions("exact", 0, m, m) == 200);
            CHECK(count_fractions("few-seeds", 9, m, m) == 200);
            CHECK(count_fractions("clock-seeded", 0, m, m) == 200);
            for (uint64_t bits = 1; bits <= 45; bits += 11)
                CHECK(count_fractions("scale", bits, m, m) == 200);
            CHECK(count_fractions("scale", 53, m, m) > 190);
        }
        for (unsigned bit = 9; bit < 32; bit++) {
            const int least = bit < 21 ? 200 : 190;
            CHECK(count_fractions("exact", 0, UINT64_C(1) << bit, bit) == 200);
            CHECK(count_fractions("exact", 0, (UINT64_C(1) << bit) + 1, bit) >= least);
            CHECK(count_fractions("exact", 0, (UINT64_C(1) << bit) * 3 / 2, bit) >=
                  least);
        }
        CHECK(count_fractions("exact", 0, UINT32_MAX, 1) >= 190);
    }
    TEST("remainders have no fractions")
    {
        for (uint64_t m = 1; m <= 100; m++) {
            CHECK(count_fractions("modulo", 15, m, m) == 0);
            CHECK(count_fractions("time-seeded", 0, m, m) == 0);
            CHECK(count_fractions("java48", 0, m, m) == 0);
        }
        CHECK(count_fractions("exact", 0, UINT64_C(1) << 32, 1) == 0);
        CHECK(count_fractions("exact", 0, UINT64_C(1) << 63, 1) == 0);
    }
    TEST("fractions do not depend on the sides")
    {
        audit_roller some, other;
        const audit_seed seed = audit_seed_of_number(5);
        audit_roller_start(&some, die_of("exact"), 0, &seed);
        audit_roller_start(&other, die_of("exact"), 0, &seed);
        for (uint64_t i = 1; i <= 2000; i++) {
            const double fraction = check_fraction(&some, i % 52 + 1);
            CHECK(fraction == check_fraction(&other, 52 - i % 17));
        }
    }
}

int main(void)
{
    test_fractions();
    return test_done();
}
