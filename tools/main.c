/* SPDX-License-Identifier: MIT
 *
 * main.c - the command fairshuf, a drop-in replacement for GNU shuf.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <locale.h>
#include <stdio.h>

#include "cli/say.h"
#include "tools/gnu.h"
#include "tools/help.h"
#include "tools/process.h"
#include "tools/run.h"

static int print(void (*what)(FILE *, const char *, bool),
                 const struct settings *settings)
{
    what(stdout, say_name(), settings->strict);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    return errno == EPIPE ? RUN_BROKEN_PIPE : say_error(errno, "write error");
}

static int dispatch(const struct settings *settings, enum settings_result verdict)
{
    switch (verdict) {
    case SETTINGS_HELP:
        return print(help_print, settings);
    case SETTINGS_VERSION:
        if (process_choose_kernel(settings) != 0)
            return 1;
        return print(help_version, settings);
    case SETTINGS_WRONG:
        return 1;
    case SETTINGS_RUN:
        break;
    }
    if (process_choose_kernel(settings) != 0)
        return 1;
    process_limit_malloc(settings);
    if (settings->explain)
        return explain(settings);
    return settings->random_source != NULL ? gnu_run(settings) : run_shuffle(settings);
}

int main(int argc, char **argv)
{
    struct settings settings;
    setlocale(LC_CTYPE, "");
    process_guard_descriptors();
    process_catch_signals();
    const bool quietly = process_catch_pipe();
    const enum settings_result verdict = settings_read(&settings, argc, argv);
    const int status = dispatch(&settings, verdict);
    return status == RUN_BROKEN_PIPE ? process_broken_pipe(quietly) : status;
}
