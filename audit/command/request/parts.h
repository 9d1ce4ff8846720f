/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the files that make up request.h share: options and their values
 * (request.c), which have an effect (rules.c), and what goes together
 * (judge.c).
 */
#ifndef REQUEST_PARTS_H
#define REQUEST_PARTS_H

#include "audit/command/request/options.h"
#include "audit/command/request/request.h"

/* What the command line says of shuffle and die, before n is known, and which options
 * stand there: bit 1 << id. */
struct request_names {
    uint64_t given;
    const struct option_row *shuffle_option;
    const char *shuffle, *die;
};

/* Says "--trials: 'x': why". Returns false. */
bool request_wrong(const struct option_row *option, const char *value, const char *why);

/* Whether each of the given options has an effect on the task. False after a message. */
bool request_keeps_rules(enum request_task task, uint64_t given);

/* Checks which options can be combined, and sets defaults. False after a message. */
bool request_finish(struct request *request, const struct request_names *names);

#endif
