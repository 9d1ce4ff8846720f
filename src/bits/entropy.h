/* SPDX-License-Identifier: MIT
 *
 * entropy.h - random bytes from the operating system.
 */
#ifndef FS_ENTROPY_H
#define FS_ENTROPY_H

#include <stddef.h>

/* Fills the buffer and returns FAIR_OK, or wipes it and returns FAIR_EENTROPY. */
int fs_entropy(void *buffer, size_t length);

#endif
