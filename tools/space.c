/* SPDX-License-Identifier: MIT
 *
 * space.c - is there enough disk space? See space.h.
 *
 * All input is read before any output is written, and the temporary file gives back the
 * space of records after they are written. So on one file system, the temporary file and
 * the outputs together take little more space than the larger of the two.
 *
 * A run that might succeed must not be refused, so only certain amounts count for that.
 * But an amount that a message names must be enough, so messages name the forecast. If
 * the free space is between the two, the run is tried.
 */
#define _GNU_SOURCE /* O_PATH */
#include "tools/space.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "cli/output_parts.h"
#include "cli/say.h"
#include "tools/progress.h"
#include "tools/temporary.h"
#include "tools/writer.h"

enum { MOST_PLACES = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

/* Something that will be written. */
struct place {
    char shown[160]; /* its name, for messages */
    dev_t device;    /* the file system */
    double need;     /* bytes that it needs */
    double free;     /* bytes that are free there */
};

/* ---- file systems ----------------------------------------------------------------- */

#ifdef __linux__

/* File systems that may compress data: btrfs, ZFS, bcachefs. */
static const uint32_t compressing[] = {0x9123683e, 0x2fc12fc1, 0xca451a4e};

/* Finds the device and the free space of the file system of a descriptor. */
static bool free_behind(int fd, struct place *place)
{
    struct stat is;
    struct statfs system;
    if (fstat(fd, &is) != 0 || (!S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode)) ||
        fstatfs(fd, &system) != 0 || system.f_blocks == 0 || system.f_bsize <= 0)
        return false;
    for (size_t i = 0; i < sizeof compressing / sizeof compressing[0]; i++)
        if ((uint32_t)system.f_type == compressing[i])
            return false;
    place->device = is.st_dev;
    place->free = (double)system.f_bavail * (double)system.f_bsize; /* as df says */
    return true;
}

/* The same for a file or folder. O_PATH has no effect on the file, even if it is a pipe.
 */
static bool free_at(const char *path, struct place *place)
{
    const int fd = output_open_high(path, O_PATH, 0);
    const bool known = fd >= 0 && free_behind(fd, place);
    if (fd >= 0)
        close(fd);
    return known;
}

#else

/* POSIX cannot say whether a file system compresses data. So no run is refused in
 * advance; a full disk is noticed when it is written to. */
static bool free_behind(int fd, struct place *place)
{
    (void)fd, (void)place;
    return false;
}

static bool free_at(const char *path, struct place *place)
{
    (void)path, (void)place;
    return false;
}

#endif

bool space_free(const char *path, uint64_t *bytes)
{
    struct statvfs system;
    if (statvfs(path, &system) != 0 || system.f_blocks == 0)
        return false;
    *bytes = (uint64_t)system.f_bavail * system.f_frsize;
    return true;
}

/* ---- outputs ---------------------------------------------------------------------- */

/* Finds standard output, if it is a file that grows by the bytes written. */
static bool find_standard(struct place *place)
{
    struct stat is;
    snprintf(place->shown, sizeof place->shown, "standard output");
    return fstat(STDOUT_FILENO, &is) == 0 && S_ISREG(is.st_mode) &&
           lseek(STDOUT_FILENO, 0, SEEK_CUR) == is.st_size &&
           free_behind(STDOUT_FILENO, place);
}

/* Counts the space for an output file that exists. Its temporary file takes the whole
 * size. A file with several hard links may also grow, because it is overwritten. A file
 * in a folder where files cannot be created may also grow, but its temporary file is
 * elsewhere. */
static void count_overwriting(const char *name, const struct stat *is,
                              struct place *place)
{
    const double size = (double)is->st_size;
    const double growth = place->need > size ? place->need - size : 0;
    char *path = realpath(name, NULL);
    char *folder = path != NULL ? output_folder(path) : NULL;
    if (folder != NULL && output_temporary_error(folder) != 0)
        place->need = growth;
    else if (is->st_nlink > 1)
        place->need += growth;
    free(folder);
    free(path);
}

