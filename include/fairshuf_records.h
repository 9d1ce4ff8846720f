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
 * Record i of the input takes the position that element i of an array has after
 * fair_shuffle_parallel() with the same key. The order depends only on the key and on the
 * number of records. It is the same for every kind and length of records, for files and
 * pipes, and for any number of threads and any memory limit. The rules of fairshuf.h hold
 * here, too. This header needs POSIX.
 *
 * A collection belongs to one thread at a time. Unless a comment says otherwise, the
 * caller's functions are called one at a time, but not always by the caller's thread.
 */
#ifndef FAIRSHUF_RECORDS_H
#define FAIRSHUF_RECORDS_H

#include "fairshuf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a record is --------------------------------------------------------- */

enum {
    FAIR_DELIMITED,  /* ends with a delimiter, or with the `count`-th one */
    FAIR_FIXED,      /* `count` bytes */
    FAIR_CSV,        /* a row as in RFC 4180: a newline within quotes does not end it */
    FAIR_PARAGRAPHS, /* lines, and the empty lines that follow them */
};

/* FAIR_FIXED needs a count. FAIR_CSV needs a delimiter other than a quote, CR or LF.
 * Fields that a kind does not use are ignored. */
typedef struct fair_format {
    int kind;                /* FAIR_DELIMITED, FAIR_FIXED, FAIR_CSV or FAIR_PARAGRAPHS */
    unsigned char delimiter; /* FAIR_DELIMITED: the byte that ends records; FAIR_CSV: the
                                byte that separates fields */
    uint64_t count;          /* FAIR_DELIMITED: delimiters per record, 0 counts as 1;
                                FAIR_FIXED: bytes per record */
    uint64_t reserved[2];    /* zeros */
} fair_format;

/* Where reading a file went wrong. Records and bytes count from 0. */
typedef struct fair_mark {
    uint64_t record; /* the number of the record in its file; header records count */
    uint64_t offset; /* the byte of the file where that record starts */
    int error;       /* the errno of FAIR_EREAD, FAIR_EWRITE and FAIR_ETEMP */
    uint64_t needed; /* after FAIR_ELIMIT: the smallest `memory` that is large enough; 0:
                        not known */
    uint64_t file;   /* after FAIR_ECHANGED of a collection: the number of the file, which
                        counts the calls of fair_records_read() and
                        fair_records_read_from() from 0 */
    uint64_t reserved[1]; /* zeros */
} fair_mark;

/* ---- records one by one --------------------------------------------------------- */

typedef struct fair_reader fair_reader;

/* Makes a reader. FAIR_EINVAL for an invalid format, FAIR_ENOMEM; then *reader is NULL.
 */
FAIR_API int fair_reader_new(fair_reader **reader, const fair_format *format);

/* Starts reading the file `fd` at its current offset. Discards unread records and the
 * error of the previous file. Cannot fail: if `fd` cannot be read, fair_reader_next()
 * returns the error. The caller closes `fd`.
 *
 * Regular files are read with pread(). The file offset does not change until the end of
 * the file is reached; then it is set to the end. After an error it can be at either
 * place. Any other file is read with read(), ahead of the records that are returned. */
FAIR_API void fair_reader_open(fair_reader *reader, int fd);

/* Reads the next record, with its terminator. Returns 1, or 0 at the end of the file or
 * if none was opened. The pointer is valid until the next call.
 *
 * If the last record has no terminator, one is added. That is the delimiter; for CSV and
 * for records of several lines a newline, after a carriage return if the previous line
 * has one; for paragraphs the same and an empty line.
 *
 * Errors: FAIR_EREAD; FAIR_ERECORD if the last record is incomplete; FAIR_ECHANGED if a
 * regular file changed while it was read; FAIR_ERANGE for a record of nearly 4 GiB or
 * more, unless every delimiter ends a record; FAIR_ENOMEM. A file has changed if its
 * size, time of modification or time of change differs; renaming another file to its name
 * is allowed. After an error, every further call returns the same error, until another
 * file is opened. */
