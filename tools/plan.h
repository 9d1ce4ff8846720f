/* SPDX-License-Identifier: MIT
 *
 * plan.h - what a run will take, as far as that can be known before: how much memory it
 * may use, whether that suffices, and what goes to a temporary file if it does not.
 */
#ifndef PLAN_H
#define PLAN_H

#include "tools/settings.h"

/* Bytes that no disk holds. */
#define PLAN_MOST (UINT64_C(1) << 60)

/* The records of all operands together, or of the file of one --with. */
struct collection {
    bool sized;     /* bytes are known */
    bool estimated; /* records are known, more or less */
    bool exact;     /* ... exactly */
    uint64_t bytes;
    double records;
    uint64_t memory;        /* its share of the limit */
    bool map;               /* its files may be mapped: none of them is an output */
    uint64_t planned;       /* bytes of the files that were looked at */
    uint64_t mapped;        /* bytes of files that will be mapped, about */
    size_t mapped_files;    /* how many these are */
    double mapped_records;  /* records of these files, about */
    fair_forecast forecast; /* of it, if the plan is foreseen */
};

struct plan {
    uint64_t available;     /* available memory; 0 if it was not needed */
    uint64_t limit;         /* bytes for all of it; 0: as much as there is */
    uint64_t packing;       /* of these, for compressing and unpacking */
    const char *folder;     /* for temporary data */
    const char *whole;      /* the option that keeps all records in memory, or NULL */
    bool numbers;           /* a range that is kept as numbers, not as text */
    uint64_t numbers_need;  /* bytes for that */
    bool sized;             /* all collections are */
    bool foreseen;          /* there are forecasts */
    fair_forecast forecast; /* of all collections together */
    unsigned char *stores;  /* for --explain: FAIR_STORE_... of each operand, then of each
                               --with; NULL: not known. To be freed. */
    size_t count;
    struct collection collections[1 + SETTINGS_WITH];
};

/* Plans a run with these options, whose `memory` does not matter. Files are opened only
 * if they are regular, not small, and it matters; for `explain`, if they are regular. */
void plan_make(struct plan *plan, const struct settings *settings,
               const fair_records_options *options, bool explain);

/* Forecasts what a collection needs, from the numbers in it. */
void plan_foresee(struct collection *collection, const fair_records_options *options);

/* A limit, in MiB, with which no record goes to a temporary file; 0 if that is not known
 * or more than there is. */
uint64_t plan_enough(const struct plan *plan, const struct settings *settings,
                     const fair_records_options *options);

/* Says that the limit is too small, which `needed` bytes of a collection would not be;
 * `what`: for what. Returns 1. */
int plan_tell_limit(const struct plan *plan, const struct settings *settings,
                    const struct collection *collection, const char *what,
                    uint64_t needed);

#endif
