/* SPDX-License-Identifier: MIT
 *
 * snippet.h - what the C files of lab/snippets use: random(), fraction() and swap().
 * Their functions get the prefix SNIPPET, so that one program can include them all.
 */
#ifndef SNIPPET_H
#define SNIPPET_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A whole number from 0 to sides - 1. POSIX has another function of this name. */
#define random snippet_random
static long random(long sides);

/* A number from 0 to below 1. */
static double fraction(void);

/* Swaps two elements of any array. */
#define swap(array, i, j)                                                                \
    do {                                                                                 \
        const ptrdiff_t i_ = (i), j_ = (j);                                              \
        const __typeof__((array)[0]) kept_ = (array)[i_];                                \
        (array)[i_] = (array)[j_];                                                       \
        (array)[j_] = kept_;                                                             \
    } while (0)

#define SNIPPET_PASTE(a, b) a##_##b
#define SNIPPET_NAME(a, b) SNIPPET_PASTE(a, b)
#define shuffle SNIPPET_NAME(SNIPPET, shuffle)
#define compare SNIPPET_NAME(SNIPPET, compare)
#define contains SNIPPET_NAME(SNIPPET, contains)
#define gcd SNIPPET_NAME(SNIPPET, gcd)
#define sink SNIPPET_NAME(SNIPPET, sink)
#define sort SNIPPET_NAME(SNIPPET, sort)

#endif
