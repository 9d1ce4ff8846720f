/* SPDX-License-Identifier: MIT
 *
 * law_keys.c - the law of the descents of cards that were sorted by random keys.
 *
 * Keys that lead to an order of d descents are k1 <= k2 <= ... <= kn < 2^b, with a strict
 * increase at each descent: C(2^b + n - 1 - d, n) ways out of 2^(b n) (Bayer and Diaconis
 * for riffles). That is the fair law times the product of (2^b - d + j) / 2^b, for j from
 * 0 to n - 1.
 */
#include "law_keys.h"

#include <math.h>

#include "law.h"

void audit_law_keys(size_t n, unsigned bits, double *law)
{
    const double keys = ldexp(1, (int)bits);
    audit_law(AUDIT_DESCENTS, n, law);
    for (size_t d = 0; d < n; d++)
        for (size_t j = 0; j < n; j++)
            law[d] *= fmax(0, (keys - (double)d + (double)j) / keys);
}
