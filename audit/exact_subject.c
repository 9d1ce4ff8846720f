/* SPDX-License-Identifier: MIT
 *
 * exact_subject.c - a shuffle and a die as the exact analyser sees them: whole weights.
 */
#include "exact_parts.h"

enum { LOOKED_AT = 512 }; /* numbers of a die, to find what their weights share */

void audit_exact_run(const fairaudit_die *die, unsigned char *cards, size_t n,
                     void *entry)
{
    const audit_entry *e = entry;
    e->shuffle->run(die, cards, n, e->parameter);
}

uint64_t audit_exact_gcd(uint64_t a, uint64_t b)
{
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

uint64_t audit_exact_times(uint64_t a, uint64_t b)
{
    return a > 0 && b > UINT64_MAX / a ? 0 : a * b;
}

uint64_t audit_subject_common(const audit_subject *subject, uint64_t m)
{
    if (audit_subject_fair(subject))
        return 1;
    const audit_die_kind *kind = subject->kind;
    const uint64_t total = audit_die_total(kind, subject->parameter, m);
    if (m > LOOKED_AT) { /* if the extremes are the mean, all are */
        const uint64_t first = audit_die_weight(kind, subject->parameter, m, 0);
        const uint64_t last = audit_die_weight(kind, subject->parameter, m, m - 1);
        return total % m == 0 && first == total / m && last == first ? first : 1;
    }
    uint64_t common = total;
    for (uint64_t v = 0; v < m; v++)
        common =
            audit_exact_gcd(common, audit_die_weight(kind, subject->parameter, m, v));
    return common;
}

uint64_t audit_subject_total(const audit_subject *subject, uint64_t m)
{
    if (audit_subject_fair(subject))
        return m;
    return audit_die_total(subject->kind, subject->parameter, m) /
           audit_subject_common(subject, m);
}

int audit_subject_even(const audit_subject *subject, uint64_t m)
{
    return audit_subject_total(subject, m) == m;
}
