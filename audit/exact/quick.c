/* SPDX-License-Identifier: MIT
 *
 * quick.c - quicksort with a coin for a comparison, the first card as pivot: any number
 * of cards.
 *
 * As for the other sorts (sorts.c) the distribution follows from how many questions a
 * fair order takes: n - 1, and those of both sides of the pivot, which are independent
 * once its rank is known; all ranks are equally likely. For the generating functions that
 * is
 *
 *     F_n(z) = z^(n-1) / n * (F_0 F_(n-1) + F_1 F_(n-2) + ... + F_(n-1) F_0).
 *
 * They are computed at the N-th roots of unity, and the distribution is their Fourier
 * transform. It is right modulo N; what more than N questions above the least may take is
 * so unlikely that it does not matter.
 */
#include "audit/exact/parts.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_POINTS = 8192 };

struct number {
    double real, imaginary;
};

static struct number times(struct number a, struct number b)
{
    return (struct number){a.real * b.real - a.imaginary * b.imaginary,
                           a.real * b.imaginary + a.imaginary * b.real};
}

/* F_n at root number j. */
static struct number generate(size_t n, const struct number *root, size_t points,
                              size_t j)
{
    struct number f[FAIRAUDIT_MOST + 1] = {{1, 0}, {1, 0}};
    for (size_t m = 2; m <= n; m++) {
        struct number sum = {0, 0};
        for (size_t k = 0; k < m / 2; k++) {
            const struct number both = times(f[k], f[m - 1 - k]);
            sum.real += 2 * both.real;
            sum.imaginary += 2 * both.imaginary;
        }
        if (m % 2 == 1) {
            const struct number middle = times(f[m / 2], f[m / 2]);
            sum.real += middle.real;
            sum.imaginary += middle.imaginary;
        }
        f[m] = times(sum, root[j * (m - 1) % points]);
        f[m].real /= (double)m;
        f[m].imaginary /= (double)m;
    }
    return f[n];
}

/* The probability of q questions: the mean of F(z) z^-q. F at the conjugate of z is the
 * conjugate of F. */
static double probability(const struct number *value, const struct number *root,
                          size_t points, size_t q)
{
    double sum = 0;
    for (size_t j = 0; j <= points / 2; j++) {
        const struct number z = root[j * q % points];
        const double part = value[j].real * z.real + value[j].imaginary * z.imaginary;
        sum += j == 0 || 2 * j == points ? part : 2 * part;
    }
    return sum > 0 ? sum / (double)points : 0;
}

int audit_exact_quick(audit_exact *exact)
{
    const size_t n = exact->n, most = n * (n - 1) / 2;
    size_t least[FAIRAUDIT_MOST + 1] = {0};
    for (size_t m = 2; m <= n; m++)
        least[m] = m - 1 + least[(m - 1) / 2] + least[m / 2];
    size_t points = 2;
    while (points <= most - least[n] && points < MOST_POINTS)
        points *= 2;
    struct number *root = calloc(points, sizeof *root);
    struct number *value = calloc(points / 2 + 1, sizeof *value);
    const int good = root != NULL && value != NULL;
    if (good) {
        const double ln2 = log(2), all = audit_log_factorial(n);
        const double turn = 2 * acos(-1.0) / (double)points;
        audit_classes classes;
        audit_classes_start(&classes);
        for (size_t j = 0; j < points; j++)
            root[j] = (struct number){cos(turn * (double)j), sin(turn * (double)j)};
        for (size_t j = 0; j <= points / 2; j++)
            value[j] = generate(n, root, points, j);
        for (size_t q = least[n]; q < least[n] + points && q <= most; q++)
            audit_classes_add(&classes, probability(value, root, points, q),
                              all - ln2 * (double)q);
        classes.possible = 1;
        classes.largest = all - ln2 * (double)least[n];
        classes.least = all - ln2 * (double)most;
        audit_classes_finish(&classes, exact);
        exact->how = "orders were counted by the number of coins that lead to them";
    }
    free(root);
    free(value);
    return good ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
}
