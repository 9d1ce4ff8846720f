/* SPDX-License-Identifier: MIT
 *
 * test_limits.c - the share of a rank in the memory and the CPUs of its node.
 *
 * Reason: launchers bind ranks to CPUs, or do not. A rank that divides its CPUs twice is
 * slow; one that does not divide them fights with the others. Only large nodes show this.
 */
#define _GNU_SOURCE
#include "tests/support/test.h"
#include "tools/available.h"
#include "tools/mpi/limits.h"

/* Rank r of `ranks` may use the CPUs from starts[r] to ends[r] - 1. Checks the threads
 * of each. */
static void share(unsigned ranks, const unsigned *starts, const unsigned *ends,
                  const unsigned *expected)
{
    static unsigned char masks[64][CLUSTER_CPUS];
    static unsigned users[CLUSTER_CPUS];
    memset(masks, 0, sizeof masks);
    memset(users, 0, sizeof users);
    for (unsigned r = 0; r < ranks; r++)
        for (unsigned c = starts[r]; c < ends[r]; c++) {
            masks[r][c] = 1;
            users[c]++;
        }
    for (unsigned r = 0; r < ranks; r++) {
        const unsigned threads = cluster_share_of_cpus(masks[r], users);
        CHECKF(threads == expected[r], "rank %u of %u: %u threads, not %u", r, ranks,
               threads, expected[r]);
    }
}

int main(void)
{
    TEST("ranks that are not bound divide the CPUs")
    {
        share(1, (unsigned[]){0}, (unsigned[]){8}, (unsigned[]){8});
        share(2, (unsigned[]){0, 0}, (unsigned[]){8, 8}, (unsigned[]){4, 4});
        share(3, (unsigned[]){0, 0, 0}, (unsigned[]){8, 8, 8}, (unsigned[]){2, 2, 2});
        share(3, (unsigned[]){0, 0, 0}, (unsigned[]){3, 3, 3}, (unsigned[]){1, 1, 1});
    }
    TEST("ranks that are bound do not divide them again")
    {
        share(2, (unsigned[]){0, 1}, (unsigned[]){1, 2}, (unsigned[]){1, 1});
        share(2, (unsigned[]){0, 32}, (unsigned[]){32, 64}, (unsigned[]){32, 32});
        share(2, (unsigned[]){2000, 2500}, (unsigned[]){2500, 3000},
              (unsigned[]){500, 500});
    }
    TEST("ranks that are bound to sockets divide those")
    {
        share(4, (unsigned[]){0, 0, 32, 32}, (unsigned[]){32, 32, 64, 64},
              (unsigned[]){16, 16, 16, 16});
        share(2, (unsigned[]){0, 0}, (unsigned[]){2, 4}, (unsigned[]){1, 3});
    }
    TEST("more ranks than CPUs have one thread each")
    {
        share(3, (unsigned[]){0, 0, 0}, (unsigned[]){1, 1, 1}, (unsigned[]){1, 1, 1});
        share(4, (unsigned[]){0, 0, 0, 0}, (unsigned[]){2, 2, 2, 2},
              (unsigned[]){1, 1, 1, 1});
    }
    TEST("the memory limit of a rank")
    {
        struct settings settings = {.memory = 5 << 20};
        CHECK(cluster_memory(&settings, 100) == 5 << 20);
        settings = (struct settings){.memory_percent = 100};
        const uint64_t alone = cluster_memory(&settings, 1);
        const uint64_t shared = cluster_memory(&settings, 4);
        CHECKF(shared > alone / 5 && shared < alone / 3, "%ju, %ju", (uintmax_t)alone,
               (uintmax_t)shared);
        settings.memory_percent = 0;
        const uint64_t usual = cluster_memory(&settings, 1);
        CHECKF(usual > alone / 5 * 2 && usual < alone / 5 * 3, "%ju, %ju",
               (uintmax_t)alone, (uintmax_t)usual);
        CHECK(cluster_memory(&settings, 1 << 30) == 8 << 20);
    }
    return test_done();
}
