/* SPDX-License-Identifier: MIT
 *
 * test_prove.c - fairaudit_prove() detects functions that break the rules, ends functions
 * that never return, and proves unfair shuffles unfair. fairaudit_test() finds unfair
 * shuffles, names and describes them, and accepts fair ones.
 */
#include <fairaudit.h>
#include <math.h>

#include "tests/support/test.h"

static uint64_t calls;

static void forgets_to_ask(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)die;
    (void)a;
    (void)n;
    (void)c;
}

static void keeps_count(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)a;
    (void)c;
    fairaudit_choose(die, 2 + (size_t)(calls++ % n));
}

static void own_choice(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)c;
    const size_t j = fairaudit_choose(die, n);
    if (calls++ % 7 == 3) {
        a[0] = 1;
        a[1] = 0;
    }
    (void)j;
}

/* Breaks the rule long after the runs that are repeated. */
static void late_choice(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)c;
    for (size_t i = 0; i < n; i++)
        fairaudit_choose(die, n);
    if (calls++ > 200) {
        a[0] = 1;
        a[1] = 0;
    }
}

static void loses_a_card(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)n;
    (void)c;
    if (fairaudit_choose(die, 100) == 99)
        a[0] = a[1];
}

static void makes_a_card(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)c;
    if (fairaudit_choose(die, 100) == 57)
        a[n - 1] = 255;
}

static void asks_for_nothing(const fairaudit_die *die, unsigned char *a, size_t n,
                             void *c)
{
    (void)a;
    (void)n;
    (void)c;
    fairaudit_choose(die, 0);
}

static void asks_for_ever(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)c;
    for (;;)
        a[fairaudit_choose(die, n)] = 0;
}

static void asks_one_for_ever(const fairaudit_die *die, unsigned char *a, size_t n,
                              void *c)
{
    (void)a;
    (void)n;
    (void)c;
    for (;;)
        fairaudit_choose(die, 1);
}

static void waits_for_a_one(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)a;
    (void)n;
    (void)c;
    while (fairaudit_choose(die, 2) == 0)
        continue;
}

static void asks_too_much(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)a;
    (void)n;
    (void)c;
    die->choose(die->context, (uint64_t)1 << 40);
}

/* Very many choices, none of which has an effect. */
static void asks_a_lot(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)a;
    (void)c;
    for (size_t i = 0; i < 40; i++)
        fairaudit_choose(die, n);
}

/* Fair, except that it starts at the wrong card. */
static void starts_late(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)c;
    for (size_t i = n; i-- > 2;) {
        const size_t j = fairaudit_choose(die, i + 1);
        const unsigned char kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }
}

/* A fair shuffle with a question that needs two words of bits: (a, b) of 3 and 5. */
static void uneven_depths(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    (void)c;
    for (size_t i = n; i-- > 1;) {
        size_t j = fairaudit_choose(die, i + 1);
        if (j == 0) /* one more question, without effect, on one branch */
            fairaudit_choose(die, 7 + i);
        const unsigned char kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }
}

static int prove(fairaudit_shuffle *shuffle, size_t n, fairaudit_proof *proof)
{
    calls = 0;
    return fairaudit_prove(shuffle, NULL, n, proof);
}

/* Fair if the context is NULL; otherwise choose(i) instead of choose(i + 1). */
static void fisher_yates(const fairaudit_die *die, unsigned char *a, size_t n, void *c)
{
    for (size_t i = n; i-- > 1;) {
        const size_t j = fairaudit_choose(die, i + (c == NULL));
        const unsigned char kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }
}

