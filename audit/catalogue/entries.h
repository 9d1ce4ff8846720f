/* SPDX-License-Identifier: MIT
 *
 * entries.h - the rows of the catalogue, in the order in which they are listed.
 *
 * ENTRY(function, fields...) is one shuffle: audit_shuffle_<function> does the work, the
 * fields are those of audit_shuffle (catalogue.h). This file has no guard, because it is
 * included twice: catalogue.c makes the list of these rows, parts.h the prototypes.
 * tests/audit/catalogue/ proves by enumeration what the rows say.
 */
/* clang-format off */

/* ---- fair -------------------------------------------------------------------------- */

ENTRY(original,
      .name = "original",
      .title = "Fisher and Yates, by striking out",
      .story = "The first of all: strike out the k-th card that is left and write it on a "
               "new list; it is fair, but takes time n squared.",
      .origin = "Fisher and Yates 1938",
      .fair = 1,
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(removing,
      .name = "removing",
      .title = "Fisher and Yates, by removing",
      .story = "The k-th card is taken out of the deck and put on a new one; it is fair, "
               "but each removal moves all the cards after it.",
      .origin = "Fisher and Yates 1938, as tutorials write it with lists",
      .fair = 1,
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(down,
      .name = "down",
      .title = "Fisher-Yates in place, from the end",
      .story = "Each position, from the last to the second, is swapped with itself or with "
               "a random one before it.",
      .origin = "Durstenfeld 1964, Knuth's Algorithm P",
      .fair = 1,
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(up,
      .name = "up",
      .title = "Fisher-Yates in place, from the front",
      .story = "The same in the other direction: each position is swapped with itself or "
               "with a random one after it.",
      .origin = "Durstenfeld 1964, Knuth",
      .fair = 1,
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(inside_out,
      .name = "inside-out",
      .title = "inside-out, into a copy",
      .story = "Builds a shuffled copy card by card, without knowing how many cards will "
               "come; the source and the copy must not be the same array.",
      .origin = "textbooks, after Durstenfeld and Knuth",
      .fair = 1,
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(inside_out_swap,
      .name = "inside-out-swap",
      .title = "inside-out, by swaps",
      .story = "Inside-out in an array that already holds the cards: each position, from "
               "the second to the last, is swapped with itself or with one before it.",
      .origin = "textbooks, after Durstenfeld and Knuth",
      .fair = 1,
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(keys_redraw,
      .name = "keys-redraw",
      .title = "sorted by random keys that all differ",
      .story = "Each card gets a random key, drawn again if it is taken, and the cards are "
               "sorted by their keys; it is fair because there are no ties.",
      .origin = "the cure for ties among keys",
      .parameter = {"bits of a key", 1, 63, 32, 0},
      .fair = 1,
      .unbounded = 1,
      .formula = AUDIT_FORMULA_FAIR)

ENTRY(coin_quick_random,
      .name = "coin-quick-random",
      .title = "quicksort with a coin, random pivot",
      .story = "A coin decides each comparison, but this one is fair: the pivot is a random "
               "card, so by symmetry every card has the same chances.",
      .origin = "Hoare's quicksort of 1961, which picks a random pivot",
      .fair = 1,
      .formula = AUDIT_FORMULA_FAIR)

/* ---- Fisher-Yates, nearly ---------------------------------------------------------- */

ENTRY(swap_with_any,
      .name = "swap-with-any",
      .title = "every card swapped with any position",
      .story = "The popular mistake: its n^n equally likely sequences of choices cannot be "
               "spread evenly over n! orders if n is more than 2.",
      .origin = "recipes in many languages; Atwood's 3 cards",
      .structure = AUDIT_STEPS)

ENTRY(swap_with_any_down,
      .name = "swap-with-any-down",
      .title = "the same, from the end",
      .story = "The popular mistake with a loop that runs from the last card to the first; "
               "other orders are too likely.",
      .origin = "recipes in many languages",
      .structure = AUDIT_STEPS)

ENTRY(step_short,
      .name = "step-short",
      .title = "one step short",
      .story = "The loop down runs while i > 1 instead of i > 0, so the two cards left "
               "at the front are never swapped.",
      .origin = "common in code reviews",
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(sattolo,
      .name = "sattolo",
      .title = "Sattolo's cycle",
      .story = "It never chooses the position itself, which is right for a random cycle and "
               "wrong for a shuffle: no card can stay where it was.",
      .origin = "Sattolo 1986; copied as a shuffle by articles",
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(stops_early,
      .name = "stops-early",
      .title = "the last card forgotten",
      .story = "The loop goes from 1 to n-2 instead of n-1, so the last card never moves.",
      .origin = "an article with five versions of Fisher-Yates",
      .structure = AUDIT_STEPS | AUDIT_ONCE)

ENTRY(one_too_far,
      .name = "one-too-far",
      .title = "one position too far",
      .story = "After the first step, which is right, it may choose the card that was "
               "placed just before, and move it again.",
      .origin = "the worked example of a tutorial, if coded as written",
      .structure = AUDIT_STEPS)

ENTRY(never_last,
      .name = "never-last",
      .title = "the poker shuffle",
      .story = "Swaps every card with any position but the last, so the last card can never "
               "stay last.",
      .origin = "ASF Software, Planet Poker, 1999",
      .structure = AUDIT_STEPS)

ENTRY(math_round,
      .name = "math-round",
      .title = "rounded instead of truncated",
      .story = "Math.round(Math.random() * i) gives the first and the last position half of "
               "their share.",
      .origin = "common in JavaScript",
      .structure = AUDIT_STEPS)

ENTRY(reinsert,
      .name = "reinsert",
      .title = "every card removed and put back anywhere",
      .story = "Cards are moved instead of swapped, but again n^n sequences of choices "
               "cannot be spread evenly over n! orders if n is more than 2.",
      .origin = "a variant of swap-with-any")

/* ---- a number of swaps ------------------------------------------------------------- */

ENTRY(transpositions,
      .name = "transpositions",
      .title = "random swaps",
      .story = "Swaps two random positions again and again; every swap brings it closer to "
               "fair, and none makes it fair.",
      .origin = "proposed by readers of many articles",
      .parameter = {"swaps", 1, AUDIT_REPETITIONS, 0, 0},
      .repeats = 1,
      .formula = AUDIT_FORMULA_SWAPS,
      .grid = {.values = {1, 2, 4, 8, 16}, .quarters = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16}})

ENTRY(distinct_swaps,
      .name = "distinct-swaps",
      .title = "random swaps of two different cards",
      .story = "Each swap turns an even order into an odd one or back, so after a fixed number of swaps "
               "half of all orders can never come out.",
      .origin = "transpositions, improved for the worse",
      .parameter = {"swaps", 1, AUDIT_REPETITIONS, 0, 0},
      .repeats = 1,
      .formula = AUDIT_FORMULA_DISTINCT_SWAPS,
      .grid = {.parity = 1, .values = {1}, .quarters = {1, 2, 3, 4, 6, 8, 12, 16}})

ENTRY(adjacent_swaps,
      .name = "adjacent-swaps",
      .title = "random swaps of neighbours",
      .story = "Cards move one step at a time and do not get far, and after a fixed number of "
               "swaps half of all orders are impossible.",
      .origin = "common knowledge",
      .parameter = {"swaps", 1, AUDIT_REPETITIONS, 0, 0},
      .repeats = 1,
      .formula = AUDIT_FORMULA_ADJACENT_SWAPS,
      .grid = {.parity = 1, .values = {1}, .quarters = {2, 4, 8, 16, 32, 64, 128, 255}})

ENTRY(transpositions,
      .name = "keeps-the-deck",
      .title = "random swaps of the last deck",
      .story = "As transpositions, but each shuffle starts from the order that the last one "
               "left: single orders look fair, but each depends on the one before.",
      .origin = "common knowledge",
      .parameter = {"swaps", 1, AUDIT_REPETITIONS, 0, 0},
      .keeps = 1,
      .repeats = 1,
      .formula = AUDIT_FORMULA_SWAPS,
      .grid = {.values = {1}, .quarters = {1, 2, 3, 4, 6, 8, 10, 12, 16}})

/* ---- sorts ------------------------------------------------------------------------- */

ENTRY(keys,
      .name = "keys",
      .title = "sorted by random keys",
      .story = "Cards with equal keys keep their order, so it is nearly fair if ties are "
               "rare, as with keys of 53 bits, but not with keys of 8 bits.",
      .origin = "common; order by random()",
      .parameter = {"bits of a key", 1, 63, 8, 0},
      .structure = AUDIT_KEYS,
      .formula = AUDIT_FORMULA_KEYS,
      .grid = {.values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}})

ENTRY(coin_insertion,
      .name = "coin-insertion",
      .title = "insertion sort with a coin",
      .story = "The comparison is a coin flip, and the last card stays last in half of all "
               "shuffles.",
      .origin = "sort(() => Math.random() - 0.5) in Chromium 156, with few cards",
      .structure = AUDIT_COINS,
      .formula = AUDIT_FORMULA_INSERTION)

ENTRY(coin_timsort,
      .name = "coin-timsort",
      .title = "TimSort with a coin",
      .story = "The comparison is a coin flip; three cards stay as they are in 6 of 16 "
               "shuffles, and are merely reversed in 5.",
      .origin = "sort(() => Math.random() - 0.5) in node 20, fewer than 64 cards; Python",
      .structure = AUDIT_COINS,
      .formula = AUDIT_FORMULA_TIMSORT)

ENTRY(coin_selection,
      .name = "coin-selection",
      .title = "selection sort with a coin",
      .story = "The comparison is a coin flip, and the later a card stands, the more "
               "likely it is to come first.",
      .origin = "sort with a random comparison",
      .structure = AUDIT_COINS,
      .formula = AUDIT_FORMULA_SELECTION)

ENTRY(coin_exchange,
      .name = "coin-exchange",
      .title = "exchange sort with a coin",
      .story = "A coin is flipped for each pair of positions, and heads means that they are swapped.",
      .origin = "sort with a random comparison",
      .structure = AUDIT_STEPS)

ENTRY(coin_bubble,
      .name = "coin-bubble",
      .title = "bubble sort with a coin",
      .story = "A coin is flipped for every two neighbours in n-1 shrinking passes, and the "
               "last card stays last in half of all shuffles.",
      .origin = "sort with a random comparison",
      .structure = AUDIT_STEPS)

ENTRY(coin_merge,
      .name = "coin-merge",
      .title = "merge sort with a coin",
      .story = "The comparison is a coin flip; if n is a power of two, each card is equally "
               "likely at each position, though the orders are not.",
      .origin = "qsort() of the GNU C library 2.36 with a random comparison",
      .structure = AUDIT_COINS,
      .formula = AUDIT_FORMULA_MERGE)

ENTRY(coin_quick,
      .name = "coin-quick",
      .title = "quicksort with a coin, first pivot",
      .story = "The comparison is a coin flip, and the pivot is the first card, which tends "
               "to end up in the middle.",
      .origin = "sort with a random comparison",
      .structure = AUDIT_COINS,
      .formula = AUDIT_FORMULA_QUICK)

ENTRY(coin_heap,
      .name = "coin-heap",
      .title = "heapsort with a coin",
      .story = "The comparison is a coin flip, and the sort asks again and again which card "
               "is the largest.",
      .origin = "sort with a random comparison")

/* ---- cards ------------------------------------------------------------------------- */

ENTRY(riffle,
      .name = "riffle",
      .title = "riffle shuffles",
      .story = "The deck is cut in two and the halves are interleaved; seven riffles of 52 "
               "cards are still a third away from fair.",
      .origin = "Gilbert, Shannon and Reeds; Bayer and Diaconis 1992",
      .parameter = {"riffles", 1, AUDIT_REPETITIONS, 7, 0},
      .repeats = 1,
      .structure = AUDIT_KEYS | AUDIT_COINS,
      .formula = AUDIT_FORMULA_RIFFLE,
      .grid = {.values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}})

ENTRY(overhand,
      .name = "overhand",
      .title = "overhand shuffles",
      .story = "Packets of about four cards are laid on top of each other, which leaves "
               "neighbours together for a very long time.",
      .origin = "the card table",
      .parameter = {"shuffles", 1, AUDIT_REPETITIONS, 7, 0},
      .repeats = 1,
      .formula = AUDIT_FORMULA_OVERHAND,
      .grid = {.values = {1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 30, 50}})

ENTRY(rotation,
      .name = "rotation",
      .title = "cut once",
      .story = "Every card is at every position equally often, and yet only n of the n! "
               "orders ever come.",
      .origin = "the classic counterexample to position counts",
      .structure = AUDIT_FEW)

ENTRY(rotation_flip,
      .name = "rotation-flip",
      .title = "cut once, maybe reversed",
      .story = "Rotations forwards and backwards: each card is equally often everywhere, "
               "but with 4 cards or more, only 2n of the n! orders ever come up.",
      .origin = "the dihedral group",
      .structure = AUDIT_FEW)

ENTRY(affine,
      .name = "affine",
      .title = "multiply and add",
      .story = "Position i gets card a i + b modulo n; for a prime n any two cards are at "
               "any two positions equally often, though few orders ever come.",
      .origin = "the affine group",
      .structure = AUDIT_FEW)

ENTRY(even_only,
      .name = "even-only",
      .title = "even orders only",
      .story = "A fair shuffle with one more swap if the order is odd: half of all orders "
               "never come, and only the sign shows it.",
      .origin = "the alternating group",
      .formula = AUDIT_FORMULA_EVEN_ONLY)

/* ---- parts of a shuffle ------------------------------------------------------------ */

ENTRY(buffer,
      .name = "buffer",
      .title = "a shuffle buffer",
      .story = "A random card of a buffer goes out and the next one comes in, so late cards "
               "cannot come first unless the buffer holds the whole deck.",
      .origin = "loaders of training data",
      .parameter = {"cards in the buffer", 1, FAIRAUDIT_MOST, 0, 1},
      .structure = AUDIT_STEPS | AUDIT_ONCE,
      .grid = {.below_cards = 1,
               .values = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192},
               .quarters = {1, 2, 3},
               .less = {1, 2, 3, 5}})

ENTRY(blocks,
      .name = "blocks",
      .title = "blocks shuffled, not their contents",
      .story = "The order of the blocks is fair, but cards of the same block stay "
               "together.",
      .origin = "files shuffled in chunks",
      .parameter = {"cards in a block", 2, FAIRAUDIT_MOST, 2, 0},
      .structure = AUDIT_ONCE,
      .formula = AUDIT_FORMULA_BLOCKS,
      .grid = {.below_cards = 1,
               .values = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 26, 32, 64}})

ENTRY(promoted,
      .name = "promoted",
      .title = "the first card promoted",
      .story = "A fair shuffle, after which the card that was first before it is put "
               "first again, by default in 1 of 100 shuffles.",
      .origin = "a cheat",
      .parameter = {"percent", 1, AUDIT_PERCENT, 1, 0},
      .structure = AUDIT_SPLIT,
      .formula = AUDIT_FORMULA_PROMOTED,
      .grid = {.values = {1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 65, 80, 100}})

ENTRY(repeats_last,
      .name = "repeats-last",
      .title = "the last order again",
      .story = "A fair shuffle that is left out, by default 1 time in 20, so the "
               "previous order comes again.",
      .origin = "a shuffle whose failure goes unnoticed",
      .parameter = {"percent", 1, AUDIT_PERCENT, 5, 0},
      .keeps = 1,
      .structure = AUDIT_SPLIT,
      .formula = AUDIT_FORMULA_REPEATS_LAST,
      .grid = {.values = {1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 65, 80, 99}})

/* clang-format on */
