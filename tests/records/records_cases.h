/* SPDX-License-Identifier: MIT
 *
 * records_cases.h - what the parts of test_records.c share: numbers of records and of
 * threads to test with, and collections.
 */
#ifndef RECORDS_CASES_H
#define RECORDS_CASES_H

#include "tests/records/records_fixtures.h"

static const fair_records_options lines = {.format = {.delimiter = '\n'}};
static const unsigned thread_counts[] = {1, 2, 5};

/* Numbers of records at which the number of buckets changes. */
#ifdef TINY
static const size_t edges[] = {0,  1,  2,  11, 12, 13,  16,  17,
                               32, 33, 47, 48, 49, 200, 1000};
#else
static const size_t edges[] = {0,      1,      2,      98303,  98304, 98305,
                               131072, 131073, 196608, 262144, 262145};
#endif
enum { EDGES = sizeof edges / sizeof *edges };

static inline fair_records *collection(unsigned seed, const fair_records_options *options)
{
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(seed), options) == FAIR_OK);
    CHECK(records != NULL);
    if (records == NULL)
        exit(test_done());
    return records;
}

/* Adds records in small batches: before a file is read, added records go to the store. */
static inline int feed_slowly(fair_records *records, const text *t, size_t most)
{
    const int nothing = open("/dev/null", O_RDONLY);
    int error = FAIR_OK;
    for (size_t at = 0; at < t->n && error == FAIR_OK;) {
        const size_t some = 1 + chance(most);
        const size_t to = t->n - at < some ? t->n : at + some;
        error = feed_some(records, t, at, to, BY_ADDING);
        if (error == FAIR_OK)
            error = fair_records_read(records, nothing);
        at = to;
    }
    close(nothing);
    return error;
}

#endif
