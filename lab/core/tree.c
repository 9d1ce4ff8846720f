/* SPDX-License-Identifier: MIT
 *
 * tree.c - all sequences of choices of a shuffle, by counting like an odometer: a run
 * follows the choices it is told to and takes 0 beyond them; afterwards the last one that
 * can be is raised.
 */
#include "audit/orders/rank.h"
#include "lab/core/lab_parts.h"

enum {
    SEQUENCES = 5000, /* the most that are listed */
    DEEPEST = 64      /* choices of one sequence: with more there are too many anyway, */
};                    /* or they have no end */

struct odometer {
    size_t depth, told; /* choices of this run; those that are prescribed */
    uint64_t sides[DEEPEST], rolled[DEEPEST];
    bool deep;
    uint64_t any; /* what is rolled then: it will be thrown away, but has to end */
};

static uint64_t choose(void *context, uint64_t sides)
{
    struct odometer *odometer = context;
    const size_t d = odometer->depth;
    if (sides == 1)
        return 0;
    odometer->deep = odometer->deep || d == DEEPEST || sides > SEQUENCES;
    if (odometer->deep)
        return odometer->any++ % sides;
    if (d >= odometer->told) {
        odometer->sides[d] = sides;
        odometer->rolled[d] = 0;
    }
    odometer->depth++;
    return odometer->rolled[d];
}

/* Goes on to the next sequence; false after the last. */
static bool turn(struct odometer *odometer)
{
    size_t d = odometer->depth;
    while (d > 0 && odometer->rolled[d - 1] + 1 == odometer->sides[d - 1])
        d--;
    odometer->told = d;
    if (d == 0)
        return false;
    odometer->rolled[d - 1]++;
    return true;
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
    lab_fail("%s: more than %d sequences of choices for %zu cards; take a smaller n",
             request->name, SEQUENCES, request->n);
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
        odometer.depth = 0;
        request.shuffle->run(&die, order, n, request.shuffle_parameter);
        if (odometer.deep || ++count > SEQUENCES)
            return too_many(&request, sequences);
        sequences = json_and(sequences, sequence(&odometer, order, n));
    } while (turn(&odometer));
    struct json_making making = json_begin();
    json_add(&making, "sequences", sequences);
    return lab_text(json_end(&making));
}
