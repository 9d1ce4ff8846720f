/* SPDX-License-Identifier: MIT
 *
 * test_matrices_found.c - views that count in matrices, with shuffles that are unfair in
 * one way only: each is found by the view that it was made for, and by no view that it
 * was made to pass.
 */
#include "tests/audit/views/matrices.h"

typedef void shuffle(audit_source *source, unsigned char *order, size_t n, size_t t);

static size_t position_of(const unsigned char *order, size_t n, unsigned char card)
{
    return (size_t)((const unsigned char *)memchr(order, card, n) - order);
}

static void exchange(unsigned char *order, size_t i, size_t j)
{
    const unsigned char card = order[i];
    order[i] = order[j];
    order[j] = card;
}

/* Moves the first `by` cards to the end. */
static void rotate(unsigned char *order, size_t n, size_t by)
{
    unsigned char old[256];
    memcpy(old, order, n);
    for (size_t i = 0; i < n; i++)
        order[i] = old[(i + by) % n];
}

static int chance(audit_source *source, uint64_t percent)
{
    return audit_source_below(source, 100) < percent;
}

/* Card 0 prefers the two positions in the middle. The deck is only rotated: as a ring it
 * is fair, and no card comes earlier on average. */
static void likes_middle(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    audit_source_order(source, order, n);
    if (!chance(source, 15))
        return;
    const size_t want = n / 2 - (size_t)audit_source_below(source, 2);
    rotate(order, n, (position_of(order, n, 0) + n - want) % n);
}

/* Cards 0 and 1 are neighbours too often; either may be first, equally often. */
static void side_by_side(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    audit_source_order(source, order, n);
    if (chance(source, 15)) {
        rotate(order, n, position_of(order, n, 0));
        exchange(order, position_of(order, n, 1), chance(source, 50) ? 1 : n - 1);
    }
    rotate(order, n, (size_t)audit_source_below(source, n));
}

/* If 0 comes right after 1, they are usually exchanged. */
static void zero_first(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    audit_source_order(source, order, n);
    rotate(order, n, position_of(order, n, 1));
    if (order[1] == 0 && chance(source, 60))
        exchange(order, 0, 1);
    rotate(order, n, (size_t)audit_source_below(source, n));
}

/* A little towards sorted: two cards at random positions are sorted. */
static void a_bit_sorted(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    audit_source_order(source, order, n);
    const size_t i = (size_t)audit_source_below(source, n);
    const size_t j = (size_t)audit_source_below(source, n);
    if (i < j && order[i] > order[j])
        exchange(order, i, j);
}

/* 0 before 1, 1 before 2, 2 before 0: each usually, and none of them early on average. */
static void in_a_circle(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    audit_source_order(source, order, n);
    if (!chance(source, 20))
        return;
    unsigned char next = (unsigned char)audit_source_below(source, 3);
    for (size_t position = 0; position < n; position++)
        if (order[position] < 3) {
            order[position] = next;
            next = (unsigned char)((next + 1) % 3);
        }
}

static void even_only(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    audit_source_order(source, order, n);
    int odd = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            odd ^= order[i] > order[j];
    if (odd)
        exchange(order, n - 2, n - 1);
}

/* x -> ax + b modulo n, a prime. */
static void affine(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    (void)t;
    const size_t a = 1 + (size_t)audit_source_below(source, n - 1);
    const size_t b = (size_t)audit_source_below(source, n);
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned char)((a * i + b) % n);
}

/* Sometimes two cards of the previous order, which is in `order`, are exchanged and
 * nothing else. */
static void lazy(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    if (t == 0 || chance(source, 90)) {
        audit_source_order(source, order, n);
        return;
    }
    memcpy(order, order - n, n);
    exchange(order, (size_t)audit_source_below(source, n), 0);
}

/* Each order is rotated by one until it comes back: every card is at every position
 * equally often, exactly. */
