/* SPDX-License-Identifier: MIT
 *
 * test_catalogue.c - the textbook shuffles do what the catalogue says.
 *
 * For small decks this is proved, by all sequences of choices. Results are compared with
 * numbers that were found by other means (fractions for 3 cards, closed forms), not with
 * earlier output of the code. Large decks are shuffled with fixed seeds.
 */
#include "tests/audit/catalogue/entries.h"
#include "tests/audit/catalogue/odometer.h"

static size_t descents(const unsigned char *a, size_t n)
{
    size_t count = 0;
    for (size_t i = 1; i < n; i++)
        count += a[i - 1] > a[i];
    return count;
}

static int is_odd(const unsigned char *a, size_t n)
{
    int odd = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            odd ^= a[i] > a[j];
    return odd;
}

static uint64_t binomial(uint64_t n, uint64_t k)
{
    uint64_t value = n < k ? 0 : 1;
    for (uint64_t i = 1; value > 0 && i <= k; i++)
        value = value * (n - k + i) / i;
    return value;
}

/* A parameter that can be enumerated. */
static uint64_t small(const audit_shuffle *s)
{
    return s->parameter.meaning == NULL ? 0 : 2;
}

/* ---- the list ---------------------------------------------------------------------- */

static void test_list(void)
{
    TEST("names, stories and parameters are in order, the fair shuffles first")
    {
        size_t count = 0;
        for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++, count++) {
            CHECKF(is_name(s->name), "%s is no name", s->name);
            CHECKF(audit_find(s->name) == s, "%s is there twice", s->name);
            CHECKF(is_one_sentence(s->story), "%s: not one sentence", s->name);
            CHECKF(strlen(s->title) > 3 && strlen(s->title) < 60, "%s: title", s->name);
            CHECKF(strlen(s->origin) > 3 && strlen(s->origin) < 80, "%s: from", s->name);
            CHECKF(is_parameter(&s->parameter), "%s: parameter", s->name);
            CHECKF(count == 0 || s[-1].fair >= s->fair, "%s is out of order", s->name);
        }
        CHECKF(count >= 38, "only %zu", count);
        CHECK(audit_find("bogosort") == NULL && audit_find("") == NULL);
        CHECK(audit_find("Down") == NULL && audit_find("keys:8") == NULL);
        static const char *const needed[] = {"original",   "down",    "up",
                                             "inside-out", "sattolo", "swap-with-any",
                                             "stops-early"};
        for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
            CHECKF(audit_find(needed[i]) != NULL, "no %s", needed[i]);
    }
}

/* ---- proofs for small decks -------------------------------------------------------- */

static void test_three_cards(void)
{
    /* Of ABC ACB BAC BCA CAB CBA, over a denominator. */
    static const struct {
        const char *name;
        uint64_t parameter, part[6], of;
    } rows[] = {
        {"original", 0, {1, 1, 1, 1, 1, 1}, 6},
        {"down", 0, {1, 1, 1, 1, 1, 1}, 6},
        {"inside-out", 0, {1, 1, 1, 1, 1, 1}, 6},
        {"coin-quick-random", 0, {1, 1, 1, 1, 1, 1}, 6},
        {"swap-with-any", 0, {4, 5, 5, 5, 4, 4}, 27},
        {"sattolo", 0, {0, 0, 0, 1, 1, 0}, 2},
        {"stops-early", 0, {1, 0, 1, 0, 0, 0}, 2},
        {"never-last", 0, {0, 1, 0, 1, 1, 1}, 4},
        {"math-round", 0, {1, 2, 1, 1, 2, 1}, 8},
        {"reinsert", 0, {5, 5, 4, 4, 5, 4}, 27},
        {"rotation", 0, {1, 0, 0, 1, 1, 0}, 3},
        {"rotation-flip", 0, {1, 1, 1, 1, 1, 1}, 6},
        {"coin-insertion", 0, {2, 1, 2, 1, 1, 1}, 8},
        {"coin-timsort", 0, {6, 1, 2, 1, 1, 5}, 16}, /* by hand; node and Python agree */
        {"coin-bubble", 0, {2, 1, 2, 1, 1, 1}, 8},
        {"coin-merge", 0, {2, 2, 1, 1, 1, 1}, 8},
        {"coin-quick", 0, {1, 1, 2, 1, 2, 1}, 8},
        {"coin-selection", 0, {1, 1, 1, 1, 2, 2}, 8},
        {"coin-exchange", 0, {1, 1, 1, 1, 2, 2}, 8},
        {"coin-heap", 0, {1, 1, 1, 2, 1, 2}, 8},
        {"keys", 1, {4, 1, 1, 1, 1, 0}, 8},
        {"keys", 2, {10, 5, 5, 5, 5, 2}, 32},
        {"keys", 3, {30, 21, 21, 21, 21, 14}, 128},
    };
    TEST("three cards: every order has exactly the probability that is known")
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const probability *l = distribution_of(rows[i].name, rows[i].parameter, 3);
        for (size_t k = 0; k < 6; k++)
            CHECKF(l->weight[k] == TOTAL / rows[i].of * rows[i].part[k],
                   "%s, order %zu: %.6f, not %.6f", rows[i].name, k,
                   (double)l->weight[k] / TOTAL,
                   (double)rows[i].part[k] / (double)rows[i].of);
    }

    TEST("three cards and rand() % n of 15 bits: exactly the known probabilities")
    {
        const probability *l =
            law_with("down", 0, 3, &audit_dice[1], 15, 3ULL << 30, DEEPEST);
        for (size_t k = 0; k < 6; k++) {
            const uint64_t part = k == 0 || k == 2 ? 2 * 5461 : 10923; /* of 65536 */
            CHECKF(l->weight[k] == (3ULL << 30) / 65536 * part, "order %zu", k);
        }
        CHECK(fabs(distance(l) * 49152 - 1) < 1e-12);
    }
}

