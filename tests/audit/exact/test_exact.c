/* SPDX-License-Identifier: MIT
 *
 * test_exact.c - the exact distributions of fair and unfair shuffles, compared with
 * numbers that were found by other programs and other people: fractions for three cards,
 * distances from fair and ratios up to 52 cards to all digits given, closed forms.
 *
 * The argument "slow" runs those that take seconds each; "slowest" even slower ones.
 */
#include "tests/audit/exact/distributions.h"
#include "tests/audit/exact/tables.h"

/* ---- three cards ------------------------------------------------------------------- */

static void check_three(const struct three *t)
{
    audit_exact exact;
    if (distribution_of(t->name, t->die, 3, &exact) == FAIRAUDIT_OK) {
        CHECKF(exact.orders == 6, "%s: orders are not listed", t->name);
        for (size_t i = 0; i < exact.orders; i++)
            CHECKF(
                is_fraction(&exact.numerator[i], &exact.denominator, t->up[i], t->down),
                "%s: order %zu", t->name, i);
        char up[400], down[400];
        audit_natural_text(&exact.distance_numerator, up, sizeof up);
        audit_natural_text(&exact.distance_denominator, down, sizeof down);
        CHECKF(strtoull(up, NULL, 10) == t->distance_up &&
                   strtoull(down, NULL, 10) == t->distance_down,
               "%s: distance %s/%s", t->name, up, down);
        CHECKF(exact.fair == (t->distance_up == 0), "%s: fair is %d", t->name,
               exact.fair);
    }
    audit_exact_free(&exact);
}

/* ---- larger decks ------------------------------------------------------------------ */

static void check_value(const struct row *row, size_t n, const audit_exact *exact,
                        const char *wanted)
{
    const double ratio = exp2(exact->log2_ratio);
    CHECKF(exact->has_distance && exact->has_ratio, "%s, n %zu", row->name, n);
    if (row->what == RATIO && isinf(ratio)) { /* as 2^1275 */
        CHECKF(fabs(exact->log2_ratio - strtod(wanted + 2, NULL)) < 1e-9, "%s: 2^%g",
               row->name, exact->log2_ratio);
        return;
    }
    const double x = row->what == DISTANCE ? exact->distance
                     : row->what == RATIO  ? ratio
                                           : ratio - 1;
    CHECKF(as_printed(x, wanted), "%s with %s, n %zu: %.5g, not %s", row->name, row->die,
           n, x, wanted);
}

/* Rows of the same shuffle follow each other. */
static void check_rows(const struct row *row, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        next = i + 1;
        while (next < count && strcmp(row[next].name, row[i].name) == 0 &&
               strcmp(row[next].die, row[i].die) == 0)
            next++;
        for (size_t k = 0; k < SIZES; k++) {
            audit_exact exact;
            int known = 0;
            for (size_t j = i; j < next; j++) {
                if (*row[j].value[k] == '\0')
                    continue;
                if (!known)
                    distribution_of(row[j].name, row[j].die, sizes[k], &exact);
                known = 1;
                check_value(&row[j], sizes[k], &exact, row[j].value[k]);
            }
            if (known)
                audit_exact_free(&exact);
        }
    }
}

/* ---- 64 bits, which dice and keys do not have -------------------------------------- */

static void check_64_bits(void)
{
    static const char *const keys[SIZES] = {"2.7e-20", "6.3e-20", "6.3e-20", "",
                                            "1.6e-19", "2.2e-19", "2.4e-18"};
    static const char *const modulo[SIZES] = {"3.6e-20", "",        "5.8e-20", "",
                                              "1.1e-19", "1.8e-19", "2.0e-18"};
    for (size_t i = 0; i < SIZES; i++) {
        audit_exact exact = {.n = sizes[i]};
        if (*keys[i] != '\0') {
            CHECK(audit_exact_eulerian(64, 0, &exact) == FAIRAUDIT_OK);
            CHECKF(as_printed(exact.distance, keys[i]), "n %zu: %.4g, not %s", sizes[i],
                   exact.distance, keys[i]);
        }
        audit_exact_free(&exact);
        if (*modulo[i] != '\0') {
            audit_digit digits[52];
            for (uint64_t m = 2; m <= sizes[i]; m++) { /* 2^64 = q m + r */
                const double r = (double)((UINT64_MAX % m + 1) % m), all = ldexp(1, 64);
                const double share = r / (double)m;
                digits[m - 2] =
                    (audit_digit){2,
                                  {share, 1 - share},
                                  {log1p(((double)m - r) / all), log1p(-r / all)}};
            }
            CHECK(audit_exact_digit_distribution(digits, sizes[i] - 1, 0, &exact) ==
                  FAIRAUDIT_OK);
            CHECKF(as_printed(exact.distance, modulo[i]), "n %zu: %.4g, not %s", sizes[i],
                   exact.distance, modulo[i]);
        }
    }
}

