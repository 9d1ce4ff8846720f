/* SPDX-License-Identifier: MIT
 *
 * sieve.c - the first k records of the order. See sieve.h.
 */
#include "sieve.h"

#include <stdlib.h>

#include "key.h"

enum { LAST = FS_MOST_BUCKETS - 1 };

/* A kept record is its v, its length, and its bytes. */
struct fs_sieve {
    uint8_t key[FAIR_KEY_SIZE];
    uint64_t k;
    uint64_t n;
    uint64_t counts[FS_MOST_BUCKETS]; /* of each v up to the limit */
    unsigned limit;
    unsigned border;  /* c */
    uint64_t before;  /* records with v < c */
    fs_sieve *within; /* the sieve of bucket c */

    unsigned char *kept;
    size_t used, room;
    size_t tidy; /* what was used after tidying up */
    size_t most;
    int handed_over;

    uint8_t *numbers; /* of this chunk, for sieves within sieves */
};

fs_sieve *fs_sieve_new(const uint8_t key[FAIR_KEY_SIZE], uint64_t k, size_t most)
{
    fs_sieve *sieve = calloc(1, sizeof *sieve);
    if (sieve == NULL)
        return NULL;
    memcpy(sieve->key, key, FAIR_KEY_SIZE);
    sieve->k = k;
    sieve->most = most;
    sieve->limit = sieve->border = LAST;
    return sieve;
}

void fs_sieve_free(fs_sieve *sieve)
{
    if (sieve == NULL)
        return;
    fs_sieve_free(sieve->within);
    fs_wipe(sieve->key, sizeof sieve->key);
    free(sieve->numbers);
    free(sieve->kept);
    free(sieve);
}

unsigned fs_sieve_limit(const fs_sieve *sieve)
{
    return sieve->limit;
}

/* ---- coming in ------------------------------------------------------------------- */

static int keep(fs_sieve *sieve, uint8_t v, const void *record, size_t length)
{
    const size_t need = 1 + FS_MOST_PREFIX + length + FS_OVERSHOOT;
    if (sieve->room - sieve->used < need) {
        const size_t room = sieve->room + sieve->room / 2 + need + 4096;
        unsigned char *kept = realloc(sieve->kept, room);
        if (kept == NULL)
            return FAIR_ENOMEM;
        sieve->kept = kept;
        sieve->room = room;
    }
    unsigned char *to = sieve->kept + sieve->used;
    *to++ = v;
    to = fs_prefix_put(to, length);
    memcpy(to, record, length);
    sieve->used = (size_t)(to + length - sieve->kept);
    return FAIR_OK;
}

/* A record of the bucket that the sieve is for: its v comes from the bucket's own key. */
static int offer_next(fs_sieve *sieve, const void *record, size_t length)
{
    const size_t at = (size_t)(sieve->n % FS_CHUNK);
    if (sieve->numbers == NULL)
        sieve->numbers = malloc(FS_CHUNK);
    if (sieve->numbers == NULL)
        return FAIR_ENOMEM;
    if (at == 0)
        fs_scatter_numbers(sieve->key, sieve->n, FS_CHUNK, FS_MOST_BITS, sieve->numbers);
    sieve->n++;
    const uint8_t v = sieve->numbers[at];
    return v <= sieve->limit ? fs_sieve_offer(sieve, v, record, length) : FAIR_OK;
}

int fs_sieve_offer(fs_sieve *sieve, uint8_t v, const void *record, size_t length)
{
    sieve->counts[v]++;
    if (sieve->within != NULL && v == sieve->border)
        return offer_next(sieve->within, record, length);
    return keep(sieve, v, record, length);
}

/* ---- tidying up ------------------------------------------------------------------ */

static void find_border(fs_sieve *sieve)
{
    uint64_t before = 0;
    for (unsigned v = 0; v <= sieve->limit; v++) {
        if (sieve->counts[v] >= sieve->k - before) {
            sieve->border = v;
            sieve->before = before;
            return;
        }
        before += sieve->counts[v];
    }
    sieve->border =
        sieve->limit; /* not k of them yet: then the limit is still the last v */
    sieve->before = before - sieve->counts[sieve->limit];
}

/* The last v whose bucket may hold one of the first k, of n records or more. */
static unsigned last_needed(const fs_sieve *sieve)
{
    if (sieve->n <= FS_LEAF)
        return LAST;
    return sieve->border | ((unsigned)LAST >> fs_scatter_bits(sieve->n));
}

