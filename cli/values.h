/* SPDX-License-Identifier: MIT
 *
 * values.h - reads the values of options: numbers, ranges, sizes, bytes.
 */
#ifndef VALUES_H
#define VALUES_H

#include <stdbool.h>
#include <stdint.h>

enum value_verdict { VALUE_GOOD, VALUE_BAD, VALUE_HUGE };

/* A whole number as GNU programs read it: blanks, a plus sign, decimal digits.
 * VALUE_HUGE: it is larger than UINT64_MAX, which is stored instead. */
enum value_verdict value_number(const char *text, uint64_t *number);

/* LO-HI, two such numbers. A range of no numbers is good, one of 2^64 numbers is bad. */
enum value_verdict value_range(const char *text, uint64_t *lowest, uint64_t *numbers);

/* A number, optionally followed by K, M, G or T (powers of 1024). */
enum value_verdict value_size(const char *text, uint64_t *size);

/* A number of 1 to 100 with a percent sign. */
bool value_percentage(const char *text, unsigned *percent);

/* One byte, or an escape: \n \t \r \0 \\ \xHH. */
bool value_byte(const char *text, unsigned char *byte);

#endif
