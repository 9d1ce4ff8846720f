/* SPDX-License-Identifier: MIT
 *
 * plan_files.c - estimates the records of input files, for a plan.
 *
 * The number of records in a file is estimated from its size and its beginning. The sizes
 * of pipes and compressed files are not known.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/plan_parts.h"

#include <stdlib.h>
#include <unistd.h>

#include "tools/input.h"

enum { SAMPLE = 1 << 16 }; /* bytes of each file that are read for the estimate */

/* The beginning of a file. */
struct beginning {
    int fd;      /* the file, read from its current offset; not owned */
    size_t read; /* bytes read so far */
};

/* A fair_feed that ends after SAMPLE bytes. */
static ptrdiff_t read_beginning(void *context, void *data, size_t length)
{
    struct beginning *beginning = context;
    const size_t left = SAMPLE - beginning->read;
    const ssize_t got = read(beginning->fd, data, length < left ? length : left);
    beginning->read += got > 0 ? (size_t)got : 0;
    return got;
}

/* Counts the records in the first SAMPLE bytes of a file. It reads no further, because a
 * record may be as long as the file, and there is no memory limit yet. */
static bool count_sample(const fair_format *format, const char *name, uint64_t *records,
                         uint64_t *bytes)
{
    static const uint8_t any_key[FAIR_KEY_SIZE];
    const int fd = input_open_quietly(name);
    if (fd < 0)
        return false;
    const off_t at = lseek(fd, 0, SEEK_CUR);
    const fair_records_options options = {.format = *format, .threads = 1};
    fair_records *sample;
    const int error = fair_records_new(&sample, any_key, &options);
    struct beginning beginning = {.fd = fd};
    *records = 0;
    if (error == FAIR_OK && at >= 0) {
        (void)fair_records_read_from(sample, read_beginning, &beginning);
        *records = fair_records_count(sample); /* the last one may be incomplete */
    }
    *bytes = beginning.read;
    fair_records_free(sample);
    const bool back = lseek(fd, at, SEEK_SET) >= 0;
    input_close(fd);
    return back && *records > 0;
}

/* Adds the size of a file to a collection. */
static void add_size(const struct settings *settings, const char *name,
                     struct collection *collection)
{
    uint64_t bytes = 0;
    collection->sized &=
        !input_is_compressed(settings, name, NULL) && input_size(name, &bytes);
    collection->bytes += bytes;
}

/* Estimates the number of records of a regular file, header included. Returns false if
 * that is not possible. */
static bool estimate_records(const struct settings *settings, const char *name,
                             uint64_t size, struct collection *collection,
                             double *records)
{
    uint64_t seen, bytes;
    if (settings->format.kind == FAIR_FIXED) {
        const uint64_t whole = size / settings->format.count;
        *records = (double)whole;
        return true;
    }
    if (!count_sample(&settings->format, name, &seen, &bytes))
        return false;
    collection->exact &= bytes >= size;
    *records = bytes >= size ? (double)seen : (double)size / (double)bytes * (double)seen;
    return true;
}

/* Predicts where the records of a file will be kept: FAIR_STORE_... Files that were
 * planned before it take memory, too. */
static int plan_store(const fair_records_options *options, const char *name,
                      uint64_t size, double records, const struct collection *collection)
{
    fair_records_options with = *options;
    const uint64_t taken = options->head > 0 ? 0 : collection->planned;
    with.map = collection->map;
    with.memory = collection->memory;
    if (with.memory > 0)
        with.memory = taken < with.memory ? with.memory - taken : 1;
    const int fd = input_open_quietly(name);
    if (fd < 0)
        return FAIR_STORE_COPIED;
    const int store = fair_records_store(&with, fd, (uint64_t)(records + 0.5), size);
    input_close(fd);
    return store;
}

/* Adds the estimated number of records of a file to a collection. Returns where they will
 * be kept: FAIR_STORE_... */
static int add_records(const struct settings *settings,
                       const fair_records_options *options, const char *name,
                       struct collection *collection)
{
    uint64_t size;
    double records;
    if (input_is_compressed(settings, name, NULL) || !input_size(name, &size))
        return FAIR_STORE_NOT_REGULAR;
    if (size == 0)
        return FAIR_STORE_SMALL;
    if (!estimate_records(settings, name, size, collection, &records)) {
        collection->estimated = false;
        return FAIR_STORE_COPIED;
    }
    int store = plan_store(options, name, size, records, collection);
    if (store == FAIR_STORE_MAPPED && collection->mapped_files == FAIR_MOST_MAPPED)
        store = FAIR_STORE_MANY;
    const double header = (double)settings->header;
    collection->planned += size;
    records -= header < records ? header : records;
    collection->records += records;
    if (store == FAIR_STORE_MAPPED) {
        collection->mapped += size;
        collection->mapped_files++;
        collection->mapped_records += records;
    }
    return store;
}

void plan_measure_files(struct plan *plan, const struct settings *settings)
{
    for (size_t i = 0; i < input_file_count(settings); i++)
        add_size(settings, input_file(settings, i),
                 &plan->collections[input_collection(settings, i)]);
}

void plan_count_files(struct plan *plan, const struct settings *settings,
                      const fair_records_options *options, bool explain)
{
    const size_t count = input_file_count(settings);
    if (explain)
        plan->stores = calloc(count, 1);
    for (size_t i = 0; i < count; i++) {
        const int store = add_records(settings, options, input_file(settings, i),
                                      &plan->collections[input_collection(settings, i)]);
        if (plan->stores != NULL)
            plan->stores[i] = (unsigned char)store;
    }
}
