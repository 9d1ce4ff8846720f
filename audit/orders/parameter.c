/* SPDX-License-Identifier: MIT
 *
 * parameter.c - names with a number after them. Numbers consist of digits only;
 * strtoull() would also accept blanks and signs.
 */
#include "audit/orders/parameter.h"

#include <string.h>

size_t audit_parameter_split(const char *text, uint64_t *number, int *given)
{
    const size_t length = strcspn(text, ":");
    *number = 0;
    *given = text[length] == ':';
    if (!*given)
        return length;

    const char *digits = text + length + 1;
    if (*digits == '\0')
        return 0;
    for (const char *c = digits; *c != '\0'; c++) {
        if (*c < '0' || *c > '9')
            return 0;
        const uint64_t digit = (uint64_t)(*c - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            *number = UINT64_MAX; /* and stays there: the next digit overflows, too */
        else
            *number = *number * 10 + digit;
    }
    return length;
}

static uint64_t usual_value(const audit_parameter *parameter, size_t n)
{
    uint64_t value = parameter->usual;
    if (value == 0 && n > parameter->less)
        value = n - parameter->less;
    if (value < parameter->least)
        return parameter->least;
    return value > parameter->most ? parameter->most : value;
}

uint64_t audit_parameter_value(const audit_parameter *parameter, int given,
                               uint64_t number, size_t n, int *wrong)
{
    *wrong = 0;
    if (!given)
        return parameter->meaning == NULL ? 0 : usual_value(parameter, n);
    *wrong = parameter->meaning == NULL || number < parameter->least ||
             number > parameter->most;
    return *wrong ? 0 : number;
}
