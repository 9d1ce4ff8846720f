/* SPDX-License-Identifier: MIT
 *
 * fairshuf_records.h - the records of files, in random order.
 *
 *     fair_records_options options = {.format = {.delimiter = '\n'}};
 *     fair_part all = {.count = UINT64_MAX, .write = my_write};
 *     fair_records *lines;
 *     int error = fair_records_new(&lines, key, &options);
 *     if (error == FAIR_OK)
 *         error = fair_records_read(lines, 0);
 *     if (error == FAIR_OK)
 *         error = fair_records_write(lines, &all, 1);
 *     fair_records_free(lines);
 *
 * Record i of the input takes the place that element i of an array has after
 * fair_shuffle_parallel() with the same key: the order depends on the key and on the
 * number of records, not on their kind or length, nor on files or pipes, threads and
 * memory. The rules of fairshuf.h hold here, too. All this needs POSIX.
 *
 * A collection belongs to one thread at a time. The functions of the caller are called
 * one at a time, but not always by the thread that called the library, unless it says so.
 */
#ifndef FAIRSHUF_RECORDS_H
#define FAIRSHUF_RECORDS_H

#include "fairshuf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a record is --------------------------------------------------------- */

enum {
    FAIR_DELIMITED,  /* ends with a certain byte, or with the k-th of them */
    FAIR_FIXED,      /* so many bytes */
    FAIR_CSV,        /* a row as in RFC 4180: a newline within quotes does not end it */
    FAIR_PARAGRAPHS, /* lines up to the next that is not empty after empty ones */
};

/* FAIR_FIXED needs a count; FAIR_CSV a delimiter that is no quote, CR or LF. What a kind
 * does not use is ignored. */
typedef struct fair_format {
    int kind;
    unsigned char delimiter; /* FAIR_DELIMITED: ends; FAIR_CSV: stands between fields */
    uint64_t count;          /* FAIR_DELIMITED: delimiters in a record, 0 for 1;
                                FAIR_FIXED: bytes */
    uint64_t reserved[2];    /* zeros */
} fair_format;

/* Where reading a file went wrong. Records and bytes count from 0. */
typedef struct fair_mark {
    uint64_t record; /* of the file, its header included */
    uint64_t offset; /* in bytes, where that record starts */
    int error;       /* the errno of FAIR_EREAD, FAIR_EWRITE and FAIR_ETEMP */
    uint64_t needed; /* after FAIR_ELIMIT: the least `memory` that would do, as far as
                        that is known; 0 if it is not */
    uint64_t reserved[2];
} fair_mark;

/* ---- records one by one --------------------------------------------------------- */

typedef struct fair_reader fair_reader;

/* Makes a reader. FAIR_EINVAL for a format that makes no sense, FAIR_ENOMEM; then *reader
 * is NULL. */
FAIR_API int fair_reader_new(fair_reader **reader, const fair_format *format);

/* Starts reading the file behind `fd` at its current offset, and forgets what is left of
 * the file before, errors included. Cannot fail: an `fd` that cannot be read is found out
 * by fair_reader_next(). The caller closes it.
 *
 * Regular files are read with pread(). Their offset stays where it was until the end of
 * the file is reached, and is there afterwards; after an error it may be either. Anything
 * else is read with read(), and ahead of the records that were given out. */
FAIR_API void fair_reader_open(fair_reader *reader, int fd);

/* The next record, with what ends it: 1, or 0 at the end of the file, or if none was
 * opened. If the file ends without that, it is added: the delimiter; where records have
 * several lines, and for CSV, a newline, after a carriage return if the line before ends
 * so; for paragraphs, an empty line besides. The pointer holds until the next call.
 * FAIR_EREAD; FAIR_ERECORD if the last record is incomplete; FAIR_ESHRUNK if the file
 * turned out shorter than it was when opened; FAIR_ERANGE for a record of nearly 4 GiB or
 * more that does not end with the first delimiter; FAIR_ENOMEM. After an error, every
 * further call gives the same error, until another file is opened. */
FAIR_API int fair_reader_next(fair_reader *reader, const unsigned char **record,
                              size_t *length);

/* Where the record given last starts, or what fair_reader_next() failed at. */
FAIR_API fair_mark fair_reader_mark(const fair_reader *reader);