/* ---- closed forms ------------------------------------------------------------------ */

/* Swap with any: P(card s at position t). */
static double any_cell(size_t n, size_t s, size_t t)
{
    const double q = 1 - 1 / (double)n, last = (double)(n - 1);
    double sum = pow(q, last - (double)t) + pow(q, (double)s);
    if (t >= s)
        sum -= pow(q, (double)s + last - (double)t);
    return sum / (double)n;
}

static void check_any(size_t n, const char *most, const char *least, const char *fixed)
{
    audit_exact exact;
    if (distribution_of("swap-with-any", "exact", n, &exact) == FAIRAUDIT_OK) {
        CHECK(exact.has_position);
        double worst = 0, high = 0, low = 9, trace = 0;
        for (size_t t = 0; t < n && exact.has_position; t++)
            for (size_t s = 0; s < n; s++) {
                const double p = exact.position[t * n + s];
                worst = fmax(worst, fabs(p - any_cell(n, s, t)));
                high = fmax(high, p * (double)n);
                low = fmin(low, p * (double)n);
                trace += s == t ? p : 0;
            }
        CHECKF(worst < 1e-14, "n %zu: %g off", n, worst);
        CHECKF(as_printed(high, most) && as_printed(low, least) &&
                   as_printed(trace, fixed),
               "n %zu: %.5f %.5f %.5f", n, high, low, trace);
    }
    audit_exact_free(&exact);
}

/* Mean of the sign: (2/n - 1)^n; most likely and least likely orders. */
static void check_any_orders(size_t n)
{
    audit_exact exact;
    if (distribution_of("swap-with-any", "exact", n, &exact) == FAIRAUDIT_OK) {
        unsigned char order[8], likely[8], unlikely[8];
        for (size_t i = 0; i < n; i++) {
            const size_t half = n / 2;
            order[i] = (unsigned char)i;
            likely[i] = (unsigned char)(i + 1 == half ? 0 : i + 1 == n ? half : i + 1);
            unlikely[i] = (unsigned char)((i + n - 1) % n);
        }
        double sign = 0;
        size_t rank = 0;
        do {
            unsigned inversions = 0;
            for (size_t i = 0; i < n; i++)
                for (size_t j = i + 1; j < n; j++)
                    inversions += order[i] > order[j];
            const double p =
                audit_natural_ratio(&exact.numerator[rank++], &exact.denominator);
            sign += inversions % 2 ? -p : p;
        } while (audit_next_order(order, n));
        CHECKF(fabs(sign - pow(2 / (double)n - 1, (double)n)) < 1e-14, "%zu: %g", n,
               sign);
        const double scale = (double)exact.orders;
        const double high = audit_natural_ratio(&exact.numerator[audit_rank(likely, n)],
                                                &exact.denominator);
        const double low = audit_natural_ratio(&exact.numerator[audit_rank(unlikely, n)],
                                               &exact.denominator);
        CHECKF(fabs(high * scale - exact.largest) < 1e-12, "n %zu: %g", n, high * scale);
        CHECKF(fabs(low * scale - exact.least) < 1e-12, "n %zu: %g", n, low * scale);
    }
    audit_exact_free(&exact);
}

static double cell(const audit_exact *exact, size_t position, size_t card)
{
    return exact->has_position ? exact->position[position * exact->n + card] : NAN;
}

static void check_positions(size_t n)
{
    const size_t last = n - 1;
    audit_exact exact;
    distribution_of("coin-insertion", "exact", n, &exact);
    CHECK(cell(&exact, last, last) == 0.5 &&
          cell(&exact, 0, last) == exp2(-(double)last));
    audit_exact_free(&exact);
    distribution_of("sattolo", "exact", n, &exact);
    CHECK(fabs(cell(&exact, 1, 1)) < 1e-15 &&
          fabs(cell(&exact, 0, last) - 1 / (double)last) < 1e-14);
    audit_exact_free(&exact);
    distribution_of("stops-early", "exact", n, &exact);
    CHECK(fabs(cell(&exact, last, last) - 1) < 1e-14 &&
          fabs(cell(&exact, 0, 1) - 1 / (double)last) < 1e-14);
    audit_exact_free(&exact);
    distribution_of("never-last", "exact", n, &exact);
    CHECK(cell(&exact, last, last) < 1e-15);
    audit_exact_free(&exact);
}

/* ---- small things ------------------------------------------------------------------ */

