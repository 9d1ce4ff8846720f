/* SPDX-License-Identifier: MIT
 *
 * test_memory.c - the memory of one call (src/base/memory.h): the caller's limit is kept
 * to the byte, and the caller's allocator gets every block back.
 */
#include "src/base/memory.h"

#include "tests/support/hooks.h"
#include "tests/support/test.h"

int main(void)
{
    TEST("options are valid with both functions of an allocator or neither")
    {
        struct hooks hooks;
        fair_options options = {0};
        CHECK(fs_options_valid(NULL) && fs_options_valid(&options));
        options.memory = 1;
        CHECK(fs_options_valid(&options));
        hooks_start(&hooks, &options);
        CHECK(fs_options_valid(&options));
        options.release = NULL;
        CHECK(!fs_options_valid(&options));
        hooks_start(&hooks, &options);
        options.allocate = NULL;
        CHECK(!fs_options_valid(&options));
        for (unsigned i = 0; i < 4; i++) {
            options = (fair_options){0};
            options.reserved[i] = (uint64_t)1 << (20 * i);
            CHECK(!fs_options_valid(&options));
        }
    }

    TEST("without options, malloc() has the only limit")
    {
        fs_memory memory = fs_memory_start(NULL);
        const size_t sizes[] = {1, 1000, 20 << 20}; /* the last one in huge pages */
        for (size_t i = 0; i < 3; i++) {
            unsigned char *block = fs_memory_get(&memory, sizes[i]);
            CHECK(block != NULL && (uintptr_t)block % _Alignof(max_align_t) == 0);
            memset(block, 1, sizes[i]);
            fs_memory_free(&memory, block, sizes[i]);
        }
        fs_memory_free(&memory, NULL, 10); /* nothing happens */
    }

    TEST("the limit is kept to the byte; freed memory can be used again")
    for (int own = 0; own < 2; own++) {
        struct hooks hooks;
        fair_options options = {0};
        if (own)
            hooks_start(&hooks, &options);
        options.memory = 100;
        fs_memory memory = fs_memory_start(&options);
        CHECK(fs_memory_get(&memory, 101) == NULL);
        void *all = fs_memory_get(&memory, 100);
        CHECK(all != NULL && fs_memory_get(&memory, 1) == NULL);
        fs_memory_free(&memory, all, 100);
        void *first = fs_memory_get(&memory, 60);
        CHECK(first != NULL && fs_memory_get(&memory, 41) == NULL);
        void *second = fs_memory_get(&memory, 40);
        CHECK(second != NULL && fs_memory_get(&memory, SIZE_MAX) == NULL);
        fs_memory_free(&memory, first, 60);
        fs_memory_free(&memory, NULL, 60);
        CHECK(fs_memory_get(&memory, 61) == NULL);
        fs_memory_free(&memory, second, 40);
        if (own)
            CHECK(hooks.wrong == 0 && hooks.live == 0 && hooks.peak == 100 &&
                  hooks.calls == 3); /* not called if the limit is reached */
    }

    TEST("an allocation that fails does not count towards the limit")
    {
        struct hooks hooks;
        fair_options options;
        hooks_start(&hooks, &options);
        options.memory = 100;
        hooks.fail_at = 0;
        fs_memory memory = fs_memory_start(&options);
        CHECK(fs_memory_get(&memory, 70) == NULL);
        void *block = fs_memory_get(&memory, 100);
        CHECK(block != NULL);
        fs_memory_free(&memory, block, 100);
        CHECK(hooks.wrong == 0 && hooks.live == 0 && hooks.calls == 2);
    }
    return test_done();
}
