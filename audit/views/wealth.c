/* SPDX-License-Identifier: MIT
 *
 * wealth.c - the wealth of a bettor.
 *
 * After each multiplication the mantissa is brought back to [1, 2), and the exponent of
 * the product is added to a separate integer. That takes a few operations on the bits of
 * a double, the same for every lane, so compilers vectorise it. The product of a mantissa
 * and a factor between 2^-500 and 2^500 is a normal number, so nothing is lost but the
 * rounding of the product itself. Logarithms are taken only when the wealth is asked for.
 */
#include "audit/views/wealth.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Results are the same on every machine only if no intermediate result has more digits
 * than a double. All files of the audit are compiled with the same options. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1,
               "32-bit x86: compile the audit with -msse2 -mfpmath=sse");

/* A lane with prior c is best for relative deviations of about 1 / sqrt(c): from 70 %
 * down to 0.13 %, each a factor 2.4 from the next. Five grids were tried: powers of 4, 5,
 * 6 and 8 from 1, and this one. They differ little (mean of 5 runs); this one covers the
 * widest range. Orders until a bettor alone has 16 times enough, for this grid, for 1, 4,
 * ..., 4^7 and for 1, 8, ..., 8^7:
 *
 *     position   swap with any, n = 10      1092    1106    1106
 *                               n = 52       895     929     930
 *                buffer n - 1,  n = 10       786     753     754
 *                               n = 52     21100   23900   24000
 *                promoted 1 %,  n = 10    118700  116000  120700
 *                               n = 52    105600  108200  130300
 *     successor  keys of 6 bits, n = 52      211     194     248
 *                keys of 8 bits, n = 52     2690    2490    2870 */
const double audit_lane_prior[AUDIT_LANES] = {2, 12, 72, 432, 2592, 15552, 93312, 559872};

void audit_wealth_start(audit_wealth *wealth)
{
    for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
        wealth->mantissa[lane] = 1;
        wealth->exponent[lane] = 0;
    }
}

void audit_wealth_multiply(audit_wealth *wealth, const double factor[AUDIT_LANES])
{
    const uint64_t one = (uint64_t)1023 << 52, below = ((uint64_t)1 << 52) - 1;
    double product[AUDIT_LANES];
    uint64_t bits[AUDIT_LANES];
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        product[lane] = wealth->mantissa[lane] * factor[lane];
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        assert(factor[lane] > 0x1p-501 && factor[lane] < 0x1p501);
    memcpy(bits, product, sizeof bits);
    for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
        wealth->exponent[lane] += (int64_t)(bits[lane] >> 52) - 1023;
        bits[lane] = (bits[lane] & below) | one;
    }
    memcpy(wealth->mantissa, bits, sizeof bits);
}

double audit_wealth_log(const audit_wealth *wealth)
{
    double log_of[AUDIT_LANES];
    for (size_t lane = 0; lane < AUDIT_LANES; lane++)
        log_of[lane] =
            log(wealth->mantissa[lane]) + (double)wealth->exponent[lane] * log(2);
    return audit_log_mean(log_of, AUDIT_LANES);
}

double audit_log_mean(const double *log_of, size_t count)
{
    assert(count > 0);
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, log_of[i]);
    if (isinf(most))
        return most;
    for (size_t i = 0; i < count; i++)
        sum += exp(log_of[i] - most);
    return most + log(sum / (double)count);
}
