/* SPDX-License-Identifier: MIT
 *
 * tables.h - published numbers about fair and unfair shuffles, or numbers found by other
 * programs: the data of test_exact.c.
 */
#ifndef EXACT_TABLES_H
#define EXACT_TABLES_H

#include <stddef.h>
#include <stdint.h>

/* ---- three cards ------------------------------------------------------------------- */

struct three {
    const char *name, *die;
    uint64_t up[6], down; /* ABC ACB BAC BCA CAB CBA */
    uint64_t distance_up, distance_down;
};

static const struct three threes[] = {
    {"original", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"removing", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"down", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"up", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"inside-out", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"inside-out-swap", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"coin-quick-random", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"swap-with-any", "exact", {4, 5, 5, 5, 4, 4}, 27, 1, 18},
    {"sattolo", "exact", {0, 0, 0, 1, 1, 0}, 2, 2, 3},
    {"stops-early", "exact", {1, 0, 1, 0, 0, 0}, 2, 2, 3},
    {"never-last", "exact", {0, 1, 0, 1, 1, 1}, 4, 1, 3},
    {"math-round", "exact", {1, 2, 1, 1, 2, 1}, 8, 1, 6},
    {"reinsert", "exact", {5, 5, 4, 4, 5, 4}, 27, 1, 18},
    {"rotation", "exact", {1, 0, 0, 1, 1, 0}, 3, 1, 2},
    {"rotation-flip", "exact", {1, 1, 1, 1, 1, 1}, 6, 0, 1},
    {"coin-insertion", "exact", {2, 1, 2, 1, 1, 1}, 8, 1, 6},
    {"coin-bubble", "exact", {2, 1, 2, 1, 1, 1}, 8, 1, 6},
    {"coin-merge", "exact", {2, 2, 1, 1, 1, 1}, 8, 1, 6},
    {"coin-quick", "exact", {1, 1, 2, 1, 2, 1}, 8, 1, 6},
    {"coin-selection", "exact", {1, 1, 1, 1, 2, 2}, 8, 1, 6},
    {"coin-exchange", "exact", {1, 1, 1, 1, 2, 2}, 8, 1, 6},
    {"coin-heap", "exact", {1, 1, 1, 2, 1, 2}, 8, 1, 6},
    {"keys:1", "exact", {4, 1, 1, 1, 1, 0}, 8, 1, 3},
    {"riffle:1", "exact", {4, 1, 1, 1, 1, 0}, 8, 1, 3},
    {"keys:2", "exact", {10, 5, 5, 5, 5, 2}, 32, 7, 48},
    {"riffle:2", "exact", {10, 5, 5, 5, 5, 2}, 32, 7, 48},
    {"keys:3", "exact", {30, 21, 21, 21, 21, 14}, 128, 13, 192},
    {"down", "modulo:15", {10922, 10923, 10922, 10923, 10923, 10923}, 65536, 1, 49152},
};

/* ---- larger decks ------------------------------------------------------------------ */

enum { SIZES = 7 };
static const size_t sizes[SIZES] = {3, 4, 5, 6, 8, 10, 52};

/* The distance, or largest / least, or that less 1, at each size; "" if it is not known
 * or is slow. */
enum what { DISTANCE, RATIO, EXCESS };

struct row {
    const char *name, *die;
    enum what what;
    const char *value[SIZES];
};

