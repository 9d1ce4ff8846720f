/* SPDX-License-Identifier: MIT
 *
 * settings.h - what the command line of fairshuf, or of fairshuf-mpi, asks for.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairshuf_records.h"

enum {
    SETTINGS_WITH = 64,         /* most --with options */
    SETTINGS_SPLIT = 64,        /* most parts of --split */
    SETTINGS_RANKS = 1000000,   /* the largest value of --ranks */
    SETTINGS_TIMEOUT = 1000000, /* the largest value of --timeout */
};

/* One part of --split: a share, or a number of records. */
struct split_part {
    const char *name; /* of the file */
    uint64_t share;   /* in millionths; 0: use `count` */
    uint64_t count;   /* number of records, if `share` is 0 */
};

struct settings {
    bool strict; /* called as shuf: only GNU's options and messages */

    /* GNU */
    bool echo;                 /* -e */
    bool range;                /* -i */
    uint64_t lowest;           /* the first number of the range */
    uint64_t numbers;          /* how many numbers the range has; may be 0 */
    bool repeat;               /* -r */
    uint64_t head;             /* -n; UINT64_MAX: no limit */
    const char *output;        /* -o; NULL: standard output */
    const char *random_source; /* NULL: not given */

    /* order */
    const char *seed;      /* NULL: not given */
    const char *seed_file; /* NULL: not given; never together with `seed` */
    bool print_seed;       /* print the key of this run on stderr */
    int order;             /* FAIR_ORDER_... */
    bool pairs;            /* write pairs; only with --cycle or --derange */

    /* records */
    fair_format format; /* what a record is */
    uint64_t header;    /* number of header records */

    /* files */
    const char *with[SETTINGS_WITH];        /* --with: files that get the same order */
    size_t with_count;                      /* used elements of `with` */
    const char *output_with[SETTINGS_WITH]; /* one for each of `with` */
    size_t output_with_count; /* used elements of `output_with`; equals with_count */
    struct split_part split[SETTINGS_SPLIT]; /* --split: the parts in the order given */
    size_t split_count;                      /* used elements of `split`; 0: not given */
    int decompress; /* 1: all inputs, 0: none, -1: depends on the file name */
    const char
        *compress; /* a word for compress_kind_of_word(); NULL: file names decide */
    int sync;      /* 1: always, 0: never, -1: if a file is replaced */

    /* running */
    unsigned threads;        /* 0: all cores */
    uint64_t memory;         /* --memory in bytes; 0: not given in bytes */
    unsigned memory_percent; /* --memory in percent; 0: not given in percent */
    const char *memory_text; /* --memory as given; NULL: not given */
    const char *temp_dir;    /* NULL: not given */
    int progress;            /* 1: always, 0: never, -1: on a terminal, after a second */
    bool quiet;              /* -q: print only errors; excludes `verbose` */
    bool verbose;            /* -v: report what was done; excludes `quiet` */
    bool check;              /* verify that each record is written exactly once */
    bool explain;            /* show the plan and exit */

    /* only fairshuf-mpi */
    uint64_t ranks;   /* --ranks: the number of ranks to plan for; 0: not given */
    uint64_t timeout; /* --timeout: seconds without a heartbeat from a rank; 0: none */

    char **operands;      /* [operand_count]: files, or words with -e; part of argv */
    size_t operand_count; /* 0: standard input, unless -e or -i is given */
};

/* What to do after the command line was read. */
enum settings_result { SETTINGS_RUN, SETTINGS_HELP, SETTINGS_VERSION, SETTINGS_WRONG };

/* Reads the command line. Moves operands to the end of argv, as getopt() does, and
 * modifies the value of --split. Reports mistakes. */
enum settings_result settings_read(struct settings *settings, int argc, char **argv);

/* The number of outputs, and their names; NULL is standard output. The files of --split,
 * or the one of -o, come first, then those of --output-with. */
size_t settings_output_count(const struct settings *settings);
const char *settings_output(const struct settings *settings, size_t i);

/* Whether a file name means standard input: "-", or /dev/stdin and the like. */
bool settings_is_stdin(const char *name);

#endif
