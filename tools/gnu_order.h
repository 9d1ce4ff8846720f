/* SPDX-License-Identifier: MIT
 *
 * gnu_order.h - makes orders and samples from integers, as GNU shuf does.
 *
 * The functions return FAIR_OK, FAIR_ENOMEM, or FAIR_ESOURCE if a draw failed.
 */
#ifndef GNU_ORDER_H
#define GNU_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "tools/gnu_integers.h"

/* Makes the first `head` elements of a random order of n, head <= n. *order gets their
 * indices, and the caller frees it; it is NULL if there are none, or after an error.
 * Takes O(n) time and memory, or O(head) if that is much less. */
int gnu_order(struct gnu_integers *integers, uint64_t n, uint64_t head, uint64_t **order);

/* A record in a sample. */
struct gnu_slot {
    unsigned char *bytes; /* a copy of the record; owned */
    size_t length;        /* of the record */
    size_t room;          /* bytes allocated */
};

struct gnu_sample {
    struct gnu_slot *slots; /* [room]: the first `count` are used; owned */
    size_t count;           /* records in the sample */
    size_t room;            /* slots allocated */
};

/* Gets the next record: 1, 0 at the end, or a negative number to stop. */
typedef int gnu_next(void *context, const unsigned char **record, size_t *length);

/* Samples `most` (at least 1) of the records that next() returns, each set of records
 * with the same probability; all of them if there are fewer. Returns the result of next()
 * if that is negative. The sample must be all zeros before, and must be freed in any
 * case. */
int gnu_sample_take(struct gnu_sample *sample, struct gnu_integers *integers,
                    uint64_t most, gnu_next *next, void *context);
void gnu_sample_free(struct gnu_sample *sample);

#endif
