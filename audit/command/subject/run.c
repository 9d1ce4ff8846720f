/* SPDX-License-Identifier: MIT
 *
 * run.c - one run of a program: its input, its process, and its output.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/parts.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- making ------------------------------------------------------------------------ */

bool subject_run_make(struct subject_run *run, const struct subject_common *common,
                      size_t slot)
{
    const struct subject_plan *plan = common->plan;
    struct subject_placeholder words[] = {
        {.word = "{in}"}, {.word = "{out}"}, {.word = "{n}"}, {.word = "{k}"}};
    struct subject_placeholder *in = &words[0], *out = &words[1];
    snprintf(in->value, sizeof in->value, "%s/in%zu", common->folder, slot);
    snprintf(out->value, sizeof out->value, "%s/out%zu", common->folder, slot);
    snprintf(words[2].value, sizeof words[2].value, "%zu", plan->n);
    snprintf(words[3].value, sizeof words[3].value, "%zu",
             plan->sample > 0 ? plan->sample : plan->n);
    run->arguments =
        subject_arguments(plan->command, words, sizeof words / sizeof words[0]);
    if (in->used)
        memcpy(run->in, in->value, sizeof run->in);
    if (out->used)
        memcpy(run->out, out->value, sizeof run->out);
    return run->arguments != NULL;
}

void subject_run_free(struct subject_run *run)
{
    child_free(&run->child);
    subject_deck_free(&run->deck);
    subject_arguments_free(run->arguments);
}

/* ---- starting ---------------------------------------------------------------------- */

static const struct subject_deck *deck_of(const struct subject_run *run,
                                          const struct subject_common *common)
{
    return common->plan->tokens ? &run->deck : &common->deck;
}

/* Returns false if a file cannot be written: the finding says why. */
static bool give_input(struct subject_run *run, const struct subject_common *common)
{
    const struct subject_plan *plan = common->plan;
    const struct subject_deck *deck = deck_of(run, common);
    char quoted[FINDING_QUOTED];
    /* More than four times what must come back is not a shuffle. */
    const size_t expected = plan->sample > 0 ? plan->sample * deck->widest : deck->length;
    run->child.limit = 4 * expected + 65536;
    run->child.reading = run->out[0] != '\0' ? CHILD_DROP : CHILD_KEEP;
    run->child.input = deck->bytes;
    run->child.input_length = deck->length;
    if (run->out[0] != '\0')
        unlink(run->out);
    if (run->in[0] == '\0')
        return true;
    run->child.input = NULL;
    const int error = folder_write_file(run->in, deck->bytes, deck->length);
    return error == 0 ||
           finding_cannot(&run->finding, run->trial, "cannot-write", "write",
                          finding_quote(quoted, run->in, strlen(run->in)), error);
}

bool subject_run_start(struct subject_run *run, struct subject_common *common,
                       uint64_t trial)
{
    const struct subject_plan *plan = common->plan;
    char quoted[FINDING_QUOTED];
    assert(!run->running && !run->ready && trial > 0);
    run->trial = trial;
    run->state = SUBJECT_FAILED;
    run->finding = (struct finding){.kind = FINDING_NONE};
    if (plan->tokens && !subject_deck_make(&run->deck, plan, trial))
        return finding_no_memory(&run->finding);
    if (!give_input(run, common))
        return false;
    subject_environment_set(&common->environment, trial);
    const int error = child_start(&run->child, run->arguments,
                                  common->environment.entries, subject_timeout(plan));
    if (error != 0) {
        const char *name = run->arguments[0];
        return finding_cannot(&run->finding, trial, "cannot-run", "run",
                              finding_quote(quoted, name, strlen(name)), error);
    }
    run->state = SUBJECT_MORE;
    run->running = true;
    return true;
}

/* ---- reading ----------------------------------------------------------------------- */

/* Reads the file {out}. */
static bool read_out(struct subject_run *run)
{
    const int error = folder_read_file(run->out, &run->child);
    if (error == 0)
        return true;
    if (error == ENOMEM)
        finding_no_memory(&run->finding);
    else if (error == ENOENT)
        finding_set(&run->finding, FINDING_COUNT, run->trial, "no-out-file",
                    "the program did not write the file {out}");
    else
        finding_cannot(&run->finding, run->trial, "cannot-read-out",
                       "read the file {out}", NULL, error);
    run->state = error == ENOENT ? SUBJECT_BROKEN : SUBJECT_FAILED;
    return false;
}

/* Whether the program ended well and its output is not too long. */
static bool ended_well(struct subject_run *run)
{
    if (run->state != SUBJECT_MORE)
        return false;
    run->state = SUBJECT_FAILED;
    if (run->child.no_memory)
        return finding_no_memory(&run->finding);
    if (!run->child.over && run->child.status != 0) {
        finding_set_status(&run->finding, run->trial, &run->child);
        return false;
    }
    if (run->out[0] != '\0' && !read_out(run))
        return false;
    run->state = SUBJECT_BROKEN;
    if (run->child.over) {
        audit_details *details = finding_set(
            &run->finding, FINDING_COUNT, run->trial, "output-too-long",
            "the output does not end: more than %zu bytes came back", run->child.limit);
        audit_detail_integer(details, "most", run->child.limit);
        return false;
    }
    run->state = SUBJECT_MORE;
    return true;
}

bool subject_run_read(struct subject_run *run, struct subject_common *common, void *order)
{
    audit_source ties;
    bool unended;
    assert(run->ready && !run->running);
    if (!ended_well(run))
        return false;
    audit_source_start(&ties, &common->plan->seed, AUDIT_STREAM_TIES, run->trial);
    if (!subject_read_lines(&common->reading, deck_of(run, common), run->child.output,
                            run->child.length, run->trial, &ties, &unended,
                            &run->finding) ||
        !subject_shape_apply(common->shape, common->reading.items, run->trial, &ties,
                             order, &run->finding)) {
        finding_add_complaint(&run->finding, &run->child);
        run->state = SUBJECT_BROKEN;
        return false;
    }
    if (unended && common->note.kind == FINDING_NONE)
        finding_set(&common->note, FINDING_NO_NEWLINE, run->trial, "no-newline",
                    "the last line that came back does not end with a newline");
    return true;
}
