/* SPDX-License-Identifier: MIT
 *
 * fixtures.h - helpers to test subjects with programs and files.
 */
#ifndef SUBJECT_FIXTURES_H
#define SUBJECT_FIXTURES_H

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "audit/command/subject/subject.h"
#include "tests/audit/command/details.h"
#include "tests/support/test.h"

#define COMMAND(...) ((char *[]){__VA_ARGS__, NULL})
#define SHELL(script) COMMAND("sh", "-c", script)

/* Everything that a subject gave. */
struct outcome {
    enum subject_state state;
    struct finding finding, note;
    bool opened;
    size_t cards, lines, count; /* count: orders, or samples */
    char remark[200];
    unsigned char *orders; /* [count][cards] */
    uint32_t *samples;     /* [count][sample] */
};

/* The details of a finding must have everything that its text has. */
static inline void check_details(const struct finding *finding)
{
    if (finding->kind == FINDING_NONE)
        CHECK(finding->details.code == NULL);
    else
        CHECKF(says_the_same(&finding->details, finding->text), "%s", finding->text);
}

static inline struct outcome run_by(const struct subject_plan *plan, size_t at_once)
{
    struct outcome o = {.state = SUBJECT_FAILED};
    struct subject *subject = subject_open(plan, &o.finding);
    if (subject == NULL) {
        check_details(&o.finding);
        return o;
    }
    o.opened = true;
    o.cards = subject_cards(subject);
    o.lines = subject_lines(subject);
    const audit_sentence *remark = subject_remark(subject);
    if (remark != NULL) {
        snprintf(o.remark, sizeof o.remark, "%s", remark->text);
        CHECKF(says_the_same(&remark->details, remark->text), "%s", remark->text);
    }
    const size_t size = plan->sample > 0 ? plan->sample * sizeof(uint32_t) : o.cards;
    char *all = NULL;
    size_t came, room = 0;
    do {
        if (o.count + at_once > room) {
            room = 2 * (o.count + at_once);
            char *more = realloc(all, room * size);
            if (more == NULL)
                abort();
            all = more;
        }
        o.state = subject_next(subject, at_once, all + o.count * size, &came, &o.finding);
        CHECK(came <= at_once);
        o.count += came;
    } while (o.state == SUBJECT_MORE);
    /* The last word stays the last word. */
    struct finding again;
    CHECK(subject_next(subject, at_once, all, &came, &again) == o.state && came == 0);
    CHECK(again.kind == o.finding.kind && again.trial == o.finding.trial);
    CHECK(strcmp(again.text, o.finding.text) == 0);
    o.note = subject_note(subject);
    check_details(&o.finding);
    check_details(&o.note);
    subject_close(subject);
    if (plan->sample > 0)
        o.samples = (uint32_t *)(void *)all;
    else
        o.orders = (unsigned char *)all;
    return o;
}

static inline struct outcome run(struct subject_plan plan)
{
    if (plan.timeout <= 0)
        plan.timeout = 120; /* the machine may be slow */
    return run_by(&plan, 100);
}

static inline void done(struct outcome *o)
{
    free(o->orders);
    free(o->samples);
}

/* Whether each of the facts, which are separated by bars, occurs in a finding. Facts are
 * names, numbers and single words, so that messages can be rephrased. */
static inline bool has_facts(const struct finding *finding, const char *facts)
{
    while (*facts != '\0') {
        char fact[100];
        const size_t length = strcspn(facts, "|");
        snprintf(fact, sizeof fact, "%.*s", (int)length, facts);
        if (strstr(finding->text, fact) == NULL &&
            strstr(finding->complaint, fact) == NULL)
            return false;
        facts += length + (facts[length] == '|');
    }
    return true;
}

/* One fault: what must be found, and the facts that the finding must name. */
static inline void expect(struct subject_plan plan, enum subject_state state,
                          enum finding_kind kind, const char *facts)
{
    struct outcome o = run(plan);
    const char *what = plan.command == NULL      ? plan.file
                       : plan.command[1] == NULL ? plan.command[0]
                       : plan.command[2] == NULL ? plan.command[1]
                                                 : plan.command[2];
    CHECKF(o.state == state && o.finding.kind == kind, "%s: state %d, kind %d: %s (%s)",
           what, o.state, o.finding.kind, o.finding.text, o.finding.complaint);
    CHECKF(has_facts(&o.finding, facts), "%s: %s (%s)", what, o.finding.text,
           o.finding.complaint);
    done(&o);
}

static inline size_t entries_of(const char *folder)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    while (directory != NULL && readdir(directory) != NULL)
        count++;
    if (directory != NULL)
        closedir(directory);
    return count;
}

static inline size_t open_descriptors(void)
{
    return entries_of("/proc/self/fd");
}

static inline bool has_children(void)
{
    return waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
}

/* The first line of a file; "" if there is none. */
static inline const char *first_line(const char *name, char line[256])
{
    FILE *file = fopen(name, "r");
    line[0] = '\0';
    if (file != NULL && fgets(line, 256, file) == NULL)
        line[0] = '\0';
    if (file != NULL)
        fclose(file);
    return line;
}

/* Whether any process of the group is alive. Zombies are not. */
static inline bool is_group_alive(long group)
{
    DIR *processes = opendir("/proc");
    bool found = false;
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char name[300], line[256];
        snprintf(name, sizeof name, "/proc/%s/stat", entry->d_name);
        const char *after = strspn(entry->d_name, "0123456789") > 0
                                ? strrchr(first_line(name, line), ')')
                                : NULL;
        if (after == NULL || strlen(after) < 5)
            continue;
        char *end; /* ") S parent group" */
        strtol(after + 4, &end, 10);
        found =
            found || (strtol(end, NULL, 10) == group && strchr("ZX", after[2]) == NULL);
    }
    closedir(processes);
    return found;
}

#endif
