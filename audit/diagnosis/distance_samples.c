/* SPDX-License-Identifier: MIT
 *
 * distance_samples.c - the lower bound on the distance from fair, for samples.
 *
 * As in distance.c, a set is learned on one half of the samples and tried on the other.
 * Both halves are stripes from the whole time, so a sample is rarely tried on its
 * neighbours. For each of the first positions of a sample, the set contains the items
 * that came there too often; in a fair sample, one of m items is there with probability
 * m / n. Only few positions are tried, to keep the allowance for chance small.
 */
#include <stdlib.h>
#include <string.h>

#include "fairaudit.h"
#include "audit/diagnosis/distance.h"
#include "audit/engine/levels.h"
#include "audit/numbers/clopper_pearson.h"

enum { POSITIONS = 8, FEWEST = 20, STRIPES = 64 };

/* How often each item was at a position, in every second stripe of samples from stripe
 * `first` on. Returns the number of samples. */
static size_t count_items(const uint32_t *items, size_t first, size_t count, size_t k,
                          size_t position, size_t n, uint64_t *counts)
{
    const size_t stripe = count / STRIPES + 1;
    size_t samples = 0;
    memset(counts, 0, n * sizeof counts[0]);
    for (size_t from = first * stripe; from < count; from += 2 * stripe)
        for (size_t i = from; i < from + stripe && i < count; i++, samples++)
            counts[items[i * k + position]]++;
    return samples;
}

/* Improves the bound: how often an item of the set was at the position, less how often in
 * fair samples. */
static void try_place(const uint64_t *learned, const uint64_t *tried, size_t n,
                      size_t first, size_t second, double level, audit_distance *distance)
{
    uint64_t hits = 0, members = 0;
    for (size_t item = 0; item < n; item++)
        if (learned[item] * n > first) { /* more than the fair number */
            members++;
            hits += tried[item];
        }
    const double fair = (double)members / (double)n;
    const double bound = audit_clopper_pearson_lower(hits, second, level) - fair;
    const double estimate = (double)hits / (double)second - fair;
    if (bound > distance->bound ||
        (distance->bound <= 0 && estimate > distance->estimate)) {
        distance->bound = bound > 0 ? bound : 0;
        distance->estimate = estimate;
        distance->view = "sample-place";
    }
}

int audit_distance_of_samples(const uint32_t *items, size_t count, size_t n, size_t k,
                              audit_distance *distance)
{
    const size_t positions = k < POSITIONS ? k : POSITIONS;
    *distance = (audit_distance){.view = ""};
    if (count < FEWEST)
        return FAIRAUDIT_OK;
    uint64_t *learned = calloc(2 * n, sizeof learned[0]);
    if (learned == NULL)
        return FAIRAUDIT_ENOMEM;
    uint64_t *tried = learned + n;
    for (size_t position = 0; position < positions; position++) {
        const size_t first = count_items(items, 0, count, k, position, n, learned);
        const size_t second = count_items(items, 1, count, k, position, n, tried);
        try_place(learned, tried, n, first, second,
                  AUDIT_LEVEL_DIAGNOSIS / (double)positions, distance);
    }
    free(learned);
    return FAIRAUDIT_OK;
}
