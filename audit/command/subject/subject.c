/* SPDX-License-Identifier: MIT
 *
 * subject.c - the subject of an audit: a program, a batch or a file.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/subject.h"

#include <assert.h>
#include <stdlib.h>

#include "audit/command/subject/orphans.h"
#include "audit/command/subject/parts.h"

struct subject {
    struct subject_plan plan;        /* a copy; if `n` is 0, the first line sets it */
    struct subject_shape shape;      /* how lines become cards */
    struct subject_program *program; /* NULL: a batch or a file */
    struct subject_list list;        /* the lines of a batch or a file */
    struct subject_numbers numbers;  /* the numbers of a line */
    uint64_t given;                  /* permutations of the list so far */
    bool over;                       /* `state` and `finding` are final */
    enum subject_state state;        /* of the last call of subject_next() */
    struct finding finding;          /* what is wrong, if `state` says so */
    bool adopts;                     /* orphans of programs become our children */
    bool signals_set;                /* `old_pipe` and `old_child` must be restored */
    struct sigaction old_pipe;       /* the action of SIGPIPE before subject_open() */
    struct sigaction old_child;      /* the action of SIGCHLD before subject_open() */
};

/* ---- plans ------------------------------------------------------------------------- */

/* What is wrong with a plan. */
struct plan_error {
    const char *code; /* which error; NULL: there is none */
    const char *text; /* in words */
    const char *name; /* of a number in the text; NULL: there is none */
    uint64_t number;  /* the number */
};

static struct plan_error plan_error(const struct subject_plan *plan)
{
    const bool lines = plan->command != NULL && !plan->batch;
    const size_t copies = plan->copies > 1 ? plan->copies : 1;
    if (plan->command == NULL && plan->file == NULL)
        return (struct plan_error){.code = "nothing-to-audit",
                                   .text = "there is nothing to audit"};
    if (plan->command != NULL && plan->command[0] == NULL)
        return (struct plan_error){.code = "empty-command",
                                   .text = "the command is empty"};
    if (plan->n == 0 && (lines || plan->sample > 0))
        return (struct plan_error){.code = "no-size",
                                   .text = "the number of lines is missing"};
    if (plan->n > SUBJECT_LINES_MOST)
        return (struct plan_error){"too-many-lines",
                                   "there are too many lines; the most is 16777216",
                                   "most", SUBJECT_LINES_MOST};
    if (plan->n != 0 && plan->n < 2 + (size_t)plan->cycle)
        return (struct plan_error){
            .code = "too-few-cards",
            .text = "there must be at least 2 cards, or 3 with --cycle"};
    if (plan->sample > plan->n && !plan->put_back)
        return (struct plan_error){.code = "sample-of-more",
                                   .text =
                                       "a sample cannot have more lines than there are"};
    if (plan->sample > SUBJECT_LINES_MOST)
        return (struct plan_error){.code = "sample-too-large",
                                   .text = "the sample is too large"};
    if (plan->unordered && plan->sample == plan->n && !plan->put_back)
        return (struct plan_error){
            .code = "unordered-sample-of-all",
            .text = "an unordered sample of all lines is always the same"};
    if (plan->sample == 0 && (plan->put_back || plan->unordered))
        return (struct plan_error){
            .code = "not-a-sample",
            .text = "only samples can be unordered, or drawn with replacement"};
    if (plan->cycle && (plan->sample > 0 || copies > 1))
        return (struct plan_error){
            .code = "cycle-and-sample",
            .text = "cycles cannot be combined with samples or copies"};
    if (!lines && (copies > 1 || plan->tokens))
        return (struct plan_error){
            .code = "no-lines",
            .text = "copies and words need a program that reads lines"};
    if (plan->n % copies != 0 || plan->n / copies < (copies > 1 ? 2 : 0))
        return (struct plan_error){
            .code = "not-a-multiple",
            .text = "the number of lines must be a multiple of the copies, and larger"};
    return (struct plan_error){.code = NULL};
}

static void add_number(audit_details *details, struct plan_error wrong)
{
    if (wrong.name != NULL)
        audit_detail_integer(details, wrong.name, wrong.number);
}

/* ---- lists ------------------------------------------------------------------------- */

static enum subject_state fail_empty(const struct subject *subject,
                                     struct finding *finding)
{
    const bool program = subject->list.child != NULL;
    audit_details *details = finding_set(
        finding, FINDING_CANNOT_RUN, 0, program ? "printed-none" : "has-none",
        "%s %s no permutations", subject->list.name, program ? "printed" : "has");
    finding_add_quoted(details, "name", subject->list.name);
    return SUBJECT_FAILED;
}