static const struct row rows[] = {
    {"swap-with-any",
     "exact",
     DISTANCE,
     {".05556", ".06510", ".08419", ".09795", ".12357", "", ""}},
    {"swap-with-any",
     "exact",
     RATIO,
     {"1.25", "1.875", "2.9375", "4.97", "15.09", "", ""}},
    {"sattolo",
     "exact",
     DISTANCE,
     {".6667", ".75", ".8", ".8333", ".875", ".9", ".98077"}},
    {"stops-early",
     "exact",
     DISTANCE,
     {".6667", ".75", ".8", ".8333", ".875", ".9", ".98077"}},
    {"never-last",
     "exact",
     DISTANCE,
     {".3333", ".25", ".20417", ".18239", ".17504", "", ""}},
    {"math-round", "exact", DISTANCE, {".1667", ".1667", ".2417", "", "", "", ""}},
    {"math-round", "exact", RATIO, {"2^1", "2^2", "2^3", "2^4", "2^6", "", ""}},
    {"one-too-far", "exact", DISTANCE, {".1667", ".1667", ".235", ".2625", "", "", ""}},
    {"one-too-far", "exact", RATIO, {"2", "4", "8", "16", "", "", ""}},
    {"rotation",
     "exact",
     DISTANCE,
     {".5", ".8333", ".9583", ".9917", ".9998", "1.0000", "1"}},
    {"rotation-flip", "exact", DISTANCE, {"0", ".6667", "", "", "", "", "1"}},
    {"even-only", "exact", DISTANCE, {".5", ".5", ".5", ".5", ".5", "", ".5"}},
    {"coin-insertion",
     "exact",
     DISTANCE,
     {".1667", ".2917", ".4083", ".5463", ".7503", "", "1.0000"}},
    {"coin-insertion",
     "exact",
     RATIO,
     {"2^1", "2^3", "2^6", "2^10", "2^21", "", "2^1275"}},
    {"coin-selection",
     "exact",
     DISTANCE,
     {".1667", ".2917", ".4083", ".5463", ".7503", "", "1.0000"}},
    {"coin-merge",
     "exact",
     DISTANCE,
     {".1667", ".1667", ".2375", ".2917", ".3224", "", ".9305"}},
    {"coin-merge", "exact", RATIO, {"2^1", "2^1", "2^3", "2^4", "2^5", "", "2^109"}},
    {"coin-quick",
     "exact",
     DISTANCE,
     {".1667", ".25", ".2917", ".3594", ".4618", "", ".9881"}},
    {"coin-bubble", "exact", DISTANCE, {".1667", ".2917", ".4000", "", "", "", ""}},
    {"coin-exchange", "exact", DISTANCE, {".1667", ".2917", ".4000", "", "", "", ""}},
    {"coin-heap", "exact", DISTANCE, {".1667", ".2708", ".4129", "", "", "", ""}},
    {"coin-quick-random", "exact", DISTANCE, {"0", "0", "0", "0", "", "", "0"}},
    {"keys:4",
     "exact",
     DISTANCE,
     {".0326", ".0728", ".0781", "", ".1800", ".2396", "1.0000"}},
    {"riffle:4",
     "exact",
     DISTANCE,
     {".0326", ".0728", ".0781", "", ".1800", ".2396", "1.0000"}},
    {"keys:6",
     "exact",
     DISTANCE,
     {".0079", ".0182", ".0186", "", ".0460", ".0627", ".6135"}}, /* .61354960 */
    {"keys:7",
     "exact",
     DISTANCE,
     {".0039", ".0091", ".0092", "", ".0230", ".0314", ".3341"}},
    {"riffle:7",
     "exact",
     DISTANCE,
     {".0039", ".0091", ".0092", "", ".0230", ".0314", ".3341"}},
    {"keys:8",
     "exact",
     DISTANCE,
     {".0020", ".0046", ".0046", "", ".0115", ".0157", ".1672"}},
    {"keys:10",
     "exact",
     DISTANCE,
     {"4.9e-4", "1.1e-3", "1.1e-3", "", "2.9e-3", "3.9e-3", ".0429"}},
    {"keys:16",
     "exact",
     DISTANCE,
     {"7.6e-6", "1.8e-5", "1.8e-5", "", "4.5e-5", "6.1e-5", "6.7e-4"}},
    {"keys:32",
     "exact",
     DISTANCE,
     {"1.2e-10", "2.7e-10", "2.7e-10", "", "6.9e-10", "9.4e-10", "1.03e-8"}},
    {"keys:53", "exact", DISTANCE, {"5.6e-17", "", "", "", "", "4.5e-16", "4.9e-15"}},
    {"down",
     "modulo:15",
     DISTANCE,
     {"2.03e-5", "2.03e-5", "3.66e-5", "", "5.50e-5", "8.15e-5", "1.118e-3"}},
    {"up",
     "scale:15",
     DISTANCE,
     {"2.03e-5", "2.03e-5", "3.66e-5", "", "5.50e-5", "8.15e-5", "1.118e-3"}},
    {"inside-out",
     "modulo:15",
     EXCESS,
     {"9.2e-5", "9.2e-5", "2.4e-4", "", "6.4e-4", "1.2e-3", "4.1e-2"}},
    {"down",
     "scale:24",
     DISTANCE,
     {"4.0e-8", "", "6.4e-8", "", "1.0e-7", "1.8e-7", "2.1e-6"}},
    {"down",
     "modulo:31",
     DISTANCE,
     {"3.1e-10", "3.1e-10", "5.6e-10", "", "9.5e-10", "1.4e-9", "1.65e-8"}},
    {"original",
     "modulo:32",
     DISTANCE,
     {"1.6e-10", "", "2.5e-10", "", "5.0e-10", "8.0e-10", "7.8e-9"}},
    {"down",
     "scale:53",
     DISTANCE,
     {"7.4e-17", "", "1.3e-16", "", "2.3e-16", "3.6e-16", "4.1e-15"}},
    {"transpositions:10", "exact", DISTANCE, {"", "", "", "", "", ".346", ""}},
    {"transpositions:20", "exact", DISTANCE, {"", "", "", "", "", ".0397", ""}},
    {"transpositions:30", "exact", DISTANCE, {"", "", "", "", "", ".0043", ""}},
    {"transpositions:40", "exact", DISTANCE, {"", "", "", "", "", "4.6e-4", ""}},
};

static const struct row slow_rows[] = {
    {"swap-with-any", "exact", DISTANCE, {"", "", "", "", "", ".14461", ""}},
    {"even-only", "exact", DISTANCE, {"", "", "", "", "", ".5", ""}},
    {"coin-insertion", "exact", DISTANCE, {"", "", "", "", "", ".8815", ""}},
    {"coin-insertion", "exact", RATIO, {"", "", "", "", "", "2^36", ""}},
    {"coin-selection", "exact", DISTANCE, {"", "", "", "", "", ".8815", ""}},
    {"coin-merge", "exact", DISTANCE, {"", "", "", "", "", ".4361", ""}},
    {"coin-merge", "exact", RATIO, {"", "", "", "", "", "2^10", ""}},
    {"coin-quick", "exact", DISTANCE, {"", "", "", "", "", ".5503", ""}},
    {"transpositions:52", "exact", DISTANCE, {"", "", "", "", "", "", ".967"}},
    {"transpositions:104", "exact", DISTANCE, {"", "", "", "", "", "", ".296"}},
};

static const struct row slowest_rows[] = {
    {"transpositions:156", "exact", DISTANCE, {"", "", "", "", "", "", ".041"}},
    {"transpositions:208", "exact", DISTANCE, {"", "", "", "", "", "", ".0054"}},
    {"transpositions:312", "exact", DISTANCE, {"", "", "", "", "", "", "9.2e-5"}},
};

#endif
