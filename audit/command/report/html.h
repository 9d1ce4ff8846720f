/* SPDX-License-Identifier: MIT
 *
 * html.h - the page of the lab (lab/) with a result in it: it opens with the report, and
 * the pictures are drawn by the page itself.
 */
#ifndef HTML_H
#define HTML_H

#include <stdbool.h>
#include <stddef.h>

/* The page as it was built. */
struct html {
    char *page;
    size_t length;
    size_t place; /* where it says null, for a result */
};

/* Finds the page and reads it. `file` is where the result will go (NULL: standard
 * output): that must not be the page itself. False after a message. */
bool html_open(struct html *html, const char *file);

/* Writes the page with a JSON document in it. False after a message. */
bool html_write(const struct html *html, const char *file, const char *json);

void html_close(struct html *html);

#endif
