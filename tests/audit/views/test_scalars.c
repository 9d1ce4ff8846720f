/* SPDX-License-Identifier: MIT
 *
 * test_scalars.c - numbers with a known distribution, and repeated orders: bets are fair
 * and tails correct, by enumeration.
 */
#include "audit/numbers/saddlepoint.h"
#include "audit/views/chi_square_fit.h"
#include "audit/views/scalar_fit.h"
#include "tests/audit/views/martingale.h"
#include "tests/audit/views/scalars.h"

/* ---- tails ------------------------------------------------------------------------- */

/* The exact distribution of the statistic of n balls in 3 cells, compared with the test.
 */
static void test_three(const double *p, int n)
{
    double inverse = 0, beyond = 0;
    for (int i = 0; i < 3; i++)
        inverse += 1 / (n * p[i]);
    CHECK(audit_chi_square_trusted(2, inverse));
    const double far = -2 * log(1e-8); /* the point for 2 degrees of freedom */
    const double levels[3] = {1e-7, 1e-5, 1e-3};
    double low[3] = {0};
    double *log_factorial = calloc((size_t)n + 1, sizeof *log_factorial);
    for (int a = 1; a <= n; a++)
        log_factorial[a] = log_factorial[a - 1] + log(a);
    for (int a = 0; a <= n; a++)
        for (int b = 0; a + b <= n; b++) {
            const int c = n - a - b;
            const double i = a - n * p[0], j = b - n * p[1], k = c - n * p[2];
            const double x = (i * i / p[0] + j * j / p[1] + k * k / p[2]) / n;
            if ((x < far && x > 0.01) || x > 200)
                continue;
            const double mass =
                exp(log_factorial[n] - log_factorial[a] - log_factorial[b] -
                    log_factorial[c] + a * log(p[0]) + b * log(p[1]) + c * log(p[2]));
            beyond += x >= far ? mass : 0;
            if (x > 0.01)
                continue;
            audit_test test;
            audit_fill_chi_square(&test, x, 2, inverse);
            for (int l = 0; l < 3; l++)
                low[l] += test.tails.lower < levels[l] ? mass : 0;
        }
    free(log_factorial);
    CHECKF(beyond < 1.5e-8, "n %d: %g above", n, beyond);
    for (int l = 0; l < 3; l++)
        CHECKF(low[l] <= 1.01 * levels[l], "n %d: %g below, not %g", n, low[l],
               levels[l]);
}

/* The exact distribution of the statistic of balls in m equal cells: all sums and sums of
 * squares, cell by cell, of Poisson numbers with the mean `each`, given their sum. */
static double beyond_equal(size_t m, size_t each, double far)
{
    const size_t n = m * each;
    const size_t squares = (size_t)ceil((double)n * ((double)n + far) / (double)m);
    double *now = calloc((n + 1) * squares, sizeof *now);
    double *next = calloc((n + 1) * squares, sizeof *next);
    now[0] = 1;
    for (size_t cell = 0; cell < m; cell++) {
        memset(next, 0, (n + 1) * squares * sizeof *next);
        for (size_t c = 0; c <= n && c * c < squares; c++) {
            const double e = (double)each, x = (double)c;
            const double mass = exp(x * log(e) - e - lgamma(x + 1));
            if (mass < 1e-25)
                continue;
            for (size_t sum = 0; sum + c <= n && sum <= cell * 8 * each; sum++)
                for (size_t s = 0; s + c * c < squares; s++)
                    next[(sum + c) * squares + s + c * c] +=
                        mass * now[sum * squares + s];
        }
        double *old = now;
        now = next;
        next = old;
    }
    double within = 0;
    for (size_t s = 0; s < squares; s++)
        within += now[n * squares + s];
    const double all =
        exp((double)n * log((double)n) - (double)n - lgamma((double)n + 1));
    free(now);
    free(next);
    return 1 - within / all;
}

/* All sums of `trials` numbers, exactly, compared with the approximation. */
/* How many of k items in a sample of n come again in the next: usually none. The
 * probability that none ever does is known exactly. */