/* NULL is allowed. */
FAIR_API void fair_reader_free(fair_reader *reader);

/* ---- records in random order ------------------------------------------------------ */

/* Writes all of `length` bytes: 0, or an errno. */
typedef int fair_sink(void *context, const void *data, size_t length);

/* The next `count` records in the order go to `write`, which may be NULL if the count is
 * 0: then there is no header either. */
typedef struct fair_part {
    uint64_t count;
    fair_sink *write;
    void *context;
    uint64_t reserved[2]; /* zeros */
} fair_part;

enum {
    FAIR_ORDER_SHUFFLE, /* of fair_shuffle_parallel() */
    FAIR_ORDER_CYCLE,   /* of fair_cycle() */
    FAIR_ORDER_DERANGE, /* of fair_derange() */
};

enum { FAIR_PHASE_READ, FAIR_PHASE_ORDER, FAIR_PHASE_WRITE };

/* Start with zeros. */
typedef struct fair_records_options {
    fair_format format;
    int order;
    uint64_t header;  /* so many records at the start of each file are its header */
    uint64_t head;    /* only the first so many of the order are wanted; 0 for all */
    int pairs;        /* write "record<TAB>the record that takes its place" */
    unsigned threads; /* as in fair_options, but 32 at most; 512 for ranges of numbers */

    /* Bytes of memory that the collection may take in all, buffers and tables included;
     * 0 for as much as there is. What does not fit goes to a file that `temporary` opens:
     * for reading and writing, empty, of no use to anybody else, and best without a name;
     * -1 and errno if there is none. It is called once, when the file is needed, and the
     * collection closes it. Without it, what does not fit is FAIR_ELIMIT. Less than 64
     * KiB are taken for 64 KiB; small limits are kept as well as records allow: a single
     * one may take a fourth of the limit. (glibc may keep what was freed:
     * mallopt(M_MMAP_THRESHOLD, 1 << 20) prevents that.) */
    uint64_t memory;
    int (*temporary)(void *context);

    /* Called now and then, by the thread of the caller only: in the phase of reading with
     * bytes; of ordering with those of its tables, or those that went through the
     * temporary file once more; of writing with bytes written; `total` is 0 where it is
     * not known. Something else than 0 ends the work with FAIR_ECANCELED. */
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);

    /* Called with every record, by any thread and several at a time, when it comes in
     * (out = 0) and when it is written (out = 1); not with
     * headers, nor with what fair_records_draw() writes. */
    void (*witness)(void *context, int out, const void *record, size_t length);
    void *context; /* of temporary, progress and witness */

    uint64_t reserved[4]; /* zeros */
} fair_records_options;

typedef struct fair_records fair_records;

/* Makes an empty collection. FAIR_EINVAL for options that make no sense, FAIR_ENOMEM;
 * then *records is NULL.
 *
 * After an error of any function below, the collection can only be freed: every further
 * call that returns int gives the same error, and fair_records_mark() stays as it is. */
FAIR_API int fair_records_new(fair_records **records, const uint8_t key[FAIR_KEY_SIZE],
                              const fair_records_options *options);

/* Adds the records of the file behind `fd`, from its current offset to its end; see
 * fair_reader_open() about the offset. What fair_reader_next() gives; FAIR_EHEADER if the
 * file has not the header of the first; FAIR_ELIMIT if a record is too large for the
 * memory allowed; FAIR_ETEMP; FAIR_ECANCELED. */
FAIR_API int fair_records_read(fair_records *records, int fd);

/* Adds the records of something that is no file. `feed` writes up to `length` bytes to
 * `data`: how many, 0 at the end, or -1 and errno, which is FAIR_EREAD. */
typedef ptrdiff_t fair_feed(void *context, void *data, size_t length);
FAIR_API int fair_records_read_from(fair_records *records, fair_feed *feed,
                                    void *context);

/* Adds one record, whole, with what ends it. FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP;
 * FAIR_ERANGE for one of nearly 4 GiB. */
FAIR_API int fair_records_add(fair_records *records, const void *record, size_t length);

/* Records so far, without the header, and where reading stands or failed. */
FAIR_API uint64_t fair_records_count(const fair_records *records);
FAIR_API fair_mark fair_records_mark(const fair_records *records);

