/* SPDX-License-Identifier: MIT
 *
 * sample.c - fuzzes generators, dice, samples and reservoirs (fairshuf.h): for any
 * numbers, weights and options, and for generators and allocators that fail, the result
 * is that of the model (model.h), and as many words are drawn.
 *
 * An input is a generator, and then calls.
 */
#include "fairshuf_inline.h"
#include "tests/fuzz/calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { MOST_CALLS = 6, MOST_ITEMS = 40 };

static uint64_t *numbers_new(size_t count)
{
    uint64_t *numbers = malloc((count + 1) * sizeof *numbers);
    MUST(numbers != NULL);
    return numbers;
}

static void check_same(const uint64_t *got, const uint64_t *right, size_t count)
{
    MUST(count == 0 || memcmp(got, right, count * sizeof *got) == 0);
}

/* ---- generators ------------------------------------------------------------------ */

/* Bytes in any parts are those of the model. If the source ends within a part, it depends
 * on its pieces which bytes are dropped: returns 0, and nothing more can be compared. */
static int check_bytes(struct input *in, struct generator *g)
{
    uint8_t got[256], right[256];
    const size_t length = next_byte(in);
    if (g->model.bytes != NULL && g->model.left < length) {
        fair_rng_bytes(&g->rng, got, length);
        MUST(fair_rng_error(&g->rng) == FAIR_ESOURCE);
        return 0;
    }
    if (g->model.bytes == NULL) {
        fair_rng_bytes(&g->model.rng, right, length);
    } else {
        memcpy(right, g->model.bytes, length);
        g->model.bytes += length;
        g->model.left -= length;
    }
    for (size_t at = 0; at < length;) {
        size_t part = next_byte(in) + (size_t)(in->left == 0 ? 256 : 0);
        part = part < length - at ? part : length - at;
        fair_rng_bytes(&g->rng, got + at, part);
        at += part;
    }
    MUST(length == 0 || memcmp(got, right, length) == 0);
    return 1;
}

/* A generator on the heap continues as a copy does. Copies of a source share its bytes,
 * so these are not copied. */
static void check_heap(struct input *in, struct generator *g)
{
    struct call c;
    call_start(&c, in, FAIR_CHECK_PERMUTATION, 0, 1);
    c.options.memory = 0;
    MUST(fair_rng_size() == sizeof(fair_rng));
    fair_rng *rng = fair_rng_new(c.given);
    MUST((rng == NULL) == (c.invalid || c.allocator.failed));
    MUST(c.given == NULL || rng == NULL || c.allocator.now == sizeof(fair_rng));
    if (rng != NULL && g->model.bytes == NULL) {
        fair_rng copy = g->rng;
        *rng = g->rng;
        MUST(fair_rng_u64(rng) == fair_rng_u64(&copy));
    }
    fair_rng_free(rng, c.given);
    fair_rng_free(NULL, c.given);
    MUST(c.allocator.now == 0);
}

static void check_keys(struct input *in)
{
    uint8_t key[FAIR_KEY_SIZE] = {(uint8_t)next_byte(in)}, out[FAIR_KEY_SIZE];
    const uint64_t label = next_number(in);
    fair_key_derive(out, key, label);
    fair_key_derive(key, key, label);
    MUST(memcmp(key, out, sizeof out) == 0);
    const int error = (int)next_byte(in) - 128;
    MUST(fair_strerror(error) != NULL && fair_strerror(error)[0] != '\0');
    if (fair_kernel_name(label % 8 == 0 ? 0 : label % 4) != NULL)
        MUST(fair_kernel_use(fair_kernel_name(label % 8 == 0 ? 0 : label % 4)) ==
             FAIR_OK);
    MUST(fair_kernel_use("none") == FAIR_EKERNEL && fair_kernel() != NULL);
}

/* ---- dice ------------------------------------------------------------------------ */

static int64_t signed_of(uint64_t x)
{
    int64_t result;
    memcpy(&result, &x, sizeof result);
    return result;
}

