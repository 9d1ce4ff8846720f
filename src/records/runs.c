/* SPDX-License-Identifier: MIT
 *
 * runs.c - the part of a block that belongs to some buckets. See runs.h.
 *
 * Within one bucket of a block, records are in the order they came. Blocks are sometimes
 * regrouped into more buckets than there are at the end; then a run consists of several
 * stored buckets. To merge these, the bucket number of each record is computed again.
 */
#include "src/records/runs.h"

fs_run fs_block_run(const fs_block *block, unsigned low, unsigned high)
{
    assert(low < high && high <= FS_MOST_BUCKETS);
    return (fs_run){.data = block->data + block->starts[low],
                    .starts = block->starts,
                    .low = low,
                    .high = high,
                    .first = block->first,
                    .count = block->count,
                    .references = block->references};
}

void fs_run_prefetch(const fs_run *run)
{
    enum { LINES = 4, LINE = 64 };
    const uint64_t bytes = fs_run_bytes(run);
    for (size_t at = 0; at < (size_t)LINES * LINE && at < bytes; at += LINE)
        FS_PREFETCH(run->data + at);
}

/* The end of the record kept at `at`, which must be before `end`; NULL if the record is
 * damaged. */
FS_INLINE const unsigned char *end_of(const unsigned char *at, const unsigned char *end)
{
    size_t length;
    if (FS_UNLIKELY(at >= end))
        return NULL;
    if (FS_UNLIKELY(*at > 127)) { /* check that the whole prefix is before `end` */
        const unsigned char *stop = end - at < FS_MOST_PREFIX ? end : at + FS_MOST_PREFIX;
        const unsigned char *last = at;
        while (last != stop && *last > 127)
            last++;
        if (last == stop)
            return NULL;
    }
    const unsigned char *record = fs_prefix_get(at, &length);
    return length <= (size_t)(end - record) ? record + length : NULL;
}

FS_INLINE size_t spans_of_one(const fs_run *run, fs_span *spans, size_t room,
                              int references, int checked)
{
    const unsigned char *at = run->data, *end = at + fs_run_bytes(run);
    size_t count = 0;
    while (at < end) {
        /* Blocks are never damaged, but a damaged segment may have used up the room. */
        if (count == room || (checked && end_of(at, end) == NULL))
            return SIZE_MAX;
        spans[count++] = fs_span_of(at, references, &at);
    }
    assert(at == end && count <= room);
    return count;
}

/* A walk through several buckets, in the order the records came. */
struct merging {
    const fs_run *run;         /* the buckets; not owned */
    const uint8_t *key;        /* the key that decided the buckets */
    uint64_t at;               /* records of the block that have bucket numbers now */
    uint8_t numbers[FS_CHUNK]; /* the numbers of the last `have` of `at` records */
    size_t have;               /* elements of `numbers` */
    size_t used;               /* elements of `numbers` that were looked at */
    const unsigned char *next[FS_MOST_BUCKETS]; /* the next record of each bucket */
    const unsigned char *end[FS_MOST_BUCKETS];  /* the end of each bucket */
};

static void start(struct merging *m, const fs_run *run, const uint8_t *key)
{
    m->run = run;
    m->key = key;
    m->at = 0;
    m->have = m->used = 0;
    const uint64_t *starts = run->starts;
    for (unsigned b = run->low; b < run->high; b++) {
        const uint64_t low = starts[run->low - run->base];
        m->next[b] = run->data + (starts[b - run->base] - low);
        m->end[b] = run->data + (starts[b + 1 - run->base] - low);
    }
}

/* Whether none of the next FEW numbers belongs to the run. This is usually true, and fast
 * to find out, because the compiler uses vector instructions. */
enum { FEW = 32 };
FS_INLINE int none_of(const uint8_t *numbers, const fs_run *run)
{
    const uint8_t low = (uint8_t)run->low, last = (uint8_t)(run->high - 1 - run->low);
    uint8_t some = 0;
    for (int i = 0; i < FEW; i++)
        some |= (uint8_t)(numbers[i] - low) <= last;
    return some == 0;
}

/* Returns 1 and the next record, as it is kept; 0 at the end; -1 if the record is
 * damaged. */
static int step(struct merging *m, const unsigned char **at, const unsigned char **end)
{
    const fs_run *run = m->run;
    for (;;) {
        while (m->used < m->have) {
            const unsigned b = m->numbers[m->used++];
            if (b >= run->low && b < run->high) {
                *at = m->next[b];
                *end = end_of(*at, m->end[b]);
                m->next[b] = *end;
                return *end == NULL ? -1 : 1;
            }
            while (m->have - m->used >= FEW && none_of(m->numbers + m->used, run))
                m->used += FEW;
        }
        const uint64_t left = run->count - m->at;
        if (left == 0)
            break;
        const uint64_t chunk = FS_CHUNK - (run->first + m->at) % FS_CHUNK;
        m->have = (size_t)(left < chunk ? left : chunk);
        m->used = 0;
        fs_scatter_numbers(m->key, run->first + m->at, m->have, FS_MOST_BITS, m->numbers);
        m->at += m->have;
    }
    for (unsigned b = run->low; b < run->high; b++)
        if (m->next[b] != m->end[b])
            return -1;
    return 0;
}

size_t fs_run_spans(const fs_run *run, const uint8_t *key, fs_span *spans, size_t room)
{
    if (run->high == run->low + 1)
        return run->checked      ? spans_of_one(run, spans, room, 0, 1)
               : run->references ? spans_of_one(run, spans, room, 1, 0)
                                 : spans_of_one(run, spans, room, 0, 0);
    struct merging merging;
    const unsigned char *at, *end;
    size_t count = 0;
    int result;
    start(&merging, run, key);
    while ((result = step(&merging, &at, &end)) == 1) {
        if (count == room)
            return SIZE_MAX;
        spans[count++] = fs_span_of(at, run->references, &end);
    }
    return result == 0 ? count : SIZE_MAX;
}

int fs_run_merge(const fs_run *run, const uint8_t *key, unsigned char *to)
{
    if (run->high == run->low + 1) {
        if (fs_run_bytes(run) > 0)
            memcpy(to, run->data, (size_t)fs_run_bytes(run));
        return 1;
    }
    struct merging merging;
    const unsigned char *at, *end;
    int result;
    start(&merging, run, key);
    while ((result = step(&merging, &at, &end)) == 1) {
        memcpy(to, at, (size_t)(end - at));
        to += end - at;
    }
    return result == 0;
}

size_t fs_kept_count(const unsigned char *at, size_t bytes)
{
    const unsigned char *end = at + bytes;
    size_t count = 0;
    for (; at < end; count++) {
        at = end_of(at, end);
        if (at == NULL)
            return SIZE_MAX;
    }
    return count;
}
