/* SPDX-License-Identifier: MIT
 *
 * copies.c - lines that stand several times in the input.
 *
 * Two neighbours have the same text with probability (copies - 1) / (n - 1). The share of
 * such pairs in an order is between 0 and 1, and orders are independent, so Hoeffding's
 * inequality says how far the mean can be off.
 */
#include "copies.h"

#include <math.h>
#include <stdio.h>

bool copies_tell(const unsigned char *orders, size_t count, size_t n, size_t copies,
                 char *text, size_t room)
{
    const size_t texts = n / copies;
    double pairs = 0;
    for (size_t k = 0; k < count; k++)
        for (size_t i = k * n; i + 1 < (k + 1) * n; i++)
            pairs += orders[i] % texts == orders[i + 1] % texts;
    const double share = pairs / (double)(n - 1) / (double)count;
    const double fair = (double)(copies - 1) / (double)(n - 1);
    if (fabs(share - fair) < sqrt(log(2e6) / (2 * (double)count)))
        return false;
    snprintf(text, room,
             "equal lines keep %s: %.3g %% of neighbours are equal instead of %.3g %%",
             share > fair ? "together" : "apart", 100 * share, 100 * fair);
    return true;
}
