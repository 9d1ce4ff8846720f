/* SPDX-License-Identifier: MIT
 *
 * factorial.c - logarithms of factorials, by Stirling's series.
 */
#include "audit/numbers/factorial.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

/* x! = (2 pi)^(1/2) x^(x + 1/2) e^-x e^remainder(x). Above 20 the series is used: its
 * first omitted term, 1 / (1188 x^9), is below 2e-15. Up to 20 the product fits 64 bits.
 */
double audit_stirling_remainder(double x)
{
    assert(x >= 1 && x == floor(x));
    const double over = 1 / x, square = over * over;
    if (x > 20)
        return over *
               (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
    return audit_log_factorial((size_t)x) - (x + 0.5) * log(x) + x -
           0.5 * log(2 * acos(-1.0));
}

double audit_log_factorial(size_t n)
{
    if (n > 20) {
        const double x = (double)n;
        return (x + 0.5) * log(x) - x + 0.5 * log(2 * acos(-1.0)) +
               audit_stirling_remainder(x);
    }
    uint64_t product = 1;
    for (size_t i = 2; i <= n; i++)
        product *= i;
    return log((double)product);
}
