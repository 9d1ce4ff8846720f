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
#include "audit/command/request/task.h"
#include "audit/command/subject/subject.h"
#include "audit/engine/schedule.h"

struct request {
    enum request_task task; /* what to do; decides which other fields are used */

    /* The subject as a person would type it: "shuf -n 1", "riffle:7 with modulo:15". */
    char name[128];

    /* How permutations are obtained. The number of cards, the number of trials and the
     * seed apply to shuffles of the catalogue, too. */
    struct subject_plan plan;

    /* The shuffle of the catalogue, NULL if a program or a file is audited. */
    const audit_shuffle *shuffle;
    uint64_t shuffle_parameter; /* parameter of `shuffle`, within its bounds */

    /* The die for `shuffle`. */
    const audit_die_kind *die;
    uint64_t die_parameter; /* parameter of `die`, within its bounds */

    char seed_text[80];    /* the text that plan.seed was derived from */
    double time;           /* seconds after which the audit stops; 0: no limit */
    bool all_trials;       /* do not stop when the verdict is clear */
    bool only_tests;       /* place no bets */
    const char *views;     /* names, separated by commas; NULL: all views */
    unsigned threads;      /* 0: one for each core */
    bool brief;            /* print the verdict only */
    bool json;             /* write the report as JSON */
    const char *json_file; /* NULL: JSON goes to standard output, instead of text */
    bool html;             /* write the report as a page */
    const char *html_file; /* NULL: the page goes to standard output, instead of text */
    const char *save;      /* file for the permutations; NULL: none */
    int colour;            /* 1: always, 0: never, -1: if standard output is a terminal */
    int progress;          /* 1: always, 0: never, -1: if stderr is a terminal */
};

/* Reads the command line. Returns false after a message. */
bool request_read(struct request *request, int argc, char **argv);

/* The generator for the requested shuffle and die. */
static inline audit_builtin request_builtin(const struct request *request)
{
    return (audit_builtin){
        .n = request->plan.n,
        .shuffle = request->shuffle,
        .shuffle_parameter = request->shuffle_parameter,
        .die = request->die != NULL ? request->die : &audit_dice[0],
        .die_parameter = request->die_parameter,
        .seed = request->plan.seed,
        .threads = request->threads,
    };
}

/* How many permutations the audit takes. */
static inline audit_schedule request_schedule(const struct request *request)
{
    return (audit_schedule){
        .trials = request->plan.trials,
        .supply = request->task == TASK_FILE      ? AUDIT_FROM_FILE
                  : request->task == TASK_PROGRAM ? AUDIT_FROM_PROGRAM
                                                  : AUDIT_FROM_CATALOGUE,
        .all_trials = request->all_trials,
    };
}

#endif
