/* SPDX-License-Identifier: MIT
 *
 * test_matrices_fair.c - views that count in matrices, with fair shuffles: their p-values
 * are uniform in both tails, and for three cards this holds down to 1e-9, by the exact
 * distribution.
 */
#include "tests/audit/views/matrices.h"

/* ---- fair audits ------------------------------------------------------------------- */

enum { TESTS = 8, MOST_AUDITS = 1000 };

/* The upper tails of one test. */
typedef struct tails_seen {
    const char *name;
    double df;
    size_t used;
    double p[MOST_AUDITS];
} tails_seen;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov's distance from uniform, times sqrt(count). */
static double kolmogorov(double *p, size_t count)
{
    double worst = 0;
    qsort(p, count, sizeof *p, by_size);
    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, p[i] - (double)i / (double)count);
        worst = fmax(worst, (double)(i + 1) / (double)count - p[i]);
    }
    return worst * sqrt((double)count);
}

static void check_uniform(tails_seen *seen, size_t n, size_t audits)
{
    CHECKF(seen->used == audits, "%s, n = %zu: usable in %zu of %zu", seen->name, n,
           seen->used, audits);
    if (seen->df < 9)
        return; /* few values, far apart: only safe */
    const double distance = kolmogorov(seen->p, seen->used); /* above 2: 7e-4 */
    CHECKF(distance < 2, "%s, n = %zu: not uniform, %g", seen->name, n, distance);
}

/* `audits` fair audits, which also check the wealth of all bettors. */
static void audit_fairly(size_t n, size_t count, size_t audits, const enum maker *without)
{
    static tails_seen seen[TESTS];
    tallies all = {0};
    memset(seen, 0, sizeof seen);
    size_t rich = 0, bets = 0, tests = 0;
    for (size_t number = 0; number < audits; number++) {
        audit_block *block = fair_block(n, count, 1000 + number);
        tests = 0;
        for (int maker = 0; maker < MAKERS; maker++) {
            if (without != NULL && (enum maker)maker >= *without)
                continue;
            audit_view *view = made((enum maker)maker, n);
            audit_test test[AUDIT_TESTS];
            view->bets = view->bets && number < 100;
            feed(view, block, 0, count);
            const size_t more = view->tests(view, test);
            tally_tests(&all, view);
            for (size_t i = 0; i < more; i++, tests++) {
                seen[tests].name = test[i].name;
                seen[tests].df = test[i].df;
                if (test[i].usable)
                    seen[tests].p[seen[tests].used++] = test[i].tails.upper;
            }
            bets += (size_t)view->bets;
            rich += view->bets && view->evidence(view) >= log(20);
            view->free(view);
        }
        audit_block_free(block);
    }
    tally_check(&all, n, (unsigned)audits);
    for (size_t i = 0; i < tests; i++)
        check_uniform(&seen[i], n, audits);
    CHECKF((double)rich <= 0.05 * (double)bets + 4 * sqrt(0.05 * (double)bets),
           "n = %zu: %zu of %zu bettors have 20", n, rich, bets);
}

static void test_fair(void)
{
    static const enum maker whole = WHOLE;
    TEST("fair audits of 3 cards: p-values in both tails")
    audit_fairly(3, 1100, 1000, NULL);
    TEST("fair audits of 4 cards")
    audit_fairly(4, 2400, 400, NULL);
    TEST("fair audits of 10 cards")
    audit_fairly(10, 700, 1000, &whole);
    TEST("fair audits of 52 cards")
    audit_fairly(52, 700, 100, &whole);
}

/* ---- an exact distribution --------------------------------------------------------- */

/* Three cards, N orders: e of them even. Each cell of the position matrix belongs to one
 * of the three even orders and to one of the odd ones, so the statistic is 6/N times the
 * sum of the squared deviations of the three even counts and of the three odd ones. With
 * q = 3 (sum of squares) - (sum)^2, a whole multiple of 2, it is 2 (q + q') / N. */
enum { EXACT = 510, LIMIT = 75 * EXACT / 2 / 2 };

/* probability[q / 2]: the distribution of q for `count` balls in three cells; *used =
 * its last index. */
