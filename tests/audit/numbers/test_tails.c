/* SPDX-License-Identifier: MIT
 *
 * test_tails.c - tails compared with the GNU Scientific Library over wide ranges, with
 * numbers computed to 60 digits where that library has fewer, and with plain sums;
 * quantiles compared with tails.
 */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "audit/numbers/chisq.h"
#include "audit/numbers/tails.h"
#include "tests/support/test.h"

/* To a relative error of 1e-10, or both nearly 0. */
static int agree(double ours, double theirs)
{
    if (theirs < 1e-300)
        return ours >= 0 && ours < 1e-299;
    return fabs(ours / theirs - 1) < 1e-10;
}

static void check(audit_tails ours, double upper, double lower, const char *what,
                  double x, double n, double p)
{
    CHECKF(agree(ours.upper, upper),
           "%s, upper tail of %.17g, %.17g %.17g: %.15g, not "
           "%.15g",
           what, x, n, p, ours.upper, upper);
    CHECKF(agree(ours.lower, lower),
           "%s, lower tail of %.17g, %.17g %.17g: %.15g, not "
           "%.15g",
           what, x, n, p, ours.lower, lower);
}

/* ---- numbers computed to 60 digits ------------------------------------------------- */

/* By mpmath 1.3: series and continued fractions at a precision of 60 digits; p is the
 * double nearest to what is written. */
static const struct {
    uint64_t x, n;
    double p, upper, lower;
} binomials[] = {
    {600, 1000, 0.5, 1.3642320780330092e-10, 0.99999999990991587},
    {20000, 1000000, 0.019230769230769232, 1.3283448168765169e-8, 0.99999998725312564},
    {999400, 1000000, 0.999, 9.2185563342076937e-43, 1.0},
    {50180000, 100000000, 0.5, 4.1918489598955505e-284, 1.0},
    {98103, 100000000, 0.001, 0.99999999913870426, 8.7840744158123011e-10},
    {9990113785, 10000000000, 0.999, 3.5629616864416429e-285, 1.0},
    {9981035, 10000000000, 0.001, 0.99999999902706493, 9.7483447970508515e-10},
    {5, 1000000000, 1e-09, 0.0036598468043512483, 0.99940581518854963},
    {40, 1000000000, 1e-09, 4.6214424136972617e-49, 1.0},
    {0, 1000000000, 1e-09, 1.0, 0.36787944098750258},
    {1, 3, 1e-300, 3.0000000000000001e-300, 1.0},
    {3, 3, 1e-99, 1.0000000000000001e-297, 1.0},
    {10, 20, 0.9999999999990905, 1.0, 7.1548459181398492e-116},
};

static const struct {
    uint64_t x;
    double mean, upper, lower;
} poissons[] = {
    {0, 1e-12, 1.0, 0.999999999999},
    {1, 1e-12, 9.9999999999949998e-13, 1.0},
    {3, 1e-90, 1.6666666666666666e-271, 1.0},
    {150, 3.5, 2.2052908431079778e-183, 1.0},
    {0, 690.0, 1.0, 2.171738281389827e-300},
    {100000, 101000.0, 0.99919157848707441, 0.00081720781367723884},
    {137000, 130000.0, 8.0531626720228178e-83, 1.0},
    {1000, 1500.25, 1.0, 3.0476107856033003e-43},
    {2000, 1500.25, 7.1785254550666073e-35, 1.0},
    {1000000, 1003000.0, 0.99863825935378241, 0.0013662124705835542},
};

static const struct {
    double z, upper, lower;
} normals[] = {
    {0.5, 0.3085375387259869, 0.6914624612740131},
    {3, 0.0013498980316300945, 0.99865010196836991},
    {8, 6.2209605742717841e-16, 0.99999999999999938},
    {20, 2.7536241186062337e-89, 1.0},
    {37, 5.7255712225245768e-300, 1.0},
    {-5, 0.99999971334842812, 2.8665157187919391e-7},
};

static void check_known(void)
{
    for (size_t i = 0; i < sizeof binomials / sizeof *binomials; i++)
        check(audit_tails_binomial(binomials[i].x, binomials[i].n, binomials[i].p),
              binomials[i].upper, binomials[i].lower, "binomial", (double)binomials[i].x,
              (double)binomials[i].n, binomials[i].p);
    for (size_t i = 0; i < sizeof poissons / sizeof *poissons; i++)
        check(audit_tails_poisson(poissons[i].x, poissons[i].mean), poissons[i].upper,
              poissons[i].lower, "Poisson", (double)poissons[i].x, poissons[i].mean, 0);
    for (size_t i = 0; i < sizeof normals / sizeof *normals; i++)
        check(audit_tails_normal(normals[i].z), normals[i].upper, normals[i].lower,
              "normal", normals[i].z, 0, 0);
}

/* ---- plain sums -------------------------------------------------------------------- */

/* All values of small binomials; points by the recurrence, from the end where they are
 * larger. */
static void check_sums(unsigned n, double p)
{
    double point[64], q = 1 - p;
    point[0] = pow(q, n);
    for (unsigned x = 1; x <= n; x++)
        point[x] = point[x - 1] * (n - x + 1) / x * (p / q);
    for (unsigned x = 0; x <= n; x++) {
        double upper = 0, lower = 0;
        for (unsigned y = n + 1; y-- > x;)
            upper += point[y];
        for (unsigned y = 0; y <= x; y++)
            lower += point[y];
        check(audit_tails_binomial(x, n, p), upper, lower, "sum", x, n, p);
    }
}

/* ---- GSL --------------------------------------------------------------------------- */

