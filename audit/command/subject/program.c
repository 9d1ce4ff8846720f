/* SPDX-License-Identifier: MIT
 *
 * program.c - one run of a program for each shuffle, several at the same time.
 *
 * Runs are numbered from 1 and kept in a ring: run t has entry (t - 1) mod `window`. At
 * most `jobs` of them run; as many more may have ended and wait for their turn, so that
 * one slow run does not keep the others. What a run gave is judged when it is its turn:
 * the first fault, in the order of the runs, ends it all.
 *
 * Seconds count only while we listen: what the caller does meanwhile, or a pause of the
 * whole audit (Ctrl-Z), is not the program's fault.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/command/subject/orphans.h"
#include "audit/orders/team.h"

enum {
    JOBS_MOST = 256,
    PAUSE = 250, /* ms beyond what was asked of poll() */
    REAP = 256   /* runs after which orphans that have ended are waited for */
};

struct run {
    uint64_t trial;
    bool running, ready;
    enum subject_state state; /* SUBJECT_MORE: still to be judged */
    struct finding finding;
    struct child child;
    struct subject_deck deck; /* if each run has its own */
    char **arguments;
    char in[512], out[512]; /* files; "": none */
    size_t watched, first;  /* in the poll set */
};

struct subject_program {
    const struct subject_plan *plan;
    const struct subject_shape *shape;
    struct subject_deck deck; /* if all runs have the same */
    struct subject_reading reading;
    struct subject_environment environment;
    char folder[480];
    struct run *runs;
    struct pollfd *set;
    size_t window, jobs, running;
    uint64_t started, given, reaped;
    uint64_t last; /* when we listened last */
    bool halt;     /* no more starts */
    struct finding note;
};

/* ---- start ------------------------------------------------------------------------- */

static void fail(struct subject_program *program, struct run *run,
                 enum subject_state state)
{
    run->state = state;
    run->ready = true;
    program->halt = true;
}

static void start(struct subject_program *program, struct run *run)
{
    const struct subject_plan *plan = program->plan;
    char quoted[SUBJECT_QUOTED];
    run->trial = ++program->started;
    run->state = SUBJECT_MORE;
    run->finding = (struct finding){.kind = FINDING_NONE};
    const struct subject_deck *deck = plan->tokens ? &run->deck : &program->deck;
    if (plan->tokens && !subject_deck_make(&run->deck, plan, run->trial)) {
        subject_no_memory(&run->finding);
        fail(program, run, SUBJECT_FAILED);
        return;
    }
    /* A sample has at most `sample` lines of the longest. */
    const size_t expected = plan->sample > 0 ? plan->sample * deck->widest : deck->length;
    run->child.limit = 4 * expected + 65536;
    run->child.reading = run->out[0] != '\0' ? CHILD_DROP : CHILD_KEEP;
    run->child.input = deck->bytes;
    run->child.input_length = deck->length;
    int error = 0;
    if (run->in[0] != '\0') {
        run->child.input = NULL;
        error = subject_write_file(run->in, deck->bytes, deck->length);
    }
    if (error != 0) {
        subject_find(&run->finding, FINDING_CANNOT_RUN, run->trial, "cannot write %s: %s",
                     subject_quote(quoted, run->in, strlen(run->in)), strerror(error));
        fail(program, run, SUBJECT_FAILED);
        return;
    }
    if (run->out[0] != '\0')
        unlink(run->out);
    subject_environment_set(&program->environment, run->trial);
    error = child_start(&run->child, run->arguments, program->environment.entries,
                        subject_seconds(plan));
    if (error != 0) {
        const char *name = run->arguments[0];
        subject_find(&run->finding, FINDING_CANNOT_RUN, run->trial, "cannot run %s: %s",
                     subject_quote(quoted, name, strlen(name)), strerror(error));
        fail(program, run, SUBJECT_FAILED);
        return;
    }
    run->running = true;
    program->running++;
}

static void reap(const struct subject_program *program)
{
    pid_t known[2 * JOBS_MOST];
    for (size_t i = 0; i < program->window; i++)
        known[i] = program->runs[i].child.pid;
    orphans_reap(known, program->window);
}

static void start_some(struct subject_program *program)
{
    if (program->started >= program->reaped + REAP) {
        program->reaped = program->started;
        reap(program);
    }
    while (!program->halt && program->running < program->jobs &&
           program->started - program->given < program->window &&
           program->started < program->plan->trials)
        start(program, &program->runs[program->started % program->window]);
}

/* ---- attend ------------------------------------------------------------------------ */

static void end_run(struct subject_program *program, struct run *run)
{
    if (run->child.pid > 0)
        child_end(&(struct child *){&run->child}, 1);
    run->running = false;
    run->ready = true;
    program->running--;
}