static void law_of_three(size_t count, double *probability, size_t *used)
{
    double *log_factorial = calloc(count + 1, sizeof *log_factorial);
    for (size_t i = 2; i <= count; i++)
        log_factorial[i] = log_factorial[i - 1] + log((double)i);
    memset(probability, 0, LIMIT * sizeof *probability);
    *used = 0;
    for (size_t a = 0; a <= count; a++)
        for (size_t b = 0; a + b <= count; b++) {
            const size_t c = count - a - b;
            const size_t half = (3 * (a * a + b * b + c * c) - count * count) / 2;
            if (half >= LIMIT)
                continue;
            probability[half] +=
                exp(log_factorial[count] - log_factorial[a] - log_factorial[b] -
                    log_factorial[c] - (double)count * log(3));
            *used = half > *used ? half : *used;
        }
    free(log_factorial);
}

static void test_exact(void)
{
    TEST("positions of 3 cards, as soon as usable: exact tails down to 1e-9")
    {
        static double even[LIMIT], odd[LIMIT], probability[LIMIT];
        const double each = EXACT / 3.0;
        CHECK(audit_counts_suffice(each, 4) && !audit_counts_suffice(each - 1, 4));
        for (size_t e = 0; e <= EXACT; e++) {
            const double share = exp(lgamma(EXACT + 1) - lgamma((double)e + 1) -
                                     lgamma((double)(EXACT - e) + 1) - EXACT * log(2));
            size_t some, others;
            if (share < 1e-13)
                continue;
            law_of_three(e, even, &some);
            law_of_three(EXACT - e, odd, &others);
            for (size_t i = 0; i <= some; i++)
                for (size_t j = 0; even[i] > 0 && j <= others && i + j < LIMIT; j++)
                    probability[i + j] += share * even[i] * odd[j];
        }
        for (int digits = 2; digits <= 9; digits++) {
            const double level = pow(10, -digits);
            double above = 0, below = 0;
            for (size_t i = 0; i < LIMIT; i++) {
                const audit_test test =
                    audit_test_chisq("", "", 4 * (double)i / EXACT, 4, 4.0 / 3 / each, 1);
                above += test.tails.upper <= level ? probability[i] : 0;
                below += test.tails.lower <= level ? probability[i] : 0;
            }
            CHECKF(above < level * (level > 5e-9 ? 1.25 : 1.4) && below < level * 1.05,
                   "level %g: %g above, %g below", level, above, below);
            CHECKF(above > level * 0.9, "level %g: %g above", level, above);
        }
    }
}

/* P(all of `cells` equal cells have the same count `each`). */
static double all_equal(double cells, double each)
{
    return exp(lgamma(cells * each + 1) - cells * lgamma(each + 1) -
               cells * each * log(cells));
}

/* Every order equally often: all statistics are 0, which can happen. */
static void test_even(void)
{
    TEST("perfectly even counts of 3 and 4 cards are not called impossible")
    for (size_t n = 3; n <= 4; n++) {
        const size_t orders = n == 3 ? 6 : 24, count = orders * 200;
        const double every = all_equal((double)orders, 200);
        audit_block *block = fair_block(n, count, 1);
        for (size_t t = 0; t < count; t++)
            audit_unrank(t % orders, n, block->orders + t * n);
        audit_block_work(block, 0, count, NULL);
        for (int maker = 0; maker < MAKERS; maker++) {
            audit_view *view = made((enum maker)maker, n);
            audit_test test[AUDIT_TESTS];
            feed(view, block, 0, count);
            const size_t tests = view->tests(view, test);
            for (size_t i = 0; i < tests && maker != SERIAL; i++) {
                const int two = test[i].df == 1; /* as two cells, or three */
                const int three = strcmp(test[i].name, "successor-symmetric") == 0;
                const double least = two     ? all_equal(2, (double)count / 2)
                                     : three ? all_equal(3, (double)count / 3)
                                             : every;
                CHECKF(test[i].usable && test[i].value < 1e-9 &&
                           test[i].tails.lower >= least,
                       "%s, n = %zu: %g, but it has %g", test[i].name, n,
                       test[i].tails.lower, least);
            }
            view->free(view);
        }
        audit_block_free(block);
    }
}

int main(void)
{
    test_fair();
    test_exact();
    test_even();
    return test_done();
}
