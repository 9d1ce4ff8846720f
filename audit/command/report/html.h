/* SPDX-License-Identifier: MIT
 *
 * html.h - the page of the lab (lab/) with a result in it. It opens with the report, and
 * draws the pictures itself.
 */
#ifndef HTML_H
#define HTML_H

#include <stdbool.h>
#include <stddef.h>

/* The page as it was built. */
struct html {
    char *page;    /* its bytes */
    size_t length; /* of the page */
    size_t slot;   /* where a result goes */
};

/* Finds the page and reads it. `file` is where the result will go; it must not be the
 * page itself. NULL means standard output. Returns false after a message. */
bool html_open(struct html *html, const char *file);

/* Writes the page with a JSON document in it. Returns false after a message. */
bool html_write(const struct html *html, const char *file, const char *json);

void html_close(struct html *html);

#endif