static void check_rare(size_t k, double n)
{
    double probability[17] = {1}, all = 1;
    for (size_t v = 0; v < k; v++) {
        const double left = (double)(k - v);
        probability[v + 1] = probability[v] * left * left /
                             ((double)(v + 1) * (n - 2 * left - (double)v + 1));
        all += probability[v + 1];
    }
    for (size_t v = 0; v <= k; v++)
        probability[v] /= all;
    for (uint64_t trials = 20; trials < 1000000; trials *= 3) {
        const double exactly = exp((double)trials * log(probability[0]));
        const audit_tails none = audit_saddlepoint_tails(probability, k + 1, trials, 0);
        const audit_tails one = audit_saddlepoint_tails(probability, k + 1, trials, 1);
        if (exactly < 1e-250)
            break;
        /* Close to the mean, the normal distribution is used. */
        CHECKF(none.lower > 0.3 * exactly &&
                   (exactly > 0.4 || none.lower < 1.01 * exactly),
               "%zu of %g, %g trials: %g, not %g", k, n, (double)trials, none.lower,
               exactly);
        CHECKF(one.lower > 0.9 * none.lower && one.upper > 0, "%zu of %g, %g trials: %g",
               k, n, (double)trials, one.lower);
    }
}

static void test_sums(enum audit_scalar scalar, size_t n, size_t trials)
{
    const size_t size = audit_distribution_size(scalar, n),
                 most = (size - 1) * trials + 1;
    double probability[300], *exact = calloc(most, sizeof *exact);
    audit_distribution(scalar, n, probability);
    exact[0] = 1;
    for (size_t t = 0, top = 0; t < trials; t++, top += size - 1)
        for (size_t s = top + size; s-- > 0;) {
            double sum = 0;
            for (size_t v = 0; v < size && v <= s; v++)
                sum += s - v <= top ? probability[v] * exact[s - v] : 0;
            exact[s] = sum;
        }
    double below = 0, worst = 0, worst_far = 0;
    for (size_t s = 0; s < most; s++) {
        double above = 0;
        for (size_t u = most; u-- > s;)
            above += exact[u];
        below += exact[s];
        const audit_tails tails =
            audit_saddlepoint_tails(probability, size, trials, (double)s);
        const double off[2] = {fabs(log(tails.upper / above)),
                               fabs(log(tails.lower / below))};
        const double exactly[2] = {above, below};
        for (int k = 0; k < 2; k++)
            if (exact[s] > 0 && exactly[k] < 0.4 && exactly[k] > 1e-15)
                worst = fmax(worst, off[k]);
            else if (exact[s] > 0 && exactly[k] < 0.4 && exactly[k] > 1e-250)
                worst_far = fmax(worst_far, off[k]);
    }
    CHECKF(worst < 0.09 && worst_far < 2.5, "scalar %d, n %zu, %zu trials: %g, %g",
           (int)scalar, n, trials, worst, worst_far);
    free(exact);
}

static void test_tails(void)
{
    TEST("where a chi-square is trusted, exact probabilities agree: 3 cells")
    {
        static const double p[3][3] = {
            {1 / 3.0, 1 / 3.0, 1 / 3.0}, {1 / 3.0, 0.5, 1 / 6.0}, {0.1, 0.8, 0.1}};
        for (size_t i = 0; i < 3; i++) {
            int n = 100;
            double sum = 1 / p[i][0] + 1 / p[i][1] + 1 / p[i][2];
            while (!audit_chi_square_trusted(2, sum / n))
                n += 100;
            test_three(p[i], n);
        }
    }
    TEST("the same for equal cells; where it is not trusted it would be wrong")
    {
        const double far5 = 45.79;
        CHECK(fabs(audit_tails_chisq(far5, 5).upper - 1e-8) < 1e-10);
        CHECK(!audit_chi_square_trusted(5, 6.0 / 12));
        CHECK(beyond_equal(6, 12, far5) > 3e-8);
        CHECK(!audit_chi_square_trusted(5, 6.0 / 40) &&
              audit_chi_square_trusted(5, 6.0 / 200));
    }
    TEST("tails of sums against all sums")
    {
        test_sums(AUDIT_FIXED, 5, 20);
        test_sums(AUDIT_FIXED, 8, 60);
        test_sums(AUDIT_CYCLES, 6, 40);
        test_sums(AUDIT_DESCENTS, 6, 40);
        test_sums(AUDIT_INVERSIONS, 4, 30);
        test_sums(AUDIT_SUCCESSIONS, 4, 50);
        test_sums(AUDIT_FIXED, 2, 50); /* 0 or 2 */
    }
    TEST("the mean of numbers that all have the largest possible value")
    {
        const double probability[3] = {0.5, 0.25, 0.25};
        const audit_tails tails = audit_saddlepoint_tails(probability, 3, 100, 200);
        CHECKF(fabs(log(tails.upper) / (100 * log(0.25)) - 1) < 1e-6, "%g", tails.upper);
        CHECK(tails.lower > 0.999);
    }
    TEST("the mean of numbers that are almost always 0")
    for (size_t k = 1; k <= 16; k++)
        for (double n = 1 << 20; n > 100; n /= 3)
            check_rare(k, n);
}

