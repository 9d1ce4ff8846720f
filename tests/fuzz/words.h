/* SPDX-License-Identifier: MIT
 *
 * words.h - makes a command line of an input: words, each ended by a zero byte.
 */
#ifndef FUZZ_WORDS_H
#define FUZZ_WORDS_H

#include <stdint.h>
#include <string.h>

#include "tests/fuzz/must.h"

/* A command line. Each word has its own allocation, so that the sanitizer sees reads
 * beyond its end. */
struct words {
    int argc;
    char **argv; /* [argc], and a NULL; the program may change their order */
    char **kept; /* the same, to free them */
};

static inline char *word_copy(const char *word, size_t length)
{
    char *copy = malloc(length + 1);
    MUST(copy != NULL);
    memcpy(copy, word, length);
    copy[length] = '\0';
    return copy;
}

static inline struct words words_new(const char *program, const uint8_t *data,
                                     size_t size)
{
    struct words w = {0, calloc(size + 2, sizeof *w.argv),
                      calloc(size + 2, sizeof *w.kept)};
    MUST(w.argv != NULL && w.kept != NULL);
    w.argv[w.argc++] = word_copy(program, strlen(program));
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\0', size - at);
        const size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        w.argv[w.argc++] = word_copy((const char *)data + at, length);
        at += length + 1;
    }
    memcpy(w.kept, w.argv, (size_t)w.argc * sizeof w.argv[0]);
    return w;
}

static inline void words_free(struct words *w)
{
    for (int i = 0; i < w->argc; i++)
        free(w->kept[i]);
    free(w->kept);
    free(w->argv);
}

#endif
