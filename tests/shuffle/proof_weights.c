/* SPDX-License-Identifier: MIT
 *
 * proof_weights.c - proves that weighted dice and weighted reservoirs have exactly the
 * right distribution, by enumerating all choices of the library's own sources.
 *
 * Dice: every x is tried, with indices of 4 and of 8 bytes, and outcomes are counted.
 *
 * Reservoirs: first one lemma, the place that an item takes. Then whole streams, item by
 * item. The distribution after an item is computed from all samples before it, each with
 * its probability, and from all choices of the one offer. It must be that of an urn.
 *
 * These probabilities are fractions with large denominators. Instead of rounding them,
 * the proof computes modulo the prime 2^61 - 1, where every fraction is a number.
 * Fractions that are equal have equal numbers; different ones do only by an unlikely
 * accident.
 */
#include "tests/shuffle/enumerate.h"

/* Residues modulo the prime are less than 2^61. */
static uint64_t times(uint64_t a, uint64_t b)
{
    const uint64_t prime = ((uint64_t)1 << 61) - 1;
    uint64_t low;
    const uint64_t high = fs_mul64(a, b, &low);
    const uint64_t sum = (low & prime) + (low >> 61 | high << 3);
    return sum >= prime ? sum - prime : sum;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    return times(a + b, 1);
}

/* a / b: b to the power of 2^61 - 3 is 1 / b (Fermat). */
static uint64_t fraction(uint64_t a, uint64_t b)
{
    for (uint64_t power = ((uint64_t)1 << 61) - 3; power > 0; power /= 2, b = times(b, b))
        if (power % 2 == 1)
            a = times(a, b);
    return a;
}

/* The probability of the dice rolled so far in a run. */
static uint64_t chance;

static uint64_t recorded_below(fair_rng *rng, uint64_t n)
{
    static uint64_t inverse[64];
    if (n >= 64)
        enumerate_fail("a die has too many sides");
    if (inverse[n] == 0)
        inverse[n] = fraction(1, n);
    chance = times(chance, inverse[n]);
    return fs_below(rng, n);
}

#include "src/shuffle/weighted_dice.c" /* with static functions */
#define fs_below recorded_below
#include "src/shuffle/weighted_reservoir.c" /* with static functions */
#include "tests/support/test.h"

static fair_rng rng;

/* Goes through all lists of `length` numbers from 0 to base - 1. Returns 0 at the end. */
static int next_list(unsigned *list, size_t length, unsigned base)
{
    for (size_t i = 0; i < length; i++) {
        if (++list[i] < base)
            return 1;
        list[i] = 0;
    }
    return 0;
}

/* ---- weighted dice ----------------------------------------------------------------- */

enum { MOST_WEIGHTS = 6 };

struct dice {
    uint64_t weight[MOST_WEIGHTS];
    size_t n, width;
    uint64_t out[2];
    uint64_t runs[MOST_WEIGHTS][MOST_WEIGHTS];
};

static void run_dice(void *context)
{
    struct dice *d = context;
    uint64_t end[MOST_WEIGHTS], guide[MOST_WEIGHTS + 2], sum = 0;
    for (size_t i = 0; i < d->n; i++)
        end[i] = sum += d->weight[i];
    struct guided g = {end, guide, sum, 0};
    draw(&rng, &g, d->n, d->out, 2, d->width);
}

static void run_public_dice(void *context)
{
    struct dice *d = context;
    CHECK(fair_dice_weighted(&rng, d->weight, d->n, d->out, 2, NULL) == FAIR_OK);
}

static void count_dice(void *context, long double probability)
{
    struct dice *d = context;
    (void)probability; /* it is the same in all runs */
    if (CHECK(d->out[0] < d->n && d->out[1] < d->n))
        d->runs[d->out[0]][d->out[1]]++;
}

