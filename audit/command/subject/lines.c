/* SPDX-License-Identifier: MIT
 *
 * lines.c - lines that are given to a program, and lines that come back.
 *
 * Lines are numbers, or words; each may stand there several times. If it does, line i has
 * text i mod (n / copies): 1 2 3 1 2 3, so equal lines are far apart.
 *
 * Equal lines cannot be told from each other when they come back. Each is given one of
 * the names that its text has, drawn at random: if all orders of the texts are as likely
 * as those of a fair shuffle, then all orders of the names are equally likely, for each
 * order of texts splits in the same number of them, in equal parts. If they are not, the
 * mistake is still there: the names tell the texts.
 *
 * Words are the same in runs 1 and 2, in 3 and 4, and so on. If each run had its own, a
 * program that only sorts would seem to be fair: random words in alphabetical order are
 * in random order. So it gives the same order twice, and is found.
 */
#include "audit/command/subject/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ------------------------------------------------------------------------- */

/* A word as a number, for the table. FNV-1a. */
static uint64_t hash(const char *text, size_t length)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

/* Where a word is in the table, or the empty place where it would be. */
static size_t slot_of(const struct subject_deck *deck, const char *word)
{
    size_t at = (size_t)hash(word, SUBJECT_WORD) & deck->mask;
    while (deck->table[at] != SUBJECT_NONE &&
           memcmp(deck->bytes + deck->table[at] * deck->widest, word, SUBJECT_WORD) != 0)
        at = (at + 1) & deck->mask;
    return at;
}

/* No vowels: no word means anything. A word that is there already is drawn again. */
static void make_words(struct subject_deck *deck, const audit_seed *seed, uint64_t run)
{
    static const char letters[] = "bcdfghjklmnpqrstvwxz";
    audit_source source;
    audit_source_start(&source, seed, AUDIT_STREAM_INPUT, (run - 1) / 2);
    memset(deck->table, 0xff, (deck->mask + 1) * sizeof *deck->table);
    for (size_t text = 0; text < deck->texts; text++) {
        char *word = deck->bytes + text * deck->widest;
        size_t at;
        do {
            for (size_t i = 0; i < SUBJECT_WORD; i++)
                word[i] = letters[audit_source_below(&source, sizeof letters - 1)];
            at = slot_of(deck, word);
        } while (deck->table[at] != SUBJECT_NONE);
        deck->table[at] = (uint32_t)text;
        word[SUBJECT_WORD] = '\n';
    }
    deck->length = deck->texts * deck->widest;
}

static void make_numbers(struct subject_deck *deck)
{
    deck->length = 0;
    for (size_t text = 0; text < deck->texts; text++) {
        char *line = deck->bytes + deck->length;
        deck->length += (size_t)sprintf(line, "%zu\n", text + deck->first);
    }
}

static bool allocate(struct subject_deck *deck, const struct subject_plan *plan)
{
    char room[16];
    deck->n = plan->n;
    deck->copies = plan->copies > 1 ? plan->copies : 1;
    deck->texts = deck->n / deck->copies;
    deck->first = !plan->from_zero;
    deck->words = plan->tokens;
    deck->widest = deck->words
                       ? SUBJECT_WORD + 1
                       : (size_t)snprintf(room, sizeof room, "%zu\n", deck->texts);
    deck->bytes = malloc(deck->n * deck->widest + 1);
    for (deck->mask = 1; deck->mask < 2 * deck->texts; deck->mask = 2 * deck->mask + 1)
        ;
    if (deck->words)
        deck->table = malloc((deck->mask + 1) * sizeof *deck->table);
    return deck->bytes != NULL && (!deck->words || deck->table != NULL);
}

bool subject_deck_make(struct subject_deck *deck, const struct subject_plan *plan,
                       uint64_t trial)
{
    if (deck->bytes == NULL && !allocate(deck, plan))
        return false;
    if (deck->words)
        make_words(deck, &plan->seed, trial);
    else
        make_numbers(deck);
    const size_t once = deck->length;
    for (size_t i = 1; i < deck->copies; i++, deck->length += once)
        memcpy(deck->bytes + deck->length, deck->bytes, once);
    return true;
}

void subject_deck_free(struct subject_deck *deck)
{
    free(deck->bytes);
    free(deck->table);
    *deck = (struct subject_deck){.n = 0};
}

