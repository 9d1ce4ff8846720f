/* SPDX-License-Identifier: MIT
 *
 * exact.c - chooses the method for the exact distribution of a shuffle of the catalogue.
 *
 * Small decks: the probability of every order, by enumeration or by a chain. Large decks:
 * what the catalogue says about the structure of the shuffle. Tests compare these methods
 * with enumeration for all small decks.
 */
#include "audit/exact/parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW_SEQUENCES = 100000, /* enumeration comes first if there are at most this many */
    FEWER_SEQUENCES = 20000000, /* the most to enumerate if there is a formula */
};

#define SLACK 1.25 /* the estimated number of sequences may be off */

const audit_how_words audit_exact_how[AUDIT_HOWS] = {
    [AUDIT_HOW_UNKNOWN] = {NULL, ""},
    [AUDIT_HOW_ALL_TRIED] = {"all-tried", "all sequences of choices were tried"},
    [AUDIT_HOW_FEW_TRIED] = {"few-tried",
                             "all sequences of choices were tried; they are few"},
    [AUDIT_HOW_ORDERS_FOLLOWED] =
        {"orders-followed", "the probability of every order was followed step by step"},
    [AUDIT_HOW_CARDS_FOLLOWED] = {"cards-followed",
                                  "each card was followed separately; the distribution "
                                  "of whole orders is unknown"},
    [AUDIT_HOW_ONE_EACH] = {"one-sequence-each",
                            "each order comes from exactly one sequence of choices"},
    [AUDIT_HOW_ONE_AT_MOST] = {"one-sequence-at-most",
                               "each order comes from one sequence of choices at most"},
    [AUDIT_HOW_SYMMETRY] = {"symmetry", "by symmetry of cards and positions"},
    [AUDIT_HOW_EVEN_ONLY] = {"even-only",
                             "all even orders are equally likely, odd ones impossible"},
    [AUDIT_HOW_FIRST_CARD] = {"first-card",
                              "all orders that begin with the first card "
                              "have one probability, and all others have another"},
    [AUDIT_HOW_UNCHANGED] =
        {"unchanged-deck",
         "the unchanged deck is more likely; all other orders are equally likely"},
    [AUDIT_HOW_DESCENTS] = {"descents",
                            "a formula for the number of descents of the order"},
    [AUDIT_HOW_INVERSE_DESCENTS] =
        {"inverse-descents", "a formula for the number of descents of the inverse order"},
    [AUDIT_HOW_COIN_FLIPS] =
        {"coin-flips",
         "orders were grouped by the number of coin flips that lead to them"},
    [AUDIT_HOW_CYCLE_LENGTHS] = {"cycle-lengths",
                                 "a Markov chain on the lengths of cycles"},
};

/* The number of bits of the keys if these are equally likely, else 0. A die with fewer
 * numbers than there are keys gives each of its numbers at most once. */
static uint64_t bits_of_keys(const audit_problem *problem, uint64_t bits)
{
    const uint64_t keys = (uint64_t)1 << bits;
    if (audit_problem_even(problem, keys))
        return bits;
    const uint64_t total = audit_die_total(problem->kind, problem->parameter, keys);
    uint64_t fewer = 0;
    while (fewer < bits && (uint64_t)1 << fewer < total)
        fewer++;
    return (uint64_t)1 << fewer == total && total < keys ? fewer : 0;
}

/* Whether the die is as good as a fair one for the choices of this shuffle. */
static int good_enough(const audit_problem *problem, unsigned known, uint64_t parameter)
{
    if (known & AUDIT_COINS)
        return audit_problem_even(problem, 2);
    if (known & AUDIT_KEYS)
        return bits_of_keys(problem, parameter) > 0;
    return audit_problem_fair(problem);
}

/* ---- formulas ---------------------------------------------------------------------- */

/* Each takes the parameter of its shuffle; most do not use it. */
static int keys(uint64_t bits, audit_exact *exact)
{
    return audit_exact_eulerian(bits, 0, exact);
}

static int riffle(uint64_t riffles, audit_exact *exact)
{
    return audit_exact_eulerian(riffles, 1, exact);
}

static int insertion(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    return audit_exact_insertion(0, exact);
}

