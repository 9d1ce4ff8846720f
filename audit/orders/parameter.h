/* SPDX-License-Identifier: MIT
 *
 * parameter.h - names with a number after them: keys:8, transpositions:104, modulo:15.
 */
#ifndef AUDIT_PARAMETER_H
#define AUDIT_PARAMETER_H

#include <stddef.h>
#include <stdint.h>

typedef struct audit_parameter {
    const char *meaning; /* "bits of a key"; NULL: there is no parameter */
    uint64_t least;      /* the smallest value that is allowed */
    uint64_t most;       /* the largest value that is allowed */
    uint64_t usual;      /* the default; 0: the number of cards minus `less` */
    uint64_t less;       /* subtracted from the number of cards, if `usual` is 0 */
} audit_parameter;

/* Reads "NAME" or "NAME:NUMBER", and returns the length of NAME. *number is the
 * parameter; *given is 0 if there is none. Returns 0 if NAME is empty, or if the text
 * after the colon is not a number. A number too large for 64 bits is read as UINT64_MAX,
 * which is never allowed. */
size_t audit_parameter_split(const char *text, uint64_t *number, int *given);

/* The value to use with n cards. *wrong is 1, and the result 0, if the number is not
 * allowed, or given though there is no parameter. The default is never wrong: it is moved
 * into the range. Without a parameter the value is 0. */
uint64_t audit_parameter_value(const audit_parameter *parameter, int given,
                               uint64_t number, size_t n, int *wrong);

#endif
