/* SPDX-License-Identifier: MIT
 *
 * explain.c - --explain: the plan of a run, by looking at the start of each file.
 *
 * Pipes are not touched. Estimates are called so.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input.h"
#include "progress.h"
#include "run.h"
#include "say.h"

enum {
    LOOKED_AT = 1 << 16, /* bytes of each file */
    LEAF = 98304,        /* records that -n may have to keep besides those it wants */
    BESIDES = 12 << 20,  /* bytes for buffers, about */
};

/* What is known of the input. */
struct outlook {
    bool sized;     /* bytes are known */
    bool estimated; /* records are known, more or less */
    bool exact;     /* ... exactly */
    uint64_t bytes, with_bytes;
    double records;
};

/* A number with commas, as people read it. */
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

/* ---- looking ----------------------------------------------------------------------- */

/* The records in the first bytes of a file, and how many bytes these are. */
static bool look_at(const struct settings *settings, int fd, uint64_t *records,
                    uint64_t *bytes)
{
    const off_t at = lseek(fd, 0, SEEK_CUR);
    fair_reader *reader = fair_reader_new(&settings->format);
    if (reader == NULL)
        return false;
    const unsigned char *record;
    size_t length;
    *records = *bytes = 0;
    fair_reader_open(reader, fd);
    while (*bytes < LOOKED_AT && fair_reader_next(reader, &record, &length) == 1) {
        *bytes += length;
        ++*records;
    }
    fair_reader_free(reader);
    return lseek(fd, at, SEEK_SET) >= 0 && *records > 0;
}

static int look_at_file(const struct settings *settings, const char *name, bool counts,
                        struct outlook *outlook)
{
    char amount[16];
    uint64_t size, records, bytes;
    const bool sized = input_size(name, &size);
    int fd = -1; /* opening a pipe would wait for somebody who writes to it */
    if (sized && (fd = input_open(name)) < 0)
        return 1;
    if (!sized && strcmp(name, "-") != 0 && access(name, R_OK) != 0)
        return say_error(errno, "%s", say_file(name));
    printf("%-11s %s: ", counts ? "input" : "with",
           strcmp(name, "-") == 0 ? "standard input" : say_file(name));
    if (sized)
        printf("%s\n", progress_bytes((double)size, amount));
    else
        printf("a pipe or device; its size is not known before it is read\n");
    outlook->sized &= sized;
    if (sized && counts) {
        outlook->bytes += size;
        const bool seen = look_at(settings, fd, &records, &bytes);
        outlook->estimated &= seen || size == 0;
        if (seen) {
            outlook->exact &= bytes >= size;
            outlook->records += bytes >= size
                                    ? (double)records
                                    : (double)size / (double)bytes * (double)records;
            outlook->records -=
                (double)(settings->header < records ? settings->header : records);
        }
    } else if (sized) {
        outlook->with_bytes += size;
    }
    if (fd >= 0)
        input_close(fd);
    return 0;
}

/* ---- telling ----------------------------------------------------------------------- */

static void tell_kind(const struct settings *settings)
{
    const fair_format *format = &settings->format;
    char number[32];
    printf("%-11s ", "records");
    if (settings->range)
        printf("numbers");
    else if (settings->echo)
        printf("arguments");
    else if (format->kind == FAIR_FIXED)
        printf("%s bytes each", grouped(format->count, number));
    else if (format->kind == FAIR_CSV)
        printf("CSV rows, fields parted by '%c'", format->delimiter);
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

static void tell_records(const struct settings *settings, const struct outlook *outlook)
{
    char number[32];
    tell_kind(settings);
    if (outlook->estimated)
        printf("; %s%s", outlook->exact ? "" : "about ",
               grouped(settings->range ? settings->numbers
                                       : (uint64_t)(outlook->records + 0.5),
                       number));
    printf("\n");
}

static void tell_order(const struct settings *settings)
{
    char number[32];
    static const char *const names[] = {"a shuffle", "a single cycle", "a derangement"};
    printf("%-11s %s", "order",
           settings->repeat ? "draws with replacement" : names[settings->order]);
    if (settings->head != UINT64_MAX)
        printf(", the first %s of it", grouped(settings->head, number));
    if (settings->random_source != NULL)
        printf("; as GNU shuf makes it of %s\n", say_file(settings->random_source));
    else if (settings->seed != NULL)
        printf("; fixed by the seed, order format %d\n", FAIR_ORDER_VERSION);
    else
        printf("; another one in each run (--seed fixes it)\n");
}

static void tell_outputs(const struct settings *settings)
{
    printf("%-11s ", "output");
    if (settings->split_count == 0)
        printf("%s\n",
               settings->output == NULL ? "standard output" : say_file(settings->output));
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct share *share = &settings->split[i];
        printf("%s%.*s", i > 0 ? ", " : "", (int)share->length, share->name);
    }
    if (settings->split_count > 0)
        printf("\n");
    for (size_t i = 0; i < settings->with_count; i++)
        printf("%-11s %s\n", "", say_file(settings->output_with[i]));
}

