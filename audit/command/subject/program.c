/* SPDX-License-Identifier: MIT
 *
 * program.c - runs a program once for each shuffle, several times at once.
 *
 * Runs are numbered from 1 and kept in a ring: run t has the entry (t - 1) mod `window`.
 * At most `jobs` of them run; as many more may have ended and wait for their turn, so
 * that one slow run does not delay the others. Outputs are read in the order of the runs,
 * and the first fault ends the audit.
 *
 * Time limits count only the time during which we poll. The program is not blamed for
 * what the caller does in between, or for a pause of the whole audit (Ctrl-Z).
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/subject/orphans.h"
#include "audit/orders/team.h"

enum {
    JOBS_MOST = 256,
    PAUSE_MS = 250, /* if poll() exceeds its timeout by more, we were stopped */
    COLLECT = 256   /* runs between two calls of orphans_wait() */
};

struct subject_program {
    struct subject_common common; /* plan, input and memory that all runs use */
    struct subject_run *runs;     /* [window] */
    struct pollfd *set;           /* [window * CHILD_POLLED] */
    size_t window;                /* entries of the ring */
    size_t jobs;                  /* runs at the same time, at most */
    size_t running;               /* runs whose process exists */
    uint64_t started;             /* runs started so far */
    uint64_t given;               /* runs whose permutation was given to the caller */
    uint64_t collected;           /* `started` at the last call of orphans_wait() */
    uint64_t polled_last;         /* time of child_now() */
    bool halt;                    /* start no more runs */
};

/* ---- starting ---------------------------------------------------------------------- */

static void start(struct subject_program *program, struct subject_run *run)
{
    if (subject_run_start(run, &program->common, ++program->started)) {
        program->running++;
    } else {
        run->ready = true;
        program->halt = true;
    }
}

/* Waits for orphans that have ended, so that they do not fill the process table. */
static void collect_orphans(struct subject_program *program)
{
    pid_t known[2 * JOBS_MOST];
    program->collected = program->started;
    for (size_t i = 0; i < program->window; i++)
        known[i] = program->runs[i].child.pid;
    orphans_wait(known, program->window);
}

static void start_some(struct subject_program *program)
{
    if (program->started >= program->collected + COLLECT)
        collect_orphans(program);
    while (!program->halt && program->running < program->jobs &&
           program->started - program->given < program->window &&
           program->started < program->common.plan->trials)
        start(program, &program->runs[program->started % program->window]);
}

/* ---- polling ----------------------------------------------------------------------- */

static void end_run(struct subject_program *program, struct subject_run *run)
{
    if (run->child.pid > 0)
        child_end(&(struct child *){&run->child}, 1);
    run->running = false;
    run->ready = true;
    assert(program->running > 0);
    program->running--;
}

/* Ends the run if its output is complete or too long, or if its time is over. */
static void check_run(struct subject_program *program, struct subject_run *run,
                      uint64_t now)
{
    struct child *child = &run->child;
    if (child_is_done(child) || child->over || child->no_memory) {
        end_run(program, run);
    } else if (child_is_late(child, now)) {
        finding_set_timeout(&run->finding, run->trial, child,
                            subject_timeout(program->common.plan));
        run->state = SUBJECT_FAILED;
        program->halt = true;
        end_run(program, run);
    }
}

static void add_time(struct subject_program *program, uint64_t nanoseconds)
{
    for (size_t i = 0; i < program->window; i++)
        program->runs[i].child.deadline += nanoseconds;
}

/* Waits until something happens to one of the runs. */
static int poll_runs(struct subject_program *program, uint64_t now)
{
    size_t count = 0;
    int timeout = -1;
    for (size_t i = 0; i < program->window; i++) {
        struct subject_run *run = &program->runs[i];
        if (!run->running)
            continue;
        run->poll_at = count;
        run->polled = child_poll_set(&run->child, program->set + count);
        count += run->polled;
        const int wait = child_poll_time(&run->child, now);
        if (timeout < 0 || wait < timeout)
            timeout = wait;
    }
    const int events = poll(program->set, (nfds_t)count, timeout);
    const uint64_t took = child_now() - now;
    const uint64_t asked = (uint64_t)(timeout + PAUSE_MS) * 1000000;
    if (took > asked)
        add_time(program, took - asked);
    return events;
}

