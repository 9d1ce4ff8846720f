/* SPDX-License-Identifier: MIT
 *
 * exact.c - fuzzes the exact engine of the audit: for any small shuffle with any die, all
 * methods give the distribution that the simplest one gives. The first byte of an input
 * chooses one of:
 *
 *   - a shuffle made of the input's bytes. It is enumerated here, with floating-point
 *     numbers. Enumeration, the chain, sums over digits and positions must agree with it,
 *     as far as each of them applies. Some shuffles break the rules: then the error must
 *     say so.
 *   - a shuffle of the catalogue, with a small deck: the formulas must agree, too
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/exact/parts.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { MOST_CARDS = 5, MOST_ORDERS = 120, MOST_DEPTH = 64, MOST_LEAVES = 150 };

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-10 * (1 + fabs(b));
}

/* ---- enumeration, as simply as possible ------------------------------------------ */

struct truth {
    const audit_problem *problem;
    size_t depth, prescribed;      /* choices of this run, and how many are given */
    uint64_t choice[MOST_DEPTH];   /* the choices */
    uint64_t bound[MOST_DEPTH];    /* of each choice */
    double chance[MOST_DEPTH + 1]; /* [d]: of the first d choices */
    size_t first_depth;            /* choices of the first run */
    uint64_t first[MOST_DEPTH];    /* their bounds */
    size_t asked;                  /* questions of the last run, also trivial ones */
    int deep;                      /* there are more than MOST_DEPTH choices */
    int same;                      /* all runs have the same bounds */
    size_t leaves;                 /* runs that are possible */
    size_t runs;                   /* all runs */
    double p[MOST_ORDERS];         /* the probability of each order, by rank */
    size_t hits[MOST_ORDERS];      /* runs that led to it */
};

static double chance_of(const audit_problem *problem, uint64_t m, uint64_t v)
{
    const audit_die_kind *kind = problem->kind;
    return audit_problem_fair(problem)
               ? 1 / (double)m
               : (double)audit_die_weight(kind, problem->parameter, m, v) /
                     (double)audit_die_total(kind, problem->parameter, m);
}

static uint64_t answer(void *context, uint64_t m)
{
    struct truth *t = context;
    t->asked++;
    if (m <= 1)
        return 0;
    if (t->depth == MOST_DEPTH) {
        t->deep = 1;
        return 0;
    }
    if (t->depth >= t->prescribed)
        t->choice[t->depth] = 0;
    t->bound[t->depth] = m;
    if (t->depth + 1 >= t->prescribed) /* the others are those of the last run */
        t->chance[t->depth + 1] =
            t->chance[t->depth] * chance_of(t->problem, m, t->choice[t->depth]);
    return t->choice[t->depth++];
}

/* Returns whether there are few enough sequences of choices to try all of them. */
static int find_truth(struct truth *t, const audit_problem *problem)
{
    const size_t n = problem->n;
    memset(t, 0, sizeof *t);
    t->problem = problem;
    t->same = 1;
    t->chance[0] = 1;
    for (;;) {
        unsigned char order[MOST_CARDS];
        const fairaudit_die die = {answer, t};
        t->depth = t->asked = 0;
        audit_sorted(order, n);
        problem->function(&die, order, n, problem->context);
        if (t->deep || ++t->runs > MOST_LEAVES)
            return 0;
        if (t->runs == 1) {
            t->first_depth = t->depth;
            memcpy(t->first, t->bound, sizeof t->first);
        }
        t->same &= t->depth == t->first_depth &&
                   memcmp(t->first, t->bound, t->depth * sizeof t->bound[0]) == 0;
        const double p = t->chance[t->depth];
        MUST(audit_is_order(order, n));
        const size_t rank = audit_rank(order, n);
        t->p[rank] += p;
        t->hits[rank]++;
        t->leaves += p > 0;
        while (t->depth > 0 && t->choice[t->depth - 1] + 1 == t->bound[t->depth - 1])
            t->depth--;
        if (t->depth == 0)
            return 1;
        t->choice[t->depth - 1]++;
        t->prescribed = t->depth;
    }
}

