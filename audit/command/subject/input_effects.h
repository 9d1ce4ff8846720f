/* SPDX-License-Identifier: MIT
 *
 * input_effects.h - effects of equal lines (--copies) and of repeated words (--tokens).
 *
 * Each function describes an effect in `effect` and returns true, or returns false if
 * there is no clear effect. For fair and independent permutations, it returns true with
 * probability 1e-6 at most.
 */
#ifndef INPUT_EFFECTS_H
#define INPUT_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "audit/numbers/sentence.h"

/* --copies: equal lines are neighbours too often or too rarely. orders is [count][n], and
 * lines i and i + n / copies have the same text. */
bool input_effect_copies(const unsigned char *orders, size_t count, size_t n,
                         size_t copies, audit_sentence *effect);

/* --tokens: the same words give the same permutation too often. orders is [count][n]; 0
 * and 1 had the same words, 2 and 3, and so on. */
bool input_effect_tokens(const unsigned char *orders, size_t count, size_t n,
                         audit_sentence *effect);

#endif
