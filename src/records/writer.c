/* SPDX-License-Identifier: MIT
 *
 * writer.c - writes the output of several threads in order. See writer.h.
 */
#include "src/records/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/memory.h"

/* ---- parts ----------------------------------------------------------------------- */

int fs_part_good(const fair_part *part, uint64_t count)
{
    if (part == NULL)
        return count == 0;
    return FS_RESERVED_UNUSED(part) && (part->write != NULL || count == 0);
}

int fs_parts_good(const fair_part *parts, size_t part_count)
{
    for (size_t i = 0; i < part_count; i++)
        if (!fs_part_good(&parts[i], parts[i].count))
            return 0;
    return 1;
}

uint64_t fs_parts_wanted(const fair_part *parts, size_t part_count, uint64_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < part_count; i++)
        sum = parts[i].count < n - sum ? sum + parts[i].count : n;
    return sum;
}

/* Finds the part that the turn's position belongs to. Returns whether there is one. */
static int find_part(fs_turn *turn)
{
    const fs_writer *writer = turn->writer;
    uint64_t end = 0;
    for (size_t i = 0; i < writer->part_count && end < writer->wanted; i++) {
        const uint64_t left = writer->wanted - end;
        end += writer->parts[i].count < left ? writer->parts[i].count : left;
        if (turn->position < end) {
            turn->part = &writer->parts[i];
            turn->part_end = end;
            return 1;
        }
    }
    return 0;
}

/* ---- the writer ------------------------------------------------------------------ */

int fs_writer_start(fs_writer *writer, unsigned members, size_t buffer_size)
{
    assert(members > 0 && writer->members == 0);
    if (members > FS_MOST_MEMBERS)
        members = FS_MOST_MEMBERS;
    writer->buffer_size = buffer_size < FS_TURN_ROOM ? FS_TURN_ROOM : buffer_size;
    for (writer->members = 0; writer->members < members; writer->members++) {
        unsigned char *buffer = fs_allocate(writer->buffer_size);
        if (buffer == NULL)
            break;
        writer->buffers[writer->members] = buffer;
    }
    return writer->members > 0 ? FAIR_OK : FAIR_ENOMEM;
}

void fs_writer_free(fs_writer *writer)
{
    for (unsigned i = 0; i < writer->members; i++)
        free(writer->buffers[i]);
    writer->members = 0;
}

void fs_writer_fail(fs_writer *writer, int error)
{
    int none = FAIR_OK;
    atomic_compare_exchange_strong(&writer->error, &none, error);
}

int fs_writer_failed(const fs_writer *writer)
{
    return atomic_load_explicit(&writer->error, memory_order_relaxed) != FAIR_OK;
}

/* Reports progress. Only the caller's thread does that, and only in its turn, so that the
 * caller's functions are called one at a time. */
static void report(fs_writer *writer, unsigned member)
{
    if (member == 0 && writer->progress != NULL && !fs_writer_failed(writer) &&
        writer->progress(writer->context, FAIR_PHASE_WRITE, writer->bytes,
                         writer->total) != 0)
        fs_writer_fail(writer, FAIR_ECANCELED);
}

/* ---- turns ----------------------------------------------------------------------- */

void fs_turn_begin(fs_turn *turn, fs_writer *writer, unsigned member, size_t task,
                   uint64_t position)
{
    assert(member < writer->members);
    unsigned char *buffer = writer->buffers[member];
    *turn = (fs_turn){.writer = writer,
                      .member = member,
                      .task = task,
                      .position = position,
                      .start = buffer,
                      .at = buffer,
                      .end = buffer + writer->buffer_size};
}

static void wait_for_turn(fs_turn *turn)
{
    if (!turn->has_come)
        fs_team_turn(turn->writer->team, turn->task);
    turn->has_come = 1;
}

static void hand_over(fs_turn *turn, const void *data, size_t length)
{
    fs_writer *writer = turn->writer;
    wait_for_turn(turn);
    if (length == 0 || fs_writer_failed(writer))
        return;
    assert(turn->part != NULL);
    const int number = turn->part->write(turn->part->context, data, length);
    if (number != 0) {
        writer->number = number;
        fs_writer_fail(writer, FAIR_EWRITE);
        return;
    }
    writer->bytes += length;
    report(writer, turn->member);
}

void fs_turn_flush(fs_turn *turn)
{
    hand_over(turn, turn->start, (size_t)(turn->at - turn->start));
    turn->at = turn->start;
}

void fs_turn_bytes(fs_turn *turn, const void *data, size_t length)
{
    if ((size_t)(turn->end - turn->at) < length) {
        fs_turn_flush(turn);
        if (length >= turn->writer->buffer_size / 4) {
            hand_over(turn, data, length);
            return;
        }
    }
    if (length > 0)
        memcpy(turn->at, data, length);
    turn->at += length;
}

void fs_turn_put(fs_turn *turn, const void *entries, size_t count)
{
    const fs_writer *writer = turn->writer;
    const unsigned char *at = entries;
    assert(writer->size > 0);
    while (count > 0 && !fs_writer_failed(writer)) {
        if (turn->position >= turn->part_end) {
            if (turn->at != turn->start)
                fs_turn_flush(turn); /* to the previous part */
            if (!find_part(turn))
                return;
        }
        const uint64_t left = turn->part_end - turn->position;
        const size_t here = count < left ? count : (size_t)left;
        writer->put(turn, at, here, writer->put_context);
        turn->position += here;
        turn->entries += here;
        at += here * writer->size;
        count -= here;
    }
}

void fs_turn_end(fs_turn *turn)
{
    fs_writer *writer = turn->writer;
    wait_for_turn(turn);
    if (turn->at != turn->start)
        fs_turn_flush(turn);
    if (!fs_writer_failed(writer))
        writer->entries += turn->entries;
    report(writer, turn->member);
    fs_team_turn_end(writer->team, turn->task);
}

/* ---- drawing with replacement ---------------------------------------------------- */

int fs_writer_draw(fs_writer *writer, const fair_part *part,
                   const uint8_t key[FAIR_KEY_SIZE], uint64_t n, const uint64_t *table,
                   uint64_t count)
{
    enum { AT_A_TIME = 1024 }; /* part of the order format */
    const fair_part endless = {
        .count = UINT64_MAX, .write = part->write, .context = part->context};
    writer->parts = &endless; /* cppcheck-suppress autoVariables - not used later */
    writer->part_count = 1;
    writer->wanted = UINT64_MAX;
    writer->size = sizeof *table;
    const int error = fs_writer_start(writer, 1, FS_PLAIN_BUFFER);
    if (error != FAIR_OK)
        return error;
    fair_rng rng;
    fs_turn turn;
    fair_rng_init_key(&rng, key);
    fs_turn_begin(&turn, writer, 0, 0, 0);
    while (count > 0 && !fs_writer_failed(writer)) {
        uint64_t dice[AT_A_TIME];
        const size_t some = count < AT_A_TIME ? (size_t)count : AT_A_TIME;
        fair_dice(&rng, dice, AT_A_TIME, n);
        for (size_t i = 0; i < some && table != NULL; i++)
            dice[i] = table[dice[i]];
        turn.position = 0; /* there is no end */
        fs_turn_put(&turn, dice, some);
        count -= count == UINT64_MAX ? 0 : some;
    }
    fs_turn_end(&turn);
    fair_rng_wipe(&rng);
    fs_writer_free(writer);
    return atomic_load(&writer->error);
}
