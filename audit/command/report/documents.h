/* SPDX-License-Identifier: MIT
 *
 * documents.h - the forms in which a result is wanted: text, JSON, a page.
 */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include "audit/command/report/html.h"
#include "audit/command/request/request.h"

struct documents {
    const struct request *request; /* says which forms are wanted; not owned */
    struct html html;              /* the empty page, if one is wanted */
};

/* Checks, before the audit starts, that all documents can be written. Returns false after
 * a message. */
bool documents_open(struct documents *documents, const struct request *request);

/* Whether text is printed: only if no other document goes to standard output. */
bool documents_have_text(const struct request *request);

/* Whether JSON is needed, by itself or in a page. */
bool documents_have_json(const struct request *request);

/* Writes the JSON where it is wanted, and frees it. It is NULL if there was no memory for
 * it. Returns false after a message. */
bool documents_write(const struct documents *documents, char *json);

void documents_close(struct documents *documents);

#endif