/* The place of an output: the folder of its file, which is replaced. */
static bool find_place(const char *name, struct place *place)
{
    if (name == NULL)
        return find_standard(place);
    snprintf(place->shown, sizeof place->shown, "%s", say_file(name));
    struct stat is;
    if (output_descriptor_named(name) >= 0)
        return false;
    if (stat(name, &is) == 0) {
        if (!S_ISREG(is.st_mode) || !free_at(name, place))
            return false;
        count_overwriting(name, &is, place);
        return true;
    }
    if (errno != ENOENT || lstat(name, &is) == 0)
        return false;
    char *folder = output_folder(name);
    const bool known = folder != NULL && free_at(folder, place);
    free(folder);
    return known;
}

/* Adds an output, if its size and place are known. */
static void add_place(const struct settings *settings, const char *name, double bytes,
                      struct place *places, size_t *count)
{
    places[*count].need = bytes;
    if (writer_compression(settings, name) == COMPRESS_NONE && bytes > 0 &&
        find_place(name, &places[*count]))
        ++*count;
}

/* Finds the outputs whose size is known in advance. */
static size_t find_places(const struct plan *plan, const struct settings *settings,
                          struct place *places)
{
    size_t count = 0;
    const double times = settings->pairs ? 2 : 1;
    const double bytes = times * (double)plan->collections[0].bytes;
    uint64_t shares = 0;
    if (settings->head != UINT64_MAX || settings->repeat || settings->strict)
        return 0;
    for (size_t i = 0; i < settings->split_count; i++) {
        if (settings->split[i].share == 0)
            return 0; /* a number of records, whose size is not known */
        shares += settings->split[i].share;
    }
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct split_part *part = &settings->split[i];
        if (plan->collections[0].sized)
            add_place(settings, part->name, bytes * (double)part->share / (double)shares,
                      places, &count);
    }
    if (settings->split_count == 0 && plan->collections[0].sized)
        add_place(settings, settings->output, bytes, places, &count);
    for (size_t i = 0; i < settings->with_count; i++)
        if (plan->collections[1 + i].sized)
            add_place(settings, settings->output_with[i],
                      times * (double)plan->collections[1 + i].bytes, places, &count);
    return count;
}

/* ---- comparing -------------------------------------------------------------------- */

static bool lack(char text[SPACE_TEXT], const char *what, const char *purpose,
                 double need, double left, const char *advice)
{
    char needed[16], there[16];
    snprintf(text, SPACE_TEXT, "%s: %s needed%s, but only %s free%s", what,
             progress_bytes_up(need, needed), purpose, progress_bytes(left, there),
             advice);
    return true;
}

/* The bytes that certainly go to the temporary file. The forecast is not certain, because
 * it depends on estimated lengths. If the records of a file take twice the memory, all of
 * them go to the temporary file. If they take little more than the memory, up to a fifth
 * of them stayed in memory in measurements. */
static double sure_bytes(const struct plan *plan, const struct settings *settings)
{
    double sum = 0;
    for (size_t i = 0; i < plan->count && settings->head == UINT64_MAX; i++) {
        const struct collection *here = &plan->collections[i];
        const uint64_t copied = here->bytes - here->mapped, kept = here->memory / 4;
        if (here->forecast.levels > 0 && copied > here->memory)
            sum += (double)(copied / 2 > here->memory ? copied : copied - kept);
    }
    return sum;
}

bool space_needs_temporary(const struct plan *plan, const struct settings *settings)
{
    return settings->random_source == NULL && plan->has_forecast &&
           plan->forecast.temporary > 0 && sure_bytes(plan, settings) > 0;
}

/* The bytes of all outputs on the disk of a place. */
static double sum_on_disk(const struct place *places, size_t count,
                          const struct place *place)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += places[i].device == place->device ? places[i].need : 0;
    return sum;
}

