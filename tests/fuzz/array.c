/* SPDX-License-Identifier: MIT
 *
 * array.c - fuzzes shuffles and permutations of arrays (fairshuf.h): for any number and
 * size of elements, any options, and generators and allocators that fail, the result is
 * that of the model (model.h), and after an error the array is unchanged.
 *
 * An input is a generator, and then calls. The library has tiny constants (meson.build),
 * so that a few dozen elements go through several levels. Every array has its own
 * allocation, so that the sanitizer sees accesses beyond its end.
 */
#include "fairshuf_inline.h"
#include "tests/fuzz/calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { MOST_CALLS = 4, MOST_BYTES = 2048, MOST_ARRAYS = 4 };

/* ---- arrays ---------------------------------------------------------------------- */

/* An array of n different elements, as far as their size allows. */
struct array {
    unsigned char *memory; /* the allocation */
    unsigned char *base;   /* the first element */
    size_t n, size;
};

enum { MOST_ELEMENTS = 1024, MOST_SIZE = 100 };

/* An element is the first bytes of its row. */
static unsigned char rows[MOST_ELEMENTS][MOST_SIZE];

static void make_rows(void)
{
    for (size_t i = 0; i < MOST_ELEMENTS && rows[0][0] == 0; i++)
        for (size_t j = 0; j < MOST_SIZE; j++)
            rows[i][j] = (unsigned char)(i * (2 * j + 1) + (i >> 8) * (j & 1));
    rows[0][0] = 255;
}

static struct array array_new(size_t n, size_t size, size_t offset)
{
    struct array a = {.memory = malloc(offset + n * size), .n = n, .size = size};
    MUST(a.memory != NULL || offset + n * size == 0);
    a.base = a.memory == NULL ? NULL : a.memory + offset;
    for (size_t i = 0; i < n && size > 0; i++)
        memcpy(a.base + i * size, rows[i], size);
    return a;
}

/* Place i holds element p[i]; with p = NULL, element i. The first `n` places count. */
static void array_check(const struct array *a, const uint64_t *p, size_t n)
{
    for (size_t i = 0; i < n && a->size > 0; i++)
        MUST(memcmp(a->base + i * a->size, rows[p != NULL ? p[i] : i], a->size) == 0);
}

/* The array holds each element once, in any order. */
static void array_check_whole(const struct array *a)
{
    size_t count[256] = {0};
    for (size_t i = 0; i < a->n && a->size > 0; i++) {
        count[a->base[i * a->size]]++;
        count[rows[i][0]]--;
    }
    for (size_t i = 0; i < 256; i++)
        MUST(count[i] == 0);
}

/* What every call has. */
struct shape {
    size_t n, size, offset;
    size_t k;    /* places of a head */
    uint64_t *p; /* [n]: 0, 1, 2, ...; becomes the result that is expected */
};

static struct shape shape_next(struct input *in)
{
    static const size_t sizes[] = {4, 8,  1,  2, 3,  16, 0,  12,
                                   5, 24, 32, 7, 17, 64, 33, 100};
    struct shape s = {.n = next_byte(in)};
    const unsigned how = next_byte(in), k = next_byte(in);
    s.size = sizes[how % 16];
    s.offset = how / 16 % 8;
    if (s.n >= 250) /* more levels */
        s.n = 300 + (s.n - 250) * 100;
    else
        s.n /= 2;
    while (s.n * s.size > MOST_BYTES)
        s.n /= 2;
    s.k = k < 250 ? s.n * k / 249 : s.n + k;
    s.p = malloc((s.n + 1) * sizeof *s.p);
    MUST(s.p != NULL);
    identity(s.p, s.n);
    return s;
}

/* ---- shuffles with a generator --------------------------------------------------- */

