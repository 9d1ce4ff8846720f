/* SPDX-License-Identifier: MIT
 *
 * inputs.c - the input files and their headers. See inputs.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/inputs.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/modified.h"
#include "src/records/memory_limits.h"
#include "src/records/reader.h"

/* ---- failures ---------------------------------------------------------------------- */

int fs_inputs_fail(fs_inputs *inputs, int step, uint64_t file, int error, int number)
{
    if (inputs->failure.error == FAIR_OK)
        inputs->failure =
            (fs_failure){.error = error, .number = number, .step = step, .index = file};
    return error;
}

int fs_inputs_fail_reading(fs_inputs *inputs, uint64_t file, int error,
                           const fair_mark *mark)
{
    if (inputs->failure.error == FAIR_OK)
        inputs->failure = (fs_failure){.error = error,
                                       .number = mark->error,
                                       .step = FS_STEP_READ,
                                       .index = file,
                                       .record = mark->record,
                                       .offset = mark->offset,
                                       .needed = mark->needed};
    return error;
}

int fs_inputs_agree(fs_inputs *inputs)
{
    return fs_ranks_agree(inputs->ranks, &inputs->failure);
}

/* ---- opening ----------------------------------------------------------------------- */

/* Opens a regular file. Returns -1 after a failure. */
static int open_regular(fs_inputs *inputs, uint64_t file, struct stat *is)
{
    const fs_files_options *options = inputs->options;
    int fd;
    do
        fd = options->open(options->context, file);
    while (fd < 0 && errno == EINTR);
    if (fd < 0 || fstat(fd, is) != 0) {
        fs_inputs_fail(inputs, FS_STEP_OPEN, file, FAIR_EREAD, errno);
    } else if (!S_ISREG(is->st_mode)) {
        fs_inputs_fail(inputs, FS_STEP_OPEN, file, FAIR_EINVAL, 0);
    } else {
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

static int is_same(const fs_input *input, const struct stat *is)
{
    const struct timespec modified = modified_time(is);
    return (uint64_t)is->st_size == input->size &&
           (uint64_t)modified.tv_sec == input->modified[0] &&
           (uint64_t)modified.tv_nsec == input->modified[1];
}

int fs_inputs_unchanged(const fs_inputs *inputs, uint64_t file, int fd)
{
    struct stat is;
    return fstat(fd, &is) == 0 && is_same(&inputs->files[file], &is);
}

int fs_inputs_open(fs_inputs *inputs, uint64_t file)
{
    struct stat is;
    const int fd = open_regular(inputs, file, &is);
    if (fd < 0 || is_same(&inputs->files[file], &is))
        return fd;
    fs_inputs_fail(inputs, FS_STEP_OPEN, file, FAIR_EMISMATCH, 0);
    close(fd);
    return -1;
}

uint64_t fs_inputs_find(const fs_inputs *inputs, uint64_t place, uint64_t *offset)
{
    uint64_t low = 0, high = inputs->options->file_count;
    assert(high > 0 && place <= inputs->bytes);
    while (high - low > 1) { /* the last file that starts at this place or before it */
        const uint64_t middle = low + (high - low) / 2;
        if (inputs->files[middle].place <= place)
            low = middle;
        else
            high = middle;
    }
    /* Of files that start at the same place, only the last can have records; before the
     * end of the last file, it does. */
    *offset = inputs->files[low].start + (place - inputs->files[low].place);
    return low;
}

/* ---- examining --------------------------------------------------------------------- */

/* The first of this rank's files. It also examines every ranks->size-th one after it. */
static uint64_t first_file(const fs_inputs *inputs)
{
    return (uint64_t)inputs->ranks->rank;
}

/* Finds sizes and times. All zeros for the files of other ranks, so that sums over all
 * ranks are complete. */
static int find_sizes(fs_inputs *inputs)
{
    const uint64_t count = inputs->options->file_count;
    for (uint64_t f = first_file(inputs); f < count; f += (uint64_t)inputs->ranks->size) {
        struct stat is;
        const int fd = open_regular(inputs, f, &is);
        fs_ranks_tick(inputs->ranks);
        if (fd < 0)
            break;
        inputs->files[f].size = (uint64_t)is.st_size;
        inputs->files[f].modified[0] = (uint64_t)modified_time(&is).tv_sec;
        inputs->files[f].modified[1] = (uint64_t)modified_time(&is).tv_nsec;
        close(fd);
    }
    const int error = fs_inputs_agree(inputs);
    return error != FAIR_OK
               ? error
               : fs_ranks_sum(inputs->ranks, (uint64_t *)inputs->files,
                              count * (sizeof *inputs->files / sizeof(uint64_t)));
}

/* Appends a record to a header. */
static int add_to_header(unsigned char **header, size_t *bytes, size_t *room,
                         const unsigned char *record, size_t length, size_t most)
{
    if (length > most || *bytes > most - length)
        return FAIR_ELIMIT;
    if (*header == NULL || *bytes + length > *room) {
        const size_t size = 2 * (*bytes + length) + 64;
        unsigned char *larger = realloc(*header, size);
        if (larger == NULL)
            return FAIR_ENOMEM;
        *header = larger;
        *room = size;
    }
    memcpy(*header + *bytes, record, length);
    *bytes += length;
    return FAIR_OK;
}

/* Reads the header of a file. */
static int read_header(fs_inputs *inputs, uint64_t file, unsigned char **header,
                       size_t *bytes)
{
    fs_input *input = &inputs->files[file];
    const fair_records_options *options = &inputs->options->records;
    const int fd = fs_inputs_open(inputs, file);
    fair_reader *reader = NULL;
    size_t room = 0;
    fs_limits limits;
    if (fd < 0)
        return inputs->failure.error;
    fs_limits_plan(&limits, options->memory, 1);
    int error = fair_reader_new(&reader, &options->format);
    if (error == FAIR_OK) {
        reader->most = limits.record;
        reader->piece_size = limits.piece;
        fair_reader_open(reader, fd);
    }
    int result = 1;
    while (error == FAIR_OK && input->header_records < options->header) {
        const unsigned char *record;
        size_t length;
        result = fair_reader_next(reader, &record, &length);
        if (result <= 0)
            break;
        error = add_to_header(header, bytes, &room, record, length, limits.record);
        input->header_records++;
    }
    if (result < 0)
        error = result;
    if (error == FAIR_OK) {
        /* A record that had no terminator is longer than its bytes in the file. */
        input->start = *bytes < input->size ? *bytes : input->size;
        inputs->read += *bytes;
    } else {
        const fair_mark mark = reader != NULL ? fair_reader_mark(reader) : (fair_mark){0};
        fs_inputs_fail_reading(inputs, file, error, &mark);
    }
    fair_reader_free(reader);
    close(fd);
    return error;
}

/* The first file that is not empty; file_count if there is none. */
static uint64_t first_with_header(const fs_inputs *inputs)
{
    uint64_t f = 0;
    while (f < inputs->options->file_count && inputs->files[f].size == 0)
        f++;
    return f;
}

/* Reads the header of the first file that is not empty, on one rank, and shares it. */
static int share_header(fs_inputs *inputs, uint64_t file)
{
    const int owner = (int)(file % (uint64_t)inputs->ranks->size);
    const int mine = inputs->ranks->rank == owner;
    if (mine)
        (void)read_header(inputs, file, &inputs->header, &inputs->header_bytes);
    inputs->files[file].start = inputs->files[file].header_records = 0;
    int error = fs_inputs_agree(inputs);
    uint64_t bytes = inputs->header_bytes;
    if (error == FAIR_OK)
        error = fs_ranks_share(inputs->ranks, &bytes, sizeof bytes, owner);
    if (error == FAIR_OK && !mine) {
        inputs->header_bytes = (size_t)bytes;
        inputs->header = malloc((size_t)bytes + 1);
        if (inputs->header == NULL)
            fs_inputs_fail(inputs, FS_STEP_OTHER, 0, FAIR_ENOMEM, 0);
    }
    if (error == FAIR_OK)
        error = fs_inputs_agree(inputs);
    return error == FAIR_OK
               ? fs_ranks_share(inputs->ranks, inputs->header, (size_t)bytes, owner)
               : error;
}

/* Reads the headers of this rank's files, and compares them with the first one. */
static void compare_headers(fs_inputs *inputs)
{
    const uint64_t count = inputs->options->file_count;
    for (uint64_t f = first_file(inputs); f < count; f += (uint64_t)inputs->ranks->size) {
        unsigned char *header = NULL;
        size_t bytes = 0;
        fs_ranks_tick(inputs->ranks);
        if (inputs->files[f].size == 0)
            continue;
        int error = read_header(inputs, f, &header, &bytes);
        if (error == FAIR_OK &&
            (bytes != inputs->header_bytes ||
             (bytes > 0 && memcmp(header, inputs->header, bytes) != 0)))
            error = fs_inputs_fail(inputs, FS_STEP_READ, f, FAIR_EHEADER, 0);
        free(header);
        if (error != FAIR_OK)
            return;
    }
}

static int find_headers(fs_inputs *inputs)
{
    const uint64_t first = first_with_header(inputs), count = inputs->options->file_count;
    if (inputs->options->records.header == 0 || first == count)
        return FAIR_OK;
    int error = share_header(inputs, first);
    if (error != FAIR_OK)
        return error;
    compare_headers(inputs);
    error = fs_inputs_agree(inputs);
    if (error != FAIR_OK)
        return error;
    uint64_t *found = malloc(2 * (size_t)count * sizeof *found);
    if (found == NULL)
        fs_inputs_fail(inputs, FS_STEP_OTHER, 0, FAIR_ENOMEM, 0);
    error = fs_inputs_agree(inputs);
    if (found == NULL || error != FAIR_OK) {
        free(found);
        return error;
    }
    for (uint64_t f = 0; f < count; f++) {
        found[2 * f] = inputs->files[f].start;
        found[2 * f + 1] = inputs->files[f].header_records;
    }
    error = fs_ranks_sum(inputs->ranks, found, 2 * (size_t)count);
    for (uint64_t f = 0; f < count && error == FAIR_OK; f++) {
        inputs->files[f].start = found[2 * f];
        inputs->files[f].header_records = found[2 * f + 1];
    }
    free(found);
    return error;
}

int fs_inputs_start(fs_inputs *inputs, fs_ranks *ranks, const fs_files_options *options)
{
    const uint64_t count = options->file_count;
    *inputs = (fs_inputs){.ranks = ranks, .options = options};
    assert(count > 0);
    inputs->files = count < SIZE_MAX / sizeof *inputs->files
                        ? calloc((size_t)count, sizeof *inputs->files)
                        : NULL;
    if (inputs->files == NULL)
        fs_inputs_fail(inputs, FS_STEP_OTHER, 0, FAIR_ENOMEM, 0);
    int error = fs_inputs_agree(inputs);
    if (error == FAIR_OK)
        error = find_sizes(inputs);
    if (error == FAIR_OK)
        error = find_headers(inputs);
    for (uint64_t f = 0; f < count && error == FAIR_OK; f++) {
        inputs->files[f].place = inputs->bytes;
        inputs->bytes += inputs->files[f].size - inputs->files[f].start;
    }
    return error;
}

void fs_inputs_free(fs_inputs *inputs)
{
    fs_raw_free(&inputs->raw);
    free(inputs->files);
    free(inputs->header);
    inputs->files = NULL;
    inputs->header = NULL;
}
