/* SPDX-License-Identifier: MIT
 *
 * tempfile.h - the temporary file of a collection.
 *
 * It is written from front to back and read anywhere. Parts that are no longer needed are
 * given back to the file system: the file becomes longer, but they take no space on disk.
 */
#ifndef FS_TEMPFILE_H
#define FS_TEMPFILE_H

#include "fairshuf_records.h"

typedef struct {
    int (*open)(void *context); /* as `temporary` in fair_records_options; or NULL */
    void *context;
    int fd;           /* -1: not opened yet */
    int error;        /* the errno of FAIR_ETEMP */
    int cannot_punch; /* the file system cannot give space back */
    uint64_t end;     /* where the next byte goes */
    uint64_t held;    /* bytes written and not given back */
    const void *user; /* the store that is writing a segment; NULL: none */
    fair_usage usage;
} fs_tempfile;

void fs_tempfile_start(fs_tempfile *file, const fair_records_options *options);
void fs_tempfile_close(fs_tempfile *file);

/* Opens the file if it is not open. FAIR_ELIMIT if there is no function to open it;
 * FAIR_ETEMP. */
int fs_tempfile_open(fs_tempfile *file);

/* Writes at the end. FAIR_ETEMP. */
int fs_tempfile_write(fs_tempfile *file, const void *data, size_t length);

/* Reads exactly `length` bytes. Returns 0 or an errno. For any thread. */
int fs_tempfile_read(const fs_tempfile *file, void *data, size_t length, uint64_t from);

/* Asks the system to read these bytes ahead. For any thread. */
void fs_tempfile_prefetch(const fs_tempfile *file, uint64_t from, uint64_t length);

/* Moves the end to the start of a page, so that what is written next can be given back
 * without touching what is before it. */
void fs_tempfile_align(fs_tempfile *file);

/* Gives back the pages from the one with `from` up to, but not including, the one with
 * `to`. `bytes` of what they hold were written. */
void fs_tempfile_release(fs_tempfile *file, uint64_t from, uint64_t to, uint64_t bytes);

#endif
