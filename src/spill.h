/* SPDX-License-Identifier: MIT
 *
 * spill.h - the temporary file of a collection.
 *
 * L4. Written from front to back, read anywhere, and given back piece by piece: the file
 * becomes longer, but what has been used up takes no space on the disk.
 */
#ifndef FS_SPILL_H
#define FS_SPILL_H

#include "fairshuf_records.h"

typedef struct {
    int (*open)(void *context); /* as in fair_records_options */
    void *context;
    int fd;        /* -1: not opened yet */
    int error;     /* the errno of FAIR_ETEMP */
    int keeps;     /* the file system cannot give back */
    uint64_t end;  /* where the next byte goes */
    uint64_t held; /* bytes that were not given back */
    fair_usage usage;
} fs_spill;

void fs_spill_start(fs_spill *spill, const fair_records_options *options);
void fs_spill_close(fs_spill *spill);

/* Opens the file if it is not open: FAIR_OK; FAIR_ELIMIT if there must be none;
 * FAIR_ETEMP. */
int fs_spill_open(fs_spill *spill);

/* Writes at the end: FAIR_OK, FAIR_ETEMP. */
int fs_spill_write(fs_spill *spill, const void *data, size_t length);

/* Reads exactly so many bytes: 0, or an errno. By any thread. */
int fs_spill_read(const fs_spill *spill, void *data, size_t length, uint64_t from);

/* Tells that these bytes will be read soon. By any thread. */
void fs_spill_expect(const fs_spill *spill, uint64_t from, uint64_t length);

/* Goes on at a page of its own, so that what is there can be given back alone. */
void fs_spill_align(fs_spill *spill);

/* Gives up the pages from the one with `from` to the one before that with `to`, which
 * hold so many bytes of use. */
void fs_spill_give_back(fs_spill *spill, uint64_t from, uint64_t to, uint64_t bytes);

#endif
