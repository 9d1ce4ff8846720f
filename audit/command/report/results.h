/* SPDX-License-Identifier: MIT
 *
 * results.h - what a request wants to have of a result: text, JSON, a page.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include "audit/command/report/html.h"
#include "audit/command/request/request.h"

struct results {
    const struct request *request;
    struct html html;
};

/* Makes sure, before the audit starts, that all results can be written. False after a
 * message. */
bool results_open(struct results *results, const struct request *request);

/* Text, unless something else goes to standard output. */
bool results_want_text(const struct request *request);

/* A JSON document, by itself or in a page. */
bool results_want_json(const struct request *request);

/* Writes the document where it is wanted, and frees it; NULL if there was no memory for
 * it. False after a message. */
bool results_write(const struct results *results, char *json);

void results_close(struct results *results);

#endif
