/* SPDX-License-Identifier: MIT
 *
 * test_wealth.c - wealth is a product that may overflow or underflow any double.
 */
#include <math.h>

#include "audit/orders/source.h"
#include "audit/views/wealth.h"
#include "tests/support/test.h"

int main(void)
{
    TEST("wealth is the product, far beyond any double")
    {
        audit_source source;
        const audit_seed seed = audit_seed_of_number(1);
        audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
        audit_wealth wealth;
        audit_wealth_start(&wealth);
        CHECK(audit_wealth_log(&wealth) == 0);
        double sums[AUDIT_LANES] = {0}, factor[AUDIT_LANES];
        for (int i = 0; i < 1000; i++) {
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                const double log2_of = (double)audit_source_below(&source, 1001) - 500;
                factor[lane] = exp2(log2_of * (lane % 2 == 0 ? 1 : 0.01));
                sums[lane] += log(factor[lane]);
            }
            audit_wealth_multiply(&wealth, factor);
        }
        const double want = audit_log_mean(sums, AUDIT_LANES);
        CHECKF(fabs(audit_wealth_log(&wealth) - want) < 1e-9 * fabs(want) + 1e-9,
               "%.12g, not %.12g", audit_wealth_log(&wealth), want);
        for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
            const double is =
                log(wealth.mantissa[lane]) + (double)wealth.exponent[lane] * log(2);
            CHECKF(fabs(is - sums[lane]) < 1e-8, "%g, not %g", is, sums[lane]);
            CHECK(wealth.mantissa[lane] >= 1 && wealth.mantissa[lane] < 2);
        }
        for (int i = 0; i < 1000; i++) { /* a ruin of 2^-500000 */
            for (size_t lane = 0; lane < AUDIT_LANES; lane++)
                factor[lane] = 0x1p-500;
            audit_wealth_multiply(&wealth, factor);
        }
        CHECK(fabs(audit_wealth_log(&wealth) - want + 5e5 * log(2)) < 1e-4);
    }
    TEST("the mean of very large and very small")
    {
        const double some[] = {1000, -1e6, 1000 + log(3)};
        CHECK(fabs(audit_log_mean(some, 3) - 1000 - log(4.0 / 3)) < 1e-12);
        const double none[] = {-INFINITY, -INFINITY};
        CHECK(audit_log_mean(none, 2) == -INFINITY);
        CHECK(audit_log_mean(some + 1, 1) == -1e6);
        for (size_t lane = 1; lane < AUDIT_LANES; lane++)
            CHECK(audit_lane_prior[lane] > audit_lane_prior[lane - 1]);
        CHECK(audit_lane_prior[0] >= 1 && audit_lane_prior[AUDIT_LANES - 1] <= 0x1p20);
    }
    return test_done();
}