FAIR_API int fair_reader_next(fair_reader *reader, const unsigned char **record,
                              size_t *length);

/* Where the last returned record starts, or where fair_reader_next() failed. */
FAIR_API fair_mark fair_reader_mark(const fair_reader *reader);

/* Frees a reader, which may be NULL. */
FAIR_API void fair_reader_free(fair_reader *reader);

/* ---- records in random order ------------------------------------------------------ */

/* Writes all `length` bytes. Returns 0 or an errno. */
typedef int fair_sink(void *context, const void *data, size_t length);

/* A part of the output: the header, and the next records of the order. */
typedef struct fair_part {
    uint64_t count;       /* the most records of this part */
    fair_sink *write;     /* writes the part; if the count is 0, it may be NULL, and then
                             the part gets no header */
    void *context;        /* the first argument of `write` */
    uint64_t reserved[2]; /* zeros */
} fair_part;

enum {
    FAIR_ORDER_SHUFFLE, /* the order of fair_shuffle_parallel() */
    FAIR_ORDER_CYCLE,   /* the order of fair_cycle() */
    FAIR_ORDER_DERANGE, /* the order of fair_derange() */
};

enum {
    FAIR_PHASE_READ,  /* files are read */
    FAIR_PHASE_ORDER, /* records are scattered over buckets again; or, for ranges of
                         numbers, indices are put in order */
    FAIR_PHASE_WRITE, /* records are written */
};

/* All zeros are the defaults. */
typedef struct fair_records_options {
    fair_format format; /* what a record is */
    int order;          /* FAIR_ORDER_... */
    uint64_t header;    /* the number of header records at the start of each file */
    uint64_t head; /* how many records are wanted, from the start of the order; 0: all */
    int pairs;     /* if not 0: write each record, a tab, and the record in its place */
    unsigned threads; /* as in fair_options, but at most 32 */

    /* The memory limit in bytes, including buffers and tables; 0 for no limit. Records
     * that do not fit go to a temporary file. A limit below 1 MiB counts as 1 MiB.
     * Allocated memory can exceed the limit by a few percent. A single record may take a
     * quarter of the limit. (glibc may keep freed memory; calling
     * mallopt(M_MMAP_THRESHOLD, 1 << 20) prevents that.) */
    uint64_t memory;

    /* Opens the temporary file. Returns the descriptor of an empty file for reading and
     * writing, which nobody else uses, best without a name; or returns -1 and sets errno.
     * It is called once, when the file is needed. The collection closes the file. If
     * `temporary` is NULL, records that do not fit into memory are an error, FAIR_ELIMIT.
     */
    int (*temporary)(void *context);

    /* Called from time to time, only from the caller's thread. `phase` is FAIR_PHASE_...
     * `done` and `total` count the bytes of this phase; `total` is 0 if it is not known.
     * If the function returns anything but 0, the work ends with FAIR_ECANCELED. */
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);

    /* Called with every record: with out = 0 when it is read, with out = 1 when it is
     * written. Several threads may call it at the same time. It is not called with
     * headers, nor with records that fair_records_draw() writes. */
    void (*observe)(void *context, int out, const void *record, size_t length);

    void *context; /* the first argument of temporary, progress and observe */

    /* If not 0, input files may be mapped into memory instead of being copied. That is
     * faster if records are long. Only regular files on local file systems are mapped, if
     * their records are not short and the files fit into `memory`. Mapped files count
     * towards `memory`.
     *
     * The caller must ensure that nobody writes to the files or truncates them until the
     * collection is freed, and that no output is one of the files. Replacing a file by
     * rename() is harmless. At the end, fair_records_write() returns FAIR_ECHANGED if a
     * file has changed; by then, records may have been written. If a file is truncated,
     * the process gets SIGBUS; a handler can call fair_records_changed(). If you cannot
     * promise this, leave `map` at 0: then files are only read. */
    uint64_t map;

    uint64_t reserved[3]; /* zeros */
} fair_records_options;

