/* SPDX-License-Identifier: MIT
 *
 * test_fork.c - generators after fork(): one from the operating system starts again in
 * the child, so that no two processes draw the same numbers. One with a key or a source
 * continues as before.
 *
 * The linker wraps getrandom and pthread_atfork (--wrap), so that they can fail.
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* fork */
#endif

#include "fairshuf_inline.h"

#include <errno.h>
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"

static int no_entropy, no_counting; /* whether these calls fail */
static unsigned entropy_calls;

ssize_t __real_getrandom(void *buffer, size_t length, unsigned flags);
ssize_t __wrap_getrandom(void *buffer, size_t length, unsigned flags);
ssize_t __wrap_getrandom(void *buffer, size_t length, unsigned flags)
{
    entropy_calls++;
    if (!no_entropy)
        return __real_getrandom(buffer, length, flags);
    errno = ENOSYS;
    return -1;
}

int __real_pthread_atfork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void));
int __wrap_pthread_atfork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void));
int __wrap_pthread_atfork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void))
{
    return no_counting ? ENOMEM : __real_pthread_atfork(prepare, parent, child);
}

/* ---- what is drawn -------------------------------------------------------------------
 */

enum { WORDS = 200 }; /* more than a block */

struct drawn {
    uint64_t words[WORDS];
    int error; /* of the generator, afterwards */
};

/* Ways to draw 8 bytes or more. Each of them must notice a fork. */
static uint64_t by_word(fair_rng *rng)
{
    return fair_rng_u64(rng);
}

static uint64_t by_bytes(fair_rng *rng)
{
    uint64_t x = 0;
    unsigned char *bytes = (unsigned char *)&x;
    for (size_t i = 0; i < sizeof x; i++)
        fair_rng_bytes(rng, bytes + i, 1);
    return x;
}

static uint64_t by_die(fair_rng *rng)
{
    return fair_below(rng, UINT64_MAX);
}

static uint64_t by_between(fair_rng *rng)
{
    return (uint64_t)fair_between(rng, INT64_MIN, INT64_MAX);
}

static uint64_t by_dice(fair_rng *rng)
{
    uint64_t dice[57], x = 0;
    fair_dice(rng, dice, 57, 2);
    for (size_t i = 0; i < 57; i++)
        x = x << 1 | dice[i];
    return x;
}

static uint64_t shuffled(fair_rng *rng, size_t n, int inlined)
{
    uint8_t a[64];
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        a[i] = (uint8_t)i;
    if (inlined)
        fair_inline_shuffle(rng, a, n, 1);
    else
        fair_shuffle(rng, a, n, 1);
    for (size_t i = 0; i < n; i++)
        x = x * 1000003 + a[i];
    return x;
}

static uint64_t by_few(fair_rng *rng)
{
    return shuffled(rng, 18, 0);
}

static uint64_t by_shuffle(fair_rng *rng)
{
    return shuffled(rng, 52, 0);
}

static uint64_t by_inline_word(fair_rng *rng)
{
    return fair_inline_u64(rng);
}

static uint64_t by_inline_die(fair_rng *rng)
{
    return fair_inline_below(rng, UINT64_MAX);
}

static uint64_t by_inline_shuffle(fair_rng *rng)
{
    return shuffled(rng, 18, 1);
}

static const struct way {
    const char *name;
    uint64_t (*draw)(fair_rng *rng);
} ways[] = {
    {"words", by_word},
    {"bytes", by_bytes},
    {"dice", by_die},
    {"between", by_between},
    {"batches", by_dice},
    {"few elements", by_few},
    {"a deck", by_shuffle},
    {"inline words", by_inline_word},
    {"inline dice", by_inline_die},
    {"inline shuffles", by_inline_shuffle},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void draw(fair_rng *rng, const struct way *way, struct drawn *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < WORDS; i++)
        out->words[i] = way->draw(rng);
    out->error = fair_rng_error(rng);
}

/* How many numbers two draws have in common, at any places. */
static size_t common(const struct drawn *a, const struct drawn *b)
{
    size_t count = 0;
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++)
            count += a->words[i] == b->words[j];
    return count;
}

/* ---- children ------------------------------------------------------------------------
 */

