/* SPDX-License-Identifier: MIT
 *
 * copies.h - lines that stand several times in the input: do they keep together?
 */
#ifndef COPIES_H
#define COPIES_H

#include <stdbool.h>
#include <stddef.h>

/* Of orders [count][n] of lines of which each stands there `copies` times (line i has the
 * text of line i + n / copies): if equal lines stand side by side too often or too
 * seldom, for certain (but for one in a million), says so. */
bool copies_tell(const unsigned char *orders, size_t count, size_t n, size_t copies,
                 char *text, size_t room);

#endif
