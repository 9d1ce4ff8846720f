/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the files of the subject share.
 */
#ifndef SUBJECT_PARTS_H
#define SUBJECT_PARTS_H

#include "fairaudit.h"
#include "audit/command/subject/child.h"
#include "audit/command/subject/subject.h"

enum {
    SUBJECT_CARDS = FAIRAUDIT_MOST, /* that an order has */
    SUBJECT_LINES_MOST = 1 << 24    /* so numbers of lines fit everywhere */
};
#define SUBJECT_NONE UINT32_MAX

static inline double subject_seconds(const struct subject_plan *plan)
{
    return plan->timeout > 0 ? plan->timeout : 10;
}

static inline bool subject_is_stopped(const struct subject_plan *plan)
{
    return (plan->stop != NULL && *plan->stop != 0) ||
           (plan->until != 0 && child_now() >= plan->until);
}

/* ---- finding.c: words ------------------------------------------------------ */

/* Sets all of a finding but the complaint, which is emptied. Returns false. */
__attribute__((format(printf, 4, 5))) bool subject_find(struct finding *finding,
                                                        enum finding_kind kind,
                                                        uint64_t trial,
                                                        const char *format, ...);
bool subject_no_memory(struct finding *finding);

enum { SUBJECT_QUOTED = 200 }; /* bytes that a quotation may have */

/* Writes a text between quotation marks, cut after 40 bytes, with escapes for all that is
 * not plain text. Returns `to`. */
const char *subject_quote(char to[SUBJECT_QUOTED], const char *text, size_t length);

/* The finding for a program that did not end well (FINDING_STATUS), or too late. */
void subject_find_status(struct finding *finding, uint64_t trial,
                         const struct child *child);
void subject_find_late(struct finding *finding, uint64_t trial, const struct child *child,
                       double seconds);

/* Adds the last line that the program wrote to stderr. */
void subject_complain(struct finding *finding, const struct child *child);

/* ---- arguments.c: words of the command that stand for something ------------ */

struct subject_placeholder {
    const char *word; /* "{n}" */
    char value[512];
    bool used; /* it stands somewhere */
};

/* The command with all placeholders replaced; NULL: no memory. */
char **subject_arguments(char *const *command, struct subject_placeholder *placeholders,
                         size_t count);
void subject_arguments_free(char **arguments);

/* Our environment, and FAIRAUDIT_TRIAL. False: no memory. `entries` is to be freed. */
struct subject_environment {
    char **entries;
    char trial[48];
};
bool subject_environment_make(struct subject_environment *environment);
void subject_environment_set(struct subject_environment *environment, uint64_t trial);

/* ---- folder.c: files for {in} and {out} ------------------------------------ */

/* Makes a folder for temporary files, and writes its name; 0 or errno. */
int subject_folder_make(char *folder, size_t room);
void subject_folder_remove(const char *folder); /* with all that is in it */

int subject_write_file(const char *name, const char *bytes, size_t length); /* errno */

/* Reads a file into child->output as if it were the program's output; 0 or errno. */
int subject_read_file(const char *name, struct child *child);

/* ---- lines.c: lines that are given, and what comes back -------------------- */

/* Line i, of n, has text number i % texts. */
struct subject_deck {
    size_t n, copies, texts;
    uint32_t first; /* the number on the first line */
    bool words;
    char *bytes; /* all lines, each with its newline */
    size_t length;
    size_t widest;   /* bytes of the longest, with newline */
    uint32_t *table; /* of words: open addressing */
    size_t mask;
};

enum { SUBJECT_WORD = 12 }; /* letters of a word */

/* Makes the lines of a run, or of all if they are numbers. The deck is zero, or was made
 * before. False: no memory. */
bool subject_deck_make(struct subject_deck *deck, const struct subject_plan *plan,
                       uint64_t trial);
void subject_deck_free(struct subject_deck *deck);

/* The number of a text, SUBJECT_NONE if it is not one of ours. */
uint32_t subject_deck_find(const struct subject_deck *deck, const char *text,
                           size_t length);

/* A text as it was given, written to `room` if need be. */
const char *subject_deck_text(const struct subject_deck *deck, uint32_t text,
                              char room[16], size_t *length);

/* What reading needs; made once. */
struct subject_reading {
    size_t want; /* lines that shall come back */
    bool put_back;
    uint32_t *items; /* [want]: the lines that came back, from 0 */
    uint32_t *times; /* [texts] */
    uint32_t *pool;  /* [n], if there are copies */
};
bool subject_reading_make(struct subject_reading *reading,
                          const struct subject_plan *plan);
