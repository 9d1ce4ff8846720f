/* SPDX-License-Identifier: MIT
 *
 * distance.c - a lower bound on the total variation distance from fair.
 *
 * The distance is the largest difference that any set of orders shows: how often the
 * shuffle hits it, less how often a fair one does. So every set gives a lower bound, if
 * it was not chosen by the orders it is tried on. Sets are learned on one half of
 * the orders (classifier.h): one for each view, one for all views together, and the orders that
 * came too often as a whole. Each is tried on the other half, and on orders that are
 * fair by construction; where it is known exactly how often a fair order is in the set,
 * that is taken instead.
 *
 * The allowance for chance is exact (clopper_pearson.h), at a millionth for all sets
 * together, if orders are independent of each other. If they are not, the bound can be
 * wrong: in a deck that is never sorted again and changes slowly, each order can be
 * uniform, and yet what is learned from some orders is also true of their neighbours.
 */
#include "audit/diagnosis/distance.h"
#include "audit/engine/levels.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fairaudit.h"
#include "audit/diagnosis/classifier.h"
#include "audit/diagnosis/features.h"
#include "audit/numbers/clopper_pearson.h"
#include "audit/numbers/compare.h"
#include "audit/numbers/factorial.h"
#include "audit/orders/team.h"

enum {
    STRIPES = 64,        /* of orders that are learned from, and tried, in turn */
    PARTS = 16,          /* of each walk: what threads share; results depend on it */
    CHUNK = 128,         /* orders in a block */
    FEWEST = 4,          /* orders; with fewer nothing can be learned */
    FEWEST_TUNED = 1000, /* ... and no rule tuned */
    MOST_USED = 400000,
    FAIR_LEAST = 20000, /* fair orders to try the rules on, */
    FAIR_MOST = 100000, /* ... if there are no more others */
    SETS = AUDIT_FEATURE_VIEWS + 2,
};

struct finder {
    const audit_features *plan;
    const audit_seed *seed;
    unsigned threads;

    double *score;                          /* [cells + 1] */
    double cut[AUDIT_FEATURE_VIEWS];        /* of each view */
    double weight[AUDIT_FEATURE_VIEWS + 1]; /* of all together */
    int joined;
    uint64_t *often; /* hashes of orders that came too often, sorted */
    size_t often_count;
};

/* ---- a walk over orders ------------------------------------------------------------ */

/* Something to do with each order of a part: its number, its cells, its hash. */
typedef void visitor(void *context, size_t part, size_t number, const uint32_t *cells,
                     uint64_t hash);

struct walk {
    const struct finder *finder;
    const unsigned char *orders; /* NULL: fair ones */
    size_t count;
    uint64_t stream; /* different for each walk over fair orders */
    visitor *visit;
    void *context;
    int failed[PARTS];
};

static void fill(const struct walk *walk, audit_source *source, size_t from,
                 audit_block *block)
{
    const size_t n = block->n;
    if (walk->orders != NULL) {
        memcpy(block->orders, walk->orders + from * n, block->count * n);
        return;
    }
    for (size_t i = 0; i < block->count; i++)
        audit_source_order(source, block->orders + i * n, n);
}

static void walk_part(void *context, size_t part)
{
    struct walk *walk = context;
    const audit_features *plan = walk->finder->plan;
    const size_t end = walk->count * (part + 1) / PARTS;
    audit_block *block = audit_block_new(plan->n, CHUNK);
    uint32_t *cells = malloc(plan->rows * sizeof cells[0]);
    walk->failed[part] = block == NULL || cells == NULL;
    audit_source source;
    audit_source_start(&source, walk->finder->seed, AUDIT_STREAM_COMPARE,
                       walk->stream * PARTS + part);
    for (size_t at = walk->count * part / PARTS; at < end && !walk->failed[part];) {
        block->count = end - at < CHUNK ? end - at : CHUNK;
        fill(walk, &source, at, block);
        audit_block_work(block, 0, block->count, NULL);
        for (size_t i = 0; i < block->count; i++) {
            audit_features_cells(plan, block, i, cells);
            walk->visit(walk->context, part, at + i, cells, block->hashes[i][0]);
        }
        at += block->count;
    }
    free(cells);
    audit_block_free(block);
}

static int walk_all(struct walk *walk)
{
    audit_team_do(walk->finder->threads, PARTS, walk_part, walk);
    for (int part = 0; part < PARTS; part++)
        if (walk->failed[part])
            return FAIRAUDIT_ENOMEM;
    return FAIRAUDIT_OK;
}

/* ---- learning ---------------------------------------------------------------------- */

struct learner {
    const audit_features *plan;
    uint64_t *counts; /* [PARTS][cells] */
    uint64_t *hashes;
    size_t learned; /* orders after these are only for the hashes */
};

