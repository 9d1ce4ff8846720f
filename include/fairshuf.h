/* SPDX-License-Identifier: MIT
 *
 * fairshuf.h - shuffles, samples and dice that are fair.
 *
 *     fair_rng rng;
 *     if (fair_rng_init(&rng) != FAIR_OK)
 *         return 1;
 *     fair_shuffle(&rng, deck, 52, sizeof deck[0]);
 *
 * What "fair" means here: given ideal random bits, every outcome has exactly the
 * same probability; no function rounds, truncates or uses floating point. The bits of
 * a key are not ideal: the promise is then that nobody who does not know the key can
 * tell the difference, as long as ChaCha8 holds. Of more than 57 elements not even
 * every order can be reached, for 58! is more than 2^256.
 *
 * Rules that hold for every function:
 *
 *  - Results depend on the arguments and on the bytes of the generator, and on
 *    nothing else: not on the CPU, the compiler, threads, alignment or element
 *    size. Equal keys give equal results within one FAIR_ORDER_VERSION, everywhere.
 *  - The library prints nothing, never exits, and keeps no state between calls but
 *    the choice of the ChaCha8 kernel. Different threads may use different
 *    generators at the same time; one generator belongs to one thread at a time.
 *  - Functions that return int return FAIR_OK (0) or a negative FAIR_E..., which
 *    fair_strerror() explains. If they fail, the caller's data is unchanged, except the
 *    output of a sample whose generator failed and a shuffle that was cancelled; numbers
 *    may have been drawn from the generator. Functions that return anything else cannot
 *    fail. If their generator reads from a caller's source and that fails, they still
 *    return, keep every element, and fair_rng_error() reports it (see there).
 *  - Functions of the caller (a source, a swap, progress) must return. They must not use
 *    longjmp(), throw an exception, or use the generator that they are called for.
 *  - Pointers must not be NULL, with these exceptions: a pointer to 0 elements, or to
 *    elements of size 0; `options`, where NULL means all zeros; the `context` of a
 *    caller's function; and what the text of a function allows.
 *  - No array is larger than PTRDIFF_MAX bytes. If count and size would make a larger
 *    one, void functions do nothing, and functions that return int return FAIR_ERANGE.
 *  - A source of random bytes is read only when a die is needed. Which dice a function
 *    needs depends on its counts and bounds (docs/order-format.md), never on the size of
 *    elements. If arguments are refused, the source is not read.
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

#if defined(__GNUC__)
#define FAIR_API __attribute__((visibility("default")))
#else
#define FAIR_API
#endif

#define FAIR_VERSION "0.1.0"

/* The version of everything that turns a key into a result. It changes when, and only
 * when, some function gives another result for the same key and arguments. Version 1 is
 * written down in docs/order-format.md. */
#define FAIR_ORDER_VERSION 1

#define FAIR_KEY_SIZE 32

/* ---- errors ---------------------------------------------------------------- */

enum {
    FAIR_OK = 0,
    FAIR_EINVAL = -1,    /* an argument that makes no sense, such as k > n */
    FAIR_ENOMEM = -2,    /* out of memory */
    FAIR_EENTROPY = -3,  /* the operating system gave no random bytes */
    FAIR_ESOURCE = -4,   /* the caller's source of bytes failed */
    FAIR_ERANGE = -5,    /* a size or a sum does not fit its type */
    FAIR_ESTATE = -6,    /* a generator that is all zero or was wiped, or a collection of
                            records that was already written */
    FAIR_EKERNEL = -7,   /* no such kernel, or this CPU cannot run it */
    FAIR_ECANCELED = -8, /* the caller's progress function cancelled the work */

    /* of records only */
    FAIR_EREAD = -9,     /* a file could not be read */
    FAIR_EWRITE = -10,   /* a file could not be written */
    FAIR_ERECORD = -11,  /* a record does not end as it should */
    FAIR_ECHANGED = -12, /* a file was changed while it was read */
    FAIR_EHEADER = -13,  /* files have different headers */
    FAIR_ELOST = -14,    /* not everything that came in went out */
    FAIR_ELIMIT = -15,   /* more memory is needed than was allowed */
    FAIR_ETEMP = -16     /* a temporary file failed */
};