typedef struct fair_records fair_records;

/* Makes an empty collection. FAIR_EINVAL for invalid options, FAIR_ENOMEM; then *records
 * is NULL.
 *
 * After an error of any function below, the collection can only be freed: every further
 * call that returns int returns the same error, and fair_records_mark() does not change.
 */
FAIR_API int fair_records_new(fair_records **records, const uint8_t key[FAIR_KEY_SIZE],
                              const fair_records_options *options);

/* Adds the records of the file `fd`, from its current offset to its end.
 * fair_reader_open() explains how the offset changes. Returns the errors of
 * fair_reader_next(); FAIR_EHEADER if the header differs from that of the first file;
 * FAIR_ELIMIT if a record is too large for the memory limit; FAIR_ETEMP; FAIR_ECANCELED.
 */
FAIR_API int fair_records_read(fair_records *records, int fd);

/* Adds records that do not come from a file. `feed` writes up to `length` bytes to
 * `data`, and returns how many, or 0 at the end. If it fails, it returns -1 and sets
 * errno; the result is then FAIR_EREAD. */
typedef ptrdiff_t fair_feed(void *context, void *data, size_t length);
FAIR_API int fair_records_read_from(fair_records *records, fair_feed *feed,
                                    void *context);

/* Adds one complete record, with its terminator. FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP;
 * FAIR_ERANGE if the length is more than PTRDIFF_MAX. */
FAIR_API int fair_records_add(fair_records *records, const void *record, size_t length);

/* The number of records so far, without the header. */
FAIR_API uint64_t fair_records_count(const fair_records *records);

/* Where reading is, or where it failed. */
FAIR_API fair_mark fair_records_mark(const fair_records *records);

/* Returns 1 if a mapped file has changed since it was opened, and sets *file to its
 * number as in fair_mark; otherwise returns 0. A handler of SIGBUS may call it if reading
 * a mapped file raised the signal. No other handler may call it while a function works on
 * the collection. */
FAIR_API int fair_records_changed(const fair_records *records, uint64_t *file);

/* Where the records of a file will be kept, and why: in the file itself, which is mapped;
 * or as copies in memory and a temporary file. */
enum {
    FAIR_STORE_MAPPED,      /* mapped */
    FAIR_STORE_COPIED,      /* copied, because mapping is not allowed or not supported */
    FAIR_STORE_NOT_REGULAR, /* copied, because it is not a regular file */
    FAIR_STORE_SMALL,       /* copied, because the file is small */
    FAIR_STORE_SHORT,       /* copied, because the records are short */
    FAIR_STORE_REMOTE,      /* copied, because the file system is not known to be local */
    FAIR_STORE_LIMIT,       /* copied, because it does not fit into the memory limit */
    FAIR_STORE_MANY, /* copied, because FAIR_MOST_MAPPED files are mapped already */
};

/* The largest number of mapped files of a collection. Each keeps a descriptor open. */
enum { FAIR_MOST_MAPPED = 32 };

/* Predicts FAIR_STORE_... for `fd` as the first file of a collection, if it has about
 * `records` records and `bytes` bytes. The decision itself is made when the file is read.
 */
FAIR_API int fair_records_store(const fair_records_options *options, int fd,
                                uint64_t records, uint64_t bytes);

/* How the temporary file was used, and how much of the input was not copied. */
typedef struct fair_usage {
    uint64_t written; /* bytes written to the temporary file */
    uint64_t read;    /* bytes read from the temporary file */
    uint64_t held;    /* the largest number of bytes that it held at a time */
    unsigned levels;  /* how often a record was written to it, at most; 0: never */
    uint64_t mapped;  /* bytes of records that were used in mapped files, not copied */
    uint64_t reserved[3]; /* zeros */
} fair_usage;
FAIR_API fair_usage fair_records_usage(const fair_records *records);

/* Estimates what a collection of about `records` records and `bytes` bytes will need with
 * these options. The estimate assumes records of similar lengths, and options that
 * fair_records_new() accepts. If options->memory is 0, the result's `memory` is a limit
 * with which all records and tables would stay in memory. */