static void swap(void *context, size_t i, size_t j)
{
    const struct array *a = context;
    MUST(i < j && j < a->n);
    for (size_t k = 0; k < a->size; k++) {
        const unsigned char kept = a->base[i * a->size + k];
        a->base[i * a->size + k] = a->base[j * a->size + k];
        a->base[j * a->size + k] = kept;
    }
}

enum { WHOLE, INLINE, HEAD, WITH, COPY, CYCLE, SHUFFLES };

/* Functions that cannot fail. With elements of size 0 they draw nothing, except
 * fair_shuffle_with(), which does not know the size. */
static void check_shuffle(struct input *in, struct generator *g, unsigned which)
{
    struct shape s = shape_next(in);
    struct array a = array_new(s.n, s.size, s.offset), b = array_new(s.n, s.size, 0);
    const int draws = s.size > 0 || which == WITH;
    if (draws && which == COPY)
        model_copy(&g->model, s.p, s.n);
    else if (draws && which == CYCLE)
        model_cycle(&g->model, s.p, s.n);
    else if (draws)
        model_head(&g->model, s.p, s.n, which == HEAD ? s.k : s.n);
    switch (which) {
    case INLINE:
        fair_inline_shuffle(&g->rng, a.base, s.n, s.size);
        break;
    case HEAD:
        fair_shuffle_head(&g->rng, a.base, s.n, s.size, s.k);
        break;
    case WITH:
        fair_shuffle_with(&g->rng, s.n, swap, &a);
        break;
    case COPY:
        fair_shuffle_copy(&g->rng, a.base, b.base, s.n, s.size);
        array_check(&b, NULL, s.n);
        break;
    case CYCLE:
        fair_cycle(&g->rng, a.base, s.n, s.size);
        break;
    default:
        fair_shuffle(&g->rng, a.base, s.n, s.size);
    }
    array_check(&a, s.p, s.n);
    generator_check(g);
    free(a.memory);
    free(b.memory);
    free(s.p);
}

/* fair_shuffle_arrays(), also with arrays that overlap. */
static void check_lockstep(struct input *in, struct generator *g)
{
    struct shape s = shape_next(in);
    const unsigned kind = next_byte(in), count = kind % (MOST_ARRAYS + 1);
    struct array arrays[MOST_ARRAYS];
    fair_array given[MOST_ARRAYS] = {{0}};
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        arrays[i] = array_new(s.n, i % 2 == 0 ? s.size : next_byte(in) % 9, s.offset);
        given[i] = (fair_array){arrays[i].base, arrays[i].size, {0}};
        bytes += s.n * arrays[i].size;
    }
    int right = FAIR_OK;
    if (kind >= 240 && count > 0) {
        given[count - 1].reserved[kind % 2] = 1;
        right = FAIR_EINVAL;
    } else if (kind >= 200 && count > 1 && s.size > 0 && s.n > 0) {
        given[count - 1] = given[0]; /* the last byte of the first array */
        given[count - 1].base = arrays[0].base + s.n * s.size - 1;
        right = FAIR_EINVAL;
    }
    if (right == FAIR_OK && bytes > 0)
        model_head(&g->model, s.p, s.n, s.n);
    const int error = fair_shuffle_arrays(&g->rng, given, count, s.n);
    MUST(error == right || (right == FAIR_OK && error == g->model.error));
    for (size_t i = 0; i < count; i++) {
        array_check(&arrays[i], s.p, s.n);
        free(arrays[i].memory);
    }
    generator_check(g);
    free(s.p);
}