/* Whether different choices always lead to different orders. */
static int once(const struct truth *t)
{
    for (size_t i = 0; i < MOST_ORDERS; i++)
        if (t->hits[i] > 1)
            return 0;
    return t->same;
}

/* ---- comparing ------------------------------------------------------------------- */

static void check_position(const struct truth *t, const audit_exact *exact)
{
    const size_t n = t->problem->n;
    double position[MOST_CARDS * MOST_CARDS] = {0};
    unsigned char order[MOST_CARDS];
    size_t rank = 0;
    MUST(exact->has_position && exact->position != NULL);
    audit_sorted(order, n);
    do {
        for (size_t i = 0; i < n; i++)
            position[i * n + order[i]] += t->p[rank];
        rank++;
    } while (audit_next_order(order, n));
    for (size_t i = 0; i < n * n; i++)
        MUST(near(exact->position[i], position[i]));
}

static void check_summary(const struct truth *t, const audit_exact *exact)
{
    const size_t orders = audit_factorial(t->problem->n);
    double distance = 0, largest = 0, least = 1, impossible = 0, smallest = 1;
    for (size_t i = 0; i < orders; i++) {
        const double p = t->p[i];
        distance += p * (double)orders > 1 ? p - 1 / (double)orders : 0;
        largest = p > largest ? p : largest;
        least = p < least ? p : least;
        smallest = p > 0 && p < smallest ? p : smallest;
        impossible += p == 0;
    }
    MUST(!exact->fair || (near(largest * (double)orders, 1) && impossible == 0));
    if (exact->has_distance)
        MUST(near(exact->distance, distance) && (!exact->fair || exact->distance == 0));
    if (exact->has_ratio) {
        MUST(near(exact->largest, largest * (double)orders));
        MUST(near(exact->least, least * (double)orders));
        MUST(near(exact->log2_ratio, log2(largest / smallest)));
    }
    if (exact->impossible >= 0) {
        MUST(near(exact->impossible, impossible));
        MUST(near(exact->log2_possible, log2((double)orders - impossible)));
    }
    if (exact->has_position)
        check_position(t, exact);
}

/* The exact probabilities: they add up to 1, and are those of the truth. */
static void check_table(const struct truth *t, const audit_exact *exact)
{
    const size_t orders = audit_factorial(t->problem->n);
    audit_natural sum;
    int even = 1;
    audit_natural_set(&sum, 0);
    MUST(exact->orders == orders && exact->has_distance && exact->has_ratio);
    for (size_t i = 0; i < orders; i++) {
        const audit_natural *p = &exact->numerator[i];
        MUST(near(audit_natural_ratio(p, &exact->denominator), t->p[i]));
        MUST((p->used == 0) == (t->p[i] == 0));
        MUST(audit_natural_add(&sum, p));
        even &= audit_natural_compare(p, &exact->numerator[0]) == 0;
    }
    MUST(audit_natural_compare(&sum, &exact->denominator) == 0);
    MUST(exact->fair == even);
    MUST(near(
        audit_natural_ratio(&exact->distance_numerator, &exact->distance_denominator),
        exact->distance));
    check_summary(t, exact);
}

static audit_exact nothing(size_t n)
{
    audit_exact exact;
    memset(&exact, 0, sizeof exact);
    exact.n = n;
    exact.impossible = -1;
    return exact;
}

/* The methods for shuffles that are a sequence of independent steps. Others are mostly
 * recognised, but not always: the catalogue says which shuffles are of this kind. */
static void check_steps(const audit_problem *problem, const struct truth *t, int is_steps)
{
    audit_steps *steps = NULL;
    audit_exact exact = nothing(problem->n);
    int error = audit_steps_measure(problem, &steps);
    MUST(error == FAIRAUDIT_OK || (error == FAIRAUDIT_ELARGE && !is_steps));
    if (is_steps) {
        error = audit_exact_chain(steps, &exact);
        if (error == FAIRAUDIT_OK)
            check_table(t, &exact);
        else
            MUST(error == FAIRAUDIT_ELARGE);
        audit_exact_free(&exact);
        exact = nothing(problem->n);
        MUST(audit_exact_step_positions(steps, &exact) == FAIRAUDIT_OK);
        check_position(t, &exact);
        audit_exact_free(&exact);
    }
    audit_steps_free(steps);
}