static void learn(void *context, size_t part, size_t number, const uint32_t *cells,
                  uint64_t hash)
{
    const struct learner *learner = context;
    const audit_features *plan = learner->plan;
    uint64_t *counts = learner->counts + part * plan->cells;
    learner->hashes[number] = hash;
    if (number < learner->learned)
        for (size_t r = 0; r < plan->rows; r++)
            counts[cells[r]]++;
}

/* Leaves only the hashes that came more often than is fair, each once. */
static size_t keep_often(uint64_t *hashes, size_t count, size_t n)
{
    const double fair = (double)count / exp(audit_log_factorial(n));
    size_t kept = 0;
    qsort(hashes, count, sizeof hashes[0], audit_compare_words);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && hashes[to] == hashes[from]; to++)
            continue;
        if ((double)(to - from) > fair)
            hashes[kept++] = hashes[from];
    }
    return kept;
}

static int learn_all(struct finder *finder, const unsigned char *orders, size_t learned,
                     size_t half)
{
    const audit_features *plan = finder->plan;
    struct learner learner = {plan, calloc(PARTS * plan->cells, sizeof(uint64_t)),
                              finder->often, learned};
    struct walk walk = {finder, orders, half, 0, learn, &learner, {0}};
    int error = learner.counts == NULL ? FAIRAUDIT_ENOMEM : walk_all(&walk);
    if (error == FAIRAUDIT_OK) {
        for (size_t i = plan->cells; i < PARTS * plan->cells; i++)
            learner.counts[i % plan->cells] += learner.counts[i];
        audit_classifier_learn(plan, learner.counts, learned, finder->score);
        finder->often_count = keep_often(finder->often, half, plan->n);
    }
    free(learner.counts);
    return error;
}

/* ---- tuning ------------------------------------------------------------------------ */

struct tuner {
    const struct finder *finder;
    double *sums; /* [count][views] */
};

static void tune(void *context, size_t part, size_t number, const uint32_t *cells,
                 uint64_t hash)
{
    const struct tuner *tuner = context;
    const audit_features *plan = tuner->finder->plan;
    (void)part;
    (void)hash;
    audit_classifier_scores(plan, tuner->finder->score, cells,
                            tuner->sums + number * plan->views);
}

static void tune_cuts(struct finder *finder, const double *sums, size_t count,
                      double *column)
{
    const size_t views = finder->plan->views;
    for (size_t v = 0; v < views; v++) {
        if (finder->plan->view[v].rows == 1)
            continue; /* the score is a likelihood: 0 is right */
        for (size_t i = 0; i < 2 * count; i++)
            column[i] = sums[i * views + v];
        finder->cut[v] = audit_classifier_threshold(column, count, column + count, count);
    }
}

/* As many fair orders as there are others. */
static int tune_all(struct finder *finder, const unsigned char *orders, size_t count)
{
    const size_t views = finder->plan->views;
    double *sums = malloc(2 * count * (views + 1) * sizeof sums[0]);
    if (sums == NULL)
        return FAIRAUDIT_ENOMEM;
    struct tuner first = {finder, sums}, second = {finder, sums + count * views};
    struct walk walk = {finder, orders, count, 0, tune, &first, {0}};
    struct walk fair = {finder, NULL, count, 1, tune, &second, {0}};
    int error = walk_all(&walk);
    if (error == FAIRAUDIT_OK)
        error = walk_all(&fair);
    if (error == FAIRAUDIT_OK) {
        audit_classifier_combine(sums, count, sums + count * views, count, views,
                                 finder->weight);
        finder->joined = 1;
        tune_cuts(finder, sums, count, sums + 2 * count * views);
    }
    free(sums);
    return error;
}

/* ---- trying ------------------------------------------------------------------------ */

struct trial {
    const struct finder *finder;
    uint64_t hits[PARTS][SETS];
};

/* Sets: the views, all together, orders that came too often. */
static void try(void *context, size_t part, size_t number, const uint32_t *cells,
                uint64_t hash)
{
    struct trial *trial = context;
    const struct finder *finder = trial->finder;
    const size_t views = finder->plan->views;
    double sums[AUDIT_FEATURE_VIEWS];
    (void)number;
    audit_classifier_scores(finder->plan, finder->score, cells, sums);
    for (size_t v = 0; v < views; v++)
        trial->hits[part][v] += sums[v] > finder->cut[v];
    trial->hits[part][views] +=
        finder->joined && audit_classifier_combined(finder->weight, sums, views) > 0;
    trial->hits[part][views + 1] += bsearch(&hash, finder->often, finder->often_count,
                                            sizeof hash, audit_compare_words) != NULL;
}

