/* SPDX-License-Identifier: MIT
 *
 * scalars.h - for the tests of views on numbers with a known distribution: all of these
 * views, by number, and the view on repeated orders.
 */
#ifndef AUDIT_SCALARS_H
#define AUDIT_SCALARS_H

#include "tests/audit/views/views.h"

enum { REPEATS = AUDIT_SCALARS, MAKERS };

struct maker {
    int what, serial;
};

static inline audit_view *make(size_t n, const void *context)
{
    const struct maker *maker = context;
    return maker->what == REPEATS
               ? audit_view_repeats(n, 1 << 20)
               : audit_view_scalar(n, (enum audit_scalar)maker->what, maker->serial);
}

#endif
