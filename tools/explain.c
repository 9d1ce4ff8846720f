/* SPDX-License-Identifier: MIT
 *
 * explain.c - --explain: prints the plan of a run, from the start of each file.
 *
 * Pipes are not read. Estimates are marked with "about".
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
#include "tools/channel.h"
#include "tools/input.h"
#include "tools/overlap.h"
#include "tools/plan.h"
#include "tools/preflight.h"
#include "tools/progress.h"
#include "tools/run.h"
#include "tools/space.h"

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

/* ---- what there is --------------------------------------------------------------- */

/* Where the records of a file of a collection will be kept, and why. */
static void tell_store(const struct settings *settings, const struct collection *here,
                       const struct plan *plan, const char *name, int store)
{
    static const char *const reasons[] = {
        [FAIR_STORE_COPIED] = "mapping is not possible",
        [FAIR_STORE_NOT_REGULAR] = "not a regular file",
        [FAIR_STORE_SMALL] = "the file is small",
        [FAIR_STORE_SHORT] = "short records",
        [FAIR_STORE_REMOTE] = "the file system is not known to be local",
        [FAIR_STORE_LIMIT] = "the file does not fit into the memory limit",
        [FAIR_STORE_MANY] = "too many files are mapped already",
    };
    const bool never = settings->repeat || settings->pairs;
    const char *reason = reasons[store];
    if (store == FAIR_STORE_MAPPED) {
        printf("; used in place (mapped)");
        return;
    }
    if (input_is_packed(settings, name, NULL))
        reason = "compressed";
    else if (store == FAIR_STORE_COPIED && overlap_is_output(settings, name))
        reason = "the file is also an output";
    else if (store == FAIR_STORE_COPIED && !here->map)
        reason = "another input is also an output";
    printf("; copied to %s (%s)",
           never || (plan->foreseen && here->forecast.levels == 0) ? "memory"
           : plan->foreseen                                        ? "a temporary file"
                            : "memory or a temporary file",
           reason);
}

static int tell_file(const struct settings *settings, const struct plan *plan, size_t i,
                     const char *name)
{
    const size_t operands = input_count(settings);
    const bool with = i >= operands;
    char amount[16];
    uint64_t size;
    enum compress_kind kind;
    const bool sized = input_size(name, &size);
    /* Opening a pipe would wait for a writer. */
    const int fd = sized ? input_open(name) : -1;
    if (sized && fd < 0)
        return 1;
    if (fd >= 0)
        input_close(fd);
    if (!sized && strcmp(name, "-") != 0 && access(name, R_OK) != 0)
        return say_error(errno, "%s", say_file(name));
    printf("%-11s %s: ", with ? "with" : "input", say_input(name));
    if (!sized)
        printf("size unknown until it is read");
    else
        printf("%s", progress_bytes((double)size, amount));
    if (input_is_packed(settings, name, &kind))
        printf("; decompressed (%s), to an unknown size",
               kind == COMPRESS_NONE ? "any format" : compress_word(kind));
    if (plan->stores != NULL && settings->random_source == NULL)
        tell_store(settings, &plan->collections[with ? 1 + i - operands : 0], plan, name,
                   plan->stores[i]);
    printf("\n");
    return 0;
}

static int tell_files(const struct settings *settings, const struct plan *plan)
{
    const size_t operands = input_count(settings);
    for (size_t i = 0; i < operands + settings->with_count; i++)
        if (tell_file(settings, plan, i,
                      i < operands ? input_name(settings, i)
                                   : settings->with[i - operands]) != 0)
            return 1;
    return 0;
}

static void tell_kind(const struct settings *settings)
{
    const fair_format *format = &settings->format;
    const char separator[2] = {(char)format->delimiter, '\0'};
    char number[32];
    printf("%-11s ", "records");
    if (settings->range)
        printf("numbers");
    else if (settings->echo)
        printf("arguments");
    else if (format->kind == FAIR_FIXED)
        printf("%s bytes each", grouped(format->count, number));
    else if (format->kind == FAIR_CSV)
        printf("CSV rows, fields separated by %s", say_quoted(separator));
    else if (format->kind == FAIR_PARAGRAPHS)
        printf("paragraphs");
    else if (format->count > 1)
        printf("groups of %s lines", grouped(format->count, number));
    else if (format->delimiter == '\n')
        printf("lines");
    else
        printf("ended by the byte 0x%02x", format->delimiter);
    if (settings->header > 0)
        printf(", after a header of %s", grouped(settings->header, number));
}

static void tell_records(const struct settings *settings, const struct plan *plan)
{
    const struct collection *first = &plan->collections[0];
    char number[32];
    tell_kind(settings);
    if (settings->range)
        printf("; %s", grouped(settings->numbers, number));
    else if (first->sized && first->estimated)
        printf("; %s%s", first->exact ? "" : "about ",
               grouped((uint64_t)(first->records + 0.5), number));
    printf("\n");
}