/* fair_unshuffle() and fair_derange(): after an error, nothing has moved. */
static void check_indexed(struct input *in, struct generator *g, int derange)
{
    struct shape s = shape_next(in);
    struct array a = array_new(s.n, s.size, s.offset);
    struct call c;
    call_start(&c, in, derange ? FAIR_DERANGE : FAIR_UNSHUFFLE, s.n, s.size);
    struct stream before = g->model;
    const int refused = c.invalid || (derange && s.n == 1);
    if (!refused && s.size > 0 && derange)
        model_derange(&g->model, s.p, s.n);
    else if (!refused && s.size > 0)
        model_head(&g->model, s.p, s.n, s.n);
    const int empty = s.size == 0 || s.n < 2;
    const int right = refused ? FAIR_EINVAL : empty ? FAIR_OK : g->model.error;
    const int error = derange ? fair_derange(&g->rng, a.base, s.n, s.size, c.given)
                              : fair_unshuffle(&g->rng, a.base, s.n, s.size, c.given);
    if (error == FAIR_ENOMEM)
        g->model = before;
    if (!call_end(&c, error, right)) {
        array_check(&a, NULL, s.n);
    } else if (derange) {
        array_check(&a, s.p, s.n);
    } else { /* place p[i] has element i */
        for (size_t i = 0; i < s.n && s.size > 0; i++)
            MUST(memcmp(a.base + s.p[i] * s.size, rows[i], s.size) == 0);
    }
    generator_check(g);
    free(a.memory);
    free(s.p);
}

/* ---- shuffles with a key --------------------------------------------------------- */

enum { IN_PLACE, PARALLEL_HEAD, PARALLEL_COPY, PERMUTATION32, PERMUTATION64, PARALLELS };

static int run_parallel(const struct shape *s, unsigned which, const uint8_t *key,
                        struct array *to, const struct array *from, const struct call *c)
{
    switch (which) {
    case PARALLEL_HEAD:
        return fair_shuffle_parallel_head(key, to->base, s->n, s->size, s->k, c->given);
    case PARALLEL_COPY:
        return fair_shuffle_parallel_copy(key, to->base, from->base, s->n, s->size,
                                          c->given);
    case PERMUTATION32:
        return fair_permutation_parallel32(key, (uint32_t *)(void *)to->base, s->n,
                                           c->given);
    case PERMUTATION64:
        return fair_permutation_parallel64(key, (uint64_t *)(void *)to->base, s->n,
                                           c->given);
    default:
        return fair_shuffle_parallel(key, to->base, s->n, s->size, c->given);
    }
}

static void check_parallel(struct input *in, unsigned which)
{
    struct shape s = shape_next(in);
    const uint8_t key[FAIR_KEY_SIZE] = {(uint8_t)next_byte(in)};
    const int indices = which == PERMUTATION32 || which == PERMUTATION64;
    if (indices) {
        s.size = which == PERMUTATION32 ? 4 : 8;
        s.offset = 0;
        while (s.n * s.size > MOST_BYTES)
            s.n /= 2;
    }
    struct array a = array_new(s.n, s.size, s.offset), b = array_new(s.n, s.size, 0);
    struct call c;
    call_start(&c, in, FAIR_PARALLEL, s.n, s.size);
    if (s.size > 0)
        model_order(key, s.p, s.n);
    const int error = run_parallel(&s, which, key, &a, &b, &c);
    const int good = call_end(&c, error, FAIR_OK);
    array_check(&b, NULL, s.n);
    if (good && which == PARALLEL_HEAD) {
        array_check(&a, s.p, s.k < s.n ? s.k : s.n);
        array_check_whole(&a);
    } else if (good && which == PERMUTATION32) {
        for (size_t i = 0; i < s.n; i++)
            MUST(((uint32_t *)(void *)a.base)[i] == s.p[i]);
    } else if (good && which == PERMUTATION64) {
        MUST(s.n == 0 || memcmp(a.base, s.p, s.n * sizeof *s.p) == 0);
    } else if (good) {
        array_check(&a, s.p, s.n);
    } else if (error != FAIR_ECANCELED) {
        array_check(&a, NULL, s.n);
    } else if (which == IN_PLACE || which == PARALLEL_HEAD) {
        array_check_whole(&a);
    }
    free(a.memory);
    free(b.memory);
    free(s.p);
}

/* ---- permutations ---------------------------------------------------------------- */

