/* SPDX-License-Identifier: MIT
 *
 * natural.h - natural numbers below 2^1024, for exact probabilities.
 */
#ifndef AUDIT_NATURAL_H
#define AUDIT_NATURAL_H

#include <stddef.h>
#include <stdint.h>

enum { AUDIT_LIMBS = 32 }; /* limbs of 32 bits */

typedef struct audit_natural {
    unsigned used;              /* number of limbs; the highest is not 0 */
    uint32_t limb[AUDIT_LIMBS]; /* the least significant first */
} audit_natural;

/* Functions that return int return 1, or 0 if the result is too large; then it is
 * undefined. A result may be one of the arguments. */
void audit_natural_set(audit_natural *a, uint64_t value);
int audit_natural_add(audit_natural *a, const audit_natural *b);
int audit_natural_multiply(audit_natural *a, uint64_t factor);
int audit_natural_product(audit_natural *result, const audit_natural *a,
                          const audit_natural *b);
void audit_natural_subtract(audit_natural *a,
                            const audit_natural *b); /* a -= b; a >= b */
int audit_natural_compare(const audit_natural *a, const audit_natural *b);
uint32_t audit_natural_divide(audit_natural *a,
                              uint32_t divisor); /* returns the rest; divisor > 0 */
void audit_natural_gcd(audit_natural *result, const audit_natural *a,
                       const audit_natural *b);
void audit_natural_quotient(audit_natural *result, const audit_natural *a,
                            const audit_natural *b); /* a / b, rounded down; b > 0 */
double audit_natural_ratio(const audit_natural *a,
                           const audit_natural *b); /* a / b; b > 0 */
void audit_natural_text(const audit_natural *a, char *text,
                        size_t size); /* decimal, cut off if `size` is too small */

#endif
