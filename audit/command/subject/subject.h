/* SPDX-License-Identifier: MIT
 *
 * subject.h - the program or file that is audited. It gives permutations, or a finding
 * that says why it cannot.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/numbers/sentence.h"
#include "audit/orders/source.h"

enum subject_state {
    SUBJECT_MORE,   /* there may be more permutations */
    SUBJECT_END,    /* there are no more */
    SUBJECT_BROKEN, /* the output is not a shuffle of the input: see the finding */
    SUBJECT_FAILED, /* it could not be run or read: see the finding */
    SUBJECT_STOPPED /* by a signal, or because the time is over */
};

/* What is wrong with the output of a subject. */
enum finding_kind {
    FINDING_NONE,
    FINDING_LOST,       /* a line did not come back */
    FINDING_DUPLICATED, /* a line came back twice */
    FINDING_ALTERED,    /* a line was changed: CR added, blanks, cut off */
    FINDING_ADDED,      /* a line was never given */
    FINDING_COUNT,      /* there are too many or too few lines or numbers */
    FINDING_NUMBER,     /* a word is not a number, or the number is out of range */
    FINDING_NO_NEWLINE, /* the last line has no newline; this is only a remark */
    FINDING_STATUS,     /* non-zero exit status, or killed by a signal */
    FINDING_TIMEOUT,    /* no answer in time */
    FINDING_CANNOT_RUN, /* not found, not executable, not readable, empty, out of memory,
                           or the plan makes no sense */
    FINDING_CYCLE,      /* a permutation is not a single cycle, but should be */
};

struct finding {
    enum finding_kind kind; /* FINDING_NONE: nothing is wrong */
    uint64_t trial;         /* the number of the shuffle, from 1; 0: none */
    char text[400];         /* one line: what is wrong and where, with quoted lines cut */
    audit_details details;  /* what the text says */
    char complaint[200]; /* the last line that the program wrote to stderr; "" if none */
};

/* How permutations are obtained from a program or a file.
 *
 * A program gets the lines 1, 2, ..., n. These are natural numbers without leading zeros,
 * so programs that read nothing, such as `shuf -i 1-10`, can be audited as well. The
 * program must return every line unchanged. The variable FAIRAUDIT_TRIAL in its
 * environment is the number of the run, from 1.
 *
 * In the arguments of the command, these words are replaced wherever they occur:
 *
 *     {in}      the name of a file with the lines; standard input is empty then
 *     {out}     the name of a file that the program must write; stdout is ignored
 *     {n} {k}   the number of lines, and the number that must come back
 *     {trials}  the number of permutations that are wanted; for a batch only
 *
 * In a batch, {in} and {out} are not replaced.
 *
 * A batch or a file has one permutation per line: numbers from 0 or from 1, as the first
 * line shows, separated by blanks, tabs or commas, with or without brackets. Empty lines
 * and lines that begin with # are ignored. */
struct subject_plan {
    size_t n;        /* lines given, or items to sample from; 0: take it from the first
                        line of the batch or file */
    size_t sample;   /* lines that come back; 0: all of them */
    bool put_back;   /* samples are drawn with replacement */
    bool unordered;  /* the order of a sample is ignored, and drawn at random */
    bool cycle;      /* permutations should be single cycles (Sattolo); the audit looks at
                        the order in which the cycle visits the other n - 1 lines */
    size_t copies;   /* how often the input has each line, as in 1 2 3 1 2 3; 0 means 1 */
    bool tokens;     /* lines are random words; each set of words is used for two runs */
    bool from_zero;  /* lines, and the numbers of samples, are 0 to n - 1 */
    bool batch;      /* the program prints many permutations */
    unsigned jobs;   /* programs that run at the same time; 0: one for each core */
    double timeout;  /* seconds for one run, or for one line of a batch; 0: 10 seconds */
    uint64_t trials; /* how many permutations are wanted at most; UINT64_MAX: all */
    audit_seed seed; /* for all random choices made here */
    char **command;  /* the program and its arguments, NULL-terminated; NULL: `file` */
    const char *file;                  /* a file of permutations; "-": standard input */
    const volatile sig_atomic_t *stop; /* becomes non-zero to stop; NULL: never */
    uint64_t until;                    /* stop at this time of child_now(); 0: no limit */
};

struct subject;

/* Opens the subject and starts the first programs. The plan is copied; its command and
 * file must live as long as the subject. SIGPIPE is ignored, and SIGCHLD is not ignored,
 * until subject_close(). Returns NULL if that fails: the finding says why, or has the
 * kind FINDING_NONE if `stop` or `until` stopped it. */
struct subject *subject_open(const struct subject_plan *plan, struct finding *finding);

/* The number of cards of a permutation: the number of lines, less one for cycles. If
 * there are more than 256 lines, the audit looks at 256 of them. */
size_t subject_cards(const struct subject *subject);

/* The number of lines: plan->n, or what the first line of the file says. */
size_t subject_lines(const struct subject *subject);

/* Which lines the audit looks at if there are more than 256 of them; NULL otherwise. */
const audit_sentence *subject_remark(const struct subject *subject);

/* Waits for permutations (unsigned char [..][cards]) or samples (uint32_t [..][sample],
 * of items 0 to n - 1), and writes *count of them, at most `most`. Several programs may
 * run at once; permutations come in the order of their runs. After a state other than
 * SUBJECT_MORE, every further call returns the same state and finding. */
enum subject_state subject_next(struct subject *subject, size_t most, void *orders,
                                size_t *count, struct finding *finding);

/* A remark on the output: its kind is FINDING_NONE or FINDING_NO_NEWLINE. */
struct finding subject_note(const struct subject *subject);

/* Ends programs that still run, with all processes that they have started, and removes
 * temporary files. On Linux, if we had no children before subject_open(), this includes
 * processes that left their process group (setsid) and those whose program has ended.
 * Elsewhere, and for programs that run as another user, such processes continue. NULL is
 * allowed. */
void subject_close(struct subject *subject);

/* Replaces each permutation of n cards, which must be a single cycle, by the order in
 * which the cycle visits the other n - 1 cards: if every cycle is equally likely, so are
 * these orders. `orders` is [count][n] before and [count][n - 1] after. Returns how many
 * were replaced: the next one is not a single cycle. */
size_t subject_follow_cycles(unsigned char *orders, size_t count, size_t n);

#endif
