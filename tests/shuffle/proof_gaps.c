/* SPDX-License-Identifier: MIT
 *
 * proof_gaps.c - proves that gaps between chosen items have exactly the right
 * distribution, by enumerating the choices of each step of src/shuffle/gap.c.
 *
 * The steps are finite: whether a stretch is missed, and one try to draw a place in it.
 * Their probabilities, summed over all sequences of choices, must be those of the
 * formulas. Together with the loops around the steps ("continue after a stretch that is
 * missed", "try until a place may be kept"), they give the distribution of the gap. It is
 * computed here and compared with the textbook formula, for every n up to 12 and every k.
 */
#include "tests/shuffle/enumerate.h"
#include "src/shuffle/gap.c" /* its steps are static */
#include "tests/support/test.h"

enum { MOST = 12 };

static fair_rng rng;

struct step {
    enum { MISSED, FIXED, STREAM } kind; /* missed(), try_fixed() or try_stream() */
    uint64_t n, k, s;                    /* its arguments */
    int yes;                             /* what it returned */
    uint64_t at;                         /* the place that it drew */
    long double missed;                  /* probability that it returns 1 */
    long double first[MOST + 1]; /* probability that it returns 1 and draws this place */
};

static void run(void *context)
{
    struct step *x = context;
    x->at = 0;
    switch (x->kind) {
    case MISSED:
        x->yes = missed(&rng, x->n, x->k, x->s);
        break;
    case FIXED:
        x->yes = try_fixed(&rng, x->n, x->k, x->s, &x->at);
        break;
    case STREAM:
        x->yes = try_stream(&rng, x->n, x->k, x->s, &x->at);
        break;
    }
}

static void add(void *context, long double probability)
{
    struct step *x = context;
    if (x->yes) {
        x->missed += probability;
        x->first[x->at] += probability;
    }
}

/* Computes the probabilities of a step. Returns that of returning 1. */
static long double explore(struct step *x)
{
    x->missed = 0;
    memset(x->first, 0, sizeof x->first);
    CHECK(enumerate(run, add, x, 0).open == 0);
    return x->missed;
}

static long double enumerated_missed(uint64_t n, uint64_t k, uint64_t s)
{
    struct step x = {.kind = MISSED, .n = n, .k = k, .s = s};
    return explore(&x);
}

static long double choose(unsigned n, unsigned k)
{
    long double c = 1;
    for (unsigned i = 0; i < k; i++)
        c = k > n ? 0 : c * (n - i) / (i + 1);
    return c;
}

static int close_to(long double a, long double b)
{
    return a - b < 1e-17L && b - a < 1e-17L;
}

int main(void)
{
    fair_rng_init_key(&rng, test_key(0));

    TEST("k of n miss s given items with probability C(n - s, k) / C(n, k)")
    for (unsigned n = 1; n <= MOST; n++)
        for (unsigned k = 0; k <= n; k++)
            for (unsigned s = 0; s <= n && s * k <= n; s++) {
                const long double p = enumerated_missed(n, k, s);
                CHECKF(close_to(p, choose(n - s, k) / choose(n, k)),
                       "n %u, k %u, s %u: %Lg", n, k, s, p);
            }

    TEST("one miss taken for another is noticed (negative control)")
    CHECK(!close_to(enumerated_missed(7, 2, 3), choose(5, 2) / choose(7, 2)));

    TEST("the first of k chosen out of n comes after a gap with its exact law")
    for (unsigned n = 1; n <= MOST; n++)
        for (unsigned k = 1; k <= n; k++) {
            long double law[MOST + 1] = {0}, reached = 1;
            unsigned left = n, passed = 0;
            while (reached > 0) {
                const unsigned s = (unsigned)stretch_fixed(left, k);
                struct step x = {.kind = FIXED, .n = left, .k = k, .s = s};
                const long double all = explore(&x);
                const long double miss = enumerated_missed(left, k, s);
                CHECK(all > 0.2L); /* tries must not be many */
                for (unsigned i = 0; i < s; i++)
                    law[passed + i] += reached * (1 - miss) * x.first[i] / all;
                reached = miss < 1e-18L ? 0 : reached * miss;
                passed += s;
                left -= s;
            }
            for (unsigned gap = 0; gap <= n - k; gap++)
                CHECKF(close_to(law[gap], choose(n - gap - 1, k - 1) / choose(n, k)),
                       "n %u, k %u, gap %u: %Lg", n, k, gap, law[gap]);
        }

    TEST("the next item taken from a stream comes after a gap with its exact law")
    for (unsigned seen = 1; seen <= 8; seen++)
        for (unsigned k = 1; k <= seen; k++) {
            const unsigned s = (unsigned)stretch_stream(seen, k);
            CHECK(s >= 1 && s * k <= seen + s);
            if (s > MOST)
                continue;
            struct step x = {.kind = STREAM, .n = seen, .k = k, .s = s};
            const long double all = explore(&x);
            const long double miss = enumerated_missed(seen + s, k, s);
            long double none = 1; /* of the items before this one was taken */
            CHECK(all > 0.2L);
            for (unsigned i = 0; i < s; i++) {
                const long double taken = (long double)k / (seen + i + 1);
                CHECKF(close_to((1 - miss) * x.first[i] / all, none * taken),
                       "seen %u, k %u, gap %u", seen, k, i);
                none *= 1 - taken;
            }
            CHECKF(close_to(miss, none), "seen %u, k %u: all passed over", seen, k);
        }

    TEST("a stretch never reaches beyond the last number")
    {
        CHECK(stretch_stream(UINT64_MAX - 1, 1) == 0);
        CHECK(stretch_stream(UINT64_MAX - 2, 1) == 1);
        CHECK(stretch_stream(UINT64_MAX / 2 + 10, 1) == UINT64_MAX / 2 - 10);
        CHECK(stretch_stream(UINT64_MAX - 5, 3) == 4);
    }
    return test_done();
}