/* Bytes that can still be had without swapping, 0 if that is not known. */
static double memory_there(void)
{
    static const char label[] = "MemAvailable:";
    unsigned long long kib = 0;
    char line[128];
    FILE *file = fopen("/proc/meminfo", "re");
    while (file != NULL && kib == 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, label, sizeof label - 1) == 0)
            kib = strtoull(line + sizeof label - 1, NULL, 10);
    if (file != NULL)
        fclose(file);
    return 1024.0 * (double)kib;
}

static void tell_memory(const struct settings *settings, const struct outlook *outlook)
{
    char amount[16], whole[16];
    const double there = memory_there();
    double need = (double)outlook->bytes + outlook->records; /* a length for each */
    const double each = outlook->records > 0 ? need / outlook->records : 0;
    const bool few = settings->head != UINT64_MAX && !settings->repeat &&
                     settings->order == FAIR_ORDER_SHUFFLE;
    if (settings->range)
        need = outlook->records * (outlook->records > 4294967296.0 ? 8 : 4);
    if (few && (double)settings->head + LEAF < outlook->records) {
        const double kept = (double)settings->head + LEAF;
        need = kept * (settings->range ? 16 : each) * 2;
    } else if (settings->order != FAIR_ORDER_SHUFFLE || settings->repeat) {
        need += 16 * outlook->records;
    }
    need += (double)outlook->with_bytes * 1.02 + BESIDES;
    printf("%-11s ", "memory");
    if (!outlook->sized)
        printf("as much as the input has, and a little more");
    else
        printf("about %s", progress_bytes(need, amount));
    if (there > 0)
        printf("; %s can be had", progress_bytes(there, whole));
    printf("\n");
    if (outlook->sized && there > 0 && need > there)
        printf("%-11s that is more than there is: the run may fail\n", "");
}

/* The processors that this process may use. */
static unsigned cpus(void)
{
    cpu_set_t set;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
    return online > 0 ? (unsigned)online : 1;
}

static int tell_all(const struct settings *settings)
{
    struct outlook outlook = {.sized = true, .estimated = true, .exact = true};
    if (settings->range) {
        outlook.records = (double)settings->numbers;
    } else if (settings->echo) {
        outlook.records = (double)settings->operand_count;
        for (size_t i = 0; i < settings->operand_count; i++)
            outlook.bytes += strlen(settings->operands[i]) + 1;
    } else {
        outlook.exact = true;
        for (size_t i = 0; i < input_count(settings); i++)
            if (look_at_file(settings, input_name(settings, i), true, &outlook) != 0)
                return 1;
        outlook.estimated &= outlook.sized;
        for (size_t i = 0; i < settings->with_count; i++)
            if (look_at_file(settings, settings->with[i], false, &outlook) != 0)
                return 1;
    }
    tell_records(settings, &outlook);
    tell_order(settings);
    tell_outputs(settings);
    tell_memory(settings, &outlook);
    if (settings->random_source != NULL)
        printf("%-11s 1: GNU's order is made one step after the other\n", "threads");
    else
        printf("%-11s %u\n", "threads",
               settings->threads > 0 ? settings->threads : cpus());
    printf("%-11s none: everything is kept in memory\n", "temp space");
    return 0;
}

int explain(const struct settings *settings)
{
    const int status = tell_all(settings);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return errno == EPIPE ? RUN_BROKEN_PIPE : say_error(errno, "write error");
}