/* One line of English for an error number; never NULL, never to be freed. */
FAIR_API const char *fair_strerror(int error);

/* The version of the library that runs, like FAIR_VERSION of the one compiled with. */
FAIR_API const char *fair_version(void);

/* ---- random bits ------------------------------------------------------------ */

/* A caller's source of random bytes: writes between 1 and `length` bytes to `buffer`
 * and returns how many, or returns 0 if it cannot. It is asked for as much as fits the
 * generator's block and may give less: a source that must not be read ahead gives 8
 * bytes at a time. If its bytes never make a usable number (all of them are zero), the
 * call does not return. */
typedef size_t fair_source(void *context, void *buffer, size_t length);

/* A generator. Allocate it anywhere and initialise it with one of the fair_rng_init
 * functions. A copy made by assignment repeats the stream from there on, unless it comes
 * from a caller's source. The fields are private. After fork() parent and child hold the
 * same generator: initialise anew. */
typedef struct fair_rng {
    unsigned char block[8 + 1024];
    uint32_t position;
    uint32_t end;
    uint32_t kind;
    int32_t error;
    fair_source *source;
    void *context;
    uint64_t reserved[4];
} fair_rng;

/* Starts a generator with 256 bits from the operating system. This is the one to use
 * unless a result must be repeatable.
 * Fails with FAIR_EENTROPY, and then the generator is as if wiped: there is no weaker
 * fallback. */
FAIR_API int fair_rng_init(fair_rng *rng);

/* Starts the generator of a key: its bytes are those of ChaCha8Rand (C2SP) for that
 * seed. Anyone who knows the key can compute every result. Cannot fail. */
FAIR_API void fair_rng_init_key(fair_rng *rng, const uint8_t key[FAIR_KEY_SIZE]);

/* Starts a generator that takes its bytes from `source(context, ...)` as they come.
 * Results are as fair as those bytes. Cannot fail; the source may, see
 * fair_rng_error(). */
FAIR_API void fair_rng_init_source(fair_rng *rng, fair_source *source, void *context);

/* FAIR_OK, or what went wrong since the generator was initialised: FAIR_ESOURCE if a
 * source failed, FAIR_ESTATE if it is all zero or was wiped (other memory that was never
 * initialised is not recognised). From the first failure on, the generator yields a
 * fixed, public stream, that of the key of 32 zero bytes, so that loops that wait for a
 * usable number still end. Discard all results since the failure. The public stream
 * starts with its first byte: the last bytes of the source are dropped if they are fewer
 * than 8, and fewer than a call needs. It is enough to check once, after the last draw.
 * Generators from fair_rng_init() and fair_rng_init_key() never fail. */
FAIR_API int fair_rng_error(const fair_rng *rng);

/* The next `length` bytes of the stream. Cannot fail. */
FAIR_API void fair_rng_bytes(fair_rng *rng, void *buffer, size_t length);

/* The next 8 bytes of the stream as a little-endian number. Cannot fail. */
FAIR_API uint64_t fair_rng_u64(fair_rng *rng);

/* Forgets key and stream so that no compiler optimises it away. The generator must be
 * initialised before it is used again. */
FAIR_API void fair_rng_wipe(fair_rng *rng);

/* Derives an independent key: out = first 32 bytes of the ChaCha8 block with this key
 * and a nonce made of the label, which no stream of the key ever contains. Different
 * labels give unrelated keys, and none reveals the first. `out` may be `key`. Cannot
 * fail. */
FAIR_API void fair_key_derive(uint8_t out[FAIR_KEY_SIZE],
                              const uint8_t key[FAIR_KEY_SIZE], uint64_t label);

/* ---- dice ------------------------------------------------------------------- */

