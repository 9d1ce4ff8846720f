/* SPDX-License-Identifier: MIT
 *
 * format.c - counts as people read them.
 */
#include "audit/numbers/format.h"

#include <stdio.h>

audit_count_text audit_format_count(uint64_t count)
{
    audit_count_text made = {""};
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    char *to = made.text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return made;
}