void subject_reading_free(struct subject_reading *reading);

/* Reads lines to reading->items. Equal lines become who they are by `source`. *unended:
 * the last line has no newline. False: the finding says what is wrong. */
bool subject_read_lines(struct subject_reading *reading, const struct subject_deck *deck,
                        const char *output, size_t length, uint64_t trial,
                        audit_source *source, bool *unended, struct finding *finding);

/* ---- diagnosis.c: what is wrong with lines --------------------------------- */

/* `times` has room for deck->texts numbers. */
void subject_diagnose(const struct subject_deck *deck, const char *output, size_t length,
                      size_t want, bool put_back, uint32_t *times, uint64_t trial,
                      struct finding *finding);

/* ---- order.c: from lines to orders of cards -------------------------------- */

struct subject_shape {
    size_t n, sample, cards;
    bool unordered, cycle;
    uint32_t *card;   /* [n]: which card a line is, SUBJECT_NONE: none. NULL: its own */
    uint32_t *cycled; /* [n], for cycles */
    char remark[160];
};
bool subject_shape_make(struct subject_shape *shape, const struct subject_plan *plan);
void subject_shape_free(struct subject_shape *shape);

/* Bytes of an order, or of a sample. */
size_t subject_shape_size(const struct subject_shape *shape);

/* From items (spoiled) to an order or a sample. False: the finding says what is wrong. */
bool subject_shape_apply(const struct subject_shape *shape, uint32_t *items,
                         uint64_t trial, audit_source *source, void *order,
                         struct finding *finding);

/* ---- numbers.c: a permutation on a line ------------------------------------ */

struct subject_numbers {
    size_t n, want;
    bool sample, put_back;
    int base; /* the least number: 0, 1, or -1 if the first permutation shall tell */
    uint32_t *items;
    uint32_t *seen; /* [n]: round in which a number came last */
    uint32_t round;
};
bool subject_numbers_make(struct subject_numbers *numbers,
                          const struct subject_plan *plan);
void subject_numbers_free(struct subject_numbers *numbers);

/* Nothing but blanks, or a comment. */
bool subject_numbers_skip(const char *line, size_t length);

/* How many numbers (or other words) there are on a line. */
size_t subject_numbers_count(const char *line, size_t length);

/* Reads a line that is not skipped to numbers->items, from 0. False: the finding says
 * what is wrong. */
bool subject_numbers_read(struct subject_numbers *numbers, const char *line,
                          size_t length, uint64_t line_number, uint64_t trial,
                          struct finding *finding);

/* ---- list.c: many permutations, one to a line ------------------------------ */

/* Lines that come from a file or from a program. */
struct subject_list {
    const struct subject_plan *plan;
    int fd;              /* -1: none. That of a child is closed with it */
    struct child *child; /* of a batch; NULL: a file */
    char name[SUBJECT_QUOTED];
    char *buffer;
    size_t start, end, capacity; /* of what is not yet taken */
    size_t searched;             /* so far there is no newline */
    size_t longest;              /* bytes that a line may have */
    uint64_t deadline;
    bool closed, over; /* all was read; and it ended well */
    uint64_t line;     /* lines taken */
};

/* The next line, without its newline, good until the next call; NULL if there is none at
 * the moment and we should not wait for it. */
enum subject_state subject_list_line(struct subject_list *list, bool wait,
                                     const char **line, size_t *length,
                                     struct finding *finding);

/* The last line is taken back, and will come again. */
void subject_list_back(struct subject_list *list, const char *line);
void subject_list_close(struct subject_list *list);

/* ---- batch.c, file.c: where lists come from ------------------------ */

/* The list is zero. False: the finding says why. To be closed in any case. */
bool subject_batch_open(struct subject_list *list, const struct subject_plan *plan,
                        struct finding *finding);
bool subject_file_open(struct subject_list *list, const struct subject_plan *plan,
                       struct finding *finding);

/* ---- program.c: one process for each shuffle ------------------------------- */

/* Plan and shape must live as long as it. NULL: the finding says why. */
struct subject_program;
struct subject_program *subject_program_open(const struct subject_plan *plan,
                                             const struct subject_shape *shape,
                                             struct finding *finding);
enum subject_state subject_program_next(struct subject_program *program, size_t most,
                                        void *orders, size_t *count,
                                        struct finding *finding);
struct finding subject_program_note(const struct subject_program *program);
void subject_program_end(struct subject_program *program); /* what still runs */
void subject_program_close(struct subject_program *program);

#endif
