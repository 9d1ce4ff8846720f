/* SPDX-License-Identifier: MIT
 *
 * calls.h - for targets whose input is a sequence of calls: reads the input, and makes
 * generators, options and allocators from it, some of which fail.
 */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include "tests/fuzz/model.h"

/* ---- the input ------------------------------------------------------------------- */

struct input {
    const uint8_t *at; /* the next byte */
    size_t left;       /* bytes that are left */
};

/* The next byte; 0 at the end of the input. */
static inline unsigned next_byte(struct input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->at++;
}

/* A number of any size. Small ones and those close to a power of two are common. */
static inline uint64_t next_number(struct input *in)
{
    const unsigned kind = next_byte(in);
    if (kind < 128)
        return kind;
    uint64_t number = 0;
    if (kind < 192) {
        for (unsigned i = 0; i <= kind % 8; i++)
            number = number << 8 | next_byte(in);
        return number;
    }
    return (UINT64_C(1) << kind % 64) + next_byte(in) - 128;
}

/* ---- generators ------------------------------------------------------------------ */

/* A source that gives the bytes of the input, in pieces, and then fails. */
struct feed {
    const uint8_t *bytes; /* the next byte */
    size_t left;          /* bytes that are left */
    size_t piece;         /* the most bytes that are given at once */
};

static inline size_t give(void *context, void *buffer, size_t length)
{
    struct feed *feed = context;
    size_t now = feed->piece < length ? feed->piece : length;
    now = now < feed->left ? now : feed->left;
    if (now > 0)
        memcpy(buffer, feed->bytes, now);
    feed->bytes += now;
    feed->left -= now;
    return now;
}

/* A generator, and the words that it must give. */
struct generator {
    fair_rng rng;
    struct stream model;
    struct feed feed; /* the source, if it has one */
};

static inline void generator_start(struct generator *g, struct input *in)
{
    const unsigned kind = next_byte(in);
    uint8_t key[FAIR_KEY_SIZE] = {0};
    key[0] = (uint8_t)kind;
    if (kind < 160) {
        fair_rng_init_key(&g->rng, key);
        stream_of_key(&g->model, key);
    } else if (kind < 248) {
        const size_t length = 8 * (size_t)(kind - 160) + 7;
        g->feed.bytes = in->at;
        g->feed.left = length < in->left ? length : in->left;
        g->feed.piece = kind % 4 == 0 ? 1 + kind / 4 % 16 : 1024;
        g->model.bytes = g->feed.bytes;
        g->model.left = g->feed.left;
        g->model.error = FAIR_OK;
        in->at += g->feed.left;
        in->left -= g->feed.left;
        fair_rng_init_source(&g->rng, give, &g->feed);
    } else {
        if (kind % 2 == 0)
            memset(&g->rng, 0, sizeof g->rng);
        else
            fair_rng_wipe(&g->rng);
        stream_fail(&g->model, FAIR_ESTATE);
    }
}

/* The generator and the model have drawn the same words. */
static inline void generator_check(struct generator *g)
{
    MUST(fair_rng_error(&g->rng) == g->model.error);
    MUST(fair_rng_u64(&g->rng) == next_word(&g->model));
    MUST(fair_rng_error(&g->rng) == g->model.error);
}

/* ---- options --------------------------------------------------------------------- */

enum { MOST_BLOCKS = 16 };

/* An allocator that can fail, and checks what it gets back. */
struct allocator {
    unsigned good;    /* allocations before one fails */
    int failed;       /* one has failed */
    size_t now, peak; /* bytes that are allocated, and the most that were */
    struct {
        void *block;
        size_t bytes;
    } blocks[MOST_BLOCKS]; /* what is allocated; NULL: free */
};

