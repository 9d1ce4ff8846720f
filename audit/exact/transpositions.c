/* SPDX-License-Identifier: MIT
 *
 * transpositions.c - k random swaps. The probability of an order depends on the lengths
 * of its cycles alone, so this is a chain on the partitions of n (281,589 for 52 cards).
 *
 * The chain follows f(p), the ratio of the probability of order p to a fair one. After
 * one more swap of two different positions, f(p) is the mean of f(p t) over all
 * transpositions t (Diaconis and Shahshahani 1981). A transposition splits a cycle or
 * joins two. Each pair of partitions that are neighbours in this way is stored once, with
 * both numbers of transpositions. Swaps of different positions change the parity, so half
 * of the orders are impossible at any time. If the two positions may be equal, the number
 * of real swaps is binomial, and the distribution is the mean over it.
 */
#include "audit/exact/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CARDS = 60, /* there are about a million partitions */
    MOST_SWAPS =
        12, /* for each card; after more, rounding errors exceed the deviations */
};
#define MOST_WORK 4e9 /* pairs of neighbours, times swaps: a few seconds */

struct edge {
    uint32_t joined; /* the partition with fewer parts */
    uint32_t split;  /* the partition with one part more */
    uint16_t splits; /* transpositions that lead from `joined` to `split` */
    uint16_t joins;  /* transpositions that lead from `split` to `joined` */
};

struct partitions {
    size_t n; /* cards */
    size_t below[MOST_CARDS + 1]
                [MOST_CARDS + 1]; /* [m][k]: partitions of m into parts of at most k */
    size_t count;                 /* partitions of n */
    size_t edges;                 /* entries of `edge` */
    size_t room;                  /* entries that there is room for */
    struct edge *edge;            /* all pairs of neighbours */
    unsigned char *parts;         /* [count]: number of parts */
    double *log_share; /* [count]: ln of the share of orders with these cycles */
};

/* A partition as the number of parts of each length. */
typedef unsigned char multiplicity[MOST_CARDS + 1];

/* ---- partitions -------------------------------------------------------------------- */

static void count_partitions(struct partitions *p)
{
    for (size_t k = 0; k <= p->n; k++)
        p->below[0][k] = 1;
    for (size_t m = 1; m <= p->n; m++)
        for (size_t k = 1; k <= p->n; k++)
            p->below[m][k] = p->below[m][k - 1] + (m >= k ? p->below[m - k][k] : 0);
    p->count = p->below[p->n][p->n];
}

/* The rank of a partition: those with a smaller largest part come first, and so on with
 * the rest. */
static size_t rank(const struct partitions *p, const multiplicity of)
{
    size_t left = p->n, sum = 0;
    for (size_t part = p->n; part > 0; part--)
        for (unsigned i = 0; i < of[part]; i++) {
            sum += p->below[left][part - 1];
            left -= part;
        }
    return sum;
}

static int add_edge(struct partitions *p, struct edge edge)
{
    if (p->edges == p->room) {
        const size_t room = p->room * 2 + 1024;
        struct edge *more = realloc(p->edge, room * sizeof *more);
        if (more == NULL)
            return 0;
        p->edge = more;
        p->room = room;
    }
    p->edge[p->edges++] = edge;
    return 1;
}

/* Adds all ways to split one cycle into two. */
static int split_all(struct partitions *p, multiplicity of, size_t from)
{
    for (unsigned a = 2; a <= p->n; a++)
        for (unsigned b = 1; 2 * b <= a && of[a] > 0; b++) {
            const unsigned c = a - b;
            const unsigned splits = of[a] * (b == c ? b : a);
            of[a]--;
            of[b]++;
            of[c]++;
            const unsigned joins = b == c ? of[b] * (of[b] - 1u) / 2 * b * b
                                          : (unsigned)of[b] * of[c] * b * c;
            const struct edge edge = {(uint32_t)from, (uint32_t)rank(p, of),
                                      (uint16_t)splits, (uint16_t)joins};
            of[a]++;
            of[b]--;
            of[c]--;
            if (!add_edge(p, edge))
                return 0;
        }
    return 1;
}

/* Visits all partitions of `left` into parts of at most `most`. */
static int visit(struct partitions *p, multiplicity of, size_t left, size_t most)
{
    if (left > 0) {
        int good = 1;
        for (size_t part = 1; part <= most && part <= left && good; part++) {
            of[part]++;
            good = visit(p, of, left - part, part);
            of[part]--;
        }
        return good;
    }
    const size_t at = rank(p, of);
    double log_size = 0;
    unsigned char parts = 0;
    for (size_t part = 1; part <= p->n; part++) {
        if (of[part] == 0)
            continue;
        log_size += of[part] * log((double)part) + audit_log_factorial(of[part]);
        parts = (unsigned char)(parts + of[part]);
    }
    p->log_share[at] = -log_size;
    p->parts[at] = parts;
    return split_all(p, of, at);
}

/* ---- the chain --------------------------------------------------------------------- */

/* One more swap. Only partitions of one parity have values in `now`. The partitions that
 * are reached get theirs in `then`; the others become 0. */
