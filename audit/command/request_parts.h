/* SPDX-License-Identifier: MIT
 *
 * request_parts.h - what the files that make up request.h share: options and their values
 * (request.c), and what goes together (request_judge.c).
 */
#ifndef REQUEST_PARTS_H
#define REQUEST_PARTS_H

#include "options.h"
#include "request.h"

/* What the command line says of shuffle and die, before n is known. */
struct request_names {
    const struct option_row *shuffle_option;
    const char *shuffle, *die;
};

/* Says "--trials: 'x': why". Returns false. */
bool request_wrong(const struct option_row *option, const char *value, const char *why);

/* Judges what goes together, and adds what was not said. False: what is wrong was told.
 */
bool request_finish(struct request *request, const struct request_names *names);

#endif
