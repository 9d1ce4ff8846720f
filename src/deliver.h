/* SPDX-License-Identifier: MIT
 *
 * deliver.h - the end of every order: units are put in order and written, one after the
 * other, by several threads.
 *
 * L4. A unit is a node of the order whose records are all at hand: a bucket, or all
 * records if they are few. Its entries (places of records, or numbers) are collected, put
 * in order with the unit's key, and rendered to bytes; units are made at the same time,
 * but written in turn.
 */
#ifndef FS_DELIVER_H
#define FS_DELIVER_H

#include <stdatomic.h>

#include "fairshuf_records.h"
#include "order.h"
#include "par.h"

typedef struct {
    uint8_t key[FAIR_KEY_SIZE];
    size_t count;   /* entries */
    uint64_t place; /* of its first entry in the whole; set by fs_deliver() */
} fs_unit;

typedef struct fs_outlet fs_outlet;

typedef struct {
    fs_unit *units;
    size_t unit_count;
    size_t size; /* of an entry: 4 or 8 bytes */
    const fair_part *parts;
    size_t part_count;
    uint64_t most; /* entries to write, whatever the parts ask for */

    /* Writes the entries of a unit, in the order they came, for a member of the team:
     * FAIR_OK or an error. */
    int (*collect)(void *context, unsigned member, size_t unit, void *entries);
    /* Sends the bytes of the entries from..to-1 to the outlet. */
    void (*render)(void *context, const void *entries, size_t from, size_t to,
                   fs_outlet *outlet);
    /* Puts a unit in order, if that is not for its key alone: FAIR_OK or an error. */
    int (*arrange)(void *context, void *entries, size_t count);
    /* Told, in turn, of each unit that was written; NULL: nobody. */
    void (*written)(void *context, size_t unit);
    void *source;  /* the context of collect() and written(), */
    void *context; /* and of the others */

    /* Told by the caller's thread, as in fair_records_options. */
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *progress_context;
    uint64_t total; /* bytes to come, 0 if not known */

    size_t buffer;    /* bytes that an outlet holds */
    unsigned members; /* of the team that take part, at most; 0 for all */

    /* What came before these units, with zeros to begin with; and after them, what comes
     * before the next. */
    uint64_t place;          /* in the whole */
    uint64_t records, bytes; /* written */
    int error;               /* the errno of FAIR_EWRITE */
} fs_delivery;

/* Whether a part can take `count` records (none: it may be NULL), and whether all parts
 * can take theirs. */
int fs_part_good(const fair_part *part, uint64_t count);
int fs_parts_good(const fair_part *parts, size_t part_count);

/* How many of n records the parts ask for in all. */
uint64_t fs_parts_wanted(const fair_part *parts, size_t part_count, uint64_t n);

/* FAIR_OK, FAIR_ENOMEM, FAIR_EWRITE, FAIR_ECANCELED, or what collect() or arrange() gave.
 */
int fs_deliver(fs_delivery *delivery, fs_team *team);

/* For render(): room for at least `bytes` <= FS_OUTLET_ROOM in a row, and how much there
 * is; what was written to it is told with fs_outlet_wrote(). */
enum { FS_OUTLET_ROOM = 4096 };
unsigned char *fs_outlet_room(fs_outlet *outlet, size_t bytes, size_t *room);
void fs_outlet_wrote(fs_outlet *outlet, size_t bytes);

/* Any number of bytes. */
void fs_outlet_put(fs_outlet *outlet, const void *data, size_t length);

/* An outlet of its own, for what is drawn with replacement: FS_DRAWN dice at a time,
 * which is part of the order format. Closing it writes what it holds, and frees it:
 * FAIR_OK, or FAIR_EWRITE and the errno, or FAIR_ECANCELED. NULL if there is no memory.
 */
enum { FS_DRAWN = 1024 };
fs_outlet *fs_outlet_open(const fair_part *part, size_t buffer,
                          const fair_records_options *options);
int fs_outlet_close(fs_outlet *outlet, int *error);

/* Whether there is no sense in going on. */
int fs_outlet_broken(const fs_outlet *outlet);

#endif
