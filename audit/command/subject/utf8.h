/* SPDX-License-Identifier: MIT
 *
 * utf8.h - UTF-8 in texts that we did not write.
 */
#ifndef UTF8_H
#define UTF8_H

#include <assert.h>
#include <stddef.h>

/* The number of bytes, 1 to 4, of the first character of a text, whose length must not be
 * 0. Returns 0 if it is not valid UTF-8; overlong forms, surrogates and code points above
 * U+10FFFF are not valid. */
static inline size_t utf8_character(const char *text, size_t length)
{
    const unsigned char *s = (const unsigned char *)text;
    assert(length > 0);
    if (s[0] < 0x80)
        return 1;
    const size_t bytes = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || bytes > length)
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    const int overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const int beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || beyond ? 0 : bytes;
}

#endif
