/* SPDX-License-Identifier: MIT
 *
 * distance.c - a lower bound on the total variation distance from fair.
 *
 * The distance is the largest difference that any set of orders shows: the probability
 * that the shuffle gives an order of the set, less the same for a fair shuffle. So every
 * set gives a lower bound, if it was not chosen by looking at the orders it is tried on.
 * Sets are learned on one half of the orders (classifier.h): one for each view, one for
 * all views together, and the orders that came too often as a whole. Each set is tried on
 * the other half, and on fair orders; if the fair probability of a set is known exactly,
 * that is used instead.
 *
 * The allowance for chance is exact (clopper_pearson.h), at a level of one in a million
 * for all sets together, if orders are independent of each other. If they are not, the
 * bound can be wrong: in a deck that is never sorted again and changes slowly, each order
 * can be uniform, and yet what is learned from some orders is also true of their
 * neighbours.
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
    STRIPES = 64,        /* stripes of orders for learning and trying, alternately */
    PARTS = 16,          /* tasks of each walk, for threads; results depend on it */
    CHUNK = 128,         /* orders in a block */
    FEWEST = 4,          /* with fewer orders, nothing can be learned */
    FEWEST_TUNED = 1000, /* with fewer orders, no thresholds are tuned */
    MOST_USED = 400000,  /* the most orders that are used */
    FAIR_LEAST = 20000,  /* the fewest fair orders to try the sets on */
    FAIR_MOST = 100000,  /* the most, unless there are more observed ones */
    SETS = AUDIT_FEATURE_VIEWS + 2, /* the most sets */
};

struct finder {
    const audit_features *features; /* what is counted */
    const audit_seed *seed;         /* of fair orders */
    unsigned threads;               /* 0: all cores */

    double *score;                          /* [cells + 1]: learned from the first half */
    double threshold[AUDIT_FEATURE_VIEWS];  /* of the score of each view */
    double weight[AUDIT_FEATURE_VIEWS + 1]; /* of the combined score */
    int combined;                           /* the weights were learned */
    uint64_t *often;    /* hashes of orders that came too often, sorted */
    size_t often_count; /* entries of `often` */
};

/* ---- a walk over orders ------------------------------------------------------------ */

/* Called for each order of a part: its number, its cells, its hash. */
typedef void visitor(void *context, size_t part, size_t number, const uint32_t *cells,
                     uint64_t hash);

struct walk {
    const struct finder *finder; /* features, seed and threads */
    const unsigned char *orders; /* [count][n]; NULL: fair ones */
    size_t count;                /* orders */
    uint64_t stream;             /* different for each walk over fair orders */
    visitor *visit;              /* called for each order */
    void *context;               /* its first argument */
    int failed[PARTS];           /* 1: no memory */
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
    const audit_features *features = walk->finder->features;
    const size_t end = walk->count * (part + 1) / PARTS;
    audit_block *block = audit_block_new(features->n, CHUNK);
    uint32_t *cells = malloc(features->rows * sizeof cells[0]);
    walk->failed[part] = block == NULL || cells == NULL;
    audit_source source;
    audit_source_start(&source, walk->finder->seed, AUDIT_STREAM_COMPARE,
                       walk->stream * PARTS + part);
    for (size_t at = walk->count * part / PARTS; at < end && !walk->failed[part];) {
        block->count = end - at < CHUNK ? end - at : CHUNK;
        fill(walk, &source, at, block);
        audit_block_work(block, 0, block->count, NULL);
        for (size_t i = 0; i < block->count; i++) {
            audit_features_cells(features, block, i, cells);
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
    const audit_features *features; /* what is counted */
    uint64_t *counts;               /* [PARTS][cells] */
    uint64_t *hashes;               /* of all orders */
    size_t learned;                 /* orders after these are for the hashes only */
};

static void learn(void *context, size_t part, size_t number, const uint32_t *cells,
                  uint64_t hash)
{
    const struct learner *learner = context;
    const audit_features *features = learner->features;
    uint64_t *counts = learner->counts + part * features->cells;
    learner->hashes[number] = hash;
    if (number < learner->learned)
        for (size_t r = 0; r < features->rows; r++)
            counts[cells[r]]++;
}

/* Keeps only the hashes that came more often than is fair, each once. Returns their
 * number. */
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
    const audit_features *features = finder->features;
    struct learner learner = {features, calloc(PARTS * features->cells, sizeof(uint64_t)),
                              finder->often, learned};
    struct walk walk = {finder, orders, half, 0, learn, &learner, {0}};
    int error = learner.counts == NULL ? FAIRAUDIT_ENOMEM : walk_all(&walk);
    if (error == FAIRAUDIT_OK) {
        for (size_t i = features->cells; i < PARTS * features->cells; i++)
            learner.counts[i % features->cells] += learner.counts[i];
        audit_classifier_learn(features, learner.counts, learned, finder->score);
        finder->often_count = keep_often(finder->often, half, features->n);
    }
    free(learner.counts);
    return error;
}

/* ---- tuning ------------------------------------------------------------------------ */

struct tuner {
    const struct finder *finder; /* what was learned */
    double *sums;                /* [count][views] */
};

static void tune(void *context, size_t part, size_t number, const uint32_t *cells,
                 uint64_t hash)
{
    const struct tuner *tuner = context;
    const audit_features *features = tuner->finder->features;
    (void)part;
    (void)hash;
    audit_classifier_scores(features, tuner->finder->score, cells,
                            tuner->sums + number * features->views);
}

static void tune_thresholds(struct finder *finder, const double *sums, size_t count,
                            double *column)
{
    const size_t views = finder->features->views;
    for (size_t v = 0; v < views; v++) {
        if (finder->features->view[v].rows == 1)
            continue; /* the score is a likelihood, so 0 is right */
        for (size_t i = 0; i < 2 * count; i++)
            column[i] = sums[i * views + v];
        finder->threshold[v] =
            audit_classifier_threshold(column, count, column + count, count);
    }
}

/* Uses as many fair orders as observed ones. */
static int tune_all(struct finder *finder, const unsigned char *orders, size_t count)
{
    const size_t views = finder->features->views;
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
        finder->combined = 1;
        tune_thresholds(finder, sums, count, sums + 2 * count * views);
    }
    free(sums);
    return error;
}

