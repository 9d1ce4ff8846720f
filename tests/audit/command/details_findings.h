/* SPDX-License-Identifier: MIT
 *
 * details_findings.h - makes the sentences of findings and remarks from their details.
 */
#ifndef AUDIT_DETAILS_FINDINGS_H
#define AUDIT_DETAILS_FINDINGS_H

#include "tests/audit/command/details_values.h"

static const struct detail_pattern finding_patterns[] = {
    {"no-memory", "out of memory"},
    {"nothing-to-audit", "there is nothing to audit"},
    {"empty-command", "the command is empty"},
    {"no-size", "the number of lines is missing"},
    {"too-many-lines", "there are too many lines; the most is {most}"},
    {"too-few-cards", "there must be at least 2 cards, or 3 with --cycle"},
    {"sample-of-more", "a sample cannot have more lines than there are"},
    {"sample-too-large", "the sample is too large"},
    {"unordered-sample-of-all", "an unordered sample of all lines is always the same"},
    {"not-a-sample", "only samples can be unordered, or drawn with replacement"},
    {"cycle-and-sample", "cycles cannot be combined with samples or copies"},
    {"no-lines", "copies and words need a program that reads lines"},
    {"not-a-multiple",
     "the number of lines must be a multiple of the copies, and larger"},
    {"no-numbers", "it has no numbers"},
    {"cannot-run", "cannot run {name'}: {error}"},
    {"cannot-write", "cannot write {name'}: {error}"},
    {"cannot-read-out", "cannot read the file {out}: {error}"},
    {"cannot-create-folder", "cannot create a folder for temporary files: {error}; set "
                             "TMPDIR to another folder"},
    {"printed-none", "{name'} printed no permutations"},
    {"no-out-file", "the program did not write the file {out}"},
    {"output-too-long", "the output does not end: more than {most} bytes came back"},
    {"line-too-long", "line {line} is too long: it has more than {most} bytes"},
    {"numbers-on-line", "line {line}: {numbers} number{numbers s} instead of {wanted}"},
    {"not-a-number", "line {line}: {came'} is not a number"},
    {"out-of-range", "line {line}: {came'} is out of range ({least} to {most})"},
    {"number-twice", "line {line}: {number} occurs twice"},
    {"nothing", "nothing came back instead of {wanted} line{wanted s}"},
    {"lines", "{lines} line{lines s} came back instead of {wanted}"},
    {"lines-and-added",
     "{lines} line{lines s} came back instead of {wanted}; {came'} was "
     "never given"},
    {"lost", " did not come back, {lost} line{lost s} lost in total"},
    {"altered", " came back as {came'}: "},
    {"added", "{came'} came back but was never given"},
    {"not-a-permutation", "the result is not a permutation"},
    {"no-cycle", "the permutation is not a single cycle"},
    {"short-cycle",
     "the permutation is not a single cycle of all {lines} lines: the cycle "
     "of line 1 has only {steps}"},
    {"signal", "the program was killed by signal {signal} ({name})"},
    {"status", "the program ended with status {status}"},
    {"closed-output", "the program closed its output but did not end within {seconds} s"},
    {"open-output", "the program ended, but a process that it started kept its output "
                    "open for more than {seconds} s"},
    {"no-answer", "the program did not answer within {seconds} s"},
    {"no-newline", "the last line that came back does not end with a newline"},
    /* remarks */
    {"cycle",
     "the order in which the cycle visits the other lines, starting from line 1; "
     "card 1 is line 2, and so on"},
    {"some-lines", "the relative order of {cards} of the {lines} lines: {groups} groups "
                   "of {neighbours} neighbours, evenly spread"},
};

