/* SPDX-License-Identifier: MIT
 *
 * sentence.c - sentences with their codes and values.
 */
#include "audit/numbers/sentence.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void audit_details_begin(audit_details *details, const char *code)
{
    details->code = code;
    details->count = details->listed = details->used = 0;
}

void audit_sentence_set(audit_sentence *sentence, const char *code, const char *format,
                        ...)
{
    va_list args;
    *sentence = (audit_sentence){.details = {.code = code}};
    va_start(args, format);
    vsnprintf(sentence->text, sizeof sentence->text, format, args);
    va_end(args);
}

/* ---- values ------------------------------------------------------------------------ */

static audit_detail *add(audit_details *details, const char *name,
                         enum audit_detail_kind kind)
{
    assert(details->code != NULL && details->count < AUDIT_DETAILS);
    audit_detail *detail = &details->detail[details->count++];
    *detail = (audit_detail){.name = name, .kind = kind};
    return detail;
}

void audit_detail_none(audit_details *details, const char *name)
{
    add(details, name, AUDIT_DETAIL_NONE);
}

void audit_detail_integer(audit_details *details, const char *name, uint64_t value)
{
    add(details, name, AUDIT_DETAIL_INTEGER)->is.integer = value;
}

void audit_detail_real(audit_details *details, const char *name, double value)
{
    add(details, name, AUDIT_DETAIL_REAL)->is.real = value;
}

void audit_detail_text(audit_details *details, const char *name, const char *value)
{
    if (value == NULL) {
        audit_detail_none(details, name);
        return;
    }
    /* If no byte is left, the text is the 0 at the end of the last one. */
    const size_t room = AUDIT_DETAIL_TEXTS - details->used;
    const size_t begin = room > 0 ? details->used : AUDIT_DETAIL_TEXTS - 1;
    if (room > 0) {
        snprintf(details->texts + begin, room, "%s", value);
        details->used += strlen(details->texts + begin) + 1;
    }
    add(details, name, AUDIT_DETAIL_TEXT)->is.begin = begin;
}

void audit_detail_list(audit_details *details, const char *name, const uint32_t *values,
                       size_t count)
{
    assert(details->listed == 0);
    details->listed = count < AUDIT_DETAIL_LIST ? count : AUDIT_DETAIL_LIST;
    memcpy(details->list, values, details->listed * sizeof values[0]);
    add(details, name, AUDIT_DETAIL_LIST_OF);
}

const char *audit_detail_text_of(const audit_details *details, const audit_detail *detail)
{
    assert(detail->kind == AUDIT_DETAIL_TEXT);
    return details->texts + detail->is.begin;
}
