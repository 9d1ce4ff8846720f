/* SPDX-License-Identifier: MIT
 *
 * results.c - what a request wants to have of a result.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/report/results.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/command/report/save.h"
#include "cli/say.h"

static bool html_to_output(const struct request *request)
{
    return request->html && request->html_file == NULL;
}

bool results_open(struct results *results, const struct request *request)
{
    *results = (struct results){.request = request};
    if (html_to_output(request) && isatty(STDOUT_FILENO))
        return say("--html: a page is nothing for a terminal; give it a FILE, as in "
                   "--html=page.html"),
               false;
    return save_can(request->json_file) && save_can(request->html_file) &&
           (!request->html || html_open(&results->html, request->html_file));
}

bool results_want_text(const struct request *request)
{
    return !(request->json && request->json_file == NULL) && !html_to_output(request);
}

bool results_want_json(const struct request *request)
{
    return request->json || request->html;
}

bool results_write(const struct results *results, char *json)
{
    const struct request *request = results->request;
    if (json == NULL)
        return say("out of memory"), false;
    bool written = true; /* one that fails does not keep the other from being written */
    if (request->json)
        written = save_whole(request->json_file, json, strlen(json));
    if (request->html)
        written = html_write(&results->html, request->html_file, json) && written;
    free(json);
    return written;
}

void results_close(struct results *results)
{
    html_close(&results->html);
}