static void check_die(struct input *in, struct generator *g, int inlined)
{
    const uint64_t n = next_number(in), other = next_number(in);
    const uint64_t die = below(&g->model, n);
    MUST(die == (inlined ? fair_inline_below(&g->rng, n) : fair_below(&g->rng, n)));
    MUST(n == 0 || die < n);
    const int64_t lowest = signed_of(n), highest = signed_of(other);
    int64_t right = lowest;
    if (lowest < highest && other - n == UINT64_MAX)
        right = signed_of(n + next_word(&g->model));
    else if (lowest < highest)
        right = signed_of(n + below(&g->model, other - n + 1));
    const int64_t got = inlined ? fair_inline_between(&g->rng, lowest, highest)
                                : fair_between(&g->rng, lowest, highest);
    MUST(got == right && (got == lowest || (got > lowest && got <= highest)));
    if (inlined)
        MUST(fair_inline_u64(&g->rng) == next_word(&g->model));
}

static void check_dice(struct input *in, struct generator *g, unsigned width)
{
    const size_t count = next_byte(in) % (2 * MOST_ITEMS);
    const uint64_t n = next_number(in);
    uint64_t *right = numbers_new(count), *got = numbers_new(count);
    uint32_t *got32 = malloc(count * sizeof *got32 + 1);
    uint8_t *got8 = malloc(count + 1);
    MUST(got32 != NULL && got8 != NULL);
    const int draws = width == 8 ? n <= 256 : width == 32 ? n <= UINT64_C(1) << 32 : 1;
    if (draws)
        model_dice(&g->model, right, count, n);
    if (width == 8)
        fair_dice8(&g->rng, got8, count, n);
    else if (width == 32)
        fair_dice32(&g->rng, got32, count, n);
    else
        fair_dice(&g->rng, got, count, n);
    for (size_t i = 0; i < count && draws; i++)
        MUST(right[i] == (width == 8 ? got8[i] : width == 32 ? got32[i] : got[i]));
    free(right);
    free(got);
    free(got32);
    free(got8);
}

/* ---- samples --------------------------------------------------------------------- */

static void check_sample(struct input *in, struct generator *g, int sorted)
{
    const uint64_t n = next_number(in);
    const size_t k = next_byte(in) % MOST_ITEMS;
    uint64_t *right = numbers_new(k), *got = numbers_new(k);
    struct stream before = g->model;
    struct call c;
    int error, expected = FAIR_OK;
    call_start(&c, in, FAIR_SAMPLE, k, sizeof *got);
    if (k > n || (c.invalid && !sorted)) {
        expected = FAIR_EINVAL;
    } else if (sorted) {
        uint64_t next = 0;
        for (size_t i = 0; i < k; i++, next++)
            right[i] = next += gap_fixed(&g->model, n - next, k - i);
    } else {
        model_sample(&g->model, n, right, k);
    }
    if (sorted) {
        error = fair_sample_sorted(&g->rng, n, got, k);
        MUST(error == (expected != FAIR_OK || k == 0 ? expected : g->model.error));
    } else {
        error = fair_sample(&g->rng, n, got, k, c.given);
        if (error == FAIR_ENOMEM)
            g->model = before;
        call_end(&c, error, expected != FAIR_OK || k == 0 ? expected : g->model.error);
    }
    if (error == FAIR_OK)
        check_same(got, right, k);
    free(right);
    free(got);
}

