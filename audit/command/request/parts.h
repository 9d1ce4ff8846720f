/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the files that implement request.h share. request.c reads the options,
 * check.c checks whether they can be combined, defaults.c fills in what is missing.
 */
#ifndef REQUEST_PARTS_H
#define REQUEST_PARTS_H

#include "audit/command/request/options.h"
#include "audit/command/request/request.h"

/* What the options say that does not go into the request directly. */
struct given_options {
    uint64_t ids; /* bit 1 << id is set for each option on the command line */

    /* The option that chose the task; NULL: none did. */
    const struct option_row *task_option;

    const char
        *shuffle;    /* the name of a shuffle, read when the size of the deck is known */
    const char *die; /* the name of a die, read when the size of the deck is known; NULL:
                        the default */
};

/* Prints "--trials: 'x': why". Returns false. */
bool request_reject(const struct option_row *option, const char *value, const char *why);

/* Checks options before and after defaults are filled in. Both return false after a
 * message. */
bool request_check_options(const struct request *request,
                           const struct given_options *given);
bool request_check_values(const struct request *request);

/* Fills in the size of the deck and the number of trials. */
void request_set_sizes(struct request *request);

/* Looks up shuffle and die, and sets name and seed. Returns false after a message. */
bool request_set_names(struct request *request, const struct given_options *given);

#endif
