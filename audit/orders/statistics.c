/* SPDX-License-Identifier: MIT
 *
 * statistics.c - the names of the statistics of an order.
 */
#include "audit/orders/statistics.h"

#define BEFORE ", relative to the previous order"

const audit_label audit_code_label[2][AUDIT_CODES] = {
    {[AUDIT_LEHMER] = {"lehmer", "larger cards before each card"},
     [AUDIT_LEHMER_INVERSE] = {"lehmer-inverse", "smaller cards after each card"},
     [AUDIT_SWAP_DOWN] = {"swap-down", "choices of Fisher-Yates, from the end"},
     [AUDIT_SWAP_UP] = {"swap-up", "choices of Fisher-Yates, from the front"}},
    {[AUDIT_LEHMER] = {"serial-lehmer", "larger cards before each card" BEFORE},
     [AUDIT_LEHMER_INVERSE] = {"serial-lehmer-inverse",
                               "smaller cards after each card" BEFORE},
     [AUDIT_SWAP_DOWN] = {"serial-swap-down", "choices from the end" BEFORE},
     [AUDIT_SWAP_UP] = {"serial-swap-up", "choices from the front" BEFORE}},
};

const audit_label audit_pair_label[AUDIT_CODES] = {
    [AUDIT_LEHMER] = {"lehmer-pairs", "larger cards before two neighbours"},
    [AUDIT_LEHMER_INVERSE] = {"lehmer-inverse-pairs",
                              "smaller cards after two consecutive cards"},
    [AUDIT_SWAP_DOWN] = {"swap-down-pairs",
                         "two consecutive choices of Fisher-Yates, from the end"},
    [AUDIT_SWAP_UP] = {"swap-up-pairs",
                       "two consecutive choices of Fisher-Yates, from the front"},
};

/* The value of a scalar, and its mean, in words. */
#define SIGN "even or odd"
#define CYCLES "number of cycles"
#define FIXED "cards at their own positions"
#define FIXED_BEFORE "cards at the same position as before"
#define DESCENTS "cards followed by a smaller one"
#define INVERSE_DESCENTS "rising sequences"
#define INVERSIONS "pairs of cards out of order"
#define SUCCESSIONS "cards followed by the next one"
#define SUCCESSIONS_BEFORE "cards followed by the same one as before"
#define MEAN "mean number of "

const audit_label audit_scalar_label[2][AUDIT_SCALARS] = {
    {[AUDIT_SIGN] = {"sign", SIGN},
     [AUDIT_CYCLES] = {"cycles", CYCLES},
     [AUDIT_FIXED] = {"fixed-points", FIXED},
     [AUDIT_DESCENTS] = {"descents", DESCENTS},
     [AUDIT_INVERSE_DESCENTS] = {"inverse-descents", INVERSE_DESCENTS},
     [AUDIT_INVERSIONS] = {"inversions", INVERSIONS},
     [AUDIT_SUCCESSIONS] = {"successions", SUCCESSIONS}},
    {[AUDIT_SIGN] = {"serial-sign", SIGN BEFORE},
     [AUDIT_CYCLES] = {"serial-cycles", CYCLES BEFORE},
     [AUDIT_FIXED] = {"serial-fixed-points", FIXED_BEFORE},
     [AUDIT_DESCENTS] = {"serial-descents", DESCENTS BEFORE},
     [AUDIT_INVERSE_DESCENTS] = {"serial-inverse-descents", INVERSE_DESCENTS BEFORE},
     [AUDIT_INVERSIONS] = {"serial-inversions", INVERSIONS BEFORE},
     [AUDIT_SUCCESSIONS] = {"serial-successions", SUCCESSIONS_BEFORE}},
};

const audit_label audit_mean_label[2][AUDIT_SCALARS] = {
    {[AUDIT_SIGN] = {"", ""},
     [AUDIT_CYCLES] = {"cycles-mean", "mean " CYCLES},
     [AUDIT_FIXED] = {"fixed-points-mean", MEAN FIXED},
     [AUDIT_DESCENTS] = {"descents-mean", MEAN DESCENTS},
     [AUDIT_INVERSE_DESCENTS] = {"inverse-descents-mean", MEAN INVERSE_DESCENTS},
     [AUDIT_INVERSIONS] = {"inversions-mean", MEAN INVERSIONS},
     [AUDIT_SUCCESSIONS] = {"successions-mean", MEAN SUCCESSIONS}},
    {[AUDIT_SIGN] = {"", ""},
     [AUDIT_CYCLES] = {"serial-cycles-mean", "mean " CYCLES BEFORE},
     [AUDIT_FIXED] = {"serial-fixed-points-mean", MEAN FIXED_BEFORE},
     [AUDIT_DESCENTS] = {"serial-descents-mean", MEAN DESCENTS BEFORE},
     [AUDIT_INVERSE_DESCENTS] = {"serial-inverse-descents-mean",
                                 MEAN INVERSE_DESCENTS BEFORE},
     [AUDIT_INVERSIONS] = {"serial-inversions-mean", MEAN INVERSIONS BEFORE},
     [AUDIT_SUCCESSIONS] = {"serial-successions-mean", MEAN SUCCESSIONS_BEFORE}},
};
