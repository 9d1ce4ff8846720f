/* SPDX-License-Identifier: MIT
 *
 * proof_catalogue.c - the catalogue of textbook shuffles tells the truth: those it calls
 * fair give every order equally often, over every sequence of choices; the others do not,
 * and are as unfair as is known of them.
 */
#include <math.h>

#include "catalogue.h"
#include "enumerate.h"
#include "test.h"

enum { CODES = 1 << 18 }; /* orders of up to 6 cards, 3 bits each */

struct exploration {
    const audit_shuffle *shuffle;
    size_t n;
    unsigned code;
    long double probability[CODES];
};

static uint64_t choose(void *context, uint64_t m)
{
    (void)context;
    return enumerate_choose(m);
}

static void run(void *context)
{
    struct exploration *x = context;
    const audit_die die = {choose, NULL};
    unsigned char a[6];
    for (size_t i = 0; i < x->n; i++)
        a[i] = (unsigned char)i;
    x->shuffle->run(&die, a, x->n);
    x->code = 0;
    for (size_t i = 0; i < x->n; i++)
        x->code = x->code << 3 | a[i];
}

static void add(void *context, long double probability)
{
    struct exploration *x = context;
    x->probability[x->code] += probability;
}

/* The total variation distance from the uniform order. */
static double distance(const audit_shuffle *shuffle, size_t n)
{
    static struct exploration x;
    memset(&x, 0, sizeof x);
    x.shuffle = shuffle;
    x.n = n;
    enumerate(run, add, &x, 0);
    long double orders = 1, sum = 0, seen = 0;
    for (size_t i = 2; i <= n; i++)
        orders *= (long double)i;
    for (size_t i = 0; i < CODES; i++)
        if (x.probability[i] > 0) {
            sum += fabsl(x.probability[i] - 1 / orders);
            seen++;
        }
    return (double)((sum + (orders - seen) / orders) / 2);
}

int main(void)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        TEST(s->name)
        for (size_t n = 1; n <= 6; n++) {
            const double d = distance(s, n);
            if (s->fair)
                CHECKF(d < 1e-15, "n %zu: distance %g from fair", n, d);
            else if (n >= 3)
                CHECKF(d > 0.05, "n %zu: distance %g from fair is none", n, d);
        }
        CHECK(audit_find(s->name) == s);
        CHECK(s->title != NULL && s->story != NULL);
    }

    TEST("the wrong ones are as far from fair as is known")
    {
        /* exact values for n = 3, 4, 5, 6 */
        static const double any[] = {1 / 18.0, 0.06510, 0.08419, 0.09795};
        for (size_t n = 3; n <= 6; n++) {
            const double d = distance(audit_find("swap-with-any"), n);
            CHECKF(fabs(d - any[n - 3]) < 5e-6, "n %zu: %.6f", n, d);
            const double missing = 1 - 1 / (double)n;
            CHECK(fabs(distance(audit_find("sattolo"), n) - missing) < 1e-15);
            CHECK(fabs(distance(audit_find("stops-early"), n) - missing) < 1e-15);
        }
    }

    TEST("a name that is not there is not found")
    CHECK(audit_find("bogosort") == NULL);
    return test_done();
}
