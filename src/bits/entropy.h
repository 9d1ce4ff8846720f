/* SPDX-License-Identifier: MIT
 *
 * entropy.h - random bytes from the operating system.
 *
 * L1. Fills the buffer and returns FAIR_OK, or FAIR_EENTROPY with the buffer wiped.
 */
#ifndef FS_ENTROPY_H
#define FS_ENTROPY_H

#include <stddef.h>

int fs_entropy(void *buffer, size_t length);

#endif