static void drop(fs_sieve *sieve)
{
    if (sieve->used == 0)
        return;
    const unsigned char *from = sieve->kept, *end = sieve->kept + sieve->used;
    unsigned char *to = sieve->kept;
    while (from < end) {
        size_t length;
        const unsigned char *next = fs_prefix_get(from + 1, &length) + length;
        const unsigned v = *from;
        if (v <= sieve->limit && (sieve->within == NULL || v != sieve->border)) {
            memmove(to, from, (size_t)(next - from));
            to += next - from;
        }
        from = next;
    }
    sieve->used = (size_t)(to - sieve->kept);
    sieve->tidy = sieve->used;
}

/* Gives the bucket at the border a sieve of its own, with what is kept of it, which is
 * all that has come. */
static int sieve_within(fs_sieve *sieve)
{
    uint8_t key[FAIR_KEY_SIZE];
    fs_key_derive(key, sieve->key, FS_DOMAIN_BUCKET, sieve->border);
    fs_sieve *within = fs_sieve_new(key, sieve->k - sieve->before, sieve->most);
    fs_wipe(key, sizeof key);
    if (within == NULL)
        return FAIR_ENOMEM;
    const unsigned char *at = sieve->kept, *end = sieve->kept + sieve->used;
    int error = FAIR_OK;
    while (at < end && error == FAIR_OK) {
        size_t length;
        const unsigned char *record = fs_prefix_get(at + 1, &length);
        if (*at == sieve->border)
            error = offer_next(within, record, length);
        at = record + length;
    }
    if (error != FAIR_OK) {
        fs_sieve_free(within);
        return error;
    }
    sieve->within = within;
    drop(sieve);
    return FAIR_OK;
}

static int tidy_up(fs_sieve *sieve)
{
    const unsigned border = sieve->border;
    find_border(sieve);
    if (last_needed(sieve) < sieve->limit)
        sieve->limit = last_needed(sieve);
    if (sieve->within != NULL && sieve->border != border) {
        fs_sieve_free(
            sieve->within); /* it was at a border before, and is behind it now */
        sieve->within = NULL;
    }
    if (sieve->n > FS_NARROW && sieve->within == NULL && !sieve->handed_over &&
        sieve->used < sieve->most / 64 && sieve->counts[sieve->border] > FS_LEAF) {
        const int error = sieve_within(sieve);
        if (error != FAIR_OK)
            return error;
    }
    if (sieve->within != NULL) {
        sieve->within->k = sieve->k - sieve->before;
        const int error = tidy_up(sieve->within);
        if (error != FAIR_OK)
            return error;
    }
    if (sieve->used / 2 > sieve->tidy + (1 << 16))
        drop(sieve);
    return FAIR_OK;
}

int fs_sieve_settle(fs_sieve *sieve, size_t count)
{
    sieve->n += count;
    return tidy_up(sieve);
}

/* ---- handing over ---------------------------------------------------------------- */

int fs_sieve_has_room(const fs_sieve *sieve, size_t bytes)
{
    size_t used = bytes;
    for (; sieve != NULL; sieve = sieve->within) {
        if (used > sieve->most || sieve->used > sieve->most - used)
            return 0;
        used += sieve->used;
    }
    return 1;
}

/* Parts each v from its record; these stay in a row. */
static void part(fs_sieve *sieve, uint8_t *numbers)
{
    const unsigned char *from = sieve->kept, *end = sieve->kept + sieve->used;
    unsigned char *to = sieve->kept;
    size_t length;
    for (const unsigned char *next; from < end; from = next) {
        next = fs_prefix_get(from + 1, &length) + length;
        *numbers++ = *from++;
        memmove(to, from, (size_t)(next - from));
        to += next - from;
    }
}

int fs_sieve_hand_over(fs_sieve *sieve, fs_blocks *store)
{
    if (sieve->within != NULL)
        return FAIR_ELIMIT;
    drop(sieve);
    uint64_t kept = 0;
    for (unsigned v = 0; v <= sieve->limit; v++)
        kept += sieve->counts[v];
    uint8_t *numbers = malloc((size_t)kept + 1);
    int error = numbers == NULL ? FAIR_ENOMEM : FAIR_OK;
    if (error == FAIR_OK)
        error = fs_blocks_add_room(store, sieve->used, (size_t)kept);
    if (error == FAIR_OK) {
        fs_block *block = &store->blocks[0];
        if (sieve->used > 0)
            part(sieve, numbers);
        fs_block_fill_kept(store, block, sieve->kept, numbers);
        block->count = (size_t)sieve->n; /* with those that were left out */
        store->n = sieve->n;
        store->bits = FS_MOST_BITS;
        free(sieve->kept);
        sieve->kept = NULL;
        sieve->used = sieve->room = 0;
        sieve->handed_over = 1;
    }
    free(numbers);
    return error;
}

