/* SPDX-License-Identifier: MIT
 *
 * request.h - what the command line of fairaudit asks for.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "audit/catalogue/builtin.h"
#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"

enum request_task {
    TASK_PROGRAM,
    TASK_BATCH,
    TASK_FILE,
    TASK_BUILTIN, /* of the catalogue */
    TASK_EXACT,
    TASK_COUNTS,
    TASK_LIST,
    TASK_HELP,
    TASK_VERSION
};

struct request {
    enum request_task task;

    /* what is audited */
    char **command; /* NULL-ended */
    const char *file;
    const audit_shuffle *shuffle;
    const audit_die_kind *die;
    uint64_t shuffle_parameter, die_parameter;
    char name[128]; /* as a person would type it */

    /* how */
    size_t n; /* 0: as many as the file or the batch has */
    size_t sample, copies;
    bool put_back, unordered, cycle, from_zero, tokens;
    uint64_t trials; /* UINT64_MAX: all there are */
    bool all_trials, only_tests;
    double time, timeout; /* seconds; time 0: no limit */
    unsigned jobs, threads;
    const char *views;
    audit_seed seed;
    char seed_text[80]; /* that gives this seed */

    /* what is shown */
    bool brief, json, html;
    const char *json_file, *html_file; /* NULL: standard output, instead of text */
    const char *save;                  /* NULL: none */
    int colour, progress;              /* 1 always, 0 never, -1 as it suits */
};

/* Reads the command line. False after a message. */
bool request_read(struct request *request, int argc, char **argv);

/* The shuffle and the die of the catalogue. */
audit_builtin request_builtin(const struct request *request);

#endif
