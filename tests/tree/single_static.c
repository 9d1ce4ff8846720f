/* SPDX-License-Identifier: MIT
 *
 * single_static.c - a program that includes the single file, with FAIR_STATIC, and uses
 * names of the library's sources for other things.
 */
#define HIGH "a macro of the program"
#define LANES HIGH
#define SIZE HIGH
#define KEY HIGH

typedef int words;

struct job {
    int number;
};

enum kind { KIND_OF_PROGRAM };

static int check_array(const struct job *job)
{
    return job->number;
}

static words order_array, put, start, step, chosen, kernels;

#define FAIR_STATIC
#include "fairshuf.c"

#ifndef HIGH
#error the single file has undefined a macro of the program
#endif

int main(void)
{
    struct job job = {KIND_OF_PROGRAM};
    unsigned char deck[52], seen[52] = {0};
    fair_rng rng;
    for (unsigned i = 0; i < sizeof deck; i++)
        deck[i] = (unsigned char)i;
    if (fair_rng_init(&rng) != FAIR_OK)
        return 1;
    fair_shuffle(&rng, deck, sizeof deck, 1);
    for (unsigned i = 0; i < sizeof deck; i++)
        seen[deck[i]] = 1;
    return memchr(seen, 0, sizeof seen) != NULL || strcmp(HIGH, LANES) != 0 ||
           strcmp(SIZE, KEY) != 0 || check_array(&job) != 0 || order_array || put ||
           start || step || chosen || kernels;
}