static void too_even(audit_source *source, unsigned char *order, size_t n, size_t t)
{
    if (t % n == 0) {
        audit_source_order(source, order, n);
        return;
    }
    memcpy(order, order - n, n);
    rotate(order, n, 1);
}

typedef struct made_wrong {
    const char *what;
    shuffle *shuffle;
    size_t n, count;
    const char *finds, *silent; /* tests; lists begin and end with a space */
    const char *wins;           /* views whose wealth must be enough */
    int lower;                  /* it is the lower tail */
} made_wrong;

static const made_wrong controls[] = {
    {"fair", (shuffle *)NULL, 10, 20000, " ",
     " position serial-position successor-symmetric successor-antisymmetric "
     "precedence-linear precedence-rest triples ",
     " ", 0},
    {"likes the middle", likes_middle, 10, 20000, " position ",
     " successor-symmetric successor-antisymmetric precedence-linear precedence-rest "
     "serial-position ",
     " position ", 0},
    {"side by side", side_by_side, 10, 20000, " successor-symmetric ",
     " position serial-position successor-antisymmetric precedence-linear "
     "precedence-rest ",
     " successor ", 0},
    {"zero first", zero_first, 10, 20000, " successor-antisymmetric ",
     " position serial-position successor-symmetric ", " successor ", 0},
    {"a bit sorted", a_bit_sorted, 10, 6000, " precedence-linear ",
     " successor-symmetric successor-antisymmetric serial-position ", " ", 0},
    {"in a circle", in_a_circle, 10, 20000, " precedence-rest ",
     " position serial-position precedence-linear successor-symmetric ", " ", 0},
    {"even only", even_only, 5, 6000, " whole ",
     " position successor-symmetric successor-antisymmetric precedence-linear "
     "precedence-rest triples ",
     " whole ", 0},
    {"affine", affine, 13, 60000, " triples ", " position serial-position ", " ", 0},
    {"lazy", lazy, 10, 6000, " serial-position ", " ", " serial-position ", 0},
    {"too even", too_even, 10, 3000, " position ", " ", " ", 1},
};

static int is_in(const char *list, const char *name)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(list, word) != NULL;
}

static void check_control(const made_wrong *control)
{
    const size_t n = control->n, count = control->count;
    audit_block *block = fair_block(n, count, 77);
    const audit_seed seed = audit_seed_of_number(78);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
    for (size_t t = 0; t < count && control->shuffle != NULL; t++)
        control->shuffle(&source, block->orders + t * n, n, t);
    audit_block_work(block, 0, count, NULL);
    for (int maker = 0; maker < MAKERS; maker++) {
        audit_view *view = made((enum maker)maker, n);
        audit_test test[AUDIT_TESTS];
        feed(view, block, 0, count);
        const size_t tests = view->tests(view, test);
        for (size_t i = 0; i < tests; i++) {
            const audit_tails tails = test[i].tails;
            const double p = control->lower ? tails.lower : tails.upper;
            if (is_in(control->finds, test[i].name))
                CHECKF(test[i].usable && p < 1e-12, "%s is not found by %s: %g",
                       control->what, test[i].name, p);
            if (is_in(control->silent, test[i].name))
                CHECKF(audit_two_sided(tails) > 1e-4, "%s is found by %s: %g",
                       control->what, test[i].name, audit_two_sided(tails));
        }
        const double evidence = view->evidence(view);
        if (is_in(control->wins, view->name))
            CHECKF(evidence > log(1e8), "%s: %s has %g", control->what, view->name,
                   evidence);
        else if (control->shuffle == NULL)
            CHECKF(evidence < log(1e3), "%s: %s has %g", control->what, view->name,
                   evidence);
        view->free(view);
    }
    audit_block_free(block);
}

int main(void)
{
    TEST("each view finds the shuffle that was made for it, and nothing else")
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
        check_control(&controls[i]);
    return test_done();
}