/* Makes a permutation of the input's bytes, or something that is none. Returns whether it
 * is one. */
static int make_permutation(struct input *in, uint64_t *p, size_t n)
{
    const unsigned kind = next_byte(in);
    int valid = 1;
    for (size_t i = 0; i + 1 < n; i++)
        exchange(p, i, i + (next_byte(in) + kind) % (n - i));
    if (kind >= 192 && n > 0)
        p[next_byte(in) % n] = kind < 224 ? next_byte(in) : kind < 240 ? n : UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        valid &= p[i] < n;
        for (size_t j = 0; j < i; j++)
            valid &= p[i] != p[j];
    }
    return valid;
}

enum { CHECK, INVERSE, APPLY, APPLY_COPY, APPLY_ARRAYS, PERMUTES };

/* A call of one of the functions that get a permutation. */
struct permuting {
    unsigned which;
    int wide, undo;       /* 64 bits; the inverse */
    const void *p;        /* the permutation, 32 or 64 bits */
    void *out;            /* for an inverse: as large as p */
    struct array *a, *b;  /* the arrays: to, from */
    fair_array arrays[2]; /* the same */
};

static int run_permute(const struct permuting *r, const fair_options *o)
{
    const size_t n = r->a->n, size = r->a->size;
    void *to = r->a->base;
    const void *from = r->b->base;
    switch (r->which) {
    case CHECK:
        return r->wide ? fair_check_permutation64(r->p, n, o)
                       : fair_check_permutation32(r->p, n, o);
    case INVERSE:
        return r->wide ? fair_inverse64(r->out, r->p, n, o)
                       : fair_inverse32(r->out, r->p, n, o);
    case APPLY:
        return r->undo ? (r->wide ? fair_permute_inverse64(to, n, size, r->p, o)
                                  : fair_permute_inverse32(to, n, size, r->p, o))
                       : (r->wide ? fair_permute64(to, n, size, r->p, o)
                                  : fair_permute32(to, n, size, r->p, o));
    case APPLY_COPY:
        return r->undo
                   ? (r->wide ? fair_permute_inverse_copy64(to, from, n, size, r->p, o)
                              : fair_permute_inverse_copy32(to, from, n, size, r->p, o))
                   : (r->wide ? fair_permute_copy64(to, from, n, size, r->p, o)
                              : fair_permute_copy32(to, from, n, size, r->p, o));
    default:
        return r->undo
                   ? (r->wide ? fair_permute_inverse_arrays64(r->arrays, 2, n, r->p, o)
                              : fair_permute_inverse_arrays32(r->arrays, 2, n, r->p, o))
                   : (r->wide ? fair_permute_arrays64(r->arrays, 2, n, r->p, o)
                              : fair_permute_arrays32(r->arrays, 2, n, r->p, o));
    }
}

static void store(void *to, const uint64_t *p, size_t n, int wide)
{
    for (size_t i = 0; i < n; i++)
        if (wide)
            ((uint64_t *)to)[i] = p[i];
        else
            ((uint32_t *)to)[i] = (uint32_t)p[i];
}

