// SPDX-License-Identifier: MIT
//
// catalogue.js - the shuffles and the random numbers of the catalogue, in English: a title, a
// story, where it comes from, and what its number means. lab/test/core_words.mjs compares the
// names with those of the C core.

export const catalogue = {
    fair: "fair",
    wrong: "wrong",
    source: (origin) => `Source: ${origin}.`,
    /** A title with its number: "Riffle shuffles (7)". */
    numbered: (title, number) => `${title} (${number})`,
    /** A shuffle and the random numbers that it uses. */
    both: (shuffle, die) => `${shuffle}, random numbers: ${die}`,

    shuffles: {
        "original": {
            title: "Fisher-Yates, with pencil and paper",
            story: "The original: strike out the k-th of the cards that are left, for " +
                "a random k, and write it on a new list. Fair, but the time grows " +
                "with the square of the number of cards.",
            origin: "Fisher and Yates, 1938",
        },
        "removing": {
            title: "Fisher-Yates, by removing",
            story: "Take a random card out of the deck and put it onto a new deck, " +
                "until none are left. Fair, but each removal shifts all the cards after " +
                "it.",
            origin: "Fisher and Yates, 1938, as tutorials write it with lists",
        },
        "down": {
            title: "Fisher-Yates, from the end",
            story: "Swap the last card with a random one: itself or any card before " +
                "it. Then do the same with the last but one, and so on down to the " +
                "second.",
            origin: "Durstenfeld, 1964; Knuth’s Algorithm P",
        },
        "up": {
            title: "Fisher-Yates, from the front",
            story: "The same in the other direction: swap each card with a random " +
                "one, either itself or any card after it.",
            origin: "Durstenfeld, 1964; Knuth",
        },
        "inside-out": {
            title: "Inside-out, into a copy",
            story: "Builds a shuffled copy card by card, without knowing how many " +
                "cards are still to come. Source and copy must be different arrays.",
            origin: "textbooks, after Durstenfeld and Knuth",
        },
        "inside-out-swap": {
            title: "Inside-out, in place",
            story: "Inside-out in one array: swap each card, from the second to the " +
                "last, with a random one, either itself or any card before it.",
            origin: "textbooks, after Durstenfeld and Knuth",
        },
        "keys-redraw": {
            title: "Sort by random keys, no ties",
            story: "Each card draws a random key, and draws again if the key is taken. Then the " +
                "cards are sorted by key. Without ties this is fair.",
            origin: "the cure for ties among keys",
            parameter: "bits per key",
        },
        "coin-quick-random": {
            title: "Sort with a coin: quicksort, random pivot",
            story: "A coin decides each comparison. This is the only sort with a coin " +
                "here that is still fair: the pivot is a random card, so every card " +
                "has the same chances.",
            origin: "Hoare’s quicksort of 1961, which picks a random pivot",
        },
        "swap-with-any": {
            title: "Swap with any card",
            story: "Swap each card with a card anywhere in the deck. That gives nⁿ " +
                "equally likely ways to roll, and for more than 2 cards they cannot be " +
                "shared evenly among the n! orders.",
            origin: "recipes in many languages; Jeff Atwood’s three cards",
        },
        "swap-with-any-down": {
            title: "Swap with any card, from the end",
            story: "The same mistake with a loop from the last card to the first. It " +
                "favours different orders.",
            origin: "recipes in many languages",
        },
        "step-short": {
            title: "One step short",
            story: "Fisher-Yates with a loop that runs while i > 1 instead of i > 0: " +
                "the two cards left at the front are never swapped.",
            origin: "common in code reviews",
        },
        "sattolo": {
            title: "Sattolo’s cycle",
            story: "It never picks the card itself, so no card can stay where it was. Right for " +
                "a random cycle, wrong for a shuffle.",
            origin: "Sattolo, 1986; presented as a shuffle in articles",
        },
        "stops-early": {
            title: "The last card is forgotten",
            story: "The loop runs from 1 to n − 2 instead of n − 1, so the last card " +
                "never moves.",
            origin: "an article with five versions of Fisher-Yates",
        },
        "one-too-far": {
            title: "One position too far",
            story: "From the second step on, it may pick the card that was just placed " +
                "and move it again.",
            origin: "the worked example of a tutorial, if coded as written",
        },
        "never-last": {
            title: "The poker shuffle (1999)",
            story: "Swaps each card with any card except the last, so the last card can never " +
                "stay last.",
            origin: "ASF Software, Planet Poker, 1999",
        },
        "math-round": {
            title: "Rounded, not rounded down",
            story: "Math.round(Math.random() * i) gives the first and the last " +
                "position only half of their fair share.",
            origin: "common in JavaScript",
        },
        "reinsert": {
            title: "Take out, put back anywhere",
            story: "Cards are moved instead of swapped. Again there are nⁿ equally likely ways " +
                "to roll for n! orders.",
            origin: "a variant of “swap with any card”",
        },
        "transpositions": {
            title: "Random swaps",
            story: "Swap two random positions again and again. Every swap brings the deck closer " +
                "to fair, and none gets it there.",
            origin: "proposed by readers of many articles",
            parameter: "swaps",
        },
        "distinct-swaps": {
            title: "Random swaps of two different cards",
            story: "Each swap turns an even order into an odd one, or back. After a fixed number " +
                "of swaps, half of all orders are impossible.",
            origin: "random swaps, “improved”",
            parameter: "swaps",
        },
        "adjacent-swaps": {
            title: "Random swaps of neighbours",
            story: "Cards move one step at a time and do not get far. And after a fixed number " +
                "of swaps, half of all orders are impossible.",
            origin: "common knowledge",
            parameter: "swaps",
        },
        "keeps-the-deck": {
            title: "Random swaps, deck not put back in order",
            story: "Each shuffle starts from the order that the previous one left. Every " +
                "order looks fair on its own, but each depends on the one before.",
            origin: "common knowledge",
            parameter: "swaps",
        },
        "keys": {
            title: "Sort by random keys",
            story: "Cards with equal keys keep their order. That is nearly fair if " +
                "ties are rare, as with 53 bits per key, but not with 8.",
            origin: "common; ORDER BY random()",
            parameter: "bits per key",
        },
        "coin-insertion": {
            title: "Sort with a coin: insertion sort",
            story: "Each comparison is a coin flip. The last card stays last in half of all " +
                "shuffles.",
            origin: "sort(() => Math.random() - 0.5) in Chromium 156, with few cards",
        },
        "coin-timsort": {
            title: "Sort with a coin: TimSort",
            story: "Each comparison is a coin flip. Three cards stay as they are in 6 of 16 " +
                "shuffles, and are simply reversed in 5.",
            origin: "sort(() => Math.random() - 0.5) in Node 20 with fewer than 64 cards; Python",
        },
        "coin-selection": {
            title: "Sort with a coin: selection sort",
            story: "Each comparison is a coin flip. The later a card starts, the more likely it " +
                "is to come first.",
            origin: "sorting with a random comparison",
        },
        "coin-exchange": {
            title: "Sort with a coin: exchange sort",
            story: "A coin is flipped for each pair of positions. Heads swaps the two " +
                "cards.",
            origin: "sorting with a random comparison",
        },
        "coin-bubble": {
            title: "Sort with a coin: bubble sort",
            story: "A coin is flipped for each pair of neighbours, in n − 1 shrinking " +
                "passes. The last card stays last in half of all shuffles.",
            origin: "sorting with a random comparison",
        },
        "coin-merge": {
            title: "Sort with a coin: merge sort",
            story: "Each comparison is a coin flip. If n is a power of two, every card " +
                "is equally likely at every position, but the orders are still not " +
                "equally likely.",
            origin: "qsort() of the GNU C library 2.36 with a random comparison",
        },
        "coin-quick": {
            title: "Sort with a coin: quicksort, first pivot",
            story: "Each comparison is a coin flip. The pivot is the first card, which tends to " +
                "end up in the middle.",
            origin: "sorting with a random comparison",
        },
        "coin-heap": {
            title: "Sort with a coin: heapsort",
            story: "Each comparison is a coin flip, and the sort asks again and again which card " +
                "is the largest.",
            origin: "sorting with a random comparison",
        },
        "riffle": {
            title: "Riffle shuffles",
            story: "Cut the deck in two and let the halves fall into each other. After " +
                "seven riffles of 52 cards, the distance from fair is still about a " +
                "third.",
            origin: "Gilbert, Shannon and Reeds; Bayer and Diaconis, 1992",
            parameter: "riffles",
        },
        "overhand": {
            title: "Overhand shuffles",
            story: "Packets of about four cards are dropped on top of each other. Neighbours stay " +
                "together for a very long time.",
            origin: "the card table",
            parameter: "shuffles",
        },
        "rotation": {
            title: "Cut once",
            story: "Every card is at every position equally often, and yet only n of " +
                "the n! orders ever come up.",
            origin: "the classic counterexample to counting positions",
        },
        "rotation-flip": {
            title: "Cut once, maybe reverse",
            story: "Every card is at every position equally often, but with 4 cards or " +
                "more, only 2n of the n! orders ever come up.",
            origin: "the dihedral group",
        },
        "affine": {
            title: "Multiply and add",
            story: "Position i gets card a·i + b modulo n. If n is prime, pairs of " +
                "cards are fair too, and yet few orders ever come up.",
            origin: "the affine group",
        },
        "even-only": {
            title: "Even orders only",
            story: "A fair shuffle, plus one swap if the order is odd. Half of all " +
                "orders never come up, and with many cards, only counting swaps shows it.",
            origin: "the alternating group",
        },
        "buffer": {
            title: "A shuffle buffer",
            story: "A random card leaves the buffer and the next card enters. Unless the buffer " +
                "holds the whole deck, late cards cannot come first.",
            origin: "loaders of training data",
            parameter: "cards in the buffer",
        },
        "blocks": {
            title: "Shuffle blocks, not cards",
            story: "The blocks are in a fair order, but the cards of a block stay together.",
            origin: "files shuffled in chunks",
            parameter: "cards per block",
        },
        "promoted": {
            title: "The first card gets a bonus",
            story: "A fair shuffle, but now and then (by default, 1 time in 100) the " +
                "card that was first before the shuffle goes back to the front.",
            origin: "a cheat",
            parameter: "percent",
        },
        "repeats-last": {
            title: "Sometimes it does nothing",
            story: "A fair shuffle that fails now and then (by default, 1 time in 20), " +
                "so that the previous order comes up again.",
            origin: "a shuffle whose failure goes unnoticed",
            parameter: "percent",
        },
    },

    dice: {
        "exact": {
            title: "perfect",
            story: "Random words that would favour some numbers are drawn again, so that every " +
                "number is exactly equally likely.",
        },
        "modulo": {
            title: "rand() % n",
            story: "The remainder of a random word favours small numbers. With 15 " +
                "bits, as on Windows, it does so by up to one part in 630 for 52 " +
                "cards; with 31 bits, by far too little to notice.",
            parameter: "bits per random word",
        },
        "scale": {
            title: "floor(random() * n)",
            story: "A random fraction times n, rounded down, is as uneven as the remainder, but " +
                "the favoured numbers are spread out.",
            parameter: "bits per fraction",
        },
        "few-seeds": {
            title: "a good generator with few seeds",
            story: "Each shuffle starts a good generator from a short seed. There cannot be more " +
                "orders than seeds.",
            parameter: "bits per seed",
        },
        "time-seeded": {
            title: "srand(time(NULL)) before each shuffle",
            story: "The 15-bit generator of Windows, seeded one second later each " +
                "time. Consecutive seeds give orders that depend on each other and are " +
                "spread too evenly.",
        },
        "clock-seeded": {
            title: "seeded with the time of day",
            story: "Borland’s 32-bit generator, seeded with one of the 86,400,000 milliseconds of " +
                "a day, as in the poker game that was broken in 1999.",
        },
        "java48": {
            title: "java.util.Random, seeded for each shuffle",
            story: "Its 48-bit state has fewer values than 17 cards have orders. With " +
                "17 cards or more, some orders never come up.",
        },
    },

    /** Functions of libfairshuf. */
    library: {
        shuffle: "fair_shuffle()",
        copy: "fair_shuffle_copy()",
        permutation: "fair_permutation32()",
        head: "fair_shuffle_head(), then the rest",
        cycle: "fair_cycle(), from the first card on",
        custom: "fair_shuffle_with() and a swap function",
    },
    libraryStory: "The fairshuf library, with its own generator and its own random numbers.",
    libraryOrigin: "libfairshuf",
};
