/* SPDX-License-Identifier: MIT
 *
 * test_matrices.c - views that count in matrices: card at position, card after card, card
 * before card, whole orders, first three cards. By enumeration: they bet fairly, and have
 * the covariances that the tests rely on. Counts are correct for any number of cards,
 * however orders are added, and with few orders no test is usable.
 */
#include "tests/audit/views/matrices.h"

/* ---- betting is fair, by enumeration ----------------------------------------------- */

/* A cheat: a bettor who looks at the order before he bets. */
typedef struct cheat {
    audit_view view;
    audit_view *honest;
} cheat;

static void cheat_take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    audit_view *honest = ((cheat *)view)->honest;
    for (size_t t = from; t < to; t++) {
        honest->bets = 0;
        honest->take(honest, block, t, t + 1);
        honest->bets = 1;
        honest->take(honest, block, t, t + 1);
    }
}

static double cheat_evidence(const audit_view *view)
{
    const cheat *me = (const cheat *)view;
    return me->honest->evidence(me->honest);
}

static void cheat_free(audit_view *view)
{
    ((cheat *)view)->honest->free(((cheat *)view)->honest);
    free(view);
}

static audit_view *make_cheat(size_t n, const void *context)
{
    cheat *me = calloc(1, sizeof *me);
    if (me == NULL)
        return NULL;
    me->honest = make(n, context);
    me->view.bets = 1;
    me->view.take = cheat_take;
    me->view.evidence = cheat_evidence;
    me->view.free = cheat_free;
    if (me->honest != NULL)
        return &me->view;
    free(me);
    return NULL;
}

static void test_martingale(void)
{
    static const enum maker bettors[] = {POSITION, SERIAL, SUCCESSOR, WHOLE};
    static const struct {
        size_t n, longest;
    } cases[] = {{2, 8}, {3, 4}, {4, 2}, {5, 1}};
    TEST("mean wealth over all sequences of orders is 1")
    for (size_t b = 0; b < 4; b++)
        for (size_t c = 0; c < 4; c++)
            for (size_t length = 1; length <= cases[c].longest; length++)
                for (int together = 0; together < 2; together++) {
                    const double mean =
                        martingale_mean(make, &bettors[b], cases[c].n, length, together);
                    CHECKF(fabs(mean - 1) < 1e-12, "view %d, %zu orders of %zu: %.15g",
                           (int)bettors[b], length, cases[c].n, mean);
                }
    TEST("negative control: it is not 1 if a bettor looks before he bets")
    for (size_t b = 0; b < 4; b++)
        if (bettors[b] != SERIAL) {
            const double mean = martingale_mean(make_cheat, &bettors[b], 3, 2, 0);
            CHECKF(mean > 1.001, "view %d: %.15g", (int)bettors[b], mean);
        }
}

/* ---- covariances, by enumeration --------------------------------------------------- */

enum { LONG = 36 }; /* the longest vector: 6 by 6 cells */

/* The centred cells that a test of one order looks at; returns their number. */
typedef size_t cells(const audit_view *view, size_t n, double *cell);

static size_t cells_of_position(const audit_view *view, size_t n, double *cell)
{
    for (size_t i = 0; i < n * n; i++)
        cell[i] = (double)audit_position_counts(view)[i] - 1 / (double)n;
    return n * n;
}

static size_t cells_of_pairs(const uint64_t *count, size_t n, double sign, double mean,
                             double *cell)
{
    size_t used = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            cell[used++] =
                (double)count[a * n + b] + sign * (double)count[b * n + a] - mean;
    return used;
}

static size_t cells_symmetric(const audit_view *view, size_t n, double *cell)
{
    return cells_of_pairs(audit_successor_counts(view), n, 1, 2 / (double)(n - 1), cell);
}

static size_t cells_antisymmetric(const audit_view *view, size_t n, double *cell)
{
    return cells_of_pairs(audit_successor_counts(view), n, -1, 0, cell);
}

static size_t cells_of_precedence(const audit_view *view, size_t n, double *cell)
{
    return cells_of_pairs(audit_precedence_counts(view), n, -1, 0, cell);
}

/* Whether the covariance C over all orders has the eigenvalues x and y, that many times,
 * and no others: (C - x)(C - y) = 0, and the trace fits. */
static void check_covariance(const char *what, enum maker maker, cells *of, size_t n,
                             double x, double times_x, double y, double times_y)
{
    static double c[LONG][LONG];
    size_t orders = 1, size = 0;
    for (size_t i = 2; i <= n; i++)
        orders *= i;
    audit_block *block = audit_block_new(n, 1);
    if (block == NULL)
        exit(1);
    memset(c, 0, sizeof c);
    block->count = 1;
    for (size_t rank = 0; rank < orders; rank++) {
        double cell[LONG];
        audit_unrank(rank, n, block->orders);
        audit_block_work(block, 0, 1, NULL);
        audit_view *view = made(maker, n);
        view->take(view, block, 0, 1);
        size = of(view, n, cell);
        view->free(view);
        for (size_t i = 0; i < size; i++)
            for (size_t j = 0; j < size; j++)
                c[i][j] += cell[i] * cell[j] / (double)orders;
    }
    audit_block_free(block);
    double trace = 0, worst = 0;
    for (size_t i = 0; i < size; i++) {
        trace += c[i][i];
        for (size_t j = 0; j < size; j++) {
            double product = 0;
            for (size_t k = 0; k < size; k++)
                product += (c[i][k] - (i == k ? x : 0)) * (c[k][j] - (j == k ? y : 0));
            worst = fmax(worst, fabs(product));
        }
    }
    CHECKF(worst < 1e-11, "%s, n = %zu: other eigenvalues, %g", what, n, worst);
    CHECKF(fabs(trace - times_x * x - times_y * y) < 1e-11, "%s, n = %zu: trace %g", what,
           n, trace);
}