static void check_binomials(unsigned n, double p)
{
    const double mean = n * p, deviation = sqrt(n * p * (1 - p));
    for (double z = -9; z <= 37; z += 0.73) {
        const double x = floor(mean + z * deviation);
        if (x < 0 || x > n)
            continue;
        const unsigned k = (unsigned)x;
        check(audit_tails_binomial(k, n, p), k == 0 ? 1 : gsl_cdf_binomial_Q(k - 1, p, n),
              gsl_cdf_binomial_P(k, p, n), "binomial", x, n, p);
    }
}

static void check_poissons(double mean)
{
    for (double z = -9; z <= 60; z += 0.73) {
        const double x = floor(mean + z * sqrt(mean));
        if (x < 0)
            continue;
        const unsigned k = (unsigned)x;
        check(audit_tails_poisson(k, mean), k == 0 ? 1 : gsl_cdf_poisson_Q(k - 1, mean),
              gsl_cdf_poisson_P(k, mean), "Poisson", x, mean, 0);
    }
}

int main(void)
{
    TEST("numbers computed to 60 digits, down to 1e-300")
    check_known();

    TEST("small binomials are sums")
    for (unsigned n = 1; n < 60; n += n < 20 ? 1 : 13)
        for (double p = 0.01; p < 1; p += 0.07)
            check_sums(n, p);

    TEST("binomials agree with GSL")
    for (unsigned n = 2; n < 20000; n = n * 3 + 1)
        for (double p = 0.5; p > 1e-6; p /= 3.7) {
            check_binomials(n, p);
            check_binomials(n, 1 - p);
        }

    TEST("Poisson agrees with GSL")
    for (double mean = 1e-9; mean < 3000; mean *= 2.3)
        check_poissons(mean);

    TEST("normal agrees with GSL, chi-square is that of chisq.c")
    {
        for (double z = -37; z <= 37; z += 0.173)
            check(audit_tails_normal(z), gsl_cdf_ugaussian_Q(z), gsl_cdf_ugaussian_P(z),
                  "normal", z, 0, 0);
        for (double x = 0; x < 300; x += 17) {
            const audit_tails tails = audit_tails_chisq(x, 81);
            CHECK(tails.upper == audit_chisq_upper(x, 81));
            CHECK(tails.lower == audit_chisq_lower(x, 81));
        }
    }

    TEST("below x and at least x: both together are 1")
    for (unsigned n = 10; n < 200000; n *= 7)
        for (unsigned x = 0; x < n; x += 1 + n / 9) {
            const audit_tails here = audit_tails_binomial(x, n, 0.3);
            const audit_tails next = audit_tails_binomial(x + 1, n, 0.3);
            CHECKF(fabs(here.lower + next.upper - 1) < 1e-14, "%u of %u", x, n);
            const audit_tails poisson = audit_tails_poisson(x, n * 0.3);
            CHECK(fabs(poisson.lower + audit_tails_poisson(x + 1, n * 0.3).upper - 1) <
                  1e-13);
        }

    TEST("the ends of the range")
    {
        audit_tails tails = audit_tails_binomial(0, 5, 0);
        CHECK(tails.upper == 1 && tails.lower == 1);
        tails = audit_tails_binomial(1, 5, 0);
        CHECK(tails.upper == 0 && tails.lower == 1);
        tails = audit_tails_binomial(5, 5, 1);
        CHECK(tails.upper == 1 && tails.lower == 1);
        tails = audit_tails_binomial(4, 5, 1);
        CHECK(tails.upper == 1 && tails.lower == 0);
        tails = audit_tails_binomial(6, 5, 0.5);
        CHECK(tails.upper == 0 && tails.lower == 1);
        tails = audit_tails_binomial(0, 0, 0.5);
        CHECK(tails.upper == 1 && tails.lower == 1);
        tails = audit_tails_poisson(0, 0);
        CHECK(tails.upper == 1 && tails.lower == 1);
        tails = audit_tails_poisson(1, 0);
        CHECK(tails.upper == 0 && tails.lower == 1);
        CHECK(audit_two_sided((audit_tails){0.5, 0.6}) == 1);
        CHECK(audit_two_sided((audit_tails){1e-9, 1}) == 2e-9);
        CHECK(audit_two_sided((audit_tails){1, 1e-9}) == 2e-9);
    }

    TEST("quantiles invert the tails, and agree with GSL")
    for (double df = 1; df < 1e6; df = ceil(df * 2.6))
        for (double p = 0.999; p > 1e-299; p = p > 0.01 ? p - 0.11 : p * p) {
            const double x = audit_chisq_quantile(p, df);
            CHECKF(agree(audit_chisq_upper(x, df), p), "df %g, p %g: %g", df, p, x);
            if (p > 1e-10 && df < 2000)
                CHECKF(fabs(x / gsl_cdf_chisq_Qinv(p, df) - 1) < 1e-8, "df %g, p %g", df,
                       p);
        }
    CHECK(audit_chisq_quantile(1, 5) == 0 && isinf(audit_chisq_quantile(0, 5)));

    TEST("negative control: an error in the 9th digit is seen")
    {
        const double p = audit_tails_normal(30).upper;
        CHECK(agree(p, gsl_cdf_ugaussian_Q(30)) && !agree(p * (1 + 1e-9), p));
        CHECK(!agree(p * (1 - 1e-9), p) && !agree(0, p) && agree(0, 1e-305));
        CHECK(!agree(audit_tails_poisson(7, 3).upper, gsl_cdf_poisson_Q(7, 3)));
    }
    return test_done();
}