/* Starts a child that draws, and returns the end of a pipe that has what it draws. If
 * `generations` > 1, it is a grandchild that draws, and so on. */
static int start_child(fair_rng *rng, const struct way *way, int generations)
{
    int ends[2];
    if (pipe(ends) != 0)
        abort();
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0)
        abort();
    if (child > 0) {
        close(ends[1]);
        return ends[0];
    }
    while (--generations > 0) {
        const pid_t next = fork();
        if (next < 0)
            _exit(1);
        if (next > 0) {
            waitpid(next, NULL, 0);
            _exit(0);
        }
    }
    struct drawn out;
    draw(rng, way, &out);
    _exit(write(ends[1], &out, sizeof out) != (ssize_t)sizeof out);
}

static void finish_child(int end, struct drawn *out)
{
    size_t have = 0;
    ssize_t got;
    memset(out, 0, sizeof *out);
    while (have < sizeof *out &&
           (got = read(end, (char *)out + have, sizeof *out - have)) > 0)
        have += (size_t)got;
    close(end);
    wait(NULL);
    CHECK(have == sizeof *out);
}

static void in_child(fair_rng *rng, const struct way *way, int generations,
                     struct drawn *out)
{
    finish_child(start_child(rng, way, generations), out);
}

static void *fork_in_thread(void *context)
{
    struct drawn *out = context;
    fair_rng rng;
    CHECK(fair_rng_init(&rng) == FAIR_OK);
    fair_rng_u64(&rng);
    in_child(&rng, &ways[0], 1, &out[0]);
    draw(&rng, &ways[0], &out[1]);
    return NULL;
}

static size_t counted(void *context, void *buffer, size_t length)
{
    uint64_t *next = context;
    (void)length;
    (*next)++;
    memcpy(buffer, next, sizeof *next);
    return sizeof *next;
}

