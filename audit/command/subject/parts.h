/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the files that implement subject.h share.
 */
#ifndef SUBJECT_PARTS_H
#define SUBJECT_PARTS_H

#include "fairaudit.h"
#include "audit/command/subject/child.h"
#include "audit/command/subject/subject.h"

enum {
    SUBJECT_CARDS = FAIRAUDIT_MOST, /* the most cards of a permutation */
    SUBJECT_LINES_MOST = 1 << 24 /* the most lines, so that their numbers fit 32 bits */
};
#define SUBJECT_NONE UINT32_MAX

static inline double subject_timeout(const struct subject_plan *plan)
{
    return plan->timeout > 0 ? plan->timeout : 10;
}

static inline bool subject_is_stopped(const struct subject_plan *plan)
{
    return (plan->stop != NULL && *plan->stop != 0) ||
           (plan->until != 0 && child_now() >= plan->until);
}

/* ---- finding.c: sets findings ------------------------------------------------------ */

/* Sets kind, trial, code and text of a finding, and empties its complaint. The code says
 * which text it is. Returns the details, to which the caller adds what the text says. */
__attribute__((format(printf, 5, 6))) audit_details *finding_set(struct finding *finding,
                                                                 enum finding_kind kind,
                                                                 uint64_t trial,
                                                                 const char *code,
                                                                 const char *format, ...);

/* Returns false. */
bool finding_no_memory(struct finding *finding);

/* Something cannot be done: `code` and `what` say what, `name` is a quoted name or NULL,
 * and `error` is an errno. Returns false. */
bool finding_cannot(struct finding *finding, uint64_t trial, const char *code,
                    const char *what, const char *name, int error);

/* The program ended with a non-zero status, or by a signal. */
void finding_set_status(struct finding *finding, uint64_t trial,
                        const struct child *child);

/* The program did not end, or did not answer, within its time limit. */
void finding_set_timeout(struct finding *finding, uint64_t trial,
                         const struct child *child, double seconds);

/* Adds the last line that the program wrote to stderr. */
void finding_add_complaint(struct finding *finding, const struct child *child);

enum { FINDING_QUOTED = 200 }; /* bytes of a quoted text, with its 0 */

/* Writes a text between quotation marks. It is cut after 40 bytes, and everything but
 * printable characters becomes an escape. Returns `to`. */
const char *finding_quote(char to[FINDING_QUOTED], const char *text, size_t length);

/* Adds a text that finding_quote() has made to the details, without its marks. A text
 * without marks, such as "standard input", is no value. */
void finding_add_quoted(audit_details *details, const char *name, const char *quoted);

/* ---- arguments.c: arguments and environment of programs ---------------------------- */

struct subject_placeholder {
    const char *word; /* the word to be replaced, such as "{n}" */
    char value[512];  /* what replaces it */
    bool used;        /* the word occurs in the command */
};

/* The command with all placeholders replaced; NULL if there is no memory. */
char **subject_arguments(char *const *command, struct subject_placeholder *placeholders,
                         size_t count);
void subject_arguments_free(char **arguments);

/* Our environment with FAIRAUDIT_TRIAL. `entries` must be freed. */
struct subject_environment {
    char **entries; /* NULL-terminated */
    char trial[48]; /* "FAIRAUDIT_TRIAL=1" */
};

/* Returns false if there is no memory. */
bool subject_environment_make(struct subject_environment *environment);
void subject_environment_set(struct subject_environment *environment, uint64_t trial);

/* ---- folder.c: files for {in} and {out} -------------------------------------------- */

/* Creates a folder for temporary files and writes its name. Returns 0 or an errno. */
int folder_make(char *folder, size_t room);

/* Removes the folder with everything in it. The name "" is allowed. */
void folder_remove(const char *folder);

/* Writes a new file. Returns 0 or an errno. */
int folder_write_file(const char *name, const char *bytes, size_t length);

/* Reads a file into child->output, as if it were the program's output. Returns 0 or an
 * errno. */
int folder_read_file(const char *name, struct child *child);

/* ---- lines.c: the lines that a program gets, and those that come back -------------- */

/* The input of a program. Line i has the text number i % texts. */
struct subject_deck {
    size_t n;        /* lines */
    size_t copies;   /* how often each text occurs */
    size_t texts;    /* different texts: n / copies */
    uint32_t first;  /* the number on the first line, if texts are numbers */
    bool words;      /* texts are words */
    char *bytes;     /* all lines, each with its newline */
    size_t length;   /* of all lines */
    size_t widest;   /* bytes of the longest line, with its newline */
    uint32_t *table; /* words: a hash table of text numbers, with open addressing */
    size_t mask;     /* the number of slots of `table`, less 1 */
};

