/* SPDX-License-Identifier: MIT
 *
 * lab_parts.h - what the files that implement lab.h share.
 */
#ifndef LAB_PARTS_H
#define LAB_PARTS_H

#include "audit/command/report/json_parts.h"
#include "audit/command/request/request.h"
#include "lab/core/lab.h"

/* Sets what lab_error() returns: a code, which must be a constant, and a text for people.
 * Returns the details, to which the caller adds the numbers of the text. */
audit_details *lab_fail(const char *code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for details that are known already. Both return false. */
bool lab_fail_as(const audit_details *details, const char *text);
bool lab_no_memory(void);

/* Nothing of that kind has the name. Returns false. */
bool lab_fail_name(const char *code, const char *what, const char *name);

/* Check an argument and put it into a request. They return false after lab_fail(). */
bool lab_take_size(struct request *request, size_t n);
bool lab_take_names(struct request *request, const char *shuffle, const char *die);
bool lab_take_seed(struct request *request, const char *seed);

/* Cards as a JSON array. */
json_t *lab_cards(const unsigned char *cards, size_t n);

/* The beginning of a JSON object for a roll of a die. */
struct json_making lab_roll(uint64_t sides, uint64_t rolled);

/* The value as text. Takes the value. Returns NULL after lab_no_memory(). */
char *lab_text(json_t *value);

typedef void lab_shuffle(const fairaudit_die *die, unsigned char *a, size_t n,
                         uint64_t parameter);

/* A function that does the same as a shuffle of the catalogue, but keeps all cards in the
 * array `a` at every roll, so that the page can show the deck. The same rolls give the
 * same permutation. For most shuffles it is the shuffle itself. */
lab_shuffle *lab_in_place(const audit_shuffle *shuffle);

#endif
