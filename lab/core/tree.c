/* SPDX-License-Identifier: MIT
 *
 * tree.c - all sequences of choices of a shuffle, and the permutation that each gives.
 */
#include "audit/command/request/names.h"
#include "audit/orders/rank.h"
#include "lab/core/lab_parts.h"
#include "lab/core/odometer.h"

static uint64_t choose(void *context, uint64_t sides)
{
    return odometer_choose(context, sides);
}

static json_t *sequence(const struct odometer *odometer, const unsigned char *order,
                        size_t n)
{
    struct json_making making = json_begin();
    json_t *choices = json_array();
    for (size_t d = 0; d < odometer->depth; d++) {
        struct json_making roll = lab_roll(odometer->sides[d], odometer->rolled[d]);
        choices = json_and(choices, json_end(&roll));
    }
    json_add(&making, "choices", choices);
    json_add(&making, "order", lab_cards(order, n));
    return json_end(&making);
}

static char *too_many(const struct request *request, json_t *sequences)
{
    json_decref(sequences);
    audit_details *details =
        lab_fail("too-many-sequences",
                 "%s: more than %d sequences of choices for %zu cards; take a smaller n",
                 request->name, ODOMETER_SEQUENCES, request->plan.n);
    names_add_shuffle(details, request->shuffle, request->shuffle_parameter);
    audit_detail_integer(details, "most", ODOMETER_SEQUENCES);
    audit_detail_integer(details, "n", request->plan.n);
    return NULL;
}

char *lab_tree(const char *shuffle, size_t n)
{
    struct request request = {.task = TASK_EXACT};
    struct odometer odometer = {0};
    const fairaudit_die die = {choose, &odometer};
    size_t count = 0;
    if (!lab_take_size(&request, n) || !lab_take_names(&request, shuffle, ""))
        return NULL;
    json_t *sequences = json_array();
    do {
        unsigned char order[FAIRAUDIT_MOST];
        audit_sorted(order, n);
        request.shuffle->run(&die, order, n, request.shuffle_parameter);
        if (odometer.deep || ++count > ODOMETER_SEQUENCES)
            return too_many(&request, sequences);
        sequences = json_and(sequences, sequence(&odometer, order, n));
    } while (odometer_turn(&odometer));
    struct json_making making = json_begin();
    json_add(&making, "sequences", sequences);
    return lab_text(json_end(&making));
}