static int try_all(const struct finder *finder, const unsigned char *orders, size_t count,
                   uint64_t hits[SETS])
{
    struct trial trial = {.finder = finder};
    struct walk walk = {finder, orders, count, 2, try, &trial, {0}};
    const int error = walk_all(&walk);
    for (int set = 0; set < SETS; set++) {
        hits[set] = 0;
        for (int part = 0; part < PARTS; part++)
            hits[set] += trial.hits[part][set];
    }
    return error;
}

/* How often a fair order is in a set; -1: that is not known exactly. */
static double fair_share(const struct finder *finder, size_t set)
{
    const audit_features *plan = finder->plan;
    if (set == plan->views + 1)
        return (double)finder->often_count / exp(audit_log_factorial(plan->n));
    if (set == plan->views || plan->view[set].rows > 1)
        return -1;
    const size_t row = plan->view[set].first;
    double share = 0;
    for (size_t i = plan->start[row]; i < plan->start[row + 1]; i++)
        share += finder->score[i] > finder->cut[set] ? plan->fair[i] : 0;
    return share;
}

static const char *set_name(const audit_features *plan, size_t set)
{
    if (set < plan->views)
        return plan->view[set].name;
    return set == plan->views ? "all" : "repeats";
}

/* The best of all sets. */
static int try_sets(const struct finder *finder, const unsigned char *orders,
                    size_t count, audit_distance *distance)
{
    const size_t sets = finder->plan->views + 2;
    const double level = AUDIT_LEVEL_DIAGNOSIS / (double)(2 * sets);
    size_t fair_count = count < FAIR_MOST / 4 ? 4 * count : FAIR_MOST;
    fair_count = fair_count > count ? fair_count : count;
    fair_count = fair_count > FAIR_LEAST ? fair_count : FAIR_LEAST;
    uint64_t hits[SETS], fair_hits[SETS];
    int error = try_all(finder, orders, count, hits);
    if (error == FAIRAUDIT_OK)
        error = try_all(finder, NULL, fair_count, fair_hits);
    for (size_t set = 0; set < sets && error == FAIRAUDIT_OK; set++) {
        const double exact = fair_share(finder, set);
        const double least = audit_clopper_pearson_lower(hits[set], count, level);
        const double most =
            exact >= 0 ? exact
                       : audit_clopper_pearson_upper(fair_hits[set], fair_count, level);
        const double fair =
            exact >= 0 ? exact : (double)fair_hits[set] / (double)fair_count;
        if (least - most > distance->bound) {
            distance->bound = least - most;
            distance->estimate = (double)hits[set] / (double)count - fair;
            distance->view = set_name(finder->plan, set);
        }
    }
    return error;
}

/* ---- all of it --------------------------------------------------------------------- */

/* A copy of the orders in which two halves, each of stripes from all of the time, follow
 * each other: a shuffle may change, and what is learned must be tried on the same. */
static unsigned char *deal_out(const unsigned char *orders, size_t count, size_t n)
{
    unsigned char *copy = malloc(count * n + 1), *to = copy;
    const size_t stripe = count / STRIPES + 1;
    for (size_t half = 0; copy != NULL && half < 2; half++)
        for (size_t from = half * stripe; from < count; from += 2 * stripe) {
            const size_t some = count - from < stripe ? count - from : stripe;
            memcpy(to, orders + from * n, some * n);
            to += some * n;
        }
    return copy;
}

int audit_distance_find(const unsigned char *orders, size_t count, size_t n,
                        const audit_seed *seed, unsigned threads,
                        audit_distance *distance)
{
    *distance = (audit_distance){0, 0, ""};
    count = count < MOST_USED ? count : MOST_USED;
    if (count < FEWEST)
        return FAIRAUDIT_OK;
    const size_t half = count / 2;
    const size_t learned = count < FEWEST_TUNED ? half : half - half / 4;

    audit_features plan;
    struct finder finder = {.plan = &plan, .seed = seed, .threads = threads};
    int error = audit_features_make(&plan, n, 0);
    finder.score = malloc((plan.cells + 1) * sizeof finder.score[0]);
    finder.often = malloc(half * sizeof finder.often[0]);
    unsigned char *dealt = deal_out(orders, count, n);
    if (error == FAIRAUDIT_OK &&
        (finder.score == NULL || finder.often == NULL || dealt == NULL))
        error = FAIRAUDIT_ENOMEM;
    if (error == FAIRAUDIT_OK)
        error = learn_all(&finder, dealt, learned, half);
    if (error == FAIRAUDIT_OK && learned < half)
        error = tune_all(&finder, dealt + learned * n, half - learned);
    if (error == FAIRAUDIT_OK)
        error = try_sets(&finder, dealt + half * n, count - half, distance);
    free(finder.score);
    free(finder.often);
    free(dealt);
    audit_features_free(&plan);
    return error;
}
