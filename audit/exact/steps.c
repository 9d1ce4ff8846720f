/* SPDX-License-Identifier: MIT
 *
 * steps.c - shuffles that are a sequence of independent random permutations, such as
 * swaps: step s applies g_s(c) after a choice c, whatever was chosen before.
 *
 * The steps are not programmed a second time here, but found by running the shuffle. With
 * all choices 0 the order is P = g_0(0) g_1(0) ...; with choice c in step s alone it is
 * P_s(c). Then the h_s(c) = P_s(c) P^-1 are permutations whose product h_0(c_0) h_1(c_1)
 * ... P is the order for all choices, because everything between cancels. The catalogue
 * says which shuffles are of this kind; some random choices are tried nevertheless.
 */
#include "audit/exact/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "audit/orders/source.h"

enum {
    TRIES = 50,                /* random sequences of choices to check */
    FEW_TRIES = 1,             /* the same with more than MANY steps */
    MANY = 1000,               /* steps */
    MOST_STEPS = 1 << 16,      /* questions of one run */
    MOST_ROUNDS = 1000000,     /* rounds of the same step */
    MOST_WORK = 1000000000,    /* questions of all runs */
    MOST_BYTES = 64 * 1000000, /* of all permutations */
};

struct audit_steps {
    size_t n;         /* cards */
    size_t count;     /* steps */
    size_t stored;    /* entries of `step`; the last serves all later steps */
    audit_step *step; /* [stored] */
    unsigned char last[FAIRAUDIT_MOST]; /* the order if all choices are 0 */
};

/* ---- a die with given answers ------------------------------------------------------ */

struct probe {
    const uint64_t *answers; /* all answers; NULL: 0, except for one question */
    uint64_t answer;         /* the answer to question `at`, if `answers` is NULL */
    size_t at;               /* the number of the question that gets `answer` */
    size_t asked;            /* questions so far */
    size_t most;             /* questions that `bound` has room for */
    uint64_t *bound;         /* [most]: the bound of each question */
    int first;               /* this run sets the bounds */
    int same;                /* the questions are the same as in the first run */
};

static uint64_t choose(void *context, uint64_t m)
{
    struct probe *p = context;
    const size_t at = p->asked++;
    p->same &= m > 0;
    if (at >= p->most || m == 0)
        return 0;
    if (p->first)
        p->bound[at] = m;
    else
        p->same &= p->bound[at] == m;
    if (p->answers != NULL)
        return p->answers[at] % m;
    return at == p->at ? p->answer % m : 0;
}

static int run(const audit_problem *problem, struct probe *probe, unsigned char *order)
{
    const fairaudit_die die = {choose, probe};
    const size_t asked = probe->asked;
    probe->asked = 0;
    probe->same = 1;
    audit_sorted(order, problem->n);
    problem->function(&die, order, problem->n, problem->context);
    return probe->same &&
           (probe->first ? probe->asked <= probe->most : probe->asked == asked);
}

size_t audit_exact_questions(const audit_problem *problem, uint64_t *bound, size_t most)
{
    unsigned char order[FAIRAUDIT_MOST];
    struct probe probe = {.most = most, .at = most, .first = 1, .bound = bound};
    run(problem, &probe, order);
    size_t count = 0;
    for (size_t i = 0; i < probe.asked; i++) {
        if (i < most && bound[i] == 1)
            continue;
        if (i < most)
            bound[count] = bound[i];
        count++;
    }
    return count;
}

/* ---- measuring --------------------------------------------------------------------- */

static audit_step *new_step(audit_steps *steps, size_t count)
{
    audit_step *step = &steps->step[steps->stored];
    step->permutation = calloc(count + 1, steps->n);
    step->weight = calloc(count + 1, sizeof *step->weight);
    steps->stored++;
    return step->permutation != NULL && step->weight != NULL ? step : NULL;
}

/* Adds a permutation with its weight, or adds the weight to the same permutation. */
static void put(audit_step *step, size_t n, const unsigned char *permutation,
                uint64_t weight)
{
    const size_t look = n <= AUDIT_TABLE_MOST ? step->count : 0;
    for (size_t i = 0; i < look; i++)
        if (memcmp(step->permutation + i * n, permutation, n) == 0) {
            step->weight[i] += weight;
            return;
        }
    if (weight == 0)
        return;
    memcpy(step->permutation + step->count * n, permutation, n);
    step->weight[step->count++] = weight;
}

static void reduce(audit_step *step)
{
    uint64_t common = step->total;
    for (size_t i = 0; i < step->count; i++)
        common = audit_exact_gcd(common, step->weight[i]);
    for (size_t i = 0; i < step->count; i++)
        step->weight[i] /= common;
    step->total /= common;
}

static int measure_step(const audit_problem *problem, struct probe *probe, size_t s,
                        audit_steps *steps)
{
    const size_t n = steps->n;
    const uint64_t m = probe->bound[s];
    audit_step *step = new_step(steps, (size_t)m);
    if (step == NULL)
        return FAIRAUDIT_ENOMEM;
    const uint64_t common = audit_problem_common(problem, m);
    step->total = audit_problem_total(problem, m);
    probe->at = s;
    for (probe->answer = 0; probe->answer < m; probe->answer++) {
        unsigned char order[FAIRAUDIT_MOST], h[FAIRAUDIT_MOST];
        if (!run(problem, probe, order))
            return FAIRAUDIT_ELARGE;
        for (size_t i = 0; i < n; i++)
            h[steps->last[i]] = order[i];
        const uint64_t weight =
            audit_problem_fair(problem)
                ? 1
                : audit_die_weight(problem->kind, problem->parameter, m, probe->answer) /
                      common;
        put(step, n, h, weight);
    }
    reduce(step);
    return FAIRAUDIT_OK;
}

