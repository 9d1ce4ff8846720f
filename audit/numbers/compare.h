/* SPDX-License-Identifier: MIT
 *
 * compare.h - comparison functions for qsort() and bsearch().
 */
#ifndef AUDIT_COMPARE_H
#define AUDIT_COMPARE_H

#include <stdint.h>

static inline int audit_compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static inline int audit_compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
