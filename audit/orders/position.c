/* SPDX-License-Identifier: MIT
 *
 * position.c - the position matrix.
 *
 * The cells of a random permutation matrix have mean 1/n. Their covariances are
 * n / (n - 1) times those of independent cells with the same fixed margins, hence the
 * factor.
 */
#include "audit/orders/position.h"

#include <assert.h>

void audit_position_add(uint64_t *count, const unsigned char *order, size_t n)
{
    for (size_t position = 0; position < n; position++)
        count[position * n + order[position]]++;
}

double audit_position_chisq(const uint64_t *count, size_t n, uint64_t trials)
{
    assert(n >= 1);
    const double expected = (double)trials / (double)n;
    double sum = 0;
    for (size_t i = 0; i < n * n; i++) {
        const double off = (double)count[i] - expected;
        sum += off * off / expected;
    }
    return sum * (double)(n - 1) / (double)n;
}
