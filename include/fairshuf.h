/* SPDX-License-Identifier: MIT
 *
 * fairshuf.h - shuffles, samples and dice that are fair.
 *
 *     fair_rng rng;
 *     if (fair_rng_init(&rng) != FAIR_OK)
 *         return 1;
 *     fair_shuffle(&rng, deck, 52, sizeof deck[0]);
 *
 * What "fair" means: with ideal random bits, all outcomes have exactly the same
 * probability. No function rounds, truncates or uses floating point. The bits of a key
 * are not ideal: with a key, the promise is that nobody who does not know the key can
 * tell the difference, unless ChaCha8 is broken. With a key, not every order of more
 * than 57 elements can occur, because 58! is more than 2^256.
 *
 * Rules that hold for every function:
 *
 *  - Results depend only on the arguments and on the bytes of the generator, not on
 *    the CPU, the compiler, threads, alignment or the size of elements. Within one
 *    FAIR_ORDER_VERSION, equal keys give equal results on every machine.
 *  - The library prints nothing and never exits. Between calls, it keeps no state except
 *    the choice of the ChaCha8 kernel and a count of forks (see fair_rng). Different
 *    threads may use different generators at the same time; a generator may be used by
 *    one thread at a time.
 *  - Functions that return int return FAIR_OK (0) or a negative FAIR_E..., which
 *    fair_strerror() explains. If they fail, the caller's data is unchanged, with these
 *    exceptions: the results of samples, weighted dice, weighted reservoirs and
 *    fair_shuffle_arrays() if the generator failed; and the results of a shuffle that
 *    was cancelled. Numbers may have been drawn from the generator.
 *  - All other functions cannot fail, except fair_rng_new(), which can return NULL. If
 *    their generator fails, they still return and keep every element; fair_rng_error()
 *    reports the failure.
 *  - Functions of the caller (a source, a swap, progress, allocate, release) must return.
 *    They must not call longjmp(), throw an exception, return in a child of fork(), or
 *    use the generator that they are called for.
 *  - Pointers must not be NULL, with these exceptions: a pointer to 0 elements, or to
 *    elements of size 0; `options`, where NULL means all zeros; the `context` of a
 *    caller's function; and pointers for which the description of a function allows it.
 *  - No array is larger than PTRDIFF_MAX bytes. If count and size would make a larger
 *    one, void functions do nothing, and functions that return int return FAIR_ERANGE.
 *  - A source of random bytes is read only when a die is needed. Which dice a function
 *    needs depends on its counts and bounds (docs/order-format.md), never on the size of
 *    elements. If arguments are invalid, the source is not read.
 *  - Later versions can add fields to structs, in place of `reserved`, without breaking
 *    programs. So set a struct to zeros before you fill it in, as `= {0}` and designated
 *    initialisers do. If `reserved` is not 0 in a struct that you pass, the function
 *    returns FAIR_EINVAL. In a struct that you get, ignore it.
 */
#ifndef FAIRSHUF_H
#define FAIRSHUF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* On Windows, define FAIR_DLL if your program uses the library as a DLL. (While the DLL
 * itself is compiled, FAIR_DLL_EXPORTS is defined.) */
#ifndef FAIR_API /* empty in copies that are to be hidden */
#if defined(_WIN32) && defined(FAIR_DLL_EXPORTS)
#define FAIR_API __declspec(dllexport)
#elif defined(_WIN32) && defined(FAIR_DLL)
#define FAIR_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define FAIR_API __attribute__((visibility("default")))
#else
#define FAIR_API
#endif
#endif

#define FAIR_VERSION "1.0.0-rc1"

/* The same as numbers, for #if. A release candidate has the numbers of its release. The
 * number of version 1.2.3 is 1002003. */
#define FAIR_VERSION_MAJOR 1
#define FAIR_VERSION_MINOR 0
#define FAIR_VERSION_PATCH 0
#define FAIR_VERSION_NUMBER                                                              \
    (FAIR_VERSION_MAJOR * 1000000 + FAIR_VERSION_MINOR * 1000 + FAIR_VERSION_PATCH)

/* The version of the rules that turn a key into a result. It changes if and only if some
 * function gives another result for the same key and arguments. docs/order-format.md
 * specifies version 1. */
#define FAIR_ORDER_VERSION 1

#define FAIR_KEY_SIZE 32

/* ---- errors ---------------------------------------------------------------- */

