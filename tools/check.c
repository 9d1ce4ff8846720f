/* SPDX-License-Identifier: MIT
 *
 * check.c - the hashes of records, summed up. See check.h.
 *
 * Sums that threads share would cost more than the hashes. So the first threads have sums
 * of their own, which no other writes to; should there ever be more, these share the
 * last.
 */
#include "tools/check.h"

#include <stdatomic.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { OWN = 255, LINE = 64 };

struct sums {
    _Alignas(LINE) atomic_uint_fast64_t sum[2][3]; /* low and high half, and records */
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

void check_add(int out, const void *record, size_t length)
{
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

uint64_t check_count(void)
{
    uint64_t count = 0;
    for (unsigned i = 0; i <= OWN; i++)
        count += atomic_load(&all[i].sum[0][2]);
    return count;
}

bool check_good(void)
{
    uint64_t total[2][3] = {{0}};
    for (unsigned i = 0; i <= OWN; i++)
        for (int out = 0; out < 2; out++)
            for (int k = 0; k < 3; k++)
                total[out][k] += atomic_load(&all[i].sum[out][k]);
    return total[0][0] == total[1][0] && total[0][1] == total[1][1] &&
           total[0][2] == total[1][2];
}