/* fair_sample_weighted(), or fair_dice_weighted() if `dice`. */
static void check_weighted(struct input *in, struct generator *g, int dice)
{
    const size_t n = next_byte(in) % MOST_ITEMS, k = next_byte(in) % MOST_ITEMS;
    uint64_t *weights = numbers_new(n), *right = numbers_new(k), *got = numbers_new(k);
    uint64_t total = 0;
    size_t usable = 0;
    int expected = FAIR_OK;
    struct stream before = g->model;
    struct call c;
    for (size_t i = 0; i < n; i++) {
        weights[i] = next_number(in);
        usable += weights[i] > 0;
        if (weights[i] > UINT64_MAX - total)
            expected = FAIR_ERANGE;
        total += weights[i];
    }
    call_start(&c, in, dice ? FAIR_DICE_WEIGHTED : FAIR_SAMPLE_WEIGHTED, n, 8);
    if (expected == FAIR_OK && (dice ? k > 0 && total == 0 : k > usable))
        expected = FAIR_EINVAL;
    uint64_t *left = numbers_new(n);
    memcpy(left, weights, n * sizeof *left);
    for (size_t i = 0; i < k && expected == FAIR_OK && !c.invalid; i++) {
        right[i] = item_at(left, below(&g->model, total));
        if (!dice) {
            total -= left[right[i]];
            left[right[i]] = 0;
        }
    }
    const int error = dice ? fair_dice_weighted(&g->rng, weights, n, got, k, c.given)
                           : fair_sample_weighted(&g->rng, weights, n, got, k, c.given);
    if (error == FAIR_ENOMEM)
        g->model = before;
    if (call_end(&c, error, expected != FAIR_OK || k == 0 ? expected : g->model.error))
        check_same(got, right, k);
    free(weights);
    free(left);
    free(right);
    free(got);
}

/* ---- reservoirs ------------------------------------------------------------------ */

/* Offers and passes items as the input says, and compares each step with the model. */
static void check_reservoir(struct input *in, struct generator *g)
{
    const size_t k = next_byte(in) % MOST_ITEMS;
    uint64_t seen = 0, gap = 0;
    int known = 0; /* the gap was drawn */
    fair_reservoir r;
    fair_reservoir_init(&r, k);
    for (unsigned steps = next_byte(in) % 64; steps > 0; steps--) {
        const unsigned step = next_byte(in);
        const uint64_t count = step % 4 == 3 ? next_number(in) : 1;
        if (seen < k)
            gap = 0;
        else if (k == 0)
            gap = UINT64_MAX;
        else if (!known && count > 0)
            gap = gap_stream(&g->model, seen, k), known = 1;
        if (step % 4 < 2) {
            uint64_t slot = seen < k ? seen : gap > 0 ? k : below(&g->model, k);
            MUST(fair_reservoir_offer(&r, &g->rng) == slot);
            known = seen >= k && k > 0 && gap > 0;
            gap -= gap > 0 && gap < UINT64_MAX;
            seen += seen < UINT64_MAX;
        } else if (step % 4 == 2) {
            MUST(fair_reservoir_gap(&r, &g->rng) == gap);
        } else {
            uint64_t now = count == 0 ? 0 : count < gap ? count : gap;
            now = now < UINT64_MAX - seen ? now : UINT64_MAX - seen;
            MUST(fair_reservoir_pass(&r, &g->rng, count) == now);
            seen += now;
            gap -= gap < UINT64_MAX ? now : 0;
        }
        MUST(fair_reservoir_seen(&r) == seen);
    }
}

/* The model of a weighted reservoir. */
struct places {
    uint64_t weight[MOST_ITEMS]; /* of the item in each place */
    size_t slot[MOST_ITEMS];     /* of the same */
    size_t count;                /* items in the sample */
    uint64_t total;              /* weight of all items offered */
};

/* T(j) of docs/order-format.md */
static uint64_t weight_from(const struct places *p, size_t j)
{
    uint64_t left = p->total;
    for (size_t i = 0; i < j; i++)
        left -= p->weight[i];
    return left;
}

static size_t first_taken(struct stream *s, const struct places *p, uint64_t v, size_t j,
                          size_t span, size_t n)
{
    if (n == 0)
        return span;
    const uint64_t end = weight_from(p, j + span - 1), x = below(s, end);
    if (x >= n * v)
        return span;
    const size_t i = (size_t)(x / v);
    if (i < span - 1 && below(s, weight_from(p, j + i)) >= end)
        return span;
    return first_taken(s, p, v, j, span, i) == span ? i : span;
}

