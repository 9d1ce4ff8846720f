/* SPDX-License-Identifier: MIT
 *
 * dice.c - a fair die, and the popular ways to get one wrong.
 *
 * There are two kinds of mistakes. A die may map good random words to numbers unevenly;
 * then each number has a probability, a whole number out of 2^bits. Or it may map them
 * evenly enough, but start each shuffle from one of few states; then each roll alone is
 * fair, and most orders never come. The good random words come from source.h.
 */
#include "audit/catalogue/dice.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- arithmetic -------------------------------------------------------------------- */

/* floor(k m / 2^bits) for 0 < bits < 64 and k < 2^bits. The product has up to 128 bits,
 * for which standard C has no type. */
static uint64_t scaled(uint64_t k, uint64_t m, unsigned bits)
{
    if (m >> (64 - bits) == 0)
        return k * m >> bits;
    const uint64_t k0 = k & UINT32_MAX, k1 = k >> 32, m0 = m & UINT32_MAX, m1 = m >> 32;
    const uint64_t low = k0 * m0, left = k1 * m0 + (low >> 32);
    const uint64_t right = k0 * m1 + (left & UINT32_MAX);
    const uint64_t high = k1 * m1 + (left >> 32) + (right >> 32);
    return high << (64 - bits) | (k * m) >> bits;
}

/* The least k with scaled(k, m, bits) >= v: v 2^bits / m, rounded up. With 2^bits = q
 * m + r that is v q + v r / m. The second term is computed by doubling, because v r may
 * be too large. */
static uint64_t scaled_from(uint64_t v, uint64_t m, unsigned bits)
{
    const uint64_t q = ((uint64_t)1 << bits) / m, r = ((uint64_t)1 << bits) % m;
    uint64_t whole = 0, rest = 0; /* (bits of v so far) r = whole m + rest */
    for (int i = 63; i >= 0; i--) {
        const int over = rest >= m - rest;
        whole = 2 * whole + (uint64_t)over;
        rest = over ? rest - (m - rest) : 2 * rest;
        if (v >> i & 1) {
            const int more = rest >= m - r;
            whole += (uint64_t)more;
            rest = more ? rest - (m - r) : rest + r;
        }
    }
    return v * q + whole + (rest > 0);
}

/* ---- rolling ----------------------------------------------------------------------- */

static uint64_t choose_exact(void *context, uint64_t m)
{
    audit_roller *roller = context;
    return audit_source_below(&roller->source, m);
}

static uint64_t word_of_bits(audit_roller *roller)
{
    return audit_source_word(&roller->source) >> (64 - roller->parameter);
}

static uint64_t choose_modulo(void *context, uint64_t m)
{
    return word_of_bits(context) % m;
}

static uint64_t choose_scale(void *context, uint64_t m)
{
    audit_roller *roller = context;
    return scaled(word_of_bits(roller), m, (unsigned)roller->parameter);
}

/* The generator behind rand() on Windows, and the usual remainder. */
static uint64_t choose_time(void *context, uint64_t m)
{
    audit_roller *roller = context;
    roller->state = (roller->state * 214013 + 2531011) & UINT32_MAX;
    return (roller->state >> 16 & 0x7fff) % m;
}

/* Random(m) of Turbo Pascal and Delphi. */
static uint64_t choose_clock(void *context, uint64_t m)
{
    audit_roller *roller = context;
    roller->state = (roller->state * 134775813 + 1) & UINT32_MAX;
    return scaled(roller->state, m, 32);
}

/* 31 bits of java.util.Random. */
static uint64_t java_bits(audit_roller *roller)
{
    roller->state = (roller->state * 0x5deece66d + 11) & (((uint64_t)1 << 48) - 1);
    return roller->state >> 17;
}

/* Its nextInt(m) has no bias of its own: words beyond the last multiple of m are drawn
 * again. It does not support m of more than 31 bits; for those, this takes a remainder of
 * two words. */
static uint64_t choose_java(void *context, uint64_t m)
{
    audit_roller *roller = context;
    const uint64_t words = (uint64_t)1 << 31;
    uint64_t word = java_bits(roller);
    if (m >= words)
        return (word << 31 | java_bits(roller)) % m;
    if ((m & (m - 1)) == 0)
        return word * m >> 31;
    while (word - word % m + m > words)
        word = java_bits(roller);
    return word % m;
}

/* ---- the list ---------------------------------------------------------------------- */

/* Indexes into the list. */
enum { EXACT, MODULO, SCALE, FEW_SEEDS, TIME_SEEDED, CLOCK_SEEDED, JAVA48 };

enum { MILLISECONDS = 86400000 }; /* in a day */