static void tell_order(const struct settings *settings)
{
    char number[32];
    static const char *const names[] = {"a shuffle", "a single cycle", "a derangement"};
    printf("%-11s %s", "order",
           settings->repeat ? "draws with replacement" : names[settings->order]);
    if (settings->head != UINT64_MAX)
        printf(", only the first %s", grouped(settings->head, number));
    if (settings->random_source != NULL)
        printf("; the one that GNU shuf makes from %s\n",
               say_file(settings->random_source));
    else if (settings->seed != NULL || settings->seed_file != NULL)
        printf("; fixed by the seed, order format %d\n", FAIR_ORDER_VERSION);
    else
        printf("; different in each run (--seed fixes it)\n");
}

static void tell_output(const struct settings *settings, const char *label,
                        const char *name)
{
    const enum compress_kind kind = channel_kind(settings, name);
    printf("%-11s %s", label, name == NULL ? "standard output" : say_file(name));
    if (kind != COMPRESS_NONE)
        printf("; compressed (%s)", compress_word(kind));
    printf("\n");
}

static void tell_outputs(const struct settings *settings)
{
    if (settings->split_count == 0)
        tell_output(settings, "output", settings->output);
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct share *share = &settings->split[i];
        char *name = strndup(share->name, share->length);
        if (name != NULL)
            tell_output(settings, i == 0 ? "output" : "", name);
        free(name);
    }
    for (size_t i = 0; i < settings->with_count; i++)
        tell_output(settings, "", settings->output_with[i]);
}

/* ---- what it takes --------------------------------------------------------------- */

static void tell_memory(const struct settings *settings, const struct plan *plan)
{
    char amount[16];
    printf("%-11s ", "memory");
    if (plan->foreseen)
        printf("about %s", progress_bytes((double)plan->forecast.memory, amount));
    else
        printf("as much as needed");
    if (plan->limit > 0 && settings->random_source == NULL)
        printf(", at most %s", progress_bytes((double)plan->limit, amount));
    if (settings->memory_text != NULL)
        printf(" (--memory=%s)", settings->memory_text);
    if (plan->available > 0)
        printf("; %s available", progress_bytes((double)plan->available, amount));
    printf("\n");
    if (plan->whole != NULL && plan->foreseen && plan->limit > 0 &&
        plan->forecast.memory > plan->limit)
        printf("%-11s more than the limit: %s will probably fail\n", "", plan->whole);
}

/* Temporary space, and the number of passes. */
static void tell_disk(const struct settings *settings, const struct plan *plan)
{
    char amount[16], there[16], text[SPACE_TEXT];
    uint64_t left;
    const bool known = space_free(plan->folder, &left);
    printf("%-11s ", "temp space");
    if (settings->repeat || settings->random_source != NULL ||
        (plan->foreseen && plan->forecast.levels == 0))
        printf("none: everything is kept in memory\n");
    else if (plan->foreseen)
        printf("about %s in %s", progress_bytes((double)plan->forecast.temporary, amount),
               say_file(plan->folder));
    else
        printf("for records that do not fit into memory, in %s", say_file(plan->folder));
    if (!settings->repeat && settings->random_source == NULL &&
        (!plan->foreseen || plan->forecast.levels > 0)) {
        if (known)
            printf("; %s free there", progress_bytes((double)left, there));
        if (known && space_may_lack(plan, settings, text))
            printf(", which may not be enough");
        printf("\n");
    }
    if (plan->foreseen && settings->random_source == NULL) {
        const unsigned times = 1 + plan->forecast.levels;
        printf("%-11s %u: every byte is read and written ", "passes", times);
        printf(times == 1 ? "once\n" : times == 2 ? "twice\n" : "%u times\n", times);
    }
}

static int tell_all(const struct settings *settings, const struct plan *plan)
{
    if (!settings->range && !settings->echo && tell_files(settings, plan) != 0)
        return 1;
    tell_records(settings, plan);
    tell_order(settings);
    tell_outputs(settings);
    tell_memory(settings, plan);
    tell_disk(settings, plan);
    if (settings->random_source != NULL)
        printf("%-11s 1: GNU's method is sequential\n", "threads");
    else
        printf("%-11s %u\n", "threads",
               settings->threads > 0 ? settings->threads : usable_cpus());
    if (fflush(stdout) != 0 || settings->random_source != NULL)
        return 0;
    return run_judge(settings, plan); /* whose message comes after all this */
}

int explain(const struct settings *settings)
{
    const fair_records_options options = run_options(settings);
    struct plan plan;
    if (preflight(settings) != 0)
        return 1;
    plan_make(&plan, settings, &options, true);
    const int status = tell_all(settings, &plan);
    free(plan.stores);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return errno == EPIPE ? RUN_BROKEN_PIPE : say_error(errno, "write error");
}
