/* SPDX-License-Identifier: MIT
 *
 * lines.c - the lines that a program gets, and those that come back.
 *
 * Texts are numbers or words. Each can occur several times; then line i has the text
 * i mod (n / copies), as in 1 2 3 1 2 3, so that equal lines are far apart.
 *
 * Equal lines cannot be told apart when they come back. We decide at random which of them
 * is which. If the shuffle is fair, all orders of lines are then equally likely: each
 * order of texts corresponds to the same number of orders of lines, and these have equal
 * probabilities. If it is not fair, the bias remains, since the lines determine the
 * texts.
 *
 * Words are the same in runs 1 and 2, in runs 3 and 4, and so on. If each run had its own
 * words, a program that sorts would seem fair, because the alphabetical order of random
 * words is random. With the same words it gives the same order twice, and is found.
 */
#include "audit/command/subject/parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ------------------------------------------------------------------------- */

/* FNV-1a */
static uint64_t hash(const char *text, size_t length)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

/* The slot of a word in the table, or the empty slot where it belongs. */
static size_t slot_of(const struct subject_deck *deck, const char *word)
{
    size_t at = (size_t)hash(word, SUBJECT_WORD) & deck->mask;
    while (deck->table[at] != SUBJECT_NONE &&
           memcmp(deck->bytes + deck->table[at] * deck->widest, word, SUBJECT_WORD) != 0)
        at = (at + 1) & deck->mask;
    return at;
}

/* There are no vowels, so no word means anything. A word that exists already is drawn
 * again. */
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
    assert(deck->n > 0 && deck->n % deck->copies == 0);
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
    assert(text < deck->texts);
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
    assert(plan->n > 0 && (plan->put_back || plan->sample <= plan->n));
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

/* Decides which of several equal lines is which; see above. The lines with text t are t,
 * t + texts, ...; pool[t * copies + i] is the number of a copy, and the copies that are
 * not yet used are at the end of the part of each text. */
static void tell_copies_apart(struct subject_reading *reading,
                              const struct subject_deck *deck, audit_source *source)
{
    const size_t copies = deck->copies;
    if (copies == 1)
        return;
    for (size_t i = 0; i < deck->n; i++)
        reading->pool[i] = (uint32_t)(i % copies);
    memset(reading->times, 0, deck->texts * sizeof *reading->times);
    for (size_t at = 0; at < reading->want; at++) {
        const uint32_t text = reading->items[at];
        uint32_t *pool = reading->pool + text * copies;
        const size_t given = reading->put_back ? 0 : reading->times[text]++;
        const size_t chosen = given + (size_t)audit_source_below(source, copies - given);
        const uint32_t copy = pool[chosen];
        pool[chosen] = pool[given];
        pool[given] = copy;
        reading->items[at] = (uint32_t)(text + deck->texts * copy);
    }
}

/* Returns whether the lines are right. No line can be missing if the right number came
 * back, all of them were given, and none came back too often. */
static bool read_texts(struct subject_reading *reading, const struct subject_deck *deck,
                       const char *output, size_t length, bool *unended)
{
    const char *end = output + length;
    size_t count = 0;
    memset(reading->times, 0, deck->texts * sizeof *reading->times);
    for (; output < end; count++) {
        const char *newline = memchr(output, '\n', (size_t)(end - output));
        *unended = newline == NULL;
        const char *stop = newline != NULL ? newline : end;
        const uint32_t text = subject_deck_find(deck, output, (size_t)(stop - output));
        if (count == reading->want || text == SUBJECT_NONE ||
            (reading->times[text]++ == deck->copies && !reading->put_back))
            return false;
        reading->items[count] = text;
        output = newline != NULL ? newline + 1 : end;
    }
    return count == reading->want;
}

bool subject_read_lines(struct subject_reading *reading, const struct subject_deck *deck,
                        const char *output, size_t length, uint64_t trial,
                        audit_source *source, bool *unended, struct finding *finding)
{
    *unended = false;
    if (!read_texts(reading, deck, output, length, unended)) {
        finding_set_lines(deck, output, length, reading->want, reading->put_back,
                          reading->times, trial, finding);
        return false;
    }
    tell_copies_apart(reading, deck, source);
    return true;
}
