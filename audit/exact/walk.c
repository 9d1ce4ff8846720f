/* SPDX-License-Identifier: MIT
 *
 * walk.c - tries every sequence of choices, counting like an odometer. A run follows the
 * prescribed choices, and takes the first possible one after these. Then the last choice
 * that can be raised is raised.
 *
 * The function is not trusted. It must ask the same questions when it gets the same
 * answers, and leave the same order. So the first runs are done twice, and the very first
 * run once more at the end. A function that asks too much gets random answers, so that
 * loops that wait for a certain number end. If that does not help, longjmp() ends it, and
 * the memory that it has allocated is lost. (Without jumps, as in WebAssembly, it is not
 * ended.)
 */
#include "audit/exact/parts.h"

#if !defined(AUDIT_NO_JUMPS) && !defined(__wasm__)
#define JUMPS 1
#include <setjmp.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 4096,     /* the most choices of one run */
    PATIENCE = 1 << 22, /* the most questions of one run */
    TWICE = 100,        /* runs that are done twice */
    CACHED = 512,       /* bounds whose common divisors are cached */
};

#define QUESTIONS 4000000000u /* the most of all runs */

/* The choices say which part of all sequences is done. If that predicts more than ten
 * times too many sequences after SOON, or twice too many after LATER, the walk ends. */
enum { SOON = 1 << 20, LATER = 1 << 24 };

struct walk {
    const audit_problem *problem; /* the shuffle and its die */
    int natural;                  /* weights are naturals, not words */
    int error;                    /* of this run; FAIRAUDIT_OK: none */
    size_t depth;                 /* choices made in this run */
    size_t prescribed;            /* choices that the odometer prescribes */
    size_t known;              /* first choices whose weight is known from the last run */
    uint64_t asked;            /* questions of this run */
    uint64_t all;              /* questions of all runs before */
    uint64_t noise;            /* state of the random answers after an error */
    uint64_t choice[DEEPEST];  /* the choices */
    uint64_t bound[DEEPEST];   /* the bound of each choice */
    uint64_t num[DEEPEST + 1]; /* [d]: product of the weights of the first d choices */
    uint64_t den[DEEPEST + 1]; /* [d]: product of the totals of the first d choices */
    audit_natural *big_num;    /* `num` as naturals */
    audit_natural *big_den;    /* `den` as naturals */
    uint64_t common[CACHED];   /* common divisors of weights, by bound; 0: unknown */
    uint64_t below;            /* weight of the numbers below the split */
    uint64_t others;           /* weight of the other numbers */
    unsigned char order[FAIRAUDIT_MOST];  /* the result of this run */
    unsigned char repeat[FAIRAUDIT_MOST]; /* the result of the same run once more */
#ifdef JUMPS
    jmp_buf out; /* ends a function that asks without end */
#endif
};

/* ---- the die ----------------------------------------------------------------------- */

static uint64_t common_of(struct walk *w, uint64_t m)
{
    if (m >= CACHED)
        return audit_problem_common(w->problem, m);
    if (w->common[m] == 0)
        w->common[m] = audit_problem_common(w->problem, m);
    return w->common[m];
}

static uint64_t weight_of_one(struct walk *w, uint64_t m, uint64_t v)
{
    if (audit_problem_fair(w->problem))
        return 1;
    return audit_die_weight(w->problem->kind, w->problem->parameter, m, v) /
           common_of(w, m);
}

static void weigh_parts(struct walk *w)
{
    for (uint64_t v = 0; v < AUDIT_PERCENT; v++)
        *(v < w->problem->split ? &w->below : &w->others) +=
            weight_of_one(w, AUDIT_PERCENT, v);
}

/* The first number of each part stands for all numbers of the part. */
static uint64_t weight_of(struct walk *w, uint64_t m, uint64_t v)
{
    const uint64_t split = w->problem->split;
    if (split == 0 || m != AUDIT_PERCENT)
        return weight_of_one(w, m, v);
    return v == 0 ? w->below : v == split ? w->others : 0;
}

static uint64_t total_of(struct walk *w, uint64_t m)
{
    if (audit_problem_fair(w->problem))
        return m;
    return audit_die_total(w->problem->kind, w->problem->parameter, m) / common_of(w, m);
}

/* The weight of the first d + 1 choices, from that of the first d. */
static void extend(struct walk *w, size_t d)
{
    const uint64_t weight = weight_of(w, w->bound[d], w->choice[d]);
    const uint64_t total = total_of(w, w->bound[d]);
    if (w->natural) {
        w->big_num[d + 1] = w->big_num[d];
        w->big_den[d + 1] = w->big_den[d];
        if (!audit_natural_multiply(&w->big_num[d + 1], weight) ||
            !audit_natural_multiply(&w->big_den[d + 1], total))
            w->error = FAIRAUDIT_ELARGE;
        return;
    }
    w->num[d + 1] = audit_exact_times(w->num[d], weight);
    w->den[d + 1] = audit_exact_times(w->den[d], total);
    if (w->num[d + 1] == 0 || w->den[d + 1] == 0)
        w->error = AUDIT_WORDS_FULL;
}

/* A random answer, for a run that has failed already. */
static uint64_t anything(struct walk *w, uint64_t m)
{
    w->noise = w->noise * 6364136223846793005u + 1442695040888963407u;
    return m > 0 ? (w->noise >> 33) % m : 0;
}

