/* SPDX-License-Identifier: MIT
 *
 * held.c - records that are held in memory. See held.h.
 */
#include "src/mpi/held.h"

#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "src/records/span.h"

struct fs_group_held {
    struct fs_group_held *next;      /* the group after it */
    fs_arena arena;                  /* its memory */
    fs_piece pieces[FS_MOST_PIECES]; /* its records */
    unsigned count;                  /* used elements of `pieces` */
};

static void free_group(fs_held *held, struct fs_group_held *group)
{
    fs_arena_release(&group->arena, held->pool);
    free(group);
}

static void free_list(fs_held *held, struct fs_group_held *group)
{
    while (group != NULL) {
        struct fs_group_held *next = group->next;
        free_group(held, group);
        group = next;
    }
}

void fs_held_free(fs_held *held)
{
    free_list(held, held->first);
    free_list(held, held->current);
    held->first = held->last = held->current = NULL;
}

/* The newest group; NULL if there is none. */
static struct fs_group_held *newest(const fs_held *held)
{
    return held->first == NULL ? NULL : held->last;
}

static int add_group(fs_held *held)
{
    struct fs_group_held *group = calloc(1, sizeof *group), *before = newest(held);
    if (group == NULL)
        return FAIR_ENOMEM;
    if (before == NULL)
        held->first = group;
    else
        before->next = group;
    held->last = group;
    return 1;
}

/* Copies a piece to a group. Returns 1, 0 if it does not fit, or FAIR_ENOMEM. */
static int add_piece(fs_held *held, struct fs_group_held *group, const fs_piece *piece)
{
    int full = 0;
    const size_t bytes = fs_piece_bytes(piece), count = piece->count;
    unsigned char *data =
        fs_arena_take(&group->arena, held->pool, bytes + FS_OVERSHOOT, 0, &full);
    uint32_t *ends = NULL;
    if (data != NULL)
        ends = fs_arena_take(&group->arena, held->pool, count * sizeof *ends, 0, &full);
    if (ends == NULL)
        return full ? 0 : FAIR_ENOMEM;
    memcpy(data, piece->first, bytes);
    memcpy(ends, piece->ends, count * sizeof *ends);
    fs_piece copy = {.first = data, .base = data, .ends = ends, .count = count};
    if (piece->base >= piece->first) {
        copy.base = data + (piece->base - piece->first);
    } else { /* then the ends are large enough */
        const uint32_t before = (uint32_t)(piece->first - piece->base);
        for (size_t i = 0; i < count; i++)
            ends[i] -= before;
    }
    group->pieces[group->count++] = copy;
    return 1;
}

/* Whether a piece needs another group. */
static int needs_group(const fs_held *held, const fs_piece *piece)
{
    enum { ALIGNMENT = 128 }; /* bytes that the two arrays of a piece may take more */
    const size_t need = fs_piece_bytes(piece) + FS_OVERSHOOT +
                        piece->count * sizeof *piece->ends + ALIGNMENT;
    const struct fs_group_held *last = newest(held);
    return last == NULL || last->count == FS_MOST_PIECES ||
           (last->count > 0 && last->arena.left < need);
}

/* Forgets what was added after the group `last`, which had `count` pieces. */
static void undo(fs_held *held, struct fs_group_held *last, unsigned count)
{
    if (last == NULL) {
        fs_held_free(held);
        return;
    }
    free_list(held, last->next);
    last->next = NULL;
    last->count = count;
    held->last = last;
}

int fs_held_add(fs_held *held, const fs_piece *pieces, unsigned count)
{
    struct fs_group_held *last = newest(held);
    const unsigned had = last == NULL ? 0 : last->count;
    int result = 1;
    for (unsigned i = 0; i < count && result == 1; i++) {
        if (pieces[i].count == 0)
            continue;
        if (needs_group(held, &pieces[i]))
            result = add_group(held);
        if (result == 1)
            result = add_piece(held, held->last, &pieces[i]);
    }
    if (result != 1)
        undo(held, last, had);
    return result;
}

int fs_held_next(fs_held *held, size_t bytes, fs_piece pieces[FS_MOST_PIECES],
                 unsigned *count)
{
    struct fs_group_held *end = held->first;
    size_t sum = 0;
    *count = 0;
    free_list(held, held->current);
    held->current = NULL;
    for (; end != NULL &&
           (sum == 0 || (sum < bytes && *count + end->count <= FS_MOST_PIECES));
         end = end->next) {
        memcpy(pieces + *count, end->pieces, end->count * sizeof *pieces);
        *count += end->count;
        for (unsigned i = 0; i < end->count; i++)
            sum += fs_piece_bytes(&end->pieces[i]);
    }
    if (held->first == end)
        return 0;
    struct fs_group_held *last = held->current = held->first;
    while (last->next != end)
        last = last->next;
    last->next = NULL;
    held->first = end;
    return 1;
}
