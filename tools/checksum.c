/* SPDX-License-Identifier: MIT
 *
 * checksum.c - sums of the hashes of records. See checksum.h.
 *
 * Sharing sums between threads would cost more than hashing. So each of the first OWN
 * threads has sums of its own. Any further threads share the last ones.
 */
#include "tools/checksum.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    OWN = 255, /* threads that have their own sums */
    LINE = 64, /* bytes of a cache line */
};

struct sums {
    _Alignas(LINE) atomic_uint_fast64_t
        sum[2][3]; /* [read or written][low half, high half, number of records] */
};

static struct sums all[OWN + 1];
static atomic_uint threads;

static void add(atomic_uint_fast64_t *sum, uint64_t value, bool shared)
{
    if (shared)
        atomic_fetch_add_explicit(sum, value, memory_order_relaxed);
    else
        atomic_store_explicit(sum,
                              atomic_load_explicit(sum, memory_order_relaxed) + value,
                              memory_order_relaxed);
}

void checksum_add(void *context, int out, const void *record, size_t length)
{
    (void)context;
    assert(out == 0 || out == 1);
    static _Thread_local unsigned mine = UINT32_MAX;
    if (mine == UINT32_MAX) {
        mine = atomic_fetch_add(&threads, 1);
        if (mine > OWN)
            mine = OWN;
    }
    const XXH128_hash_t hash = XXH3_128bits(record, length);
    atomic_uint_fast64_t *sum = all[mine].sum[out];
    add(&sum[0], hash.low64, mine == OWN);
    add(&sum[1], hash.high64, mine == OWN);
    add(&sum[2], 1, mine == OWN);
}

uint64_t checksum_count(void)
{
    uint64_t count = 0;
    for (unsigned i = 0; i <= OWN; i++)
        count += atomic_load(&all[i].sum[0][2]);
    return count;
}

void checksum_totals(uint64_t total[2][3])
{
    for (int out = 0; out < 2; out++)
        for (int k = 0; k < 3; k++) {
            total[out][k] = 0;
            for (unsigned i = 0; i <= OWN; i++)
                total[out][k] += atomic_load(&all[i].sum[out][k]);
        }
}

bool checksum_matches(void)
{
    uint64_t total[2][3];
    checksum_totals(total);
    return total[0][0] == total[1][0] && total[0][1] == total[1][1] &&
           total[0][2] == total[1][2];
}