static void six_keys(const fairaudit_die *die, unsigned char *a, size_t n, void *context)
{
    size_t key[8];
    (void)context;
    for (size_t i = 0; i < n; i++)
        key[i] = fairaudit_choose(die, 6);
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && key[a[j - 1]] > key[a[j]]; j--) {
            const unsigned char kept = a[j];
            a[j] = a[j - 1];
            a[j - 1] = kept;
        }
}

/* `context` says how often. */
static void any_again(const fairaudit_die *die, unsigned char *a, size_t n, void *context)
{
    for (int k = 0; k < *(int *)context; k++)
        for (size_t i = 0; i < n; i++) {
            const size_t j = fairaudit_choose(die, n);
            const unsigned char kept = a[i];
            a[i] = a[j];
            a[j] = kept;
        }
}

static void quick_tests(void)
{
    TEST("three cards: every fraction")
    for (size_t i = 0; i < sizeof threes / sizeof *threes; i++)
        check_three(&threes[i]);

    TEST("distances from fair and ratios, to the digits given")
    check_rows(rows, sizeof rows / sizeof *rows);

    TEST("words and keys of 64 bits")
    check_64_bits();

    TEST("swap with any: positions, signs, extreme orders")
    {
        check_any(3, "1.1111", ".8889", ".9630");
        check_any(52, "1.3522", ".7429", ".8999");
        for (size_t n = 4; n <= 8; n++)
            check_any_orders(n);
    }

    TEST("positions of other shuffles")
    for (size_t n = 5; n <= 256; n = n * 3 + 1)
        check_positions(n);

    TEST("four cards with keys out of 6: 54 sequences for each order would be fair")
    {
        audit_exact exact;
        CHECK(audit_exact_function(six_keys, NULL, 4, &exact) == FAIRAUDIT_OK);
        CHECK(exact.sequences == 1296 && !exact.fair);
        CHECKF(as_printed(exact.distance, ".1914"), "%g", exact.distance);
        CHECK(fabs(exact.largest - 126 / 54.0) < 1e-14 &&
              fabs(exact.least - 15 / 54.0) < 1e-14);
        audit_exact_free(&exact);
    }

    TEST("swap with any, repeated")
    {
        static const char *const wanted[] = {".0021", "7.6e-5"};
        for (int times = 2; times <= 3; times++) {
            fairaudit_proof proof;
            CHECK(fairaudit_prove(any_again, &times, 3, &proof) == FAIRAUDIT_OK);
            CHECKF(as_printed(proof.distance, wanted[times - 2]), "%g", proof.distance);
            CHECK(!proof.fair && proof.orders == 6 && proof.impossible == 0);
        }
    }
}

static void slow_tests(void)
{
    TEST("distances that take seconds")
    check_rows(slow_rows, sizeof slow_rows / sizeof *slow_rows);

    TEST("swap with any, 10 cards")
    {
        audit_exact exact;
        check_any(10, "1.2874", ".7748", ".9152");
        distribution_of("swap-with-any", "exact", 10, &exact);
        CHECK(as_printed(exact.largest, "9.11") && as_printed(exact.least, ".186"));
        CHECKF(as_printed(exp2(exact.log2_ratio), "49.06"), "%g", exact.log2_ratio);
        audit_exact_free(&exact);
    }

    TEST("never last, 9 cards")
    {
        audit_exact exact;
        distribution_of("never-last", "exact", 9, &exact);
        CHECK(as_printed(exact.distance, ".177") && exact.impossible == 40320);
        audit_exact_free(&exact);
    }
}

static void slowest_tests(void)
{
    TEST("distances that take many seconds")
    check_rows(slowest_rows, sizeof slowest_rows / sizeof *slowest_rows);

    TEST("after many swaps the distance shrinks by 1 - 2/n with each swap")
    {
        audit_exact earlier = {.n = 30}, later = {.n = 30}, last = {.n = 30};
        const double factor = pow(1 - 2 / 30.0, 2);
        CHECK(audit_exact_transpositions(358, 0, &earlier) == FAIRAUDIT_OK);
        CHECK(audit_exact_transpositions(360, 0, &later) == FAIRAUDIT_OK);
        CHECKF(fabs(later.distance / earlier.distance / factor - 1) < 1e-5, "%g %g",
               earlier.distance, later.distance);
        /* With more than 12 n swaps only the positions are known. */
        CHECK(audit_exact_transpositions(361, 0, &last) == FAIRAUDIT_OK);
        CHECK(!last.has_distance && last.has_position);
        audit_exact_free(&earlier);
        audit_exact_free(&later);
        audit_exact_free(&last);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "slow") == 0)
        slow_tests();
    else if (argc > 1 && strcmp(argv[1], "slowest") == 0)
        slowest_tests();
    else
        quick_tests();
    return test_done();
}