static void look_after(struct subject_program *program, struct run *run, uint64_t now)
{
    struct child *child = &run->child;
    if (child_done(child) || child->over || child->no_memory) {
        end_run(program, run);
    } else if (child_late(child, now)) {
        subject_find_late(&run->finding, run->trial, child,
                          subject_seconds(program->plan));
        fail(program, run, SUBJECT_FAILED);
        end_run(program, run);
    }
}

static void add_time(struct subject_program *program, uint64_t nanoseconds)
{
    for (size_t i = 0; i < program->window; i++)
        program->runs[i].child.deadline += nanoseconds;
}

static void attend(struct subject_program *program)
{
    const uint64_t now = child_now();
    add_time(program, now - program->last);
    size_t count = 0;
    int patience = -1;
    for (size_t i = 0; i < program->window; i++) {
        struct run *run = &program->runs[i];
        if (!run->running)
            continue;
        run->first = count;
        run->watched = child_watch(&run->child, program->set + count);
        count += run->watched;
        const int wait = child_patience(&run->child, now);
        if (patience < 0 || wait < patience)
            patience = wait;
    }
    const int events = poll(program->set, (nfds_t)count, patience);
    const uint64_t after = child_now(), asked = (uint64_t)(patience + PAUSE) * 1000000;
    if (after - now > asked)
        add_time(program, after - now - asked);
    for (size_t i = 0; i < program->window; i++) {
        struct run *run = &program->runs[i];
        if (!run->running)
            continue;
        child_serve(&run->child, program->set + run->first,
                    events > 0 ? run->watched : 0);
        look_after(program, run, after);
    }
    program->last = child_now(); /* a flood of output is the program's time */
}

/* ---- judge ------------------------------------------------------------------------- */

static bool read_out(struct run *run)
{
    const int error = subject_read_file(run->out, &run->child);
    if (error == 0)
        return true;
    if (error == ENOMEM)
        subject_no_memory(&run->finding);
    else if (error == ENOENT)
        subject_find(&run->finding, FINDING_COUNT, run->trial,
                     "the program did not write the file {out}");
    else
        subject_find(&run->finding, FINDING_CANNOT_RUN, run->trial,
                     "cannot read the file {out}: %s", strerror(error));
    run->state = error == ENOENT ? SUBJECT_BROKEN : SUBJECT_FAILED;
    return false;
}

static bool is_sound(struct run *run)
{
    if (run->state != SUBJECT_MORE)
        return false;
    run->state = SUBJECT_FAILED;
    if (run->child.no_memory)
        return subject_no_memory(&run->finding);
    if (!run->child.over && run->child.status != 0) {
        subject_find_status(&run->finding, run->trial, &run->child);
        return false;
    }
    if (run->out[0] != '\0' && !read_out(run))
        return false;
    run->state = SUBJECT_BROKEN;
    if (run->child.over)
        return subject_find(&run->finding, FINDING_COUNT, run->trial,
                            "the output does not end: more than %zu bytes came back",
                            run->child.limit);
    run->state = SUBJECT_MORE;
    return true;
}

/* Writes the order that a run gave. False: run->state and its finding say why not. */
static bool judge(struct subject_program *program, struct run *run, void *order)
{
    const struct subject_deck *deck = program->plan->tokens ? &run->deck : &program->deck;
    audit_source ties;
    bool unended;
    if (!is_sound(run))
        return false;
    audit_source_start(&ties, &program->plan->seed, AUDIT_STREAM_TIES, run->trial);
    if (!subject_read_lines(&program->reading, deck, run->child.output, run->child.length,
                            run->trial, &ties, &unended, &run->finding) ||
        !subject_shape_apply(program->shape, program->reading.items, run->trial, &ties,
                             order, &run->finding)) {
        subject_complain(&run->finding, &run->child);
        run->state = SUBJECT_BROKEN;
        return false;
    }
    if (unended && program->note.kind == FINDING_NONE)
        subject_find(&program->note, FINDING_NO_NEWLINE, run->trial,
                     "the last line that came back does not end with a newline");
    return true;
}

enum subject_state subject_program_next(struct subject_program *program, size_t most,
                                        void *orders, size_t *count,
                                        struct finding *finding)
{
    const size_t size = subject_shape_size(program->shape);
    *count = 0;
    for (;;) {
        if (subject_is_stopped(program->plan))
            return SUBJECT_STOPPED;
        while (*count < most && program->given < program->started) {
            struct run *run = &program->runs[program->given % program->window];
            if (!run->ready)
                break;
            if (!judge(program, run, (char *)orders + *count * size)) {
                *finding = run->finding;
                return run->state;
            }
            run->ready = false;
            program->given++;
            ++*count;
        }
        start_some(program);
        if (program->given == program->plan->trials)
            return SUBJECT_END;
        if (*count > 0 || most == 0)
            return SUBJECT_MORE;
        if (program->running > 0)
            attend(program);
    }
}

