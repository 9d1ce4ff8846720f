/* SPDX-License-Identifier: MIT
 *
 * entries.h - what every entry of a list must be: a name, a sentence, a parameter.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <string.h>

#include "audit/orders/parameter.h"

static inline int is_name(const char *name)
{
    return name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static inline int is_one_sentence(const char *text)
{
    const size_t length = strlen(text);
    return length > 20 && text[0] >= 'A' && text[0] <= 'Z' && text[length - 1] == '.' &&
           strstr(text, ". ") == NULL && strstr(text, "  ") == NULL;
}

static inline int is_parameter(const audit_parameter *p)
{
    if (p->meaning == NULL)
        return p->least == 0 && p->most == 0 && p->usual == 0 && p->less == 0;
    return p->least > 0 && p->least < p->most && p->most < UINT64_MAX &&
           (p->usual == 0 || (p->least <= p->usual && p->usual <= p->most));
}

#endif
