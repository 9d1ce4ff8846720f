/* SPDX-License-Identifier: MIT
 *
 * values.c - reads the values of options: numbers, ranges, sizes, bytes.
 *
 * strtoull is not used, because it accepts a minus sign and returns a number near 2^64.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli/values.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads the number at the beginning of the text; *rest is what follows it. */
static enum value_verdict scan_number(const char *text, const char **rest,
                                      uint64_t *number)
{
    text += strspn(text, " \t\n\v\f\r");
    if (*text == '+')
        text++;
    enum value_verdict verdict = is_digit(*text) ? VALUE_GOOD : VALUE_BAD;
    *number = 0;
    for (; is_digit(*text); text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            verdict = VALUE_HUGE;
        *number = verdict == VALUE_HUGE ? UINT64_MAX : *number * 10 + digit;
    }
    *rest = text;
    return verdict;
}

enum value_verdict value_number(const char *text, uint64_t *number)
{
    enum value_verdict verdict = scan_number(text, &text, number);
    return *text == '\0' ? verdict : VALUE_BAD;
}

enum value_verdict value_range(const char *text, uint64_t *lowest, uint64_t *numbers)
{
    uint64_t highest;
    enum value_verdict verdict = scan_number(text, &text, lowest);
    if (verdict != VALUE_GOOD)
        return verdict;
    if (*text != '-')
        return VALUE_BAD;
    verdict = value_number(text + 1, &highest);
    if (verdict != VALUE_GOOD)
        return verdict;
    /* 0 for an empty range, which is right, and for a range of 2^64 numbers. */
    *numbers = highest - *lowest + 1;
    return (*lowest <= highest) == (*numbers != 0) ? VALUE_GOOD : VALUE_BAD;
}

enum value_verdict value_size(const char *text, uint64_t *size)
{
    static const char suffixes[] = "KMGT";
    enum value_verdict verdict = scan_number(text, &text, size);
    const char *suffix = *text != '\0' ? strchr(suffixes, *text) : NULL;
    if (suffix != NULL) {
        const unsigned shift = 10 * (unsigned)(suffix - suffixes + 1);
        if (*size > UINT64_MAX >> shift)
            verdict = verdict == VALUE_BAD ? VALUE_BAD : VALUE_HUGE;
        *size <<= shift;
        text++;
    }
    return *text == '\0' ? verdict : VALUE_BAD;
}

bool value_percentage(const char *text, unsigned *percent)
{
    uint64_t number;
    const enum value_verdict verdict = scan_number(text, &text, &number);
    *percent = (unsigned)(number <= 100 ? number : 0);
    return verdict == VALUE_GOOD && *percent > 0 && strcmp(text, "%") == 0;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)((found - digits) % 16) : -1;
}

bool value_byte(const char *text, unsigned char *byte)
{
    static const char letters[] = "ntr0\\", meanings[] = "\n\t\r\0\\";
    if (text[0] == '\0')
        return false;
    *byte = (unsigned char)text[0];
    if (text[1] == '\0')
        return true;
    if (text[0] != '\\')
        return false;
    const char *letter = strchr(letters, text[1]);
    if (letter != NULL) {
        *byte = (unsigned char)meanings[letter - letters];
        return text[2] == '\0';
    }
    if (text[1] != 'x' || hex_digit(text[2]) < 0 || hex_digit(text[3]) < 0)
        return false;
    *byte = (unsigned char)(hex_digit(text[2]) * 16 + hex_digit(text[3]));
    return text[4] == '\0';
}