static void test_distances(void)
{
    /* For 3, 4, 5, 6 cards; 0: not looked at. */
    static const struct {
        const char *name;
        uint64_t parameter;
        double distance[4], within;
    } rows[] = {
        {"swap-with-any", 0, {.05556, .06510, .08419, .09795}, 5e-6},
        {"sattolo", 0, {2 / 3.0, 3 / 4.0, 4 / 5.0, 5 / 6.0}, 1e-15},
        {"stops-early", 0, {2 / 3.0, 3 / 4.0, 4 / 5.0, 5 / 6.0}, 1e-15},
        {"one-too-far", 0, {1 / 6.0, 1 / 6.0, .235, .2625}, 5e-4},
        {"never-last", 0, {1 / 3.0, .25, .20417, .18239}, 5e-6},
        {"math-round", 0, {1 / 6.0, 1 / 6.0, .2417, 0}, 5e-5},
        {"rotation", 0, {.5, .8333, .9583, .9917}, 5e-5},
        {"rotation-flip", 0, {0, 2 / 3.0, 0, 0}, 1e-15},
        {"coin-insertion", 0, {1 / 6.0, .2917, .4083, .5463}, 5e-5},
        {"coin-selection", 0, {1 / 6.0, .2917, .4083, .5463}, 5e-5},
        {"coin-merge", 0, {1 / 6.0, 1 / 6.0, .2375, .2917}, 5e-5},
        {"coin-quick", 0, {1 / 6.0, .25, .2917, .3594}, 5e-5},
        {"coin-bubble", 0, {1 / 6.0, .2917, .4, 0}, 5e-5},
        {"coin-exchange", 0, {1 / 6.0, .2917, .4, 0}, 5e-5},
        {"coin-heap", 0, {1 / 6.0, .2708, .4129, 0}, 5e-5},
        {"keys", 4, {.0326, .0728, .0781, 0}, 5e-5},
        {"keys", 6, {.0079, 0, 0, 0}, 5e-5},
        {"keys", 7, {.0039, 0, 0, 0}, 5e-5},
        {"even-only", 0, {.5, .5, .5, .5}, 1e-15},
    };
    TEST("distances from fair for 3 to 6 cards are as known")
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t n = 3; n <= 6; n++) {
            if (rows[i].distance[n - 3] == 0)
                continue;
            const double d =
                distance(distribution_of(rows[i].name, rows[i].parameter, n));
            CHECKF(fabs(d - rows[i].distance[n - 3]) < rows[i].within, "%s, n %zu: %.6f",
                   rows[i].name, n, d);
        }

    TEST("ratios of the most to the least likely order are as known")
    {
        CHECK(fabs(exp2(spread(distribution_of("swap-with-any", 0, 5))) - 2.9375) <
              1e-12);
        for (size_t n = 3; n <= 6; n++) {
            CHECK(spread(distribution_of("coin-insertion", 0, n)) ==
                  (double)((n - 1) * (n - 2)) / 2);
            CHECK(spread(distribution_of("math-round", 0, n)) == (double)(n - 2));
            CHECK(spread(distribution_of("one-too-far", 0, n)) == (double)(n - 2));
        }
        static const double merge[] = {1, 1, 3, 4};
        for (size_t n = 3; n <= 6; n++)
            CHECK(spread(distribution_of("coin-merge", 0, n)) == merge[n - 3]);
    }

    TEST("remainders and fractions: distances are as known, and equal")
    for (size_t n = 3; n <= 5; n++) {
        static const double known[] = {2.03e-5, 2.03e-5, 3.66e-5};
        const double modulo =
            distance(law_with("down", 0, n, &audit_dice[1], 15, 1ULL << 60, DEEPEST));
        const double scale =
            distance(law_with("down", 0, n, &audit_dice[2], 15, 1ULL << 60, DEEPEST));
        CHECKF(fabs(modulo - known[n - 3]) < 5e-8, "n %zu: %g", n, modulo);
        CHECKF(fabs(scale / modulo - 1) < 1e-9, "n %zu: %g, not %g", n, scale, modulo);
    }
}