enum {
    FAIR_OK = 0,
    FAIR_EINVAL = -1,    /* an argument is invalid, such as k > n */
    FAIR_ENOMEM = -2,    /* out of memory */
    FAIR_EENTROPY = -3,  /* the operating system provided no random bytes */
    FAIR_ESOURCE = -4,   /* the caller's source of bytes failed */
    FAIR_ERANGE = -5,    /* a size or a sum is too large */
    FAIR_ESTATE = -6,    /* a generator is all zero or was wiped, or a collection of
                            records was already written */
    FAIR_EKERNEL = -7,   /* there is no such kernel, or this CPU cannot run it */
    FAIR_ECANCELED = -8, /* the caller's progress function cancelled the work */

    /* Only from functions of fairshuf_records.h. */
    FAIR_EREAD = -9,     /* a file could not be read */
    FAIR_EWRITE = -10,   /* a file could not be written */
    FAIR_ERECORD = -11,  /* the last record is incomplete */
    FAIR_ECHANGED = -12, /* a file was changed while it was read */
    FAIR_EHEADER = -13,  /* files have different headers */
    FAIR_ELOST = -14,    /* not every record was written exactly once */
    FAIR_ELIMIT = -15,   /* the memory limit is too small */
    FAIR_ETEMP = -16,    /* a temporary file failed */

    /* Only from fairshuf_mpi.h. */
    FAIR_EMISMATCH = -17, /* ranks have different arguments, or see different files */
    FAIR_EMPI = -18       /* a function of MPI failed */
};

/* A short English text for any error number. Never NULL; do not free it. */
FAIR_API const char *fair_strerror(int error);

/* The version of the library at run time. FAIR_VERSION is that at compile time. */
FAIR_API const char *fair_version(void);

/* ---- options ----------------------------------------------------------------- *
 *
 * Functions that allocate memory or use several threads take options. Start with zeros:
 * `fair_options options = {0};`. A NULL pointer means the same. Only the functions in
 * "shuffles with several threads" use `progress`. Only they and fair_memory_needed() use
 * `threads`. The others ignore these fields. */

typedef struct fair_options {
    /* The number of threads, including the caller's. 0 means one for each CPU that the
     * process may use (its affinity). At most 512 threads are used, and at most one for
     * each 32,768 elements or part of them; fewer if a thread cannot be created or its
     * memory cannot be allocated. The threads end with the call. They block all signals
     * except those that they cause themselves. If the caller's thread is cancelled
     * (pthread_cancel()), this takes effect after the call. */
    unsigned threads;

    /* The most bytes to allocate; 0 means no limit. What the C library allocates for each
     * thread (its stack, and a few hundred bytes) does not count. If the limit is too
     * small even for one thread, the function returns FAIR_ENOMEM. fair_memory_needed()
     * computes how much a call needs. */
    size_t memory;

    /* Called from time to time, only from the caller's thread. `done` goes from 0 to
     * `total`, and has no unit. If progress() does not return 0, the work ends soon with
     * FAIR_ECANCELED. An array shuffled in place then holds all its elements in an
     * unspecified order; the output of the other functions is unspecified. The call with
     * done = total is the last, and its return value is ignored. If there is nothing to
     * do (n or size is 0), progress() is not called. */
    int (*progress)(void *context, uint64_t done, uint64_t total);

    void *context; /* the first argument of progress() */

    /* An allocator; NULL means malloc() and free(). allocate() returns at least `bytes` >
     * 0 bytes, aligned like those of malloc(), or NULL if it cannot. Then the function
     * fails with FAIR_ENOMEM, or uses fewer threads. release() gets every block back,
     * with the same number of bytes, before the function returns (the block of
     * fair_rng_new(): in fair_rng_free()). Set both or neither; otherwise the function
     * returns FAIR_EINVAL. Both are called only from the caller's thread. */
    void *(*allocate)(void *allocator, size_t bytes);
    void (*release)(void *allocator, void *block, size_t bytes);
    void *allocator; /* the first argument of allocate() and release() */

    uint64_t reserved[4]; /* must be 0 */
} fair_options;

