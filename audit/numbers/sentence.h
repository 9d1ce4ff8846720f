/* SPDX-License-Identifier: MIT
 *
 * sentence.h - a sentence for people, and what it says as a code with named values.
 *
 * From the code and the values, a program can say the same in another language. So they
 * have everything that the sentence has, and numbers are not rounded.
 */
#ifndef AUDIT_SENTENCE_H
#define AUDIT_SENTENCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    AUDIT_SENTENCE = 200,    /* bytes of a sentence, with its 0 */
    AUDIT_DETAILS = 12,      /* the most values of a sentence */
    AUDIT_DETAIL_LIST = 8,   /* the most numbers of a list */
    AUDIT_DETAIL_TEXTS = 640 /* bytes of all texts of a sentence, with their 0s */
};

enum audit_detail_kind {
    AUDIT_DETAIL_NONE,    /* there is no such value in this case */
    AUDIT_DETAIL_INTEGER, /* a natural number */
    AUDIT_DETAIL_REAL,    /* a number */
    AUDIT_DETAIL_TEXT,    /* a text; use audit_detail_text_of() */
    AUDIT_DETAIL_LIST_OF  /* the list of natural numbers of the sentence */
};

/* A value. */
typedef struct audit_detail {
    const char *name;            /* a constant; not owned */
    enum audit_detail_kind kind; /* which member of `is` is used */
    union {
        uint64_t integer; /* INTEGER: the number */
        double real;      /* REAL: the number */
        size_t begin;     /* TEXT: where it begins in `texts` */
    } is;                 /* the value */
} audit_detail;

/* What a sentence says. It can be copied: texts are in it. */
typedef struct audit_details {
    const char *code;                   /* which sentence it is; NULL: there is none */
    size_t count;                       /* values */
    audit_detail detail[AUDIT_DETAILS]; /* [count]: in the order of the sentence */
    size_t listed;                      /* numbers of the list */
    uint32_t list[AUDIT_DETAIL_LIST];   /* [listed]: the list, if there is one */
    size_t used;                        /* bytes of `texts` that are used */
    char texts[AUDIT_DETAIL_TEXTS];     /* all texts */
} audit_details;

typedef struct audit_sentence {
    char text[AUDIT_SENTENCE]; /* for people, without a full stop */
    audit_details details;     /* for programs */
} audit_sentence;

/* Which printf() the format strings are for. That of mingw-w64 is not Microsoft's. */
#ifdef __MINGW_PRINTF_FORMAT
#define AUDIT_PRINTF __MINGW_PRINTF_FORMAT
#else
#define AUDIT_PRINTF printf
#endif

/* Begins a sentence: its code, which must be a constant, and its text, as for printf().
 * There are no values yet. */
__attribute__((format(AUDIT_PRINTF, 3, 4))) void audit_sentence_set(
    audit_sentence *sentence, const char *code, const char *format, ...);

/* The same without a text. */
void audit_details_begin(audit_details *details, const char *code);

/* Add a value, whose name must be a constant. Texts are copied, and cut if there is no
 * room; the text NULL is no value. There is at most one list, which is cut after
 * AUDIT_DETAIL_LIST numbers. */
void audit_detail_none(audit_details *details, const char *name);
void audit_detail_integer(audit_details *details, const char *name, uint64_t value);
void audit_detail_real(audit_details *details, const char *name, double value);
void audit_detail_text(audit_details *details, const char *name, const char *value);
void audit_detail_list(audit_details *details, const char *name, const uint32_t *values,
                       size_t count);

/* The text of a value of kind AUDIT_DETAIL_TEXT. */
const char *audit_detail_text_of(const audit_details *details,
                                 const audit_detail *detail);

#endif