/* Whether two dice have the probabilities of their weights, and are independent. */
static int right_dice(struct dice *d, void (*run)(void *), const uint64_t *weight)
{
    memset(d->runs, 0, sizeof d->runs);
    const enumeration e = enumerate(run, count_dice, d, 0);
    int right = e.even && e.open == 0;
    for (size_t i = 0; i < d->n; i++)
        for (size_t j = 0; j < d->n; j++)
            right &= d->runs[i][j] == weight[i] * weight[j];
    return right;
}

static void prove_dice(void)
{
    static const uint64_t some[] = {0, 1, 2, 7};
    unsigned list[MOST_WEIGHTS] = {0};
    for (size_t n = 1; n <= MOST_WEIGHTS; n++)
        while (next_list(list, n, 4)) { /* the first list is all zeros */
            struct dice d = {.n = n, .width = 4};
            for (size_t i = 0; i < n; i++)
                d.weight[i] = some[list[i]];
            CHECKF(right_dice(&d, run_dice, d.weight), "n %zu, list %u %u %u", n, list[0],
                   list[1], list[2]);
            if (n > 4)
                continue;
            d.width = 8;
            CHECKF(right_dice(&d, run_dice, d.weight), "n %zu, 8 bytes", n);
            CHECKF(right_dice(&d, run_public_dice, d.weight), "n %zu, public function",
                   n);
        }
}

/* ---- the lemma: which place an item takes ------------------------------------------ */

enum { MOST_PLACES = 5 };

struct offer {
    fair_weighted_reservoir r;
    fair_weighted_slot slots[MOST_PLACES];
    uint64_t weight; /* of the item */
    size_t start;    /* its first place */
    size_t place;    /* the place that it takes */
    uint64_t probability[MOST_PLACES + 1];
};

static void run_offer(void *context)
{
    struct offer *o = context;
    chance = 1;
    o->place = find_place(&o->r, &rng, o->weight, o->start);
}

static void count_offer(void *context, long double probability)
{
    struct offer *o = context;
    (void)probability;
    o->probability[o->place] = plus(o->probability[o->place], chance);
}

/* Places with these weights, others that weigh `rest`, and an item that arrives. */
static void prove_lemma(const unsigned *places, size_t k, uint64_t rest, uint64_t weight)
{
    struct offer o = {.weight = weight};
    fair_weighted_reservoir_init(&o.r, o.slots, k);
    o.r.total = rest + weight;
    for (size_t i = 0; i < k; i++) {
        append(&o.r, places[i] + 1, i);
        o.r.total += places[i] + 1;
    }
    for (o.start = 0; o.start <= k; o.start++) {
        memset(o.probability, 0, sizeof o.probability);
        CHECK(enumerate(run_offer, count_offer, &o, 0).open == 0);
        uint64_t passed = 1, left = o.r.total;
        for (size_t i = 0; i < k; i++) {
            const int arrives = i >= o.start;
            const uint64_t p = arrives ? fraction(times(passed, weight), left) : 0;
            CHECKF(o.probability[i] == p,
                   "k %zu, rest %" PRIu64 ", weight %" PRIu64 ", place %zu", k, rest,
                   weight, i);
            passed = arrives ? fraction(times(passed, left - weight), left) : 1;
            left -= places[i] + 1;
        }
        CHECK(o.probability[k] == passed);
    }
}

/* ---- streams ----------------------------------------------------------------------- */

enum { MOST_ITEMS = 7, STATES = 4096 };

/* A sample: items in the order of the draws, and the slot of each. */
struct sample {
    unsigned char item[MOST_PLACES], slot[MOST_PLACES];
    unsigned count;
};

struct law {
    struct sample sample[STATES];
    uint64_t probability[STATES];
    size_t samples;
};

struct stream {
    uint64_t weight[MOST_ITEMS];
    size_t n, k;
    int (*offer)(fair_weighted_reservoir *, fair_rng *, uint64_t, size_t *);
    /* The offer that is enumerated. */
    const struct sample *before;
    uint64_t probability; /* of `before` */
    size_t item;
    struct sample after;
    struct law *law;
};

