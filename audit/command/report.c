/* SPDX-License-Identifier: MIT
 *
 * report.c - the verdict in a word and as an exit status, and what a terminal can show.
 *
 * Integrity comes first: what is no shuffle is not judged as one. A verdict of the
 * statistics counts only if there is no finding.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* TIOCGWINSZ is not in POSIX */
#endif
#include "report.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum outcome report_outcome(const struct report *report)
{
    switch (report->finding.kind) {
    case FINDING_LOST:
    case FINDING_DUPLICATED:
    case FINDING_ALTERED:
    case FINDING_ADDED:
    case FINDING_COUNT:
    case FINDING_NUMBER:
    case FINDING_CYCLE:
        return OUTCOME_NO_SHUFFLE;
    case FINDING_STATUS:
    case FINDING_TIMEOUT:
    case FINDING_CANNOT_RUN:
        return OUTCOME_UNTESTED;
    case FINDING_NONE:
    case FINDING_NO_NEWLINE:
        break;
    }
    if (!report->judged)
        return OUTCOME_UNTESTED;
    switch (report->judgement.verdict) {
    case FAIRAUDIT_UNFAIR:
        return OUTCOME_UNFAIR;
    case FAIRAUDIT_SUSPECT:
        return OUTCOME_SUSPECT;
    case FAIRAUDIT_NO_EVIDENCE:
        break;
    }
    return OUTCOME_NO_EVIDENCE;
}

const char *report_verdict(const struct report *report)
{
    static const char *const words[] = {
        [OUTCOME_NO_EVIDENCE] = "NO EVIDENCE", [OUTCOME_UNFAIR] = "UNFAIR",
        [OUTCOME_SUSPECT] = "SUSPECT",         [OUTCOME_NO_SHUFFLE] = "NOT A SHUFFLE",
        [OUTCOME_UNTESTED] = "COULD NOT TEST",
    };
    return words[report_outcome(report)];
}

int report_status(const struct report *report)
{
    static const int status[] = {
        [OUTCOME_NO_EVIDENCE] = 0, [OUTCOME_UNFAIR] = 1,   [OUTCOME_SUSPECT] = 3,
        [OUTCOME_NO_SHUFFLE] = 2,  [OUTCOME_UNTESTED] = 2,
    };
    return status[report_outcome(report)];
}

/* ---- what can be shown ------------------------------------------------------------- */

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0';
}

static bool is(const char *name, const char *wanted)
{
    const char *value = getenv(name);
    return value != NULL && strcmp(value, wanted) == 0;
}

/* COLUMNS if somebody set it, then what the terminal says, then 80. The last column stays
 * empty: some terminals jump to the next line there. */
static int columns(int descriptor)
{
    const char *text = getenv("COLUMNS");
    long given = text != NULL ? strtol(text, NULL, 10) : 0;
    struct winsize size;
    if (given <= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0)
        given = size.ws_col;
    if (given <= 0)
        given = 80;
    return given < 40 ? 40 : given > 1000 ? 1000 : (int)given;
}

struct report_style report_style_for(FILE *file, int colour)
{
    const int descriptor = fileno(file);
    const bool terminal = isatty(descriptor) != 0;
    const bool wanted = colour > 0 || (colour < 0 && terminal && !is_set("NO_COLOR") &&
                                       !is("TERM", "dumb"));
    const bool many = is("COLORTERM", "truecolor") || is("COLORTERM", "24bit");
    return (struct report_style){
        .colour = !wanted ? COLOUR_NONE
                  : many  ? COLOUR_TRUE
                          : COLOUR_256,
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .width = columns(descriptor) - 1,
    };
}
