/* SPDX-License-Identifier: MIT
 *
 * line_faults.c - finds out what is wrong with the lines that came back.
 *
 * All faults are counted first. Then the finding names the most helpful one, with one
 * line as an example and the number of such lines: a line that was not given (altered, if
 * it resembles a given line; otherwise added), a line that came back too often, a line
 * that is missing, or a wrong number of lines.
 */
#include "audit/command/subject/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct faults {
    const struct subject_deck *deck; /* the lines that were given; not owned */
    size_t want;                     /* lines that must come back */
    size_t came;                     /* lines that came back */
    size_t foreign;                  /* lines that were not given */
    const char *first;               /* the first foreign line */
    size_t first_length;             /* bytes of the first foreign line */
    size_t often;                    /* lines that came back too often */
    uint32_t often_text;             /* the first text that came back too often */
    uint32_t often_times;            /* how often `often_text` came back */
    size_t lost;                     /* lines that did not come back */
    uint32_t lost_text;              /* the first text that did not come back */
};

static void count_faults(struct faults *faults, const char *output, size_t length,
                         bool put_back, uint32_t *times)
{
    const struct subject_deck *deck = faults->deck;
    const char *end = output + length;
    memset(times, 0, deck->texts * sizeof *times);
    for (; output < end; faults->came++) {
        const char *newline = memchr(output, '\n', (size_t)(end - output));
        const size_t bytes = (size_t)((newline != NULL ? newline : end) - output);
        const uint32_t text = subject_deck_find(deck, output, bytes);
        if (text != SUBJECT_NONE) {
            times[text]++;
        } else if (faults->foreign++ == 0) {
            faults->first = output;
            faults->first_length = bytes;
        }
        output = newline != NULL ? newline + 1 : end;
    }
    for (uint32_t text = 0; text < deck->texts; text++) {
        if (times[text] > deck->copies && !put_back) {
            if (faults->often == 0) {
                faults->often_text = text;
                faults->often_times = times[text];
            }
            faults->often += times[text] - deck->copies;
        } else if (times[text] < deck->copies) {
            if (faults->lost == 0)
                faults->lost_text = text;
            faults->lost += deck->copies - times[text];
        }
    }
}

/* ---- altered lines ----------------------------------------------------------------- */

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* Writes the line without change number `what` of the table below. Returns its length. */
static size_t undo_change(int what, const char *line, size_t length, char *rest)
{
    static const char capitals[] = "BCDFGHJKLMNPQRSTVWXZ";
    static const char small[] = "bcdfghjklmnpqrstvwxz"; /* the letters of words */
    size_t from = 0, to = length, kept = 0;
    switch (what) {
    case 0:
        to -= length > 0 && line[length - 1] == '\r';
        break;
    case 1:
        from = length >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        break;
    case 2:
    case 3:
        while (from < to && is_one_of(line[from], what == 2 ? " \t\r" : "\"'"))
            from++;
        while (to > from && is_one_of(line[to - 1], what == 2 ? " \t\r" : "\"',"))
            to--;
        break;
    case 4:
        while (to - from > 1 && line[from] == '0')
            from++;
        break;
    default:
        break;
    }
    for (; from < to; from++) {
        const char *capital = strchr(capitals, line[from]);
        if (what == 6 && line[from] != '\0' && capital != NULL)
            rest[kept++] = small[capital - capitals];
        else if (what != 5 || line[from] != '\0')
            rest[kept++] = line[from];
    }
    return kept;
}

/* A way in which a line can be altered. */
struct change {
    const char *code; /* for programs; NULL: no way is known */
    const char *text; /* for people */
};