static void test_fairness(void)
{
    TEST("fair shuffles give every order equally often, up to 5 cards")
    for (const audit_shuffle *s = audit_catalogue; s->fair; s++)
        for (size_t n = 1; n <= 5; n++) {
            if (s->unbounded)
                continue;
            const probability *l = distribution_of(s->name, small(s), n);
            CHECKF(is_even(l) && l->open == 0, "%s, n %zu", s->name, n);
            CHECKF(l->weight[0] == TOTAL / l->orders, "%s, n %zu", s->name, n);
        }

    /* Renaming the keys turns any order into any other. So the runs that end after a
     * given number of draws are uniform, whatever is cut off. */
    TEST("keys that are drawn again: uniform after any number of draws")
    for (size_t n = 2; n <= 5; n++)
        for (size_t more = 0; more <= 2; more++) {
            const probability *l = law_with("keys-redraw", n < 5 ? 2 : 3, n,
                                            &audit_dice[0], 0, 1ULL << 60, n + more);
            CHECKF(is_even(l) && l->open > 0 && l->weight[0] > 0, "n %zu + %zu", n, more);
        }

    TEST("the others are not fair, for 3 to 6 cards")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        for (size_t n = 3; n <= 6 && !s->fair; n++) {
            const int whole_group = n == 3 && (strcmp(s->name, "rotation-flip") == 0 ||
                                               strcmp(s->name, "affine") == 0);
            const double d = distance(distribution_of(s->name, small(s), n));
            CHECKF((d > 0.001) == !whole_group, "%s, n %zu: %g", s->name, n, d);
        }
}

static void test_forms(void)
{
    TEST("keys and riffles follow their closed form, in descents and inverse descents")
    for (size_t n = 2; n <= 6; n++)
        for (uint64_t bits = 1; bits <= 2; bits++)
            for (int riffle = 0; riffle < 2; riffle++) {
                const probability *l =
                    distribution_of(riffle ? "riffle" : "keys", bits, n);
                for (size_t i = 0; i < l->orders; i++) {
                    unsigned char a[CARDS], inverse[CARDS];
                    order_of(i, n, a);
                    CHECK(rank_of(a, n) == i);
                    for (size_t k = 0; k < n; k++)
                        inverse[a[k]] = (unsigned char)k;
                    const size_t d = descents(riffle ? inverse : a, n);
                    CHECKF(l->weight[i] == (TOTAL >> bits * n) *
                                               binomial((1u << bits) + n - 1 - d, n),
                           "riffle %d, n %zu, %" PRIu64 " bits, order %zu", riffle, n,
                           bits, i);
                }
            }

    TEST("positions are exactly uniform, though the shuffles are unfair")
    {
        for (size_t n = 3; n <= 6; n++) {
            CHECK(positions_even(distribution_of("rotation", 0, n)));
            CHECK(positions_even(distribution_of("rotation-flip", 0, n)));
            CHECK(positions_even(distribution_of("affine", 0, n)));
            CHECK(positions_even(distribution_of("even-only", 0, n)));
            CHECK(!positions_even(distribution_of("swap-with-any", 0, n)));
        }
        CHECK(positions_even(distribution_of("coin-merge", 0, 4)));
        CHECK(!positions_even(distribution_of("coin-merge", 0, 6)));
        const probability *l = distribution_of("coin-merge", 0, 8);
        CHECK(positions_even(l) && fabs(distance(l) - .3224) < 5e-5);
    }

    TEST("parity: half of all orders never come")
    for (size_t n = 3; n <= 5; n++) {
        static const char *const names[] = {"even-only", "distinct-swaps",
                                            "adjacent-swaps"};
        for (uint64_t k = 0; k < 5; k++) {
            const probability *l =
                distribution_of(names[k < 3 ? k : k - 2], 1 + (k < 3), n);
            for (size_t i = 0; i < l->orders; i++) {
                unsigned char a[CARDS];
                order_of(i, n, a);
                CHECK(l->weight[i] == 0 || is_odd(a, n) == (k > 2));
            }
        }
    }

    TEST("a buffer as large as the deck is fair, one of a single card does nothing")
    for (size_t n = 2; n <= 5; n++) {
        CHECK(is_even(distribution_of("buffer", n, n)) &&
              is_even(distribution_of("buffer", n + 9, n)));
        CHECK(!is_even(distribution_of("buffer", n - 1, n)));
        CHECK(distribution_of("buffer", 1, n)->weight[0] == TOTAL);
    }

    TEST("blocks stay whole, the promoted card comes first, the last order comes again")
    {
        const probability *l = distribution_of("blocks", 2, 5);
        unsigned char a[] = {4, 2, 3, 0, 1};
        CHECK(l->weight[rank_of(a, 5)] == TOTAL / 6 && l->sequences == 6);
        l = distribution_of("promoted", 10, 4);
        CHECK(l->weight[0] == TOTAL / 24 / 10 * 9 + TOTAL / 6 / 10);
        CHECK(l->weight[23] == TOTAL / 24 / 10 * 9);
        l = distribution_of("repeats-last", 10, 4);
        CHECK(l->weight[0] == TOTAL / 24 / 10 * 9 + TOTAL / 10);
        CHECK(l->weight[23] == TOTAL / 24 / 10 * 9);
    }

    TEST("an overhand shuffle reverses packets, and never mixes them")
    {
        const probability *l = distribution_of("overhand", 1, 4);
        unsigned char whole[] = {0, 1, 2, 3}, all[] = {3, 2, 1, 0}, two[] = {2, 3, 0, 1};
        CHECK(l->sequences == 64);
        CHECK(l->weight[rank_of(whole, 4)] == TOTAL / 64 * 27);
        CHECK(l->weight[rank_of(two, 4)] == TOTAL / 64 * 9);
        CHECK(l->weight[rank_of(all, 4)] == TOTAL / 64);
    }
}