const audit_die_kind audit_dice[] = {
    [EXACT] = {.name = "exact",
               .title = "a fair die",
               .story = "Words that would favour some numbers are drawn again, so every "
                        "number is exactly equally likely.",
               .fair = 1},
    [MODULO] = {.name = "modulo",
                .title = "rand() % n",
                .story = "The remainder of a random word favours small numbers: with 15 "
                         "bits, as on Windows, by up to one part in 630 for 52 cards; "
                         "with 31 bits far too little to be noticed.",
                .parameter = {"bits of a word", 1, 63, 15, 0}},
    [SCALE] = {.name = "scale",
               .title = "floor(random() * n)",
               .story = "A random fraction times n, rounded down, is as uneven as the "
                        "remainder, but the favoured numbers are spread out.",
               .parameter = {"bits of the fraction", 1, 53, 24, 0}},
    [FEW_SEEDS] = {.name = "few-seeds",
                   .title = "a good generator with few seeds",
                   .story =
                       "Each shuffle starts a good generator from a seed of few bits, "
                       "and there cannot be more orders than seeds.",
                   .parameter = {"bits of the seed", 1, 63, 16, 0},
                   .seeded = 1},
    [TIME_SEEDED] = {.name = "time-seeded",
                     .title = "srand(time(NULL)) before each shuffle",
                     .story =
                         "The 15-bit generator of Windows is seeded one second later "
                         "each time; consecutive seeds give orders that are too "
                         "even and depend on each other.",
                     .seeded = 1},
    [CLOCK_SEEDED] = {.name = "clock-seeded",
                      .title = "seeded with the milliseconds of the day",
                      .story = "The 32-bit generator of Borland, seeded with one of the "
                               "86,400,000 milliseconds of a day, as in the poker game "
                               "that was broken in 1999.",
                      .seeded = 1},
    [JAVA48] = {.name = "java48",
                .title = "java.util.Random, seeded for each shuffle",
                .story = "A state of 48 bits has fewer values than 17 cards have orders, "
                         "so with 17 cards or more some orders never come.",
                .seeded = 1},
    {.name = NULL},
};

/* ---- rollers ----------------------------------------------------------------------- */

void audit_roller_start(audit_roller *roller, const audit_die_kind *kind,
                        uint64_t parameter, const audit_seed *seed)
{
    roller->kind = kind;
    roller->parameter = parameter;
    roller->seed = *seed;
    audit_roller_begin(roller, 0);
}

void audit_roller_begin(audit_roller *roller, uint64_t trial)
{
    audit_source *source = &roller->source;
    audit_source_start(source, &roller->seed, AUDIT_STREAM_DIE, trial);
    roller->state = 0;
    switch (roller->kind - audit_dice) {
    case FEW_SEEDS: { /* the same seeds in every audit, as in a real program */
        static const audit_seed program = {{0}};
        const uint64_t number = word_of_bits(roller);
        audit_source_start(source, &program, AUDIT_STREAM_DIE, number);
        break;
    }
    case TIME_SEEDED:
        roller->state = (roller->seed.word[0] + trial) & UINT32_MAX;
        break;
    case CLOCK_SEEDED:
        roller->state = audit_source_below(source, MILLISECONDS);
        break;
    case JAVA48:
        roller->state = audit_source_word(source) >> 16;
        break;
    default:
        break;
    }
}

fairaudit_die audit_roller_die(audit_roller *roller)
{
    static uint64_t (*const choose[])(void *, uint64_t) = {
        [EXACT] = choose_exact,      [MODULO] = choose_modulo,
        [SCALE] = choose_scale,      [FEW_SEEDS] = choose_exact,
        [TIME_SEEDED] = choose_time, [CLOCK_SEEDED] = choose_clock,
        [JAVA48] = choose_java,
    };
    return (fairaudit_die){choose[roller->kind - audit_dice], roller};
}

/* The last word that the source gave. */
static uint64_t last_word(audit_source before, const audit_source *after)
{
    uint64_t word = 0;
    while (memcmp(&before, after, sizeof before) != 0)
        word = audit_source_word(&before);
    return word;
}

double audit_roller_fraction(const audit_roller *before, const audit_roller *after,
                             uint64_t m, uint64_t rolled)
{
    unsigned bits = 32;
    uint64_t number;
    switch (after->kind - audit_dice) {
    case EXACT:
    case FEW_SEEDS: /* see audit_source_below() */
        if (m > UINT32_MAX)
            return -1;
        number = last_word(before->source, &after->source) >> 32;
        break;
    case SCALE:
        bits = (unsigned)after->parameter;
        number = last_word(before->source, &after->source) >> (64 - bits);
        break;
    case CLOCK_SEEDED:
        number = after->state;
        break;
    default:
        return -1;
    }
    const double fraction = ldexp((double)number, -(int)bits);
    return floor(fraction * (double)m) == (double)rolled ? fraction : -1;
}

/* ---- distributions ----------------------------------------------------------------- */

uint64_t audit_die_total(const audit_die_kind *kind, uint64_t parameter, uint64_t m)
{
    assert(!kind->seeded && m > 0);
    return kind == &audit_dice[EXACT] ? m : (uint64_t)1 << parameter;
}

uint64_t audit_die_weight(const audit_die_kind *kind, uint64_t parameter, uint64_t m,
                          uint64_t v)
{
    assert(v < m);
    const uint64_t total = audit_die_total(kind, parameter, m);
    if (kind == &audit_dice[MODULO])
        return total / m + (v < total % m);
    if (kind == &audit_dice[SCALE])
        return scaled_from(v + 1, m, (unsigned)parameter) -
               scaled_from(v, m, (unsigned)parameter);
    return 1;
}

uint64_t audit_die_states(const audit_die_kind *kind, uint64_t parameter)
{
    switch (kind - audit_dice) {
    case FEW_SEEDS:
        return (uint64_t)1 << parameter;
    case TIME_SEEDED: /* the highest of the 32 bits never affects a roll */
        return (uint64_t)1 << 31;
    case CLOCK_SEEDED:
        return MILLISECONDS;
    case JAVA48:
        return (uint64_t)1 << 48;
    default:
        return 0;
    }
}
