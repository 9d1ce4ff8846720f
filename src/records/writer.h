/* SPDX-License-Identifier: MIT
 *
 * writer.h - writes the output of several threads in the order of their tasks.
 *
 * Each task of a fs_team_run() takes one turn:
 *
 *     fs_turn turn;
 *     fs_turn_begin(&turn, writer, member, task, position);
 *     fs_turn_put(&turn, entries, count);     any number of times
 *     fs_turn_end(&turn);
 *
 * The bytes of a task go to the buffer of its thread. A thread waits for its turn only
 * when its buffer is full, and at the end of the task. Then it writes the buffer to the
 * part that the position belongs to.
 */
#ifndef FS_WRITER_H
#define FS_WRITER_H

#include <assert.h>
#include <stdatomic.h>

#include "fairshuf_records.h"
#include "src/base/base.h"
#include "src/base/par.h"
#include "src/records/piece.h"

typedef struct fs_turn fs_turn;

typedef struct {
    const fair_part *parts; /* where the output goes */
    size_t part_count;      /* elements of `parts` */
    uint64_t wanted;        /* entries that all parts together take */
    fs_team *team;          /* the threads; NULL: only the caller's thread */

    size_t size; /* bytes of an entry */
    /* Puts the bytes of some entries into the buffer. All of them go to the same part. */
    void (*put)(fs_turn *turn, const void *entries, size_t count, const void *context);
    const void *put_context; /* the last argument of put() */

    int (*progress)(void *context, int phase, uint64_t done,
                    uint64_t total); /* as in fair_records_options */
    void *context;                   /* the first argument of progress() */
    uint64_t total;                  /* bytes that will be written; 0: not known */

    unsigned char *buffers[FS_MOST_MEMBERS]; /* one for each thread */
    unsigned members;                        /* threads that have a buffer */
    size_t buffer_size;                      /* at least FS_TURN_ROOM */

    atomic_int error; /* the first error, FAIR_... */
    int number;       /* the errno of FAIR_EWRITE; set by the thread whose turn it is */
    uint64_t entries; /* entries written so far; set by the thread whose turn it is */
    uint64_t bytes;   /* bytes written so far; set by the thread whose turn it is */
} fs_writer;

/* Allocates buffers for up to `members` > 0 threads, or for fewer if memory is short.
 * FAIR_ENOMEM if there is no memory for one buffer. */
int fs_writer_start(fs_writer *writer, unsigned members, size_t buffer_size);
void fs_writer_free(fs_writer *writer);

/* Sets the error of the writer, unless it has one. Any thread may call it. */
void fs_writer_fail(fs_writer *writer, int error);

/* Whether the writer has an error. Any thread may call it. */
int fs_writer_failed(const fs_writer *writer);

/* Whether a part can take `count` records. The part may be NULL if the count is 0. */
int fs_part_good(const fair_part *part, uint64_t count);

/* Whether every part can take its count. */
int fs_parts_good(const fair_part *parts, size_t part_count);

/* How many of n records all parts together take. */
uint64_t fs_parts_wanted(const fair_part *parts, size_t part_count, uint64_t n);

/* Draws `count` numbers i below n with replacement, without end if the count is
 * UINT64_MAX. Writes the entry table[i] for each, or i itself if there is no table.
 * Entries have 8 bytes. All go to `part`. Returns FAIR_ENOMEM or the error of the writer.
 */
int fs_writer_draw(fs_writer *writer, const fair_part *part,
                   const uint8_t key[FAIR_KEY_SIZE], uint64_t n, const uint64_t *table,
                   uint64_t count);

/* ---- turns ----------------------------------------------------------------------- */

struct fs_turn {
    fs_writer *writer;     /* where the bytes go; not owned */
    unsigned member;       /* the thread */
    size_t task;           /* the number of the task */
    int has_come;          /* the turn of this task has come */
    uint64_t position;     /* the position of the next entry in the whole order */
    uint64_t entries;      /* entries put so far */
    const fair_part *part; /* the part of the next entry; NULL: not known yet */
    uint64_t part_end;     /* the position after the part's last entry */

    unsigned char *start; /* the start of the buffer */
    unsigned char *at;    /* the end of the bytes in the buffer */
    unsigned char *end;   /* the end of the buffer */
};

/* Starts a turn. `position` is that of the task's first entry. */
void fs_turn_begin(fs_turn *turn, fs_writer *writer, unsigned member, size_t task,
                   uint64_t position);

/* Puts the next entries. Entries beyond `wanted` are ignored. */
void fs_turn_put(fs_turn *turn, const void *entries, size_t count);

/* Ends a turn. Must be called for every task, even after an error. */
void fs_turn_end(fs_turn *turn);

/* ---- for functions that put the bytes of entries --------------------------------- */

/* Waits for the turn, then writes the bytes in the buffer to the part. */
void fs_turn_flush(fs_turn *turn);

/* Makes room for `bytes` <= FS_TURN_ROOM at turn->at. */
FS_INLINE void fs_turn_room(fs_turn *turn, size_t bytes)
{
    assert(bytes <= FS_TURN_ROOM);
    if (FS_UNLIKELY((size_t)(turn->end - turn->at) < bytes))
        fs_turn_flush(turn);
}

/* Puts any number of bytes. */
void fs_turn_bytes(fs_turn *turn, const void *data, size_t length);

#endif
