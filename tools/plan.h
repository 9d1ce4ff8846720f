/* SPDX-License-Identifier: MIT
 *
 * plan.h - plans a run before anything is read: how much memory it may use, whether that
 * is enough, and how much goes to a temporary file if it is not.
 */
#ifndef PLAN_H
#define PLAN_H

#include "tools/settings.h"

/* More bytes than any disk holds. */
#define PLAN_MOST (UINT64_C(1) << 60)

/* The records of all operands together, or of the file of one --with. */
struct collection {
    bool sized;             /* `bytes` is known */
    bool estimated;         /* `records` is known, at least about */
    bool exact;             /* `records` is exact */
    uint64_t bytes;         /* size of all its files */
    double records;         /* number of records */
    uint64_t memory;        /* its share of the memory limit */
    bool map;               /* its files may be mapped, because none is an output */
    uint64_t planned;       /* bytes of the files planned so far */
    uint64_t mapped;        /* estimated bytes of the files that will be mapped */
    size_t mapped_files;    /* number of files that will be mapped */
    double mapped_records;  /* estimated records of the mapped files */
    fair_forecast forecast; /* valid if the plan has a forecast */
};

struct plan {
    uint64_t available;       /* available memory; 0 if it was not needed */
    uint64_t limit;           /* memory limit in bytes; 0: none */
    uint64_t compression;     /* part of the limit for compression and decompression */
    const char *folder;       /* where temporary files go */
    const char *whole_option; /* the option that needs all records in memory, or NULL */
    bool numbers;             /* a range is kept as numbers, not as text */
    uint64_t numbers_need;    /* bytes needed to keep a range as numbers */
    bool sized;               /* the sizes of all collections are known */
    bool has_forecast;        /* the forecasts are valid */
    fair_forecast forecast;   /* for all collections together */
    unsigned char *stores;    /* FAIR_STORE_... of each operand, then of each --with; only
                                 for --explain, otherwise NULL; the caller frees it */
    size_t count;             /* number of collections */
    struct collection collections[1 + SETTINGS_WITH]; /* operands, then each --with */
};

/* Plans a run with these options, whose `memory` does not matter. Opens regular files
 * only, and small ones only if `explain`. */
void plan_make(struct plan *plan, const struct settings *settings,
               const fair_records_options *options, bool explain);

/* Makes the forecast for a collection from its numbers. */
void plan_forecast(struct collection *collection, const fair_records_options *options);

/* The number of MiB with which no record goes to a temporary file; 0 if this is not known
 * or more than the available memory. */
uint64_t plan_enough(const struct plan *plan, const struct settings *settings,
                     const fair_records_options *options);

/* Whether a run that needs all records in memory will probably exceed the limit. */
bool plan_exceeds_limit(const struct plan *plan, const struct settings *settings);

/* Reports that the memory limit is too small. The message is "WHAT LIMIT; use
 * --memory=..." where WHAT ends with a word like "exceeds". A collection would need
 * `needed` bytes; 0 if that is not known. Returns 1. */
int plan_report_limit(const struct plan *plan, const struct settings *settings,
                      const struct collection *collection, const char *what,
                      uint64_t needed);

#endif
