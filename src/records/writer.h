/* SPDX-License-Identifier: MIT
 *
 * writer.h - writes what several threads produce, in the order of their tasks.
 *
 * Each task of a fs_team_run() takes one turn:
 *
 *     fs_turn turn;
 *     fs_turn_begin(&turn, writer, member, task, position);
 *     fs_turn_put(&turn, entries, count);     any number of times
 *     fs_turn_end(&turn);
 *
 * What a task puts goes to the buffer of its thread. A thread whose turn has not come
 * waits only when its buffer is full, and at the end. Then its bytes go to the part that
 * their position belongs to.
 */
#ifndef FS_WRITER_H
#define FS_WRITER_H

#include <stdatomic.h>

#include "base.h"
#include "fairshuf_records.h"
#include "par.h"
#include "piece.h"

typedef struct fs_turn fs_turn;

typedef struct {
    const fair_part *parts;
    size_t part_count;
    uint64_t wanted; /* entries that the parts take in all */
    fs_team *team;

    size_t size; /* bytes of an entry */
    /* Puts the bytes of some entries, which all go to the same part. */
    void (*put)(fs_turn *turn, const void *entries, size_t count, const void *context);
    const void *put_context;

    /* As in fair_records_options. */
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *context;
    uint64_t total; /* bytes that will be written; 0: not known */

    unsigned char *buffers[FS_MOST_MEMBERS];
    unsigned members;   /* threads that have a buffer */
    size_t buffer_size; /* at least FS_TURN_ROOM */

    atomic_int error; /* FAIR_..., the first one */
    int number;       /* the errno of FAIR_EWRITE; only the thread whose turn it is */
    uint64_t entries; /* written so far; likewise */
    uint64_t bytes;   /* written so far; likewise */
} fs_writer;

/* Allocates buffers for up to `members` threads; for fewer if memory is short.
 * FAIR_ENOMEM if not even one has a buffer. */
int fs_writer_start(fs_writer *writer, unsigned members, size_t buffer_size);
void fs_writer_free(fs_writer *writer);

/* Makes the writer fail, unless it has already; and whether it has. */
void fs_writer_fail(fs_writer *writer, int error);
int fs_writer_failed(const fs_writer *writer);

/* Whether a part can take `count` records (if none, it may be NULL); whether all parts
 * can take theirs; and how many of n records they take in all. */
int fs_part_good(const fair_part *part, uint64_t count);
int fs_parts_good(const fair_part *parts, size_t part_count);
uint64_t fs_parts_wanted(const fair_part *parts, size_t part_count, uint64_t n);

/* Writes `count` entries drawn from n with replacement, without end if that is
 * UINT64_MAX: table[i], or i itself if there is no table. Entries have 8 bytes. All go to
 * `part`. */
int fs_writer_draw(fs_writer *writer, const fair_part *part,
                   const uint8_t key[FAIR_KEY_SIZE], uint64_t n, const uint64_t *table,
                   uint64_t count);

/* ---- turns ----------------------------------------------------------------------- */

struct fs_turn {
    fs_writer *writer;
    unsigned member;
    size_t task;
    int has_come;      /* it is this task's turn */
    uint64_t position; /* of the next entry in the whole order */
    uint64_t entries;  /* put so far */
    const fair_part *part;
    uint64_t part_end; /* the position after the part's last entry */

    unsigned char *start; /* the buffer: bytes that wait are from here */
    unsigned char *at;    /* to here, */
    unsigned char *end;   /* and there is room up to here */
};

/* `position` is that of the task's first entry. */
void fs_turn_begin(fs_turn *turn, fs_writer *writer, unsigned member, size_t task,
                   uint64_t position);

/* The next entries. Those beyond `wanted` are ignored. */
void fs_turn_put(fs_turn *turn, const void *entries, size_t count);

/* Must be called for every task, even after an error. */
void fs_turn_end(fs_turn *turn);

/* ---- for functions that put the bytes of entries --------------------------------- */

/* Hands the bytes in the buffer to the part. Waits for the turn. */
void fs_turn_flush(fs_turn *turn);

/* Makes room for `bytes` <= FS_TURN_ROOM at turn->at. */
FS_INLINE void fs_turn_room(fs_turn *turn, size_t bytes)
{
    if (FS_UNLIKELY((size_t)(turn->end - turn->at) < bytes))
        fs_turn_flush(turn);
}

/* Any number of bytes. */
void fs_turn_bytes(fs_turn *turn, const void *data, size_t length);

#endif
