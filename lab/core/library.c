/* SPDX-License-Identifier: MIT
 *
 * library.c - the shuffles of libfairshuf, as functions that the page audits.
 */
#include "lab/core/library.h"

#include <string.h>

#include "fairshuf.h"

/* Seeds a generator with a key from the die. */
static void seed(fair_rng *rng, const fairaudit_die *die)
{
    uint8_t key[FAIR_KEY_SIZE];
    for (size_t i = 0; i < sizeof key; i += 4) {
        const uint64_t word = die->choose(die->context, UINT64_C(1) << 32);
        for (size_t k = 0; k < 4; k++)
            key[i + k] = (uint8_t)(word >> 8 * k);
    }
    fair_rng_init_key(rng, key);
}

static void shuffle(const fairaudit_die *die, unsigned char *cards, size_t n,
                    void *context)
{
    fair_rng rng;
    (void)context;
    seed(&rng, die);
    fair_shuffle(&rng, cards, n, 1);
}

static void copy(const fairaudit_die *die, unsigned char *cards, size_t n, void *context)
{
    fair_rng rng;
    unsigned char from[FAIRAUDIT_MOST];
    (void)context;
    seed(&rng, die);
    memcpy(from, cards, n);
    fair_shuffle_copy(&rng, cards, from, n, 1);
}

static void permutation(const fairaudit_die *die, unsigned char *cards, size_t n,
                        void *context)
{
    fair_rng rng;
    uint32_t order[FAIRAUDIT_MOST];
    (void)context;
    seed(&rng, die);
    fair_permutation32(&rng, order, n);
    for (size_t i = 0; i < n; i++)
        cards[i] = (unsigned char)order[i];
}

/* Shuffles the first half of the positions, then the rest with the same generator. */
static void head(const fairaudit_die *die, unsigned char *cards, size_t n, void *context)
{
    fair_rng rng;
    (void)context;
    seed(&rng, die);
    fair_shuffle_head(&rng, cards, n, 1, n / 2);
    fair_shuffle(&rng, cards + n / 2, n - n / 2, 1);
}

static void cycle(const fairaudit_die *die, unsigned char *cards, size_t n, void *context)
{
    fair_rng rng;
    uint16_t next[FAIRAUDIT_MOST + 1];
    (void)context;
    seed(&rng, die);
    for (size_t i = 0; i <= n; i++)
        next[i] = (uint16_t)i;
    fair_cycle(&rng, next, n + 1, sizeof next[0]);
    for (size_t i = 0, at = next[0]; i < n; i++, at = next[at])
        cards[i] = (unsigned char)(at - 1); /* 0 only if it is not a single cycle */
}

static void swap_cards(void *context, size_t i, size_t j)
{
    unsigned char *cards = context;
    const unsigned char kept = cards[i];
    cards[i] = cards[j];
    cards[j] = kept;
}

static void custom(const fairaudit_die *die, unsigned char *cards, size_t n,
                   void *context)
{
    fair_rng rng;
    (void)context;
    seed(&rng, die);
    fair_shuffle_with(&rng, n, swap_cards, cards);
}

const struct library_function library_functions[] = {
    {"shuffle", "fair_shuffle()", shuffle},
    {"copy", "fair_shuffle_copy()", copy},
    {"permutation", "fair_permutation32()", permutation},
    {"head", "fair_shuffle_head(), then the rest", head},
    {"cycle", "fair_cycle(), from the first card on", cycle},
    {"custom", "fair_shuffle_with() a swap of the caller's", custom},
    {NULL, NULL, NULL},
};

fairaudit_shuffle *library_find(const char *name)
{
    for (const struct library_function *f = library_functions; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f->function;
    return NULL;
}