/* The methods for all shuffles that keep the rules. */
static void check_methods(const audit_problem *problem, const struct truth *t, int few)
{
    audit_exact exact = nothing(problem->n);
    int error = audit_exact_enumerate(problem, 2 * MOST_LEAVES, &exact);
    MUST(error == FAIRAUDIT_OK && (problem->split > 0 || exact.sequences == t->leaves));
    check_table(t, &exact);
    audit_exact_free(&exact);

    exact = nothing(problem->n);
    error = audit_exact_digits(problem, &exact);
    if (error == FAIRAUDIT_OK && once(t) && problem->split == 0)
        check_summary(t, &exact);
    audit_exact_free(&exact);
    if (few) { /* it allocates megabytes */
        exact = nothing(problem->n);
        MUST(audit_exact_few(problem, &exact) == FAIRAUDIT_OK);
        check_summary(t, &exact);
        audit_exact_free(&exact);
    }
}

/* ---- shuffles made of bytes ------------------------------------------------------ */

enum { MOST_LINES = 8, MANY = 3 * FAIRAUDIT_MOST };
enum { SWAP_ANY, SWAP_REST, ROTATE, MAYBE, LOOK, TRIVIAL, FIXED, SPLIT, KINDS };
enum { ASK_ZERO = KINDS, LOSE, FORGET, BAD }; /* what a shuffle must not do */

struct program {
    size_t lines;
    struct {
        unsigned kind, a, b;
    } line[MOST_LINES];
    uint64_t split;  /* of SPLIT */
    unsigned called; /* how often it ran */
    int broken;      /* a rule was broken */
};

static void swap(unsigned char *a, size_t i, size_t j)
{
    const unsigned char kept = a[i];
    a[i] = a[j];
    a[j] = kept;
}

static void run_line(struct program *p, size_t i, const fairaudit_die *die,
                     unsigned char *a, size_t n)
{
    const size_t x = p->line[i].a % n, y = p->line[i].b % n;
    uint64_t m = 2 + p->line[i].b % 3;
    switch (p->line[i].kind) {
    case SWAP_ANY:
        swap(a, x, (size_t)die->choose(die->context, n));
        break;
    case SWAP_REST:
        swap(a, x, x + (size_t)die->choose(die->context, n - x));
        break;
    case ROTATE:
        for (m = die->choose(die->context, m); m > 0; m--)
            for (size_t k = 1; k < n; k++)
                swap(a, k - 1, k);
        break;
    case MAYBE:
        if (die->choose(die->context, m) == 0)
            swap(a, x, y);
        break;
    case LOOK: /* whether it asks depends on the cards */
        if (a[x] < a[y])
            swap(a, x, (size_t)die->choose(die->context, n));
        break;
    case TRIVIAL:
        for (m = p->line[i].b < 240 ? 1 : MANY; m > 0; m--)
            MUST(die->choose(die->context, 1) == 0);
        break;
    case SPLIT:
        if (die->choose(die->context, AUDIT_PERCENT) < p->split)
            swap(a, x, y);
        break;
    case ASK_ZERO:
        p->broken = 1;
        die->choose(die->context, 0);
        break;
    case LOSE:
        p->broken = 1;
        a[x] = a[(x + 1) % n];
        break;
    case FORGET:
        p->broken = 1;
        swap(a, p->called % n, (p->called + 1) % n);
        break;
    default:
        swap(a, x, y);
    }
}

static void run_program(const fairaudit_die *die, unsigned char *a, size_t n,
                        void *context)
{
    struct program *p = context;
    p->called++;
    for (size_t i = 0; i < p->lines; i++)
        run_line(p, i, die, a, n);
}

/* A die with a distribution. */
static const audit_die_kind *die_of(unsigned byte, unsigned bits, uint64_t *parameter)
{
    const audit_die_kind *kind = byte < 128 ? NULL : &audit_dice[byte % 3];
    *parameter = 0;
    if (kind != NULL && kind->parameter.meaning != NULL) {
        const uint64_t least = kind->parameter.least, most = kind->parameter.most;
        *parameter =
            least + bits % (bits < 192 && most - least >= 6 ? 6 : most - least + 1);
    }
    MUST(kind == NULL || !kind->seeded);
    return kind;
}

