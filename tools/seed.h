/* SPDX-License-Identifier: MIT
 *
 * seed.h - the key of a run.
 */
#ifndef SEED_H
#define SEED_H

#include "tools/settings.h"

enum { SEED_FILE = 65536 }; /* most bytes of a seed in a file */

/* The key from --seed or --seed-file: 64 hexadecimal digits are the key itself; any other
 * text is hashed with SHA-256. The text of a file is its content without the line end (LF
 * or CR LF) after the last line. Without a seed, the operating system provides the key.
 * Returns 0, or 1 after a message. */
int seed_key(const struct settings *settings, uint8_t key[FAIR_KEY_SIZE]);

/* Prints the key on stderr, as the option that repeats the run. Returns false if that
 * fails. */
bool seed_print(const uint8_t key[FAIR_KEY_SIZE]);

#endif
