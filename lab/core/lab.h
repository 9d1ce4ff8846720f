/* SPDX-License-Identifier: MIT
 *
 * lab.h - the functions that the page calls. lab/src/core.js is their JavaScript side.
 *
 * Texts are UTF-8 and end with a NUL. Whole numbers that may be large are doubles, as in
 * JavaScript; they must be whole and not negative. A function that fails returns NULL or
 * a negative number, and lab_error() says why. Texts and arrays that are returned must be
 * freed with lab_free(), unless they are const.
 */
#ifndef LAB_H
#define LAB_H

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
#define LAB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define LAB_EXPORT(name)
#endif

LAB_EXPORT(lab_alloc) void *lab_alloc(size_t size);
LAB_EXPORT(lab_free) void lab_free(void *memory);

/* ---- errors ------------------------------------------------------------------------ */

/* Explains the last failure:
 *
 *     {"text", "code", ...}
 *
 * `text` is one line in English. The code and its values say the same for programs. The
 * result is valid until the next call of lab_error(). Codes, and their values in braces:
 *
 *     no-memory
 *     n-too-small {least}, n-too-large {most}
 *     bad-seed {most}                  it must have 1 to `most` bytes
 *     bad-trials {most}                they must be a whole number from 1 to `most`
 *     bad-how                          it must be "file" or "javascript"
 *     unknown-shuffle {name}, unknown-die {name}, unknown-function {name}
 *     takes-no-number {name}           of a shuffle or die with a number after its name
 *     not-a-number {name}              the text after the colon of the name
 *     number-out-of-range {meaning, least, most, name}
 *
 * For exact results; the hint is "smaller-n" if that may help, else null:
 *
 *     die-without-probabilities {die, die_parameter, hint}      the die is seeded
 *     unlimited-choices {shuffle, parameter, die, die_parameter, hint}
 *     too-many-choices {shuffle, parameter, die, die_parameter, n, hint}
 *     exact-failed {shuffle, parameter, die, die_parameter, error, hint}
 *
 * For trees, traces and branches:
 *
 *     too-many-sequences {shuffle, parameter, most, n}
 *     trial-too-large {most}                    the shuffle starts from the order that
 *                                               it left, so all trials before are needed
 *     shown-is-not-audited {shuffle, parameter} a fault of lab/core/in_place.c
 *     no-such-step {steps}, too-many-sides {sides, most}
 *     bad-choices {steps}                       only these steps can have chosen rolls
 *
 * For audits:
 *
 *     page-must-add, page-cannot-add            the audit is of the other kind
 *     not-a-permutation                         the result of a function of the library
 *     card-out-of-range {shuffle, card, least, most}
 *     card-twice {shuffle, card, missing}       in a permutation that the page added
 *
 * lab/src/core.js has some codes of its own. */
LAB_EXPORT(lab_error) const char *lab_error(void);

/* ---- the catalogue and the library ------------------------------------------------- */

/* The documents fairaudit-list and fairaudit-exact (docs/audit-json.md). If the name of
 * the die is empty, a fair die is used. */
LAB_EXPORT(lab_list) char *lab_list(void);
LAB_EXPORT(lab_exact) char *lab_exact(const char *shuffle, const char *die, size_t n);

/* The functions of libfairshuf that can be audited: [{"name", "title"}]. */
LAB_EXPORT(lab_library) char *lab_library(void);

/* ---- single shuffles --------------------------------------------------------------- */

/* A roll whose random number is chosen: `rolled` is that number times the sides, rounded
 * down. The die is rolled all the same, so later rolls are those of the seed. */
struct lab_choice {
    uint32_t step;       /* the number of the roll, from 0 */
    uint32_t millionths; /* the random number, below LAB_WHOLE */
};

enum { LAB_WHOLE = 1000000 }; /* millionths in 1 */

/* One shuffle, roll by roll: shuffle number `trial` of the audit with this seed, but for
 * the rolls that are chosen. `choices` has `chosen` of them, in ascending order of their
 * steps; those that the shuffle does not reach have no effect.
 *
 *     {"n", "start": [cards], "end": [cards], "cut", "steps": [{"sides", "rolled",
 *      "drawn", "chosen", "fraction", "before": [cards], "after": [cards],
 *      "settled": [for each position]}]}
 *
 * `drawn` is what the die itself had rolled. It is `rolled`, unless `chosen` is true.
 * `fraction` is the random number from 0 to below 1 behind a roll: `rolled` is
 * floor(fraction * sides). The fractions of a fair die depend on the seed and the trial,
 * but not on the shuffle and the sides (unless a word is drawn again, which happens in
 * less than sides of 2^32 rolls). It is null if the die takes a remainder instead, or if
 * there are so many sides that doubles give another result.
 *
 * A position is settled if some hundred continuations with other rolls did not change it.
 * If `cut` is true, only the first steps are included. */