static const struct change changes[] = {
    {"carriage-return", "a carriage return was added"},
    {"byte-order-mark", "a byte order mark was added"},
    {"blanks", "blanks were added"},
    {"quotation-marks", "quotation marks were added"},
    {"zeros", "zeros were added"},
    {"nul-bytes", "NUL bytes were added"},
    {"capitals", "small letters became capitals"},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static bool is_word_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The text that the line begins or ends with, if a non-word character is next to it. */
static uint32_t text_beside(const struct subject_deck *deck, const char *line,
                            size_t length, bool ends)
{
    size_t word = 0;
    while (word < length && is_word_character(line[ends ? length - 1 - word : word]))
        word++;
    return subject_deck_find(deck, ends ? line + length - word : line, word);
}

/* A word that begins or ends with the line. */
static uint32_t word_with(const struct subject_deck *deck, const char *line,
                          size_t length, bool ends)
{
    char room[16];
    size_t bytes;
    if (deck->words && length > 0 && length < SUBJECT_WORD) {
        for (uint32_t text = 0; text < deck->texts; text++) {
            const char *word = subject_deck_text(deck, text, room, &bytes);
            if (memcmp(ends ? word + bytes - length : word, line, length) == 0)
                return text;
        }
    }
    return SUBJECT_NONE;
}

/* How the first foreign line differs from a given one, whose text is set to *text. The
 * code is NULL if it resembles none. */
static struct change how_altered(const struct faults *faults, uint32_t *text)
{
    const struct subject_deck *deck = faults->deck;
    const char *line = faults->first;
    const size_t length = faults->first_length;
    char rest[256];
    for (int what = 0; what < CHANGES && length <= sizeof rest; what++) {
        const size_t bytes = undo_change(what, line, length, rest);
        *text = subject_deck_find(deck, rest, bytes);
        if (*text != SUBJECT_NONE)
            return changes[what];
    }
    if ((*text = word_with(deck, line, length, false)) != SUBJECT_NONE)
        return (struct change){"end-cut", "its end was cut off"};
    if ((*text = word_with(deck, line, length, true)) != SUBJECT_NONE)
        return (struct change){"beginning-cut", "its beginning was cut off"};
    if (faults->came < faults->want) /* several lines may have been joined */
        return (struct change){.code = NULL};
    if ((*text = text_beside(deck, line, length, false)) != SUBJECT_NONE)
        return (struct change){"end-added", "something was added at its end"};
    if ((*text = text_beside(deck, line, length, true)) != SUBJECT_NONE)
        return (struct change){"beginning-added", "something was added at its beginning"};
    return (struct change){.code = NULL};
}

/* ---- findings ---------------------------------------------------------------------- */

/* "line 7", with its text if that is not its number. Copies have no line number. */
static const char *name_of(const struct subject_deck *deck, uint32_t text,
                           char to[FINDING_QUOTED + 16])
{
    char room[16], quoted[FINDING_QUOTED];
    size_t length;
    const char *bytes = subject_deck_text(deck, text, room, &length);
    finding_quote(quoted, bytes, length);
    if (deck->copies > 1)
        snprintf(to, FINDING_QUOTED + 16, "a line %s", quoted);
    else if (deck->words || deck->first != 1)
        snprintf(to, FINDING_QUOTED + 16, "line %" PRIu32 " (%s)", text + 1, quoted);
    else
        snprintf(to, FINDING_QUOTED + 16, "line %" PRIu32, text + 1);
    return to;
}

/* Adds the same to the details: the number of the line, unless there are copies, and its
 * text, unless that is its number. */
static void add_line(audit_details *details, const struct subject_deck *deck,
                     uint32_t text, const char *line_name, const char *text_name)
{
    char room[16], quoted[FINDING_QUOTED];
    size_t length;
    const char *bytes = subject_deck_text(deck, text, room, &length);
    if (deck->copies > 1)
        audit_detail_none(details, line_name);
    else
        audit_detail_integer(details, line_name, text + UINT64_C(1));
    if (deck->copies > 1 || deck->words || deck->first != 1)
        finding_add_quoted(details, text_name, finding_quote(quoted, bytes, length));
    else
        audit_detail_none(details, text_name);
}

static const char *lines(size_t count)
{
    return count == 1 ? "line" : "lines";
}

/* Adds how many lines came back, and how many should have. */
static void add_number(audit_details *details, const struct faults *faults)
{
    audit_detail_integer(details, "lines", faults->came);
    audit_detail_integer(details, "wanted", faults->want);
}

static void set_altered(const struct faults *faults, uint64_t trial, uint32_t text,
                        struct change change, const char *more, const char *number,
                        struct finding *finding)
{
    char quoted[FINDING_QUOTED], name[FINDING_QUOTED + 16];
    finding_quote(quoted, faults->first, faults->first_length);
    audit_details *details = finding_set(
        finding, FINDING_ALTERED, trial, "altered", "%s came back as %s: %s%s%s",
        name_of(faults->deck, text, name), quoted, change.text, more, number);
    add_line(details, faults->deck, text, "line", "text");
    finding_add_quoted(details, "came", quoted);
    audit_detail_text(details, "change", change.code);
    audit_detail_integer(details, "more", faults->foreign - 1);
    add_number(details, faults);
}

static void set_added(const struct faults *faults, uint64_t trial, const char *more,
                      const char *number, struct finding *finding)
{
    const struct subject_deck *deck = faults->deck;
    char quoted[FINDING_QUOTED], count[32];
    finding_quote(quoted, faults->first, faults->first_length);
    snprintf(count, sizeof count, "'%zu'", deck->texts);
    const bool zero = !deck->words && strcmp(quoted, "'0'") == 0;
    const bool one = !deck->words && deck->first == 0 && strcmp(quoted, count) == 0;
    audit_details *details =
        finding_set(finding, FINDING_ADDED, trial, "added",
                    "%s came back but was never given%s%s%s", quoted, more, number,
                    zero  ? "; does the program count from 0?"
                    : one ? "; does the program count from 1?"
                          : "");
    finding_add_quoted(details, "came", quoted);
    audit_detail_integer(details, "more", faults->foreign - 1);
    add_number(details, faults);
    audit_detail_text(details, "hint",
                      zero  ? "counts-from-0"
                      : one ? "counts-from-1"
                            : NULL);
}

static void set_foreign(const struct faults *faults, uint64_t trial, const char *number,
                        struct finding *finding)
{
    char quoted[FINDING_QUOTED], more[64] = "";
    uint32_t text;
    const struct change change = how_altered(faults, &text);
    if (faults->foreign > 1)
        snprintf(more, sizeof more, ", and %zu more like this", faults->foreign - 1);
    if (change.code != NULL) {
        set_altered(faults, trial, text, change, more, number, finding);
    } else if (faults->came < faults->want) {
        finding_quote(quoted, faults->first, faults->first_length);
        audit_details *details =
            finding_set(finding, FINDING_COUNT, trial, "lines-and-added",
                        "%zu %s came back instead of %zu; %s was never given",
                        faults->came, lines(faults->came), faults->want, quoted);
        add_number(details, faults);
        finding_add_quoted(details, "came", quoted);
    } else {
        set_added(faults, trial, more, number, finding);
    }
}

static void set_often(const struct faults *faults, uint64_t trial, bool whole,
                      const char *number, struct finding *finding)
{
    const struct subject_deck *deck = faults->deck;
    char name[FINDING_QUOTED + 16], other[FINDING_QUOTED + 16];
    char lost[FINDING_QUOTED + 80] = "", times_given[48] = "";
    const bool both = whole && faults->lost > 0;
    if (deck->copies > 1)
        snprintf(times_given, sizeof times_given, " instead of %zu", deck->copies);
    if (both)
        snprintf(lost, sizeof lost, "; %s did not come back, %zu %s lost in total",
                 name_of(deck, faults->lost_text, other), faults->lost,
                 lines(faults->lost));
    audit_details *details = finding_set(
        finding, FINDING_DUPLICATED, trial, both ? "duplicated-and-lost" : "duplicated",
        "%s came back %" PRIu32 " times%s, %zu %s too many in total%s%s",
        name_of(deck, faults->often_text, name), faults->often_times, times_given,
        faults->often, lines(faults->often), lost, number);
    add_line(details, deck, faults->often_text, "line", "text");
    audit_detail_integer(details, "times", faults->often_times);
    audit_detail_integer(details, "copies", deck->copies);
    audit_detail_integer(details, "too_many", faults->often);
    if (both) {
        add_line(details, deck, faults->lost_text, "lost_line", "lost_text");
        audit_detail_integer(details, "lost", faults->lost);
    }
    add_number(details, faults);
}

void finding_set_lines(const struct subject_deck *deck, const char *output, size_t length,
                       size_t want, bool put_back, uint32_t *times, uint64_t trial,
                       struct finding *finding)
{
    struct faults faults = {.deck = deck, .want = want};
    char name[FINDING_QUOTED + 16], number[80] = "";
    count_faults(&faults, output, length, put_back, times);
    if (faults.came != want)
        snprintf(number, sizeof number, " (%zu %s came back instead of %zu)", faults.came,
                 lines(faults.came), want);
    const bool whole = want == deck->n && !put_back;
    if (faults.came > 0 && faults.foreign > 0) {
        set_foreign(&faults, trial, number, finding);
        return;
    }
    if (faults.came > 0 && faults.often > 0) {
        set_often(&faults, trial, whole, number, finding);
        return;
    }
    audit_details *details;
    if (faults.came == 0) {
        details = finding_set(finding, FINDING_COUNT, trial, "nothing",
                              "nothing came back instead of %zu %s", want, lines(want));
    } else if (whole && faults.lost > 0) {
        details = finding_set(finding, FINDING_LOST, trial, "lost",
                              "%s did not come back, %zu %s lost in total%s",
                              name_of(deck, faults.lost_text, name), faults.lost,
                              lines(faults.lost), number);
        add_line(details, deck, faults.lost_text, "line", "text");
        audit_detail_integer(details, "lost", faults.lost);
    } else {
        details = finding_set(finding, FINDING_COUNT, trial, "lines",
                              "%zu %s came back instead of %zu", faults.came,
                              lines(faults.came), want);
    }
    add_number(details, &faults);
}