typedef struct fair_forecast {
    uint64_t memory;      /* the largest number of bytes of memory in use */
    uint64_t temporary;   /* the largest number of bytes in a temporary file */
    unsigned levels;      /* how often a record is written to that file; 0: never */
    int sampled;          /* for a range: the numbers are those of fair_sample() */
    uint64_t reserved[4]; /* zeros */
} fair_forecast;
FAIR_API fair_forecast fair_records_forecast(const fair_records_options *options,
                                             uint64_t records, uint64_t bytes);

/* Writes the records in their order to the parts, one part after the other. Each part
 * starts with the header. Records that no part asks for are left out. Call it only once:
 * afterwards, every call returns FAIR_ESTATE.
 *
 * Errors: FAIR_EWRITE and FAIR_ETEMP (see the mark); FAIR_ENOMEM; FAIR_ECANCELED;
 * FAIR_ECHANGED if a mapped file has changed (see `map`); FAIR_ELIMIT if the memory limit
 * is too small for an order that needs all records at once (cycle, derange, pairs) or,
 * without `temporary`, to put the records in order; FAIR_EINVAL for invalid parts, and
 * for a cycle or derangement of a single record; FAIR_ELOST if a check finds that not
 * every record was written exactly once, which is an error in this library or in the
 * machine.
 */
FAIR_API int fair_records_write(fair_records *records, const fair_part *parts,
                                size_t part_count);

/* Writes the header and `count` records drawn with replacement to `part`, whose own count
 * is ignored. If the count is UINT64_MAX, the output has no end. `order` and `pairs` are
 * ignored. Call either this or fair_records_write(), once.
 *
 * Errors: FAIR_EINVAL if there are no records to draw from, or if the option `head` is
 * not 0, because then most records were not kept; FAIR_ELIMIT if the records did not fit
 * into memory; FAIR_EWRITE, FAIR_ENOMEM, FAIR_ECANCELED. */
FAIR_API int fair_records_draw(fair_records *records, uint64_t count,
                               const fair_part *part);

/* Frees a collection, which may be NULL. */
FAIR_API void fair_records_free(fair_records *records);

/* ---- numbers ---------------------------------------------------------------------- *
 *
 * Ranges of numbers are written without being stored as text. Only the options `threads`,
 * `progress` and `context` are used; if another one is not 0, the result is FAIR_EINVAL.
 * `error` may be NULL. Otherwise it is set to the errno of FAIR_EWRITE, or to 0. */

/* Writes the numbers from `first` to first + n - 1, in decimal, each followed by `end`,
 * in the order that n records have. If n is more than 2^27 and not all numbers are
 * wanted, the numbers of fair_sample() are written instead. Parts are as above.
 * FAIR_EINVAL for invalid parts or options; FAIR_ERANGE if first + n - 1 does not fit
 * into 64 bits; FAIR_ENOMEM, FAIR_EWRITE, FAIR_ECANCELED. */
FAIR_API int fair_numbers_write(const uint8_t key[FAIR_KEY_SIZE], uint64_t first,
                                uint64_t n, unsigned char end, const fair_part *parts,
                                size_t part_count, const fair_records_options *options,
                                int *error);

/* Writes `count` numbers drawn from this range with replacement to `part`, whose own
 * count is ignored. If the count is UINT64_MAX, the output has no end. FAIR_EINVAL if n
 * is 0 and the count is not; other errors as above. */
FAIR_API int fair_numbers_draw(const uint8_t key[FAIR_KEY_SIZE], uint64_t first,
                               uint64_t n, unsigned char end, uint64_t count,
                               const fair_part *part, const fair_records_options *options,
                               int *error);

/* Estimates the memory of fair_numbers_write() for `wanted` of n numbers. `sampled` is
 * exact. */
FAIR_API fair_forecast fair_numbers_forecast(uint64_t n, uint64_t wanted);

#ifdef __cplusplus
}
#endif

#endif