/* The functions that allocate memory, for fair_memory_needed(). */
enum {
    FAIR_PARALLEL = 1,      /* all of "shuffles with several threads" */
    FAIR_UNSHUFFLE,         /* fair_unshuffle() */
    FAIR_DERANGE,           /* fair_derange() */
    FAIR_CHECK_PERMUTATION, /* fair_check_permutation32() and 64() */
    FAIR_INVERSE,           /* fair_inverse32() and 64() */
    FAIR_PERMUTE,           /* all fair_permute functions */
    FAIR_SAMPLE,            /* fair_sample(); n is the size of the sample */
    FAIR_SAMPLE_WEIGHTED,   /* fair_sample_weighted(); n is the number of weights */
    FAIR_DICE_WEIGHTED      /* fair_dice_weighted(); n is the number of weights */
};

/* Stores in *bytes how many bytes a call with n elements of `size` bytes has allocated at
 * any time, at most. This does not depend on options->memory, the key or the elements.
 * `size` matters only for FAIR_PARALLEL; for permutations, it is 4 or 8. With this number
 * as options->memory, the call uses as many threads as without a limit; with the number
 * for one thread, it uses at least one. FAIR_EINVAL if there is no such function or the
 * options are invalid; FAIR_ERANGE if no call can have so many elements or so much
 * memory. */
FAIR_API int fair_memory_needed(int function, size_t n, size_t size,
                                const fair_options *options, size_t *bytes);

/* ---- random bits ------------------------------------------------------------ */

/* A caller's source of random bytes: writes between 1 and `length` bytes to `buffer`
 * and returns how many, or returns 0 if it cannot. `length` is the size of the
 * generator's block. A source may give less: if it must not be read ahead, it gives 8
 * bytes at a time. If its bytes never make a usable number, for example because all of
 * them are zero, the function that needs the number does not return. */
typedef size_t fair_source(void *context, void *buffer, size_t length);

/* A generator. Allocate it anywhere and initialise it with one of the fair_rng_init
 * functions. A copy made by assignment continues with the same bytes as the original,
 * unless they come from a caller's source. The fields are private.
 *
 * After fork(), a generator from fair_rng_init() starts again in the child with new bits
 * from the operating system, so that parent and child do not draw the same numbers. So do
 * its copies, each with bits of its own. A generator with a key or a source continues as
 * before, in both processes. Two limits: children made by vfork(), _Fork() or clone(),
 * without the C library's fork(), are not recognised. And a function that was registered
 * with pthread_atfork() before the first fair_rng_init() must not draw in the child. */
typedef struct fair_rng {
    unsigned char block[8 + 1024]; /* space for leftover bytes, and bytes of the stream */
    uint32_t position;             /* of the next byte in the block */
    uint32_t end;                  /* of the bytes in the block */
    uint32_t kind;                 /* where bytes come from; 0: not initialised */
    int32_t error;                 /* FAIR_OK or the first failure */
    fair_source *source;           /* the caller's source, or NULL */
    void *context;                 /* the first argument of the source */
    uint32_t forks;                /* the count of forks at the last check */
    uint32_t reserved32;           /* 0 */
    uint64_t reserved[4];          /* 0 */
} fair_rng;

/* Starts a generator with 256 bits from the operating system. Use this unless results
 * must be repeatable. FAIR_EENTROPY if the operating system provides no random bytes;
 * there is no weaker fallback. FAIR_ENOMEM if pthread_atfork() fails. After a failure,
 * the generator is as after fair_rng_wipe(). */
FAIR_API int fair_rng_init(fair_rng *rng);

/* Starts a generator with a key. Its bytes are those of ChaCha8Rand (C2SP) with the key
 * as the seed. Anyone who knows the key can compute every result. Cannot fail. */
FAIR_API void fair_rng_init_key(fair_rng *rng, const uint8_t key[FAIR_KEY_SIZE]);

/* Starts a generator that takes its bytes, unchanged, from source(context, ...). Results
 * are as fair as these bytes. Cannot fail, but the source may: see fair_rng_error(). */
FAIR_API void fair_rng_init_source(fair_rng *rng, fair_source *source, void *context);

/* FAIR_OK, or the first failure since the generator was initialised: FAIR_ESOURCE if its
 * source failed, FAIR_EENTROPY if it could not start again after fork(), FAIR_ESTATE if
 * it is all zero or was wiped. (Other memory that was never initialised is not
 * recognised.) It is enough to check once, after the last draw. After a failure, discard
 * all results since the last check. Generators from fair_rng_init_key() never fail, and
 * those from fair_rng_init() only after fork().
 *
 * After a failure, the generator yields a fixed, public stream, that of the key of 32
 * zero bytes, so that loops that wait for a usable number still end. The public stream
 * starts with its first byte: the last bytes of the source are dropped if they are fewer
 * than 8, and fewer than a call needs. */