int main(void)
{
    static struct drawn parent, child, other, expected;
    fair_rng rng, copy;

    TEST("if forks cannot be counted, fair_rng_init() fails")
    {
        no_counting = 1;
        memset(&rng, 0xa5, sizeof rng);
        CHECK(fair_rng_init(&rng) == FAIR_ENOMEM);
        CHECK(fair_rng_error(&rng) == FAIR_ESTATE);
        CHECK(entropy_calls == 0);
        no_counting = 0;
        CHECK(fair_rng_init(&rng) == FAIR_OK && fair_rng_error(&rng) == FAIR_OK);
    }

    TEST("a child draws other numbers than its parent and than its siblings")
    for (size_t w = 0; w < WAYS; w++)
        for (unsigned before = 0; before < 2; before++) { /* without and with a block */
            CHECK(fair_rng_init(&rng) == FAIR_OK);
            for (unsigned i = 0; i < before; i++)
                fair_rng_u64(&rng);
            copy = rng;
            in_child(&rng, &ways[w], 1, &child);
            in_child(&rng, &ways[w], 1, &other);
            draw(&rng, &ways[w], &parent);
            draw(&copy, &ways[w], &expected);
            CHECKF(memcmp(&parent, &expected, sizeof parent) == 0,
                   "%s: the parent is disturbed", ways[w].name);
            CHECKF(common(&parent, &child) == 0, "%s: child and parent", ways[w].name);
            CHECKF(common(&parent, &other) == 0, "%s: child and parent", ways[w].name);
            CHECKF(common(&child, &other) == 0, "%s: two children", ways[w].name);
            CHECK(parent.error == FAIR_OK && child.error == FAIR_OK);
        }

    TEST("so do grandchildren, and copies made by assignment")
    {
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        fair_rng_u64(&rng);
        copy = rng;
        in_child(&rng, &ways[0], 2, &child);
        in_child(&copy, &ways[0], 3, &other);
        draw(&rng, &ways[0], &parent);
        CHECK(common(&parent, &child) == 0);
        CHECK(common(&parent, &other) == 0);
        CHECK(common(&child, &other) == 0);
    }

    TEST("a generator that has started again in a child is copied to its children")
    {
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        int ends[2];
        CHECK(pipe(ends) == 0);
        fflush(stdout);
        const pid_t first = fork();
        if (first == 0) {
            static struct drawn mine[2];
            fair_rng_u64(&rng); /* it starts again here */
            in_child(&rng, &ways[0], 1, &mine[0]);
            draw(&rng, &ways[0], &mine[1]);
            _exit(write(ends[1], mine, sizeof mine) != (ssize_t)sizeof mine);
        }
        close(ends[1]);
        int status;
        waitpid(first, &status, 0);
        CHECK(status == 0);
        finish_child(dup(ends[0]), &child);
        finish_child(ends[0], &other);
        draw(&rng, &ways[0], &parent);
        CHECK(common(&child, &other) == 0);
        CHECK(common(&parent, &child) == 0 && common(&parent, &other) == 0);
    }

    TEST("with a key, a child continues as its parent does")
    for (size_t w = 0; w < WAYS; w++) {
        fair_rng_init_key(&rng, test_key(80));
        fair_rng_u64(&rng);
        const unsigned calls = entropy_calls;
        in_child(&rng, &ways[w], 1, &child);
        in_child(&rng, &ways[w], 2, &other);
        draw(&rng, &ways[w], &parent);
        CHECKF(memcmp(&parent, &child, sizeof parent) == 0, "%s", ways[w].name);
        CHECKF(memcmp(&parent, &other, sizeof parent) == 0, "%s", ways[w].name);
        CHECK(entropy_calls == calls);
    }

    TEST("with a source, too")
    for (size_t w = 0; w < WAYS; w++) {
        uint64_t next = UINT64_MAX / 3;
        fair_rng_init_source(&rng, counted, &next);
        in_child(&rng, &ways[w], 1, &child);
        draw(&rng, &ways[w], &parent);
        CHECKF(memcmp(&parent, &child, sizeof parent) == 0, "%s", ways[w].name);
    }

    TEST("a generator that was never initialised has the same error in a child")
    {
        memset(&rng, 0, sizeof rng);
        in_child(&rng, &ways[0], 1, &child);
        draw(&rng, &ways[0], &parent);
        CHECK(child.error == FAIR_ESTATE);
        CHECK(memcmp(&parent, &child, sizeof parent) == 0);
    }

    TEST("without entropy, a child gets the public stream and an error")
    for (size_t w = 0; w < WAYS; w++) {
        static const uint8_t zeros[32] = {0};
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        fair_rng_u64(&rng);
        copy = rng;
        no_entropy = 1;
        in_child(&rng, &ways[w], 1, &child);
        no_entropy = 0;
        draw(&rng, &ways[w], &parent);
        draw(&copy, &ways[w], &other);
        fair_rng_init_key(&copy, zeros);
        draw(&copy, &ways[w], &expected);
        CHECKF(child.error == FAIR_EENTROPY, "%s", ways[w].name);
        CHECK(memcmp(child.words, expected.words, sizeof child.words) == 0);
        CHECK(parent.error == FAIR_OK && memcmp(&parent, &other, sizeof parent) == 0);
    }

    TEST("a call that draws nothing asks for no entropy in a child")
    {
        CHECK(fair_rng_init(&rng) == FAIR_OK);
        fflush(stdout);
        const pid_t pid = fork();
        if (pid == 0) {
            const unsigned calls = entropy_calls;
            unsigned one = 1;
            fair_rng_bytes(&rng, NULL, 0);
            fair_shuffle(&rng, &one, 1, sizeof one);
            fair_between(&rng, 3, 3);
            _exit(entropy_calls != calls);
        }
        int status;
        waitpid(pid, &status, 0);
        CHECK(status == 0);
    }

    TEST("the same if several threads start generators and fork")
    {
        enum { THREADS = 4 };
        static struct drawn out[THREADS][2];
        pthread_t threads[THREADS];
        for (size_t t = 0; t < THREADS; t++)
            CHECK(pthread_create(&threads[t], NULL, fork_in_thread, out[t]) == 0);
        for (size_t t = 0; t < THREADS; t++)
            CHECK(pthread_join(threads[t], NULL) == 0);
        for (size_t i = 0; i < 2 * THREADS; i++)
            for (size_t j = 0; j < i; j++)
                CHECK(common(&out[i / 2][i % 2], &out[j / 2][j % 2]) == 0);
    }
    return test_done();
}
