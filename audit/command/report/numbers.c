/* SPDX-License-Identifier: MIT
 *
 * numbers.c - numbers as people read them.
 */
#include "audit/command/report/text.h"

#include <math.h>
#include <stdlib.h>

#include "audit/numbers/format.h"

const char *number_count(char text[NUMBER_ROOM], uint64_t number)
{
    snprintf(text, NUMBER_ROOM, "%s", audit_format_count(number).text);
    return text;
}

const char *number_large(char text[NUMBER_ROOM], double number)
{
    if (number >= 0 && number < 1e15)
        return number_count(text, (uint64_t)(number + 0.5));
    snprintf(text, NUMBER_ROOM, "about %.3g", number);
    return text;
}

const char *number_percent(char text[NUMBER_ROOM], double share)
{
    snprintf(text, NUMBER_ROOM, "%.*g %%", share > 0.9995 && share < 1 ? 6 : 3,
             100 * share);
    return text;
}

const char *number_p_value(char text[NUMBER_ROOM], double p)
{
    if (!(p >= 1e-300))
        snprintf(text, NUMBER_ROOM, isnan(p) ? "-" : "<1e-300");
    else if (p >= 0.0995)
        snprintf(text, NUMBER_ROOM, "%.3f", p);
    else if (p >= 0.000995)
        snprintf(text, NUMBER_ROOM, "%.4f", p);
    else { /* 2.1e-7, not 2.1e-07 */
        char digits[NUMBER_ROOM];
        snprintf(digits, sizeof digits, "%.1e", p);
        snprintf(text, NUMBER_ROOM, "%.3se%ld", digits, strtol(digits + 4, NULL, 10));
    }
    return text;
}

const char *number_odds(char text[NUMBER_ROOM], double logarithm)
{
    const double ten = logarithm / log(10);
    char digits[NUMBER_ROOM];
    if (!isfinite(ten) || fabs(ten) >= 1e15)
        snprintf(text, NUMBER_ROOM, "-");
    else if (ten < 0)
        snprintf(text, NUMBER_ROOM, "<1");
    else if (exp(logarithm) < 9.95)
        snprintf(text, NUMBER_ROOM, "%.2g", exp(logarithm));
    else if (ten < 7)
        number_count(text, (uint64_t)(exp(logarithm) + 0.5));
    else if (ten < 999.5)
        snprintf(text, NUMBER_ROOM, "10^%.1f", ten);
    else
        snprintf(text, NUMBER_ROOM, "10^%.30s",
                 number_count(digits, (uint64_t)(ten + 0.5)));
    return text;
}

const char *number_seconds(char text[NUMBER_ROOM], double seconds)
{
    const long whole = seconds < 1e9 ? (long)(seconds + 0.5) : 0;
    if (seconds < 9.95)
        snprintf(text, NUMBER_ROOM, "%.1f s", seconds);
    else if (whole < 60)
        snprintf(text, NUMBER_ROOM, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, NUMBER_ROOM, "%ld min %ld s", whole / 60, whole % 60);
    else
        snprintf(text, NUMBER_ROOM, "%ld h %ld min", whole / 3600, whole / 60 % 60);
    return text;
}

const char *number_plural(char text[NUMBER_ROOM], uint64_t number, const char *noun)
{
    char digits[NUMBER_ROOM];
    snprintf(text, NUMBER_ROOM, "%.26s %.10s%s", number_count(digits, number), noun,
             number == 1 ? "" : "s");
    return text;
}
