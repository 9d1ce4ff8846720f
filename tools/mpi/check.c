/* SPDX-License-Identifier: MIT
 *
 * check.c - refuses what cannot work on several ranks. See check.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/mpi/check.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output_parts.h"
#include "cli/say.h"
#include "tools/compress.h"
#include "tools/input.h"
#include "tools/plan.h"
#include "tools/preflight.h"
#include "tools/space.h"
#include "tools/temporary.h"

/* ---- the command line ------------------------------------------------------------- */

static int check_input(const struct settings *settings, const char *name)
{
    if (settings_is_stdin(name))
        return say("standard input cannot be divided among ranks; name a file, or use "
                   "fairshuf");
    if (input_is_compressed(settings, name, NULL))
        return say("%s: compressed data cannot be divided among ranks; use fairshuf, or "
                   "--no-decompress to read it as it is",
                   say_file(name));
    return 0;
}

static int check_output(const struct settings *settings, const char *name)
{
    if (name == NULL)
        return settings->explain ? 0
                                 : say("ranks cannot write to standard output together; "
                                       "use -o FILE, --split, or fairshuf");
    if (settings->compress == NULL && compress_kind_of_name(name) != COMPRESS_NONE)
        return say("%s: ranks cannot compress a file together; use fairshuf, or "
                   "--compress=none to write it uncompressed",
                   say_file(name));
    return 0;
}

int cluster_check_options(const struct settings *settings)
{
    if (settings->ranks > 0 && !settings->explain)
        return say("--ranks needs --explain; to start ranks, use mpirun -n %ju",
                   (uintmax_t)settings->ranks);
    for (size_t i = 0; i < input_file_count(settings); i++)
        if (check_input(settings, input_file(settings, i)) != 0)
            return 1;
    for (size_t i = 0; i < settings_output_count(settings); i++)
        if (check_output(settings, settings_output(settings, i)) != 0)
            return 1;
    return 0;
}

/* ---- files ------------------------------------------------------------------------ */

static int check_input_file(const char *name, uint64_t *bytes)
{
    struct stat is;
    if (stat(name, &is) != 0)
        return say_error(errno, "%s", say_file(name));
    /* Nor files of /proc, which have data although their size is 0. */
    if (!S_ISREG(is.st_mode) || (is.st_size == 0 && !input_size(name, bytes)))
        return say("%s: is not a regular file, so it cannot be divided among ranks; use "
                   "fairshuf",
                   say_file(name));
    if (access(name, R_OK) != 0)
        return say_error(errno, "%s", say_file(name));
    *bytes = (uint64_t)is.st_size;
    return 0;
}

static int check_output_file(const char *name)
{
    struct stat is;
    if (name == NULL)
        return 0;
    if (output_descriptor_named(name) >= 0 ||
        (stat(name, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode)))
        return say("%s: is not a regular file, so ranks cannot write to it together; use "
                   "fairshuf",
                   say_file(name));
    return 0;
}

/* Checks that there is enough space for the outputs. Temporary files do not count: they
 * are those of all ranks. */
static int check_space(const struct settings *settings, const struct cluster_sizes *sizes)
{
    char text[SPACE_TEXT];
    const fair_records_options options = {.format = settings->format};
    struct plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return say("memory exhausted");
    plan->folder = temporary_folder(settings);
    plan->sized = true;
    plan->count = 1 + settings->with_count;
    for (size_t i = 0; i < plan->count; i++)
        plan->collections[i] =
            (struct collection){.sized = true, .bytes = sizes->bytes[i]};
    const bool lacks = space_lacks(plan, settings, &options, text);
    free(plan);
    return lacks ? say("%s", text) : 0;
}

int cluster_check_inputs(const struct settings *settings, struct cluster_sizes *sizes,
                         void (*tick)(void *context), void *context)
{
    *sizes = (struct cluster_sizes){{0}};
    for (size_t i = 0; i < input_file_count(settings); i++) {
        uint64_t bytes = 0;
        if (check_input_file(input_file(settings, i), &bytes) != 0)
            return 1;
        sizes->bytes[input_collection(settings, i)] += bytes;
        if (tick != NULL)
            tick(context);
    }
    return 0;
}

int cluster_check_outputs(const struct settings *settings,
                          const struct cluster_sizes *sizes)
{
    for (size_t i = 0; i < settings_output_count(settings); i++)
        if (check_output_file(settings_output(settings, i)) != 0)
            return 1;
    if (settings_output(settings, 0) == NULL) /* only --explain allows this */
        return 0;
    return preflight(settings) != 0 ? 1 : check_space(settings, sizes);
}
