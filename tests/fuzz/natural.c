/* SPDX-License-Identifier: MIT
 *
 * natural.c - fuzzes the big integers of the exact engine: they obey the laws of
 * arithmetic, and agree with 64-bit numbers modulo 2^64.
 *
 * An input is two numbers: a length, and bytes, the most significant first.
 */
#include "audit/numbers/natural.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t size);

enum { GCD_LIMBS = 5 }; /* the gcd of more takes long */

/* The next number of the input: a length, and bytes. */
static audit_natural next_natural(const uint8_t **in, size_t *size)
{
    audit_natural a = {0, {0}}, shift;
    if (*size == 0)
        return a;
    const size_t length = **in < 224 ? **in % 21 : **in % 129, most = *size - 1;
    const size_t bytes = length < most ? length : most;
    audit_natural_set(&shift, 256);
    for (size_t i = 1; i <= bytes; i++) {
        audit_natural byte;
        audit_natural_set(&byte, (*in)[i]);
        MUST(audit_natural_product(&a, &a, &shift) && audit_natural_add(&a, &byte));
    }
    *in += 1 + bytes;
    *size -= 1 + bytes;
    return a;
}

static int same(const audit_natural *a, const audit_natural *b)
{
    return audit_natural_compare(a, b) == 0;
}

static uint64_t low_word(const audit_natural *a)
{
    return (a->used > 0 ? a->limb[0] : 0) | (uint64_t)(a->used > 1 ? a->limb[1] : 0)
                                                << 32;
}

static void check_division(const audit_natural *a, const audit_natural *b)
{
    audit_natural q, r, back, gcd, rest_a, rest_b;
    if (b->used == 0)
        return;
    audit_natural_quotient(&q, a, b);
    MUST(audit_natural_product(&back, &q, b) && audit_natural_compare(&back, a) <= 0);
    r = *a;
    audit_natural_subtract(&r, &back);
    MUST(audit_natural_compare(&r, b) < 0);
    const double ratio = audit_natural_ratio(a, b);
    MUST(q.used > 2 || (ratio >= (double)low_word(&q) * (1 - 1e-14) &&
                        ratio <= ((double)low_word(&q) + 1) * (1 + 1e-14)));
    if (b->used == 1) {
        audit_natural divided = *a;
        MUST(audit_natural_divide(&divided, b->limb[0]) == low_word(&r));
        MUST(same(&divided, &q));
    }
    if (a->used > GCD_LIMBS || b->used > GCD_LIMBS)
        return;
    audit_natural_gcd(&gcd, a, b);
    audit_natural_quotient(&rest_a, a, &gcd);
    audit_natural_quotient(&rest_b, b, &gcd);
    MUST(audit_natural_product(&back, &rest_a, &gcd) && same(&back, a));
    MUST(audit_natural_product(&back, &rest_b, &gcd) && same(&back, b));
    audit_natural_gcd(&gcd, &rest_a, &rest_b);
    MUST(gcd.used == 1 && gcd.limb[0] == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t size)
{
    const audit_natural a = next_natural(&in, &size), b = next_natural(&in, &size);
    audit_natural sum = a, product, other;
    char text[400];
    if (audit_natural_add(&sum, &b)) {
        MUST(low_word(&sum) == low_word(&a) + low_word(&b));
        audit_natural_subtract(&sum, &b);
        MUST(same(&sum, &a));
    } else {
        MUST(a.used == AUDIT_LIMBS || b.used == AUDIT_LIMBS);
    }
    if (audit_natural_product(&product, &a, &b)) {
        MUST(low_word(&product) == low_word(&a) * low_word(&b));
        if (b.used > 0) {
            audit_natural_quotient(&other, &product, &b);
            MUST(same(&other, &a));
        }
        if (b.used <= 2) {
            other = a;
            MUST(audit_natural_multiply(&other, low_word(&b)) && same(&other, &product));
        }
    } else {
        MUST(a.used + b.used > AUDIT_LIMBS);
    }
    check_division(&a, &b);
    audit_natural_text(&a, text, sizeof text);
    audit_natural_set(&other, 0);
    for (const char *c = text; *c != '\0'; c++) {
        audit_natural digit;
        MUST(*c >= '0' && *c <= '9');
        audit_natural_set(&digit, (uint64_t)(*c - '0'));
        MUST(audit_natural_multiply(&other, 10) && audit_natural_add(&other, &digit));
    }
    MUST(same(&other, &a));
    return 0;
}