static uint64_t choose(void *context, uint64_t m)
{
    struct walk *w = context;
    if (++w->asked > PATIENCE) {
        if (w->error == FAIRAUDIT_OK)
            w->error = FAIRAUDIT_ELARGE;
#ifdef JUMPS
        longjmp(w->out, 1);
#endif
    }
    if (w->error != FAIRAUDIT_OK)
        return anything(w, m);
    if (m == 1)
        return 0;
    const size_t d = w->depth;
    if (m == 0)
        w->error = FAIRAUDIT_EINVAL;
    else if (d == DEEPEST || m > AUDIT_SEQUENCES)
        w->error = FAIRAUDIT_ELARGE;
    else if (d < w->prescribed && w->bound[d] != m)
        w->error = FAIRAUDIT_EREPLAY;
    if (w->error != FAIRAUDIT_OK)
        return anything(w, m);
    if (d >= w->prescribed) {
        w->bound[d] = m;
        w->choice[d] = 0;
        while (weight_of(w, m, w->choice[d]) == 0)
            w->choice[d]++;
    }
    if (d >= w->known)
        extend(w, d);
    w->depth = d + 1;
    return w->choice[d];
}

/* ---- the runs ---------------------------------------------------------------------- */

/* Runs the function with the prescribed choices. 0: it failed. */
static int run(struct walk *w, unsigned char *order)
{
    const fairaudit_die die = {choose, w};
    const size_t n = w->problem->n;
    w->depth = 0;
    w->asked = 0;
    audit_sorted(order, n);
    w->problem->function(&die, order, n, w->problem->context);
    w->all += w->asked + 1;
    if (w->error == FAIRAUDIT_OK && w->depth < w->prescribed)
        w->error = FAIRAUDIT_EREPLAY;
    if (w->error == FAIRAUDIT_OK && !audit_is_order(order, n))
        w->error = FAIRAUDIT_EORDER;
    return w->error == FAIRAUDIT_OK;
}

/* The same choices must lead to the same order. */
static int repeat_run(struct walk *w)
{
    const size_t depth = w->depth;
    w->prescribed = w->known = depth;
    if (!run(w, w->repeat))
        return 0;
    if (w->depth != depth || memcmp(w->order, w->repeat, w->problem->n) != 0)
        w->error = FAIRAUDIT_EREPLAY;
    return w->error == FAIRAUDIT_OK;
}

/* Prescribes the next sequence of choices. 0: there is none. */
static int advance(struct walk *w)
{
    size_t d = w->depth;
    for (; d > 0; d--) {
        const uint64_t m = w->bound[d - 1];
        uint64_t v = w->choice[d - 1] + 1;
        while (v < m && weight_of(w, m, v) == 0)
            v++;
        if (v < m) {
            w->choice[d - 1] = v;
            break;
        }
    }
    w->prescribed = d;
    w->known = d > 0 ? d - 1 : 0;
    return d > 0;
}

/* Which part of all sequences is done, as if all choices were equally likely. */
static double part_done(const struct walk *w)
{
    double part = 0, width = 1;
    for (size_t d = 0; d < w->prescribed; d++) {
        width /= (double)w->bound[d];
        part += width * (double)w->choice[d];
    }
    return part;
}

static int walk_on(struct walk *w, uint64_t most,
                   int (*leaf)(void *context, const audit_leaf *leaf), void *context,
                   uint64_t *sequences)
{
    unsigned char first[FAIRAUDIT_MOST];
    do {
        if (!run(w, w->order))
            return w->error;
        if (*sequences == 0)
            memcpy(first, w->order, sizeof first);
        if (*sequences < TWICE && !repeat_run(w))
            return w->error;
        const size_t d = w->depth;
        const audit_leaf end = {w->order, w->num[d], w->den[d],
                                w->natural ? &w->big_num[d] : NULL,
                                w->natural ? &w->big_den[d] : NULL};
        const int error = leaf(context, &end);
        if (error != FAIRAUDIT_OK)
            return error;
        if (++*sequences >= most || w->all > QUESTIONS)
            return advance(w) ? FAIRAUDIT_ELARGE : FAIRAUDIT_OK;
        if (!advance(w))
            break;
        const double far = *sequences == SOON ? 10 : *sequences == LATER ? 2 : INFINITY;
        if (far < INFINITY && (double)*sequences / part_done(w) > far * (double)most)
            return FAIRAUDIT_ELARGE;
    } while (1);

    /* The very first sequence once more, after all the others. */
    w->prescribed = w->known = 0;
    if (!run(w, w->repeat))
        return w->error;
    return memcmp(first, w->repeat, w->problem->n) == 0 ? FAIRAUDIT_OK
                                                        : FAIRAUDIT_EREPLAY;
}

int audit_exact_walk(const audit_problem *problem, uint64_t most, int natural,
                     int (*leaf)(void *context, const audit_leaf *leaf), void *context,
                     uint64_t *sequences)
{
    struct walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return FAIRAUDIT_ENOMEM;
    w->problem = problem;
    w->natural = natural;
    w->num[0] = w->den[0] = 1;
    if (problem->split > 0)
        weigh_parts(w);
    *sequences = 0;
    int error = FAIRAUDIT_OK;
    if (natural) {
        w->big_num = malloc((DEEPEST + 1) * sizeof *w->big_num);
        w->big_den = malloc((DEEPEST + 1) * sizeof *w->big_den);
        if (w->big_num != NULL && w->big_den != NULL) {
            audit_natural_set(&w->big_num[0], 1);
            audit_natural_set(&w->big_den[0], 1);
        } else {
            error = FAIRAUDIT_ENOMEM;
        }
    }
    if (error == FAIRAUDIT_OK) {
#ifdef JUMPS
        if (setjmp(w->out) != 0) /* NOLINT(cert-err52-cpp) */
            error = w->error;
        else
#endif
            error = walk_on(w, most, leaf, context, sequences);
    }
    free(w->big_num);
    free(w->big_den);
    free(w);
    return error;
}