FAIR_API int fair_rng_error(const fair_rng *rng);

/* The next `length` bytes of the stream. Cannot fail. */
FAIR_API void fair_rng_bytes(fair_rng *rng, void *buffer, size_t length);

/* The next 8 bytes of the stream as a little-endian number. Cannot fail. */
FAIR_API uint64_t fair_rng_u64(fair_rng *rng);

/* Overwrites the key and the stream; the compiler cannot remove this. The generator must
 * be initialised before it is used again. Cannot fail. */
FAIR_API void fair_rng_wipe(fair_rng *rng);

/* For programs that cannot declare a fair_rng, such as bindings to other languages: the
 * size of a generator in bytes, and a generator on the heap. It must be initialised
 * before it is used. fair_rng_new() returns NULL if there is no memory or the options are
 * invalid. fair_rng_free() wipes the generator and frees it with the same allocator;
 * `rng` may be NULL. If its options are invalid, it only wipes. */
FAIR_API size_t fair_rng_size(void);
FAIR_API fair_rng *fair_rng_new(const fair_options *options);
FAIR_API void fair_rng_free(fair_rng *rng, const fair_options *options);

/* Derives an independent key: the first 32 bytes of the ChaCha8 block with this key and a
 * nonce made of the label. No stream of the key contains this block. Different labels
 * give unrelated keys, and none of them reveals `key`. `out` may be `key`. Cannot fail.
 */
FAIR_API void fair_key_derive(uint8_t out[FAIR_KEY_SIZE],
                              const uint8_t key[FAIR_KEY_SIZE], uint64_t label);

/* ---- dice ------------------------------------------------------------------- */

/* A number from 0 to n - 1, each with probability exactly 1/n; 0 if n is 0. Uses at least
 * 8 bytes of the stream, even if n is 0 or 1. Cannot fail. */
FAIR_API uint64_t fair_below(fair_rng *rng, uint64_t n);

/* A number from `lowest` to `highest`, both included: 1 and 6 for an ordinary die. Any
 * two numbers are allowed. If lowest >= highest, returns `lowest` and draws nothing.
 * Cannot fail. */
FAIR_API int64_t fair_between(fair_rng *rng, int64_t lowest, int64_t highest);

/* `count` independent numbers from 0 to n - 1, as in drawing with replacement. Several
 * small dice are taken from one word, so this is faster than calling fair_below() `count`
 * times, and gives other numbers. If n is 0 or 1, all numbers are 0, and nothing is
 * drawn. Cannot fail. */
FAIR_API void fair_dice(fair_rng *rng, uint64_t *out, size_t count, uint64_t n);

/* The same numbers as those of fair_dice(), in 4 bytes or 1 byte each. fair_dice32() does
 * nothing if n > 2^32, and fair_dice8() does nothing if n > 256. Cannot fail. */
FAIR_API void fair_dice32(fair_rng *rng, uint32_t *out, size_t count, uint64_t n);
FAIR_API void fair_dice8(fair_rng *rng, uint8_t *out, size_t count, uint64_t n);

/* `count` independent indices below n, as in drawing with replacement: index i has a
 * probability of exactly weights[i] divided by the sum of all weights. `out` must not
 * overlap the weights. FAIR_EINVAL if all weights are 0 and `count` is not; FAIR_ERANGE
 * if the weights add up to 2^64 or more. O(n + count) expected time, for any weights.
 * Allocates 12 n + 8 bytes, or 16 n + 16 if n > 2^32, and nothing if `count` is 0:
 * FAIR_ENOMEM. FAIR_ESOURCE, FAIR_EENTROPY or FAIR_ESTATE from the generator; then the
 * contents of `out` are unspecified. */
FAIR_API int fair_dice_weighted(fair_rng *rng, const uint64_t *weights, size_t n,
                                uint64_t *out, size_t count, const fair_options *options);

/* ---- shuffles --------------------------------------------------------------- *
 *
 * Elements are `size` bytes each, with any size and alignment. If the size is 0, nothing
 * is done, and nothing is drawn. No function here allocates memory unless it says so. */

/* Puts the elements in random order, in place: all n! orders are equally likely. O(n)
 * time. Cannot fail. (Fisher-Yates in Durstenfeld's form, from the front, with several
 * dice from each random word.) */