static void add_sample(struct law *law, const struct sample *s, uint64_t probability)
{
    size_t i = 0;
    while (i < law->samples && memcmp(&law->sample[i], s, sizeof *s) != 0)
        i++;
    if (i == law->samples) {
        if (i == STATES)
            enumerate_fail("too many samples");
        law->sample[i] = *s;
        law->probability[i] = 0;
        law->samples++;
    }
    law->probability[i] = plus(law->probability[i], probability);
}

/* Ends the proof if a rule is broken: later messages would only confuse. */
static void demand(int holds, const char *rule)
{
    if (!holds)
        enumerate_fail(rule);
}

/* Restores the sample before the item, offers the item, and checks the new sample. */
static void run_item(void *context)
{
    struct stream *s = context;
    fair_weighted_reservoir r;
    fair_weighted_slot slots[MOST_PLACES];
    unsigned char stored[MOST_PLACES + 1]; /* what the caller stores in its slots */
    fair_weighted_reservoir_init(&r, slots, s->k);
    for (size_t i = 0; i < s->item; i++)
        r.total += s->weight[i];
    for (unsigned i = 0; i < s->before->count; i++) {
        append(&r, s->weight[s->before->item[i]], s->before->slot[i]);
        stored[s->before->slot[i]] = s->before->item[i];
    }
    size_t slot;
    chance = 1;
    const int error = s->offer(&r, &rng, s->weight[s->item], &slot);
    demand(error == FAIR_OK && slot <= s->k, "an offer has an impossible result");
    stored[slot] = (unsigned char)s->item;
    memset(&s->after, 0, sizeof s->after);
    s->after.count = (unsigned)fair_weighted_reservoir_count(&r);
    for (unsigned i = 0; i < s->after.count; i++) {
        const size_t at = fair_weighted_reservoir_slot(&r, i);
        demand(at < s->after.count, "a slot does not exist");
        s->after.slot[i] = (unsigned char)at;
        s->after.item[i] = stored[at];
        demand(weight_before(&r, i + 1) - weight_before(&r, i) == s->weight[stored[at]],
               "an item has a wrong weight");
    }
    demand(r.count == 0 || r.ahead == weight_before(&r, r.count - 1), "ahead is wrong");
}

static void count_item(void *context, long double probability)
{
    struct stream *s = context;
    (void)probability;
    add_sample(&s->law[1], &s->after, times(s->probability, chance));
}

/* The probability that the first items of an urn are drawn in this order. */
static uint64_t urn(const struct stream *s, const struct sample *sample)
{
    uint64_t probability = 1, left = 0;
    for (size_t i = 0; i <= s->item; i++)
        left += s->weight[i];
    for (unsigned i = 0; i < sample->count; i++) {
        const uint64_t weight = s->weight[sample->item[i]];
        probability = fraction(times(probability, weight), left);
        left -= weight;
    }
    return probability;
}

/* Whether the samples, without their slots, have the distribution of an urn. */
static int is_urn(const struct stream *s, const struct law *law)
{
    size_t usable = 0;
    uint64_t all = 0;
    int right = 1;
    for (size_t i = 0; i <= s->item; i++)
        usable += s->weight[i] > 0;
    for (size_t i = 0; i < law->samples; i++) {
        uint64_t probability = 0;
        for (size_t j = 0; j < law->samples; j++)
            if (memcmp(law->sample[i].item, law->sample[j].item, MOST_PLACES) == 0)
                probability = plus(probability, law->probability[j]);
        right &= law->sample[i].count == (usable < s->k ? usable : s->k);
        right &= probability == urn(s, &law->sample[i]);
        all = plus(all, law->probability[i]);
    }
    return right && all == 1;
}

/* Whether a stream gives the distribution of an urn after every item. */
static int right_stream(struct stream *s)
{
    static struct law laws[2];
    static const struct sample none;
    int right = 1;
    s->law = laws;
    laws[0].samples = 0;
    add_sample(&laws[0], &none, 1);
    for (s->item = 0; s->item < s->n; s->item++) {
        laws[1].samples = 0;
        for (size_t i = 0; i < laws[0].samples; i++) {
            s->before = &laws[0].sample[i];
            s->probability = laws[0].probability[i];
            CHECK(enumerate(run_item, count_item, s, 0).open == 0);
        }
        right &= is_urn(s, &laws[1]);
        laws[0] = laws[1];
    }
    return right;
}

