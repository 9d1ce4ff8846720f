/* SPDX-License-Identifier: MIT
 *
 * tempfile.h - the temporary file of a collection.
 *
 * Data is only appended. Parts that are no longer needed are given back to the file
 * system: the file does not get shorter, but these parts take no space on disk.
 */
#ifndef FS_TEMPFILE_H
#define FS_TEMPFILE_H

#include "fairshuf_records.h"
#include "src/records/constants.h"

typedef struct {
    int (*open)(void *context); /* the option `temporary`, or NULL */
    void *context;              /* the argument of open() */
    int fd;                     /* -1: not opened yet */
    int error;                  /* the errno of FAIR_ETEMP */
    int cannot_punch;           /* the file system cannot give space back */
    uint64_t end;               /* the offset where the next bytes go */
    uint64_t held;              /* bytes written and not given back */
    fair_usage usage;           /* what fair_records_usage() returns */
} fs_tempfile;

void fs_tempfile_start(fs_tempfile *file, const fair_records_options *options);
void fs_tempfile_close(fs_tempfile *file);

/* Opens the file if it is not open. FAIR_ELIMIT if there is no function to open it;
 * FAIR_ETEMP. */
int fs_tempfile_open(fs_tempfile *file);

/* Reserves `bytes` bytes at the end of the file, from the start of a page on, so that
 * they can be given back separately. Returns the offset where they start. */
uint64_t fs_tempfile_append(fs_tempfile *file, uint64_t bytes);

/* Writes all bytes. The file is open. Returns 0 or an errno. Any thread may call it. */
int fs_tempfile_write(const fs_tempfile *file, const void *data, size_t length,
                      uint64_t to);

/* Reads exactly `length` bytes. The file is open. Returns 0 or an errno. Any thread may
 * call it. */
int fs_tempfile_read(const fs_tempfile *file, void *data, size_t length, uint64_t from);

/* Asks the system to read these bytes ahead. Any thread may call it. */
void fs_tempfile_prefetch(const fs_tempfile *file, uint64_t from, uint64_t length);

/* Gives the pages from that of offset `from` up to, but not including, that of offset
 * `to` back to the file system, if there are any. `bytes` of data are counted as given
 * back. */
void fs_tempfile_release(fs_tempfile *file, uint64_t from, uint64_t to, uint64_t bytes);

#endif
