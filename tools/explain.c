/* SPDX-License-Identifier: MIT
 *
 * explain.c - --explain: prints the plan of a run.
 *
 * The plan is made from the beginning of each regular file; pipes are not read. Estimates
 * are marked with "about".
 */
#define _GNU_SOURCE /* for cpus.h */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/say.h"
#include "common/cpus.h"
#include "tools/explain_parts.h"
#include "tools/plan.h"
#include "tools/preflight.h"
#include "tools/progress.h"
#include "tools/run.h"
#include "tools/space.h"

/* ---- memory and disk -------------------------------------------------------------- */

static void print_memory(const struct settings *settings, const struct plan *plan)
{
    char amount[16];
    printf("%-11s ", "memory");
    if (plan->has_forecast)
        printf("about %s%s", progress_bytes((double)plan->forecast.memory, amount),
               plan->limit > 0 && plan->forecast.memory > plan->limit ? " needed" : "");
    else
        printf("as much as needed");
    if (plan->limit > 0 && settings->random_source == NULL)
        printf(", at most %s", progress_bytes((double)plan->limit, amount));
    if (settings->memory_text != NULL)
        printf(" (--memory=%s)", settings->memory_text);
    if (plan->available > 0)
        printf("; %s available", progress_bytes((double)plan->available, amount));
    printf("\n");
    if (plan_exceeds_limit(plan, settings))
        printf("%-11s not enough: %s will probably fail\n", "", plan->whole_option);
}

/* Prints the temporary space and the number of passes. */
static void print_disk(const struct settings *settings, const struct plan *plan)
{
    char amount[16], there[16], text[SPACE_TEXT];
    uint64_t left;
    const bool known = space_free(plan->folder, &left);
    printf("%-11s ", "temp space");
    if (settings->repeat || settings->random_source != NULL ||
        (plan->has_forecast && plan->forecast.levels == 0))
        printf("none: everything is kept in memory\n");
    else if (plan->has_forecast)
        printf("about %s in %s", progress_bytes((double)plan->forecast.temporary, amount),
               say_file(plan->folder));
    else
        printf("for records that do not fit into memory, in %s", say_file(plan->folder));
    if (!settings->repeat && settings->random_source == NULL &&
        (!plan->has_forecast || plan->forecast.levels > 0)) {
        if (known)
            printf("; %s free there", progress_bytes((double)left, there));
        if (known && space_may_lack(plan, settings, text))
            printf(", which may not be enough");
        printf("\n");
    }
    if (plan->has_forecast && settings->random_source == NULL) {
        const unsigned times = 1 + plan->forecast.levels;
        printf("%-11s %u: every byte is read and written ", "passes", times);
        printf(times == 1 ? "once\n" : times == 2 ? "twice\n" : "%u times\n", times);
    }
}

static int print_all(const struct settings *settings, const struct plan *plan)
{
    if (explain_files(settings, plan) != 0)
        return 1;
    explain_records(settings, plan);
    explain_order(settings);
    explain_outputs(settings);
    print_memory(settings, plan);
    print_disk(settings, plan);
    if (settings->random_source != NULL)
        printf("%-11s 1, as in GNU shuf\n", "threads");
    else
        printf("%-11s up to %u\n", "threads", /* fewer if there is little memory */
               settings->threads > 0 ? settings->threads : usable_cpus());
    if (fflush(stdout) != 0 || settings->random_source != NULL)
        return 0;
    return run_check(settings, plan);
}

int explain(const struct settings *settings)
{
    const fair_records_options options = run_options(settings);
    struct plan plan;
    if (preflight(settings) != 0)
        return 1;
    plan_make(&plan, settings, &options, true);
    const int status = print_all(settings, &plan);
    free(plan.stores);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return errno == EPIPE ? RUN_BROKEN_PIPE : say_error(errno, "write error");
}
