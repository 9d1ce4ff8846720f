/* SPDX-License-Identifier: MIT
 *
 * explain_parts.c - --explain: what is read and written. See explain_parts.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/explain_parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "tools/input.h"
#include "tools/kinds.h"
#include "tools/overlap.h"
#include "tools/progress.h"
#include "tools/writer.h"

const char *explain_number(uint64_t number, char buffer[32])
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

int explain_files(const struct settings *settings, const struct plan *plan)
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
        kind_print(format, explain_number(format->count, number));
    if (settings->header > 0)
        printf(", after a header of %s record%s",
               explain_number(settings->header, number),
               settings->header == 1 ? "" : "s");
}

void explain_records(const struct settings *settings, const struct plan *plan)
{
    const struct collection *first = &plan->collections[0];
    char number[32];
    print_kind(settings);
    if (settings->range)
        printf("; %s", explain_number(settings->numbers, number));
    else if (first->sized && first->estimated)
        printf("; %s%s", first->exact ? "" : "about ",
               explain_number((uint64_t)(first->records + 0.5), number));
    printf("\n");
}

void explain_order(const struct settings *settings)
{
    char number[32];
    static const char *const names[] = {"a shuffle", "a single cycle", "a derangement"};
    printf("%-11s %s", "order",
           settings->repeat ? "drawn with replacement" : names[settings->order]);
    if (settings->head != UINT64_MAX)
        printf(settings->repeat ? ", %s times" : ", only the first %s",
               explain_number(settings->head, number));
    if (settings->random_source != NULL)
        printf("; the same as GNU shuf makes from %s\n",
               say_file(settings->random_source));
    else if (settings->seed != NULL || settings->seed_file != NULL)
        printf("; fixed by the seed, order format %d\n", FAIR_ORDER_VERSION);
    else
        printf("; different in each run (to repeat it, use --seed)\n");
}

void explain_outputs(const struct settings *settings)
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
