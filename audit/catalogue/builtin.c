/* SPDX-License-Identifier: MIT
 *
 * builtin.c - makes orders in chunks, which threads share.
 */
#include "audit/catalogue/builtin.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "audit/orders/rank.h"
#include "audit/orders/team.h"

enum { CHUNK = 256 };

struct work {
    audit_builtin *builtin; /* how to make orders */
    uint64_t first;         /* number of the first order */
    size_t count;           /* how many */
    unsigned char *orders;  /* [count][n] */
    atomic_int wrong;       /* 1 if a result was not a permutation */
};

static void make(struct work *work, audit_roller *roller, const fairaudit_die *die,
                 size_t index)
{
    audit_builtin *builtin = work->builtin;
    const size_t n = builtin->n;
    unsigned char *order = work->orders + index * n;
    audit_roller_begin(roller, work->first + index);
    if (builtin->shuffle != NULL && builtin->shuffle->keeps) {
        builtin->shuffle->run(die, builtin->deck, n, builtin->shuffle_parameter);
        memcpy(order, builtin->deck, n);
        return;
    }
    audit_sorted(order, n);
    if (builtin->shuffle != NULL) {
        builtin->shuffle->run(die, order, n, builtin->shuffle_parameter);
        return;
    }
    builtin->function(die, order, n, builtin->context);
    if (!audit_is_order(order, n))
        atomic_store(&work->wrong, 1);
}

static void make_chunk(void *context, size_t i)
{
    struct work *work = context;
    const audit_builtin *builtin = work->builtin;
    audit_roller roller;
    audit_roller_start(&roller, builtin->die, builtin->die_parameter, &builtin->seed);
    const fairaudit_die die = audit_roller_die(&roller);
    const size_t end = (i + 1) * CHUNK < work->count ? (i + 1) * CHUNK : work->count;
    for (size_t index = i * CHUNK; index < end; index++)
        make(work, &roller, &die, index);
}

int audit_builtin_fill(audit_builtin *builtin, uint64_t first, size_t count,
                       unsigned char *orders)
{
    assert(builtin->n >= 1 && builtin->n <= 256 && builtin->die != NULL);
    assert(builtin->shuffle != NULL || builtin->function != NULL);
    struct work work = {builtin, first, count, orders, 0};
    const int keeps = builtin->shuffle != NULL && builtin->shuffle->keeps;
    if (keeps && first == 0)
        audit_sorted(builtin->deck, builtin->n);
    audit_team_do(keeps ? 1 : builtin->threads, (count + CHUNK - 1) / CHUNK, make_chunk,
                  &work);
    return atomic_load(&work.wrong) ? FAIRAUDIT_EORDER : FAIRAUDIT_OK;
}
