/* SPDX-License-Identifier: MIT
 *
 * sweep.c - measures ns per element of fair_shuffle_parallel for one choice of its
 * constants; sweep.py compiles and runs it with many.
 *
 * usage: sweep BYTES N THREADS    prints the best of three runs, after one to warm up
 */
#include <fairshuf.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 1;
    const size_t size = strtoull(argv[1], NULL, 10), n = strtoull(argv[2], NULL, 10);
    const fair_options options = {.threads = (unsigned)strtoul(argv[3], NULL, 10)};
    const size_t times = n < 1 << 22 ? ((size_t)1 << 22) / n : 1;
    uint8_t key[32] = {0};
    void *array = malloc(n * size);
    double best = 1e9;
    if (array == NULL)
        return 1;
    memset(array, 1, n * size);
    for (int round = 0; round < 4; round++) {
        const double begun = seconds();
        for (size_t i = 0; i < times; i++, key[0]++)
            if (fair_shuffle_parallel(key, array, n, size, &options) != FAIR_OK)
                return 1;
        const double took = (seconds() - begun) * 1e9 / (double)(n * times);
        if (round > 0 && took < best)
            best = took;
    }
    printf("%.3f\n", best);
    free(array);
    return 0;
}