/* What a collection takes besides memory: bytes that went to the temporary file and came
 * back, the most that it held at a time, and how often a record was written to it, at
 * most (0: everything was kept in memory). */
typedef struct fair_usage {
    uint64_t written, read, held;
    unsigned levels;
    uint64_t reserved[4];
} fair_usage;
FAIR_API fair_usage fair_records_usage(const fair_records *records);

/* What a collection of about so many records and bytes will take with these options. An
 * estimate, for records that are about alike; it means nothing for options that
 * fair_records_new() refuses. With no limit set, `memory` is the limit at which
 * everything, tables included, would stay in memory. */
typedef struct fair_forecast {
    uint64_t memory;    /* the most bytes of memory */
    uint64_t temporary; /* the most bytes that a temporary file will hold */
    unsigned levels; /* how often a record will be written to that; 0: none is needed */
    int sampled;     /* of a range: the numbers are those of fair_sample() */
    uint64_t reserved[4];
} fair_forecast;
FAIR_API fair_forecast fair_records_forecast(const fair_records_options *options,
                                             uint64_t records, uint64_t bytes);

/* Writes header and records in their order to the parts, one after the other; what the
 * parts do not ask for is left out. Checks that every record came out once: FAIR_ELOST if
 * not, which is a fault of this library or of the machine. FAIR_EWRITE, FAIR_ETEMP (see
 * the mark), FAIR_ENOMEM, FAIR_ECANCELED; FAIR_ELIMIT for an order of all records at once
 * (cycle, derange, pairs) that does not fit into the memory allowed; FAIR_EINVAL for one
 * record alone that is to leave its place, and for parts that make no sense. Call it
 * once: afterwards everything is FAIR_ESTATE. */
FAIR_API int fair_records_write(fair_records *records, const fair_part *parts,
                                size_t part_count);

/* Writes the header, and `count` records drawn with replacement, UINT64_MAX for no end,
 * to `part`, whose own count is ignored. FAIR_EINVAL if there are no records to draw
 * from, or if the collection has a `head`, for then most records were not kept; `order`
 * and `pairs` are ignored. FAIR_ELIMIT if the records did not fit into memory;
 * FAIR_EWRITE, FAIR_ENOMEM, FAIR_ECANCELED. Call this or fair_records_write(), once. */
FAIR_API int fair_records_draw(fair_records *records, uint64_t count,
                               const fair_part *part);

/* NULL is allowed. */
FAIR_API void fair_records_free(fair_records *records);

/* ---- numbers ---------------------------------------------------------------------- *
 *
 * Ranges of numbers are written without being stored as text. Of the options, `threads`,
 * `progress` and `context` count; any other that is not 0 is refused with FAIR_EINVAL.
 * `error` may be NULL; if it is not, it is set to the errno of FAIR_EWRITE, or to 0. */

/* Writes the numbers first .. first + n - 1, in decimal, each followed by `end`, in the
 * order that n records have; of more than 2^27 numbers, if less than all are wanted,
 * those of fair_sample() instead. Parts as above. FAIR_EINVAL for parts or options that
 * make no sense; FAIR_ERANGE if first + n - 1 is no 64-bit number; FAIR_ENOMEM,
 * FAIR_EWRITE, FAIR_ECANCELED. */
FAIR_API int fair_numbers_write(const uint8_t key[FAIR_KEY_SIZE], uint64_t first,
                                uint64_t n, unsigned char end, const fair_part *parts,
                                size_t part_count, const fair_records_options *options,
                                int *error);

/* Writes `count` numbers drawn from them with replacement, UINT64_MAX for no end, to
 * `part`, whose own count is ignored. FAIR_EINVAL if n is 0 and count is not; else as
 * above. */
FAIR_API int fair_numbers_draw(const uint8_t key[FAIR_KEY_SIZE], uint64_t first,
                               uint64_t n, unsigned char end, uint64_t count,
                               const fair_part *part, const fair_records_options *options,
                               int *error);

/* What fair_numbers_write() will take for `wanted` of n numbers: the memory, about, and
 * exactly whether they will be those of fair_sample(). */
FAIR_API fair_forecast fair_numbers_forecast(uint64_t n, uint64_t wanted);

#ifdef __cplusplus
}
#endif

#endif
