/* SPDX-License-Identifier: MIT
 *
 * test_windows.c - what the library does in another way on Windows: it counts CPUs,
 * starts threads, and must not rely on a stack that is aligned to more than 16 bytes.
 *
 * Other tests would not notice that a team has no threads: the results are the same.
 */
#define _WIN32_WINNT 0x0601 /* Windows 7 */

#include "fairshuf.h"

#include <stdatomic.h>

#include "common/cpus.h"
#include "src/base/par.h"
#include "tests/support/test.h"

enum { MEMBERS = 4, BLOCK = 4096 };

static atomic_uint arrived;

/* Waits until all members are here, which needs as many threads; at most 60 s. */
static void meet(void *context, unsigned member, size_t task)
{
    unsigned *member_of = context;
    const ULONGLONG begun = GetTickCount64();
    member_of[task] = member;
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < MEMBERS && GetTickCount64() - begun < 60000)
        Sleep(1);
}

/* Draws with the stack pointer `shift` bytes lower than otherwise. */
static __attribute__((noinline)) void draw(unsigned char *out, size_t shift)
{
    volatile char *room = __builtin_alloca(shift);
    fair_rng rng;
    room[0] = 0;
    fair_rng_init_key(&rng, test_key(1));
    fair_rng_bytes(&rng, out, BLOCK);
}

int main(void)
{
    TEST("CPUs are those of the affinity mask of the process")
    {
        const HANDLE self = GetCurrentProcess();
        DWORD_PTR before, existing;
        unsigned char usable[64];
        CHECK(GetProcessAffinityMask(self, &before, &existing));
        CHECK(usable_cpus() == (unsigned)__builtin_popcountll(before));
        const DWORD_PTR last = (DWORD_PTR)1 << (63 - __builtin_clzll(before));
        CHECK(SetProcessAffinityMask(self, last));
        CHECK(find_usable_cpus(usable, sizeof usable) == 1);
        for (size_t i = 0; i < sizeof usable; i++)
            CHECKF(usable[i] == (last >> i & 1), "CPU %zu", i);
        CHECK(SetProcessAffinityMask(self, before));
        CHECK(usable_cpus() == (unsigned)__builtin_popcountll(before));
    }

    TEST("the members of a team run at the same time")
    {
        unsigned member_of[MEMBERS] = {0}, seen = 0;
        fs_team *team = fs_team_start(MEMBERS, NULL);
        CHECKF(fs_team_size(team) == MEMBERS, "%u members", fs_team_size(team));
        fs_team_run(team, fs_team_size(team), MEMBERS, meet, member_of);
        for (size_t i = 0; i < MEMBERS; i++)
            seen |= 1u << member_of[i];
        CHECKF(seen == (1u << MEMBERS) - 1, "members %#x", seen);
        fs_team_stop(team);
    }

    TEST("every kernel runs at every alignment of the stack")
    {
        static unsigned char expected[BLOCK], got[BLOCK];
        const char *name;
        CHECK(fair_kernel_use("plain") == FAIR_OK);
        draw(expected, 16);
        for (size_t k = 0; (name = fair_kernel_name(k)) != NULL; k++)
            for (size_t shift = 16; shift <= 128; shift += 16) {
                CHECK(fair_kernel_use(name) == FAIR_OK);
                memset(got, 0, sizeof got);
                draw(got, shift);
                CHECKF(memcmp(got, expected, BLOCK) == 0, "%s, %zu", name, shift);
            }
        CHECK(fair_kernel_use(NULL) == FAIR_OK);
    }
    return test_done();
}