FAIR_API void fair_shuffle(fair_rng *rng, void *base, size_t n, size_t size);

/* Shuffles only the first k places: afterwards they hold k random elements in random
 * order, the same ones that fair_shuffle() would have put there. The other places hold
 * the other elements. O(k) time. If k > n, it is taken as n. Cannot fail. */
FAIR_API void fair_shuffle_head(fair_rng *rng, void *base, size_t n, size_t size,
                                size_t k);

/* Shuffles from one array into another (inside-out). The first is not changed. The two
 * must not overlap. The order is not that of fair_shuffle(). O(n) time. Cannot fail. */
FAIR_API void fair_shuffle_copy(fair_rng *rng, void *to, const void *from, size_t n,
                                size_t size);

/* Shuffles any n elements that the caller can exchange, into the same order as
 * fair_shuffle(): calls swap(context, i, j) with i < j < n, at most n - 1 times. Cannot
 * fail. */
FAIR_API void fair_shuffle_with(fair_rng *rng, size_t n,
                                void (*swap)(void *context, size_t i, size_t j),
                                void *context);

/* One of several arrays of n elements. */
typedef struct fair_array {
    void *base;           /* the elements */
    size_t size;          /* of one element, in bytes */
    uint64_t reserved[2]; /* must be 0 */
} fair_array;

/* Shuffles `count` arrays of n elements in lockstep: all of them get the order that
 * fair_shuffle() would give one of them. O(count * n) time, and up to O(count^2) to check
 * whether arrays overlap; if they are in the order of their addresses, O(count).
 * FAIR_EINVAL if two arrays overlap; FAIR_ERANGE. FAIR_ESOURCE, FAIR_EENTROPY or
 * FAIR_ESTATE from the generator; then all arrays are in one order, but not in a random
 * one. */
FAIR_API int fair_shuffle_arrays(fair_rng *rng, const fair_array *arrays, size_t count,
                                 size_t n);

/* Undoes fair_shuffle(). The generator must be in the state that it had before the
 * shuffle. Allocates 4 or 8 bytes for each element: FAIR_ENOMEM, FAIR_ERANGE;
 * FAIR_ESOURCE, FAIR_EENTROPY or FAIR_ESTATE from the generator. */
FAIR_API int fair_unshuffle(fair_rng *rng, void *base, size_t n, size_t size,
                            const fair_options *options);

/* Moves the elements along a random cycle through all n places (Sattolo): all (n - 1)!
 * cycles are equally likely. If n > 1, no element stays in its place. This is not a
 * shuffle: most orders cannot occur. O(n) time. Cannot fail. */
FAIR_API void fair_cycle(fair_rng *rng, void *base, size_t n, size_t size);

/* Shuffles so that no element stays in its place: all derangements are equally likely.
 * FAIR_EINVAL for n = 1: one element has no derangement. Draws orders until one is a
 * derangement, 2.7 on average. An order is given up as soon as an element stays in its
 * place, so this takes about 1.7 n dice on average. Allocates 4 or 8 bytes and one bit
 * for each element: FAIR_ENOMEM, FAIR_ERANGE; FAIR_ESOURCE, FAIR_EENTROPY or FAIR_ESTATE
 * from the generator. */
FAIR_API int fair_derange(fair_rng *rng, void *base, size_t n, size_t size,
                          const fair_options *options);

/* ---- shuffles with several threads --------------------------------------------- *
 *
 * These functions take a key instead of a generator, and use any number of threads. For
 * up to 98,304 elements, the order is that of fair_shuffle() with a generator started
 * with the same key. More elements are distributed over random buckets that fit into a
 * cache, and the buckets are shuffled. This gives another order. It is faster with
 * several threads, and with one thread from a few million elements on. The order depends
 * only on the key and on n, not on the number of threads, the memory, or the size of the
 * elements. So the same key puts several arrays in the same order. Otherwise, use each
 * key for one purpose only; fair_key_derive() makes more keys.
 *
 * They allocate no second array. For 10^8 elements of 4 bytes, they allocate 2.6 MB with
 * one thread, and 0.6 MB for each other thread; fair_memory_needed() computes this. They
 * return FAIR_ENOMEM if there is no memory, FAIR_ERANGE if the array cannot exist or has
 * 2^47 elements or more, FAIR_ECANCELED if the caller's progress function cancels them,
 * and FAIR_EINVAL if the options are invalid. After any error except FAIR_ECANCELED (see
 * `progress`), the array is unchanged. */

