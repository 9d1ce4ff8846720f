/* SPDX-License-Identifier: MIT
 *
 * test_input_effects.c - effects of the input (input_effects.h): none are found in fair
 * shuffles, and others as soon as they are certain.
 */
#include <math.h>

#include "audit/command/subject/input_effects.h"
#include "audit/orders/source.h"
#include "tests/audit/command/details.h"
#include "tests/support/test.h"

enum { N = 12, MOST = 4000, AUDITS = 300 };

static unsigned char orders[MOST * N];

static audit_source source_of(uint64_t number)
{
    const audit_seed seed = audit_seed_of_text("inputs");
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_TIES, number);
    return source;
}

static void shuffle(audit_source *source, unsigned char *cards, size_t n)
{
    for (size_t i = 0; i < n; i++)
        cards[i] = (unsigned char)i;
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)audit_source_below(source, i);
        const unsigned char card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
    }
}

/* The share of audits of `count` fair permutations of n cards in which an effect is
 * found.
 */
static double false_alarms(size_t n, size_t count, size_t copies)
{
    unsigned said = 0;
    audit_sentence effect;
    for (unsigned a = 0; a < AUDITS; a++) {
        audit_source source = source_of(1000 * count + 10 * n + a * 100000);
        for (size_t k = 0; k < count; k++)
            shuffle(&source, orders + k * n, n);
        said += copies > 0 ? input_effect_copies(orders, count, n, copies, &effect)
                           : input_effect_tokens(orders, count, n, &effect);
    }
    return said / (double)AUDITS;
}

static void test_fair(void)
{
    static const size_t counts[] = {1, 2, 10, 100, MOST};
    TEST("no effects in fair permutations")
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        CHECK(false_alarms(4, counts[i], 2) == 0);
        CHECK(false_alarms(N, counts[i], 2) == 0);
        CHECK(false_alarms(N, counts[i], 6) == 0);
        CHECK(false_alarms(2, counts[i], 0) == 0);
        CHECK(false_alarms(3, counts[i], 0) == 0);
        CHECK(false_alarms(N, counts[i], 0) == 0);
    }
}

/* By Hoeffding's inequality, the error of the mean of m numbers between 0 and 1 is this
 * or more, to either side, with probability 1e-6 at most. */
static double certain(size_t m)
{
    return sqrt(log(2e6) / (2 * (double)m));
}

/* Whether an effect is found if, of `count` permutations of 4 lines with two texts,
 * `together` have two pairs of equal neighbours, and the others none. Fair is 1 of 3. */
static bool finds_copies(size_t count, size_t together)
{
    static const unsigned char pairs[] = {0, 2, 1, 3}, none[] = {0, 1, 2, 3};
    audit_sentence effect;
    for (size_t k = 0; k < count; k++)
        memcpy(orders + 4 * k, k < together ? pairs : none, 4);
    const bool found = input_effect_copies(orders, count, 4, 2, &effect);
    const bool more = 2 * together > count;
    CHECKF(!found || says_the_same(&effect.details, effect.text), "%s", effect.text);
    CHECKF(!found || strstr(effect.text, more ? "together" : "apart") != NULL, "%s",
           effect.text);
    return found;
}

static void test_copies(void)
{
    TEST("equal lines that stay together or apart are found as soon as it is certain")
    {
        for (size_t count = 20; count <= 1000; count += 49)
            for (size_t together = 0; together <= count; together++) {
                const double share = 2.0 / 3 * (double)together / (double)count;
                const double off = fabs(share - 1.0 / 3) - certain(count);
                if (fabs(off) > 1e-12)
                    CHECKF(finds_copies(count, together) == (off > 0), "%zu of %zu",
                           together, count);
            }
    }
}

/* Whether an effect is found if `same` pairs of runs with the same words gave the same
 * permutation of 3 cards. */
static bool tokens_told(size_t pairs, size_t same)
{
    static const unsigned char one[] = {0, 1, 2}, other[] = {2, 0, 1};
    audit_sentence effect;
    for (size_t k = 0; k < pairs; k++) {
        memcpy(orders + 6 * k, one, 3);
        memcpy(orders + 6 * k + 3, k < same ? one : other, 3);
    }
    const bool found = input_effect_tokens(orders, 2 * pairs, 3, &effect);
    CHECKF(!found || says_the_same(&effect.details, effect.text), "%s", effect.text);
    CHECKF(!found || strstr(effect.text, "the words") != NULL, "%s", effect.text);
    return found;
}

static void test_tokens(void)
{
    TEST("permutations that depend on the words are found as soon as it is certain")
    {
        for (size_t pairs = 5; pairs <= 1000; pairs += 45)
            for (size_t same = 0; same <= pairs; same++) {
                const double off =
                    (double)same / (double)pairs - 1.0 / 6 - certain(pairs);
                if (fabs(off) > 1e-12)
                    CHECKF(tokens_told(pairs, same) == (off > 0), "%zu of %zu", same,
                           pairs);
            }
        audit_sentence effect;
        CHECK(!input_effect_tokens(orders, 0, 3, &effect));
        CHECK(!input_effect_tokens(orders, 1, 3, &effect));
    }
}

int main(void)
{
    test_fair();
    test_copies();
    test_tokens();
    return test_done();
}
