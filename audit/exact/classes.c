/* SPDX-License-Identifier: MIT
 *
 * classes.c - distributions of large decks, by classes of orders that are equally likely;
 * and position matrices.
 *
 * A class is given by its share of all orders, and by the logarithm of the ratio of their
 * probability to a fair one. The distance from fair is the sum of share (1 - ratio) over
 * the classes with a ratio below 1; expm1 keeps the digits of ratios within 1e-18 of 1.
 */
#include "audit/exact/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void audit_classes_start(audit_classes *classes)
{
    memset(classes, 0, sizeof *classes);
    classes->largest = -INFINITY;
    classes->least = INFINITY;
}

void audit_classes_add(audit_classes *classes, double share, double log)
{
    assert(share > -1e-9); /* rounding */
    if (log < 0)
        classes->below += share * -expm1(log);
    if (log == -INFINITY) {
        classes->missing += share;
        return;
    }
    classes->possible += share;
    classes->largest = log > classes->largest ? log : classes->largest;
    classes->least = log < classes->least ? log : classes->least;
}

void audit_classes_finish(const audit_classes *classes, audit_exact *exact)
{
    const double all = audit_log_factorial(exact->n), ln2 = log(2);
    exact->method = AUDIT_BY_FORMULA;
    exact->distance = classes->below > 1 ? 1 : classes->below;
    exact->largest = exp(classes->largest);
    exact->least = classes->missing > 0 ? 0 : exp(classes->least);
    exact->log2_ratio = (classes->largest - classes->least) / ln2;
    exact->impossible = classes->missing > 0 ? exp(all) * classes->missing : 0;
    exact->log2_possible = (all + log(classes->possible)) / ln2;
    exact->has_distance = exact->has_ratio = 1;
}

/* ---- positions --------------------------------------------------------------------- */

int audit_exact_open_position(audit_exact *exact)
{
    free(exact->position);
    exact->position = calloc(exact->n * exact->n, sizeof *exact->position);
    exact->has_position = exact->position != NULL;
    return exact->has_position;
}

int audit_exact_even_position(audit_exact *exact)
{
    if (!audit_exact_open_position(exact))
        return 0;
    for (size_t i = 0; i < exact->n * exact->n; i++)
        exact->position[i] = 1 / (double)exact->n;
    return 1;
}

static void multiply(double *result, const double *a, const double *b, size_t n)
{
    memset(result, 0, n * n * sizeof *result);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double factor = a[i * n + k];
            for (size_t j = 0; j < n; j++)
                result[i * n + j] += factor * b[k * n + j];
        }
}

/* By repeated squaring. */
int audit_exact_power(double *matrix, size_t n, uint64_t k)
{
    const size_t bytes = n * n * sizeof *matrix;
    double *square = malloc(bytes), *room = malloc(bytes);
    const int good = square != NULL && room != NULL;
    if (good) {
        memcpy(square, matrix, bytes);
        memset(matrix, 0, bytes);
        for (size_t i = 0; i < n; i++)
            matrix[i * n + i] = 1;
        for (; k > 0; k /= 2) {
            if (k % 2 > 0) {
                multiply(room, matrix, square, n);
                memcpy(matrix, room, bytes);
            }
            if (k > 1) {
                multiply(room, square, square, n);
                memcpy(square, room, bytes);
            }
        }
    }
    free(square);
    free(room);
    return good;
}
