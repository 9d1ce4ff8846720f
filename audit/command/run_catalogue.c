/* SPDX-License-Identifier: MIT
 *
 * run_catalogue.c - the tasks that are not audits: --exact, --counts and --list.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/command/progress.h"
#include "audit/command/report/documents.h"
#include "audit/command/report/report.h"
#include "audit/command/run.h"
#include "audit/orders/position.h"
#include "cli/say.h"

enum { CHUNK = 8192 }; /* permutations made at once */

int run_flush(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno != EPIPE) /* a reader that has seen enough is not worth a message */
        say_error(errno, "standard output");
    return RUN_FAILED;
}

/* ---- --list ------------------------------------------------------------------------ */

int run_list(const struct request *request)
{
    struct documents documents;
    if (!documents_open(&documents, request))
        return RUN_FAILED;
    if (documents_have_text(request)) {
        list_print(stdout, report_style_for(stdout, request->colour));
        if (run_flush(0) != 0)
            return RUN_FAILED;
    }
    return !documents_have_json(request) || documents_write(&documents, list_json())
               ? 0
               : RUN_FAILED;
}

/* ---- --exact ----------------------------------------------------------------------- */

static int report_failure(const struct request *request, int error)
{
    char why[EXACT_WHY];
    audit_details details;
    const bool large = exact_explain_failure(request, error, why, &details);
    const bool audit = error == FAIRAUDIT_ELARGE || error == FAIRAUDIT_EINVAL;
    say("--exact: %s%s%s", why, large ? "; try a smaller -n" : "",
        !audit  ? ""
        : large ? ", or audit it with -a"
                : "; audit it with -a");
    return RUN_FAILED;
}

/* Prints and writes the result. Returns the exit status. */
static int show_exact(const struct documents *documents, const audit_exact *exact)
{
    const struct request *request = documents->request;
    char shuffle[64], die[64];
    const char *with = strstr(request->name, " with ");
    snprintf(shuffle, sizeof shuffle, "%.*s",
             (int)(with != NULL ? (size_t)(with - request->name) : strlen(request->name)),
             request->name);
    snprintf(die, sizeof die, "%s", with != NULL ? with + 6 : request->die->name);
    int status = exact->fair ? 0 : 1;
    if (documents_have_text(request)) {
        struct report_style style = report_style_for(stdout, request->colour);
        style.brief = request->brief;
        exact_print(stdout, exact, shuffle, die, style);
        status = run_flush(status);
    }
    if (documents_have_json(request) && status != RUN_FAILED &&
        !documents_write(documents, exact_json(exact, shuffle, die)))
        status = RUN_FAILED;
    return status;
}

int run_exact(const struct request *request)
{
    struct documents documents;
    audit_exact exact;
    if (!documents_open(&documents, request))
        return RUN_FAILED;
    const int error =
        audit_exact_find(request->shuffle, request->shuffle_parameter, request->die,
                         request->die_parameter, request->plan.n, &exact);
    const int status = error == FAIRAUDIT_OK ? show_exact(&documents, &exact)
                                             : report_failure(request, error);
    audit_exact_free(&exact);
    documents_close(&documents);
    return status;
}

/* ---- --counts ---------------------------------------------------------------------- */

/* Counts up to the planned number of trials, or until a signal or --time stops it.
 * Returns false if there is no memory. */
static bool count_all(const struct request *request, const volatile sig_atomic_t *stop,
                      const struct progress *progress, uint64_t *counts, uint64_t *done)
{
    const size_t n = request->plan.n;
    audit_builtin builtin = request_builtin(request);
    unsigned char *orders = malloc(CHUNK * n);
    if (orders == NULL)
        return false;
    *done = 0;
    while (*done < request->plan.trials && *stop == 0 &&
           (request->time == 0 || progress_seconds(progress) < request->time)) {
        const uint64_t left = request->plan.trials - *done;
        const size_t some = left < CHUNK ? (size_t)left : CHUNK;
        audit_builtin_fill(&builtin, *done, some, orders);
        for (size_t i = 0; i < some; i++)
            audit_position_add(counts, orders + i * n, n);
        *done += some;
    }
    free(orders);
    return true;
}

int run_counts(const struct request *request, const volatile sig_atomic_t *stop)
{
    const size_t n = request->plan.n;
    struct progress progress;
    uint64_t *counts = calloc(n * n, sizeof counts[0]);
    progress_start(&progress, 0);
    uint64_t done;
    if (counts == NULL || !count_all(request, stop, &progress, counts, &done)) {
        free(counts);
        return say("out of memory"), RUN_FAILED;
    }
    counts_print(stdout, counts, n, done, request->name, progress_seconds(&progress));
    free(counts);
    return run_flush(0);
}
