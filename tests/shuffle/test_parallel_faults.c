/* SPDX-License-Identifier: MIT
 *
 * test_parallel_faults.c - failures of the shuffles with several threads: no memory, no
 * threads, a memory limit, a caller that cancels, invalid arguments. Also what they
 * promise about progress, signals and affinity.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY),
 * where N records go through several levels, and each thread needs memory of its own.
 */
#define _GNU_SOURCE
#include "fairshuf.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "tests/support/test.h"

/* ---- faults ------------------------------------------------------------------------ */

static int signals_blocked = 1;

static void look_at_signals(void)
{
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    signals_blocked &= sigismember(&now, SIGINT) && sigismember(&now, SIGALRM) &&
                       !sigismember(&now, SIGSEGV);
}

#define FAULTY_THREADS_HOOK look_at_signals
#include "tests/support/faulty_threads.h"

/* ---- an array and what it must be -------------------------------------------------- */

#ifdef TINY
enum { N = 5000, FIRST = 1 }; /* the first member also has memory of its own */
#else
enum { N = 300000, FIRST = 0 };
#endif

static uint32_t a[N], sorted[N], expected[N];

static void deal(void)
{
    for (uint32_t i = 0; i < N; i++)
        a[i] = i;
}

static int untouched(void)
{
    for (uint32_t i = 0; i < N; i++)
        if (a[i] != i)
            return 0;
    return 1;
}

static int nothing_lost(void)
{
    memset(sorted, 0, sizeof sorted);
    for (size_t i = 0; i < N; i++)
        if (a[i] >= N || sorted[a[i]]++ > 0)
            return 0;
    return 1;
}

static int shuffle(const fair_options *options)
{
    return fair_shuffle_parallel(test_key(110), a, N, sizeof *a, options);
}

/* ---- tests ------------------------------------------------------------------------- */

/* Without memory for one member, shuffling fails; without memory for others, it works. */
static void test_no_memory(void)
{
    const fair_options options = {.threads = 3};
    unsigned alone = 0, failures = 0;
    faulty_start();
    CHECK(shuffle(&options) == FAIR_OK);
    const long all = faulty.allocations;
    for (long k = 0; k < all; k++) {
        deal();
        faulty_fail(k);
        atomic_store(&faulty_threads.made, 0);
        const int error = shuffle(&options);
        faulty_fail(-1);
        if (error == FAIR_OK) {
            CHECK(memcmp(a, expected, sizeof expected) == 0);
            alone += faulty_threads.made == 0;
        } else {
            CHECK(error == FAIR_ENOMEM && untouched());
            failures++;
        }
    }
    /* shared memory, two or three members, and the team */
    CHECKF(alone == 2 && failures == 1 + FIRST && all == 4 + FIRST,
           "%u of %ld failed, %u were alone", failures, all, alone);
}

static void test_no_threads(void)
{
    const fair_options options = {.threads = 7};
    for (int k = 0; k < 7; k++) {
        deal();
        atomic_store(&faulty_threads.left, k);
        atomic_store(&faulty_threads.made, 0);
        CHECK(shuffle(&options) == FAIR_OK);
        CHECKF(faulty_threads.made == (unsigned)k, "%u threads made, not %d",
               faulty_threads.made, k);
        CHECK(memcmp(a, expected, sizeof expected) == 0);
    }
    atomic_store(&faulty_threads.left, -1);
    sigset_t after;
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    CHECK(signals_blocked);
    CHECK(!sigismember(&after, SIGINT) && !sigismember(&after, SIGALRM));
}

static size_t needed(unsigned threads)
{
    const fair_options options = {.threads = threads};
    size_t bytes = 0;
    CHECK(fair_memory_needed(FAIR_PARALLEL, N, sizeof *a, &options, &bytes) == FAIR_OK);
    return bytes;
}

