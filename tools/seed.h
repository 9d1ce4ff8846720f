/* SPDX-License-Identifier: MIT
 *
 * seed.h - the key of a run.
 */
#ifndef SEED_H
#define SEED_H

#include "settings.h"

/* The key that --seed stands for: 64 hexadecimal digits are the key itself, any other
 * text is hashed with SHA-256. Without a seed, 256 bits of the operating system. 0, or 1
 * after it was told that there are none. */
int seed_key(const struct settings *settings, uint8_t key[FAIR_KEY_SIZE]);

/* Tells the key on stderr, as the option that repeats the run. */
void seed_tell(const uint8_t key[FAIR_KEY_SIZE]);

#endif