enum { SUBJECT_WORD = 12 }; /* letters of a word */

/* Makes the lines of a run. Numbers are the same for all runs. The deck must be zero, or
 * made before with the same plan. Returns false if there is no memory. */
bool subject_deck_make(struct subject_deck *deck, const struct subject_plan *plan,
                       uint64_t trial);
void subject_deck_free(struct subject_deck *deck);

/* The number of a text; SUBJECT_NONE if the deck does not have it. */
uint32_t subject_deck_find(const struct subject_deck *deck, const char *text,
                           size_t length);

/* The text with this number. If it is a decimal number, it is written to `room`. */
const char *subject_deck_text(const struct subject_deck *deck, uint32_t text,
                              char room[16], size_t *length);

/* Memory for reading output; made once, and used for all runs. */
struct subject_reading {
    size_t want;     /* lines that must come back */
    bool put_back;   /* a line may come back more than once */
    uint32_t *items; /* [want]: the lines that came back, from 0 */
    uint32_t *times; /* [texts]: how often each text came back */
    uint32_t *pool;  /* [n]: which copies of a text are left; NULL without copies */
};

/* Returns false if there is no memory. Must be freed in any case. */
bool subject_reading_make(struct subject_reading *reading,
                          const struct subject_plan *plan);
void subject_reading_free(struct subject_reading *reading);

/* Reads lines to reading->items. Which of several equal lines is which is drawn from
 * `source`. *unended: the last line has no newline. Returns false if the lines are wrong:
 * the finding says how. */
bool subject_read_lines(struct subject_reading *reading, const struct subject_deck *deck,
                        const char *output, size_t length, uint64_t trial,
                        audit_source *source, bool *unended, struct finding *finding);

/* ---- line_faults.c: what is wrong with lines that came back ------------------------ */

/* Sets the finding for output that subject_read_lines() did not accept. `times` has room
 * for deck->texts numbers. */
void finding_set_lines(const struct subject_deck *deck, const char *output, size_t length,
                       size_t want, bool put_back, uint32_t *times, uint64_t trial,
                       struct finding *finding);

/* ---- order.c: from lines to permutations of cards ---------------------------------- */

struct subject_shape {
    size_t n;       /* lines */
    size_t sample;  /* lines of a sample; 0: permutations */
    size_t cards;   /* cards of a permutation */
    bool unordered; /* as in the plan */
    bool cycle;     /* as in the plan */
    uint32_t *card; /* [n]: the card of each line, or SUBJECT_NONE; NULL: line = card */
    uint32_t *visited;     /* [n]: room to follow a cycle; NULL without cycles */
    audit_sentence remark; /* see subject_remark(); its code is NULL if there is none */
};

/* Returns false if there is no memory. Must be freed in any case. */
bool subject_shape_make(struct subject_shape *shape, const struct subject_plan *plan);
void subject_shape_free(struct subject_shape *shape);

/* Bytes of a permutation, or of a sample. */
size_t subject_shape_size(const struct subject_shape *shape);

/* Turns items into a permutation or a sample; the items are overwritten. They must be
 * different, unless they are a sample. Returns false if they are not a single cycle but
 * should be: the finding says so. */
bool subject_shape_apply(const struct subject_shape *shape, uint32_t *items,
                         uint64_t trial, audit_source *source, void *order,
                         struct finding *finding);

/* ---- numbers.c: a permutation or a sample on one line ------------------------------ */

struct subject_numbers {
    size_t n;        /* numbers are below n, counted from 0 */
    size_t want;     /* numbers that a line must have */
    bool sample;     /* lines are samples */
    bool put_back;   /* a number may occur more than once */
    int base;        /* the least number: 0 or 1; -1: the first permutation decides */
    uint32_t *items; /* [want]: the numbers of the line, from 0 */
    uint32_t *seen;  /* [n]: the last round in which a number occurred */
    uint32_t round;  /* the number of the line, modulo 2^32 */
};

/* Returns false if there is no memory. Must be freed in any case. */
bool subject_numbers_make(struct subject_numbers *numbers,
                          const struct subject_plan *plan);
void subject_numbers_free(struct subject_numbers *numbers);

/* Whether a line is empty, or a comment. */
bool subject_numbers_skip(const char *line, size_t length);

/* How many words a line has. */
size_t subject_numbers_count(const char *line, size_t length);