static const struct detail_pattern change_patterns[] = {
    {"carriage-return", "a carriage return was added"},
    {"byte-order-mark", "a byte order mark was added"},
    {"blanks", "blanks were added"},
    {"quotation-marks", "quotation marks were added"},
    {"zeros", "zeros were added"},
    {"nul-bytes", "NUL bytes were added"},
    {"capitals", "small letters became capitals"},
    {"end-cut", "its end was cut off"},
    {"beginning-cut", "its beginning was cut off"},
    {"end-added", "something was added at its end"},
    {"beginning-added", "something was added at its beginning"},
};

static const struct detail_pattern hint_patterns[] = {
    {"from-zero", "; if samples count from 0, add --from-zero"},
    {"counts-from-0", "; does the program count from 0?"},
    {"counts-from-1", "; does the program count from 1?"},
};

/* "line 7", "line 7 ('g')", "a line 'g'". */
static inline void write_line(struct written *to, const json_t *details, const char *line,
                              const char *text)
{
    if (!has_value(details, line))
        write_text(to, "a line '%s'", text_in(details, text));
    else
        write_text(to, "line %llu", (unsigned long long)natural_in(details, line));
    if (has_value(details, line) && has_value(details, text))
        write_text(to, " ('%s')", text_in(details, text));
}

static inline void write_duplicated(struct written *to, const json_t *details)
{
    write_line(to, details, "line", "text");
    write_pattern(to, details, " came back {times} times");
    if (natural_in(details, "copies") > 1)
        write_pattern(to, details, " instead of {copies}");
    write_pattern(to, details, ", {too_many} line{too_many s} too many in total");
    if (!has_value(details, "lost"))
        return;
    write_text(to, "; ");
    write_line(to, details, "lost_line", "lost_text");
    write_pattern(to, details, " did not come back, {lost} line{lost s} lost in total");
}

/* A file that has no name is the standard input. */
static inline void write_file(struct written *to, const json_t *details,
                              const char *before, const char *after)
{
    write_text(to, "%s", before);
    write_pattern(to, details, has_value(details, "name") ? "{name'}" : "standard input");
    write_pattern(to, details, after);
}

/* The parts of the sentence that depend on its code. */
static inline bool write_finding_of(struct written *to, const json_t *details,
                                    const char *code)
{
    if (strcmp(code, "duplicated") == 0 || strcmp(code, "duplicated-and-lost") == 0) {
        write_duplicated(to, details);
        return true;
    }
    if (strcmp(code, "cannot-read") == 0) {
        write_file(to, details, "cannot read ", ": {error}");
        return true;
    }
    if (strcmp(code, "has-none") == 0) {
        write_file(to, details, "", " has no permutations");
        return true;
    }
    if (strcmp(code, "first-permutation") == 0) {
        write_text(to, "the first permutation is wrong: ");
        return WRITE_CODE(to, details, text_in(details, "why"), finding_patterns);
    }
    if (strcmp(code, "lost") == 0 || strcmp(code, "altered") == 0)
        write_line(to, details, "line", "text");
    return WRITE_CODE(to, details, code, finding_patterns) &&
           (!has_value(details, "change") ||
            WRITE_CODE(to, details, text_in(details, "change"), change_patterns));
}

static inline bool write_finding(struct written *to, const json_t *details)
{
    static const char *const numbered[] = {"lost", "altered", "added", "duplicated",
                                           "duplicated-and-lost"};
    const char *code = text_in(details, "code"), *hint = text_in(details, "hint");
    if (!write_finding_of(to, details, code))
        return false;
    if (has_value(details, "missing"))
        write_pattern(to, details,
                      strcmp(code, "number-twice") == 0 ? ", and {missing} is missing"
                                                        : ": {missing} is missing");
    if (has_value(details, "more") && natural_in(details, "more") > 0)
        write_pattern(to, details, ", and {more} more like this");
    for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++)
        if (strcmp(numbered[i], code) == 0 &&
            natural_in(details, "lines") != natural_in(details, "wanted"))
            write_pattern(to, details,
                          " ({lines} line{lines s} came back instead of {wanted})");
    return hint == NULL || WRITE_CODE(to, details, hint, hint_patterns);
}

#endif