static int selection(uint64_t unused, audit_exact *exact)
{
    (void)unused;
    return audit_exact_insertion(1, exact);
}

static int swaps(uint64_t count, audit_exact *exact)
{
    return audit_exact_transpositions(count, 0, exact);
}

static int distinct_swaps(uint64_t count, audit_exact *exact)
{
    return audit_exact_transpositions(count, 1, exact);
}

static int (*const formulas[AUDIT_FORMULAS])(uint64_t parameter, audit_exact *exact) = {
    [AUDIT_FORMULA_FAIR] = audit_exact_fair,
    [AUDIT_FORMULA_KEYS] = keys,
    [AUDIT_FORMULA_RIFFLE] = riffle,
    [AUDIT_FORMULA_INSERTION] = insertion,
    [AUDIT_FORMULA_SELECTION] = selection,
    [AUDIT_FORMULA_MERGE] = audit_exact_merge,
    [AUDIT_FORMULA_QUICK] = audit_exact_quick,
    [AUDIT_FORMULA_TIMSORT] = audit_exact_timsort_position,
    [AUDIT_FORMULA_SWAPS] = swaps,
    [AUDIT_FORMULA_DISTINCT_SWAPS] = distinct_swaps,
    [AUDIT_FORMULA_ADJACENT_SWAPS] = audit_exact_adjacent_position,
    [AUDIT_FORMULA_OVERHAND] = audit_exact_overhand_position,
    [AUDIT_FORMULA_EVEN_ONLY] = audit_exact_even_only,
    [AUDIT_FORMULA_BLOCKS] = audit_exact_blocks_position,
    [AUDIT_FORMULA_PROMOTED] = audit_exact_promoted,
    [AUDIT_FORMULA_REPEATS_LAST] = audit_exact_repeats_last,
};

static int find_formula(const audit_problem *problem, audit_exact *exact)
{
    const audit_entry *entry = problem->context;
    const enum audit_formula formula = entry->shuffle->formula;
    uint64_t parameter = entry->parameter;
    if (formula == AUDIT_FORMULA_KEYS)
        parameter = bits_of_keys(problem, parameter);
    return formulas[formula] == NULL ? FAIRAUDIT_ELARGE
                                     : formulas[formula](parameter, exact);
}

/* ---- small decks ------------------------------------------------------------------- */

/* Finds the steps of a shuffle, and the result from these. */
static int find_by_steps(const audit_problem *problem,
                         int (*find)(const audit_steps *steps, audit_exact *exact),
                         audit_exact *exact)
{
    audit_steps *steps = NULL;
    int error = audit_steps_measure(problem, &steps);
    if (error == FAIRAUDIT_OK)
        error = find(steps, exact);
    audit_steps_free(steps);
    return error;
}

/* By rounds, with the distribution of one round by enumeration. */
static int chain_of_rounds(const audit_problem *problem, audit_exact *exact)
{
    const audit_entry *entry = problem->context;
    audit_entry once = {entry->shuffle, 1};
    audit_problem round = *problem;
    round.context = &once;
    audit_table table;
    audit_steps *steps = NULL;
    uint64_t sequences;
    int error = audit_exact_tabulate(&round, AUDIT_SEQUENCES, &table, &sequences);
    if (error != FAIRAUDIT_OK)
        return error;
    error = audit_steps_rounds(&table, entry->parameter, &steps);
    audit_table_close(&table);
    if (error == FAIRAUDIT_OK)
        error = audit_exact_chain(steps, exact);
    audit_steps_free(steps);
    return error;
}

/* Enumerates, unless it would take too long. */
static int enumerate_many(const audit_problem *problem, uint64_t most, audit_exact *exact)
{
    return audit_problem_sequences(problem) > SLACK * (double)most
               ? FAIRAUDIT_ELARGE
               : audit_exact_enumerate(problem, most, exact);
}