/* Reads a line, which must not be one to skip, to numbers->items. Returns false if it is
 * wrong: the finding says how. */
bool subject_numbers_read(struct subject_numbers *numbers, const char *line,
                          size_t length, uint64_t line_number, uint64_t trial,
                          struct finding *finding);

/* ---- list.c: lines of a file or of a batch ----------------------------------------- */

struct subject_list {
    const struct subject_plan *plan; /* must outlive the list */
    int fd;                          /* -1: none. The child owns its descriptor */
    struct child *child;             /* the program of a batch; NULL: a file */
    char name[FINDING_QUOTED];       /* of the file or the program */
    char *buffer;                    /* bytes [start, end) are not yet taken */
    size_t start;                    /* of the next line */
    size_t end;                      /* of the bytes read */
    size_t capacity;                 /* of the buffer */
    size_t searched;                 /* there is no newline in [start, searched) */
    size_t longest;                  /* the most bytes that a line may have */
    uint64_t deadline;               /* for the next line of a batch */
    bool closed;                     /* everything was read */
    bool over;     /* everything was read, and the program, if any, ended well */
    bool marked;   /* a byte order mark was removed */
    uint64_t line; /* lines taken */
};

/* The next line, without its newline, valid until the next call. With `wait` false, *line
 * is NULL if no line has come yet. */
enum subject_state subject_list_line(struct subject_list *list, bool wait,
                                     const char **line, size_t *length,
                                     struct finding *finding);

/* Puts the line back that was taken last. */
void subject_list_back(struct subject_list *list, const char *line);
void subject_list_close(struct subject_list *list);

/* Open a list, which must be zero. Return false if that fails: the finding says why. The
 * list must be closed in any case. */
bool subject_batch_open(struct subject_list *list, const struct subject_plan *plan,
                        struct finding *finding);
bool subject_file_open(struct subject_list *list, const struct subject_plan *plan,
                       struct finding *finding);

/* ---- run.c: one run of a program --------------------------------------------------- */

/* What all runs of a program share. */
struct subject_common {
    const struct subject_plan *plan;        /* what to run; must outlive the program */
    const struct subject_shape *shape;      /* must outlive the program */
    struct subject_deck deck;               /* the input, unless each run has its own */
    struct subject_reading reading;         /* room to read the output of one run */
    struct subject_environment environment; /* its trial changes for each run */
    char folder[480];                       /* for {in} and {out}; "": none */
    struct finding note;                    /* see subject_note() */
};

struct subject_run {
    uint64_t trial;           /* the number of the run, from 1 */
    bool running;             /* its process exists */
    bool ready;               /* it has ended, and its output was not read yet */
    enum subject_state state; /* SUBJECT_MORE: no fault is known yet */
    struct finding finding;   /* what is wrong, unless `state` is SUBJECT_MORE */
    struct child child;       /* the process, with the buffer of its output */
    struct subject_deck deck; /* the input, if each run has its own */
    char **arguments;         /* the command of this run, NULL-terminated; owned */
    char in[512];             /* the name of the file {in}; "": none */
    char out[512];            /* the name of the file {out}; "": none */
    size_t polled;            /* the number of its descriptors in the poll set */
    size_t poll_at;           /* the index of its first descriptor in the poll set */
};

/* Makes arguments and file names of run number `slot`, which must be zero. Returns false
 * if there is no memory. Must be freed in any case. */
bool subject_run_make(struct subject_run *run, const struct subject_common *common,
                      size_t slot);
void subject_run_free(struct subject_run *run);

/* Starts the program for this trial. Returns false if that fails: see the finding. */
bool subject_run_start(struct subject_run *run, struct subject_common *common,
                       uint64_t trial);

/* Reads the permutation that a run gave. Returns false if it is wrong: run->state and
 * run->finding say why. */
bool subject_run_read(struct subject_run *run, struct subject_common *common,
                      void *order);

/* ---- program.c: one run for each shuffle ------------------------------------------- */

struct subject_program;

/* Starts the first runs. Plan and shape must live as long as the program. Returns NULL if
 * that fails: the finding says why. */
struct subject_program *subject_program_open(const struct subject_plan *plan,
                                             const struct subject_shape *shape,
                                             struct finding *finding);
enum subject_state subject_program_next(struct subject_program *program, size_t most,
                                        void *orders, size_t *count,
                                        struct finding *finding);
struct finding subject_program_note(const struct subject_program *program);

/* Ends the processes that still run. */
void subject_program_end(struct subject_program *program);
void subject_program_close(struct subject_program *program);

#endif
