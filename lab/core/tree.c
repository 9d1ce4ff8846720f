/* SPDX-License-Identifier: MIT
 *
 * tree.c - all sequences of choices of a shuffle.
 *
 * They are counted like an odometer: a run repeats the prescribed choices and rolls 0
 * after them; then the last choice that is not at its maximum is increased by 1.
 */
#include <assert.h>

#include "audit/orders/rank.h"
#include "lab/core/lab_parts.h"

enum {
    SEQUENCES = 5000, /* the most sequences that are listed */
    DEEPEST = 64      /* the most choices of one sequence; more give too many sequences */
};

struct odometer {
    size_t depth;             /* choices of this run so far */
    size_t prescribed;        /* choices that the run repeats */
    uint64_t sides[DEEPEST];  /* of the die, for each choice */
    uint64_t rolled[DEEPEST]; /* the result, for each choice */
    bool deep;                /* there are too many choices */
    uint64_t any; /* varies the rolls once `deep` is set, so that every shuffle ends */
};

static uint64_t choose(void *context, uint64_t sides)
{
    struct odometer *odometer = context;
    const size_t d = odometer->depth;
    assert(sides >= 1);
    if (sides == 1)
        return 0;
    odometer->deep = odometer->deep || d == DEEPEST || sides > SEQUENCES;
    if (odometer->deep)
        return odometer->any++ % sides;
    if (d >= odometer->prescribed) {
        odometer->sides[d] = sides;
        odometer->rolled[d] = 0;
    }
    odometer->depth++;
    return odometer->rolled[d];
}

/* Goes on to the next sequence. Returns false after the last. */
static bool turn(struct odometer *odometer)
{
    size_t d = odometer->depth;
    while (d > 0 && odometer->rolled[d - 1] + 1 == odometer->sides[d - 1])
        d--;
    odometer->prescribed = d;
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
             request->name, SEQUENCES, request->plan.n);
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