static void test_functions(void)
{
    fairaudit_options some = {.trials = 3000};
    fairaudit_result result, again;

    TEST("tests: invalid arguments, and results that are not permutations")
    {
        CHECK(fairaudit_test(fisher_yates, NULL, 1, &some, &result) == FAIRAUDIT_EINVAL);
        CHECK(fairaudit_test(fisher_yates, NULL, 257, &some, &result) ==
              FAIRAUDIT_EINVAL);
        CHECK(fairaudit_test(NULL, NULL, 5, &some, &result) == FAIRAUDIT_EINVAL);
        CHECK(fairaudit_test(fisher_yates, NULL, 5, &some, NULL) == FAIRAUDIT_EINVAL);
        CHECK(fairaudit_test(loses_a_card, NULL, 5, &some, &result) == FAIRAUDIT_EORDER);
        for (int i = 0; i < 4; i++) {
            fairaudit_options later = {.trials = 3000};
            later.reserved[i] = 1;
            CHECK(fairaudit_test(fisher_yates, NULL, 5, &later, &result) ==
                  FAIRAUDIT_EINVAL);
        }
    }

    TEST("tests: fair shuffles pass, from 2 cards to 256")
    for (size_t n = 2; n <= 256; n += n < 5 ? 1 : n < 52 ? 47 : 204) {
        CHECK(fairaudit_test(fisher_yates, NULL, n, &some, &result) == FAIRAUDIT_OK);
        CHECKF(result.verdict == FAIRAUDIT_NO_EVIDENCE && result.trials == 3000, "%zu",
               n);
        CHECK(result.decided == 0 && result.evidence < 6 && result.distance == 0);
        CHECK(result.effect[0] == '\0' && result.mistake[0] == '\0');
    }

    TEST("tests: an unfair shuffle is found, named and described; threads change nothing")
    {
        some.threads = 1;
        CHECK(fairaudit_test(fisher_yates, &calls, 10, &some, &result) == FAIRAUDIT_OK);
        CHECK(result.verdict == FAIRAUDIT_UNFAIR && result.evidence > 6);
        CHECK(result.decided > 0 && result.decided < 100 && result.trials > 100);
        CHECKF(result.distance > 0.8 && result.distance < 0.9, "%g", result.distance);
        CHECKF(strcmp(result.mistake, "sattolo") == 0, "%s", result.mistake);
        CHECKF(strstr(result.effect, "cycle") != NULL, "%s", result.effect);
        CHECK(result.view[0] != '\0');
        some.threads = 3;
        CHECK(fairaudit_test(fisher_yates, &calls, 10, &some, &again) == FAIRAUDIT_OK);
        CHECK(again.decided == result.decided && again.evidence == result.evidence &&
              again.distance == result.distance &&
              strcmp(again.effect, result.effect) == 0);
    }

    TEST("tests: a million shuffles that end at once, and more than can ever be done")
    {
        some.trials = UINT64_MAX;
        CHECK(fairaudit_test(forgets_to_ask, NULL, 52, NULL, &result) == FAIRAUDIT_OK);
        CHECK(result.verdict == FAIRAUDIT_UNFAIR && result.trials < 100000);
        CHECK(fairaudit_test(forgets_to_ask, NULL, 2, &some, &result) == FAIRAUDIT_OK);
        CHECK(result.verdict == FAIRAUDIT_UNFAIR && result.trials < 100000);
    }
}

int main(void)
{
    fairaudit_proof proof;

    TEST("invalid arguments")
    {
        CHECK(prove(starts_late, 1, &proof) == FAIRAUDIT_EINVAL);
        CHECK(prove(starts_late, 0, &proof) == FAIRAUDIT_EINVAL);
        CHECK(prove(starts_late, 257, &proof) == FAIRAUDIT_EINVAL);
        CHECK(prove(NULL, 5, &proof) == FAIRAUDIT_EINVAL);
        CHECK(fairaudit_prove(starts_late, NULL, 5, NULL) == FAIRAUDIT_EINVAL);
        CHECK(prove(starts_late, 11, &proof) == FAIRAUDIT_ELARGE);
        CHECK(prove(starts_late, 256, &proof) == FAIRAUDIT_ELARGE);
    }

    TEST("functions that break the rules are detected")
    {
        CHECK(prove(keeps_count, 5, &proof) == FAIRAUDIT_EREPLAY);
        CHECK(prove(own_choice, 5, &proof) == FAIRAUDIT_EREPLAY);
        CHECK(prove(late_choice, 4, &proof) == FAIRAUDIT_EREPLAY);
        CHECK(prove(loses_a_card, 5, &proof) == FAIRAUDIT_EORDER);
        CHECK(prove(makes_a_card, 5, &proof) == FAIRAUDIT_EORDER);
        CHECK(prove(asks_for_nothing, 5, &proof) == FAIRAUDIT_EINVAL);
    }

    TEST("functions that never return are ended")
    {
        CHECK(prove(asks_for_ever, 5, &proof) == FAIRAUDIT_ELARGE);
        CHECK(prove(asks_one_for_ever, 5, &proof) == FAIRAUDIT_ELARGE);
        CHECK(prove(waits_for_a_one, 5, &proof) == FAIRAUDIT_ELARGE);
        CHECK(prove(asks_too_much, 5, &proof) == FAIRAUDIT_ELARGE);
        CHECK(prove(asks_a_lot, 5, &proof) == FAIRAUDIT_ELARGE);
    }

    TEST("a function that does nothing, and one that is nearly fair")
    {
        CHECK(prove(forgets_to_ask, 5, &proof) == FAIRAUDIT_OK);
        CHECK(!proof.fair && proof.sequences == 1 && proof.impossible == 119);
        CHECK(fabs(proof.distance - 119 / 120.0) < 1e-15 && proof.largest == 120);
        CHECK(prove(starts_late, 6, &proof) == FAIRAUDIT_OK);
        CHECK(!proof.fair && proof.sequences == 360 && proof.impossible == 360);
        CHECK(proof.distance == 0.5 && proof.largest == 2 && proof.least == 0);
        CHECK(prove(uneven_depths, 6, &proof) == FAIRAUDIT_OK);
        CHECK(proof.fair && proof.distance == 0 && proof.sequences > 720);
    }

    TEST("every error has a description")
    for (int error = -6; error <= 1; error++)
        CHECK(*fairaudit_strerror(error) != '\0');

    test_functions();
    return test_done();
}
