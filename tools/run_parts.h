/* SPDX-License-Identifier: MIT
 *
 * run_parts.h - the state of a run of fairshuf, shared by run.c, run_report.c,
 * run_input.c and run_output.c.
 */
#ifndef RUN_PARTS_H
#define RUN_PARTS_H

#include <stdatomic.h>

#include "tools/plan.h"
#include "tools/progress.h"
#include "tools/writer.h"

enum { RUN_OUTPUTS = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

/* What has been read of one collection. */
struct input_totals {
    uint64_t bytes;   /* decompressed bytes of all files read completely */
    uint64_t records; /* number of records; set when `complete` is */
    bool complete;    /* all files of the collection were read */
};

struct run {
    const struct settings *settings; /* what the command line asks for; not owned */
    uint8_t key[FAIR_KEY_SIZE];      /* decides the order; wiped at the end */
    struct progress progress;        /* the progress line on stderr */
    struct plan plan;                /* memory and temporary space */
    fair_records_options options;    /* for every collection, except `memory` and `map` */
    fair_records *records[1 + SETTINGS_WITH]; /* the operands, then each --with */
    size_t records_count;                     /* collections created so far */
    struct writer writers[RUN_OUTPUTS];       /* in the order of settings_output() */
    size_t output_count;                      /* writers opened so far */
    uint64_t limit;                           /* write at most this many records */
    bool all_written;                         /* no record is left out */
    bool decompressing;                       /* the current input file is compressed */
    atomic_uint_fast64_t compressed_bytes;    /* bytes read from the current file */
    uint64_t file_bytes;                      /* decompressed bytes of the current file */
    struct input_totals totals[1 + SETTINGS_WITH]; /* of each collection */
    uint64_t output_bytes;                         /* estimated output; 0: not known */
    bool temporary_made;                           /* a temporary file was created */
    uint64_t temporary_bytes;                      /* bytes written to temporary files */
    uint64_t mapped_bytes; /* input bytes used in place, not copied */
};

/* Reads all records. Returns 0, or 1 after a message. */
int run_read(struct run *run);

/* Opens the outputs and writes to them. Returns 0, or an exit status (see run.h) after a
 * message. */
int run_write(struct run *run);

/* Puts all outputs in place. To be called when all of them are complete. Returns the same
 * as run_write(). */
int run_commit(struct run *run);

/* Frees a collection, if there is one. */
void run_free_records(struct run *run, size_t collection);

/* Reports that an input file has changed, if this explains an error of a collection.
 * Returns whether it does. */
bool run_report_changed(const struct run *run, size_t collection, int error);

/* Reports that the temporary file failed. Returns 1. */
int run_report_temporary(const struct run *run, fair_mark mark);

/* Reports that an output filled the disk that also holds temporary data. Returns 1, or 0
 * without a message if this is not what happened. */
int run_report_full_disk(const struct run *run, const struct output *output, int error);

/* Reports that the memory limit is too small for what must be in memory. Returns 1. */
int run_report_limit(const struct run *run, size_t collection, fair_mark mark);

#endif
