/* SPDX-License-Identifier: MIT
 *
 * chain.c - the distribution of a sequence of independent steps, step by step: of all
 * orders (small decks), or of the position of each card (any deck).
 *
 * A step h sends the order p to h o p. All orders p are visited by rank, position by
 * position. The rank of h o p is built up at the same time, so few positions are visited
 * more than once.
 */
#include "audit/exact/parts.h"

#include <stdlib.h>
#include <string.h>

/* The most weights to move, as words and as naturals: a few seconds. */
#define MOST_WORDS 1500000000.0
#define MOST_NATURALS 60000000.0

/* ---- all orders -------------------------------------------------------------------- */

/* One permutation of a step, applied to all orders. */
struct spread {
    const unsigned char *h;  /* the permutation */
    uint64_t weight;         /* its weight */
    const audit_table *from; /* weights before the step */
    audit_table *to;         /* weights after it */
    size_t next;             /* rank of the next order */
    int fits;                /* 0: a weight became too large */
};

static unsigned lowest(unsigned set)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(set);
#else
    unsigned at = 0;
    while ((set >> at & 1) == 0)
        at++;
    return at;
#endif
}

/* Adds the weight of the next order to the order with rank `to`. */
static void move(struct spread *s, size_t to)
{
    const size_t from = s->next++;
    if (s->from->word != NULL) {
        s->to->word[to] += s->weight * s->from->word[from];
    } else if (s->from->natural[from].used > 0) {
        audit_natural more = s->from->natural[from];
        s->fits &= audit_natural_multiply(&more, s->weight) &&
                   audit_natural_add(&s->to->natural[to], &more);
    }
}

/* `left` are the cards without a position so far, `image` where h takes them; `rank` is
 * the rank so far. */
static void spread(struct spread *s, unsigned left, unsigned image, size_t rank,
                   size_t cards)
{
    if (cards == 2) {
        const unsigned a = lowest(left), b = lowest(left & (left - 1));
        const size_t falls = s->h[a] > s->h[b];
        move(s, 2 * rank + falls);
        move(s, 2 * rank + !falls);
        return;
    }
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
        const unsigned card = lowest(rest), to = s->h[card];
        spread(s, left & ~(1u << card), image & ~(1u << to),
               rank * cards + audit_ones(image & ((1u << to) - 1)), cards - 1);
    }
}

static int do_step(const audit_step *step, const audit_table *from, audit_table *to)
{
    const size_t n = from->n;
    const unsigned all = (1u << n) - 1;
    int fits = 1;
    for (size_t c = 0; c < step->count && fits; c++) {
        struct spread s = {step->permutation + c * n, step->weight[c], from, to, 0, 1};
        spread(&s, all, all, 0, n);
        fits = s.fits;
    }
    return fits;
}

static void clear(audit_table *table)
{
    if (table->word != NULL)
        memset(table->word, 0, table->orders * sizeof *table->word);
    else
        memset(table->natural, 0, table->orders * sizeof *table->natural);
}

/* The number of words (naturals, if *natural) that will be moved, and the total of all
 * weights. -1: the total is too large. */
static double count_work(const audit_steps *steps, int *natural, audit_natural *total,
                         uint64_t *word_total)
{
    double permutations = 0;
    audit_natural_set(total, 1);
    *word_total = 1;
    for (size_t s = 0; s < audit_steps_count(steps); s++) {
        const audit_step *step = audit_steps_at(steps, s);
        permutations += (double)step->count;
        if (!audit_natural_multiply(total, step->total))
            return -1;
        *word_total = audit_exact_times(*word_total, step->total);
    }
    *natural = *word_total == 0;
    return permutations * (double)audit_factorial(audit_steps_cards(steps));
}

int audit_exact_chain(const audit_steps *steps, audit_exact *exact)
{
    const size_t n = audit_steps_cards(steps);
    int natural = 0;
    audit_natural total;
    uint64_t word_total;
    if (n > AUDIT_TABLE_MOST)
        return FAIRAUDIT_ELARGE;
    const double work = count_work(steps, &natural, &total, &word_total);
    if (work < 0 || work > (natural ? MOST_NATURALS : MOST_WORDS))
        return FAIRAUDIT_ELARGE;

    audit_table now, then;
    int error = audit_table_open(&now, n, natural);
    if (error != FAIRAUDIT_OK)
        return error;
    error = audit_table_open(&then, n, natural);
    const size_t start = (size_t)audit_rank(audit_steps_last(steps), n);
    if (natural)
        audit_natural_set(&now.natural[start], 1);
    else
        now.word[start] = 1;
    for (size_t s = audit_steps_count(steps); s-- > 0 && error == FAIRAUDIT_OK;) {
        clear(&then);
        if (!do_step(audit_steps_at(steps, s), &now, &then))
            error = FAIRAUDIT_ELARGE;
        const audit_table kept = now;
        now = then;
        then = kept;
    }
    audit_table_close(&then);
    if (error == FAIRAUDIT_OK) {
        now.word_total = word_total;
        now.natural_total = total;
        exact->method = AUDIT_BY_CHAIN;
        exact->how = AUDIT_HOW_ORDERS_FOLLOWED;
        error = audit_table_finish(&now, exact);
    }
    audit_table_close(&now);
    return error;
}

/* ---- positions --------------------------------------------------------------------- */

/* Applies one step to rows[card * n + position], the probability that a card is at a
 * position. Cards are numbered as before the step, then as after it. move[card * n + to]
 * is the probability that the step takes a card there; most are 0. */
static int step_position(double *rows, size_t n, const audit_step *step)
{
    double *move = calloc(n * n, sizeof *move), *old = malloc(n * n * sizeof *old);
    const int good = move != NULL && old != NULL;
    if (good) {
        for (size_t c = 0; c < step->count; c++)
            for (size_t card = 0; card < n; card++)
                move[card * n + step->permutation[c * n + card]] +=
                    (double)step->weight[c];
        memcpy(old, rows, n * n * sizeof *old);
        memset(rows, 0, n * n * sizeof *rows);
        for (size_t card = 0; card < n; card++)
            for (size_t to = 0; to < n; to++) {
                const double p = move[card * n + to] / (double)step->total;
                for (size_t position = 0; position < n && p > 0; position++)
                    rows[to * n + position] += p * old[card * n + position];
            }
    }
    free(move);
    free(old);
    return good;
}

int audit_exact_step_positions(const audit_steps *steps, audit_exact *exact)
{
    const size_t n = audit_steps_cards(steps);
    double *rows = calloc(n * n, sizeof *rows);
    int good = rows != NULL && audit_exact_open_position(exact);
    if (good)
        for (size_t position = 0; position < n; position++)
            rows[audit_steps_last(steps)[position] * n + position] = 1;
    for (size_t s = audit_steps_count(steps); s-- > 0 && good;)
        good = step_position(rows, n, audit_steps_at(steps, s));
    if (good)
        for (size_t position = 0; position < n; position++)
            for (size_t card = 0; card < n; card++)
                exact->position[position * n + card] = rows[card * n + position];
    free(rows);
    return good ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
}