/* With memory for three threads, there are three; with less, there are fewer. */
static void test_memory_limit(void)
{
    CHECKF(needed(1) > 0 && needed(3) > needed(2), "%zu bytes for one thread", needed(1));
#ifndef TINY /* there, blocks are as small as the entries of the table */
    CHECKF(needed(1) < sizeof a / 8, "%zu bytes for %zu", needed(1), sizeof a);
#endif
    for (size_t limit = 1; limit < needed(3) + 1000; limit += 1 + limit / 50) {
        const fair_options options = {.threads = 3, .memory = limit};
        deal();
        faulty_start();
        atomic_store(&faulty_threads.made, 0);
        const int error = shuffle(&options);
        CHECKF((size_t)faulty.peak <= limit && faulty.bytes == 0,
               "%ld bytes in use, limit %zu", faulty.peak, limit);
        if (error == FAIR_OK)
            CHECK(memcmp(a, expected, sizeof expected) == 0);
        else
            CHECK(error == FAIR_ENOMEM && untouched());
        CHECK((error == FAIR_OK) == (limit >= needed(1)));
        if (limit >= needed(3))
            CHECK(faulty_threads.made == 2);
    }
    for (unsigned threads = 1; threads <= 4; threads++) {
        const fair_options exact = {.threads = threads, .memory = needed(threads)};
        deal();
        faulty_start();
        atomic_store(&faulty_threads.made, 0);
        CHECK(shuffle(&exact) == FAIR_OK && faulty_threads.made == threads - 1);
        CHECKF((size_t)faulty.peak == exact.memory, "%ld bytes, not %zu", faulty.peak,
               exact.memory);
        if (threads == 1)
            continue;
        const fair_options less = {.threads = threads, .memory = needed(threads) - 1};
        deal();
        atomic_store(&faulty_threads.made, 0);
        CHECK(shuffle(&less) == FAIR_OK);
        CHECKF(faulty_threads.made == threads - 2, "a byte less than for %u threads: %u",
               threads, faulty_threads.made + 1);
    }
    const fair_options least = {.memory = 1}; /* enough for a leaf */
    CHECK(fair_shuffle_parallel(test_key(110), a, 12, 4, &least) == FAIR_OK);
}

/* An allocator of the caller. */
struct pool {
    size_t bytes, peak, calls; /* in use, at most, and calls of allocate() */
    size_t fails_at;           /* the call that fails, from 1; 0: none */
    pthread_t caller;          /* the thread of the caller */
    int good;                  /* whether all calls came from it */
};

static void *pool_allocate(void *allocator, size_t bytes)
{
    struct pool *pool = allocator;
    pool->good &= bytes > 0 && pthread_equal(pthread_self(), pool->caller);
    if (++pool->calls == pool->fails_at)
        return NULL;
    pool->bytes += bytes;
    pool->peak = pool->bytes > pool->peak ? pool->bytes : pool->peak;
    void *block = malloc(bytes + 16); /* the size is checked when the block comes back */
    memcpy(block, &bytes, sizeof bytes);
    return (char *)block + 16;
}

static void pool_release(void *allocator, void *block, size_t bytes)
{
    struct pool *pool = allocator;
    size_t allocated;
    memcpy(&allocated, (char *)block - 16, sizeof allocated);
    pool->good &= allocated == bytes && pthread_equal(pthread_self(), pool->caller);
    pool->bytes -= bytes;
    free((char *)block - 16);
}

static void test_allocator(void)
{
    size_t calls = 0;
    for (size_t fails_at = 0; fails_at <= calls; fails_at++) {
        struct pool pool = {.caller = pthread_self(), .good = 1, .fails_at = fails_at};
        const fair_options options = {.threads = 3,
                                      .allocate = pool_allocate,
                                      .release = pool_release,
                                      .allocator = &pool};
        deal();
        const int error = shuffle(&options);
        CHECKF(pool.good && pool.bytes == 0, "call %zu failed", fails_at);
        if (error == FAIR_OK)
            CHECK(memcmp(a, expected, sizeof expected) == 0);
        else
            CHECK(fails_at > 0 && error == FAIR_ENOMEM && untouched());
        if (fails_at == 0) {
            calls = pool.calls;
            CHECKF(calls == 4 + FIRST && pool.peak == needed(3), "%zu calls, %zu bytes",
                   calls, pool.peak);
        }
    }
    fair_options half = {.allocate = pool_allocate};
    deal();
    CHECK(shuffle(&half) == FAIR_EINVAL);
    half = (fair_options){.release = pool_release};
    CHECK(shuffle(&half) == FAIR_EINVAL && untouched());
}