static void check_permute(struct input *in, unsigned which)
{
    struct shape s = shape_next(in);
    const unsigned kind = next_byte(in);
    const size_t width = kind & 1 ? 8 : 4;
    struct array a = array_new(s.n, s.size, s.offset), b = array_new(s.n, s.size, 0);
    struct permuting r = {which,
                          kind & 1,
                          kind >> 1 & 1,
                          malloc(s.n * width + 1),
                          malloc(s.n * width + 1),
                          &a,
                          &b,
                          {{a.base, s.size, {0}}, {b.base, s.size, {0}}}};
    uint64_t *back = malloc((s.n + 1) * sizeof *back), *right_order = s.p;
    MUST(r.p != NULL && r.out != NULL && back != NULL);
    int valid = make_permutation(in, s.p, s.n);
    void *freed[] = {a.memory, b.memory, (void *)r.p, r.out, back, s.p};
    store((void *)r.p, s.p, s.n, r.wide);
    for (size_t i = 0; i < s.n && valid; i++)
        back[s.p[i]] = i;
    if (r.undo)
        right_order = back;
    if (kind >= 240 && s.n > 0 && which != CHECK) { /* what is written overlaps p */
        if (which == INVERSE)
            r.out = (void *)r.p;
        valid = valid && s.size == 0 && which != INVERSE;
        a.base = r.arrays[0].base = (unsigned char *)r.p + s.n * width - 1;
    }
    struct call c;
    call_start(&c, in, FAIR_PERMUTE, s.n, s.size);
    const int good =
        call_end(&c, run_permute(&r, c.given), valid ? FAIR_OK : FAIR_EINVAL);
    if (a.base == (unsigned char *)r.p + s.n * width - 1)
        a.base = freed[0] == NULL ? NULL : (unsigned char *)freed[0] + s.offset;
    if (good && which == INVERSE)
        for (size_t i = 0; i < s.n; i++)
            MUST((r.wide ? ((uint64_t *)r.out)[i] : ((uint32_t *)r.out)[i]) == back[i]);
    array_check(&a, good && which >= APPLY ? right_order : NULL, s.n);
    array_check(&b, good && which == APPLY_ARRAYS ? right_order : NULL, s.n);
    for (size_t i = 0; i < sizeof freed / sizeof freed[0]; i++)
        free(freed[i]);
}

/* ---- arrays that cannot exist ---------------------------------------------------- */

/* Functions that can fail say so, and the others do nothing. */
static void check_huge(struct input *in, struct generator *g)
{
    static const uint8_t key[FAIR_KEY_SIZE];
    const size_t size = 1 + next_byte(in);
    const size_t n = (size_t)PTRDIFF_MAX / size + 1 + next_byte(in);
    unsigned char one[1] = {7}, other[1] = {8};
    size_t bytes = 0;
    MUST(fair_memory_needed(FAIR_PARALLEL, n, size, NULL, &bytes) == FAIR_ERANGE);
    fair_shuffle(&g->rng, one, n, size);
    fair_shuffle_head(&g->rng, one, n, size, 1);
    fair_shuffle_copy(&g->rng, one, other, n, size);
    fair_cycle(&g->rng, one, n, size);
    MUST(fair_unshuffle(&g->rng, one, n, size, NULL) == FAIR_ERANGE);
    MUST(fair_derange(&g->rng, one, n, size, NULL) == FAIR_ERANGE);
    MUST(fair_shuffle_arrays(&g->rng, &(fair_array){one, size, {0}}, 1, n) ==
         FAIR_ERANGE);
    MUST(fair_shuffle_parallel(key, one, n, size, NULL) == FAIR_ERANGE);
    MUST(fair_shuffle_parallel_head(key, one, n, size, 1, NULL) == FAIR_ERANGE);
    MUST(fair_shuffle_parallel_copy(key, one, other, n, size, NULL) == FAIR_ERANGE);
    MUST(one[0] == 7 && other[0] == 8);
    generator_check(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct input in = {input, size};
    struct generator g;
    make_rows();
    generator_start(&g, &in);
    for (unsigned i = 0; i < MOST_CALLS && in.left > 0; i++) {
        const unsigned call = next_byte(&in), which = call / 8;
        switch (call % 8) {
        case 0:
        case 1:
            check_shuffle(&in, &g, which % SHUFFLES);
            break;
        case 2:
            check_lockstep(&in, &g);
            break;
        case 3:
            check_indexed(&in, &g, which % 2);
            break;
        case 4:
        case 5:
            check_parallel(&in, which % PARALLELS);
            break;
        case 6:
            check_permute(&in, which % PERMUTES);
            break;
        default:
            check_huge(&in, &g);
        }
    }
    return 0;
}