int fs_sieve_count(fs_sieve *sieve, const atomic_size_t counts[FS_MOST_BUCKETS],
                   size_t count)
{
    for (unsigned v = 0; v <= sieve->limit; v++)
        sieve->counts[v] = atomic_load_explicit(&counts[v], memory_order_relaxed);
    return fs_sieve_settle(sieve, count);
}

/* ---- at the end ------------------------------------------------------------------ */

struct harvest {
    fs_unit *units;
    size_t unit_count, unit_room;
    const unsigned char **places;
    size_t count, room;
};

static int more_units(struct harvest *h, const uint8_t *key, size_t label, int derived,
                      size_t count)
{
    if (h->unit_count == h->unit_room) { /* realloc() would leave keys behind */
        const size_t room = 2 * h->unit_room + 256,
                     used = h->unit_count * sizeof *h->units;
        fs_unit *units = malloc(room * sizeof *units);
        if (units == NULL)
            return FAIR_ENOMEM;
        if (used > 0) {
            memcpy(units, h->units, used);
            fs_wipe(h->units, used);
        }
        free(h->units);
        h->units = units;
        h->unit_room = room;
    }
    fs_unit *unit = &h->units[h->unit_count++];
    *unit = (fs_unit){.count = count};
    if (derived)
        fs_key_derive(unit->key, key, FS_DOMAIN_BUCKET, label);
    else
        memcpy(unit->key, key, FAIR_KEY_SIZE);
    return FAIR_OK;
}

static int reap(fs_sieve *sieve, struct harvest *h);

/* The kept records in the order of their buckets, and within each as they came. */
static int reap_kept(fs_sieve *sieve, struct harvest *h, unsigned bits)
{
    if (sieve->used == 0)
        return FAIR_OK;
    size_t next[FS_MOST_BUCKETS + 1] = {0};
    const unsigned shift = FS_MOST_BITS - bits;
    const unsigned char *at = sieve->kept, *end = sieve->kept + sieve->used;
    size_t length, total = 0;
    for (; at < end; at = fs_prefix_get(at + 1, &length) + length)
        if (*at <= sieve->limit) {
            next[(*at >> shift) + 1]++;
            total++;
        }
    if (h->room - h->count < total) {
        const size_t room = h->count + total;
        const unsigned char **places = realloc(h->places, (room + 1) * sizeof *places);
        if (places == NULL)
            return FAIR_ENOMEM;
        h->places = places;
        h->room = room;
    }
    size_t counts[FS_MOST_BUCKETS];
    for (unsigned b = 0; b < 1u << bits; b++) {
        counts[b] = next[b + 1];
        next[b + 1] += next[b];
    }
    for (at = sieve->kept; at < end; at = fs_prefix_get(at + 1, &length) + length)
        if (*at <= sieve->limit)
            h->places[h->count + next[*at >> shift]++] = at + 1;
    h->count += total;
    for (unsigned b = 0; b < 1u << bits; b++) {
        int error = FAIR_OK;
        if (counts[b] > 0)
            error = more_units(h, sieve->key, b, bits > 0, counts[b]);
        if (error != FAIR_OK)
            return error;
    }
    return FAIR_OK;
}

static int reap(fs_sieve *sieve, struct harvest *h)
{
    const unsigned bits = sieve->n <= FS_LEAF ? 0 : fs_scatter_bits(sieve->n);
    drop(sieve); /* what is in the sieve within, or behind the limit */
    const int error = reap_kept(sieve, h, bits);
    if (error != FAIR_OK || sieve->within == NULL)
        return error;
    return reap(sieve->within, h); /* the last bucket: nothing behind it is kept */
}

int fs_sieve_units(fs_sieve *sieve, fs_unit **units, size_t *unit_count,
                   const unsigned char ***places)
{
    struct harvest h = {0};
    int error = tidy_up(sieve);
    if (error == FAIR_OK)
        error = reap(sieve, &h);
    *units = h.units;
    *unit_count = h.unit_count;
    *places = h.places;
    return error;
}
