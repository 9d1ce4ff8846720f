/* SPDX-License-Identifier: MIT
 *
 * documents.c - the forms in which a result is wanted.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/report/documents.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/command/report/save.h"
#include "cli/say.h"

static bool html_to_stdout(const struct request *request)
{
    return request->html && request->html_file == NULL;
}

bool documents_open(struct documents *documents, const struct request *request)
{
    *documents = (struct documents){.request = request};
    if (html_to_stdout(request) && isatty(STDOUT_FILENO))
        return say("--html: will not write a page to a terminal; name a file, as in "
                   "--html=page.html"),
               false;
    return save_check(request->json_file) && save_check(request->html_file) &&
           (!request->html || html_open(&documents->html, request->html_file));
}

bool documents_have_text(const struct request *request)
{
    return !(request->json && request->json_file == NULL) && !html_to_stdout(request);
}

bool documents_have_json(const struct request *request)
{
    return request->json || request->html;
}

bool documents_write(const struct documents *documents, char *json)
{
    const struct request *request = documents->request;
    if (json == NULL)
        return say("out of memory"), false;
    bool written = true; /* if one cannot be written, the other still is */
    if (request->json)
        written = save_document(request->json_file, json, strlen(json));
    if (request->html)
        written = html_write(&documents->html, request->html_file, json) && written;
    free(json);
    return written;
}

void documents_close(struct documents *documents)
{
    html_close(&documents->html);
}