static void prove_streams(const uint64_t *some, unsigned choices, size_t n, size_t most)
{
    unsigned list[MOST_ITEMS] = {0};
    do {
        struct stream s = {.n = n, .offer = fair_weighted_reservoir_offer};
        for (size_t i = 0; i < n; i++)
            s.weight[i] = some[list[i]];
        for (s.k = 0; s.k <= most; s.k++)
            CHECKF(right_stream(&s), "n %zu, k %zu, list %u %u %u %u", n, s.k, list[0],
                   list[1], list[2], list[3]);
    } while (next_list(list, n, choices));
}

/* ---- negative controls --------------------------------------------------------------
 */

/* Chao's reservoir (1982): takes an item with probability k w / total, in place of a
 * random one. Then items are included in proportion to their weights, which successive
 * draws do not do. */
static int offer_chao(fair_weighted_reservoir *r, fair_rng *g, uint64_t weight,
                      size_t *slot)
{
    *slot = r->k;
    r->total += weight;
    if (r->count < r->k) {
        *slot = r->count;
        append(r, weight, *slot);
    } else if (fs_below(g, r->total) < r->k * weight) {
        const size_t place = (size_t)fs_below(g, r->k);
        *slot = r->slots[place].slot;
        exchange_items(r, place, &weight, &(size_t){*slot});
    }
    return FAIR_OK;
}

/* The item that is displaced is dropped, and does not go on to the next place. */
static int offer_dropping(fair_weighted_reservoir *r, fair_rng *g, uint64_t weight,
                          size_t *slot)
{
    *slot = r->k;
    r->total += weight;
    if (r->count < r->k) {
        *slot = r->count;
        append(r, weight, *slot);
        return FAIR_OK;
    }
    const size_t place = find_place(r, g, weight, 0);
    if (place < r->k) {
        *slot = r->slots[place].slot;
        exchange_items(r, place, &weight, &(size_t){*slot});
    }
    return FAIR_OK;
}

int main(void)
{
    fair_rng_init_key(&rng, test_key(0));

    TEST("fair_dice_weighted: each index has the probability of its weight")
    prove_dice();

    TEST("other weights are noticed (negative control)")
    {
        struct dice d = {.weight = {3, 1, 2}, .n = 3, .width = 4};
        CHECK(right_dice(&d, run_dice, d.weight));
        CHECK(!right_dice(&d, run_dice, (const uint64_t[]){3, 2, 1}));
    }

    TEST("an item takes each place with its exact probability")
    for (size_t k = 0; k <= MOST_PLACES; k++) {
        static const uint64_t rests[] = {0, 1, 4, 9};
        unsigned places[MOST_PLACES] = {0};
        do
            for (unsigned i = 0; i < 4; i++)
                for (uint64_t weight = 1; weight <= 3; weight++)
                    prove_lemma(places, k, rests[i], weight);
        while (next_list(places, k, k < 4 ? 3 : k < 5 ? 2 : 1));
    }

    TEST("fair_weighted_reservoir: the distribution of an urn after every item")
    {
        prove_streams((const uint64_t[]){1, 2}, 2, 5, 4);
        prove_streams((const uint64_t[]){1, 2, 5}, 3, 4, 3);
        prove_streams((const uint64_t[]){0, 1, 3}, 3, 4, 4);
        prove_streams((const uint64_t[]){1}, 1, 7, 3);
    }

    TEST("other reservoirs are not urns (negative controls)")
    {
        struct stream s = {.weight = {1, 2, 1, 3}, .n = 4, .k = 2, .offer = offer_chao};
        CHECK(!right_stream(&s));
        s.offer = offer_dropping;
        CHECK(!right_stream(&s));
        s.offer = fair_weighted_reservoir_offer;
        CHECK(right_stream(&s));
    }
    return test_done();
}
