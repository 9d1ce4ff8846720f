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

#include <stdlib.h>

#include "src/shuffle/gap.h"
#include "src/shuffle/index.h"
#include "src/shuffle/walk.h"

/* If n is less than this many times k, use an array. It has 8 n bytes, and the table 32 k
 * to 64 k. */
#ifndef FS_SAMPLE_DENSE
#define FS_SAMPLE_DENSE 4
#endif

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
static int draw(void *context, size_t place, uint64_t die)
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

static int sample_sparse(fair_rng *rng, uint64_t n, uint64_t *out, size_t k)
{
    unsigned shift = 63;
    size_t entries = 2;
    while (entries / 2 < k) {
        if (entries > SIZE_MAX / 2 / sizeof(struct moved))
            return FAIR_ERANGE;
        entries *= 2;
        shift--;
    }
    struct sparse s = {out, k, calloc(entries, sizeof(struct moved)), shift};
    if (s.table == NULL)
        return FAIR_ENOMEM;
    fs_index_identity(out, k, sizeof *out);
    fs_walk_falling(rng, n, k, draw, &s);
    free(s.table);
    return fair_rng_error(rng);
}

static int sample_dense(fair_rng *rng, size_t n, uint64_t *out, size_t k)
{
    if (!fs_fits(n, sizeof *out))
        return FAIR_ERANGE;
    uint64_t *all = malloc(n * sizeof *all);
    if (all == NULL)
        return FAIR_ENOMEM;
    fs_index_identity(all, n, sizeof *all);
    fair_shuffle_head(rng, all, n, sizeof *all, k);
    memcpy(out, all, k * sizeof *out);
    free(all);
    return fair_rng_error(rng);
}

static int check(uint64_t n, size_t k)
{
    if (k > n)
        return FAIR_EINVAL;
    return fs_fits(k, sizeof(uint64_t)) ? FAIR_OK : FAIR_ERANGE;
}

int fair_sample(fair_rng *rng, uint64_t n, uint64_t *out, size_t k,
                const fair_options *options)
{
    (void)options;
    const int error = check(n, k);
    if (error != FAIR_OK || k == 0)
        return error;
    if (k == n) {
        fair_permutation64(rng, out, k);
        return fair_rng_error(rng);
    }
    return n / FS_SAMPLE_DENSE < k ? sample_dense(rng, (size_t)n, out, k)
                                   : sample_sparse(rng, n, out, k);
}

int fair_sample_sorted(fair_rng *rng, uint64_t n, uint64_t *out, size_t k)
{
    const int error = check(n, k);
    if (error != FAIR_OK || k == 0)
        return error;
    uint64_t next = 0;
    for (size_t i = 0; i < k; i++) {
        next += fs_gap_fixed(rng, n - next, k - i);
        out[i] = next++;
    }
    return fair_rng_error(rng);
}
