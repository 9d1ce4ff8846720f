/* SPDX-License-Identifier: MIT
 *
 * subject.c - what is audited, behind one door: a program, a batch, or a file.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/subject.h"

#include <stdlib.h>

#include "audit/command/subject/orphans.h"
#include "audit/command/subject/parts.h"

struct subject {
    struct subject_plan plan;
    struct subject_shape shape;
    struct subject_program *program; /* or NULL, and ... */
    struct subject_list list;
    struct subject_numbers numbers;
    uint64_t given;
    bool over; /* with: */
    enum subject_state state;
    struct finding finding;
    bool adopts; /* orphans of programs become ours */
    bool quiet;  /* signals were set: */
    struct sigaction pipe, child;
};

/* ---- plans ------------------------------------------------------------------------- */

/* What is wrong with a plan, NULL if nothing is. */
static const char *fault(const struct subject_plan *plan)
{
    const bool lines = plan->command != NULL && !plan->batch;
    const size_t copies = plan->copies > 1 ? plan->copies : 1;
    if (plan->command == NULL && plan->file == NULL)
        return "there is nothing to audit";
    if (plan->command != NULL && plan->command[0] == NULL)
        return "the command is empty";
    if (plan->n == 0 && (lines || plan->sample > 0))
        return "how many lines?";
    if (plan->n > SUBJECT_LINES_MOST)
        return "there are too many lines; 16777216 is the most";
    if (plan->n != 0 && plan->n < 2 + (size_t)plan->cycle)
        return "there are too few lines to shuffle";
    if (plan->sample > plan->n && !plan->put_back)
        return "a sample cannot have more lines than there are";
    if (plan->sample > SUBJECT_LINES_MOST)
        return "the sample is too large";
    if (plan->unordered && plan->sample == plan->n && !plan->put_back)
        return "all lines in any order are always the same: there is nothing to test";
    if (plan->sample == 0 && (plan->put_back || plan->unordered))
        return "only samples can be put back, or be unordered";
    if (plan->cycle && (plan->sample > 0 || copies > 1))
        return "a cycle has neither samples nor copies";
    if (!lines && (copies > 1 || plan->tokens))
        return "copies and words are for programs that are given lines";
    if (plan->n % copies != 0 || plan->n / copies < (copies > 1 ? 2 : 0))
        return "the number of lines must be twice the copies, or three times, ...";
    return NULL;
}

/* ---- lists ------------------------------------------------------------------------- */

/* Takes the number of cards from the first permutation. */
static enum subject_state ask_first_line(struct subject *subject)
{
    struct subject_list *list = &subject->list;
    const char *line;
    size_t length;
    enum subject_state state;
    do
        state = subject_list_line(list, true, &line, &length, &subject->finding);
    while (state == SUBJECT_MORE && subject_numbers_skip(line, length));
    if (state == SUBJECT_END) {
        subject_find(&subject->finding, FINDING_COUNT, 0, "there is no permutation in %s",
                     list->name);
        return SUBJECT_FAILED;
    }
    if (state != SUBJECT_MORE)
        return state;
    subject->plan.n = subject_numbers_count(line, length);
    const char *wrong = fault(&subject->plan);
    if (wrong != NULL || subject->plan.n == 0) {
        subject_find(&subject->finding, FINDING_COUNT, 1, "the first permutation: %s",
                     wrong != NULL ? wrong : "it is empty");
        return SUBJECT_FAILED;
    }
    subject_list_back(list, line);
    return SUBJECT_MORE;
}

static enum subject_state open_list(struct subject *subject)
{
    const struct subject_plan *plan = &subject->plan;
    struct subject_list *list = &subject->list;
    list->longest = plan->n == 0 ? (size_t)1 << 26 : 65536 + 24 * plan->n;
    if (plan->sample > plan->n)
        list->longest = 65536 + 24 * plan->sample;
    if (!(plan->command != NULL ? subject_batch_open
                                : subject_file_open)(list, plan, &subject->finding))
        return SUBJECT_FAILED;
    const enum subject_state state =
        plan->n == 0 ? ask_first_line(subject) : SUBJECT_MORE;
    if (state == SUBJECT_MORE && (!subject_numbers_make(&subject->numbers, plan) ||
                                  !subject_shape_make(&subject->shape, plan))) {
        subject_no_memory(&subject->finding);
        return SUBJECT_FAILED;
    }
    return state;
}