static void test_covariances(void)
{
    TEST("covariances have the eigenvalues that the tests divide by, n = 3 to 6")
    for (size_t n = 3; n <= 6; n++) {
        const double m = (double)n, rest = (m - 1) * (m - 2) / 2;
        check_covariance("position", POSITION, cells_of_position, n, 1 / (m - 1),
                         (m - 1) * (m - 1), 0, m * m - (m - 1) * (m - 1));
        check_covariance("symmetric", SUCCESSOR, cells_symmetric, n, 2 / (m - 1),
                         m * (m - 3) / 2, 0, m);
        check_covariance("antisymmetric", SUCCESSOR, cells_antisymmetric, n,
                         2 * m / ((m - 1) * (m - 2)), rest, 0, m - 1);
        check_covariance("precedence", PRECEDENCE, cells_of_precedence, n, (m + 1) / 3,
                         m - 1, 1.0 / 3, rest);
    }

    /* |V1 + V2|^2 / 2 is df + <V1, V2>, with mean df, and variance df if no direction is
     * preferred. One of the two orders may be fixed. */
    TEST("the statistics of all pairs of orders have mean df and variance df, n = 2 to 6")
    for (size_t n = 2; n <= 6; n++)
        for (int maker = 0; maker < MAKERS; maker++) {
            if (maker == SERIAL)
                continue;
            audit_block *block = audit_block_new(n, 2);
            audit_test test[AUDIT_TESTS];
            double mean[AUDIT_TESTS] = {0}, square[AUDIT_TESTS] = {0};
            size_t orders = 1, tests = 0;
            for (size_t i = 2; i <= n; i++)
                orders *= i;
            block->count = 2;
            for (size_t rank = 0; rank < orders; rank++) {
                audit_unrank(1, n, block->orders);
                audit_unrank(rank, n, block->orders + n);
                audit_block_work(block, 0, 2, NULL);
                audit_view *view = made((enum maker)maker, n);
                view->take(view, block, 0, 2);
                tests = view->tests(view, test);
                view->free(view);
                for (size_t i = 0; i < tests; i++) {
                    const double off = test[i].value - test[i].df;
                    mean[i] += off / (double)orders;
                    square[i] += off * off / (double)orders;
                }
            }
            audit_block_free(block);
            CHECK(tests > 0 || (maker == SUCCESSOR && n == 2) ||
                  (maker == TRIPLES && n == 2));
            for (size_t i = 0; i < tests; i++)
                CHECKF(fabs(mean[i]) < 1e-9 && fabs(square[i] / test[i].df - 1) < 1e-9,
                       "%s, n = %zu: df %g, mean off by %g, variance %g", test[i].name, n,
                       test[i].df, mean[i], square[i]);
        }
}

/* ---- counts ------------------------------------------------------------------------ */

/* Counts everything in the simplest way, and compares. */
static void check_counts(const audit_block *block, audit_view *const view[MAKERS])
{
    const size_t n = block->n;
    uint64_t *position = calloc(n * n, 8), *after = calloc(n * n, 8);
    uint64_t *before = calloc(n * n, 8), *serial = calloc(n * n, 8);
    for (size_t t = 0; t < block->count; t++) {
        const unsigned char *order = block->orders + t * n;
        for (size_t i = 0; i < n; i++) {
            position[i * n + order[i]]++;
            after[order[i] * n + order[(i + 1) % n]]++;
            for (size_t j = i + 1; j < n; j++)
                before[order[i] * n + order[j]]++;
            if (t > 0)
                serial[i * n +
                       (size_t)((const unsigned char *)memchr(order - n, order[i], n) -
                                (order - n))]++;
        }
    }
    const size_t size = n * n * 8;
    CHECKF(memcmp(position, audit_position_counts(view[POSITION]), size) == 0, "%zu", n);
    CHECKF(memcmp(serial, audit_position_counts(view[SERIAL]), size) == 0, "%zu", n);
    CHECKF(memcmp(after, audit_successor_counts(view[SUCCESSOR]), size) == 0, "%zu", n);
    CHECKF(memcmp(before, audit_precedence_counts(view[PRECEDENCE]), size) == 0, "%zu",
           n);
    free(position);
    free(after);
    free(before);
    free(serial);
}