/* Takes the number of cards from the first permutation. */
static enum subject_state read_size(struct subject *subject)
{
    struct subject_list *list = &subject->list;
    const char *line;
    size_t length;
    enum subject_state state;
    do
        state = subject_list_line(list, true, &line, &length, &subject->finding);
    while (state == SUBJECT_MORE && subject_numbers_skip(line, length));
    if (state == SUBJECT_END) {
        return fail_empty(subject, &subject->finding);
    }
    if (state != SUBJECT_MORE)
        return state;
    subject->plan.n = subject_numbers_count(line, length);
    struct plan_error wrong = plan_error(&subject->plan);
    if (wrong.code == NULL && subject->plan.n == 0)
        wrong = (struct plan_error){.code = "no-numbers", .text = "it has no numbers"};
    if (wrong.code != NULL) {
        audit_details *details =
            finding_set(&subject->finding, FINDING_COUNT, 1, "first-permutation",
                        "the first permutation is wrong: %s", wrong.text);
        audit_detail_text(details, "why", wrong.code);
        add_number(details, wrong);
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
    const enum subject_state state = plan->n == 0 ? read_size(subject) : SUBJECT_MORE;
    if (state == SUBJECT_MORE && (!subject_numbers_make(&subject->numbers, plan) ||
                                  !subject_shape_make(&subject->shape, plan))) {
        finding_no_memory(&subject->finding);
        return SUBJECT_FAILED;
    }
    return state;
}

/* Reads one line. *got: it was a permutation. *none: no line has come yet. */
static enum subject_state next_line(struct subject *subject, bool wait, void *order,
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
        return fail_empty(subject, finding);
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

static enum subject_state next_orders(struct subject *subject, size_t most, void *orders,
                                      size_t *count, struct finding *finding)
{
    const size_t size = subject_shape_size(&subject->shape);
    while (*count < most) {
        bool got, none;
        if (subject_is_stopped(&subject->plan))
            return SUBJECT_STOPPED;
        if (subject->given == subject->plan.trials)
            return SUBJECT_END;
        const enum subject_state state = next_line(
            subject, *count == 0, (char *)orders + *count * size, &got, &none, finding);
        if (state != SUBJECT_MORE || none)
            return state;
        *count += got;
    }
    return SUBJECT_MORE;
}

/* ---- opening and closing ----------------------------------------------------------- */

/* Writing to a program that does not read must not end us. And SIGCHLD must not be
 * ignored, because then the exit status of programs is lost. */
static void set_signals(struct subject *subject)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL};
    sigemptyset(&ignore.sa_mask);
    sigemptyset(&standard.sa_mask);
    sigaction(SIGPIPE, &ignore, &subject->old_pipe);
    sigaction(SIGCHLD, NULL, &subject->old_child);
    if (subject->old_child.sa_handler == SIG_IGN ||
        (subject->old_child.sa_flags & SA_NOCLDWAIT))
        sigaction(SIGCHLD, &standard, NULL);
    subject->signals_set = true;
}

struct subject *subject_open(const struct subject_plan *plan, struct finding *finding)
{
    const struct plan_error wrong = plan_error(plan);
    *finding = (struct finding){.kind = FINDING_NONE};
    if (wrong.code != NULL) {
        add_number(
            finding_set(finding, FINDING_CANNOT_RUN, 0, wrong.code, "%s", wrong.text),
            wrong);
        return NULL;
    }
    struct subject *subject = calloc(1, sizeof *subject);
    if (subject == NULL) {
        finding_no_memory(finding);
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
        finding_no_memory(&subject->finding);
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

const audit_sentence *subject_remark(const struct subject *subject)
{
    const audit_sentence *remark = &subject->shape.remark;
    return remark->details.code != NULL ? remark : NULL;
}

enum subject_state subject_next(struct subject *subject, size_t most, void *orders,
                                size_t *count, struct finding *finding)
{
    assert(most == 0 || orders != NULL);
    *count = 0;
    if (!subject->over) {
        subject->finding = (struct finding){.kind = FINDING_NONE};
        subject->state =
            subject->program != NULL
                ? subject_program_next(subject->program, most, orders, count,
                                       &subject->finding)
                : next_orders(subject, most, orders, count, &subject->finding);
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
    /* All programs must have ended before the folder with their files is removed. */
    if (subject->program != NULL)
        subject_program_end(subject->program);
    subject_list_close(&subject->list);
    if (subject->adopts)
        orphans_end();
    if (subject->program != NULL)
        subject_program_close(subject->program);
    subject_numbers_free(&subject->numbers);
    subject_shape_free(&subject->shape);
    if (subject->signals_set) {
        sigaction(SIGPIPE, &subject->old_pipe, NULL);
        sigaction(SIGCHLD, &subject->old_child, NULL);
    }
    free(subject);
}