/* One line. SUBJECT_MORE and *got is false: it was skipped, or there is none now. */
static enum subject_state next_of_list(struct subject *subject, bool wait, void *order,
                                       bool *got, bool *none, struct finding *finding)
{
    const char *line;
    size_t length;
    const uint64_t trial = subject->given + 1;
    const enum subject_state state =
        subject_list_line(&subject->list, wait, &line, &length, finding);
    *got = false;
    *none = line == NULL;
    if (state == SUBJECT_END && subject->given == 0) {
        subject_find(finding, FINDING_COUNT, 0, "there is no permutation in %s",
                     subject->list.name);
        return SUBJECT_FAILED;
    }
    if (finding->kind != FINDING_NONE)
        finding->trial = trial;
    if (state != SUBJECT_MORE || *none || subject_numbers_skip(line, length))
        return state;
    audit_source ties;
    audit_source_start(&ties, &subject->plan.seed, AUDIT_STREAM_TIES, trial);
    if (!subject_numbers_read(&subject->numbers, line, length, subject->list.line, trial,
                              finding) ||
        !subject_shape_apply(&subject->shape, subject->numbers.items, trial, &ties, order,
                             finding))
        return SUBJECT_BROKEN;
    *got = true;
    subject->given++;
    return SUBJECT_MORE;
}

static enum subject_state next_of_lists(struct subject *subject, size_t most,
                                        void *orders, size_t *count,
                                        struct finding *finding)
{
    const size_t size = subject_shape_size(&subject->shape);
    while (*count < most) {
        bool got, none;
        if (subject_is_stopped(&subject->plan))
            return SUBJECT_STOPPED;
        if (subject->given == subject->plan.trials)
            return SUBJECT_END;
        const enum subject_state state = next_of_list(
            subject, *count == 0, (char *)orders + *count * size, &got, &none, finding);
        if (state != SUBJECT_MORE || none)
            return state;
        *count += got;
    }
    return SUBJECT_MORE;
}

/* ---- the door ---------------------------------------------------------------------- */

/* Writing to a program that does not read must not end us, and the status of programs
 * must not be thrown away, as it is where SIGCHLD is ignored. */
static void set_signals(struct subject *subject)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL};
    sigemptyset(&ignore.sa_mask);
    sigemptyset(&standard.sa_mask);
    sigaction(SIGPIPE, &ignore, &subject->pipe);
    sigaction(SIGCHLD, NULL, &subject->child);
    if (subject->child.sa_handler == SIG_IGN || (subject->child.sa_flags & SA_NOCLDWAIT))
        sigaction(SIGCHLD, &standard, NULL);
    subject->quiet = true;
}

struct subject *subject_open(const struct subject_plan *plan, struct finding *finding)
{
    const char *wrong = fault(plan);
    *finding = (struct finding){.kind = FINDING_NONE};
    if (wrong != NULL) {
        subject_find(finding, FINDING_CANNOT_RUN, 0, "%s", wrong);
        return NULL;
    }
    struct subject *subject = calloc(1, sizeof *subject);
    if (subject == NULL) {
        subject_no_memory(finding);
        return NULL;
    }
    subject->plan = *plan;
    subject->list.fd = -1;
    set_signals(subject);
    subject->adopts = plan->command != NULL && orphans_adopt();
    if (plan->command == NULL || plan->batch) {
        if (open_list(subject) == SUBJECT_MORE)
            return subject;
    } else if (!subject_shape_make(&subject->shape, plan)) {
        subject_no_memory(&subject->finding);
    } else {
        subject->program =
            subject_program_open(&subject->plan, &subject->shape, &subject->finding);
        if (subject->program != NULL)
            return subject;
    }
    *finding = subject->finding;
    subject_close(subject);
    return NULL;
}

size_t subject_cards(const struct subject *subject)
{
    return subject->shape.cards;
}

size_t subject_lines(const struct subject *subject)
{
    return subject->plan.n;
}

const char *subject_remark(const struct subject *subject)
{
    return subject->shape.remark;
}

enum subject_state subject_next(struct subject *subject, size_t most, void *orders,
                                size_t *count, struct finding *finding)
{
    *count = 0;
    if (!subject->over) {
        subject->finding = (struct finding){.kind = FINDING_NONE};
        subject->state =
            subject->program != NULL
                ? subject_program_next(subject->program, most, orders, count,
                                       &subject->finding)
                : next_of_lists(subject, most, orders, count, &subject->finding);
        subject->over = subject->state != SUBJECT_MORE;
    }
    *finding = subject->finding;
    return subject->state;
}

struct finding subject_note(const struct subject *subject)
{
    return subject->program != NULL ? subject_program_note(subject->program)
                                    : (struct finding){.kind = FINDING_NONE};
}

void subject_close(struct subject *subject)
{
    if (subject == NULL)
        return;
    /* All that runs must have ended before the folder of its files is removed. */
    if (subject->program != NULL)
        subject_program_end(subject->program);
    subject_list_close(&subject->list);
    if (subject->adopts)
        orphans_end();
    if (subject->program != NULL)
        subject_program_close(subject->program);
    subject_numbers_free(&subject->numbers);
    subject_shape_free(&subject->shape);
    if (subject->quiet) {
        sigaction(SIGPIPE, &subject->pipe, NULL);
        sigaction(SIGCHLD, &subject->child, NULL);
    }
    free(subject);
}
