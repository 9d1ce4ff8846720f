/* SPDX-License-Identifier: MIT
 *
 * clopper_pearson.c - exact bounds of a share.
 *
 * The lower bound is the share at which `count` or more would be seen with probability
 * `level`; that probability grows with the share, so halving finds it. A true share below
 * the bound makes what was seen rarer than `level`: hence it is wrong so rarely.
 */
#include "audit/numbers/clopper_pearson.h"

#include "audit/numbers/tails.h"

/* Bits of the result: far finer than any share that is shown. */
enum { HALVINGS = 50 };

static double bound(uint64_t count, uint64_t trials, double level, int upper)
{
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
