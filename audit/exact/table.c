/* SPDX-License-Identifier: MIT
 *
 * table.c - a weight for each of the n! orders, and what follows from the weights.
 *
 * The distance from fair is the sum of P - 1/n! over all orders with P > 1/n!. With
 * integer weights w out of D, these are the orders with w > D / n!, or w > floor(D / n!).
 * So fractions are needed only at the end: the distance is (n! S - D K) / (n! D), where S
 * is the weight of those orders and K their number.
 */
#include "audit/exact/parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------ */

int audit_table_open(audit_table *table, size_t n, int natural)
{
    memset(table, 0, sizeof *table);
    if (n > (natural ? AUDIT_NATURAL_MOST : AUDIT_TABLE_MOST))
        return FAIRAUDIT_ELARGE;
    table->n = n;
    table->orders = audit_factorial(n);
    table->word_total = 1;
    audit_natural_set(&table->natural_total, 1);
    if (natural)
        table->natural = calloc(table->orders, sizeof *table->natural);
    else
        table->word = calloc(table->orders, sizeof *table->word);
    return table->natural != NULL || table->word != NULL ? FAIRAUDIT_OK
                                                         : FAIRAUDIT_ENOMEM;
}

void audit_table_close(audit_table *table)
{
    free(table->natural);
    free(table->word);
    memset(table, 0, sizeof *table);
}

/* The weight of an order as a natural. */
static const audit_natural *weight(const audit_table *table, size_t rank,
                                   audit_natural *room)
{
    if (table->natural != NULL)
        return &table->natural[rank];
    audit_natural_set(room, table->word[rank]);
    return room;
}

/* ---- results ----------------------------------------------------------------------- */

/* What the weights say, before it becomes fractions. */
struct summary {
    audit_natural above;   /* sum of the weights above the mean */
    audit_natural largest; /* the largest weight */
    audit_natural least;   /* the smallest positive weight */
    uint64_t above_count;  /* orders with a weight above the mean */
    uint64_t impossible;   /* orders with weight 0 */
};

static void summarise_words(const audit_table *table, struct summary *s)
{
    const uint64_t threshold = table->word_total / table->orders;
    uint64_t above = 0, largest = 0, least = UINT64_MAX;
    for (size_t i = 0; i < table->orders; i++) {
        const uint64_t w = table->word[i];
        if (w > threshold) {
            above += w; /* at most the total */
            s->above_count++;
        }
        s->impossible += w == 0;
        if (w > largest)
            largest = w;
        if (w > 0 && w < least)
            least = w;
    }
    audit_natural_set(&s->above, above);
    audit_natural_set(&s->largest, largest);
    audit_natural_set(&s->least, least);
}

static void summarise_naturals(const audit_table *table, struct summary *s)
{
    audit_natural threshold = table->natural_total;
    audit_natural_divide(&threshold, (uint32_t)table->orders);
    s->least = table->natural_total;
    for (size_t i = 0; i < table->orders; i++) {
        const audit_natural *w = &table->natural[i];
        if (audit_natural_compare(w, &threshold) > 0) {
            audit_natural_add(&s->above, w); /* at most the total */
            s->above_count++;
        }
        s->impossible += w->used == 0;
        if (audit_natural_compare(w, &s->largest) > 0)
            s->largest = *w;
        if (w->used > 0 && audit_natural_compare(w, &s->least) < 0)
            s->least = *w;
    }
}

/* The cells of the position matrix are sums of weights; with words they are exact. */
static int set_position(const audit_table *table, audit_exact *exact)
{
    const size_t n = table->n;
    uint64_t sum[AUDIT_TABLE_MOST * AUDIT_TABLE_MOST] = {0};
    unsigned char order[AUDIT_TABLE_MOST];
    if (n > AUDIT_TABLE_MOST)
        return FAIRAUDIT_ELARGE;
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    audit_sorted(order, n);
    size_t rank = 0;
    do {
        if (table->word != NULL) {
            for (size_t i = 0; i < n; i++)
                sum[i * n + order[i]] += table->word[rank];
        } else {
            const double p =
                audit_natural_ratio(&table->natural[rank], &exact->denominator);
            for (size_t i = 0; i < n; i++)
                exact->position[i * n + order[i]] += p;
        }
        rank++;
    } while (audit_next_order(order, n));
    if (table->word != NULL)
        for (size_t i = 0; i < n * n; i++)
            exact->position[i] = (double)sum[i] / (double)table->word_total;
    return FAIRAUDIT_OK;
}

/* Sets the distance in lowest terms. */
static int set_distance(const struct summary *s, size_t orders, audit_exact *exact)
{
    audit_natural up = s->above, less = exact->denominator, down = exact->denominator;
    if (!audit_natural_multiply(&up, orders) ||
        !audit_natural_multiply(&less, s->above_count) ||
        !audit_natural_multiply(&down, orders))
        return FAIRAUDIT_ELARGE;
    audit_natural_subtract(&up, &less);
    audit_natural common;
    audit_natural_gcd(&common, &up, &down);
    audit_natural_quotient(&exact->distance_numerator, &up, &common);
    audit_natural_quotient(&exact->distance_denominator, &down, &common);
    exact->distance = audit_natural_ratio(&up, &down);
    exact->has_distance = 1;
    return FAIRAUDIT_OK;
}

int audit_table_finish(audit_table *table, audit_exact *exact)
{
    struct summary s;
    assert(table->word != NULL || table->natural != NULL);
    memset(&s, 0, sizeof s);
    exact->n = table->n;
    if (table->word != NULL) {
        summarise_words(table, &s);
        audit_natural_set(&exact->denominator, table->word_total);
    } else {
        summarise_naturals(table, &s);
        exact->denominator = table->natural_total;
    }
    exact->fair = s.above_count == 0; /* if none is above the mean, all are equal */
    exact->impossible = (double)s.impossible;
    exact->log2_possible = log2((double)(table->orders - s.impossible));
    audit_natural most = s.largest, least = s.least;
    if (!audit_natural_multiply(&most, table->orders) ||
        !audit_natural_multiply(&least, table->orders))
        return FAIRAUDIT_ELARGE;
    exact->largest = audit_natural_ratio(&most, &exact->denominator);
    exact->least =
        s.impossible > 0 ? 0 : audit_natural_ratio(&least, &exact->denominator);
    exact->log2_ratio = log2(audit_natural_ratio(&s.largest, &s.least));
    exact->has_ratio = 1;

    int error = set_distance(&s, table->orders, exact);
    if (error == FAIRAUDIT_OK)
        error = set_position(table, exact);
    if (error != FAIRAUDIT_OK || table->n > AUDIT_LISTED_MOST)
        return error;
    exact->numerator = malloc(table->orders * sizeof *exact->numerator);
    if (exact->numerator == NULL)
        return FAIRAUDIT_ENOMEM;
    exact->orders = table->orders;
    for (size_t i = 0; i < table->orders; i++) {
        audit_natural room;
        exact->numerator[i] = *weight(table, i, &room);
    }
    return FAIRAUDIT_OK;
}
