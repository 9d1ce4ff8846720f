/* SPDX-License-Identifier: MIT
 *
 * inputs.h - what a program does because of the lines it is given: equal ones, and words
 * that come twice. Each function says so in `text`, if it is certain but for one in a
 * million.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stddef.h>

/* --copies: of orders [count][n] of lines of which each stands there `copies` times (line
 * i has the text of line i + n / copies), equal lines stand side by side too often or too
 * seldom. */
bool inputs_tell_copies(const unsigned char *orders, size_t count, size_t n,
                        size_t copies, char *text, size_t room);

/* --tokens: of orders [count][n], of which 0 and 1, 2 and 3, ... had the same words, two
 * with the same words are the same too often. */
bool inputs_tell_tokens(const unsigned char *orders, size_t count, size_t n, char *text,
                        size_t room);

#endif