static void check_program(const uint8_t *in, size_t size)
{
    if (size < 4)
        return;
    struct program program = {.split = 1 + in[3] % (AUDIT_PERCENT - 1)};
    audit_problem problem = {run_program, &program, 2 + in[0] % (MOST_CARDS - 1),
                             NULL,        0,        0};
    problem.kind = die_of(in[1], in[2], &problem.parameter);
    int bad = 0, split = 0, is_steps = 1;
    for (size_t i = 4; i + 2 < size && program.lines < MOST_LINES; i += 3) {
        program.line[program.lines].kind = in[i] < 250 ? in[i] % KINDS : in[i] % BAD;
        program.line[program.lines].a = in[i + 1];
        program.line[program.lines].b = in[i + 2];
        split |= program.line[program.lines].kind == SPLIT;
        is_steps &= program.line[program.lines].kind != LOOK;
        bad |= program.line[program.lines++].kind >= KINDS;
    }
    if (bad) {
        audit_exact exact = nothing(problem.n);
        const int error = audit_exact_enumerate(&problem, MOST_LEAVES, &exact);
        MUST(error == FAIRAUDIT_EINVAL || error == FAIRAUDIT_EORDER ||
             error == FAIRAUDIT_EREPLAY || error == FAIRAUDIT_ELARGE ||
             error == FAIRAUDIT_OK);
        MUST(error == FAIRAUDIT_OK || error == FAIRAUDIT_ELARGE || program.broken);
        audit_exact_free(&exact);
        return;
    }
    struct truth truth;
    if (!find_truth(&truth, &problem))
        return;
    check_methods(&problem, &truth, in[0] >= 240 && in[3] >= 224);
    if (truth.asked < FAIRAUDIT_MOST) /* it would take long */
        check_steps(&problem, &truth, is_steps);
    if (split) {
        problem.split = program.split;
        check_methods(&problem, &truth, 0);
    }
}

/* ---- shuffles of the catalogue --------------------------------------------------- */

enum { MOST_PARAMETER = 6 };

static void check_catalogue(const uint8_t *in, size_t size)
{
    if (size < 5)
        return;
    size_t shuffles = 0;
    while (audit_catalogue[shuffles].name != NULL)
        shuffles++;
    const audit_shuffle *shuffle = &audit_catalogue[in[0] % shuffles];
    const size_t n = 2 + in[1] % (MOST_CARDS - 1);
    const audit_parameter *range = &shuffle->parameter;
    uint64_t die_parameter, parameter = 0;
    const audit_die_kind *die = die_of(in[2], in[3], &die_parameter);
    if (shuffle->unbounded)
        return; /* it has no enumeration */
    if (range->meaning != NULL) {
        parameter = range->least + in[4] % (range->most - range->least + 1);
        if (range->most > AUDIT_PERCENT && parameter > MOST_PARAMETER)
            parameter = range->least + parameter % MOST_PARAMETER;
    }
    audit_entry entry = {shuffle, parameter};
    const audit_problem problem = {audit_exact_run, &entry, n, die, die_parameter, 0};
    struct truth truth;
    if (!find_truth(&truth, &problem))
        return;
    audit_exact exact;
    MUST(audit_exact_find(shuffle, parameter, die, die_parameter, n, &exact) ==
         FAIRAUDIT_OK);
    MUST(exact.keeps == shuffle->keeps && exact.n == n);
    MUST(!shuffle->fair || (die != NULL && !die->fair) || exact.fair);
    check_table(&truth, &exact);
    audit_exact_free(&exact);
    exact = nothing(n);
    const int error = audit_exact_by_structure(&problem, &exact);
    if (error == FAIRAUDIT_OK)
        check_summary(&truth, &exact);
    else
        MUST(error == FAIRAUDIT_ELARGE);
    audit_exact_free(&exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    if (size == 0)
        return 0;
    if (input[0] < 192)
        check_program(input + 1, size - 1);
    else
        check_catalogue(input + 1, size - 1);
    return 0;
}
