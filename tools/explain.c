/* SPDX-License-Identifier: MIT
 *
 * explain.c - --explain: prints the plan of a run.
 *
 * The plan is made from the beginning of each regular file; pipes are not read. Estimates
 * are marked with "about".
 */
#define _GNU_SOURCE /* for cpus.h */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "common/cpus.h"
#include "tools/input.h"
#include "tools/kinds.h"
#include "tools/overlap.h"
#include "tools/plan.h"
#include "tools/preflight.h"
#include "tools/progress.h"
#include "tools/run.h"
#include "tools/space.h"
#include "tools/writer.h"

/* A number with commas as thousands separators. */
static const char *grouped(uint64_t number, char buffer[32])
{
    char *at = buffer + 31;
    *at = '\0';
    for (int digits = 0; digits == 0 || number > 0; digits++, number /= 10) {
        if (digits > 0 && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + number % 10);
    }
    return at;
}

/* ---- inputs and outputs ----------------------------------------------------------- */

/* Prints where the records of a file will be kept, and why. */
static void print_store(const struct settings *settings, const struct collection *here,
                        const struct plan *plan, const char *name, int store)
{
    static const char *const reasons[] = {
        [FAIR_STORE_COPIED] = "not supported",
        [FAIR_STORE_NOT_REGULAR] = "it is not a regular file",
        [FAIR_STORE_SMALL] = "it is small",
        [FAIR_STORE_SHORT] = "its records are short",
        [FAIR_STORE_REMOTE] = "its file system may not be local",
        [FAIR_STORE_LIMIT] = "it does not fit into the memory limit",
        [FAIR_STORE_MANY] = "too many other files are mapped",
    };
    const bool never = settings->repeat || settings->pairs;
    const char *reason = reasons[store];
    if (store == FAIR_STORE_MAPPED) {
        printf("; used in place (mapped)");
        return;
    }
    if (input_is_compressed(settings, name, NULL))
        reason = "it is compressed";
    else if (store == FAIR_STORE_COPIED && overlap_is_output(settings, name))
        reason = "it is also an output";
    else if (store == FAIR_STORE_COPIED && !here->map)
        reason = "another input is also an output";
    printf("; copied to %s (not mapped: %s)",
           never || (plan->has_forecast && here->forecast.levels == 0) ? "memory"
           : plan->has_forecast ? "a temporary file"
                                : "memory or a temporary file",
           reason);
}

static int print_file(const struct settings *settings, const struct plan *plan, size_t i)
{
    const char *name = input_file(settings, i);
    const size_t collection = input_collection(settings, i);
    char amount[16];
    uint64_t size;
    enum compress_kind kind;
    const bool sized = input_size(name, &size);
    /* A pipe is not opened, because that would wait for a writer. */
    const int fd = sized ? input_open(name) : -1;
    if (sized && fd < 0)
        return 1;
    if (fd >= 0)
        input_close(fd);
    if (!sized && strcmp(name, "-") != 0 && access(name, R_OK) != 0)
        return say_error(errno, "%s", say_file(name));
    printf("%-11s %s: ", collection > 0 ? "with" : "input", say_input(name));
    if (!sized)
        printf("size not known in advance");
    else
        printf("%s", progress_bytes((double)size, amount));
    if (input_is_compressed(settings, name, &kind))
        printf("; decompressed (%s), size afterwards not known",
               kind == COMPRESS_NONE ? "any format" : compress_word(kind));
    if (plan->stores != NULL && settings->random_source == NULL)
        print_store(settings, &plan->collections[collection], plan, name,
                    plan->stores[i]);
    printf("\n");
    return 0;
}

static int print_files(const struct settings *settings, const struct plan *plan)
{
    for (size_t i = 0; i < input_file_count(settings); i++)
        if (print_file(settings, plan, i) != 0)
            return 1;
    return 0;
}

static void print_kind(const struct settings *settings)
{
    const fair_format *format = &settings->format;
    char number[32];
    printf("%-11s ", "records");
    if (settings->range)
        printf("numbers");
    else if (settings->echo)
        printf("arguments");
    else
        kind_print(format, grouped(format->count, number));
    if (settings->header > 0)
        printf(", after a header of %s record%s", grouped(settings->header, number),
               settings->header == 1 ? "" : "s");
}

static void print_records(const struct settings *settings, const struct plan *plan)
{
    const struct collection *first = &plan->collections[0];
    char number[32];
    print_kind(settings);
    if (settings->range)
        printf("; %s", grouped(settings->numbers, number));
    else if (first->sized && first->estimated)
        printf("; %s%s", first->exact ? "" : "about ",
               grouped((uint64_t)(first->records + 0.5), number));
    printf("\n");
}

static void print_order(const struct settings *settings)
{
    char number[32];
    static const char *const names[] = {"a shuffle", "a single cycle", "a derangement"};
    printf("%-11s %s", "order",
           settings->repeat ? "drawn with replacement" : names[settings->order]);
    if (settings->head != UINT64_MAX)
        printf(settings->repeat ? ", %s times" : ", only the first %s",
               grouped(settings->head, number));
    if (settings->random_source != NULL)
        printf("; the same as GNU shuf makes from %s\n",
               say_file(settings->random_source));
    else if (settings->seed != NULL || settings->seed_file != NULL)
        printf("; fixed by the seed, order format %d\n", FAIR_ORDER_VERSION);
    else
        printf("; different in each run (to repeat it, use --seed)\n");
}

static void print_outputs(const struct settings *settings)
{
    for (size_t i = 0; i < settings_output_count(settings); i++) {
        const char *name = settings_output(settings, i);
        const enum compress_kind kind = writer_compression(settings, name);
        printf("%-11s %s", i == 0 ? "output" : "",
               name == NULL ? "standard output" : say_file(name));
        if (kind != COMPRESS_NONE)
            printf("; compressed (%s)", compress_word(kind));
        printf("\n");
    }
}

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
    if (print_files(settings, plan) != 0)
        return 1;
    print_records(settings, plan);
    print_order(settings);
    print_outputs(settings);
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