/* A number from 0 to n - 1, each with probability exactly 1/n; 0 if n is 0. Uses at least
 * 8 bytes of the stream, even if n is 0 or 1. */
FAIR_API uint64_t fair_below(fair_rng *rng, uint64_t n);

/* A number from `lowest` to `highest`, both included (a die is 1, 6), over the whole
 * range of the type. If lowest >= highest, returns `lowest` and draws nothing. */
FAIR_API int64_t fair_between(fair_rng *rng, int64_t lowest, int64_t highest);

/* `count` independent numbers from 0 to n - 1: what you get by drawing from n things
 * with replacement. Several small dice are taken from one word, so this is faster than
 * calling fair_below() `count` times, and gives other numbers. If n is 0 or 1, all
 * numbers are 0, and nothing is drawn. */
FAIR_API void fair_dice(fair_rng *rng, uint64_t *out, size_t count, uint64_t n);

/* ---- shuffles --------------------------------------------------------------- *
 *
 * Elements are `size` bytes each, with any size and alignment. If the size is 0, nothing
 * is done, and nothing is drawn. No function here allocates memory unless it says so. */

/* Puts the elements in random order, in place: each of the n! orders equally likely.
 * O(n) time. Cannot fail. (Fisher-Yates in Durstenfeld's form, from the front, with
 * several dice from each random word.) */
FAIR_API void fair_shuffle(fair_rng *rng, void *base, size_t n, size_t size);

/* Shuffles only as far as the first k places: afterwards these hold k random elements
 * in random order, the very ones that fair_shuffle() would have put there, and the
 * rest hold the other elements. O(k) time. k > n counts as n. Cannot fail. */
FAIR_API void fair_shuffle_head(fair_rng *rng, void *base, size_t n, size_t size,
                                size_t k);

/* Shuffles from one array into another (inside-out), leaving the first as it is. The
 * two must not overlap. Gives another order than fair_shuffle() does. O(n). Cannot
 * fail. */
FAIR_API void fair_shuffle_copy(fair_rng *rng, void *to, const void *from, size_t n,
                                size_t size);

/* Shuffles anything that can exchange two of its n elements, with the same order as
 * fair_shuffle(): calls swap(context, i, j) with i < j < n, at most n - 1 times. Cannot
 * fail. */
FAIR_API void fair_shuffle_with(fair_rng *rng, size_t n,
                                void (*swap)(void *context, size_t i, size_t j),
                                void *context);

/* Restores what fair_shuffle() has shuffled, given a generator in the state it had
 * before. Allocates 4 or 8 bytes an element: FAIR_ENOMEM, FAIR_ERANGE; FAIR_ESOURCE or
 * FAIR_ESTATE from the generator. */
FAIR_API int fair_unshuffle(fair_rng *rng, void *base, size_t n, size_t size);

/* Moves the elements along a random cycle through all n places: each of the (n - 1)!
 * cycles equally likely, so that for n > 1 nothing stays in place (Sattolo). Not a
 * shuffle: most orders cannot occur. O(n). Cannot fail. */
FAIR_API void fair_cycle(fair_rng *rng, void *base, size_t n, size_t size);

/* Shuffles so that no element stays in its place: each derangement equally likely. One
 * element cannot be deranged: FAIR_EINVAL for n = 1. Draws whole orders until one fits,
 * 2.7 in the mean, giving each up early. Allocates 4 or 8 bytes an element:
 * FAIR_ENOMEM, FAIR_ERANGE; FAIR_ESOURCE or FAIR_ESTATE from the generator. */
FAIR_API int fair_derange(fair_rng *rng, void *base, size_t n, size_t size);

