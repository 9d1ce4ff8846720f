/* SPDX-License-Identifier: MIT
 *
 * seed.c - the key of a run. See seed.h.
 */
#include "seed.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "say.h"

enum { DIGITS = 2 * FAIR_KEY_SIZE };

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool is_key(const char *text, uint8_t key[FAIR_KEY_SIZE])
{
    if (strlen(text) != DIGITS)
        return false;
    for (size_t i = 0; i < FAIR_KEY_SIZE; i++) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        key[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

int seed_key(const struct settings *settings, uint8_t key[FAIR_KEY_SIZE])
{
    if (settings->seed != NULL) {
        /* Plain arithmetic: this function of libsodium needs no sodium_init(), which
         * would cost a small run more than all its work. */
        if (!is_key(settings->seed, key))
            crypto_hash_sha256(key, (const unsigned char *)settings->seed,
                               strlen(settings->seed));
        return 0;
    }
    fair_rng rng;
    if (fair_rng_init(&rng) != FAIR_OK)
        return say_error(errno, "getrandom");
    fair_rng_bytes(&rng, key, FAIR_KEY_SIZE);
    fair_rng_wipe(&rng);
    return 0;
}

void seed_tell(const uint8_t key[FAIR_KEY_SIZE])
{
    char text[DIGITS + 1];
    for (size_t i = 0; i < FAIR_KEY_SIZE; i++) {
        text[2 * i] = "0123456789abcdef"[key[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[key[i] & 15];
    }
    text[DIGITS] = '\0';
    say("repeat this with --seed=%s", text);
}
