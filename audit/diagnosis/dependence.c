/* SPDX-License-Identifier: MIT
 *
 * dependence.c - tests whether orders depend on the orders before them.
 *
 * The views of quotients ("serial") cannot do that: if orders are unfair, their quotients
 * are unfair, too, even if the orders are independent. This test is exact for independent
 * orders of any distribution.
 *
 * Take four orders a, b, c, d that are L apart. Let same(x, y) be the number of positions
 * with the same card in both. For samples, it is the number of items that are in both,
 * or, with replacement, at the same position of both. If the orders are independent and
 * have the same distribution,
 *
 *     same(a, b) + same(d, c) - same(a, c) - same(d, b)
 *
 * is distributed symmetrically about 0, because exchanging b and c changes its sign. So
 * among groups of four that have no order in common, positive and negative values are as
 * frequent as heads and tails. The same is true if only values of n/2 and more, in
 * absolute terms, are counted. The first test finds orders that resemble the one L before
 * more than the one 2 L before. The second test finds orders that are often equal to the
 * one L before.
 *
 * Distances L from 1 to 8 are tried, each with the groups that begin at the first order
 * and with those that begin L later; if orders come in equal pairs, one of these finds
 * it. The level of one in a million is divided by the number of these tests.
 *
 * This does not find other dependence, such as a sequence that repeats after a thousand
 * orders. If the strongest evidence is that orders repeat, or how they follow each other,
 * dependence is considered possible.
 */
#include "audit/diagnosis/dependence.h"

#include <stdlib.h>
#include <string.h>

#include "audit/numbers/tails.h"

enum {
    LAGS = 8,
    MOST_BYTES = 1 << 22, /* the most cards or items to look at */
};

#define LEVEL (AUDIT_LEVEL_DIAGNOSIS / (4 * LAGS))

struct sequence {
    const unsigned char *orders; /* [count][size]; NULL: samples */
    const uint32_t *samples;     /* [count][size] */
    size_t count;                /* orders or samples */
    size_t size;                 /* cards of an order, items of a sample */
    int put_back;                /* samples with replacement */
    unsigned char *marks;        /* of items; all 0 between calls */
};

static size_t same_cards(const unsigned char *x, const unsigned char *y, size_t n)
{
    size_t same = 0;
    for (size_t i = 0; i < n; i++)
        same += x[i] == y[i];
    return same;
}

static size_t same_items(const struct sequence *s, const uint32_t *x, const uint32_t *y)
{
    size_t same = 0;
    if (s->put_back) {
        for (size_t i = 0; i < s->size; i++)
            same += x[i] == y[i];
        return same;
    }
    for (size_t i = 0; i < s->size; i++)
        s->marks[x[i]] = 1;
    for (size_t i = 0; i < s->size; i++)
        same += s->marks[y[i]];
    for (size_t i = 0; i < s->size; i++)
        s->marks[x[i]] = 0;
    return same;
}

static size_t same(const struct sequence *s, size_t a, size_t b)
{
    if (s->orders != NULL)
        return same_cards(s->orders + a * s->size, s->orders + b * s->size, s->size);
    return same_items(s, s->samples + a * s->size, s->samples + b * s->size);
}

/* How often a value was positive, and how often negative. */
struct signs {
    uint64_t positive; /* values above 0 */
    uint64_t negative; /* values below 0 */
};

static double two_sided(struct signs signs)
{
    const uint64_t all = signs.positive + signs.negative;
    return all == 0 ? 1 : audit_two_sided(audit_tails_binomial(signs.positive, all, 0.5));
}

/* Whether a test of the groups that begin at `first` finds dependence at this lag. */
static int lag_depends(const struct sequence *s, size_t first, size_t lag)
{
    struct signs all = {0, 0};   /* of all values */
    struct signs large = {0, 0}; /* of values of n/2 and more */
    for (size_t from = first; from + 4 * lag <= s->count; from += 4 * lag)
        for (size_t a = from; a < from + lag; a++) {
            const size_t b = a + lag, c = b + lag, d = c + lag;
            const size_t near = same(s, a, b) + same(s, d, c);
            const size_t far = same(s, a, c) + same(s, d, b);
            all.positive += near > far;
            all.negative += far > near;
            large.positive += near >= far + (s->size + 1) / 2;
            large.negative += far >= near + (s->size + 1) / 2;
        }
    return two_sided(all) < LEVEL || two_sided(large) < LEVEL;
}

static int some_depend(const struct sequence *s)
{
    for (size_t lag = 1; lag <= LAGS; lag++)
        if (lag_depends(s, 0, lag) || lag_depends(s, lag, lag))
            return 1;
    return 0;
}

static int is_about_sequence(const char *view)
{
    return strncmp(view, "serial-", 7) == 0 || strcmp(view, "repeats") == 0 ||
           strncmp(view, "sample-serial", 13) == 0 || strcmp(view, "sample-step") == 0 ||
           strcmp(view, "sample-repeats") == 0;
}

int audit_dependence_find(const audit_run *audit, const audit_judgement *judgement,
                          enum audit_dependence *dependence)
{
    *dependence = AUDIT_INDEPENDENT;
    if (judgement->verdict != FAIRAUDIT_UNFAIR && judgement->verdict != FAIRAUDIT_SUSPECT)
        return FAIRAUDIT_OK;
    if (is_about_sequence(judgement->strongest))
        *dependence = AUDIT_MAYBE_DEPENDENT;
    const audit_plan *plan = audit_plan_of(audit);
    const int samples = plan->sample > 0;
    size_t orders_kept, samples_kept;
    struct sequence s = {.orders = audit_kept(audit, &orders_kept),
                         .samples = audit_kept_samples(audit, &samples_kept),
                         .size = samples ? plan->sample : plan->n,
                         .put_back = plan->put_back,
                         .marks = calloc(plan->n, 1)};
    if (s.marks == NULL)
        return FAIRAUDIT_ENOMEM;
    s.orders = samples ? NULL : s.orders;
    s.count = samples ? samples_kept : orders_kept;
    if (s.count > MOST_BYTES / s.size)
        s.count = MOST_BYTES / s.size;
    if (some_depend(&s))
        *dependence = AUDIT_DEPENDENT;
    free(s.marks);
    return FAIRAUDIT_OK;
}
