/* SPDX-License-Identifier: MIT
 *
 * exact.c - which way leads to the exact distribution of a shuffle of the catalogue.
 *
 * Small decks: the distribution of every order, by enumeration or by a chain. Large ones:
 * what is known of the structure of the shuffle, which stands in the table below; tests
 * compare each of these ways with enumeration, for all small decks.
 */
#include "audit/exact/parts.h"

#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/parts.h"

/* What is known of a shuffle. */
enum {
    STEPS = 1,  /* it is a sequence of independent permutations (steps.c) */
    ONCE = 2,   /* different choices lead to different orders (digits.c) */
    FEW = 4,    /* it has few sequences of choices */
    KEYS = 8,   /* descents tell all (keys.c) */
    COINS = 16, /* it has choices out of 2 only, and a formula for fair coins */
    SPLIT = 32, /* of a number below 100 it takes only whether it is below its parameter;
                   and it has a formula for a fair die */
};

enum {
    FEW_SEQUENCES = 100000,     /* so few are tried before anything else */
    FEWER_SEQUENCES = 20000000, /* and so many if there is a better way */
};

#define SLACK 1.25 /* what is known of the number of sequences is a mean of some */

static const struct knowledge {
    void (*run)(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t parameter);
    unsigned what;
} knowledge[] = {
    {audit_shuffle_original, STEPS | ONCE},
    {audit_shuffle_removing, STEPS | ONCE},
    {audit_shuffle_down, STEPS | ONCE},
    {audit_shuffle_up, STEPS | ONCE},
    {audit_shuffle_inside_out, STEPS | ONCE},
    {audit_shuffle_inside_out_swap, STEPS | ONCE},
    {audit_shuffle_sattolo, STEPS | ONCE},
    {audit_shuffle_stops_early, STEPS | ONCE},
    {audit_shuffle_buffer, STEPS | ONCE},
    {audit_shuffle_blocks, ONCE},
    {audit_shuffle_step_short, STEPS | ONCE},
    {audit_shuffle_swap_with_any, STEPS},
    {audit_shuffle_swap_with_any_down, STEPS},
    {audit_shuffle_one_too_far, STEPS},
    {audit_shuffle_never_last, STEPS},
    {audit_shuffle_math_round, STEPS},
    {audit_shuffle_coin_exchange, STEPS},
    {audit_shuffle_coin_bubble, STEPS},
    {audit_shuffle_rotation, FEW},
    {audit_shuffle_rotation_flip, FEW},
    {audit_shuffle_affine, FEW},
    {audit_shuffle_keys, KEYS},
    {audit_shuffle_riffle, KEYS | COINS},
    {audit_shuffle_coin_insertion, COINS},
    {audit_shuffle_coin_timsort, COINS},
    {audit_shuffle_coin_selection, COINS},
    {audit_shuffle_coin_merge, COINS},
    {audit_shuffle_coin_quick, COINS},
    {audit_shuffle_promoted, SPLIT},
    {audit_shuffle_repeats_last, SPLIT},
};

static unsigned known_of(const audit_shuffle *shuffle)
{
    for (size_t i = 0; i < sizeof knowledge / sizeof *knowledge; i++)
        if (knowledge[i].run == shuffle->run)
            return knowledge[i].what;
    return 0;
}

/* How many bits the keys have if they are all equally likely; else 0. A die with fewer
 * numbers than there are keys gives each of its own at most once. */
static uint64_t bits_of_keys(const audit_problem *subject, uint64_t bits)
{
    const uint64_t keys = (uint64_t)1 << bits;
    if (audit_problem_even(subject, keys))
        return bits;
    const uint64_t total = audit_die_total(subject->kind, subject->parameter, keys);
    uint64_t fewer = 0;
    while (fewer < bits && (uint64_t)1 << fewer < total)
        fewer++;
    return (uint64_t)1 << fewer == total && total < keys ? fewer : 0;
}

