/* SPDX-License-Identifier: MIT
 *
 * numbers.c - reads a permutation or a sample from a line: 3 1 2, or 3,1,2, or [3, 1, 2].
 *
 * A permutation that counts from 0 has a 0, and one that counts from 1 has none. A sample
 * may lack the 0 in either case, so the plan says where samples start.
 */
#include "audit/command/subject/parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words on a line --------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(const char **line, size_t *length)
{
    while (*length > 0 && is_blank(**line)) {
        ++*line;
        --*length;
    }
    while (*length > 0 && is_blank((*line)[*length - 1]))
        --*length;
}

/* Removes blanks and brackets around the numbers, and a comma after the brackets. */
static void strip(const char **line, size_t *length)
{
    trim(line, length);
    if (*length == 0 || (**line != '[' && **line != '('))
        return;
    size_t inner = *length;
    if (inner > 2 && (*line)[inner - 1] == ',') {
        inner--;
        while (inner > 2 && is_blank((*line)[inner - 1]))
            inner--;
    }
    if (inner < 2 || (*line)[inner - 1] != (**line == '[' ? ']' : ')'))
        return;
    ++*line;
    *length = inner - 2;
}

/* Finds the next word at or after *at, and moves *at behind it. Returns its length, 0 if
 * there is none. */
static size_t next_word(const char *line, size_t length, size_t *at, const char **word)
{
    size_t i = *at;
    while (i < length && (is_blank(line[i]) || line[i] == ','))
        i++;
    *word = line + i;
    const size_t begin = i;
    while (i < length && !is_blank(line[i]) && line[i] != ',')
        i++;
    *at = i;
    return i - begin;
}

bool subject_numbers_skip(const char *line, size_t length)
{
    trim(&line, &length);
    return length == 0 || *line == '#';
}

size_t subject_numbers_count(const char *line, size_t length)
{
    size_t count = 0, at = 0;
    const char *word;
    strip(&line, &length);
    while (next_word(line, length, &at, &word) > 0)
        count++;
    return count;
}

/* ---- numbers ----------------------------------------------------------------------- */

bool subject_numbers_make(struct subject_numbers *numbers,
                          const struct subject_plan *plan)
{
    numbers->n = plan->n;
    numbers->want = plan->sample > 0 ? plan->sample : plan->n;
    numbers->sample = plan->sample > 0;
    numbers->put_back = plan->put_back;
    numbers->base = plan->sample == 0 ? -1 : !plan->from_zero;
    numbers->items = malloc(numbers->want * sizeof *numbers->items);
    numbers->seen = calloc(plan->n, sizeof *numbers->seen);
    return numbers->items != NULL && numbers->seen != NULL;
}

void subject_numbers_free(struct subject_numbers *numbers)
{
    free(numbers->items);
    free(numbers->seen);
    numbers->items = numbers->seen = NULL;
}

enum { NOT_A_NUMBER, TOO_LARGE, NUMBER };

static int read_number(const char *word, size_t length, uint32_t *number)
{
    const size_t sign = length > 1 && *word == '-';
    uint64_t value = 0;
    for (size_t i = sign; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return NOT_A_NUMBER;
        value = 10 * value + (uint64_t)(word[i] - '0');
        if (value > SUBJECT_LINES_MOST)
            value = SUBJECT_LINES_MOST + 1; /* out of range; keeps it from overflowing */
    }
    *number = (uint32_t)value;
    return value > SUBJECT_LINES_MOST || sign != 0 ? TOO_LARGE : NUMBER;
}

/* Where a finding goes, and which line it is about. */
struct context {
    uint64_t line;           /* of the file or batch, from 1 */
    uint64_t trial;          /* the number of the permutation, from 1 */
    struct finding *finding; /* filled in if the line is wrong; the caller's */
};

static size_t first_missing(const struct subject_numbers *numbers)
{
    size_t i = 0;
    while (i < numbers->n && numbers->seen[i] == numbers->round)
        i++;
    return i;
}

/* Adds the number that is missing, if it is known. */
static void add_missing(audit_details *details, bool known, size_t missing)
{
    if (known)
        audit_detail_integer(details, "missing", missing);
    else
        audit_detail_none(details, "missing");
}

static bool set_range(const struct subject_numbers *numbers, const char *word,
                      size_t length, uint32_t base, struct context at)
{
    char quoted[FINDING_QUOTED];
    const bool zero = numbers->sample && base == 1 && length == 1 && *word == '0';
    audit_details *details = finding_set(
        at.finding, FINDING_NUMBER, at.trial, "out-of-range",
        "line %" PRIu64 ": %s is out of range (%" PRIu32 " to %zu)%s", at.line,
        finding_quote(quoted, word, length), base, numbers->n - 1 + base,
        zero ? "; if samples count from 0, add --from-zero" : "");
    audit_detail_integer(details, "line", at.line);
    finding_add_quoted(details, "came", quoted);
    audit_detail_integer(details, "least", base);
    audit_detail_integer(details, "most", numbers->n - 1 + base);
    audit_detail_text(details, "hint", zero ? "from-zero" : NULL);
    return false;
}