uint32_t subject_deck_find(const struct subject_deck *deck, const char *text,
                           size_t length)
{
    if (deck->words)
        return length == SUBJECT_WORD ? deck->table[slot_of(deck, text)] : SUBJECT_NONE;
    if (length == 0 || length > 9 || (text[0] == '0' && length > 1))
        return SUBJECT_NONE;
    uint32_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return SUBJECT_NONE;
        number = 10 * number + (uint32_t)(text[i] - '0');
    }
    return number >= deck->first && number - deck->first < deck->texts
               ? number - deck->first
               : SUBJECT_NONE;
}

const char *subject_deck_text(const struct subject_deck *deck, uint32_t text,
                              char room[16], size_t *length)
{
    if (deck->words) {
        *length = SUBJECT_WORD;
        return deck->bytes + text * deck->widest;
    }
    *length = (size_t)snprintf(room, 16, "%" PRIu32, text + deck->first);
    return room;
}

/* ---- reading ----------------------------------------------------------------------- */

bool subject_reading_make(struct subject_reading *reading,
                          const struct subject_plan *plan)
{
    const size_t copies = plan->copies > 1 ? plan->copies : 1;
    reading->want = plan->sample > 0 ? plan->sample : plan->n;
    reading->put_back = plan->put_back;
    reading->items = malloc(reading->want * sizeof *reading->items);
    reading->times = malloc(plan->n / copies * sizeof *reading->times);
    reading->pool = copies > 1 ? malloc(plan->n * sizeof *reading->pool) : NULL;
    return reading->items != NULL && reading->times != NULL &&
           (copies == 1 || reading->pool != NULL);
}

void subject_reading_free(struct subject_reading *reading)
{
    free(reading->items);
    free(reading->times);
    free(reading->pool);
    *reading = (struct subject_reading){.items = NULL};
}

/* From texts to lines: see above. The lines of text t are t, t + texts, ...; those that
 * are not yet given away are at the end of its part of the pool. */
static void give_names(struct subject_reading *reading, const struct subject_deck *deck,
                       audit_source *source)
{
    const size_t copies = deck->copies;
    if (copies == 1)
        return;
    for (size_t i = 0; i < deck->n; i++)
        reading->pool[i] = (uint32_t)(i % copies);
    memset(reading->times, 0, deck->texts * sizeof *reading->times);
    for (size_t place = 0; place < reading->want; place++) {
        const uint32_t text = reading->items[place];
        uint32_t *pool = reading->pool + text * copies;
        const size_t given = reading->put_back ? 0 : reading->times[text]++;
        const size_t chosen = given + (size_t)audit_source_below(source, copies - given);
        const uint32_t name = pool[chosen];
        pool[chosen] = pool[given];
        pool[given] = name;
        reading->items[place] = (uint32_t)(text + deck->texts * name);
    }
}

/* True if all is well. The n lines of a whole order need not be looked for: if n came,
 * each of ours, and none too often, then each did. */
static bool read_texts(struct subject_reading *reading, const struct subject_deck *deck,
                       const char *output, size_t length, bool *unended)
{
    const char *end = output + length;
    size_t place = 0;
    memset(reading->times, 0, deck->texts * sizeof *reading->times);
    for (; output < end; place++) {
        const char *newline = memchr(output, '\n', (size_t)(end - output));
        *unended = newline == NULL;
        const char *stop = newline != NULL ? newline : end;
        const uint32_t text = subject_deck_find(deck, output, (size_t)(stop - output));
        if (place == reading->want || text == SUBJECT_NONE ||
            (reading->times[text]++ == deck->copies && !reading->put_back))
            return false;
        reading->items[place] = text;
        output = newline != NULL ? newline + 1 : end;
    }
    return place == reading->want;
}

bool subject_read_lines(struct subject_reading *reading, const struct subject_deck *deck,
                        const char *output, size_t length, uint64_t trial,
                        audit_source *source, bool *unended, struct finding *finding)
{
    *unended = false;
    if (!read_texts(reading, deck, output, length, unended)) {
        subject_diagnose(deck, output, length, reading->want, reading->put_back,
                         reading->times, trial, finding);
        return false;
    }
    give_names(reading, deck, source);
    return true;
}