static int find_small(const audit_problem *problem, unsigned known, audit_exact *exact)
{
    const audit_entry *entry = problem->context;
    if (problem->n > AUDIT_TABLE_MOST || entry->shuffle->unbounded)
        return FAIRAUDIT_ELARGE;
    int error = audit_exact_enumerate(problem, FEW_SEQUENCES, exact);
    if (error != FAIRAUDIT_ELARGE)
        return error;
    if (known & AUDIT_KEYS && good_enough(problem, known, entry->parameter))
        return FAIRAUDIT_ELARGE; /* the formula holds for all decks */
    if (entry->shuffle->repeats)
        error = chain_of_rounds(problem, exact);
    else if (known & AUDIT_STEPS && !(known & AUDIT_ONCE))
        error = find_by_steps(problem, audit_exact_chain, exact);
    if (error == FAIRAUDIT_ELARGE && !entry->shuffle->repeats)
        error = enumerate_many(problem,
                               known & (AUDIT_COINS | AUDIT_SPLIT) ? FEWER_SEQUENCES
                                                                   : AUDIT_SEQUENCES,
                               exact);
    if (error == FAIRAUDIT_ELARGE && known & AUDIT_SPLIT &&
        !audit_problem_fair(problem)) {
        audit_problem split = *problem;
        split.split = entry->parameter;
        error = audit_exact_enumerate(&split, FEWER_SEQUENCES, exact);
    }
    return error;
}

/* ---- large decks ------------------------------------------------------------------- */

static int find_once(const audit_problem *problem, unsigned known, audit_exact *exact)
{
    int error = audit_exact_digits(problem, exact);
    if (error == FAIRAUDIT_OK && exact->fair)
        error = audit_exact_even_position(exact) ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
    else if (error == FAIRAUDIT_OK && known & AUDIT_STEPS)
        error = find_by_steps(problem, audit_exact_step_positions, exact);
    else if (error == FAIRAUDIT_OK && audit_problem_fair(problem))
        error = find_formula(problem, exact);
    return error == FAIRAUDIT_ELARGE && exact->has_distance ? FAIRAUDIT_OK : error;
}

static int find_steps(const audit_problem *problem, audit_exact *exact)
{
    exact->method = AUDIT_BY_CHAIN;
    exact->how = AUDIT_HOW_CARDS_FOLLOWED;
    exact->impossible = -1;
    return find_by_steps(problem, audit_exact_step_positions, exact);
}

static void reset(audit_exact *exact, size_t n)
{
    audit_exact_free(exact);
    memset(exact, 0, sizeof *exact);
    exact->n = n;
    exact->impossible = -1;
    exact->how = AUDIT_HOW_UNKNOWN;
}

int audit_exact_by_structure(const audit_problem *problem, audit_exact *exact)
{
    const audit_entry *entry = problem->context;
    const unsigned known = entry->shuffle->structure;
    if (known & AUDIT_ONCE)
        return find_once(problem, known, exact);
    if (known & AUDIT_STEPS)
        return find_steps(problem, exact);
    if (known & AUDIT_FEW)
        return audit_exact_few(problem, exact);
    if (good_enough(problem, known, entry->parameter))
        return find_formula(problem, exact);
    return FAIRAUDIT_ELARGE;
}

int audit_exact_find(const audit_shuffle *shuffle, uint64_t shuffle_parameter,
                     const audit_die_kind *die, uint64_t die_parameter, size_t n,
                     audit_exact *exact)
{
    memset(exact, 0, sizeof *exact);
    reset(exact, n);
    if (n < FAIRAUDIT_LEAST || n > FAIRAUDIT_MOST || (die != NULL && die->seeded))
        return FAIRAUDIT_EINVAL;
    audit_entry entry = {shuffle, shuffle_parameter};
    const audit_problem problem = {audit_exact_run, &entry, n, die, die_parameter, 0};
    if (shuffle->formula == AUDIT_FORMULA_KEYS &&
        bits_of_keys(&problem, entry.parameter) > 0)
        entry.parameter =
            bits_of_keys(&problem, entry.parameter); /* longer keys never come */
    int error = find_small(&problem, shuffle->structure, exact);
    if (error == FAIRAUDIT_ELARGE) {
        reset(exact, n);
        error = audit_exact_by_structure(&problem, exact);
    }
    exact->keeps = shuffle->keeps;
    return error;
}

void audit_exact_free(audit_exact *exact)
{
    free(exact->position);
    free(exact->numerator);
    exact->position = NULL;
    exact->numerator = NULL;
    exact->orders = 0;
    exact->has_position = 0;
}