/* ---- bins and bets ----------------------------------------------------------------- */

/* Keeps two orders only. */
static audit_view *make_forgetful(size_t n, const void *context)
{
    (void)context;
    return audit_view_repeats(n, 2);
}

static void test_bets(void)
{
    TEST("bins: probabilities sum to 1, none is too small, neighbours are together")
    for (size_t n = 2; n <= 256; n = n < 8 ? n + 1 : n * 2)
        for (int s = 0; s < AUDIT_SCALARS; s++) {
            const size_t size = audit_distribution_size((enum audit_scalar)s, n);
            double *probability = malloc(size * sizeof *probability), sum = 0, middle = 0;
            audit_scalar_fit known;
            audit_distribution((enum audit_scalar)s, n, probability);
            CHECK(audit_scalar_fit_make(&known, probability, size));
            for (size_t b = 0; b < known.bins; b++) {
                sum += known.share[b];
                middle += known.share[b] * known.distance[b];
                CHECK(known.share[b] >= 0x1p-480);
            }
            CHECKF(fabs(sum - 1) < 1e-12 && fabs(middle) < 1e-9, "%g %g", sum, middle);
            CHECK(known.bin[0] == 0 && known.bin[size - 1] + (size_t)1 == known.bins);
            for (size_t v = 1; v < size; v++)
                CHECK(known.bin[v] - known.bin[v - 1] <= 1 &&
                      known.bin[v] >= known.bin[v - 1]);
            CHECKF(known.bins <= 200, "%zu bins", known.bins);
            audit_scalar_fit_free(&known);
            free(probability);
        }

    TEST("bets are fair: the mean wealth of all sequences of orders is 1")
    for (int what = 0; what < MAKERS; what++)
        for (int serial = 0; serial < (what == REPEATS ? 1 : 2); serial++) {
            const struct maker maker = {what, serial};
            for (size_t length = 1; length <= 4; length++) {
                const double mean = martingale_mean(make, &maker, 3, length, 0);
                CHECKF(fabs(mean - 1) < 1e-12, "%d, %zu: %.15g", what, length, mean);
            }
            CHECK(fabs(martingale_mean(make, &maker, 4, 2, 1) - 1) < 1e-12);
        }
    TEST("bets are fair after no more orders are kept")
    for (size_t length = 1; length <= 5; length++)
        CHECK(fabs(martingale_mean(make_forgetful, NULL, 3, length, 0) - 1) < 1e-12);

    TEST("impossible values pay well, and wealth stays finite")
    for (size_t n = 3; n <= 256; n += 253) {
        const size_t size = audit_distribution_size(AUDIT_FIXED, n);
        double probability[300];
        audit_scalar_fit known;
        audit_distribution(AUDIT_FIXED, n, probability);
        CHECK(probability[n - 1] == 0 &&
              audit_scalar_fit_make(&known, probability, size));
        for (int i = 0; i < 3000; i++)
            audit_scalar_fit_take(&known, i % 2 == 0 ? n : n - 1, 1);
        CHECK(isfinite(audit_scalar_fit_evidence(&known)) &&
              audit_scalar_fit_evidence(&known) > 1000);
        audit_scalar_fit_take(&known, 0, 1);
        CHECK(isfinite(audit_scalar_fit_evidence(&known)));
        audit_scalar_fit_free(&known);
    }
}

int main(void)
{
    test_tails();
    test_bets();
    return test_done();
}
