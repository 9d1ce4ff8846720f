/* SPDX-License-Identifier: MIT
 *
 * proof_catalogue.c - proves what the catalogue says about its shuffles: with a fair die,
 * over every sequence of choices, those that it calls fair give every order equally
 * often, and the others do not. Also checks that the list is well formed.
 */
#include "tests/audit/exact/distributions.h"

/* The distribution with the default parameter. */
static int usual_law(const audit_shuffle *s, size_t n, audit_exact *exact)
{
    int wrong = 0;
    const uint64_t parameter = audit_parameter_value(&s->parameter, 0, 0, n, &wrong);
    CHECKF(!wrong, "%s: the usual parameter is wrong for n %zu", s->name, n);
    return audit_exact_find(s, parameter, audit_dice, 0, n, exact);
}

static void check_law(const audit_shuffle *s, size_t n)
{
    audit_exact exact;
    const int error = usual_law(s, n, &exact);
    CHECKF(error == FAIRAUDIT_OK, "n %zu: error %d", n, error);
    if (error == FAIRAUDIT_OK) {
        CHECKF(exact.has_distance && exact.has_position, "n %zu: not all is known", n);
        if (s->fair)
            CHECKF(exact.fair && exact.distance == 0 && exact.impossible == 0,
                   "n %zu: distance %g from fair", n, exact.distance);
        else /* some happen to be fair with three cards */
            CHECKF(n < 4 || (!exact.fair && exact.distance > 0),
                   "n %zu: distance %g from fair is none", n, exact.distance);
        CHECKF(exact.fair == (exact.largest == 1 && exact.least == 1),
               "n %zu: fair is %d", n, exact.fair);

        /* each card is somewhere, each position has a card */
        for (size_t i = 0; i < n && exact.has_position; i++) {
            double cards = 0, positions = 0;
            for (size_t j = 0; j < n; j++) {
                cards += exact.position[i * n + j];
                positions += exact.position[j * n + i];
            }
            CHECKF(fabs(cards - 1) < 1e-13 && fabs(positions - 1) < 1e-13,
                   "n %zu: row %zu has %g, column %g", n, i, cards, positions);
        }
    }
    audit_exact_free(&exact);
}

int main(void)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        TEST(s->name)
        for (size_t n = 2; n <= 6; n++)
            check_law(s, n);
        CHECK(audit_find(s->name) == s);
        CHECK(s->title != NULL && s->story != NULL && s->origin != NULL);
        CHECK(s == audit_catalogue || s[-1].fair >= s->fair);
    }

    TEST("a name that is not there is not found")
    CHECK(audit_find("bogosort") == NULL && audit_find("") == NULL);
    return test_done();
}
