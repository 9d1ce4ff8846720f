/* SPDX-License-Identifier: MIT
 *
 * tasks.c - what is no audit: --exact, --counts, --list.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/command/report/report.h"
#include "audit/command/report/results.h"
#include "audit/command/run.h"
#include "audit/command/watch.h"
#include "audit/orders/position.h"
#include "cli/say.h"

enum { CHUNK = 8192 };

static int written(int status)
{
    return fflush(stdout) == 0 && !ferror(stdout)
               ? status
               : (say("standard output: cannot write"), RUN_COULD_NOT);
}

/* ---- the catalogue ----------------------------------------------------------------- */

int run_list(const struct request *request)
{
    struct results results;
    if (!results_open(&results, request))
        return RUN_COULD_NOT;
    if (results_want_text(request)) {
        list_print(stdout, report_style_for(stdout, request->colour));
        if (written(0) != 0)
            return RUN_COULD_NOT;
    }
    return !results_want_json(request) || results_write(&results, list_json())
               ? 0
               : RUN_COULD_NOT;
}

/* ---- proofs ------------------------------------------------------------------------ */

static int tell_exact(const struct request *request, int error)
{
    if (error == FAIRAUDIT_EINVAL && request->die->seeded)
        say("--exact: the die %s has no law for single rolls, as it goes wrong by its "
            "seed; audit it with -a",
            request->die->name);
    else if (error == FAIRAUDIT_ELARGE && request->shuffle->unbounded)
        say("--exact: %s: any number of choices may be needed, and no formula is known "
            "for this die; audit it with -a",
            request->name);
    else if (error == FAIRAUDIT_ELARGE)
        say("--exact: %s: too many sequences of choices for %zu cards, and no formula is "
            "known here; %saudit it with -a",
            request->name, request->n,
            request->n > FAIRAUDIT_LEAST ? "try a smaller -n, or " : "");
    else
        say("--exact: %s: %s", request->name, fairaudit_strerror(error));
    return RUN_COULD_NOT;
}

/* The exit status. */
static int show_exact(const struct results *results, const audit_exact *exact)
{
    const struct request *request = results->request;
    char shuffle[64], die[64];
    const char *with = strstr(request->name, " with ");
    snprintf(shuffle, sizeof shuffle, "%.*s",
             (int)(with != NULL ? (size_t)(with - request->name) : strlen(request->name)),
             request->name);
    snprintf(die, sizeof die, "%s", with != NULL ? with + 6 : request->die->name);
    int status = exact->fair ? 0 : 1;
    if (results_want_text(request)) {
        struct report_style style = report_style_for(stdout, request->colour);
        style.brief = request->brief;
        exact_print(stdout, exact, shuffle, die, style);
        status = written(status);
    }
    if (results_want_json(request) && status != RUN_COULD_NOT &&
        !results_write(results, exact_json(exact, shuffle, die)))
        status = RUN_COULD_NOT;
    return status;
}

int run_exact(const struct request *request)
{
    struct results results;
    audit_exact exact;
    if (!results_open(&results, request))
        return RUN_COULD_NOT;
    const int error =
        audit_exact_find(request->shuffle, request->shuffle_parameter, request->die,
                         request->die_parameter, request->n, &exact);
    const int status =
        error == FAIRAUDIT_OK ? show_exact(&results, &exact) : tell_exact(request, error);
    audit_exact_free(&exact);
    results_close(&results);
    return status;
}

/* ---- the count matrix -------------------------------------------------------------- */

/* False: no memory. Fewer trials are counted if the user wants no more. */
static bool count_all(const struct request *request, const volatile sig_atomic_t *stop,
                      const struct watch *watch, uint64_t *counts, uint64_t *done)
{
    audit_builtin builtin = request_builtin(request);
    unsigned char *orders = malloc(CHUNK * request->n);
    if (orders == NULL)
        return false;
    *done = 0;
    while (*done < request->trials && *stop == 0 &&
           (request->time == 0 || watch_seconds(watch) < request->time)) {
        const uint64_t left = request->trials - *done;
        const size_t some = left < CHUNK ? (size_t)left : CHUNK;
        audit_builtin_fill(&builtin, *done, some, orders);
        for (size_t i = 0; i < some; i++)
            audit_position_add(counts, orders + i * request->n, request->n);
        *done += some;
    }
    free(orders);
    return true;
}

int run_counts(const struct request *request, const volatile sig_atomic_t *stop)
{
    struct watch watch;
    uint64_t *counts = calloc(request->n * request->n, sizeof counts[0]);
    watch_start(&watch, 0);
    uint64_t done;
    if (counts == NULL || !count_all(request, stop, &watch, counts, &done)) {
        free(counts);
        return say("out of memory"), RUN_COULD_NOT;
    }
    counts_print(stdout, counts, request->n, done, request->name, watch_seconds(&watch));
    free(counts);
    return written(0);
}