static void test_counts(void)
{
    static const size_t decks[] = {2, 3, 4, 7, 8, 15, 16, 17, 52, 64, 65, 255, 256};
    TEST("counts are correct, and do not depend on portions or bets")
    for (size_t d = 0; d < sizeof decks / sizeof decks[0]; d++) {
        const size_t n = decks[d], count = n > 100 ? 300 : 700;
        audit_block *block = fair_block(n, count, 2);
        audit_view *one[MAKERS], *many[MAKERS], *quiet[MAKERS];
        for (int maker = 0; maker < MAKERS; maker++) {
            one[maker] = made((enum maker)maker, n);
            many[maker] = made((enum maker)maker, n);
            quiet[maker] = made((enum maker)maker, n);
            quiet[maker]->bets = 0;
            feed(one[maker], block, 0, count);
            feed(quiet[maker], block, 0, count);
            for (size_t from = 0, part = 1; from < count;
                 from += part, part = part * 2 % 97)
                feed(many[maker], block, from, from + part < count ? from + part : count);
            audit_test a[AUDIT_TESTS], b[AUDIT_TESTS], c[AUDIT_TESTS];
            const size_t tests = one[maker]->tests(one[maker], a);
            CHECK(many[maker]->tests(many[maker], b) == tests);
            CHECK(quiet[maker]->tests(quiet[maker], c) == tests);
            for (size_t i = 0; i < tests; i++) {
                CHECK(a[i].value == b[i].value && a[i].value == c[i].value);
                CHECK(isfinite(a[i].value) && a[i].value >= 0 && a[i].df > 0);
            }
            const double evidence = one[maker]->evidence(one[maker]);
            CHECK(isfinite(evidence) && evidence == many[maker]->evidence(many[maker]));
            CHECK(quiet[maker]->evidence(quiet[maker]) == 0);
            CHECKF(evidence < log(1e4), "%s of %zu: %g", one[maker]->name, n, evidence);
            CHECK(one[maker]->bets == (maker == POSITION || maker == SERIAL ||
                                       (maker == SUCCESSOR && n > 2) ||
                                       (maker == WHOLE && n <= 7)));
        }
        check_counts(block, one);
        check_counts(block, many);
        size_t size;
        uint64_t total = 0;
        const uint64_t *whole = audit_whole_counts(one[WHOLE], &size);
        CHECK((n <= 7) == (whole != NULL) && (n <= 7) == (size > 0));
        for (size_t i = 0; i < size; i++)
            total += whole[i];
        CHECK(size == 0 || total == count);
        for (int maker = 0; maker < MAKERS; maker++) {
            one[maker]->free(one[maker]);
            many[maker]->free(many[maker]);
            quiet[maker]->free(quiet[maker]);
        }
        audit_block_free(block);
    }
    TEST("the same order a thousand times")
    {
        audit_block *block = fair_block(20, 1000, 4);
        audit_view *view = made(PRECEDENCE, 20);
        for (size_t t = 1; t < 1000; t++)
            memcpy(block->orders + t * 20, block->orders, 20);
        audit_block_work(block, 0, 1000, NULL);
        feed(view, block, 0, 1000);
        for (size_t i = 0; i < 20; i++)
            for (size_t j = i + 1; j < 20; j++)
                CHECK(audit_precedence_counts(
                          view)[block->orders[i] * 20 + block->orders[j]] == 1000);
        view->free(view);
        audit_block_free(block);
    }
    TEST("whole orders are ranked lexicographically")
    {
        static const unsigned char orders[3][4] = {
            {0, 1, 2, 3}, {0, 1, 3, 2}, {3, 2, 1, 0}};
        audit_block *block = audit_block_new(4, 3);
        memcpy(block->orders, orders, sizeof orders);
        block->count = 3;
        audit_block_work(block, 0, 3, NULL);
        audit_view *view = made(WHOLE, 4);
        view->take(view, block, 0, 3);
        size_t size;
        const uint64_t *count = audit_whole_counts(view, &size);
        CHECK(size == 24 && count[0] == 1 && count[1] == 1 && count[23] == 1);
        view->free(view);
        audit_block_free(block);
    }
    TEST("few orders, or none: no test is usable, and all numbers are finite")
    for (size_t n = 2; n <= 60; n = n * 2 + 1)
        for (size_t count = 0; count < 100; count = count * 3 + 1) {
            audit_block *block = fair_block(n, count + 1, 3);
            for (int maker = 0; maker < MAKERS; maker++) {
                audit_view *view = made((enum maker)maker, n);
                audit_test test[AUDIT_TESTS];
                feed(view, block, 0, count);
                const size_t tests = view->tests(view, test);
                for (size_t i = 0; i < tests; i++) {
                    CHECKF(!test[i].usable && test[i].tails.upper == 1 &&
                               test[i].tails.lower == 1 && isfinite(test[i].value),
                           "%s, %zu orders of %zu", test[i].name, count, n);
                }
                CHECK(isfinite(view->evidence(view)));
                view->free(view);
            }
            audit_block_free(block);
        }
}

int main(void)
{
    test_martingale();
    test_covariances();
    test_counts();
    return test_done();
}