/* Shuffles in place. */
FAIR_API int fair_shuffle_parallel(const uint8_t key[FAIR_KEY_SIZE], void *base, size_t n,
                                   size_t size, const fair_options *options);

/* Shuffles only the first k places: afterwards they hold the same elements that
 * fair_shuffle_parallel() would have put there. The other places hold the other elements,
 * in an unspecified order. If k > n, it is taken as n. */
FAIR_API int fair_shuffle_parallel_head(const uint8_t key[FAIR_KEY_SIZE], void *base,
                                        size_t n, size_t size, size_t k,
                                        const fair_options *options);

/* Shuffles from one array into another. The order is the same as in place. The arrays
 * must not overlap. */
FAIR_API int fair_shuffle_parallel_copy(const uint8_t key[FAIR_KEY_SIZE], void *to,
                                        const void *from, size_t n, size_t size,
                                        const fair_options *options);

/* The permutation of these shuffles for an array of n: place i gets element p[i]. The
 * 32-bit form returns FAIR_ERANGE if n > 2^32. */
FAIR_API int fair_permutation_parallel32(const uint8_t key[FAIR_KEY_SIZE], uint32_t *p,
                                         size_t n, const fair_options *options);
FAIR_API int fair_permutation_parallel64(const uint8_t key[FAIR_KEY_SIZE], uint64_t *p,
                                         size_t n, const fair_options *options);

/* ---- permutations ----------------------------------------------------------- *
 *
 * A permutation of n is an array p that contains each of 0 to n - 1 once. Place i of the
 * result holds element p[i] of the input. */

/* A random permutation: the one of fair_shuffle() for an array of n. The 32-bit form does
 * nothing if n > 2^32. Cannot fail. */
FAIR_API void fair_permutation32(fair_rng *rng, uint32_t *p, size_t n);
FAIR_API void fair_permutation64(fair_rng *rng, uint64_t *p, size_t n);

/* Checks whether p is a permutation of n: FAIR_OK if it is, FAIR_EINVAL if it is not or
 * the options are invalid. O(n) time. Allocates n bits: FAIR_ENOMEM, FAIR_ERANGE. */
FAIR_API int fair_check_permutation32(const uint32_t *p, size_t n,
                                      const fair_options *options);
FAIR_API int fair_check_permutation64(const uint64_t *p, size_t n,
                                      const fair_options *options);

/* The permutation that undoes p: out[p[i]] = i. FAIR_EINVAL if p is not a permutation, or
 * if the two overlap. O(n) time. Allocates n bits: FAIR_ENOMEM, FAIR_ERANGE. */
FAIR_API int fair_inverse32(uint32_t *out, const uint32_t *p, size_t n,
                            const fair_options *options);
FAIR_API int fair_inverse64(uint64_t *out, const uint64_t *p, size_t n,
                            const fair_options *options);

/* These apply a permutation: place i gets the element that was at place p[i]. The forms
 * with `inverse` apply its inverse: place p[i] gets the element that was at place i. The
 * forms with `copy` write the result to another array. The forms with `arrays` put
 * several arrays in the same order. p is not changed.
 *
 * FAIR_EINVAL if p is not a permutation, or if an array that is written overlaps p or
 * another array. O(n) time for each array, also in place. Allocates n bits: FAIR_ENOMEM,
 * FAIR_ERANGE. After any error, all arrays are unchanged.
 *
 *     uint32_t p[N];
 *     fair_permutation32(&rng, p, N);
 *     fair_permute32(names, N, sizeof names[0], p, NULL);
 *     fair_permute_inverse32(names, N, sizeof names[0], p, NULL); // undoes it
 */
FAIR_API int fair_permute32(void *base, size_t n, size_t size, const uint32_t *p,
                            const fair_options *options);
FAIR_API int fair_permute64(void *base, size_t n, size_t size, const uint64_t *p,
                            const fair_options *options);
FAIR_API int fair_permute_copy32(void *to, const void *from, size_t n, size_t size,
                                 const uint32_t *p, const fair_options *options);
FAIR_API int fair_permute_copy64(void *to, const void *from, size_t n, size_t size,
                                 const uint64_t *p, const fair_options *options);
FAIR_API int fair_permute_arrays32(const fair_array *arrays, size_t count, size_t n,
                                   const uint32_t *p, const fair_options *options);
FAIR_API int fair_permute_arrays64(const fair_array *arrays, size_t count, size_t n,
                                   const uint64_t *p, const fair_options *options);
