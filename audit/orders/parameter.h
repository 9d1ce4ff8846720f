/* SPDX-License-Identifier: MIT
 *
 * parameter.h - names with a number behind them: keys:8, transpositions:104, modulo:15.
 */
#ifndef AUDIT_PARAMETER_H
#define AUDIT_PARAMETER_H

#include <stddef.h>
#include <stdint.h>

typedef struct audit_parameter {
    const char *meaning; /* "bits of a key"; NULL: there is no parameter */
    uint64_t least, most;
    uint64_t usual; /* if none is given; 0: as many as there are cards, */
    uint64_t less;  /* less this */
} audit_parameter;

/* Reads "NAME" or "NAME:NUMBER". The length of NAME is returned, and *number is the
 * parameter, or *given = 0 says that there is none; 0 is returned if NAME is empty or
 * what stands behind the colon is no number. A number too large for 64 bits is read as
 * the largest one, which is out of all bounds. */
size_t audit_parameter_split(const char *text, uint64_t *number, int *given);

/* The value to use with n cards, or 0 and *wrong = 1 if it is out of bounds, or given
 * where there is none to give. What is usual is never wrong: it is brought into bounds.
 * Without parameter it is 0. */
uint64_t audit_parameter_value(const audit_parameter *parameter, int given,
                               uint64_t number, size_t n, int *wrong);

#endif