/* The space that is enough for temporary data and outputs on the same disk. Space is
 * given back after each sixteenth of the buckets, and each thread works on one bucket. In
 * measurements with 2 to 12 MB, both together took up to 13 % more than temporary data
 * alone, and less than the forecast. An eighth is added to the forecast here. */
static double enough_for_both(double temporary, double outputs)
{
    const double larger = temporary > outputs ? temporary : outputs;
    return outputs > 0 ? larger + larger / 8 : temporary;
}

/* Finds the folder for temporary data, and the space that is certainly needed there.
 * Returns whether its free space is known and the forecast needs temporary data. */
static bool find_temporary(const struct plan *plan, const struct settings *settings,
                           struct place *temporary)
{
    *temporary = (struct place){.need = 0};
    if (!plan->has_forecast || plan->forecast.temporary == 0 ||
        !free_at(plan->folder, temporary))
        return false;
    temporary->need = sure_bytes(plan, settings);
    return true;
}

/* The outputs on the disk of temporary data. */
static double outputs_beside(const struct plan *plan, const struct settings *settings,
                             const struct place *temporary)
{
    struct place *places = calloc(MOST_PLACES, sizeof *places);
    const size_t count = places != NULL ? find_places(plan, settings, places) : 0;
    const double sum = sum_on_disk(places, count, temporary);
    free(places);
    return sum;
}

double space_enough(const struct plan *plan, const struct settings *settings, bool *both)
{
    struct place temporary;
    double outputs = 0;
    if (find_temporary(plan, settings, &temporary))
        outputs = outputs_beside(plan, settings, &temporary);
    *both = outputs > 0;
    return enough_for_both((double)plan->forecast.temporary, outputs);
}

bool space_may_lack(const struct plan *plan, const struct settings *settings,
                    char text[SPACE_TEXT])
{
    struct place temporary;
    char needed[16], there[16];
    bool both;
    if (settings->strict || settings->random_source != NULL ||
        !find_temporary(plan, settings, &temporary))
        return false;
    const double enough = space_enough(plan, settings, &both);
    snprintf(text, SPACE_TEXT, "%s: temporary data%s may take up to %s; %s free",
             say_file(plan->folder), both ? " and output" : "",
             progress_bytes_up(enough, needed), progress_bytes(temporary.free, there));
    return enough > temporary.free;
}

bool space_lacks(const struct plan *plan, const struct settings *settings,
                 const fair_records_options *options, char text[SPACE_TEXT])
{
    char words[TEMPORARY_ADVICE], advice[TEMPORARY_ADVICE + 2];
    struct place *places = calloc(MOST_PLACES, sizeof *places), temporary;
    const size_t count = places != NULL ? find_places(plan, settings, places) : 0;
    find_temporary(plan, settings, &temporary);
    const double beside = temporary.need > 0 ? sum_on_disk(places, count, &temporary) : 0;
    const double enough = enough_for_both((double)plan->forecast.temporary, beside);
    bool lacks = temporary.need > temporary.free;
    snprintf(advice, sizeof advice, "; %s",
             temporary_advice(settings, plan_enough(plan, settings, options), words));
    if (lacks)
        lack(text, say_file(plan->folder),
             beside > 0 ? " for temporary data and output" : " for temporary data",
             enough, temporary.free, advice);
    for (size_t i = 0; i < count && !lacks; i++) {
        const struct place *place = &places[i];
        const double sum = sum_on_disk(places, count, place);
        const bool others = sum > place->need;
        const bool shared = temporary.need > 0 && temporary.device == place->device;
        const double larger = temporary.need > sum ? temporary.need : sum;
        if (sum > place->free)
            lacks =
                lack(text, place->shown,
                     shared   ? " for this file and temporary data"
                     : others ? " for this file and other outputs"
                              : "",
                     shared ? enough : sum, place->free,
                     " in its folder; free some space, or choose a file on another disk");
        else if (shared && larger + larger / 64 > place->free)
            lacks = lack(text, say_file(plan->folder), " for temporary data and output",
                         enough, place->free, advice);
    }
    free(places);
    return lacks;
}
