/* SPDX-License-Identifier: MIT
 *
 * finding.c - sets findings, and quotes what programs wrote.
 *
 * Output of programs is shown on terminals. It must not be able to move the cursor, end
 * the line or change the direction of text, so only printable characters pass. Everything
 * else becomes an escape.
 */
#define _POSIX_C_SOURCE 200809L /* strsignal() */
#include "audit/command/subject/parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "audit/command/subject/utf8.h"
#include "cli/bidi.h"

audit_details *finding_set(struct finding *finding, enum finding_kind kind,
                           uint64_t trial, const char *code, const char *format, ...)
{
    va_list args;
    *finding = (struct finding){.kind = kind, .trial = trial};
    va_start(args, format);
    vsnprintf(finding->text, sizeof finding->text, format, args);
    va_end(args);
    audit_details_begin(&finding->details, code);
    return &finding->details;
}

bool finding_no_memory(struct finding *finding)
{
    finding_set(finding, FINDING_CANNOT_RUN, 0, "no-memory", "out of memory");
    return false;
}

bool finding_cannot(struct finding *finding, uint64_t trial, const char *code,
                    const char *what, const char *name, int error)
{
    const char *why = strerror(error);
    audit_details *details =
        finding_set(finding, FINDING_CANNOT_RUN, trial, code, "cannot %s%s%s: %s", what,
                    name != NULL ? " " : "", name != NULL ? name : "", why);
    if (name != NULL)
        finding_add_quoted(details, "name", name);
    audit_detail_text(details, "error", why);
    return false;
}

/* ---- quoting ----------------------------------------------------------------------- */

/* Writes the first character of a text, or an escape: at most 4 bytes. *used is set to
 * the bytes that it has in the text. */
static size_t escape(char to[8], const char *text, size_t length, bool quoted,
                     size_t *used)
{
    const unsigned char c = (unsigned char)*text;
    *used = 1;
    if (c >= 0x80) {
        const size_t bytes = utf8_character(text, length);
        const bool control = (c == 0xc2 && (unsigned char)text[bytes > 0] < 0xa0) ||
                             bidi_utf8(text, length) > 0;
        if (bytes > 0 && !control) {
            memcpy(to, text, bytes);
            return *used = bytes;
        }
    } else if (c >= ' ' && c != 0x7f && !(quoted && (c == '\'' || c == '\\'))) {
        to[0] = (char)c;
        return 1;
    } else if (c == '\'' || c == '\\') {
        to[0] = '\\';
        to[1] = (char)c;
        return 2;
    } else if (c >= '\a' && c <= '\r') {
        to[0] = '\\';
        to[1] = "abtnvfr"[c - '\a'];
        return 2;
    }
    return (size_t)snprintf(to, 8, "\\x%02x", c);
}

static void copy_escaped(char *to, size_t room, const char *text, size_t length,
                         bool quoted)
{
    size_t at = 0, used;
    for (size_t i = 0; i < length && at + 5 <= room; i += used)
        at += escape(to + at, text + i, length - i, quoted, &used);
    to[at] = '\0';
}

const char *finding_quote(char to[FINDING_QUOTED], const char *text, size_t length)
{
    enum { CUT = 40 };
    size_t shown = length <= CUT ? length : CUT;
    if (shown < length) { /* do not cut a UTF-8 character */
        for (size_t back = 1; back <= 3; back++) {
            const size_t at = shown - back;
            if (utf8_character(text + at, length - at) > back) {
                shown -= back;
                break;
            }
        }
    }
    to[0] = '\'';
    copy_escaped(to + 1, FINDING_QUOTED - 6, text, shown, true);
    const size_t at = strlen(to);
    snprintf(to + at, FINDING_QUOTED - at, "%s", shown < length ? "...'" : "'");
    return to;
}

void finding_add_quoted(audit_details *details, const char *name, const char *quoted)
{
    char text[FINDING_QUOTED];
    const size_t length = strlen(quoted);
    if (length < 2 || quoted[0] != '\'') {
        audit_detail_none(details, name);
        return;
    }
    snprintf(text, sizeof text, "%.*s", (int)(length - 2), quoted + 1);
    audit_detail_text(details, name, text);
}

void finding_add_complaint(struct finding *finding, const struct child *child)
{
    const char *tail = child->tail;
    size_t end = child->tail_length;
    while (end > 0 && strchr(" \t\r\n", tail[end - 1]) != NULL && tail[end - 1] != '\0')
        end--;
    size_t start = end;
    while (start > 0 && tail[start - 1] != '\n' && tail[start - 1] != '\r')
        start--;
    copy_escaped(finding->complaint, sizeof finding->complaint, tail + start, end - start,
                 false);
}

/* ---- how programs end -------------------------------------------------------------- */

void finding_set_status(struct finding *finding, uint64_t trial,
                        const struct child *child)
{
    if (WIFSIGNALED(child->status)) {
        const int number = WTERMSIG(child->status);
        const char *known = strsignal(number), *name = known != NULL ? known : "unknown";
        audit_details *details =
            finding_set(finding, FINDING_STATUS, trial, "signal",
                        "the program was killed by signal %d (%s)", number, name);
        audit_detail_integer(details, "signal", (uint64_t)number);
        audit_detail_text(details, "name", name);
    } else {
        const int status = WEXITSTATUS(child->status);
        audit_details *details = finding_set(finding, FINDING_STATUS, trial, "status",
                                             "the program ended with status %d", status);
        audit_detail_integer(details, "status", (uint64_t)status);
    }
    finding_add_complaint(finding, child);
}

void finding_set_timeout(struct finding *finding, uint64_t trial,
                         const struct child *child, double seconds)
{
    audit_details *details;
    if (child->out < 0)
        details = finding_set(finding, FINDING_TIMEOUT, trial, "closed-output",
                              "the program closed its output but did not end within %g s",
                              seconds);
    else if (child_has_exited(child))
        details = finding_set(finding, FINDING_TIMEOUT, trial, "open-output",
                              "the program ended, but a process that it started kept its "
                              "output open for more than %g s",
                              seconds);
    else
        details = finding_set(finding, FINDING_TIMEOUT, trial, "no-answer",
                              "the program did not answer within %g s", seconds);
    audit_detail_real(details, "seconds", seconds);
    finding_add_complaint(finding, child);
}
