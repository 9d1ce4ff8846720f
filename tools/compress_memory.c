/* SPDX-License-Identifier: MIT
 *
 * compress_memory.c - how much memory compressors take, and how many threads. See
 * compress.h.
 */
#define _GNU_SOURCE /* for cpus.h */
#include "common/cpus.h"
#include "tools/compress.h"

unsigned compress_xz_threads(unsigned threads)
{
    if (threads == 0)
        threads = usable_cpus();
    return threads < 2 ? 2 : threads > 8 ? 8 : threads;
}

uint64_t compress_memory(enum compress_kind kind, unsigned threads)
{
    static const uint64_t mebibytes[] = {
        [COMPRESS_NONE] = 1, [COMPRESS_GZIP] = 2,  [COMPRESS_ZSTD] = 6,
        [COMPRESS_XZ] = 120, [COMPRESS_BZIP2] = 9, [COMPRESS_LZ4] = 5,
    };
    return (mebibytes[kind] * (kind == COMPRESS_XZ ? compress_xz_threads(threads) : 1))
           << 20;
}
