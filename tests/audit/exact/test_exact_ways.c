/* SPDX-License-Identifier: MIT
 *
 * test_exact_ways.c - the methods for exact distributions agree: for every shuffle of the
 * catalogue, several dice and all small decks, formulas and chains give what enumeration
 * finds. Also tests the arithmetic below.
 */
#include "audit/orders/source.h"
#include "tests/audit/exact/distributions.h"

/* ---- the methods agree ------------------------------------------------------------- */

static int near(double a, double b, double slack)
{
    return a == b || fabs(a - b) <= slack * fmax(fabs(a), fabs(b)) + 1e-13;
}

/* Compares a distribution by another method with that by enumeration; `what` is for the
 * message. */
static void compare(const audit_exact *found, const audit_exact *truth, const char *what)
{
    const size_t n = truth->n;
    CHECKF(found->has_distance || found->has_position, "%s: nothing is known", what);
    CHECKF(audit_exact_how[found->how].code != NULL, "%s: how?", what);
    /* a formula for all decks need not know that two or three cards are fair */
    CHECKF(found->fair == truth->fair || (found->orders == 0 && n <= 3 && !found->fair),
           "%s: fair is %d", what, found->fair);
    if (found->has_distance) {
        CHECKF(near(found->distance, truth->distance, 1e-9),
               "%s: distance %.12g, not %.12g", what, found->distance, truth->distance);
        CHECKF(near(found->impossible, truth->impossible, 1e-9),
               "%s: %g impossible, not %g", what, found->impossible, truth->impossible);
        CHECKF(near(found->log2_possible, truth->log2_possible, 1e-9),
               "%s: 2^%g possible, not 2^%g", what, found->log2_possible,
               truth->log2_possible);
    }
    if (found->has_ratio)
        CHECKF(near(found->largest, truth->largest, 1e-9) &&
                   near(found->least, truth->least, 1e-9) &&
                   near(found->log2_ratio, truth->log2_ratio, 1e-9),
               "%s: %.12g %.12g 2^%.12g, not %.12g %.12g 2^%.12g", what, found->largest,
               found->least, found->log2_ratio, truth->largest, truth->least,
               truth->log2_ratio);
    for (size_t i = 0; i < n * n && found->has_position; i++)
        CHECKF(near(found->position[i], truth->position[i], 1e-10),
               "%s: place %zu, card %zu: %.12g, not %.12g", what, i / n, i % n,
               found->position[i], truth->position[i]);
    for (size_t i = 0; i < found->orders; i++)
        CHECKF(near(audit_natural_ratio(&found->numerator[i], &found->denominator),
                    audit_natural_ratio(&truth->numerator[i], &truth->denominator),
                    1e-14),
               "%s: order %zu", what, i);
}

enum { FEW = 50000 }; /* sequences to enumerate here */

/* Returns the number of methods that were compared. */
static unsigned compare_ways(const audit_shuffle *shuffle, uint64_t parameter,
                             const char *die_name, size_t n)
{
    uint64_t die_parameter = 0;
    const audit_die_kind *die = die_named(die_name, &die_parameter);
    audit_entry entry = {shuffle, parameter};
    const audit_problem problem = {audit_exact_run, &entry, n, die, die_parameter, 0};
    char what[100];
    snprintf(what, sizeof what, "%s:%" PRIu64 " with %s, n %zu", shuffle->name, parameter,
             die_name, n);
    audit_exact truth = {.n = n, .impossible = -1}, other = truth, usual;
    unsigned compared = 0;
    if (audit_exact_enumerate(&problem, FEW, &truth) == FAIRAUDIT_OK) {
        const int error =
            audit_exact_find(shuffle, parameter, die, die_parameter, n, &usual);
        CHECKF(error == FAIRAUDIT_OK, "%s: error %d", what, error);
        if (error == FAIRAUDIT_OK)
            compare(&usual, &truth, what);
        CHECKF(usual.has_distance && usual.orders > 0, "%s: not all is known", what);
        audit_exact_free(&usual);
        if (audit_exact_by_structure(&problem, &other) == FAIRAUDIT_OK) {
            compare(&other, &truth, what);
            compared = 1;
        }
        audit_exact_free(&other);
    }
    audit_exact_free(&truth);
    return compared;
}

