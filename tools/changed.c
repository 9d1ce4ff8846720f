/* SPDX-License-Identifier: MIT
 *
 * changed.c - detects input files that change while they are read. See changed.h.
 *
 * SIGBUS can arrive in any thread while the library reads mapped files. The handler must
 * not allocate memory, so the messages are prepared before each file is read. The tables
 * change only while no records are read.
 */
#define _GNU_SOURCE /* asprintf */
#include "tools/changed.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/say.h"
#include "tools/progress.h"

#define CHANGED "changed while it was read; try again when no program writes to it"

struct watched {
    const fair_records *records; /* NULL: nothing is watched */
    char **lines; /* the message for each file, or NULL; may be NULL itself */
    size_t count; /* elements of `lines` */
};

static struct watched watched[1 + SETTINGS_WITH];
static char *unreadable; /* the message for a disk error */

int changed_report(const char *name)
{
    return say("%s: " CHANGED, say_input(name));
}

int changed_report_unreadable(const char *name)
{
    return say_error(EIO, "%s: read error", say_input(name));
}

/* ---- the handler ------------------------------------------------------------------ */

/* The message about a file that has changed or, if none has, about a disk error. */
static const char *find_line(void)
{
    for (size_t i = 0; i <= SETTINGS_WITH; i++) {
        const struct watched *here = &watched[i];
        uint64_t file;
        if (here->records == NULL || !fair_records_changed(here->records, &file))
            continue;
        return file < here->count && here->lines[file] != NULL
                   ? here->lines[file]
                   : "fairshuf: an input file " CHANGED "\n";
    }
    return unreadable != NULL ? unreadable : "fairshuf: read error\n";
}

static void on_bus(int number, siginfo_t *info, void *context)
{
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    (void)context;
    while (atomic_flag_test_and_set(&busy))
        pause(); /* another thread is ending the process */
    progress_interrupt();
    output_remove_all();
    if (info->si_code <= 0) { /* another process sent the signal */
        signal(number, SIG_DFL);
        raise(number);
        return; /* the signal is delivered when the handler returns */
    }
    const char *line = find_line();
    if (write(STDERR_FILENO, line, strlen(line)) < 0)
        _exit(1); /* nothing can be done about it */
    _exit(1);
}

/* ---- watching files --------------------------------------------------------------- */

void changed_watch(size_t collection, const fair_records *records, size_t count)
{
    assert(collection <= SETTINGS_WITH && watched[collection].records == NULL);
    struct sigaction action = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO};
    struct watched *here = &watched[collection];
    here->lines = calloc(count, sizeof *here->lines);
    here->count = here->lines != NULL ? count : 0;
    here->records = records;
    if (unreadable == NULL && asprintf(&unreadable, "%s: an input file: read error: %s\n",
                                       say_name(), strerror(EIO)) < 0)
        unreadable = NULL;
    sigfillset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

void changed_set_name(size_t collection, size_t file, const char *name)
{
    struct watched *here = &watched[collection];
    char *line;
    if (file < here->count &&
        asprintf(&line, "%s: %s: " CHANGED "\n", say_name(), say_input(name)) >= 0)
        here->lines[file] = line;
}

void changed_unwatch(size_t collection)
{
    struct watched *here = &watched[collection];
    here->records = NULL;
    for (size_t i = 0; i < here->count; i++)
        free(here->lines[i]);
    free(here->lines);
    *here = (struct watched){0};
}
