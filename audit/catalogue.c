/* SPDX-License-Identifier: MIT
 *
 * catalogue.c - the textbook shuffles, right and wrong.
 */
#include "catalogue.h"

#include <string.h>

static size_t choose(const audit_die *die, size_t m)
{
    return (size_t)die->choose(die->context, m);
}

static void swap(unsigned char *a, size_t i, size_t j)
{
    const unsigned char kept = a[i];
    a[i] = a[j];
    a[j] = kept;
}

/* Cards are at most 256, so that copies fit the stack. */
enum { MOST = 256 };

static void original(const audit_die *die, unsigned char *a, size_t n)
{
    unsigned char out[MOST] = {0};
    int struck[MOST] = {0};
    for (size_t left = n; left > 0; left--) {
        size_t skip = choose(die, left), at = 0;
        while (struck[at] || skip > 0) {
            skip -= !struck[at];
            at++;
        }
        struck[at] = 1;
        out[n - left] = a[at];
    }
    memcpy(a, out, n);
}

static void down(const audit_die *die, unsigned char *a, size_t n)
{
    for (size_t i = n; i-- > 1;)
        swap(a, i, choose(die, i + 1));
}

static void up(const audit_die *die, unsigned char *a, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        swap(a, i, i + choose(die, n - i));
}

static void inside_out(const audit_die *die, unsigned char *a, size_t n)
{
    unsigned char out[MOST] = {0};
    for (size_t i = 0; i < n; i++) {
        const size_t j = choose(die, i + 1);
        if (j < i)
            out[i] = out[j];
        out[j] = a[i];
    }
    memcpy(a, out, n);
}

static void swap_with_any(const audit_die *die, unsigned char *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        swap(a, i, choose(die, n));
}

static void sattolo(const audit_die *die, unsigned char *a, size_t n)
{
    for (size_t i = n; i-- > 1;)
        swap(a, i, choose(die, i));
}

static void stops_early(const audit_die *die, unsigned char *a, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++)
        swap(a, i, choose(die, i + 1));
}

const audit_shuffle audit_catalogue[] = {
    {"original", "Fisher and Yates, 1938, by striking out",
     "Write the cards down, strike out the k-th that is left, write it on a new list. "
     "Fair, "
     "but O(n^2).",
     1, original},
    {"down", "Fisher-Yates in place, from the end",
     "Durstenfeld 1964, Knuth's Algorithm P: place i gets one of the cards 0 to i. Fair.",
     1, down},
    {"up", "Fisher-Yates in place, from the front",
     "The same the other way round: place i gets one of the cards i to n-1. Fair.", 1,
     up},
    {"inside-out", "inside-out", "Builds a shuffled copy, card by card. Fair.", 1,
     inside_out},
    {"swap-with-any", "every card swapped with any place",
     "The popular mistake: n^n ways cannot be spread evenly over n! orders.", 0,
     swap_with_any},
    {"sattolo", "Sattolo's cycle",
     "Off by one: never the place itself. Right for a random cycle, wrong as a shuffle: "
     "no "
     "card can stay in place.",
     0, sattolo},
    {"stops-early", "the last card forgotten",
     "Loops from 1 to n-2 instead of n-1: the last card never moves.", 0, stops_early},
    {NULL, NULL, NULL, 0, NULL},
};

const audit_shuffle *audit_find(const char *name)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}
