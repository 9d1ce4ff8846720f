/* SPDX-License-Identifier: MIT
 *
 * gnu_order.h - orders and samples from integers, as GNU shuf makes them.
 *
 * Functions return FAIR_OK, FAIR_ENOMEM, or FAIR_ESOURCE if a draw failed.
 */
#ifndef GNU_ORDER_H
#define GNU_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "tools/gnu_integers.h"

/* The first `head` of n elements in random order, head <= n: *order gets their indices,
 * to be freed by the caller; it is NULL if there are none, or after an error. Takes O(n)
 * time and memory, or O(head) where that is much less. */
int gnu_order(struct gnu_integers *integers, uint64_t n, uint64_t head, uint64_t **order);

/* A record that was kept. */
struct gnu_slot {
    unsigned char *bytes;
    size_t length, room;
};

struct gnu_sample {
    struct gnu_slot *slots;
    size_t count, room;
};

/* Gives the next record: 1, or 0 if there is none, or a negative number to end it all. */
typedef int gnu_next(void *context, const unsigned char **record, size_t *length);

/* Keeps `most` (at least 1) of the records that next() gives, each set of them equally
 * likely, in memory for that many; or all of them, if there are no more. What next()
 * returned, if that is negative. The sample starts with zeros, and must be freed in any
 * case. */
int gnu_sample_take(struct gnu_sample *sample, struct gnu_integers *integers,
                    uint64_t most, gnu_next *next, void *context);
void gnu_sample_free(struct gnu_sample *sample);

#endif
