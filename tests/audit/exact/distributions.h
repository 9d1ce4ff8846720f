/* SPDX-License-Identifier: MIT
 *
 * distributions.h - what the tests of the exact analyser share: distributions by name,
 * and numbers as they are printed.
 */
#ifndef EXACT_DISTRIBUTIONS_H
#define EXACT_DISTRIBUTIONS_H

#include <math.h>

#include "audit/exact/parts.h"
#include "tests/audit/engine/cases.h"

/* "riffle:7" with "modulo:15"; free the result. */
static inline int distribution_of(const char *name, const char *die_name, size_t n,
                                  audit_exact *exact)
{
    uint64_t parameter = 0, die_parameter = 0;
    const audit_shuffle *shuffle = shuffle_named(name, n, &parameter);
    const audit_die_kind *die = die_named(die_name, &die_parameter);
    memset(exact, 0, sizeof *exact);
    if (!CHECKF(shuffle != NULL && die != NULL, "%s with %s is not there", name,
                die_name))
        return FAIRAUDIT_EINVAL;
    const int error = audit_exact_find(shuffle, parameter, die, die_parameter, n, exact);
    CHECKF(error == FAIRAUDIT_OK, "%s with %s, n %zu: error %d", name, die_name, n,
           error);
    return error;
}

/* Whether x is what is printed, as ".0157", "4.5e-16", "2^36": to half a unit of the last
 * digit. */
static inline int as_printed(double x, const char *text)
{
    if (strncmp(text, "2^", 2) == 0)
        return fabs(log2(x) - strtod(text + 2, NULL)) < 1e-9;
    const char *point = strchr(text, '.'), *e = strchr(text, 'e');
    const size_t digits = point == NULL ? 0 : strspn(point + 1, "0123456789");
    const double unit = pow(10, (e == NULL ? 0 : strtod(e + 1, NULL)) - (double)digits);
    return fabs(x - strtod(text, NULL)) <= 0.5000001 * unit;
}

/* up / down == numerator / denominator, exactly. */
static inline int is_fraction(const audit_natural *numerator,
                              const audit_natural *denominator, uint64_t up,
                              uint64_t down)
{
    audit_natural a = *numerator, b = *denominator;
    return audit_natural_multiply(&a, down) && audit_natural_multiply(&b, up) &&
           audit_natural_compare(&a, &b) == 0;
}

#endif
