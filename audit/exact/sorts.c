/* SPDX-License-Identifier: MIT
 *
 * sorts.c - sorts with a coin for a comparison, any number of cards.
 *
 * A sort that never asks a question whose answer it could know reaches each order in one
 * way, and gives it the probability 2^-q if q questions lead to it. So the distribution
 * follows from the share of orders that take q questions. That is the distribution of q
 * if the sort sorts a fair order: insertions are independent; the halves of a merge sort
 * and the way they interleave are independent; the sides of a pivot are independent.
 */
#include "audit/exact/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The distribution of the number of questions. */
struct counts {
    size_t first;        /* the smallest number */
    size_t size;         /* how many numbers */
    double *probability; /* [size]: probability[i] is P(first + i) */
};

static struct counts new_counts(size_t first, size_t size)
{
    return (struct counts){first, size, calloc(size, sizeof(double))};
}

static void add_product(struct counts *to, const struct counts *a, const struct counts *b)
{
    const size_t shift = a->first + b->first - to->first;
    for (size_t i = 0; i < a->size; i++) {
        const double x = a->probability[i];
        double *row = to->probability + shift + i;
        for (size_t j = 0; j < b->size; j++)
            row[j] += x * b->probability[j];
    }
}

static int finish(const struct counts *counts, audit_exact *exact)
{
    const double all = audit_log_factorial(exact->n), ln2 = log(2);
    audit_classes classes;
    if (counts->probability == NULL)
        return FAIRAUDIT_ENOMEM;
    audit_classes_start(&classes);
    for (size_t i = 0; i < counts->size; i++)
        if (counts->probability[i] > 0)
            audit_classes_add(&classes, counts->probability[i],
                              all - ln2 * (double)(counts->first + i));
    audit_classes_finish(&classes, exact);
    exact->log2_possible = all / ln2;
    exact->how = AUDIT_HOW_COIN_FLIPS;
    return FAIRAUDIT_OK;
}

/* ---- insertion and selection ------------------------------------------------------- */

/* With i cards before it, a card that moves by k < i positions takes k + 1 questions, one
 * that moves by i takes i. Selection has the same distribution: there the coins after the
 * last head count. */
static struct counts insertion_counts(size_t n)
{
    struct counts now = new_counts(0, 1);
    if (now.probability != NULL)
        now.probability[0] = 1;
    for (size_t i = 1; i < n && now.probability != NULL; i++) {
        struct counts one = new_counts(1, i);
        struct counts then = new_counts(now.first + 1, now.size + i - 1);
        if (one.probability != NULL && then.probability != NULL) {
            for (size_t k = 0; k < i; k++)
                one.probability[k] = (k + 1 == i ? 2.0 : 1.0) / (double)(i + 1);
            add_product(&then, &one, &now);
        } else {
            free(then.probability);
            then.probability = NULL;
        }
        free(one.probability);
        free(now.probability);
        now = then;
    }
    return now;
}

/* cell[j] of a card is the probability that it is at position j. */
static void insert(double *cell, size_t i)
{
    double here = ldexp(1, -(int)i),
           before = 0; /* P(it goes to j), P(it goes to a position before j) */
    double left = 0;   /* the old value at position j - 1 */
    const double moved = cell[i];
    for (size_t j = 0; j <= i; j++) {
        const double old = j < i ? cell[j] : 0;
        cell[j] = (1 - before - here) * old + before * left + here * moved;
        before += here;
        here = ldexp(1, -(int)(i - j));
        left = old;
    }
}

static void select_next(double *cell, size_t i, size_t n)
{
    const double old = cell[i];
    cell[i] = ldexp(old, -(int)(n - 1 - i));
    for (size_t j = i + 1; j < n; j++) {
        const double here = ldexp(1, -(int)(n - j));
        cell[i] += here * cell[j];
        cell[j] = here * old + (1 - here) * cell[j];
    }
}

int audit_exact_insertion(int selection, audit_exact *exact)
{
    const size_t n = exact->n;
    struct counts counts = insertion_counts(n);
    const int error = finish(&counts, exact);
    free(counts.probability);
    if (error != FAIRAUDIT_OK)
        return error;
    const double ln2 = log(2), all = audit_log_factorial(n);
    const size_t most = n * (n - 1) / 2;
    exact->log2_ratio =
        (double)(most - (n - 1)); /* exact, also if probabilities underflowed */
    exact->least = exp(all - ln2 * (double)most);
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    for (size_t card = 0; card < n; card++) {
        double cell[FAIRAUDIT_MOST] = {0};
        cell[card] = 1;
        for (size_t i = selection ? 0 : 1; i < n; i++)
            if (!selection)
                insert(cell, i);
            else if (i + 1 < n)
                select_next(cell, i, n);
        for (size_t position = 0; position < n; position++)
            exact->position[position * n + card] = cell[position];
    }
    return FAIRAUDIT_OK;
}

/* ---- merge sort -------------------------------------------------------------------- */

static double log_choose(size_t n, size_t k)
{
    return audit_log_factorial(n) - audit_log_factorial(k) - audit_log_factorial(n - k);
}

/* Merging a and b cards asks no question for the last t cards, which come from one side.
 * Among all interleavings, those with the last t from the second side are as many as
 * there are ways to arrange the other a - 1 cards of the first side before the card ahead
 * of them. */
