/* SPDX-License-Identifier: MIT
 *
 * records.c - shuffles the records of one file to standard output, with the file mapped
 * or copied. records.py compares the two, to find the length of records from which on
 * mapping is faster.
 *
 * It is compiled with a copy of the library that maps files with records of any length,
 * if mapping is allowed (bench/meson.build).
 *
 * usage: records KIND BYTES MAP FILE
 *
 * KIND is lines, csv, paragraphs, four (lines to a record), or fixed (records of BYTES
 * bytes). MAP is 0 or 1.
 */
#include <fairshuf_records.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int write_all(void *context, const void *data, size_t length)
{
    (void)context;
    const char *at = data;
    while (length > 0) {
        const ssize_t done = write(STDOUT_FILENO, at, length);
        if (done < 0)
            return errno;
        at += done;
        length -= (size_t)done;
    }
    return 0;
}

static int find_format(const char *kind, uint64_t bytes, fair_format *format)
{
    *format = (fair_format){.kind = FAIR_DELIMITED, .delimiter = '\n'};
    if (strcmp(kind, "lines") == 0)
        return 1;
    if (strcmp(kind, "four") == 0)
        format->count = 4;
    else if (strcmp(kind, "csv") == 0)
        *format = (fair_format){.kind = FAIR_CSV, .delimiter = ','};
    else if (strcmp(kind, "fixed") == 0)
        *format = (fair_format){.kind = FAIR_FIXED, .count = bytes};
    else if (strcmp(kind, "paragraphs") == 0)
        format->kind = FAIR_PARAGRAPHS;
    else
        return 0;
    return 1;
}

int main(int argc, char **argv)
{
    static const uint8_t key[FAIR_KEY_SIZE] = "the records of a file";
    const fair_part all = {.count = UINT64_MAX, .write = write_all};
    fair_records_options options = {0};
    if (argc != 5 ||
        !find_format(argv[1], strtoull(argv[2], NULL, 10), &options.format)) {
        fputs("usage: records KIND BYTES MAP FILE\n", stderr);
        return 2;
    }
    options.map = strcmp(argv[3], "1") == 0;
    const int fd = open(argv[4], O_RDONLY);
    if (fd < 0) {
        perror(argv[4]);
        return 1;
    }
    fair_records *records;
    int error = fair_records_new(&records, key, &options);
    if (error == FAIR_OK)
        error = fair_records_read(records, fd);
    if (error == FAIR_OK)
        error = fair_records_write(records, &all, 1);
    fair_records_free(records);
    close(fd);
    if (error != FAIR_OK)
        fprintf(stderr, "records: %s: %s\n", argv[4], fair_strerror(error));
    return error != FAIR_OK;
}
