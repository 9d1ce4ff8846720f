/* SPDX-License-Identifier: MIT
 *
 * format.h - counts as people read them.
 */
#ifndef AUDIT_FORMAT_H
#define AUDIT_FORMAT_H

#include <stdint.h>

typedef struct {
    char text[28]; /* the digits, in groups of three, and a 0 at the end */
} audit_count_text;

/* "1,234,567". As an argument of printf(), audit_format_count(n).text lives until the
 * call returns. */
audit_count_text audit_format_count(uint64_t count);

#endif
