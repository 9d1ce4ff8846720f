/* SPDX-License-Identifier: MIT
 *
 * random.c - the library's generator, for random choices of the page.
 */
#include <stdlib.h>

#include "fairshuf.h"
#include "audit/orders/source.h"
#include "lab/core/lab_parts.h"

fair_rng *lab_random_key(const unsigned char *key)
{
    fair_rng *rng = malloc(sizeof *rng);
    if (rng != NULL)
        fair_rng_init_key(rng, key);
    else
        lab_no_memory();
    return rng;
}

/* The key is not secret: the text only makes a picture repeatable. */
fair_rng *lab_random_text(const char *text)
{
    const audit_seed seed = audit_seed_of_text(text);
    unsigned char key[FAIR_KEY_SIZE];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)(seed.word[i / 8] >> 8 * (i % 8));
    return lab_random_key(key);
}

void lab_random_bytes(fair_rng *rng, unsigned char *bytes, size_t count)
{
    fair_rng_bytes(rng, bytes, count);
}

void lab_random_fractions(fair_rng *rng, double *fractions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fractions[i] = (double)(fair_rng_u64(rng) >> 11) * 0x1p-53;
}
