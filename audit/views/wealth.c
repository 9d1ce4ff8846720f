/* SPDX-License-Identifier: MIT
 *
 * wealth.c - what a bettor owns.
 *
 * After each multiplication the mantissa is brought back to [1, 2), and the exponent of
 * the product is moved to a whole number beside it: a few operations on the bits of a
 * double, the same for every lane, so that compilers make vectors of them. The product of
 * a mantissa and a factor between 2^-500 and 2^500 is a normal number, so nothing is lost
 * but the rounding of the product itself. Logarithms are taken only when asked for.
 */
#include "audit/views/wealth.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The audit gives the same numbers on every machine only if no result has more digits
 * than a double. This holds for all files of the audit, which are compiled alike. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1,
               "32-bit x86: compile the audit with -msse2 -mfpmath=sse");

/* A lane with prior c is the best one for deviations of about 1 / sqrt(c) of what is
 * fair: from 70 % down to 0.13 %, each a factor 2.4 from the next. Five grids were tried:
 * powers of 4, 5, 6 and 8 from 1, and this one. They differ little, and with the mean of
 * 5 runs mostly by chance; this one was taken for its reach. Orders until a bettor alone
 * has 16 times what is enough, for this grid, for 1, 4, ..., 4^7 and for 1, 8, ..., 8^7:
 *
 *     position   swap with any, n = 10      1092    1106    1106
 *                               n = 52       895     929     930
 *                buffer n - 1,  n = 10       786     753     754
 *                               n = 52     21100   23900   24000
 *                promoted 1 %,  n = 10    118700  116000  120700
 *                               n = 52    105600  108200  130300
 *     successor  keys of 6 bits, n = 52      211     194     248
 *                keys of 8 bits, n = 52     2690    2490    2870
 */
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
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, log_of[i]);
    if (isinf(most))
        return most;
    for (size_t i = 0; i < count; i++)
        sum += exp(log_of[i] - most);
    return most + log(sum / (double)count);
}