/* Whether the die is as good as a fair one for what the shuffle asks. */
static int good_enough(const audit_problem *subject, unsigned known, uint64_t parameter)
{
    if (known & COINS)
        return audit_problem_even(subject, 2);
    if (known & KEYS)
        return bits_of_keys(subject, parameter) > 0;
    return audit_problem_fair(subject);
}

/* ---- small decks ------------------------------------------------------------------- */

/* By steps, as measured. */
static int chain_of_steps(const audit_problem *subject, audit_exact *exact)
{
    audit_steps *steps = NULL;
    int error = audit_steps_measure(subject, &steps);
    if (error == FAIRAUDIT_OK)
        error = audit_exact_chain(steps, exact);
    audit_steps_free(steps);
    return error;
}

/* By rounds: the distribution of one of them by enumeration. */
static int chain_of_rounds(const audit_problem *subject, audit_exact *exact)
{
    const audit_entry *entry = subject->context;
    audit_entry once = {entry->shuffle, 1};
    audit_problem round = *subject;
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

/* Not begun if it could not be ended. */
static int enumerate_many(const audit_problem *subject, uint64_t most, audit_exact *exact)
{
    return audit_problem_sequences(subject) > SLACK * (double)most
               ? FAIRAUDIT_ELARGE
               : audit_exact_enumerate(subject, most, exact);
}

static int find_small(const audit_problem *subject, unsigned known, audit_exact *exact)
{
    const audit_entry *entry = subject->context;
    if (subject->n > AUDIT_TABLE_MOST || entry->shuffle->unbounded)
        return FAIRAUDIT_ELARGE;
    int error = audit_exact_enumerate(subject, FEW_SEQUENCES, exact);
    if (error != FAIRAUDIT_ELARGE)
        return error;
    if (known & KEYS && good_enough(subject, known, entry->parameter))
        return FAIRAUDIT_ELARGE; /* the formula is for all decks */
    if (entry->shuffle->repeats)
        error = chain_of_rounds(subject, exact);
    else if (known & STEPS && !(known & ONCE))
        error = chain_of_steps(subject, exact);
    if (error == FAIRAUDIT_ELARGE && !entry->shuffle->repeats)
        error = enumerate_many(
            subject, known & (COINS | SPLIT) ? FEWER_SEQUENCES : AUDIT_SEQUENCES, exact);
    if (error == FAIRAUDIT_ELARGE && known & SPLIT && !audit_problem_fair(subject)) {
        audit_problem split = *subject;
        split.split = entry->parameter;
        error = audit_exact_enumerate(&split, FEWER_SEQUENCES, exact);
    }
    return error;
}

/* ---- large decks ------------------------------------------------------------------- */

static int positions_of_steps(const audit_problem *subject, audit_exact *exact)
{
    audit_steps *steps = NULL;
    int error = audit_steps_measure(subject, &steps);
    if (error == FAIRAUDIT_OK)
        error = audit_exact_step_positions(steps, exact);
    audit_steps_free(steps);
    return error;
}

static int find_once(const audit_problem *subject, unsigned known, audit_exact *exact)
{
    const audit_entry *entry = subject->context;
    int error = audit_exact_digits(subject, exact);
    if (error == FAIRAUDIT_OK && exact->fair)
        error = audit_exact_even_position(exact) ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM;
    else if (error == FAIRAUDIT_OK && known & STEPS)
        error = positions_of_steps(subject, exact);
    else if (error == FAIRAUDIT_OK && audit_problem_fair(subject))
        error = audit_exact_blocks_position((size_t)entry->parameter, exact);
    return error == FAIRAUDIT_ELARGE && exact->has_distance ? FAIRAUDIT_OK : error;
}

static int find_steps(const audit_problem *subject, audit_exact *exact)
{
    exact->method = AUDIT_BY_CHAIN;
    exact->how = "each card was followed by itself; the law of whole orders is not known";
    exact->impossible = -1;
    return positions_of_steps(subject, exact);
}

/* Those that have a formula of their own, for a fair die. */
static int find_formula(const audit_problem *subject, audit_exact *exact)
{
    const audit_entry *entry = subject->context;
    const audit_shuffle *shuffle = entry->shuffle;
    const uint64_t parameter = entry->parameter;
    if (shuffle->run == audit_shuffle_keys)
        return audit_exact_eulerian(bits_of_keys(subject, parameter), 0, exact);
    if (shuffle->run == audit_shuffle_riffle)
        return audit_exact_eulerian(parameter, 1, exact);
    if (shuffle->run == audit_shuffle_coin_insertion)
        return audit_exact_insertion(0, exact);
    if (shuffle->run == audit_shuffle_coin_selection)
        return audit_exact_insertion(1, exact);
    if (shuffle->run == audit_shuffle_coin_merge)
        return audit_exact_merge(exact);
    if (shuffle->run == audit_shuffle_coin_quick)
        return audit_exact_quick(exact);
    if (shuffle->run == audit_shuffle_coin_timsort)
        return audit_exact_timsort_position(exact);
    if (shuffle->run == audit_shuffle_transpositions)
        return audit_exact_transpositions(parameter, 0, exact);
    if (shuffle->run == audit_shuffle_distinct_swaps)
        return audit_exact_transpositions(parameter, 1, exact);
    if (shuffle->run == audit_shuffle_adjacent_swaps)
        return audit_exact_adjacent_position(parameter, exact);
    if (shuffle->run == audit_shuffle_overhand)
        return audit_exact_overhand_position(parameter, exact);
    if (shuffle->run == audit_shuffle_even_only)
        return audit_exact_even_only(exact);
    if (shuffle->run == audit_shuffle_promoted)
        return audit_exact_promoted(parameter, exact);
    if (shuffle->run == audit_shuffle_repeats_last)
        return audit_exact_repeats_last(parameter, exact);
    if (shuffle->run == audit_shuffle_keys_redraw ||
        shuffle->run == audit_shuffle_coin_quick_random)
        return audit_exact_fair(exact);
    return FAIRAUDIT_ELARGE;
}

static void forget(audit_exact *exact, size_t n)
{
    audit_exact_free(exact);
    memset(exact, 0, sizeof *exact);
    exact->n = n;
    exact->impossible = -1;
    exact->how = "";
}

int audit_exact_by_structure(const audit_problem *subject, audit_exact *exact)
{
    const audit_entry *entry = subject->context;
    const unsigned known = known_of(entry->shuffle);
    if (known & ONCE)
        return find_once(subject, known, exact);
    if (known & STEPS)
        return find_steps(subject, exact);
    if (known & FEW)
        return audit_exact_few(subject, exact);
    if (good_enough(subject, known, entry->parameter))
        return find_formula(subject, exact);
    return FAIRAUDIT_ELARGE;
}

int audit_exact_find(const audit_shuffle *shuffle, uint64_t shuffle_parameter,
                     const audit_die_kind *die, uint64_t die_parameter, size_t n,
                     audit_exact *exact)
{
    memset(exact, 0, sizeof *exact);
    forget(exact, n);
    if (n < FAIRAUDIT_LEAST || n > FAIRAUDIT_MOST || (die != NULL && die->seeded))
        return FAIRAUDIT_EINVAL;
    audit_entry entry = {shuffle, shuffle_parameter};
    const audit_problem subject = {audit_exact_run, &entry, n, die, die_parameter, 0};
    if (shuffle->run == audit_shuffle_keys && bits_of_keys(&subject, entry.parameter) > 0)
        entry.parameter = bits_of_keys(&subject, entry.parameter); /* no others come */
    int error = find_small(&subject, known_of(shuffle), exact);
    if (error == FAIRAUDIT_ELARGE) {
        forget(exact, n);
        error = audit_exact_by_structure(&subject, exact);
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
