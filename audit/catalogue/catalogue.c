/* SPDX-License-Identifier: MIT
 *
 * catalogue.c - the list of the textbook shuffles, right and wrong. The shuffles are in
 * fair.c, _swaps.c, _sorts.c and _cards.c;
 * tests/audit/catalogue/test_catalogue.c proves by enumeration what is said of them here.
 */
#include "audit/catalogue/catalogue.h"

#include <string.h>

#include "audit/catalogue/parts.h"

/* More repetitions take too long, and tell nothing more. */
enum { REPETITIONS = 100000 };

const audit_shuffle audit_catalogue[] = {
    /* ---- fair ---------------------------------------------------------------------- */
    {.name = "original",
     .title = "Fisher and Yates, by striking out",
     .story = "The first of all: strike out the k-th card that is left and write it on a "
              "new list, which is fair but takes time n squared.",
     .origin = "Fisher and Yates 1938",
     .fair = 1,
     .run = audit_shuffle_original},
    {.name = "removing",
     .title = "Fisher and Yates, by removing",
     .story = "The k-th card is taken out of the deck and put on a new one, which is "
              "fair, but each removal moves all the cards behind it.",
     .origin = "Fisher and Yates 1938, as tutorials write it with lists",
     .fair = 1,
     .run = audit_shuffle_removing},
    {.name = "down",
     .title = "Fisher-Yates in place, from the end",
     .story = "Each place, from the last to the second, gets one of the cards at it or "
              "before it, and that is all there is to do.",
     .origin = "Durstenfeld 1964, Knuth's Algorithm P",
     .fair = 1,
     .run = audit_shuffle_down},
    {.name = "up",
     .title = "Fisher-Yates in place, from the front",
     .story = "The same in the other direction: each place gets one of the cards at it "
              "or behind it.",
     .origin = "Durstenfeld 1964, Knuth",
     .fair = 1,
     .run = audit_shuffle_up},
    {.name = "inside-out",
     .title = "inside-out, into a copy",
     .story = "Builds a shuffled copy card by card, which need not know how many will "
              "come; source and copy must not be the same array.",
     .origin = "textbooks, after Durstenfeld and Knuth",
     .fair = 1,
     .run = audit_shuffle_inside_out},
    {.name = "inside-out-swap",
     .title = "inside-out, by swaps",
     .story = "Inside-out in an array that already holds the cards: each place, from the "
              "second to the last, is swapped with itself or one before it.",
     .origin = "textbooks, after Durstenfeld and Knuth",
     .fair = 1,
     .run = audit_shuffle_inside_out_swap},
    {.name = "keys-redraw",
     .title = "sorted by random keys that all differ",
     .story =
         "Each card gets a random key, drawn again if it is taken, and the cards are "
         "sorted by their keys, which is fair because there are no ties.",
     .origin = "the cure for ties among keys",
     .parameter = {"bits of a key", 1, 63, 32, 0},
     .fair = 1,
     .unbounded = 1,
     .run = audit_shuffle_keys_redraw},
    {.name = "coin-quick-random",
     .title = "quicksort with a coin, random pivot",
     .story =
         "A coin decides each comparison, and yet this one is fair: the pivot is any "
         "card, so that by symmetry every card has the same chances.",
     .origin = "measured as 20 % everywhere after the browser ballot of 2010",
     .fair = 1,
     .run = audit_shuffle_coin_quick_random},

    /* ---- Fisher-Yates, nearly ------------------------------------------------------ */
    {.name = "swap-with-any",
     .title = "every card swapped with any place",
     .story = "The popular mistake: n^n equally likely ways cannot be spread evenly over "
              "n! orders if n is more than 2.",
     .origin = "recipes in many languages; Atwood's 3 cards",
     .run = audit_shuffle_swap_with_any},
    {.name = "swap-with-any-down",
     .title = "the same, from the end",
     .story =
         "The popular mistake with a loop that runs from the last card to the first, "
         "which makes other orders likely.",
     .origin = "recipes in many languages",
     .run = audit_shuffle_swap_with_any_down},
    {.name = "step-short",
     .title = "one step short",
     .story = "The loop down ends at i > 1 where it should end at i > 0, so that the two "
              "cards left at the front are not swapped any more.",
     .origin = "common in code reviews",
     .run = audit_shuffle_step_short},
    {.name = "sattolo",
     .title = "Sattolo's cycle",
     .story = "Never chooses the place itself, which is right for a random cycle and "
              "wrong as a shuffle, for no card can stay where it was.",
     .origin = "Sattolo 1986; copied as a shuffle by articles",
     .run = audit_shuffle_sattolo},
    {.name = "stops-early",
     .title = "the last card forgotten",
     .story = "The loop goes from 1 to n-2 where it should go to n-1, so that the last "
              "card never moves.",
     .origin = "an article with five versions of Fisher-Yates",
     .run = audit_shuffle_stops_early},
    {.name = "one-too-far",
     .title = "one place too far",
     .story = "After the first step, which is right, it may choose the card that was "
              "placed just before, and move it again.",
     .origin = "the worked example of a tutorial, if coded as written",
     .run = audit_shuffle_one_too_far},
    {.name = "never-last",
     .title = "the poker shuffle",
     .story = "Swaps every card with any place but the last, so that the last card can "
              "never stay last.",
     .origin = "ASF Software, Planet Poker, 1999",
     .run = audit_shuffle_never_last},
    {.name = "math-round",
     .title = "rounded instead of cut off",
     .story = "Math.round(Math.random() * i) gives the first and the last place half of "
              "their share.",
     .origin = "common in JavaScript",
     .run = audit_shuffle_math_round},
    {.name = "reinsert",
     .title = "every card removed and put back anywhere",
     .story = "Cards are moved instead of swapped, but again n^n ways cannot be spread "
              "evenly over n! orders.",
     .origin = "a variant of swap-with-any",
     .run = audit_shuffle_reinsert},

    /* ---- a number of swaps --------------------------------------------------------- */
    {.name = "transpositions",
     .title = "random swaps",
     .story = "Swaps two random places again and again, which comes nearer to fair with "
              "every swap and never gets there.",
     .origin = "proposed by readers of many an article",
     .parameter = {"swaps", 1, REPETITIONS, 0, 0},
     .repeats = 1,
     .run = audit_shuffle_transpositions},
    {.name = "distinct-swaps",
     .title = "random swaps of two different cards",
     .story = "Each swap changes odd to even and back, so that after a fixed number of "
              "them half of all orders can never come out.",
     .origin = "an improvement of transpositions that is none",
     .parameter = {"swaps", 1, REPETITIONS, 0, 0},
     .repeats = 1,
     .run = audit_shuffle_distinct_swaps},
    {.name = "adjacent-swaps",
     .title = "random swaps of neighbours",
     .story = "Cards walk step by step and hardly get away, and after a fixed number of "
              "swaps half of all orders are impossible.",
     .origin = "common knowledge",
     .parameter = {"swaps", 1, REPETITIONS, 0, 0},
     .repeats = 1,
     .run = audit_shuffle_adjacent_swaps},
    {.name = "keeps-the-deck",
     .title = "random swaps of the last deck",
     .story = "As transpositions, but each shuffle starts from the order that the last "
              "one left, which looks fair one by one and gives the next order away.",
     .origin = "common knowledge",
     .parameter = {"swaps", 1, REPETITIONS, 0, 0},
     .keeps = 1,
     .repeats = 1,
     .run = audit_shuffle_transpositions},

    /* ---- sorts --------------------------------------------------------------------- */
    {.name = "keys",
     .title = "sorted by random keys",
     .story =
         "Cards with equal keys keep their order, so that it is as fair as there are "
         "few ties: keys of 53 bits will do, keys of 8 bits will not.",
     .origin = "common; order by random()",
     .parameter = {"bits of a key", 1, 63, 8, 0},
     .run = audit_shuffle_keys},
    {.name = "coin-insertion",
     .title = "insertion sort with a coin",
     .story =
         "The comparison is a coin flip, and the last card stays last in half of all "
         "shuffles, as did a browser on a ballot of five.",
     .origin = "browser ballot 2010",
     .run = audit_shuffle_coin_insertion},
    {.name = "coin-timsort",
     .title = "TimSort with a coin",
     .story =
         "The comparison is a coin flip, and three cards stay as they are in 6 of 16 "
         "shuffles and are just turned round in 5.",
     .origin = "sort(() => Math.random() - 0.5) in node 20, fewer than 64 cards; Python",
     .run = audit_shuffle_coin_timsort},
    {.name = "coin-selection",
     .title = "selection sort with a coin",
     .story =
         "The comparison is a coin flip, and the later a card stands the more likely "
         "it is to come first.",
     .origin = "sort with a random comparison",
     .run = audit_shuffle_coin_selection},
    {.name = "coin-exchange",
     .title = "exchange sort with a coin",
     .story = "A coin is flipped for each pair of places, and heads swap them.",
     .origin = "sort with a random comparison",
     .run = audit_shuffle_coin_exchange},
    {.name = "coin-bubble",
     .title = "bubble sort with a coin",
     .story = "A coin is flipped for each two neighbours in n-1 shrinking passes, and "
              "the last card stays last in half of all shuffles.",
     .origin = "sort with a random comparison",
     .run = audit_shuffle_coin_bubble},
    {.name = "coin-merge",
     .title = "merge sort with a coin",
     .story = "The comparison is a coin flip, and whenever n is a power of two each card "
              "is exactly as likely at each place, though the orders are not.",
     .origin = "qsort() of the GNU C library 2.36 with a random comparison",
     .run = audit_shuffle_coin_merge},
    {.name = "coin-quick",
     .title = "quicksort with a coin, first pivot",
     .story = "The comparison is a coin flip and the pivot the first card, which so "
              "prefers the middle.",
     .origin = "sort with a random comparison",
     .run = audit_shuffle_coin_quick},
    {.name = "coin-heap",
     .title = "heapsort with a coin",
     .story = "The comparison is a coin flip, and which card is the largest of all is "
              "asked again and again.",
     .origin = "sort with a random comparison",
     .run = audit_shuffle_coin_heap},

    /* ---- cards --------------------------------------------------------------------- */
    {.name = "riffle",
     .title = "riffle shuffles",
     .story = "The deck is cut in two and the halves fall together, and for 52 cards "
              "seven times are still a third away from fair.",
     .origin = "Gilbert, Shannon and Reeds; Bayer and Diaconis 1992",
     .parameter = {"riffles", 1, REPETITIONS, 7, 0},
     .repeats = 1,
     .run = audit_shuffle_riffle},
    {.name = "overhand",
     .title = "overhand shuffles",
     .story = "Packets of about four cards are laid one upon the other, which leaves "
              "neighbours together for a very long time.",
     .origin = "the card table",
     .parameter = {"shuffles", 1, REPETITIONS, 7, 0},
     .repeats = 1,
     .run = audit_shuffle_overhand},
    {.name = "rotation",
     .title = "cut once",
     .story = "Every card is at every place equally often, and still only n of the n! "
              "orders ever come.",
     .origin = "the classic counterexample to position counts",
     .run = audit_shuffle_rotation},
    {.name = "rotation-flip",
     .title = "cut once, maybe turned round",
     .story = "Rotations forwards and backwards: each card is equally often everywhere, "
              "but only 2n orders ever come, which is all of them for 3 cards alone.",
     .origin = "the dihedral group",
     .run = audit_shuffle_rotation_flip},
    {.name = "affine",
     .title = "multiply and add",
     .story = "Place i gets card a i + b modulo n, and for a prime n each two cards are "
              "at each two places equally often, though few orders ever come.",
     .origin = "the affine group",
     .run = audit_shuffle_affine},
    {.name = "even-only",
     .title = "even orders only",
     .story = "A fair shuffle with one more swap if the order is odd: half of all orders "
              "never come, and only the sign shows it.",
     .origin = "the alternating group",
     .run = audit_shuffle_even_only},

    /* ---- parts of a shuffle -------------------------------------------------------- */
    {.name = "buffer",
     .title = "a shuffle buffer",
     .story = "A random card of a buffer goes out and the next one comes in, so that "
              "late cards cannot come first unless the buffer holds the whole deck.",
     .origin = "loaders of training data",
     .parameter = {"cards in the buffer", 1, FAIRAUDIT_MOST, 0, 1},
     .run = audit_shuffle_buffer},
    {.name = "blocks",
     .title = "blocks shuffled, not what is in them",
     .story = "The order of the blocks is fair, but cards of the same block stay "
              "together.",
     .origin = "files shuffled in chunks",
     .parameter = {"cards in a block", 2, FAIRAUDIT_MOST, 2, 0},
     .run = audit_shuffle_blocks},
    {.name = "promoted",
     .title = "the first card promoted",
     .story = "A fair shuffle, after which the first card is put first again in one case "
              "of a hundred.",
     .origin = "a cheat",
     .parameter = {"percent", 1, 100, 1, 0},
     .run = audit_shuffle_promoted},
    {.name = "repeats-last",
     .title = "the last order again",
     .story = "A fair shuffle that is forgotten in one case of twenty, so that the order "
              "before comes again.",
     .origin = "a shuffle that fails and nobody looks",
     .parameter = {"percent", 1, 100, 5, 0},
     .keeps = 1,
     .run = audit_shuffle_repeats_last},
    {.name = NULL},
};

const audit_shuffle *audit_find(const char *name)
{
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}
