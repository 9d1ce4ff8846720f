/* SPDX-License-Identifier: MIT
 *
 * settings.h - what the command line of fairshuf asks for.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairshuf_records.h"

enum {
    SETTINGS_WITH = 64,
    SETTINGS_SPLIT = 64
}; /* the most of these that can be given */

/* One part of --split: an absolute count, or a share of the rest. */
struct share {
    const char *name; /* not terminated: `length` bytes of the option's text */
    size_t length;
    uint64_t share; /* in millionths; 0: none */
    uint64_t count; /* if there is no share */
};

struct settings {
    bool strict; /* called as shuf: GNU's options only */

    /* GNU */
    bool echo, range, repeat;
    uint64_t lowest, numbers; /* of the range; it may have none */
    uint64_t head;            /* UINT64_MAX: no limit */
    const char *output, *random_source;

    /* which order */
    const char *seed, *seed_file; /* one of them, or both NULL */
    bool print_seed;
    int order; /* FAIR_ORDER_... */
    bool pairs;

    /* records */
    fair_format format; /* lines, -z, --delimiter, --record-size, ... */
    uint64_t header;

    /* more files */
    const char *with[SETTINGS_WITH], *output_with[SETTINGS_WITH];
    size_t with_count, output_with_count;
    struct share split[SETTINGS_SPLIT];
    size_t split_count;
    int decompress;       /* 1 all inputs, 0 none, -1 those whose names say so */
    const char *compress; /* a word that compress.h knows; NULL: names decide */
    int sync;             /* 1 always, 0 never, -1 where something might be lost */

    /* how it runs */
    unsigned threads;        /* 0: all cores */
    uint64_t memory;         /* bytes; 0: none were given */
    unsigned memory_percent; /* of the available memory; 0: not given */
    const char *memory_text; /* as it was given, NULL if it was not */
    const char *temp_dir;
    int progress; /* 1 always, 0 never, -1 if it takes long and stderr is a terminal */
    bool quiet, verbose, check, explain;

    char **operands;
    size_t operand_count;
};

/* What is left to do after the command line was read. */
enum settings_verdict { SETTINGS_RUN, SETTINGS_HELP, SETTINGS_VERSION, SETTINGS_WRONG };

/* Reads the command line. Operands are moved to the end of argv, as getopt() does.
 * Mistakes are reported. */
enum settings_verdict settings_read(struct settings *settings, int argc, char **argv);

#endif