struct finding subject_program_note(const struct subject_program *program)
{
    return program->note;
}

/* ---- open and close ---------------------------------------------------------------- */

/* The names of files are known before it is known whether they are wanted. */
static bool make_arguments(struct subject_program *program, struct run *run,
                           size_t number)
{
    const struct subject_plan *plan = program->plan;
    struct subject_placeholder words[] = {
        {.word = "{in}"}, {.word = "{out}"}, {.word = "{n}"}, {.word = "{k}"}};
    enum { WORDS = sizeof words / sizeof words[0] };
    snprintf(words[0].value, sizeof words[0].value, "%s/in%zu", program->folder, number);
    snprintf(words[1].value, sizeof words[1].value, "%s/out%zu", program->folder, number);
    snprintf(words[2].value, sizeof words[2].value, "%zu", plan->n);
    snprintf(words[3].value, sizeof words[3].value, "%zu",
             plan->sample > 0 ? plan->sample : plan->n);
    run->arguments = subject_arguments(plan->command, words, plan->literal ? 0 : WORDS);
    if (words[0].used)
        memcpy(run->in, words[0].value, sizeof run->in);
    if (words[1].used)
        memcpy(run->out, words[1].value, sizeof run->out);
    return run->arguments != NULL;
}

/* Is there a {in} or {out}? */
static bool wants_files(const struct subject_plan *plan)
{
    for (size_t i = 0; !plan->literal && plan->command[i] != NULL; i++) {
        if (strstr(plan->command[i], "{in}") != NULL ||
            strstr(plan->command[i], "{out}") != NULL)
            return true;
    }
    return false;
}

static bool allocate(struct subject_program *program)
{
    const struct subject_plan *plan = program->plan;
    program->runs = calloc(program->window, sizeof *program->runs);
    program->set = calloc(program->window * CHILD_WATCHED, sizeof *program->set);
    if (program->runs == NULL || program->set == NULL)
        return false;
    for (size_t i = 0; i < program->window; i++)
        child_init(&program->runs[i].child);
    for (size_t i = 0; i < program->window; i++) {
        if (!make_arguments(program, &program->runs[i], i))
            return false;
    }
    return subject_environment_make(&program->environment) &&
           subject_reading_make(&program->reading, plan) &&
           (plan->tokens || subject_deck_make(&program->deck, plan, 1));
}

struct subject_program *subject_program_open(const struct subject_plan *plan,
                                             const struct subject_shape *shape,
                                             struct finding *finding)
{
    struct subject_program *program = calloc(1, sizeof *program);
    if (program == NULL) {
        subject_no_memory(finding);
        return NULL;
    }
    program->plan = plan;
    program->shape = shape;
    program->jobs = plan->jobs > 0 ? plan->jobs : audit_team_cores();
    if (program->jobs > JOBS_MOST)
        program->jobs = JOBS_MOST;
    program->window = 2 * program->jobs;
    const int error = wants_files(plan)
                          ? subject_folder_make(program->folder, sizeof program->folder)
                          : 0;
    if (error != 0) {
        subject_find(finding, FINDING_CANNOT_RUN, 0,
                     "cannot make a folder for temporary files: %s; choose another place "
                     "with TMPDIR",
                     strerror(error));
    } else if (!allocate(program)) {
        subject_no_memory(finding);
    } else {
        program->last = child_now();
        start_some(program);
        if (program->started == 0 || program->runs[0].state == SUBJECT_MORE)
            return program;
        *finding = program->runs[0].finding;
    }
    subject_program_close(program);
    return NULL;
}

void subject_program_end(struct subject_program *program)
{
    struct child *children[2 * JOBS_MOST];
    size_t count = 0;
    for (size_t i = 0; program->runs != NULL && i < program->window; i++) {
        if (program->runs[i].running)
            children[count++] = &program->runs[i].child;
        program->runs[i].running = false;
    }
    child_end(children, count);
}

void subject_program_close(struct subject_program *program)
{
    subject_program_end(program);
    for (size_t i = 0; program->runs != NULL && i < program->window; i++) {
        child_free(&program->runs[i].child);
        subject_deck_free(&program->runs[i].deck);
        subject_arguments_free(program->runs[i].arguments);
    }
    subject_folder_remove(program->folder);
    subject_deck_free(&program->deck);
    subject_reading_free(&program->reading);
    free(program->environment.entries);
    free(program->runs);
    free(program->set);
    free(program);
}
