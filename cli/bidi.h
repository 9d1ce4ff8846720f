/* SPDX-License-Identifier: MIT
 *
 * bidi.h - recognizes characters that change the direction of the surrounding text.
 *
 * They are invisible, and can make "txt.exe" look like "exe.txt". Messages and reports
 * show them as escapes, like control characters.
 */
#ifndef BIDI_H
#define BIDI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a Unicode code point is such a character. */
static inline bool bidi_is_control(uint32_t character)
{
    return character == 0x061c || character == 0x200e || character == 0x200f ||
           (character >= 0x202a && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069);
}

/* The number of bytes of such a character at the beginning of a UTF-8 text of `length`
 * bytes; 0 if the text begins with another character. */
static inline size_t bidi_utf8(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (length >= 2 && (byte[0] & 0xe0) == 0xc0 &&
        bidi_is_control((byte[0] & 0x1fU) << 6 | (byte[1] & 0x3fU)))
        return 2;
    if (length >= 3 && (byte[0] & 0xf0) == 0xe0 &&
        bidi_is_control((byte[0] & 0xfU) << 12 | (byte[1] & 0x3fU) << 6 |
                        (byte[2] & 0x3fU)))
        return 3;
    return 0;
}

#endif
