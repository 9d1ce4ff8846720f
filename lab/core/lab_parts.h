/* SPDX-License-Identifier: MIT
 *
 * lab_parts.h - what the files that make up lab.h share.
 */
#ifndef LAB_PARTS_H
#define LAB_PARTS_H

#include "audit/command/report/json_parts.h"
#include "audit/command/request/request.h"
#include "lab/core/lab.h"

/* Keeps what lab_error() will say. Always false. */
bool lab_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool lab_no_memory(void);

/* Takes what is asked for into a request, and judges it. */
bool lab_take_size(struct request *request, size_t n);
bool lab_take_names(struct request *request, const char *shuffle, const char *die);
bool lab_take_seed(struct request *request, const char *seed);

/* Cards as an array. */
json_t *lab_cards(const unsigned char *cards, size_t n);

/* A roll of a die, as the beginning of an object. */
struct json_making lab_roll(uint64_t sides, uint64_t rolled);

/* The value as text; NULL, and an error, if there was no memory for it. Takes the value.
 */
char *lab_text(json_t *value);

/* The shuffle with its cards in one array at every roll: a permutation that shows what
 * has happened so far. Most shuffles are so; of those that work with a second array a
 * twin is given, which leads the same rolls to the same order. */
typedef void lab_shuffle(const fairaudit_die *die, unsigned char *a, size_t n,
                         uint64_t parameter);
lab_shuffle *lab_twin(const audit_shuffle *shuffle);

#endif