/* Checks that no number occurs twice, unless that is allowed. Marks numbers in `seen`. */
static bool check_repeats(struct subject_numbers *numbers, size_t count, uint32_t base,
                          struct context at)
{
    size_t twice = SIZE_MAX;
    if (++numbers->round == 0) { /* after 2^32 lines */
        memset(numbers->seen, 0, numbers->n * sizeof *numbers->seen);
        numbers->round = 1;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t item = numbers->items[i];
        if (numbers->seen[item] == numbers->round && twice == SIZE_MAX)
            twice = item;
        numbers->seen[item] = numbers->round;
    }
    if (twice == SIZE_MAX || numbers->put_back)
        return true;
    const size_t missing = first_missing(numbers);
    const bool known = numbers->want >= numbers->n && missing < numbers->n;
    char more[48] = "";
    if (known)
        snprintf(more, sizeof more, ", and %zu is missing", missing + base);
    audit_details *details =
        finding_set(at.finding, FINDING_DUPLICATED, at.trial, "number-twice",
                    "line %" PRIu64 ": %zu occurs twice%s", at.line, twice + base, more);
    audit_detail_integer(details, "line", at.line);
    audit_detail_integer(details, "number", twice + base);
    add_missing(details, known, missing + base);
    return false;
}

static bool set_count(const struct subject_numbers *numbers, size_t count, uint32_t base,
                      struct context at)
{
    char more[48] = "";
    size_t missing = 0;
    const bool known =
        count < numbers->want && numbers->want == numbers->n && !numbers->put_back;
    if (known) {
        missing = first_missing(numbers) + base;
        snprintf(more, sizeof more, ": %zu is missing", missing);
    }
    audit_details *details =
        finding_set(at.finding, FINDING_COUNT, at.trial, "numbers-on-line",
                    "line %" PRIu64 ": %zu %s instead of %zu%s", at.line, count,
                    count == 1 ? "number" : "numbers", numbers->want, more);
    audit_detail_integer(details, "line", at.line);
    audit_detail_integer(details, "numbers", count);
    audit_detail_integer(details, "wanted", numbers->want);
    add_missing(details, known, missing);
    return false;
}

/* What was found on a line. */
struct words {
    size_t count;        /* words */
    bool zero;           /* one of them is 0 */
    const char *large;   /* the first number that is out of any range; NULL: none */
    size_t large_length; /* bytes of `large` */
};

/* Reads the words of a line, and writes as many as are wanted to numbers->items. */
static bool read_words(struct subject_numbers *numbers, const char *line, size_t length,
                       struct words *words, struct context at)
{
    char quoted[FINDING_QUOTED];
    const char *word;
    size_t from = 0, bytes;
    *words = (struct words){0};
    while ((bytes = next_word(line, length, &from, &word)) > 0) {
        uint32_t number;
        const int kind = read_number(word, bytes, &number);
        if (kind == NOT_A_NUMBER) {
            audit_details *details =
                finding_set(at.finding, FINDING_NUMBER, at.trial, "not-a-number",
                            "line %" PRIu64 ": %s is not a number", at.line,
                            finding_quote(quoted, word, bytes));
            audit_detail_integer(details, "line", at.line);
            finding_add_quoted(details, "came", quoted);
            return false;
        }
        if (kind == TOO_LARGE && words->large == NULL) {
            words->large = word;
            words->large_length = bytes;
        }
        words->zero = words->zero || (kind == NUMBER && number == 0);
        if (words->count < numbers->want)
            numbers->items[words->count] = number;
        words->count++;
    }
    return true;
}

/* Makes all items count from 0, and checks that they are in range. */
static bool subtract_base(struct subject_numbers *numbers, size_t count, uint32_t base,
                          const char *line, size_t length, struct context at)
{
    for (size_t i = 0; i < count; i++) {
        numbers->items[i] -= base; /* 0 - 1 wraps around, and is out of range */
        if (numbers->items[i] >= numbers->n) {
            const char *word = line;
            size_t from = 0, bytes = 0;
            for (size_t k = 0; k <= i; k++)
                bytes = next_word(line, length, &from, &word);
            return set_range(numbers, word, bytes, base, at);
        }
    }
    return true;
}

bool subject_numbers_read(struct subject_numbers *numbers, const char *line,
                          size_t length, uint64_t line_number, uint64_t trial,
                          struct finding *finding)
{
    const struct context at = {line_number, trial, finding};
    struct words words;
    assert(!subject_numbers_skip(line, length));
    strip(&line, &length);
    if (!read_words(numbers, line, length, &words, at))
        return false;
    const uint32_t base = numbers->base >= 0 ? (uint32_t)numbers->base : !words.zero;
    if (words.count > numbers->want)
        return set_count(numbers, words.count, base, at);
    if (words.large != NULL)
        return set_range(numbers, words.large, words.large_length, base, at);
    if (!subtract_base(numbers, words.count, base, line, length, at) ||
        !check_repeats(numbers, words.count, base, at))
        return false;
    if (words.count < numbers->want)
        return set_count(numbers, words.count, base, at);
    numbers->base = (int)base;
    return true;
}