/* ---- large decks ------------------------------------------------------------------- */

static uint64_t choose_end(void *context, uint64_t m)
{
    return context == NULL ? 0 : m - 1;
}

static int is_order(const unsigned char *a, size_t n)
{
    unsigned char seen[256] = {0};
    for (size_t i = 0; i < n; i++)
        if (a[i] >= n || seen[a[i]]++)
            return 0;
    return a[n] == 0xa5; /* the guard behind the deck */
}

static void check_decks(const audit_shuffle *s, const fairaudit_die *die, size_t n)
{
    const audit_parameter *p = &s->parameter;
    int wrong;
    const uint64_t values[] = {p->least, p->least + 1, p->most < 999 ? p->most : 999,
                               audit_parameter_value(p, 0, 0, n, &wrong)};
    for (size_t i = p->meaning == NULL || n > 40 ? 3 : 0; i < 4; i++) {
        unsigned char a[257];
        fill(a, n);
        a[n] = 0xa5;
        s->run(die, a, n, values[i]);
        CHECKF(is_order(a, n), "%s:%" PRIu64 ", n %zu", s->name, values[i], n);
    }
}

static void test_orders(void)
{
    const audit_seed seed = audit_seed_of_number(6);
    TEST("results are permutations, for 1 to 256 cards and every die")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        for (size_t n = 1; n <= 256; n += n < 20 ? 1 : n == 255 ? 1 : 47) {
            for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
                audit_roller roller;
                audit_roller_start(&roller, d, 9, &seed);
                audit_roller_begin(&roller, n);
                const fairaudit_die die = audit_roller_die(&roller);
                check_decks(s, &die, n);
            }
        }

    TEST("results are permutations even if the die always gives the same number")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        for (size_t n = 1; n <= 256; n += n < 7 ? 1 : 83) {
            int last = 1;
            const fairaudit_die low = {choose_end, NULL}, high = {choose_end, &last};
            check_decks(s, &low, n);
            check_decks(s, &high, n);
        }

    TEST("k repetitions are k times one")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        for (size_t n = 2; n <= 60 && s->repeats; n += 29) {
            unsigned char a[64], b[64];
            audit_roller roller;
            audit_roller_start(&roller, &audit_dice[0], 0, &seed);
            const fairaudit_die die = audit_roller_die(&roller);
            fill(a, n);
            fill(b, n);
            s->run(&die, a, n, 5);
            audit_roller_begin(&roller, 0);
            for (int k = 0; k < 5; k++)
                s->run(&die, b, n, 1);
            CHECKF(memcmp(a, b, n) == 0, "%s, n %zu", s->name, n);
        }
}

int main(void)
{
    test_list();
    test_three_cards();
    test_distances();
    test_fairness();
    test_forms();
    test_orders();
    return test_done();
}