FAIR_API int fair_permute_inverse32(void *base, size_t n, size_t size, const uint32_t *p,
                                    const fair_options *options);
FAIR_API int fair_permute_inverse64(void *base, size_t n, size_t size, const uint64_t *p,
                                    const fair_options *options);
FAIR_API int fair_permute_inverse_copy32(void *to, const void *from, size_t n,
                                         size_t size, const uint32_t *p,
                                         const fair_options *options);
FAIR_API int fair_permute_inverse_copy64(void *to, const void *from, size_t n,
                                         size_t size, const uint64_t *p,
                                         const fair_options *options);
FAIR_API int fair_permute_inverse_arrays32(const fair_array *arrays, size_t count,
                                           size_t n, const uint32_t *p,
                                           const fair_options *options);
FAIR_API int fair_permute_inverse_arrays64(const fair_array *arrays, size_t count,
                                           size_t n, const uint64_t *p,
                                           const fair_options *options);

/* ---- samples ---------------------------------------------------------------- *
 *
 * To draw with replacement, use fair_dice() or fair_dice_weighted(). If the generator
 * fails, the contents of `out` are unspecified. */

/* k different numbers below n, in random order: the first k numbers of
 * fair_permutation64(), but in O(k) time and memory, for any n up to 2^64 - 1.
 * FAIR_EINVAL if k > n. Allocates at most 64 bytes for each number: FAIR_ENOMEM,
 * FAIR_ERANGE. FAIR_ESOURCE, FAIR_EENTROPY or FAIR_ESTATE from the generator. */
FAIR_API int fair_sample(fair_rng *rng, uint64_t n, uint64_t *out, size_t k,
                         const fair_options *options);

/* k different numbers below n, in increasing order: all sets of k are equally likely. The
 * set is not that of fair_sample(). O(k) expected time; allocates no memory. FAIR_EINVAL
 * if k > n, FAIR_ERANGE; FAIR_ESOURCE, FAIR_EENTROPY or FAIR_ESTATE from the generator.
 */
FAIR_API int fair_sample_sorted(fair_rng *rng, uint64_t n, uint64_t *out, size_t k);

/* k different indices below n, drawn one after the other. In each draw, the probability
 * of an index that is left is exactly proportional to its weight. `out` is in the order
 * of the draws and must not overlap the weights. FAIR_EINVAL if k exceeds the number of
 * weights that are not 0; FAIR_ERANGE if the weights add up to 2^64 or more. O(n + k log
 * n) time. Allocates 8 bytes for each weight, and nothing if k is 0: FAIR_ENOMEM.
 * FAIR_ESOURCE, FAIR_EENTROPY or FAIR_ESTATE from the generator. */
FAIR_API int fair_sample_weighted(fair_rng *rng, const uint64_t *weights, size_t n,
                                  uint64_t *out, size_t k, const fair_options *options);

/* A sample of k items from a stream of unknown length. After any number of items, all
 * sets of k items are equally likely to be in the slots 0 to k - 1; while there are fewer
 * than k items, all of them are there. The order of the slots is not uniform: shuffle
 * them if it matters. The fields are private.
 *
 *     fair_reservoir r;
 *     fair_reservoir_init(&r, k);
 *     while (read_item(&item)) {
 *         size_t slot = fair_reservoir_offer(&r, &rng);
 *         if (slot < k)
 *             sample[slot] = item;
 *     }
 */
typedef struct fair_reservoir {
    uint64_t k;           /* slots */
    uint64_t seen;        /* items offered or passed over */
    uint64_t next;        /* the next item to take; less than `seen`: not drawn yet */
    uint64_t reserved[2]; /* 0 */
} fair_reservoir;

/* Starts a sample of k items; k may be 0. Cannot fail. */
FAIR_API void fair_reservoir_init(fair_reservoir *r, size_t k);

/* Offers the next item. Returns the slot that it takes, or k if it is passed over. Draws
 * O(1) dice for each item that is taken, about k ln(n/k) items in all, and none for the
 * others. Cannot fail. */
FAIR_API size_t fair_reservoir_offer(fair_reservoir *r, fair_rng *rng);

/* The number of items that will be passed over before the next one is taken; 2^64 - 1 if
 * no more will be taken. A reader that can seek need not read them. Cannot fail. */
FAIR_API uint64_t fair_reservoir_gap(fair_reservoir *r, fair_rng *rng);