/* ---- shuffles on every core --------------------------------------------------- *
 *
 * These take a key instead of a generator, and any number of threads. Up to 98304
 * elements they give the order of fair_shuffle() with a generator started with that key.
 * More are sent to random buckets that fit a cache, and the buckets shuffled: another
 * order, faster to make on several cores, and on one from a few million elements on. It
 * depends on the key and on n alone: not on the threads, the memory, or the size of the
 * elements. Use a key for one purpose only, and fair_key_derive() to make more of them.
 *
 * They allocate about as much memory as the array has. They fail with FAIR_ENOMEM if they
 * cannot, FAIR_ERANGE if the array cannot exist, FAIR_ECANCELED if the caller's progress
 * function asks for it, and FAIR_EINVAL if `reserved` is not 0. After any error except
 * FAIR_ECANCELED (see `progress`), the array is unchanged. */

/* Start with zeros: `fair_options options = {0};`. A NULL pointer means the same. */
typedef struct fair_options {
    /* Threads to use, including the caller's; 0 for one on each CPU that the process may
     * use (its affinity). Fewer are used if threads or memory for them cannot be
     * allocated. The limit is 512, and one for each 32768 elements. They end with the
     * call, and handle no signals except those that they cause; pthread_cancel() waits
     * for them. */
    unsigned threads;

    /* The most bytes to allocate, 0 for no limit. The stacks of threads, and some hundred
     * bytes for each thread, are not counted. If the limit is too small even for one
     * thread, the result is FAIR_ENOMEM. */
    size_t memory;

    /* Called now and then, only from the caller's thread. `done` goes from 0 to `total`,
     * and has no unit. If it returns anything but 0, work ends soon with FAIR_ECANCELED.
     * An array shuffled in place then holds all its elements in an unspecified order; the
     * output of the other forms is unspecified. The call with done = total is the last,
     * and its return value is ignored. If there is nothing to do (n or size is 0), it is
     * not called. */
    int (*progress)(void *context, uint64_t done, uint64_t total);
    void *context;

    uint64_t reserved[4]; /* zeros */
} fair_options;

/* Shuffles in place. */
FAIR_API int fair_shuffle_parallel(const uint8_t key[FAIR_KEY_SIZE], void *base, size_t n,
                                   size_t size, const fair_options *options);

/* Shuffles from one array into another, in the same order. They must not overlap. */
FAIR_API int fair_shuffle_parallel_copy(const uint8_t key[FAIR_KEY_SIZE], void *to,
                                        const void *from, size_t n, size_t size,
                                        const fair_options *options);

/* The permutation that these do to an array of n: place i gets element p[i]. The 32-bit
 * form takes n <= 2^32: FAIR_ERANGE. */
FAIR_API int fair_permutation_parallel32(const uint8_t key[FAIR_KEY_SIZE], uint32_t *p,
                                         size_t n, const fair_options *options);
FAIR_API int fair_permutation_parallel64(const uint8_t key[FAIR_KEY_SIZE], uint64_t *p,
                                         size_t n, const fair_options *options);

/* ---- permutations ----------------------------------------------------------- *
 *
 * A permutation of n is an array p with each of 0 to n - 1 once; place i of the result
 * holds element p[i] of the input. */

/* A random permutation, the one that fair_shuffle() does to an array of n. The 32-bit
 * form takes n <= 2^32 and does nothing beyond. Cannot fail. */
FAIR_API void fair_permutation32(fair_rng *rng, uint32_t *p, size_t n);
FAIR_API void fair_permutation64(fair_rng *rng, uint64_t *p, size_t n);

/* Checks that p is a permutation of n: FAIR_OK if it is, FAIR_EINVAL if it is not.
 * Allocates n bits: FAIR_ENOMEM, FAIR_ERANGE. */
FAIR_API int fair_check_permutation32(const uint32_t *p, size_t n);
FAIR_API int fair_check_permutation64(const uint64_t *p, size_t n);

/* The permutation that undoes p: out[p[i]] = i. The two must not overlap. FAIR_EINVAL
 * if p is not a permutation; FAIR_ENOMEM, FAIR_ERANGE. */
FAIR_API int fair_inverse32(uint32_t *out, const uint32_t *p, size_t n);
FAIR_API int fair_inverse64(uint64_t *out, const uint64_t *p, size_t n);

