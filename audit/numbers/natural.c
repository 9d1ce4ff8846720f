/* SPDX-License-Identifier: MIT
 *
 * natural.c - natural numbers of up to 32 limbs, by schoolbook methods.
 *
 * Limbs have 32 bits, so that a product and a carry fit 64 bits; no 128-bit integers are
 * needed. Limbs from `used` on are undefined. This is slow: the exact analyser counts in
 * machine words, and uses these numbers only if words are too small.
 */
#include "audit/numbers/natural.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

static void trim(audit_natural *a)
{
    while (a->used > 0 && a->limb[a->used - 1] == 0)
        a->used--;
}

/* Limb i, 0 beyond the highest. */
static uint32_t limb(const audit_natural *a, unsigned i)
{
    return i < a->used ? a->limb[i] : 0;
}

static unsigned bits(const audit_natural *a)
{
    unsigned count = 32 * a->used;
    if (a->used > 0)
        for (uint32_t top = a->limb[a->used - 1]; top >> 31 == 0; top <<= 1)
            count--;
    return count;
}

void audit_natural_set(audit_natural *a, uint64_t value)
{
    a->limb[0] = (uint32_t)value;
    a->limb[1] = (uint32_t)(value >> 32);
    a->used = 2;
    trim(a);
}

int audit_natural_add(audit_natural *a, const audit_natural *b)
{
    const unsigned most = a->used > b->used ? a->used : b->used;
    uint64_t carry = 0;
    for (unsigned i = 0; i < most; i++) {
        carry += (uint64_t)limb(a, i) + limb(b, i);
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    a->used = most;
    if (carry > 0) {
        if (most == AUDIT_LIMBS) {
            trim(a);
            return 0;
        }
        a->limb[a->used++] = (uint32_t)carry;
    }
    return 1;
}

int audit_natural_product(audit_natural *result, const audit_natural *a,
                          const audit_natural *b)
{
    audit_natural product = {0, {0}};
    for (unsigned i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < b->used || carry > 0; j++) {
            carry += (uint64_t)a->limb[i] * limb(b, j);
            if (i + j >= AUDIT_LIMBS) {
                if (carry > 0)
                    return 0;
                continue;
            }
            carry += product.limb[i + j];
            product.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    product.used = a->used + b->used;
    if (product.used > AUDIT_LIMBS)
        product.used = AUDIT_LIMBS;
    trim(&product);
    *result = product;
    return 1;
}

int audit_natural_multiply(audit_natural *a, uint64_t factor)
{
    if (factor > UINT32_MAX) {
        audit_natural b;
        audit_natural_set(&b, factor);
        return audit_natural_product(a, a, &b);
    }
    uint64_t carry = 0;
    for (unsigned i = 0; i < a->used; i++) {
        carry += a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    const int fits = carry == 0 || a->used < AUDIT_LIMBS;
    if (carry > 0 && fits)
        a->limb[a->used++] = (uint32_t)carry;
    trim(a); /* the factor may be 0 */
    return fits;
}

void audit_natural_subtract(audit_natural *a, const audit_natural *b)
{
    uint64_t borrow = 0;
    for (unsigned i = 0; i < a->used; i++) {
        const uint64_t less = (uint64_t)limb(b, i) + borrow;
        borrow = a->limb[i] < less;
        a->limb[i] = (uint32_t)(a->limb[i] - less);
    }
    assert(borrow == 0);
    trim(a);
}

int audit_natural_compare(const audit_natural *a, const audit_natural *b)
{
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (unsigned i = a->used; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

uint32_t audit_natural_divide(audit_natural *a, uint32_t divisor)
{
    assert(divisor > 0);
    uint64_t rest = 0;
    for (unsigned i = a->used; i-- > 0;) {
        rest = rest << 32 | a->limb[i];
        a->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    trim(a);
    return (uint32_t)rest;
}

/* a = 2 a + bit; there must be room. */
static void twice(audit_natural *a, uint32_t bit)
{
    assert(bit <= 1);
    for (unsigned i = 0; i < a->used; i++) {
        const uint32_t top = a->limb[i] >> 31;
        a->limb[i] = a->limb[i] << 1 | bit;
        bit = top;
    }
    if (bit > 0) {
        assert(a->used < AUDIT_LIMBS);
        a->limb[a->used++] = bit;
    }
}

/* Long division in base 2; either result may be NULL. There is room for the rest: it
 * never has more bits than the part of `a` that was read. */
static void divide(audit_natural *quotient, audit_natural *rest, const audit_natural *a,
                   const audit_natural *b)
{
    assert(b->used > 0);
    audit_natural q = {0, {0}}, r = {0, {0}};
    for (unsigned i = bits(a); i-- > 0;) {
        twice(&r, a->limb[i / 32] >> i % 32 & 1);
        const int fits = audit_natural_compare(&r, b) >= 0;
        if (fits)
            audit_natural_subtract(&r, b);
        twice(&q, (uint32_t)fits);
    }
    if (quotient != NULL)
        *quotient = q;
    if (rest != NULL)
        *rest = r;
}

void audit_natural_quotient(audit_natural *result, const audit_natural *a,
                            const audit_natural *b)
{
    divide(result, NULL, a, b);
}

/* Euclid. */
void audit_natural_gcd(audit_natural *result, const audit_natural *a,
                       const audit_natural *b)
{
    audit_natural x = *a, y = *b;
    while (y.used > 0) {
        audit_natural rest;
        divide(NULL, &rest, &x, &y);
        x = y;
        y = rest;
    }
    *result = x;
}

/* a = fraction * 2^exponent, with the 64 highest bits. */
static double fraction(const audit_natural *a, int *exponent)
{
    const unsigned size = bits(a);
    uint64_t high = 0;
    for (unsigned i = 0; i < 64; i++) {
        const unsigned at = size - 1 - i;
        high = high << 1 | (i < size ? a->limb[at / 32] >> at % 32 & 1 : 0);
    }
    *exponent = (int)size - 64;
    return (double)high;
}

double audit_natural_ratio(const audit_natural *a, const audit_natural *b)
{
    if (a->used == 0)
        return 0;
    assert(b->used > 0);
    int up, down;
    const double above = fraction(a, &up), below = fraction(b, &down);
    return ldexp(above / below, up - down);
}

void audit_natural_text(const audit_natural *a, char *text, size_t size)
{
    enum { DIGITS = 9, GROUPS = AUDIT_LIMBS * 32 / 29 + 1 }; /* 10^9 is above 2^29 */
    uint32_t group[GROUPS];
    unsigned groups = 0;
    audit_natural rest = *a;
    do
        group[groups++] = audit_natural_divide(&rest, 1000000000);
    while (rest.used > 0);
    size_t at = 0;
    for (unsigned i = groups; i-- > 0 && at < size;) {
        const int wide = i + 1 == groups ? 1 : DIGITS;
        at += (size_t)snprintf(text + at, size - at, "%0*lu", wide,
                               (unsigned long)group[i]);
    }
}
