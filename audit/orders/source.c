/* SPDX-License-Identifier: MIT
 *
 * source.c - the random numbers of the audit.
 */
#include "audit/orders/source.h"

#include <assert.h>

/* One step of SplitMix64. */
static uint64_t mix(uint64_t x)
{
    return audit_splitmix(x + 0x9e3779b97f4a7c15);
}

audit_seed audit_seed_of_number(uint64_t number)
{
    audit_seed seed;
    for (int i = 0; i < 4; i++)
        seed.word[i] = number = mix(number);
    return seed;
}

audit_seed audit_seed_of_text(const char *text)
{
    audit_seed seed = audit_seed_of_number(0);
    for (; *text != '\0'; text++)
        for (int i = 0; i < 4; i++)
            seed.word[i] =
                mix(seed.word[i] ^ seed.word[(i + 3) & 3] << 8 ^ (unsigned char)*text);
    return seed;
}

void audit_source_start(audit_source *source, const audit_seed *seed,
                        enum audit_stream stream, uint64_t index)
{
    uint64_t chain = mix(index ^ mix((uint64_t)stream));
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 4; i++)
            source->state[i] = chain = mix(chain ^ seed->word[i]);
    source->state[0] |= 1; /* never all zero */
}

/* Words below 2^64 mod m are drawn again. The number of the other words is a multiple of
 * m. */
uint64_t audit_source_below(audit_source *source, uint64_t m)
{
    assert(m > 0);
    if (m <= UINT32_MAX) { /* the same with 32 bits, mostly without a division */
        uint64_t product = (audit_source_word(source) >> 32) * m;
        if ((uint32_t)product < m) {
            const uint32_t few = (uint32_t)(-(uint32_t)m % (uint32_t)m);
            while ((uint32_t)product < few)
                product = (audit_source_word(source) >> 32) * m;
        }
        return product >> 32;
    }
    const uint64_t few = -m % m;
    for (;;) {
        const uint64_t word = audit_source_word(source);
        if (word >= few)
            return word % m;
    }
}

void audit_source_order(audit_source *source, unsigned char *order, size_t n)
{
    assert(n <= 256);
    for (size_t i = 0; i < n; i++) {
        const size_t j = (size_t)audit_source_below(source, i + 1);
        order[i] = order[j];
        order[j] = (unsigned char)i;
    }
}