/* Passes over `count` items at once, but at most fair_reservoir_gap(). Returns the number
 * passed over. It is smaller than both only if fair_reservoir_seen() reaches its limit.
 * If `count` is 0, does nothing and draws nothing. Cannot fail. */
FAIR_API uint64_t fair_reservoir_pass(fair_reservoir *r, fair_rng *rng, uint64_t count);

/* The number of items offered or passed over so far, or 2^64 - 1 if there were more. */
FAIR_API uint64_t fair_reservoir_seen(const fair_reservoir *r);

/* A weighted sample of k items from a stream of unknown length. After any number of
 * items, the sample has the same distribution as that of fair_sample_weighted(): k items
 * drawn one after the other, each with a probability exactly proportional to its weight
 * among those that are left. While there are no more than k items, all of them are in the
 * sample. Items of weight 0 do not count and are never taken. The fields are private.
 *
 *     fair_weighted_slot slots[K];
 *     fair_weighted_reservoir r;
 *     fair_weighted_reservoir_init(&r, slots, K);
 *     while (read_item(&item)) {
 *         size_t slot;
 *         if (fair_weighted_reservoir_offer(&r, &rng, item.weight, &slot) != FAIR_OK)
 *             return 1;
 *         if (slot < K)
 *             sample[slot] = item;
 *     }
 */
typedef struct fair_weighted_slot {
    uint64_t sum; /* of the weights of some items */
    size_t slot;  /* where the caller keeps the item */
} fair_weighted_slot;

typedef struct fair_weighted_reservoir {
    fair_weighted_slot *slots; /* [k]: the caller's; in the order of the draws */
    size_t k;                  /* the most items in the sample */
    size_t count;              /* items in the sample */
    uint64_t total;            /* the weight of all items offered */
    uint64_t ahead;            /* the weight of the sample without its last item */
    uint64_t reserved[2];      /* 0 */
} fair_weighted_reservoir;

/* Starts a sample of k items; k may be 0. `slots` has k elements, which need not be
 * initialised. It must exist as long as the reservoir is used. Cannot fail. */
FAIR_API void fair_weighted_reservoir_init(fair_weighted_reservoir *r,
                                           fair_weighted_slot *slots, size_t k);

/* Offers the next item. Stores in *slot the slot that it takes, replacing the item there,
 * or k if it is passed over. FAIR_ERANGE if the weights would add up to 2^64 or more;
 * then the item is not offered, and nothing has changed. FAIR_ESOURCE, FAIR_EENTROPY or
 * FAIR_ESTATE from the generator; then the item was offered, but the sample is not fair.
 *
 * If the weights are similar, each of the first k items takes about 3 log2(k) dice and
 * O(log^2 k) time. Later items take fewer dice; most of those that are passed over take
 * one die and O(1) time. Draws nothing for an item of weight 0, for the first item of
 * positive weight, or if k is 0. */
FAIR_API int fair_weighted_reservoir_offer(fair_weighted_reservoir *r, fair_rng *rng,
                                           uint64_t weight, size_t *slot);

/* The number of items in the sample, at most k. */
FAIR_API size_t fair_weighted_reservoir_count(const fair_weighted_reservoir *r);

/* The slot of the item that was drawn as number `draw`, counted from 0, in the order of
 * fair_sample_weighted(). `draw` is less than fair_weighted_reservoir_count(). */
FAIR_API size_t fair_weighted_reservoir_slot(const fair_weighted_reservoir *r,
                                             size_t draw);

/* ---- kernels: for tests and tools -------------------------------------------- */

/* The name of the ChaCha8 kernel in use: "plain"; on x86-64 also "sse2", "avx2" or
 * "avx512"; on 64-bit ARM also "neon"; in WebAssembly also "simd128". Later versions may
 * have others. All kernels give the same bytes. */
FAIR_API const char *fair_kernel(void);

/* The names of the kernels that this machine can run, the slowest first. Returns NULL if
 * `index` is not less than their number. */
FAIR_API const char *fair_kernel_name(size_t index);

/* Makes the whole process use a kernel; NULL means the fastest. FAIR_EKERNEL if its name
 * is unknown or this CPU cannot run it. The library never reads the environment; the
 * commands pass the value of FAIRSHUF_KERNEL to this function. */
FAIR_API int fair_kernel_use(const char *name);

#ifdef __cplusplus
}
#endif

#endif
