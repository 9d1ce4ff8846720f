/* SPDX-License-Identifier: MIT
 *
 * order.h - the order by scattering, of records that lie in place.
 *
 * L3.
 */
#ifndef FS_ORDER_H
#define FS_ORDER_H

#include "scatter.h"

/* What one thread works with: numbers of buckets, and a store for records that must be
 * scattered. */
typedef struct {
    uint8_t *numbers; /* FS_CHUNK bytes */
    fs_scatter store; /* both pointers as large as a plan for the most records needs */
} fs_desk;

/* Gives a desk room for up to n records of `size` bytes; none if that is a leaf. Returns
 * 0 if there is no memory. Close it in any case. */
int fs_desk_open(fs_desk *desk, size_t n, size_t size);
void fs_desk_close(fs_desk *desk);

/* Orders n records in place. The desk is not needed if n <= FS_LEAF. One store, large
 * enough for n, serves all levels below: it is free again when its buckets have all been
 * gathered. */
void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_desk *desk);

#endif
