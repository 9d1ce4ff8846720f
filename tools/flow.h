/* SPDX-License-Identifier: MIT
 *
 * flow.h - a run of fairshuf in progress: what run.c, run_input.c and run_output.c share.
 */
#ifndef FLOW_H
#define FLOW_H

#include <stdatomic.h>

#include "tools/channel.h"
#include "tools/plan.h"
#include "tools/progress.h"

enum { FLOW_OUTPUTS = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

/* What was read of a collection. */
struct seen {
    uint64_t bytes;   /* of the files before the current one, unpacked */
    uint64_t records; /* when it is complete */
    bool complete;
};

struct flow {
    const struct settings *settings;
    uint8_t key[FAIR_KEY_SIZE];
    struct progress progress;
    struct plan plan;
    fair_records_options options;
    fair_records *records[1 + SETTINGS_WITH]; /* the operands, then each --with */
    size_t records_count;
    struct channel channels[FLOW_OUTPUTS];
    size_t output_count;
    char *names[SETTINGS_SPLIT]; /* of --split, terminated */
    uint64_t wanted;             /* records at most */
    bool whole;                  /* no record is left out */
    bool unpacking;              /* the file that is read is compressed: */
    atomic_uint_fast64_t packed; /* so many bytes of it were read, by any thread */
    uint64_t file_bytes;         /* read of this file, unpacked */
    struct seen seen[1 + SETTINGS_WITH];
    uint64_t output_bytes;    /* that will be written, about; 0 if not known */
    bool temporary_made;      /* a temporary file could be opened */
    uint64_t temporary_bytes; /* that went to one */
    uint64_t mapped_bytes;    /* of the input, that were used in place */
};

/* Reads all records. Returns 0, or 1 after a message. */
int flow_read(struct flow *flow);

/* Opens the outputs and writes to them. Returns 0, or an exit status (see run.h) after a
 * message. */
int flow_write(struct flow *flow);

/* Makes all outputs final, after all of them are complete. The same. */
int flow_commit(struct flow *flow);

/* Frees a collection, if there is one. */
void flow_free_records(struct flow *flow, size_t collection);

/* Says that an input file was changed, if that is what an error of a collection comes
 * from: FAIR_ECHANGED, or one that a file causes if it is changed while it is mapped.
 * Returns whether it is. */
bool flow_tell_changed(const struct flow *flow, size_t collection, int error);

/* Says that the temporary file failed, or that memory does not suffice for all records at
 * once. Returns 1. */
int flow_tell_temporary(const struct flow *flow, fair_mark mark);

/* Says that an output filled the disk on which temporary data are as well. Returns 1, or
 * 0 if that is not so, and then it says nothing. */
int flow_tell_full(const struct flow *flow, const struct output *output, int number);
int flow_tell_whole(const struct flow *flow, size_t collection, fair_mark mark);

#endif
