/* SPDX-License-Identifier: MIT
 *
 * subject.h - what is audited, behind one door: it gives orders, or says why it cannot.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/orders/source.h"

enum subject_state {
    SUBJECT_MORE,   /* orders were given, and there may be more */
    SUBJECT_END,    /* there are no more */
    SUBJECT_BROKEN, /* what came is no shuffle: `finding` says what, exactly */
    SUBJECT_FAILED, /* it could not be run or read: `finding` says why */
    SUBJECT_STOPPED /* by a signal */
};

/* Kinds of findings, for --json and for the words. */
enum finding_kind {
    FINDING_NONE,
    FINDING_LOST,       /* a line did not come back */
    FINDING_DUPLICATED, /* a line came twice */
    FINDING_ALTERED,    /* a line that is nearly one of ours: CR added, blanks, cut */
    FINDING_ADDED,      /* a line that was never there */
    FINDING_COUNT,      /* too many or too few lines */
    FINDING_NUMBER,     /* not a number, or out of range, in a file of permutations */
    FINDING_NO_NEWLINE, /* the last line does not end: a remark, not an error */
    FINDING_STATUS,     /* non-zero exit status, or killed by a signal */
    FINDING_TIMEOUT,    /* no answer in time */
    FINDING_CANNOT_RUN, /* not found, not executable, file not readable, no memory, or a
                           plan that makes no sense */
    FINDING_CYCLE,      /* an order that is not one cycle, though it should be */
};

struct finding {
    enum finding_kind kind;
    uint64_t trial;      /* from 1; 0: none */
    char text[400];      /* one line: what, where, the offending lines quoted and cut */
    char complaint[200]; /* the last line the program wrote to stderr, if any */
};

/* How orders are asked of a program or a file.
 *
 * A program is given the lines 1, 2, ..., n, as a person would write them, each ended by
 * a newline: so programs that read nothing, such as `shuf -i 1-10`, can be audited as
 * well. It must give them back byte by byte. Each run has the variable FAIRAUDIT_TRIAL in
 * its environment: 1, 2, ...
 *
 * In the arguments of the command these words are replaced, wherever they stand:
 *
 *     {in}      the name of a file with the lines; the standard input is empty then
 *     {out}     the name of a file that the program shall write; its standard output is
 *               not looked at then
 *     {n} {k}   the number of lines, and of those that shall come back
 *     {trials}  how many permutations are wanted (batch only, where {in} and {out} stay)
 *
 * Permutations of a batch or a file stand one to a line: numbers between blanks, tabs or
 * commas, in brackets or not. They count from 0 or from 1: the first line tells. Empty
 * lines, and those that begin with #, are skipped. */
struct subject_plan {
    size_t n;       /* lines given; items to take samples of. 0: as the first line of the
                       batch or file has */
    size_t sample;  /* 0, or lines that come back */
    bool put_back;  /* ... with repetition */
    bool unordered; /* only which lines come back counts: their order is made by us */
    bool cycle;     /* a shuffle that should give cycles (Sattolo): audited is the order
                       in which the cycle goes from card 0 to the other n - 1 */
    size_t copies;  /* how often the input has each line, as 1 2 3 1 2 3; 0 means 1. Equal
                       lines that come back get random identities, so that a fair order
                       stays fair */
    bool tokens;    /* random words instead of numbers; each set is used for two runs, so
                       that an order that depends on the words comes twice */
    bool from_zero; /* lines, and the numbers of samples, are 0 to n - 1 */
    bool literal;   /* {in} and the like are not replaced */
    bool batch;     /* the program prints many permutations, one to a line */
    unsigned jobs;  /* programs at the same time; 0: one for each core */
    double timeout; /* seconds for one run; for a line of a batch. 0: 10 */
    uint64_t trials;  /* how many are wanted at most; UINT64_MAX: all there are */
    audit_seed seed;  /* for all that is drawn by us */
    char **command;   /* NULL-ended; NULL: `file` */
    const char *file; /* saved permutations; "-": standard input */
    const volatile sig_atomic_t *stop; /* not 0: SUBJECT_STOPPED. NULL: never */
    uint64_t until; /* from this moment of child_now() on, likewise. 0: never */
};

struct subject;

/* NULL, and the finding says why; if that is FINDING_NONE, it was stopped. The plan is
 * copied; its command and file must live as long as the subject. The first programs are
 * started. SIGPIPE is ignored, and SIGCHLD is not, until subject_close(). */
struct subject *subject_open(const struct subject_plan *plan, struct finding *finding);

/* The number of cards that orders have: the lines, less one for cycles, but at most 256;
 * if there are more lines, 256 of them are looked at. */
size_t subject_cards(const struct subject *subject);

/* plan->n, or what the first line says. */
size_t subject_lines(const struct subject *subject);

/* What is looked at if there are more than 256 lines: "the relative order of 256 of the
 * 100000 lines: ..."; "" otherwise. */
const char *subject_remark(const struct subject *subject);

/* Waits for some orders (unsigned char [..][cards]) or samples (uint32_t [..][sample], of
 * items 0 to n - 1), at most `most`; *count of them are written, with any state. Several
 * programs may run at once; orders come in the order of their runs. A state that is not
 * SUBJECT_MORE comes again if it is called again. The finding is that of the state, kind
 * FINDING_NONE if all is well. */
enum subject_state subject_next(struct subject *subject, size_t most, void *orders,
                                size_t *count, struct finding *finding);

/* What was remarked though it is no error: FINDING_NONE or FINDING_NO_NEWLINE. */
struct finding subject_note(const struct subject *subject);

/* Ends what still runs, with all that it has started, and removes temporary files. On
 * Linux, if there were no children before subject_open(), this includes processes that
 * left their group (setsid) and those that ended programs have left behind; elsewhere,
 * and for programs that run as another user, these live on. NULL is allowed. */
void subject_close(struct subject *subject);

#endif