/* A shuffle with an unlimited number of choices cannot be enumerated. With a fair die its
 * distribution is known by a formula (keys-redraw: equal keys are drawn again, so all
 * orders are equally likely); with other dice the analyser must refuse. */
static void check_unbounded(const audit_shuffle *shuffle, const char *die_name, size_t n)
{
    uint64_t bits = 0;
    const audit_die_kind *die = die_named(die_name, &bits);
    const audit_parameter *p = &shuffle->parameter;
    for (uint64_t value = p->least; value < p->least + 8 && value <= p->most; value++) {
        audit_exact exact;
        const int error = audit_exact_find(shuffle, value, die, bits, n, &exact);
        if (die != &audit_dice[0]) {
            CHECKF(error == FAIRAUDIT_ELARGE, "%s:%" PRIu64 " with %s, n %zu: error %d",
                   shuffle->name, value, die_name, n, error);
        } else {
            CHECKF(error == FAIRAUDIT_OK && exact.fair && exact.has_distance &&
                       exact.distance == 0 && exact.has_position,
                   "%s:%" PRIu64 ", n %zu: error %d", shuffle->name, value, n, error);
            for (size_t i = 0; error == FAIRAUDIT_OK && i < n * n; i++)
                CHECK(near(exact.position[i], 1 / (double)n, 1e-12));
        }
        audit_exact_free(&exact);
    }
}

/* ---- all shuffles ------------------------------------------------------------------ */

static void all_ways(void)
{
    static const char *const dice[] = {"exact", "modulo:2", "modulo:5", "scale:4",
                                       "modulo:15"};
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        unsigned compared = 0;
        TEST(s->name)
        for (size_t d = 0; d < sizeof dice / sizeof *dice; d++)
            for (size_t n = 2; n <= 6; n++) {
                const audit_parameter *p = &s->parameter;
                if (s->unbounded) {
                    check_unbounded(s, dice[d], n);
                    continue;
                }
                if (p->meaning == NULL) {
                    compared += compare_ways(s, 0, dice[d], n);
                    continue;
                }
                static const uint64_t values[] = {1, 2, 3, 4, 7, 60};
                for (size_t v = 0; v < sizeof values / sizeof *values; v++)
                    if (values[v] >= p->least && values[v] <= p->most &&
                        (n < 6 || d == 0) && !(s->repeats && n * values[v] > 14))
                        compared += compare_ways(s, values[v], dice[d], n);
            }
        if (!s->unbounded && (s->structure != 0 || s->formula != AUDIT_FORMULA_NONE))
            CHECKF(compared > 0, "%s: no other method was tried", s->name);
    }
}

/* ---- numbers of sequences ---------------------------------------------------------- */

static void check_sequences(const char *name, const char *die_name, size_t n)
{
    uint64_t parameter = 0, bits = 0;
    const audit_shuffle *shuffle = shuffle_named(name, n, &parameter);
    const audit_die_kind *die = die_named(die_name, &bits);
    audit_exact exact;
    const int error = audit_exact_find(shuffle, parameter, die, bits, n, &exact);
    CHECKF(error == FAIRAUDIT_OK || (error == FAIRAUDIT_ELARGE && shuffle->unbounded),
           "%s with %s, n %zu: error %d", name, die_name, n, error);
    if (error == FAIRAUDIT_OK)
        CHECKF((exact.sequences > 0) == (exact.method == AUDIT_BY_ENUMERATION),
               "%s with %s, n %zu: method %d, %" PRIu64 " sequences", name, die_name, n,
               (int)exact.method, exact.sequences);
    audit_exact_free(&exact);
}

/* The estimated number of sequences is close to what enumeration finds; and if a number
 * below 100 is split by the parameter, the distribution is the same. */