static void swap_once(const struct partitions *p, const double *now, double *then,
                      unsigned parity)
{
    const size_t pairs = p->n * (p->n - 1) / 2;
    memset(then, 0, p->count * sizeof *then);
    for (size_t i = 0; i < p->edges; i++) {
        const struct edge *e = &p->edge[i];
        if (p->parts[e->split] % 2 == parity)
            then[e->joined] += e->splits * now[e->split];
        else
            then[e->split] += e->joins * now[e->joined];
    }
    for (size_t i = 0; i < p->count; i++)
        then[i] /= (double)pairs;
}

static double log_binomial(uint64_t n, uint64_t k, double p)
{
    return lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) +
           (double)k * log(p) + (double)(n - k) * log1p(-p);
}

/* `mean` is the ratio to fair after k swaps. Unless `distinct`, some of these swap a
 * position with itself. */
static void follow(const struct partitions *p, uint64_t k, int distinct, double *now,
                   double *then, double *mean)
{
    const double real = 1 - 1 / (double)p->n;
    memset(now, 0, p->count * sizeof *now);
    memset(mean, 0, p->count * sizeof *mean);
    now[0] = exp(audit_log_factorial(p->n)); /* all parts 1 */
    for (uint64_t j = 0;; j++) {
        const double weight = distinct ? j == k : exp(log_binomial(k, j, real));
        for (size_t i = 0; i < p->count && weight > 0; i++)
            mean[i] += weight * now[i];
        if (j == k)
            break;
        swap_once(p, now, then, (unsigned)((p->n + j) % 2));
        double *kept = now;
        now = then;
        then = kept;
    }
}

/* The mean over all even orders is known, and over all odd ones. Scales the values to
 * these means: late in the chain, the ratios are near 1, and a common rounding error
 * would matter. */
static void adjust(const struct partitions *p, uint64_t k, int distinct, double *mean)
{
    const double turn = k % 2 ? -1 : 1;
    const double sign =
        turn * (distinct ? 1 : pow(1 - 2 / (double)p->n, (double)k)); /* mean of signs */
    for (unsigned odd = 0; odd < 2; odd++) {
        double share = 0, sum = 0;
        for (size_t i = 0; i < p->count; i++)
            if ((p->n + p->parts[i]) % 2 == odd) {
                share += exp(p->log_share[i]);
                sum += exp(p->log_share[i]) * mean[i];
            }
        const double wanted = odd ? 1 - sign : 1 + sign;
        for (size_t i = 0; i < p->count && sum > 0; i++)
            if ((p->n + p->parts[i]) % 2 == odd)
                mean[i] *= wanted * share / sum;
    }
}

static int chain(uint64_t k, int distinct, audit_exact *exact)
{
    struct partitions *p = calloc(1, sizeof *p);
    if (p == NULL)
        return FAIRAUDIT_ENOMEM;
    p->n = exact->n;
    count_partitions(p);
    p->parts = calloc(p->count, 1);
    p->log_share = calloc(p->count, sizeof *p->log_share);
    double *values = calloc(3 * p->count, sizeof *values);
    multiplicity of = {0};
    int error = FAIRAUDIT_ENOMEM;
    if (p->parts == NULL || p->log_share == NULL || values == NULL ||
        !visit(p, of, p->n, p->n))
        goto done;
    error = FAIRAUDIT_ELARGE;
    if ((double)p->edges * (double)k > MOST_WORK)
        goto done;
    double *mean = values + 2 * p->count;
    follow(p, k, distinct, values, values + p->count, mean);
    adjust(p, k, distinct, mean);
    audit_classes classes;
    audit_classes_start(&classes);
    for (size_t i = 0; i < p->count; i++)
        audit_classes_add(&classes, exp(p->log_share[i]),
                          mean[i] > 0 ? log(mean[i]) : -INFINITY);
    audit_classes_finish(&classes, exact);
    exact->how = AUDIT_HOW_CYCLE_LENGTHS;
    error = FAIRAUDIT_OK;
done:
    free(p->edge);
    free(p->parts);
    free(p->log_share);
    free(p);
    free(values);
    return error;
}

/* ---- positions --------------------------------------------------------------------- */

/* The share of its start that a card still remembers. */
static double left_over(size_t n, uint64_t k, int distinct)
{
    return pow(1 - 2 / (double)(distinct ? n - 1 : n), (double)k);
}

/* With one swap, a card moves to any other position with probability 2 (n - 1) / n^2, or
 * 2/n if the positions differ. */
static int set_position(uint64_t k, int distinct, audit_exact *exact)
{
    const size_t n = exact->n;
    const double cards = (double)n;
    const double left = left_over(n, k, distinct);
    if (!audit_exact_even_position(exact))
        return 0;
    for (size_t i = 0; i < n * n; i++)
        exact->position[i] += left * ((i % (n + 1) == 0) - 1 / cards);
    return 1;
}

int audit_exact_transpositions(uint64_t k, int distinct, audit_exact *exact)
{
    const size_t n = exact->n;
    int error = FAIRAUDIT_ELARGE;
    exact->method = AUDIT_BY_FORMULA;
    exact->impossible = -1;
    exact->how = AUDIT_HOW_CARDS_FOLLOWED;
    if (k <= MOST_SWAPS * n && n <= MOST_CARDS)
        error = chain(k, distinct, exact);
    if (error == FAIRAUDIT_ENOMEM)
        return error;
    return set_position(k, distinct, exact) ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
}