static void attend_runs(struct subject_program *program)
{
    assert(program->running > 0);
    const uint64_t now = child_now();
    add_time(program, now - program->polled_last);
    const int events = poll_runs(program, now);
    const uint64_t after = child_now();
    for (size_t i = 0; i < program->window; i++) {
        struct subject_run *run = &program->runs[i];
        if (!run->running)
            continue;
        child_handle(&run->child, program->set + run->poll_at,
                     events > 0 ? run->polled : 0);
        check_run(program, run, after);
    }
    /* The time that it takes to read much output counts. */
    program->polled_last = child_now();
}

/* ---- permutations ------------------------------------------------------------------ */

/* Reads runs that have ended, in order. Returns SUBJECT_MORE unless one is wrong. */
static enum subject_state read_runs(struct subject_program *program, size_t most,
                                    void *orders, size_t *count, struct finding *finding)
{
    const size_t size = subject_shape_size(program->common.shape);
    while (*count < most && program->given < program->started) {
        struct subject_run *run = &program->runs[program->given % program->window];
        if (!run->ready)
            break;
        if (!subject_run_read(run, &program->common, (char *)orders + *count * size)) {
            *finding = run->finding;
            return run->state;
        }
        run->ready = false;
        program->given++;
        ++*count;
    }
    return SUBJECT_MORE;
}

enum subject_state subject_program_next(struct subject_program *program, size_t most,
                                        void *orders, size_t *count,
                                        struct finding *finding)
{
    const struct subject_plan *plan = program->common.plan;
    assert(program->started >= program->given);
    *count = 0;
    for (;;) {
        if (subject_is_stopped(plan))
            return SUBJECT_STOPPED;
        const enum subject_state state = read_runs(program, most, orders, count, finding);
        if (state != SUBJECT_MORE)
            return state;
        start_some(program);
        if (program->given == plan->trials)
            return SUBJECT_END;
        if (*count > 0 || most == 0)
            return SUBJECT_MORE;
        if (program->running > 0)
            attend_runs(program);
    }
}

struct finding subject_program_note(const struct subject_program *program)
{
    return program->common.note;
}

/* ---- opening and closing ----------------------------------------------------------- */

static bool wants_files(const struct subject_plan *plan)
{
    for (size_t i = 0; plan->command[i] != NULL; i++) {
        if (strstr(plan->command[i], "{in}") != NULL ||
            strstr(plan->command[i], "{out}") != NULL)
            return true;
    }
    return false;
}

static bool allocate(struct subject_program *program)
{
    struct subject_common *common = &program->common;
    program->runs = calloc(program->window, sizeof *program->runs);
    program->set = calloc(program->window * CHILD_POLLED, sizeof *program->set);
    if (program->runs == NULL || program->set == NULL)
        return false;
    for (size_t i = 0; i < program->window; i++)
        child_init(&program->runs[i].child);
    for (size_t i = 0; i < program->window; i++) {
        if (!subject_run_make(&program->runs[i], common, i))
            return false;
    }
    return subject_environment_make(&common->environment) &&
           subject_reading_make(&common->reading, common->plan) &&
           (common->plan->tokens || subject_deck_make(&common->deck, common->plan, 1));
}

struct subject_program *subject_program_open(const struct subject_plan *plan,
                                             const struct subject_shape *shape,
                                             struct finding *finding)
{
    struct subject_program *program = calloc(1, sizeof *program);
    if (program == NULL) {
        finding_no_memory(finding);
        return NULL;
    }
    struct subject_common *common = &program->common;
    common->plan = plan;
    common->shape = shape;
    program->jobs = plan->jobs > 0 ? plan->jobs : audit_team_cores();
    if (program->jobs > JOBS_MOST)
        program->jobs = JOBS_MOST;
    program->window = 2 * program->jobs;
    const int error =
        wants_files(plan) ? folder_make(common->folder, sizeof common->folder) : 0;
    if (error != 0) {
        audit_details *details =
            finding_set(finding, FINDING_CANNOT_RUN, 0, "cannot-create-folder",
                        "cannot create a folder for temporary files: %s; set TMPDIR to "
                        "another folder",
                        strerror(error));
        audit_detail_text(details, "error", strerror(error));
    } else if (!allocate(program)) {
        finding_no_memory(finding);
    } else {
        program->polled_last = child_now();
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
    struct subject_common *common = &program->common;
    subject_program_end(program);
    for (size_t i = 0; program->runs != NULL && i < program->window; i++)
        subject_run_free(&program->runs[i]);
    folder_remove(common->folder);
    subject_deck_free(&common->deck);
    subject_reading_free(&common->reading);
    free(common->environment.entries);
    free(program->runs);
    free(program->set);
    free(program);
}
