/* SPDX-License-Identifier: MIT
 *
 * preflight.c - finds out, before anything is read, whether the outputs and the folder
 * for temporary files can be used. See preflight.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/preflight.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output_parts.h"
#include "cli/say.h"
#include "tools/channel.h"
#include "tools/input.h"
#include "tools/space.h"
#include "tools/temporary.h"

enum { MOST = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

struct judged {
    struct output outputs[MOST];
    char *names[SETTINGS_SPLIT]; /* of --split, terminated */
    size_t count;
};

static int judge(struct judged *judged, const char *name, const struct settings *settings)
{
    struct output *output = &judged->outputs[judged->count++];
    if (output_judge(output, name, channel_options(settings)) != 0)
        return 1;
    for (size_t i = 0; i + 1 < judged->count; i++)
        if (output_is_same(output, &judged->outputs[i]))
            return channel_tell_same(name);
    return 0;
}

static int judge_all(struct judged *judged, const struct settings *settings)
{
    int status = 0;
    for (size_t i = 0; i < settings->split_count && status == 0; i++) {
        const struct share *share = &settings->split[i];
        judged->names[i] = strndup(share->name, share->length);
        status = judged->names[i] == NULL ? say("memory exhausted")
                                          : judge(judged, judged->names[i], settings);
    }
    if (settings->split_count == 0)
        status = judge(judged, settings->output, settings);
    for (size_t i = 0; i < settings->with_count && status == 0; i++)
        status = judge(judged, settings->output_with[i], settings);
    return status;
}

/* Whether all inputs can be opened. A pipe is not opened, since that would wait. */
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
        return 0; /* GNU shuf reports this, not what is wrong with its output */
    struct judged *judged = calloc(1, sizeof *judged);
    if (judged == NULL)
        return say("memory exhausted");
    int status = judge_all(judged, settings);
    for (size_t i = 0; i < judged->count; i++)
        output_abandon(&judged->outputs[i]);
    for (size_t i = 0; i < SETTINGS_SPLIT; i++)
        free(judged->names[i]);
    free(judged);
    if (status == 0 && settings->temp_dir != NULL) {
        const int error = output_folder_error(settings->temp_dir);
        status = error == 0 ? 0 : temporary_tell(settings, false, error, 0, 0);
    }
    return status;
}

int preflight_temporary(const struct plan *plan, const struct settings *settings)
{
    if (!space_needs_temporary(plan, settings))
        return 0;
    const int error = output_folder_error(plan->folder);
    return error == 0 ? 0 : temporary_tell(settings, false, error, 0, 0);
}
