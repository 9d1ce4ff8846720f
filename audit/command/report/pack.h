/* SPDX-License-Identifier: MIT
 *
 * pack.h - text as base64 of a gzip file, which a web page can contain and unpack.
 */
#ifndef PACK_H
#define PACK_H

#include <stddef.h>

/* Packs `size` bytes. Returns a string that the caller frees, and its length in
 * `*length`; NULL if there is not enough memory. The string has only letters, digits,
 * '+', '/' and '=', so it means nothing to HTML. */
char *pack_text(const char *text, size_t size, size_t *length);

#endif
