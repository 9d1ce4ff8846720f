/* SPDX-License-Identifier: MIT
 *
 * sample.c - k of n without replacement: in random order, or sorted.
 *
 * fair_sample() does what fair_shuffle_head() does with the numbers 0 to n - 1, but
 * stores only the numbers that have moved: places below k are in `out`, and the other
 * places in a hash table with at most k entries. If n is not much larger than k, an array
 * of all n numbers is smaller and faster, and gives the same result.
 */
#include "fairshuf.h"

#include "src/base/memory.h"
#include "src/shuffle/gap.h"
#include "src/shuffle/walk.h"
#include "src/shuffle/workspace.h"

/* If n is less than this many times k, use an array. It has 8 n bytes, and the table 32 k
 * to 64 k. */
#ifndef FS_SAMPLE_DENSE
#define FS_SAMPLE_DENSE 4
#endif
_Static_assert(FS_SAMPLE_DENSE <= 4, "fs_sample_table_bytes() must not be less");

struct moved {
    uint64_t place; /* at least k, or 0 if the entry is free */
    uint64_t value; /* the number in this place */
};

struct sparse {
    uint64_t *out;       /* the numbers in places below k */
    size_t k;            /* at least 1 */
    struct moved *table; /* the numbers in other places; those not found have not moved */
    unsigned shift;      /* the table has 2^(64 - shift) entries, at least 2 k */
};

/* The entry of a place, or a free one for it. */
static struct moved *find(const struct sparse *s, uint64_t place)
{
    const size_t mask = (size_t)(UINT64_MAX >> s->shift);
    size_t at = (size_t)((place * 0x9e3779b97f4a7c15u) >> s->shift);
    while (s->table[at].place != 0 && s->table[at].place != place)
        at = (at + 1) & mask;
    return &s->table[at];
}

/* An fs_action that swaps the numbers in two places. */
static int draw_place(void *context, size_t place, uint64_t die)
{
    const struct sparse *s = context;
    const uint64_t other = place + die;
    const uint64_t leaving = s->out[place];
    if (other < s->k) {
        s->out[place] = s->out[other];
        s->out[other] = leaving;
    } else {
        struct moved *m = find(s, other);
        s->out[place] = m->place == 0 ? other : m->value;
        m->place = other;
        m->value = leaving;
    }
    return 1;
}

/* 2 to 4 entries for each number, and a power of two. This is more than the array has. */
size_t fs_sample_table_bytes(size_t k)
{
    size_t bytes = 2 * sizeof(struct moved);
    if (k == 0)
        return 0;
    while (bytes / 2 / sizeof(struct moved) < k) {
        if (bytes > (size_t)PTRDIFF_MAX / 2)
            return FS_TOO_LARGE;
        bytes *= 2;
    }
    return bytes;
}

static int sample_sparse(fair_rng *rng, uint64_t n, uint64_t *out, size_t k,
                         fs_memory *memory)
{
    const size_t bytes = fs_sample_table_bytes(k);
    if (bytes == FS_TOO_LARGE)
        return FAIR_ERANGE;
    struct sparse s = {out, k, fs_memory_get(memory, bytes), 64};
    if (s.table == NULL)
        return FAIR_ENOMEM;
    memset(s.table, 0, bytes);
    for (size_t entries = bytes / sizeof *s.table; entries > 1; entries /= 2)
        s.shift--;
    fs_index_identity(out, k, sizeof *out);
    fs_walk_falling(rng, n, k, draw_place, &s);
    fs_memory_free(memory, s.table, bytes);
    return fair_rng_error(rng);
}

static int sample_dense(fair_rng *rng, size_t n, uint64_t *out, size_t k,
                        fs_memory *memory)
{
    const size_t bytes = fs_array_bytes(n, sizeof *out);
    if (bytes == FS_TOO_LARGE)
        return FAIR_ERANGE;
    uint64_t *all = fs_memory_get(memory, bytes);
    if (all == NULL)
        return FAIR_ENOMEM;
    fs_index_identity(all, n, sizeof *all);
    fair_shuffle_head(rng, all, n, sizeof *all, k);
    memcpy(out, all, k * sizeof *out);
    fs_memory_free(memory, all, bytes);
    return fair_rng_error(rng);
}

static int check_sample(uint64_t n, size_t k)
{
    if (k > n)
        return FAIR_EINVAL;
    return fs_fits(k, sizeof(uint64_t)) ? FAIR_OK : FAIR_ERANGE;
}

int fair_sample(fair_rng *rng, uint64_t n, uint64_t *out, size_t k,
                const fair_options *options)
{
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    const int error = check_sample(n, k);
    if (error != FAIR_OK || k == 0)
        return error;
    if (k == n) {
        fair_permutation64(rng, out, k);
        return fair_rng_error(rng);
    }
    fs_memory memory = fs_memory_start(options);
    return n / FS_SAMPLE_DENSE < k ? sample_dense(rng, (size_t)n, out, k, &memory)
                                   : sample_sparse(rng, n, out, k, &memory);
}

int fair_sample_sorted(fair_rng *rng, uint64_t n, uint64_t *out, size_t k)
{
    const int error = check_sample(n, k);
    if (error != FAIR_OK || k == 0)
        return error;
    uint64_t next = 0;
    for (size_t i = 0; i < k; i++) {
        next += fs_gap_fixed(rng, n - next, k - i);
        out[i] = next++;
    }
    return fair_rng_error(rng);
}
