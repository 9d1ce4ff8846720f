/* SPDX-License-Identifier: MIT
 *
 * fairshuf_records.h - the records of files, in random order.
 *
 *     fair_records_options options = {.format = {.delimiter = '\n'}};
 *     fair_records *lines = fair_records_new(key, &options);
 *     if (lines != NULL && fair_records_read(lines, 0) == FAIR_OK)
 *         error = fair_records_write(lines, &(fair_part){UINT64_MAX, my_write, NULL}, 1);
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

typedef struct fair_format {
    int kind;
    unsigned char delimiter; /* FAIR_DELIMITED: ends; FAIR_CSV: stands between fields */
    uint64_t count;          /* FAIR_DELIMITED: delimiters in a record, 0 for 1;
                                FAIR_FIXED: bytes */
} fair_format;

/* Where reading a file went wrong. Records and bytes count from 0. */
typedef struct fair_mark {
    uint64_t record; /* of the file, its header included */
    uint64_t offset; /* in bytes, where that record starts */
    int error;       /* the errno of FAIR_EREAD, FAIR_EWRITE and FAIR_ETEMP */
    uint64_t needed; /* after FAIR_ELIMIT: the least `memory` that would do, as far as
                        that is known; 0 if it is not */
} fair_mark;

/* ---- records one by one --------------------------------------------------------- */

typedef struct fair_reader fair_reader;

/* NULL if there is no memory, or for a format that makes no sense. */
FAIR_API fair_reader *fair_reader_new(const fair_format *format);

/* Goes on with the file behind `fd`, from where that is; forgets what is left of the one
 * before. The caller closes it. */
FAIR_API void fair_reader_open(fair_reader *reader, int fd);

/* The next record, with what ends it: 1, or 0 at the end of the file. If the file ends
 * without it, it is added: the delimiter; where records have several lines, and for CSV,
 * a newline, after a carriage return if the line before ends so; for paragraphs, an empty
 * line besides. The pointer holds until the next call. FAIR_EREAD;
 * FAIR_ERECORD if the last record is incomplete; FAIR_ESHRUNK if the file turned out
 * shorter than it was when opened; FAIR_ERANGE for a record of nearly 4 GiB or more that
 * does not end with the first delimiter; FAIR_ENOMEM. */
FAIR_API int fair_reader_next(fair_reader *reader, const unsigned char **record,
                              size_t *length);

/* Where the record given last starts, or what fair_reader_next() failed at. */
FAIR_API fair_mark fair_reader_mark(const fair_reader *reader);

FAIR_API void fair_reader_free(fair_reader *reader);

/* ---- records in random order ------------------------------------------------------ */

/* Writes all of `length` bytes: 0, or an errno. */
typedef int fair_sink(void *context, const void *data, size_t length);

/* The next `count` records in the order go to `write`. */
typedef struct fair_part {
    uint64_t count;
    fair_sink *write;
    void *context;
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
    unsigned threads; /* as in fair_options */

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
    void *context; /* of these three */
} fair_records_options;

typedef struct fair_records fair_records;

/* NULL if there is no memory, or for options that make no sense. */
FAIR_API fair_records *fair_records_new(const uint8_t key[FAIR_KEY_SIZE],
                                        const fair_records_options *options);

/* Adds the records of the file behind `fd`, from where that is to its end. What
 * fair_reader_next() gives; FAIR_EHEADER if the file has not the header of the first;
 * FAIR_ELIMIT if a record is too large for the memory allowed; FAIR_ETEMP.
 * After an error the collection can only be freed: all else is FAIR_ESTATE. */
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
} fair_usage;
FAIR_API fair_usage fair_records_usage(const fair_records *records);

/* What a collection of about so many records and bytes will take with these options: the
 * most memory, and the most that a temporary file will hold; and how often a record will
 * be written to that (0: none is needed). An estimate, for records that are about alike.
 * Without a limit, `memory` is one with which all can stay in memory, for whatever it is
 * needed there. */
typedef struct fair_forecast {
    uint64_t memory, temporary;
    unsigned levels;
} fair_forecast;
FAIR_API fair_forecast fair_records_forecast(const fair_records_options *options,
                                             uint64_t records, uint64_t bytes);

/* Writes header and records in their order to the parts, one after the other; what the
 * parts do not ask for is left out. Checks that every record came out once: FAIR_ELOST if
 * not, which is a fault of this library or of the machine. FAIR_EWRITE, FAIR_ETEMP (see
 * the mark), FAIR_ENOMEM; FAIR_ELIMIT for an order of all records at once (cycle,
 * derange, pairs) that does not fit into the memory allowed; FAIR_EINVAL for one record
 * alone that is to leave its place. Call it once.
 */
FAIR_API int fair_records_write(fair_records *records, const fair_part *parts,
                                size_t part_count);

/* Writes the header, and `count` records drawn with replacement, UINT64_MAX for no end;
 * FAIR_EINVAL if there are none; FAIR_ELIMIT if they did not fit into memory. */
FAIR_API int fair_records_draw(fair_records *records, uint64_t count,
                               const fair_part *part);

FAIR_API void fair_records_free(fair_records *records);

/* ---- numbers ---------------------------------------------------------------------- */

/* Writes the numbers first .. first + n - 1, in decimal, each followed by `end`, in the
 * order that n records have; of more than 2^27 numbers, if less than all are wanted,
 * those of fair_sample() instead. Parts as above. Takes 4 or 8 bytes a number, or as much
 * as is asked for. FAIR_ERANGE if first + n - 1 is no 64-bit number; FAIR_ENOMEM,
 * FAIR_EWRITE, FAIR_ECANCELED. */
FAIR_API int fair_numbers_write(const uint8_t key[FAIR_KEY_SIZE], uint64_t first,
                                uint64_t n, unsigned char end, const fair_part *parts,
                                size_t part_count, const fair_records_options *options,
                                int *error);

/* Writes `count` numbers drawn from them with replacement, UINT64_MAX for no end. */
FAIR_API int fair_numbers_draw(const uint8_t key[FAIR_KEY_SIZE], uint64_t first,
                               uint64_t n, unsigned char end, uint64_t count,
                               const fair_part *part, const fair_records_options *options,
                               int *error);

#ifdef __cplusplus
}
#endif

#endif
