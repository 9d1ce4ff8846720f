/* SPDX-License-Identifier: MIT
 *
 * cycles.c - orders that should be one cycle.
 */
#include "audit/command/subject/cycles.h"

#include <string.h>

#include "fairaudit.h"

size_t cycles_follow(unsigned char *orders, size_t count, size_t n)
{
    for (size_t k = 0; k < count; k++) {
        unsigned char order[FAIRAUDIT_MOST];
        memcpy(order, orders + k * n, n);
        size_t at = order[0];
        for (size_t i = 0; i + 1 < n; i++, at = order[at]) {
            if (at == 0)
                return k; /* back too early */
            orders[k * (n - 1) + i] = (unsigned char)(at - 1);
        }
    }
    return count;
}