/* ---- trying ------------------------------------------------------------------------ */

struct trial {
    const struct finder *finder; /* what was learned */
    uint64_t hits[PARTS][SETS];  /* orders in each set */
};

/* Sets: one for each view, all together, orders that came too often. */
static void count_hits(void *context, size_t part, size_t number, const uint32_t *cells,
                       uint64_t hash)
{
    struct trial *trial = context;
    const struct finder *finder = trial->finder;
    const size_t views = finder->features->views;
    double sums[AUDIT_FEATURE_VIEWS];
    (void)number;
    audit_classifier_scores(finder->features, finder->score, cells, sums);
    for (size_t v = 0; v < views; v++)
        trial->hits[part][v] += sums[v] > finder->threshold[v];
    trial->hits[part][views] +=
        finder->combined && audit_classifier_combined(finder->weight, sums, views) > 0;
    trial->hits[part][views + 1] += bsearch(&hash, finder->often, finder->often_count,
                                            sizeof hash, audit_compare_words) != NULL;
}

static int count_all_hits(const struct finder *finder, const unsigned char *orders,
                          size_t count, uint64_t hits[SETS])
{
    struct trial trial = {.finder = finder};
    struct walk walk = {finder, orders, count, 2, count_hits, &trial, {0}};
    const int error = walk_all(&walk);
    for (int set = 0; set < SETS; set++) {
        hits[set] = 0;
        for (int part = 0; part < PARTS; part++)
            hits[set] += trial.hits[part][set];
    }
    return error;
}

/* The probability that a fair order is in a set; -1: not known exactly. */
static double fair_share(const struct finder *finder, size_t set)
{
    const audit_features *features = finder->features;
    if (set == features->views + 1)
        return (double)finder->often_count / exp(audit_log_factorial(features->n));
    if (set == features->views || features->view[set].rows > 1)
        return -1;
    const size_t row = features->view[set].first;
    double share = 0;
    for (size_t i = features->start[row]; i < features->start[row + 1]; i++)
        share += finder->score[i] > finder->threshold[set] ? features->fair[i] : 0;
    return share;
}

static const char *set_name(const audit_features *features, size_t set)
{
    if (set < features->views)
        return features->view[set].name;
    return set == features->views ? "all" : "repeats";
}

/* Finds the set with the largest lower bound. */
static int find_best_set(const struct finder *finder, const unsigned char *orders,
                         size_t count, audit_distance *distance)
{
    const size_t sets = finder->features->views + 2;
    const double level = AUDIT_LEVEL_DIAGNOSIS / (double)(2 * sets);
    size_t fair_count = count < FAIR_MOST / 4 ? 4 * count : FAIR_MOST;
    fair_count = fair_count > count ? fair_count : count;
    fair_count = fair_count > FAIR_LEAST ? fair_count : FAIR_LEAST;
    uint64_t hits[SETS], fair_hits[SETS];
    int error = count_all_hits(finder, orders, count, hits);
    if (error == FAIRAUDIT_OK)
        error = count_all_hits(finder, NULL, fair_count, fair_hits);
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
            distance->view = set_name(finder->features, set);
        }
    }
    return error;
}

/* ---- all of it --------------------------------------------------------------------- */

/* A copy of the orders in which two halves follow each other. Each half consists of
 * stripes from the whole time, because a shuffle may change over time. */
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

    audit_features features;
    struct finder finder = {.features = &features, .seed = seed, .threads = threads};
    int error = audit_features_make(&features, n, 0);
    finder.score = malloc((features.cells + 1) * sizeof finder.score[0]);
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
        error = find_best_set(&finder, dealt + half * n, count - half, distance);
    free(finder.score);
    free(finder.often);
    free(dealt);
    audit_features_free(&features);
    return error;
}
