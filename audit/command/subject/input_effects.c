/* SPDX-License-Identifier: MIT
 *
 * input_effects.c - effects of equal lines (--copies) and of repeated words (--tokens).
 *
 * Shares are means of numbers between 0 and 1 from independent permutations, so
 * Hoeffding's inequality bounds their error. In a fair shuffle, two neighbours have the
 * same text with probability (copies - 1) / (n - 1), and two permutations are equal with
 * probability 1 / n!.
 */
#include "audit/command/subject/input_effects.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "audit/engine/levels.h"

/* The error of a mean of `count` numbers, exceeded with a probability of at most
 * AUDIT_LEVEL_DIAGNOSIS (Hoeffding's inequality). */
static double allowance(size_t count)
{
    return sqrt(log(2 / AUDIT_LEVEL_DIAGNOSIS) / (2 * (double)count));
}

bool input_effect_copies(const unsigned char *orders, size_t count, size_t n,
                         size_t copies, audit_sentence *effect)
{
    const size_t texts = n / copies;
    assert(count > 0 && copies > 1 && n % copies == 0);
    double pairs = 0;
    for (size_t k = 0; k < count; k++)
        for (size_t i = k * n; i + 1 < (k + 1) * n; i++)
            pairs += orders[i] % texts == orders[i + 1] % texts;
    const double share = pairs / (double)(n - 1) / (double)count;
    const double fair = (double)(copies - 1) / (double)(n - 1);
    if (fabs(share - fair) < allowance(count))
        return false;
    audit_sentence_set(
        effect, share > fair ? "equal-lines-together" : "equal-lines-apart",
        "equal lines stay %s: %.3g %% of neighbouring lines are equal instead of %.3g %%",
        share > fair ? "together" : "apart", 100 * share, 100 * fair);
    audit_detail_real(&effect->details, "share", share);
    audit_detail_real(&effect->details, "fair", fair);
    return true;
}

bool input_effect_tokens(const unsigned char *orders, size_t count, size_t n,
                         audit_sentence *effect)
{
    const size_t pairs = count / 2;
    size_t same = 0;
    for (size_t k = 0; k < pairs; k++)
        same += memcmp(orders + 2 * k * n, orders + (2 * k + 1) * n, n) == 0;
    const double fair = exp(-lgamma((double)n + 1));
    if (pairs == 0 || (double)same / (double)pairs < fair + allowance(pairs))
        return false;
    audit_sentence_set(
        effect, "depends-on-words",
        "the order depends on the words: the same words gave the same order in %zu of "
        "%zu pairs of runs",
        same, pairs);
    audit_detail_integer(&effect->details, "same", same);
    audit_detail_integer(&effect->details, "pairs", pairs);
    return true;
}