/* The first k places are those of the whole order; nothing is lost. */
static void test_head(void)
{
    static const size_t some[] = {0,         1,     2,         11,        12,
                                  13,        100,   N / 8 - 1, N / 8 + 1, N / 2,
                                  N * 3 / 4, N - 1, N,         SIZE_MAX};
    for (unsigned threads = 1; threads <= 3; threads += 2)
        for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
            const fair_options options = {.threads = threads};
            const size_t k = some[i] < N ? some[i] : N;
            deal();
            CHECK(fair_shuffle_parallel_head(test_key(110), a, N, sizeof *a, some[i],
                                             &options) == FAIR_OK);
            CHECKF(memcmp(a, expected, k * sizeof *a) == 0, "the first %zu", k);
            CHECK(nothing_lost());
        }
    uint32_t small[10], whole[10];
    for (uint32_t i = 0; i < 10; i++)
        small[i] = whole[i] = i;
    CHECK(fair_shuffle_parallel(test_key(3), whole, 10, 4, NULL) == FAIR_OK);
    CHECK(fair_shuffle_parallel_head(test_key(3), small, 10, 4, 4, NULL) == FAIR_OK);
    CHECK(memcmp(small, whole, 4 * sizeof *small) == 0);
}

struct watch {
    uint64_t last;      /* `done` of the last call */
    uint64_t calls;     /* calls so far */
    uint64_t cancel_at; /* the call that cancels; 0: none */
    pthread_t caller;   /* the thread of the caller */
    int good;           /* whether all calls were as the header says */
};

static int watch(void *context, uint64_t done, uint64_t total)
{
    struct watch *w = context;
    w->good &= w->calls == 0 ? done == 0 : done > w->last;
    w->good &= done <= total && total > 0 && pthread_equal(pthread_self(), w->caller);
    w->last = done;
    return ++w->calls == w->cancel_at;
}

static void test_progress(void)
{
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct watch w = {.caller = pthread_self(), .good = 1};
        const fair_options options = {
            .threads = threads, .progress = watch, .context = &w};
        deal();
        CHECK(shuffle(&options) == FAIR_OK);
        CHECKF(w.good && w.last == 2 * N && w.calls >= 2, "%" PRIu64 " calls", w.calls);
        CHECK(memcmp(a, expected, sizeof expected) == 0);
    }
    struct watch small = {.caller = pthread_self(), .good = 1};
    const fair_options options = {.progress = watch, .context = &small};
    CHECK(fair_shuffle_parallel(test_key(1), a, 10, 4, &options) == FAIR_OK);
    CHECK(small.good && small.calls == 2 && small.last == 20);
}

/* If pthread_cancel() ended the caller midway, its threads would use memory that is gone.
 */
static int look_at_state(void *context, uint64_t done, uint64_t total)
{
    int state;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    pthread_setcancelstate(state, NULL);
    if (done > 0 && done < total)
        *(int *)context &= state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

static void test_cancel_state(void)
{
    int protected = 1, after;
    for (unsigned threads = 1; threads <= 2; threads++) {
        const fair_options options = {
            .threads = threads, .progress = look_at_state, .context = &protected};
        CHECK(shuffle(&options) == FAIR_OK);
        CHECKF(protected, "%u threads", threads);
    }
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &after);
    CHECK(after == PTHREAD_CANCEL_ENABLE);
}

static void test_cancel(void)
{
    for (unsigned threads = 1; threads <= 3; threads++) {
        int error = FAIR_ECANCELED, cancelled = 0;
        for (uint64_t at = 1; error == FAIR_ECANCELED && at < 1000; at++) {
            struct watch w = {.cancel_at = at, .caller = pthread_self(), .good = 1};
            const fair_options options = {
                .threads = threads, .progress = watch, .context = &w};
            deal();
            error = shuffle(&options);
            CHECK(w.good && (w.calls == at || error == FAIR_OK));
            CHECK(nothing_lost());
            cancelled += error == FAIR_ECANCELED;
            if (at == 1)
                CHECK(error == FAIR_ECANCELED && untouched());
        }
        CHECK(error == FAIR_OK);
        CHECKF(cancelled >= (threads == 1 ? 10 : 1), "cancelled at %d places", cancelled);
        CHECK(memcmp(a, expected, sizeof expected) == 0);
    }
    CHECK(strstr(fair_strerror(FAIR_ECANCELED), "cancel") != NULL);
}