LAB_EXPORT(lab_trace)
char *lab_trace(const char *shuffle, const char *die, size_t n, const char *seed,
                double trial, const struct lab_choice *choices, size_t chosen);

/* All possible results of a roll: that after the first `step` rolls of the shuffle that
 * lab_trace() shows.
 *
 *     {"sides", "rolled", "branches": [{"rolled", "after": [cards],
 *      "orders": [of each permutation], "total"}]}
 *
 * The first `rolled` is the result that the shuffle had. `after` is the deck when the die
 * is rolled next, or at the end. orders[i] / total is the probability that the shuffle
 * then ends with the permutation of rank i, in lexicographic order, if the die is fair
 * from there on; `total` is the same for all branches. If all ways to go on have the same
 * number of choices with the same sides, orders[i] is the number of ways. Both are null
 * for more than 4 cards, for more than 5000 ways in all branches together, and if `total`
 * would be above 2^53.
 *
 * Fails if there is no such step among those of the trace, or if its die has more than 64
 * sides. */
LAB_EXPORT(lab_branches)
char *lab_branches(const char *shuffle, const char *die, size_t n, const char *seed,
                   double trial, const struct lab_choice *choices, size_t chosen,
                   double step);

/* All sequences of choices, and the permutation that each gives:
 *
 *     {"sequences": [{"choices": [{"sides", "rolled"}], "order": [cards]}]}
 *
 * Fails if there are more than 5000. Choices with only one possibility are left out. */
LAB_EXPORT(lab_tree) char *lab_tree(const char *shuffle, size_t n);

/* ---- audits ------------------------------------------------------------------------ */

struct lab_audit;

/* Start an audit of a shuffle of the catalogue, of a function of libfairshuf, or of
 * permutations that the page adds (`how` is "file" or "javascript"). `trials` is the
 * planned number; infinite means all that are added. */
LAB_EXPORT(lab_audit_builtin)
struct lab_audit *lab_audit_builtin(const char *shuffle, const char *die, size_t n,
                                    const char *seed, double trials);
LAB_EXPORT(lab_audit_library)
struct lab_audit *lab_audit_library(const char *function, size_t n, const char *seed,
                                    double trials);
LAB_EXPORT(lab_audit_fed)
struct lab_audit *lab_audit_fed(const char *subject, const char *how, size_t n,
                                const char *seed, double trials);
LAB_EXPORT(lab_audit_close) void lab_audit_close(struct lab_audit *audit);

/* Makes and adds up to `count` permutations, but no more than the audit wants. Returns
 * how many. */
LAB_EXPORT(lab_audit_fill) int lab_audit_fill(struct lab_audit *audit, size_t count);

/* Adds permutations [count][n]. Returns 0. If one of them is not a permutation, those
 * before it are added, and the report will have a finding. */
LAB_EXPORT(lab_audit_add)
int lab_audit_add(struct lab_audit *audit, const unsigned char *orders, size_t count);

LAB_EXPORT(lab_audit_count) double lab_audit_count(const struct lab_audit *audit);
LAB_EXPORT(lab_audit_evidence) double lab_audit_evidence(const struct lab_audit *audit);
LAB_EXPORT(lab_audit_decided) double lab_audit_decided(const struct lab_audit *audit);
LAB_EXPORT(lab_audit_wanted) double lab_audit_wanted(const struct lab_audit *audit);

/* Counts [position * n + card], which belong to the audit. NULL if they are not counted.
 */
LAB_EXPORT(lab_audit_position)
const uint64_t *lab_audit_position(const struct lab_audit *audit);

/* The document fairaudit-report. `ended`: there are no more permutations, so the audit
 * counts as complete. */
LAB_EXPORT(lab_audit_report)
char *lab_audit_report(struct lab_audit *audit, int interrupted, int ended, int diagnose,
                       double seconds);

/* ---- the library's generator ------------------------------------------------------- */

struct fair_rng;

/* Make a generator from a key of 32 bytes, or from any text. It must be freed. */
LAB_EXPORT(lab_random_key) struct fair_rng *lab_random_key(const unsigned char *key);
LAB_EXPORT(lab_random_text) struct fair_rng *lab_random_text(const char *text);
LAB_EXPORT(lab_random_bytes)
void lab_random_bytes(struct fair_rng *rng, unsigned char *bytes, size_t count);

/* Writes fractions of 53 bits, from 0 to below 1. */
LAB_EXPORT(lab_random_fractions)
void lab_random_fractions(struct fair_rng *rng, double *fractions, size_t count);

#endif