/* ---- samples ---------------------------------------------------------------- *
 *
 * Drawing with replacement is fair_dice(). If the generator fails, `out` holds nothing of
 * use. */

/* k different numbers below n, in random order: the first k of fair_permutation64(),
 * but in O(k) time and memory for any n up to 2^64 - 1. FAIR_EINVAL if k > n;
 * FAIR_ENOMEM, FAIR_ERANGE; FAIR_ESOURCE or FAIR_ESTATE from the generator. */
FAIR_API int fair_sample(fair_rng *rng, uint64_t n, uint64_t *out, size_t k);

/* k different numbers below n, in rising order, each set of k equally likely; another
 * set than fair_sample() gives. O(k) expected time, no memory. FAIR_EINVAL if k > n,
 * FAIR_ERANGE; FAIR_ESOURCE or FAIR_ESTATE from the generator. */
FAIR_API int fair_sample_sorted(fair_rng *rng, uint64_t n, uint64_t *out, size_t k);

/* k different indices below n, drawn one after the other, each draw with probability
 * proportional to the weights of those that are left; `out` is in the order drawn.
 * Exact: weights are whole numbers. FAIR_EINVAL if k exceeds the number of weights that
 * are not 0, FAIR_ERANGE if the weights add up to 2^64 or more. `out` and the weights
 * must not overlap. O(n + k log n) time, 8 bytes a weight: FAIR_ENOMEM; FAIR_ESOURCE or
 * FAIR_ESTATE from the generator. */
FAIR_API int fair_sample_weighted(fair_rng *rng, const uint64_t *weights, size_t n,
                                  uint64_t *out, size_t k);

/* A sample of k from a stream of unknown length. After any number of items the slots
 * 0 to k - 1 hold each set of k (or all, while there are fewer) equally likely. Which
 * slot an item has says nothing, and is not uniform: shuffle the slots if the order
 * matters. The fields are private.
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
    uint64_t k;
    uint64_t seen;
    uint64_t next;
    uint64_t reserved[2];
} fair_reservoir;

FAIR_API void fair_reservoir_init(fair_reservoir *r, size_t k);

/* Offers the next item: returns the slot it takes, or k if it is passed over. Draws only
 * when an item was taken, O(1) dice each, about k ln(n/k) times in all. Cannot fail. */
FAIR_API size_t fair_reservoir_offer(fair_reservoir *r, fair_rng *rng);

/* How many of the items to come will be passed over before the next one is taken (known
 * in advance: a reader that can seek need not read them); 2^64 - 1 if no more will. */
FAIR_API uint64_t fair_reservoir_gap(fair_reservoir *r, fair_rng *rng);

/* Passes over `count` items at once, but not more than fair_reservoir_gap(). Returns the
 * number passed over. It is smaller than both only if fair_reservoir_seen() reaches its
 * limit. A count of 0 does nothing, and draws nothing. */
FAIR_API uint64_t fair_reservoir_pass(fair_reservoir *r, fair_rng *rng, uint64_t count);

/* Items offered or passed over so far; it stops at 2^64 - 1. */
FAIR_API uint64_t fair_reservoir_seen(const fair_reservoir *r);

/* ---- kernels: for tests and tools -------------------------------------------- */

/* The ChaCha8 kernel in use: "plain"; on x86-64 also "sse2", "avx2" or "avx512"; in
 * WebAssembly also "simd128". Later versions may have others. All give the same bytes. */
FAIR_API const char *fair_kernel(void);

/* The names of the kernels that this machine can run, slowest first; NULL if `index` is
 * not less than their number. */
FAIR_API const char *fair_kernel_name(size_t index);

/* Makes the whole process use the named kernel, NULL for the best. FAIR_EKERNEL if it
 * is unknown or this CPU cannot run it. The library never reads the environment; tools
 * pass FAIRSHUF_KERNEL here. */
FAIR_API int fair_kernel_use(const char *name);

#ifdef __cplusplus
}
#endif

#endif