static unsigned tries(size_t steps)
{
    return steps > MANY ? FEW_TRIES : TRIES;
}

/* Whether random choices lead to the order that the steps predict. FAIRAUDIT_OK, _ENOMEM,
 * or _ELARGE if they do not. */
static int check_steps(const audit_problem *problem, const struct probe *probe)
{
    const size_t n = problem->n, count = probe->asked;
    const audit_seed seed = audit_seed_of_number(n);
    uint64_t *answers = malloc((count + 1) * sizeof *answers);
    int same = 1;
    if (answers == NULL)
        return FAIRAUDIT_ENOMEM;
    for (unsigned t = 0; t < tries(count) && same; t++) {
        unsigned char expected[FAIRAUDIT_MOST], order[FAIRAUDIT_MOST];
        audit_source source;
        audit_source_start(&source, &seed, AUDIT_STREAM_COMPARE, t);
        for (size_t s = 0; s < count; s++)
            answers[s] = audit_source_below(&source, probe->bound[s]);

        /* The prediction, from the last step to the first. */
        struct probe one = *probe;
        one.at = count; /* all answers are 0 */
        same = run(problem, &one, expected);
        unsigned char zero[FAIRAUDIT_MOST];
        memcpy(zero, expected, n);
        for (size_t s = count; s-- > 0 && same;) {
            unsigned char h[FAIRAUDIT_MOST];
            one.at = s;
            one.answer = answers[s];
            same = run(problem, &one, order);
            for (size_t i = 0; i < n; i++)
                h[zero[i]] = order[i];
            for (size_t i = 0; i < n; i++)
                expected[i] = h[expected[i]];
        }
        struct probe all = *probe;
        all.answers = answers;
        all.most = count; /* a shuffle of another kind may ask more */
        same = same && run(problem, &all, order) && memcmp(order, expected, n) == 0;
    }
    free(answers);
    return same ? FAIRAUDIT_OK : FAIRAUDIT_ELARGE;
}

int audit_steps_measure(const audit_problem *problem, audit_steps **made)
{
    audit_steps *steps = calloc(1, sizeof *steps);
    struct probe probe = {.at = MOST_STEPS, .first = 1};
    int error = FAIRAUDIT_ENOMEM;
    *made = steps;
    if (steps == NULL)
        return error;
    steps->n = problem->n;
    run(problem, &probe, steps->last); /* counts the questions */
    if (probe.asked > MOST_STEPS)
        return FAIRAUDIT_ELARGE;
    probe.most = probe.asked;
    probe.bound = calloc(probe.most + 1, sizeof *probe.bound);
    if (probe.bound == NULL)
        return error;
    error = FAIRAUDIT_ELARGE;
    if (!run(problem, &probe, steps->last))
        goto done;
    probe.first = 0;
    double answers = tries(probe.asked) * (double)probe.asked;
    for (size_t s = 0; s < probe.asked; s++)
        answers += (double)probe.bound[s];
    if (answers * (double)probe.asked > MOST_WORK ||
        answers * (double)steps->n > MOST_BYTES)
        goto done;
    error = check_steps(problem, &probe);
    if (error != FAIRAUDIT_OK)
        goto done;
    error = FAIRAUDIT_ENOMEM;
    steps->step = calloc(probe.asked + 1, sizeof *steps->step);
    if (steps->step == NULL)
        goto done;
    error = FAIRAUDIT_OK;
    for (size_t s = 0; s < probe.asked && error == FAIRAUDIT_OK; s++)
        error = measure_step(problem, &probe, s, steps);
    steps->count = steps->stored;
done:
    free(probe.bound);
    return error;
}

/* ---- rounds ------------------------------------------------------------------------ */

int audit_steps_rounds(const audit_table *round, uint64_t rounds, audit_steps **made)
{
    audit_steps *steps = calloc(1, sizeof *steps);
    *made = steps;
    if (steps == NULL || (steps->step = calloc(1, sizeof *steps->step)) == NULL)
        return FAIRAUDIT_ENOMEM;
    if (round->word == NULL || rounds > MOST_ROUNDS)
        return FAIRAUDIT_ELARGE;
    size_t possible = 0;
    for (size_t rank = 0; rank < round->orders; rank++)
        possible += round->word[rank] > 0;
    steps->n = round->n;
    steps->count = (size_t)rounds;
    audit_step *step = new_step(steps, possible);
    if (step == NULL)
        return FAIRAUDIT_ENOMEM;
    step->total = round->word_total;
    audit_sorted(steps->last, steps->n);
    unsigned char order[FAIRAUDIT_MOST];
    memcpy(order, steps->last, sizeof order);
    size_t rank = 0;
    do {
        if (round->word[rank] > 0) {
            memcpy(step->permutation + step->count * steps->n, order, steps->n);
            step->weight[step->count++] = round->word[rank];
        }
        rank++;
    } while (audit_next_order(order, steps->n));
    reduce(step);
    return FAIRAUDIT_OK;
}

void audit_steps_free(audit_steps *steps)
{
    if (steps == NULL)
        return;
    for (size_t s = 0; s < steps->stored; s++) {
        free(steps->step[s].permutation);
        free(steps->step[s].weight);
    }
    free(steps->step);
    free(steps);
}

size_t audit_steps_count(const audit_steps *steps)
{
    return steps->count;
}

size_t audit_steps_cards(const audit_steps *steps)
{
    return steps->n;
}

const audit_step *audit_steps_at(const audit_steps *steps, size_t s)
{
    assert(s < steps->count && steps->stored > 0);
    return &steps->step[s < steps->stored ? s : steps->stored - 1];
}

const unsigned char *audit_steps_last(const audit_steps *steps)
{
    return steps->last;
}
