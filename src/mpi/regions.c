/* SPDX-License-Identifier: MIT
 *
 * regions.c - the regions of the outputs that each rank writes. See regions.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/regions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/mpi/flush.h"

int fs_regions_start(fs_regions *regions, fs_ranks *ranks, const fs_files_part *parts,
                     size_t count, uint64_t header, int sync)
{
    *regions = (fs_regions){.ranks = ranks, .count = count, .header = header};
    regions->regions = calloc(count + 1, sizeof *regions->regions);
    regions->table = calloc((size_t)ranks->size * count + 1, sizeof *regions->table);
    if (regions->regions == NULL || regions->table == NULL)
        return FAIR_ENOMEM;
    for (size_t p = 0; p < count; p++)
        regions->regions[p] = (fs_region){.fd = parts[p].fd, .sync = sync};
    return FAIR_OK;
}

void fs_regions_free(fs_regions *regions)
{
    for (size_t p = 0; p < regions->count && regions->regions != NULL; p++)
        free(regions->regions[p].handed);
    free(regions->regions);
    free(regions->table);
    regions->regions = NULL;
    regions->table = NULL;
}

/* ---- places ------------------------------------------------------------------------ */

static uint64_t bytes_of(const fs_regions *regions, int rank, size_t part)
{
    return regions->table[(size_t)rank * regions->count + part];
}

/* Where the region of a rank starts in an output. */
static uint64_t start_of(const fs_regions *regions, int rank, size_t part)
{
    uint64_t start = regions->header;
    for (int r = 0; r < rank; r++)
        start += bytes_of(regions, r, part);
    return start;
}

/* How many bytes at the start of its region a rank hands to the previous one. */
static size_t handed_by(const fs_regions *regions, int rank, size_t part)
{
    enum { LEAST = 16 }; /* smaller regions, in stripes, are written as they are */
    if (rank == 0 || bytes_of(regions, rank - 1, part) == 0 ||
        bytes_of(regions, rank, part) < (uint64_t)LEAST * FS_STRIPE)
        return 0;
    const uint64_t start = start_of(regions, rank, part);
    return (size_t)((FS_STRIPE - start % FS_STRIPE) % FS_STRIPE);
}

int fs_regions_place(fs_regions *regions, const uint64_t *bytes)
{
    int error = fs_ranks_gather(regions->ranks, bytes, regions->count * sizeof *bytes,
                                regions->table);
    for (size_t p = 0; p < regions->count && error == FAIR_OK; p++) {
        fs_region *region = &regions->regions[p];
        region->start = region->at = start_of(regions, regions->ranks->rank, p);
        region->bytes = bytes[p];
        region->handed_bytes = handed_by(regions, regions->ranks->rank, p);
        if (region->handed_bytes > 0) {
            region->handed = malloc(region->handed_bytes);
            if (region->handed == NULL)
                error = FAIR_ENOMEM;
        }
    }
    return error;
}

/* ---- writing ----------------------------------------------------------------------- */

/* Writes at the region's place. Returns 0 or an errno. */
static int write_here(fs_region *region, const unsigned char *data, size_t length)
{
    while (length > 0) {
        const ssize_t done = pwrite(region->fd, data, length, (off_t)region->at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : ENOSPC;
        data += done;
        length -= (size_t)done;
        region->at += (uint64_t)done;
        region->unstarted += (uint64_t)done;
    }
    if (region->sync)
        fs_flush_start(region->fd, region->at, &region->unstarted);
    return 0;
}

int fs_regions_write(void *context, const void *data, size_t length)
{
    fs_region *region = context;
    const unsigned char *from = data;
    const size_t left = region->handed_bytes - region->handed_used;
    const size_t now = length < left ? length : left;
    if (length == 0) /* an empty header; `data` is NULL */
        return 0;
    if (now > 0) {
        memcpy(region->handed + region->handed_used, from, now);
        region->handed_used += now;
        region->at += now;
    }
    return write_here(region, from + now, length - now);
}

/* ---- what the next rank hands over ------------------------------------------------- */

struct ends {
    fs_regions *regions; /* not owned */
    unsigned char *data; /* the bytes, of all outputs; owned */
    uint64_t written;    /* bytes written */
};

static int make_room(void *context, int from, size_t bytes, unsigned char **to)
{
    struct ends *ends = context;
    (void)from;
    *to = ends->data = malloc(bytes);
    return *to != NULL ? FAIR_OK : FAIR_ENOMEM;
}

static int take(void *context, int from, unsigned char *data, size_t bytes)
{
    struct ends *ends = context;
    fs_regions *regions = ends->regions;
    for (size_t p = 0; p < regions->count; p++) {
        const size_t here = handed_by(regions, from, p);
        if (here > bytes)
            return FAIR_ELOST;
        const int number = write_here(&regions->regions[p], data, here);
        if (number != 0) {
            regions->number = number;
            regions->failed = p;
            return FAIR_EWRITE;
        }
        ends->written += here;
        data += here;
        bytes -= here;
    }
    return bytes == 0 ? FAIR_OK : FAIR_ELOST;
}

/* Collects the bytes for the previous rank, of all outputs. NULL if there is no memory.
 */
static unsigned char *collect(const fs_regions *regions, size_t *bytes)
{
    *bytes = 0;
    for (size_t p = 0; p < regions->count; p++)
        *bytes += regions->regions[p].handed_used;
    unsigned char *data = malloc(*bytes + 1), *at = data;
    for (size_t p = 0; p < regions->count && data != NULL; p++) {
        const fs_region *region = &regions->regions[p];
        if (region->handed_used > 0)
            memcpy(at, region->handed, region->handed_used);
        at += region->handed_used;
    }
    return data;
}

int fs_regions_hand(fs_regions *regions, uint64_t *written)
{
    fs_ranks *ranks = regions->ranks;
    fs_exchange exchange;
    struct ends ends = {.regions = regions};
    const fs_receiver receiver = {
        .make_room = make_room, .take = take, .context = &ends, .at_once = SIZE_MAX};
    size_t bytes;
    unsigned char *data = collect(regions, &bytes);
    fs_outgoing *out = calloc((size_t)ranks->size, sizeof *out);
    int error = fs_exchange_start(&exchange, ranks);
    if (data == NULL || out == NULL)
        error = FAIR_ENOMEM;
    if (fs_ranks_agree_on(ranks, error) == FAIR_OK && out != NULL) {
        int again;
        if (ranks->rank > 0)
            out[ranks->rank - 1] = (fs_outgoing){.data = data, .bytes = bytes};
        fs_exchange_begin(&exchange, out, FAIR_OK, 0);
        error = fs_exchange_end(&exchange, &receiver, &again);
        if (error != FAIR_EMPI)
            error = exchange.error;
    }
    fs_exchange_free(&exchange);
    *written += ends.written;
    free(ends.data);
    free(data);
    free(out);
    return error;
}