static inline void *allocate(void *context, size_t bytes)
{
    struct allocator *a = context;
    size_t i = 0;
    MUST(bytes > 0);
    if (a->good == 0) {
        a->failed = 1;
        return NULL;
    }
    a->good--;
    while (i < MOST_BLOCKS && a->blocks[i].block != NULL)
        i++;
    MUST(i < MOST_BLOCKS);
    a->blocks[i].block = malloc(bytes);
    a->blocks[i].bytes = bytes;
    MUST(a->blocks[i].block != NULL);
    memset(a->blocks[i].block, 0xa5, bytes);
    a->now += bytes;
    a->peak = a->now > a->peak ? a->now : a->peak;
    return a->blocks[i].block;
}

static inline void release(void *context, void *block, size_t bytes)
{
    struct allocator *a = context;
    size_t i = 0;
    while (i < MOST_BLOCKS && a->blocks[i].block != block)
        i++;
    MUST(block != NULL && i < MOST_BLOCKS && a->blocks[i].bytes == bytes);
    a->blocks[i].block = NULL;
    a->now -= bytes;
    free(block);
}

/* The options of one call. */
struct call {
    fair_options options;
    const fair_options *given; /* the options, or NULL */
    struct allocator allocator;
    int invalid;        /* the options are */
    size_t needed;      /* fair_memory_needed() */
    unsigned reports;   /* calls of progress() before it cancels; 0: it does not */
    int cancelled;      /* it has */
    uint64_t last_done; /* what it got last */
    uint64_t total;     /* the same */
};

static inline int progress(void *context, uint64_t done, uint64_t total)
{
    struct call *c = context;
    MUST(!c->cancelled && (c->total == 0 ? done == 0 : total == c->total));
    MUST(done <= total && done >= c->last_done && c->last_done < total);
    c->total = total;
    c->last_done = done;
    if (c->reports == 0 || --c->reports > 0 || done == total)
        return 0;
    c->cancelled = 1;
    return 1;
}

/* Chooses options for a call with n elements. */
static inline void call_start(struct call *c, struct input *in, int function, size_t n,
                              size_t size)
{
    const unsigned kind = next_byte(in), more = kind < 128 ? 0 : next_byte(in);
    memset(c, 0, sizeof *c);
    c->allocator.good = UINT32_MAX;
    c->options.threads = 1;
    if (kind >= 64) {
        c->given = &c->options;
        c->options.allocate = allocate;
        c->options.release = release;
        c->options.allocator = &c->allocator;
    }
    if (kind >= 128 && kind % 4 == 0)
        c->allocator.good = more % 4;
    if (kind >= 128 && kind % 8 == 5) {
        c->options.progress = progress;
        c->options.context = c;
        c->reports = more % 8;
    }
    if (kind == 255)
        c->options.threads = 2 + more % 2;
    if (kind == 254)
        c->options.reserved[more % 4] = 1;
    if (kind == 253)
        c->options.release = NULL;
    c->invalid = kind == 253 || kind == 254;
    c->needed = 0;
    const int error = fair_memory_needed(function, n, size, c->given, &c->needed);
    MUST(error == (c->invalid ? FAIR_EINVAL : FAIR_OK));
    if (kind >= 128 && kind % 4 == 1)
        c->options.memory = more < 128 ? c->needed : c->needed - (c->needed > 0);
    if (kind >= 128 && kind % 4 == 2)
        c->options.memory = 1 + more * 8;
}

/* Checks what the call allocated. `error` is what it returned, `right` what it must
 * return if there is enough memory. Returns whether it succeeded. */
static inline int call_end(const struct call *c, int error, int right)
{
    const struct allocator *a = &c->allocator;
    const size_t limit = c->options.memory;
    MUST(a->now == 0);
    MUST(c->given == NULL || c->invalid || a->peak <= c->needed);
    MUST(limit == 0 || a->peak <= limit);
    if (c->invalid)
        MUST(error == FAIR_EINVAL && a->peak == 0);
    else if (c->cancelled)
        MUST(error == FAIR_ECANCELED);
    else if (error == FAIR_ENOMEM)
        MUST(a->failed || (limit > 0 && limit < c->needed));
    else
        MUST(error == right);
    if (error == FAIR_OK && c->total > 0)
        MUST(c->last_done == c->total);
    return error == FAIR_OK;
}

#endif