static void check_walk(const char *name, const char *die_name, size_t n, double slack,
                       int split)
{
    uint64_t parameter = 0, bits = 0;
    const audit_shuffle *shuffle = shuffle_named(name, n, &parameter);
    const audit_die_kind *die = die_named(die_name, &bits);
    audit_entry entry = {shuffle, parameter};
    audit_problem problem = {audit_exact_run, &entry, n, die, bits, 0};
    audit_exact all = {.n = n}, less = all;
    CHECK(audit_exact_enumerate(&problem, AUDIT_SEQUENCES, &all) == FAIRAUDIT_OK);
    const double expected = audit_problem_sequences(&problem);
    CHECKF(fabs(expected / (double)all.sequences - 1) <= slack,
           "%s with %s, n %zu: %g expected, %" PRIu64 " tried", name, die_name, n,
           expected, all.sequences);
    if (split) {
        problem.split = parameter;
        CHECK(audit_exact_enumerate(&problem, AUDIT_SEQUENCES, &less) == FAIRAUDIT_OK);
        CHECKF(less.sequences < all.sequences, "%s with %s, n %zu: as many", name,
               die_name, n);
        CHECK(audit_natural_compare(&all.denominator, &less.denominator) == 0);
        for (size_t i = 0; i < all.orders; i++)
            CHECKF(audit_natural_compare(&all.numerator[i], &less.numerator[i]) == 0,
                   "%s with %s, n %zu: order %zu", name, die_name, n, i);
        compare(&less, &all, name);
    }
    audit_exact_free(&all);
    audit_exact_free(&less);
}

static void sequences(void)
{
    TEST("the number of sequences is reported if they were tried, and only then")
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        for (const audit_die_kind *die = audit_dice; die->name != NULL; die++)
            for (size_t n = 2; n <= 6 && !die->seeded; n++)
                check_sequences(s->name, die->name, n);

    TEST("keys that never come take no time")
    for (size_t n = 2; n <= 5; n++) {
        check_sequences("keys:63", "modulo:2", n);
        check_sequences("keys:40", "scale:3", n);
    }

    TEST("the number of sequences is estimated beforehand")
    {
        check_walk("down", "exact", 7, 1e-12, 0);
        check_walk("down", "modulo:2", 7, 0.1, 0);
        check_walk("reinsert", "exact", 6, 1e-12, 0);
        check_walk("coin-heap", "exact", 7, 0.1, 0);
        check_walk("coin-quick", "exact", 8, 0.1, 0);
        check_walk("coin-quick-random", "modulo:3", 6, 0.1, 0);
    }

    TEST("a number below 100 of which only a part matters")
    for (size_t n = 2; n <= 6; n++) {
        check_walk("promoted:3", "modulo:15", n, 0.01, 1);
        check_walk("promoted:100", "scale:5", n, 0.1, 1);
        check_walk("repeats-last:40", "exact", n, 0.1, 1);
        check_walk("repeats-last:5", "modulo:15", n, 0.1, 1);
    }
}

