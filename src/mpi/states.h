/* SPDX-License-Identifier: MIT
 *
 * states.h - where records start in the middle of a file.
 *
 * The bytes before the middle decide that: how many lines came before, whether a quote is
 * open, whether the last line was empty. This is the *state* at the start of a line. A
 * rank does not know the state at the start of its range. But it can find the outcome of
 * its range: the state at the end, for each possible state at the start. From the
 * outcomes of all ranks follow all states.
 *
 *     records of one line      the state is always 0: every line is a record
 *     records of K lines       the number of lines of the incomplete record, below K
 *     CSV                      1: a quote is open
 *     paragraphs               FS_PARAGRAPH_... (split.h)
 */
#ifndef FS_STATES_H
#define FS_STATES_H

#include "src/mpi/inputs.h"

enum { FS_MOST_STATES = 3 }; /* of CSV and paragraphs */

/* What a range of whole lines does. */
typedef struct {
    uint64_t lines; /* the number of its lines; only for records of K lines */
    uint64_t end[FS_MOST_STATES]; /* the state at the end for each state at the start */
} fs_outcome;

/* The outcome of no bytes. */
fs_outcome fs_outcome_of_nothing(void);

/* The state after a range that starts with a state. */
uint64_t fs_outcome_apply(const fair_format *format, const fs_outcome *outcome,
                          uint64_t state);

/* The byte that ends a line. */
unsigned char fs_line_end(const fair_format *format);

/* Finds the first line that starts at the offset `from` > 0 or after it. Sets *line to
 * its offset: `from` if the byte before it ends a line; at most `to`; UINT64_MAX if no
 * line ends before `to`. Returns FAIR_OK or a failure of the inputs. */
int fs_states_align(fs_inputs *inputs, uint64_t file, int fd, uint64_t from, uint64_t to,
                    uint64_t *line);

/* The outcome of the lines from `from` to `to`. Returns FAIR_OK or a failure. */
int fs_states_outcome(fs_inputs *inputs, uint64_t file, int fd, uint64_t from,
                      uint64_t to, fs_outcome *outcome);

/* Sets *first to the offset of the first record that starts in the lines from `from` to
 * `to`, which start with `state`; UINT64_MAX if there is none. Returns FAIR_OK or a
 * failure. */
int fs_states_first(fs_inputs *inputs, uint64_t file, int fd, uint64_t from, uint64_t to,
                    uint64_t state, uint64_t *first);

#endif