static void test_cancel_copy(void)
{
    static uint32_t to[N];
    struct watch w = {.cancel_at = 3, .caller = pthread_self(), .good = 1};
    const fair_options options = {.threads = 1, .progress = watch, .context = &w};
    deal();
    CHECK(fair_shuffle_parallel_copy(test_key(110), to, a, N, sizeof *a, &options) ==
          FAIR_ECANCELED);
    CHECK(untouched());
}

static void test_affinity(void)
{
    cpu_set_t before, one;
    size_t first = 0;
    CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
    deal();
    atomic_store(&faulty_threads.made, 0);
    CHECK(shuffle(NULL) == FAIR_OK && faulty_threads.made == 0);
    CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
    deal();
    CHECK(shuffle(NULL) == FAIR_OK);
    CHECKF(faulty_threads.made + 1 ==
               (unsigned)(CPU_COUNT(&before) < 10 ? CPU_COUNT(&before) : 10),
           "%u threads made for %d CPUs", faulty_threads.made, CPU_COUNT(&before));
    CHECK(memcmp(a, expected, sizeof expected) == 0);
}

static void test_arguments(void)
{
    fair_options options = {0};
    const uint8_t *key = test_key(0);
    deal();
    CHECK(fair_shuffle_parallel(key, NULL, 0, 4, NULL) == FAIR_OK);
    CHECK(fair_shuffle_parallel(key, a, N, 0, NULL) == FAIR_OK);
    CHECK(fair_shuffle_parallel(key, a, SIZE_MAX / 2, 4, NULL) == FAIR_ERANGE);
    CHECK(fair_shuffle_parallel(key, a, SIZE_MAX / 2 + 1, 1, NULL) == FAIR_ERANGE);
    CHECK(fair_shuffle_parallel_copy(key, NULL, NULL, 0, 4, &options) == FAIR_OK);
    CHECK(fair_shuffle_parallel_copy(key, a, a + 1, SIZE_MAX, 2, NULL) == FAIR_ERANGE);
    CHECK(fair_permutation_parallel32(key, NULL, 0, NULL) == FAIR_OK);
    if (SIZE_MAX > UINT32_MAX)
        CHECK(fair_permutation_parallel32(key, a, SIZE_MAX / 8, NULL) == FAIR_ERANGE);
    CHECK(fair_permutation_parallel64(key, NULL, SIZE_MAX / 4, NULL) == FAIR_ERANGE);
    for (int i = 0; i < 4; i++) {
        options.reserved[i] = 1;
        CHECK(shuffle(&options) == FAIR_EINVAL);
        options.reserved[i] = 0;
    }
    CHECK(untouched());
    const fair_options many = {.threads = 100000};
    CHECK(fair_shuffle_parallel(key, a, 2, 4, &many) == FAIR_OK);
}

int main(void)
{
    const fair_options alone = {.threads = 1};
    CHECK(fair_permutation_parallel32(test_key(110), expected, N, &alone) == FAIR_OK);
    faulty_start();

    TEST("no memory: an error and nothing changed, or the same order with fewer threads")
    test_no_memory();
    TEST("threads that cannot be created: the same order with fewer; signals blocked")
    test_no_threads();
    TEST("a memory limit is kept, or FAIR_ENOMEM")
    test_memory_limit();
    TEST("the caller's allocator gets every call, and every block back")
    test_allocator();
    TEST("only the head: the same elements as in the whole order")
    test_head();
    TEST("progress: from 0 to the total, increasing, in the caller's thread")
    test_progress();
    TEST("cancelled at every step: nothing lost")
    test_cancel();
    TEST("pthread_cancel() waits for the end of the team, and not longer")
    test_cancel_state();
    TEST("a cancelled copy does not change its input")
    test_cancel_copy();
    TEST("as many threads as the process has CPUs")
    test_affinity();
    TEST("invalid arguments")
    test_arguments();
    return test_done();
}