static void arithmetic(void)
{
    TEST("naturals: products, quotients, divisors")
    {
        const audit_seed seed = audit_seed_of_number(7);
        audit_source source;
        audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, 0);
        for (int t = 0; t < 2000; t++) {
            audit_natural a, b, c, x, y;
            audit_natural_set(&a, 1);
            audit_natural_set(&b, 1);
            for (int i = 0; i < t % 7; i++)
                audit_natural_multiply(&a, audit_source_word(&source) >> t % 60 | 1);
            for (int i = 0; i < t % 5; i++)
                audit_natural_multiply(&b, audit_source_word(&source) >> t % 33 | 1);
            audit_natural_set(&c, audit_source_word(&source) >> 40);
            CHECK(audit_natural_product(&x, &a, &b));
            y = x;
            CHECK(audit_natural_add(&y, &c)); /* a b + c over b is a, if c < b */
            if (audit_natural_compare(&c, &b) < 0) {
                audit_natural_quotient(&y, &y, &b);
                CHECK(audit_natural_compare(&y, &a) == 0);
            }
            audit_natural_gcd(&y, &x, &b);
            CHECK(audit_natural_compare(&y, &b) == 0);
            y = x;
            audit_natural_subtract(&y, &a);
            audit_natural_add(&y, &a);
            CHECK(audit_natural_compare(&y, &x) == 0);
            CHECK(near(audit_natural_ratio(&x, &b) / audit_natural_ratio(&a, &b),
                       audit_natural_ratio(&b, &(audit_natural){1, {1}}), 1e-14));
        }
    }

    TEST("naturals: the ends")
    {
        audit_natural a, zero;
        char text[400];
        audit_natural_set(&zero, 0);
        audit_natural_text(&zero, text, sizeof text);
        CHECK(strcmp(text, "0") == 0 && zero.used == 0);
        audit_natural_set(&a, 1);
        for (int i = 0; i < 1023; i++)
            CHECK(audit_natural_multiply(&a, 2));
        CHECK(ldexp(1, 1023) == audit_natural_ratio(&a, &(audit_natural){1, {1}}));
        audit_natural b = a, c = a;
        CHECK(!audit_natural_multiply(&b, 2) && !audit_natural_add(&c, &a));
        b = a;
        CHECK(!audit_natural_multiply(&b, (uint64_t)1 << 40));
        CHECK(!audit_natural_product(&b, &a, &a));
        audit_natural_set(&a, 1);
        for (uint64_t i = 2; i <= 52; i++)
            audit_natural_multiply(&a, i);
        audit_natural_text(&a, text, sizeof text);
        CHECKF(strcmp(text,
                      "80658175170943878571660636856403766975289505440883277824000000"
                      "000000") == 0,
               "%s", text);
        char cut[8];
        audit_natural_text(&a, cut, sizeof cut);
        CHECK(strncmp(cut, text, 7) == 0 && cut[7] == '\0');
        CHECK(audit_natural_divide(&a, 53) == 52); /* Wilson */
    }

    TEST("orders and ranks")
    for (size_t n = 2; n <= 7; n++) {
        unsigned char order[12], by_rank[12];
        audit_sorted(order, n);
        size_t rank = 0;
        do {
            audit_unrank(rank, n, by_rank);
            CHECK(audit_rank(order, n) == rank && memcmp(order, by_rank, n) == 0);
            rank++;
        } while (audit_next_order(order, n));
        CHECK(rank == audit_factorial(n));
    }

    TEST("what is not a permutation is detected")
    {
        CHECK(audit_is_order((const unsigned char[]){2, 0, 1}, 3));
        CHECK(!audit_is_order((const unsigned char[]){0, 1, 1}, 3));
        CHECK(!audit_is_order((const unsigned char[]){0, 3, 1}, 3));
    }
}

static void refusals(void)
{
    TEST("what cannot be analysed is refused")
    {
        audit_exact exact;
        uint64_t parameter = 0;
        const audit_die_kind *few = die_named("few-seeds:16", &parameter);
        CHECK(audit_exact_find(audit_find("down"), 0, few, 16, 5, &exact) ==
              FAIRAUDIT_EINVAL);
        audit_exact_free(&exact);
        CHECK(audit_exact_find(audit_find("down"), 0, audit_dice, 0, 1, &exact) ==
              FAIRAUDIT_EINVAL);
        audit_exact_free(&exact);
        CHECK(audit_exact_find(audit_find("coin-heap"), 0, audit_dice, 0, 52, &exact) ==
              FAIRAUDIT_ELARGE);
        audit_exact_free(&exact);
        /* keys that are not equally likely have no formula */
        const audit_die_kind *modulo = die_named("modulo:15", &parameter);
        CHECK(audit_exact_find(audit_find("coin-quick-random"), 0, modulo, 15, 52,
                               &exact) == FAIRAUDIT_ELARGE);
        audit_exact_free(&exact);
    }

    TEST("a shuffle that is not a sequence of independent steps is refused")
    {
        audit_steps *steps = NULL;
        audit_entry entry = {audit_find("even-only"), 0};
        const audit_problem problem = {audit_exact_run, &entry, 6, NULL, 0, 0};
        CHECK(audit_steps_measure(&problem, &steps) == FAIRAUDIT_ELARGE);
        audit_steps_free(steps);
        entry.shuffle = audit_find("coin-insertion"); /* its questions depend on the
                                                       * answers */
        CHECK(audit_steps_measure(&problem, &steps) == FAIRAUDIT_ELARGE);
        audit_steps_free(steps);
    }
}

int main(void)
{
    arithmetic();
    refusals();
    sequences();
    all_ways();
    return test_done();
}
