/* SPDX-License-Identifier: MIT
 *
 * natural.h - natural numbers below 2^1024, for exact probabilities.
 */
#ifndef AUDIT_NATURAL_H
#define AUDIT_NATURAL_H

#include <stddef.h>
#include <stdint.h>

enum { AUDIT_LIMBS = 32 }; /* of 32 bits, least first */

typedef struct audit_natural {
    unsigned used; /* limbs; the highest is not 0 */
    uint32_t limb[AUDIT_LIMBS];
} audit_natural;

/* Functions that can overflow return 0 if they did, and the number means nothing; else
 * 1. A result may be one of the arguments. */
void audit_natural_set(audit_natural *a, uint64_t value);
int audit_natural_add(audit_natural *a, const audit_natural *b);
int audit_natural_multiply(audit_natural *a, uint64_t factor);
int audit_natural_product(audit_natural *result, const audit_natural *a,
                          const audit_natural *b);
void audit_natural_subtract(audit_natural *a, const audit_natural *b); /* a >= b */
int audit_natural_compare(const audit_natural *a, const audit_natural *b);
uint32_t audit_natural_divide(audit_natural *a, uint32_t divisor); /* gives the rest */
void audit_natural_gcd(audit_natural *result, const audit_natural *a,
                       const audit_natural *b);
void audit_natural_quotient(audit_natural *result, const audit_natural *a,
                            const audit_natural *b); /* a / b, rounded down */
double audit_natural_ratio(const audit_natural *a, const audit_natural *b); /* a / b */
void audit_natural_text(const audit_natural *a, char *text, size_t size);   /* decimal */

#endif
