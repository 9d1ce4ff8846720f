/* SPDX-License-Identifier: MIT
 *
 * clopper_pearson.c - exact confidence bounds of a probability.
 *
 * The lower bound is the probability p at which `count` or more of `trials` events happen
 * with probability `level`. That probability grows with p, so bisection finds it. If the
 * true p is below the bound, a count this large is rarer than `level`.
 */
#include "audit/numbers/clopper_pearson.h"

#include <assert.h>

#include "audit/numbers/tails.h"

/* Bits of the result: far more than any report shows. */
enum { HALVINGS = 50 };

static double bound(uint64_t count, uint64_t trials, double level, int upper)
{
    assert(count <= trials && level > 0 && level < 1);
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        const audit_tails tails = audit_tails_binomial(count, trials, middle);
        const int above = upper ? tails.lower < level : tails.upper > level;
        if (above)
            high = middle;
        else
            low = middle;
    }
    return upper ? high : low;
}

double audit_clopper_pearson_lower(uint64_t count, uint64_t trials, double level)
{
    return count == 0 ? 0 : bound(count, trials, level, 0);
}

double audit_clopper_pearson_upper(uint64_t count, uint64_t trials, double level)
{
    return count >= trials ? 1 : bound(count, trials, level, 1);
}
