/* SPDX-License-Identifier: MIT
 *
 * must.h - an assertion for fuzz targets: if it does not hold, the fuzzer keeps the
 * input.
 */
#ifndef MUST_H
#define MUST_H

#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                                  \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                     \
        }                                                                                \
    } while (0)

#endif
