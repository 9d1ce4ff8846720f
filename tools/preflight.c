/* SPDX-License-Identifier: MIT
 *
 * preflight.c - checks the outputs and the folder for temporary files. See preflight.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/preflight.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output_parts.h"
#include "cli/say.h"
#include "tools/input.h"
#include "tools/space.h"
#include "tools/temporary.h"
#include "tools/writer.h"

enum { MOST = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

struct outputs {
    struct output list[MOST]; /* outputs that were checked, to be abandoned */
    size_t count;             /* used elements of `list` */
};

static int check_output(struct outputs *outputs, const char *name,
                        const struct settings *settings)
{
    assert(outputs->count < MOST);
    struct output *output = &outputs->list[outputs->count++];
    if (output_check(output, name, writer_output_options(settings)) != 0)
        return 1;
    for (size_t i = 0; i + 1 < outputs->count; i++)
        if (output_is_same(output, &outputs->list[i]))
            return writer_report_same_file(name);
    return 0;
}

static int check_all(struct outputs *outputs, const struct settings *settings)
{
    for (size_t i = 0; i < settings_output_count(settings); i++)
        if (check_output(outputs, settings_output(settings, i), settings) != 0)
            return 1;
    return 0;
}

/* Whether all inputs may be read. They are not opened, because opening a pipe can block.
 */
static bool can_read(const struct settings *settings)
{
    const bool files = !settings->range && !settings->echo;
    for (size_t i = 0; files && i < input_count(settings); i++) {
        const char *name = input_name(settings, i);
        if (strcmp(name, "-") != 0 && access(name, R_OK) != 0)
            return false;
    }
    return settings->random_source == NULL || access(settings->random_source, R_OK) == 0;
}

int preflight(const struct settings *settings)
{
    if (settings->strict && !can_read(settings))
        return 0; /* like GNU shuf, report the input rather than the output */
    struct outputs *outputs = calloc(1, sizeof *outputs);
    if (outputs == NULL)
        return say("memory exhausted");
    int status = check_all(outputs, settings);
    for (size_t i = 0; i < outputs->count; i++)
        output_abandon(&outputs->list[i]);
    free(outputs);
    if (status == 0 && settings->temp_dir != NULL) {
        const int error = output_folder_error(settings->temp_dir);
        status = error == 0 ? 0 : temporary_report(settings, false, error, 0, 0);
    }
    return status;
}

int preflight_temporary(const struct plan *plan, const struct settings *settings)
{
    if (!space_needs_temporary(plan, settings))
        return 0;
    const int error = output_folder_error(plan->folder);
    return error == 0 ? 0 : temporary_report(settings, false, error, 0, 0);
}
