/* SPDX-License-Identifier: MIT
 *
 * test_rng_heap.c - generators on the heap, as bindings to other languages use them: they
 * are not usable before they are initialised, and are wiped before their memory goes back
 * to the allocator that it came from.
 */
#include "fairshuf.h"

#include "tests/support/hooks.h"
#include "tests/support/test.h"

static unsigned char last[sizeof(fair_rng)]; /* what the generator was when released */

static void look_and_release(void *allocator, void *block, size_t bytes)
{
    if (bytes == sizeof last)
        memcpy(last, block, bytes);
    hooks_release(allocator, block, bytes);
}

int main(void)
{
    TEST("the size is that of fair_rng")
    CHECK(fair_rng_size() == sizeof(fair_rng));

    TEST("a new generator reports FAIR_ESTATE, and works when it is initialised")
    for (int own = 0; own < 2; own++) {
        struct hooks hooks;
        fair_options options;
        fair_rng here;
        hooks_start(&hooks, &options);
        fair_rng *rng = fair_rng_new(own ? &options : NULL);
        CHECK(rng != NULL && fair_rng_error(rng) == FAIR_ESTATE);
        fair_rng_init_key(rng, test_key(80));
        fair_rng_init_key(&here, test_key(80));
        for (int i = 0; i < 300; i++)
            CHECK(fair_rng_u64(rng) == fair_rng_u64(&here));
        fair_rng_free(rng, own ? &options : NULL);
        CHECK(hooks.calls == own && hooks.live == 0 && hooks.wrong == 0);
        CHECK(!own || hooks.peak == fair_rng_size());
    }

    TEST("its memory is wiped before it is released")
    {
        static const unsigned char zeros[sizeof last];
        struct hooks hooks;
        fair_options options;
        hooks_start(&hooks, &options);
        options.release = look_and_release;
        fair_rng *rng = fair_rng_new(&options);
        fair_rng_init_key(rng, test_key(81));
        fair_rng_u64(rng);
        memset(last, 1, sizeof last);
        fair_rng_free(rng, &options);
        CHECK(memcmp(last, zeros, sizeof last) == 0);
        CHECK(hooks.live == 0 && hooks.wrong == 0);
    }

    TEST("NULL if there is no memory or the options are invalid; NULL can be freed")
    {
        struct hooks hooks;
        fair_options options;
        hooks_start(&hooks, &options);
        hooks.fail_at = 0;
        CHECK(fair_rng_new(&options) == NULL);
        options.memory = fair_rng_size() - 1;
        CHECK(fair_rng_new(&options) == NULL && hooks.calls == 1);
        options.memory++;
        fair_rng *rng = fair_rng_new(&options);
        CHECK(rng != NULL);
        fair_rng_free(rng, &options);
        options.reserved[3] = 1;
        CHECK(fair_rng_new(&options) == NULL);
        options.reserved[3] = 0;
        options.release = NULL;
        CHECK(fair_rng_new(&options) == NULL);
        fair_rng_free(NULL, NULL);
        fair_rng_free(NULL, &options);
        CHECK(hooks.calls == 2 && hooks.live == 0 && hooks.wrong == 0);
    }
    return test_done();
}