static size_t find_place(struct stream *s, const struct places *p, uint64_t v, size_t j)
{
    while (j < p->count) {
        size_t span = p->count - j;
        while (v > weight_from(p, j + span - 1) / span)
            span /= 2;
        const size_t i = first_taken(s, p, v, j, span, span);
        if (i < span)
            return j + i;
        j += span;
    }
    return p->count;
}

/* Returns the slot of the new item, or k. */
static size_t offer(struct stream *s, struct places *p, size_t k, uint64_t v)
{
    if (k == 0 || v == 0) {
        p->total += v;
        return k;
    }
    p->total += v;
    size_t moving = k; /* the slot of the moving item; k: that of the new item */
    size_t place = p->count, new_place = k;
    for (size_t j = find_place(s, p, v, 0); j < p->count;) {
        const uint64_t weight = p->weight[j];
        const size_t slot = p->slot[j];
        p->weight[j] = v;
        p->slot[j] = moving;
        new_place = moving == k && new_place == k ? j : new_place;
        v = weight;
        moving = slot;
        j = find_place(s, p, v, j + 1);
    }
    size_t slot = k;
    if (p->count < k) {
        p->weight[place] = v;
        p->slot[place] = moving;
        new_place = moving == k ? place : new_place;
        slot = p->count++;
    } else if (new_place < k) {
        slot = moving;
    }
    if (new_place < k)
        p->slot[new_place] = slot;
    return slot;
}

static void check_weighted_reservoir(struct input *in, struct generator *g)
{
    const size_t k = next_byte(in) % MOST_ITEMS;
    fair_weighted_slot *slots = malloc(k * sizeof *slots + 1);
    struct places p = {.count = 0};
    fair_weighted_reservoir r;
    MUST(slots != NULL);
    fair_weighted_reservoir_init(&r, slots, k);
    for (unsigned items = next_byte(in) % 64; items > 0; items--) {
        const uint64_t weight = next_number(in);
        size_t slot = 12345;
        if (weight > UINT64_MAX - p.total) {
            MUST(fair_weighted_reservoir_offer(&r, &g->rng, weight, &slot) ==
                 FAIR_ERANGE);
            continue;
        }
        const int draws = weight > 0 && p.count > 0;
        const size_t right = offer(&g->model, &p, k, weight);
        const int error = fair_weighted_reservoir_offer(&r, &g->rng, weight, &slot);
        MUST(error == (draws ? g->model.error : FAIR_OK));
        MUST(slot == right && fair_weighted_reservoir_count(&r) == p.count);
    }
    for (size_t i = 0; i < p.count; i++)
        MUST(fair_weighted_reservoir_slot(&r, i) == p.slot[i]);
    free(slots);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct input in = {input, size};
    struct generator g;
    int comparable = 1;
    generator_start(&g, &in);
    for (unsigned i = 0; i < MOST_CALLS && in.left > 0 && comparable; i++) {
        const unsigned call = next_byte(&in), which = call / 8;
        switch (call % 8) {
        case 0:
            comparable = check_bytes(&in, &g);
            break;
        case 1:
            check_die(&in, &g, which % 2);
            break;
        case 2:
            check_dice(&in, &g, which % 3 == 0 ? 64 : which % 3 == 1 ? 32 : 8);
            break;
        case 3:
            check_sample(&in, &g, which % 2);
            break;
        case 4:
            check_weighted(&in, &g, which % 2);
            break;
        case 5:
            check_reservoir(&in, &g);
            break;
        case 6:
            check_weighted_reservoir(&in, &g);
            break;
        default:
            if (which % 2)
                check_heap(&in, &g);
            else
                check_keys(&in);
        }
        if (comparable)
            generator_check(&g);
    }
    return 0;
}
