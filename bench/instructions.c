/* SPDX-License-Identifier: MIT
 *
 * instructions.c - runs the generator or a splitter, for bench/instructions.py.
 *
 *     instructions KERNEL generator|lines|csv TIMES
 *
 * Each time processes 64 KiB: random bytes; lines of 40 bytes; or rows of six fields of 8
 * bytes, one of them quoted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "src/bits/chacha8.h"
#include "src/records/split_kernels.h"

enum { BYTES = 1 << 16 };

static unsigned char data[BYTES];
static uint32_t ends[BYTES + FS_SPLIT_SLACK];

static void repeat(const char *pattern)
{
    const size_t length = strlen(pattern);
    for (size_t i = 0; i < BYTES; i++)
        data[i] = (unsigned char)pattern[i % length];
}

int main(int argc, char **argv)
{
    if (argc != 4 || fair_kernel_use(argv[1]) != FAIR_OK) {
        fputs("usage: instructions KERNEL generator|lines|csv TIMES\n", stderr);
        return 1;
    }
    const char *what = argv[2];
    repeat(strcmp(what, "csv") == 0
               ? "abcdefgh,abcdefgh,\"bcdefg\",abcdefgh,abcdefgh,abcdefgh\n"
               : "abcdefghijklmnopqrstuvwxyzabcdefghijklm\n");
    size_t count = 0;
    for (long times = strtol(argv[3], NULL, 10); times > 0; times--) {
        int state = FS_CSV_OPENS;
        if (strcmp(what, "generator") == 0)
            for (size_t i = 0; i < BYTES; i += FS_CHACHA8_BLOCKS)
                fs_chacha8(data + i, data + BYTES - 32);
        else if (strcmp(what, "lines") == 0)
            count += fs_split_byte(data, BYTES, '\n', ends);
        else
            count += fs_split_csv(data, 0, BYTES, ',', &state, ends);
    }
    printf("%zu\n", count + data[0]);
    return 0;
}
