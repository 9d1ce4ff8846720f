/* SPDX-License-Identifier: MIT
 *
 * order_table.c - a table of permutations, each with its share as a bar and a mark where
 * the bar of a fair share ends. Up to 24 permutations are shown by rank; of 120, the
 * twelve most frequent and the twelve least frequent.
 */
#include "audit/command/report/report_parts.h"

#include <assert.h>
#include <math.h>

#include "audit/orders/rank.h"

enum { ALL = 24, EACH = 12, MOST = 120 };

static void put_order(FILE *file, const struct order_table *table, size_t rank,
                      double scale, struct report_style style)
{
    unsigned char order[16];
    char text[160], share[NUMBER_ROOM];
    audit_unrank(rank, table->n, order);
    const double share_here = table->share(table->context, rank);
    const double fair = 1 / (double)table->orders;
    int used = fprintf(file, "    ");
    for (size_t i = 0; i < table->n; i++)
        used += fprintf(file, "%d ", order[i] + 1);
    used += fprintf(file, " %8s  ", number_percent(share, share_here));
    table->text(table->context, rank, text, sizeof text);
    int room = style.width - used - 24;
    room = room > 40 ? 40 : room < 10 ? 10 : room;
    if (fabs(share_here - fair) > table->chance)
        text_on(file, style, share_here > fair ? TEXT_UNFAIR : TEXT_CALM);
    text_bar(file, style, share_here / scale, fair / scale, room);
    text_off(file, style);
    fprintf(file, "  %s\n", text);
}

/* Sorts the ranks by share, the largest first; equal shares by rank. */
static void sort_ranks(const struct order_table *table, size_t ranks[MOST])
{
    for (size_t i = 0; i < table->orders; i++) {
        const double share = table->share(table->context, i);
        size_t at = i;
        for (; at > 0 && table->share(table->context, ranks[at - 1]) < share; at--)
            ranks[at] = ranks[at - 1];
        ranks[at] = i;
    }
}

void order_table_print(FILE *file, const struct order_table *table,
                       struct report_style style)
{
    double scale = 0;
    size_t ranks[MOST];
    assert(table->orders > 0 && table->orders <= MOST);
    for (size_t i = 0; i < table->orders; i++) {
        scale = fmax(scale, table->share(table->context, i));
        ranks[i] = i;
    }
    scale = scale > 0 ? scale * 1.02 : 1;
    const size_t each = table->orders <= ALL ? table->orders : EACH;
    if (table->orders > ALL)
        sort_ranks(table, ranks);
    for (size_t i = 0; i < each; i++)
        put_order(file, table, ranks[i], scale, style);
    if (table->orders > ALL) {
        fprintf(file, "    ... %zu permutations in between\n", table->orders - 2 * each);
        for (size_t i = table->orders - each; i < table->orders; i++)
            put_order(file, table, ranks[i], scale, style);
    }
    char fair[NUMBER_ROOM];
    fprintf(file, "\n    The line marks the fair share: 1/%zu, or %s.\n", table->orders,
            number_percent(fair, 1 / (double)table->orders));
}