static struct counts interleaving_counts(size_t a, size_t b)
{
    struct counts counts = new_counts(0, a + b);
    for (int side = 0; side < 2 && counts.probability != NULL; side++)
        for (size_t t = 1; t <= (side ? a : b); t++)
            counts.probability[a + b - t] +=
                exp(log_choose(a + b - t - 1, (side ? b : a) - 1) - log_choose(a + b, a));
    return counts;
}

/* The position matrix [card * n + position] of merge sort, from those of its halves. */
static void merge_positions(size_t a, const double *left, size_t b, const double *right,
                            double *merged)
{
    const size_t n = a + b;
    memset(merged, 0, n * n * sizeof *merged);
    for (int side = 0; side < 2; side++) {
        const size_t own = side ? b : a, other = side ? a : b;
        const double *half = side ? right : left;
        for (size_t x = 0; x < own; x++) {
            /* card x of its half comes when y of the others have */
            double rest = 1, p = ldexp(1, -(int)x - 1); /* y = 0 */
            for (size_t y = 0; y <= other; y++) {
                const double here = y < other ? p : rest;
                for (size_t card = 0; card < own; card++)
                    merged[(card + (side ? a : 0)) * n + x + y] +=
                        here * half[card * own + x];
                rest -= here;
                p *= (double)(x + y + 1) / (double)(y + 1) / 2;
            }
        }
    }
}

/* Finds the distribution of the questions and the position matrix of n cards,
 * [card * n + position]. 0: no memory. */
static int merge(size_t n, struct counts *counts, double **matrix)
{
    *counts = new_counts(0, 1);
    *matrix = calloc(n * n, sizeof **matrix);
    if (counts->probability == NULL || *matrix == NULL)
        return 0;
    if (n == 1) {
        counts->probability[0] = **matrix = 1;
        return 1;
    }
    const size_t half = n / 2;
    struct counts a = {0, 0, NULL}, b = {0, 0, NULL}, join, both = {0, 0, NULL};
    double *left = NULL, *right = NULL;
    free(counts->probability);
    counts->probability = NULL;
    join = interleaving_counts(half, n - half);
    int good =
        merge(half, &a, &left) && merge(n - half, &b, &right) && join.probability != NULL;
    if (good) {
        both = new_counts(0, a.size + b.size);
        *counts = new_counts(0, a.size + b.size + n);
        good = both.probability != NULL && counts->probability != NULL;
    }
    if (good) {
        add_product(&both, &a, &b);
        add_product(counts, &both, &join);
        merge_positions(half, left, n - half, right, *matrix);
    }
    free(a.probability);
    free(b.probability);
    free(join.probability);
    free(both.probability);
    free(left);
    free(right);
    return good;
}

int audit_exact_merge(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    const size_t n = exact->n;
    struct counts counts;
    double *matrix;
    int error = FAIRAUDIT_ENOMEM;
    if (merge(n, &counts, &matrix) && audit_exact_open_position(exact)) {
        error = finish(&counts, exact);
        for (size_t position = 0; position < n; position++)
            for (size_t card = 0; card < n; card++)
                exact->position[position * n + card] = matrix[card * n + position];
    }
    free(counts.probability);
    free(matrix);
    return error;
}

/* ---- quicksort --------------------------------------------------------------------- */

/* The distribution takes a convolution for each pair of sides, and time n^6: 2 seconds
 * for 128 cards, minutes for 256. */
enum { QUICK_MOST = 128 };

/* A fair order of m cards takes m - 1 questions, and those of both sides of the pivot,
 * which are independent once its rank is known; all ranks are equally likely. */
static struct counts quick_counts(const struct counts *smaller, size_t m)
{
    struct counts counts = new_counts(0, (m - 1) * (m - 2) / 2 + 1);
    if (counts.probability == NULL)
        return counts;
    for (size_t rank = 0; rank < m; rank++)
        add_product(&counts, &smaller[rank], &smaller[m - 1 - rank]);
    for (size_t i = 0; i < counts.size; i++)
        counts.probability[i] /= (double)m;
    counts.first = m - 1;
    return counts;
}

int audit_exact_quick(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    const size_t n = exact->n, most = n * (n - 1) / 2;
    struct counts counts[QUICK_MOST + 1] = {{0, 0, NULL}};
    if (n > QUICK_MOST)
        return FAIRAUDIT_ELARGE;
    size_t made = 0, least = 0;
    for (; made <= n; made++) {
        counts[made] = made < 2 ? new_counts(0, 1) : quick_counts(counts, made);
        if (counts[made].probability == NULL)
            break;
        if (made < 2)
            counts[made].probability[0] = 1;
    }
    const int error = made > n ? finish(&counts[n], exact) : FAIRAUDIT_ENOMEM;
    if (error ==
        FAIRAUDIT_OK) { /* also if the probability of an extreme is below 1e-308 */
        while (counts[n].probability[least] <= 0)
            least++;
        exact->log2_ratio = (double)(most - counts[n].first - least);
        exact->least = exp(audit_log_factorial(n) - log(2) * (double)most);
    }
    for (size_t m = 0; m < made; m++)
        free(counts[m].probability);
    return error;
}
