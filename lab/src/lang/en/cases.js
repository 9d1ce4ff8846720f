// SPDX-License-Identifier: MIT
//
// cases.js - texts of the part "Famous cases", in English.
import { count, plural } from "./numbers.js";

export const cases = {
    title: "Famous cases",
    lead: "Shuffles that went wrong in public, and traps in code that looks right. " +
        "Each has a picture you can try out, the cause, the damage and a source.",
    list: "Cases",
    groups: { public: "It happened", traps: "Traps" },
    all: "All cases",
    wrongTitle: "What went wrong",
    costTitle: "The damage",
    lessonTitle: "The lesson",
    sourcesTitle: "Sources",
    codeLabel: "Code; the wrong part is marked",
    rightLabel: "Code, as it should be",
    commandsLabel: "Commands",
    proof: "The proof, with 3 cards",

    "planet-poker": {
        title: "Planet Poker",
        date: "September 1999",
        damage: "Five known cards gave away the other 47.",
        story: [
            "Planet Poker dealt Texas Hold’em for real money, using software by ASF. " +
            "Its shuffle code was published to show that the game was honest. " +
            "Some poker players at Reliable Software Technologies, a security company, " +
            "read it.",
        ],
        wrong: [
            "Every card was swapped with a randomly chosen one, which is unfair even " +
            "when done right. And it was not done right: the last position was never " +
            "chosen, so the last card could never stay last.",
            "The generator was much worse. It had 32 bits, so it could deal at most " +
            "2³², or 4.29 billion, of the 8 × 10⁶⁷ decks. Before each hand, it was " +
            "seeded with the number of milliseconds since midnight, which left at " +
            "most 86,400,000 decks.",
        ],
        cost: [
            "The team wrote a program. It took five cards, the player’s two and the " +
            "first three on the table, and showed all the others while the hand was " +
            "still being played. With the server’s clock as a guide, it had to try " +
            "only about 200,000 seeds.",
            "The team said that it never used the program for gain. CNN reported the " +
            "story; ASF said that it had fixed the fault two days earlier. " +
            "Planet Poker said that players in the affected games got their money back.",
        ],
        lesson: [
            "A shuffle is only as good as its seed. Take the seed from the operating " +
            "system’s random numbers, at least 226 bits for 52 cards, and use " +
            "Fisher-Yates.",
        ],
    },
    poker: {
        title: "Sit at the table",
        lead: "This page deals a hand the way the site did in 1999. You see your two cards " +
            "and the flop, the first three cards on the table. Then your browser tries every " +
            "millisecond of the day.",
        own: "Your hole cards",
        table: "The flop",
        find: "Find the deck",
        deal: "Deal another hand",
        searching: "Trying 86,400,000 seeds …",
        known: (k) => (k === 0 ? "no card known" : k === 1 ? "1 card known"
            : `${k} cards known`),
        decks: (number) => plural(number, "deck"),
        found: (left, time) => (left === 1
            ? `Only one deck fits: the one shuffled at ${time}.`
            : `${left} decks fit. One more card shows which it is: the one shuffled at ` +
                `${time}.`),
        rest: "All the other cards, in the order they will appear:",
        mapTitle: "Which card ends up where, with 52 cards",
        picture: (known, rest) => `A deck of cards. ${known} cards are known, and the ` +
            `other ${rest} follow from them.`,
    },

    ballot: {
        title: "The browser ballot",
        date: "February 2010",
        damage: "Loaded in Internet Explorer, the ballot put that browser last about half " +
            "the time, not one time in five.",
        story: [
            "Microsoft had promised the European Commission that Windows would offer a " +
            "choice of browsers, in random order. The Slovak news site DSL.sk loaded " +
            "the page tens of thousands of times with Internet Explorer, and counted.",
        ],
        wrong: [
            "The page sorted the browsers with a comparison that flipped a coin. A " +
            "sort trusts its comparison and asks it only a few times, so some orders " +
            "come up far more often than others. What comes out depends on the sort, " +
            "and every browser has its own.",
            "Rob Weir of IBM explained the mistake. We do not know which sort Internet " +
            "Explorer used at the time, but a heapsort with a coin fits the reports: the " +
            "first browser in the list ends up last with probability 1/2, Chrome is " +
            "the most likely one at each of the first three positions, and the shares " +
            "run from 6% to 50%.",
        ],
        cost: [
            "The ballot was meant to settle an antitrust case of the European " +
            "Union against Microsoft. The mistake did not favour Microsoft, but it made " +
            "headlines all the same. It was fixed about two weeks after the " +
            "first reports.",
        ],
        lesson: ["Microsoft replaced the sort with Fisher-Yates. That is all it takes."],
    },
    ballotPicture: {
        title: "Load the ballot yourself",
        load: "Load the ballot",
        loadMany: "Load 1,000 times",
        start: "This is the list before it is sorted. Load the ballot, and see who comes last.",
        said: (loads, share) => `Loaded ${loads === "1" ? "once" : `${loads} times`}. Internet ` +
            `Explorer came last ${share} of the time.`,
        lastTitle: "Who comes last?",
        share: (seen, exact) => `${seen} (exact: ${exact})`,
        /** shares: a list of browsers, each with its share. */
        picture: (shares) => `How often each browser comes last: ${shares}. The fair share ` +
            "is 20%.",
        caption: "How often each browser came last; in parentheses, the exact " +
            "probability with a heapsort. The line is the fair share, 20%. The starting " +
            "list is one that fits the reports.",
    },

    "random-comparator": {
        title: "sort(() => Math.random() - 0.5)",
        date: "2010 to today",
        damage: "In Node 20, three cards stay as they are 6 times in 16, not once in 6.",
        story: [
            "It is a single line, it is easy to remember, and the result looks shuffled. " +
            "So it still turns up in tutorials, online answers and code reviews.",
        ],
        wrong: [
            "A comparison function must not contradict itself. If it does, the " +
            "language standard leaves the order to the implementation. So the same " +
            "line can be a different shuffle in every engine, and after every update. " +
            "It was unfair in every engine that we tried.",
        ],
        cost: [
            "Quiz answers, products, songs: whatever is shuffled this way favours some " +
            "positions. In 2017, the collection “30 seconds of code” had this line as " +
            "its shuffle; in 2023, the program SillyTavern removed a sort of this kind.",
        ],
        lesson: [
            "Shuffle with Fisher-Yates. If it must be a sort, give every card its own " +
            "random key, and sort by the keys.",
        ],
    },
    comparator: {
        v8: "Node 20 and Python: TimSort",
        v8Caption: "The exact probabilities of all orders of three cards. The line is " +
            "the fair share, 1/6.",
        here: "Your browser",
        run: "Sort 60,000 times in this browser",
        /** sort: the one whose probabilities fit, if any does. */
        measured: (share, sort) => `Here, three cards stay as they are ${share} of the ` +
            `time. Fair would be 16.7%. ${sort ? `All shares fit this sort: ${sort}.`
                : "The shares fit none of the sorts below."}`,
        picture: "Two maps of which card ends up where: the same line of code, with " +
            "two sorts. Both are unfair, in different ways.",
        tableLead: "The probability that three cards stay as they are depends on the " +
            "sort:",
        sort: "Sort, with a coin",
        unchanged: "unchanged",
        sorts: {
            "coin-timsort": ["TimSort", " (Node 20, Python 3.11)"],
            "coin-insertion": ["insertion sort",
                               " (Chromium 156 and Firefox 153, with few cards)"],
            "coin-merge": ["merge sort", ""],
            "coin-quick": ["quicksort, first card as pivot", ""],
            "coin-heap": ["heapsort", ""],
        },
    },

    "small-seeds": {
        title: "A large state, a small seed",
        date: "1998 to today",
        damage: "Seeds of 32 bits are enough for every order of 12 cards, but not of 52.",
        story: [
            "The Mersenne Twister of 1998 is the default generator in many languages. " +
            "Its state has 19,937 bits, enough for every order of 2,080 cards. That " +
            "sounds like plenty.",
        ],
        wrong: [
            "What counts is how the state is filled. Many programs fill all of it from " +
            "a single 32-bit number. Then there are only 2³² sequences of random " +
            "numbers, and at most 2³² decks. The PHP manual warns about this on its page " +
            "for mt_srand().",
            "java.util.Random has a state of 48 bits: enough for every order of 16 " +
            "cards, but not of 17.",
        ],
        cost: [
            "Anyone who sees a few cards can try all seeds. The free program " +
            "php_mt_seed does this for PHP’s mt_rand(): according to its authors, a quad-core " +
            "processor tries all 2³² seeds in less than a minute.",
        ],
        lesson: [
            "Use a generator that the operating system seeds with 256 bits or more, " +
            "and do not reseed it with a number or the time.",
        ],
    },
    seeds: {
        caption: "How far the seeds of some generators reach. Generators whose bars " +
            "end before the line cannot deal every order of 52 cards.",
        picture: "Bars of seeds with 32, 64 and 256 bits. Only the last reaches the " +
            "line, at 52!.",
        more: "52!, and how many decks a generator can reach",
    },

    "debian-shuf": {
        title: "Debian 12’s shuf",
        date: "2021 to 2025",
        damage: "Asked for a number from 1 to 100, it can print only 89 of them.",
        story: [
            "shuf is the command that shuffles lines on most Linux desktops and servers. " +
            "We tested the version in Debian 12, from coreutils 9.1, with our own tool, which " +
            "asked it 20,000 times for one number from 1 to 100.",
        ],
        wrong: [
            "The random numbers are good, but they start from a seed that is too " +
            "small. For the seed, shuf took only as many bytes as the output seemed to " +
            "need: here, a single byte. A byte has 256 values, and none of them leads " +
            "to 16, 17, 23 or any of eight other numbers. The numbers 40 and 60 come up " +
            "about three times as often as they should.",
            "Versions 9.0 (September 2021) to 9.5 have this fault. Older ones mixed the " +
            "time into the seed. The fault matters most when little is printed. From " +
            "about 1,500 lines on, the seed has its full size.",
        ],
        cost: [
            "Raffles, samples and tests that use shuf to pick one of a hundred are " +
            "unfair, and a single run does not show it. Daniel Carpenter reported the " +
            "fault in 2024. Version 9.6 (January 2025) always uses a full seed. " +
            "Debian 12 and other systems still have a version with the fault.",
        ],
        lesson: [
            "Always use a full seed, however little is printed. The second command under " +
            "“What went wrong” tests the shuf on your own machine; fairshuf can replace " +
            "it.",
        ],
    },
    shuf: {
        cell: (number, times) => `${number}: ${times === 0 ? "never"
            : times === 1 ? "once" : `${count(times)} times`}`,
        /** {never, trials, most, fair}. */
        caption: ({ never, trials, most, fair }) => "The numbers from 1 to 100. Blue " +
            `and struck through: the ${never} numbers that did not come up in ` +
            `${trials} runs. The stronger the orange, the more often a number came up: ` +
            `up to ${count(most)} times, instead of about ${count(fair)}.`,
        picture: (never) => `The numbers from 1 to 100, with gaps at the ${never} that ` +
            "never come up.",
        open: "Open the full report",
    },

    "xor-swap": {
        title: "The XOR swap",
        date: "2009",
        damage: "A card that is swapped with itself turns into 0.",
        story: [
            "Three exclusive-or operations swap two numbers without a third variable. " +
            "It is a famous trick. Try it with two different positions, and then with " +
            "the same position twice.",
        ],
        wrong: [
            "If both numbers are the same variable, the first line computes x ^ x, which " +
            "is 0. The value is gone. Fisher-Yates must be able to leave a card where it is, " +
            "so it swaps positions with themselves all the time: with 52 cards, about " +
            "3.5 times in each shuffle.",
        ],
        cost: [
            "Cards disappear from the deck. An answer on Stack Overflow warned about " +
            "this in 2009. It is tempting to make the swap work by excluding the card’s " +
            "own position from the draw. But that is Sattolo’s shuffle, which is unfair.",
        ],
        lesson: ["Use a third variable. Compilers make it as fast as the trick, or " +
            "faster. If you insist on the trick, skip it when both positions are the same."],
    },
    xor: {
        position: ["Swap position", "with position"],
        swap: "XOR swap",
        again: "Start again",
        picture: "The cards 1 to 5. After position 2 is swapped with itself, it holds 0.",
        start: "Five cards. Swap position 2 with itself.",
        erased: (position, lost) => `Position ${position} was swapped with itself, so ` +
            `it now holds 0. ${plural(lost, "card")} of 5 ${lost === 1 ? "is" : "are"} ` +
            "lost.",
        /** {i, j, lost}. */
        done: ({ i, j, lost }) => `Positions ${i} and ${j} were swapped.` +
            (lost === 0 ? " Nothing is lost." : ` ${plural(lost, "card")} of 5 ` +
                `${lost === 1 ? "is" : "are"} lost.`),
    },

    "off-by-one": {
        title: "Off by one",
        date: "2017 and 2025",
        damage: "One bound off by one, and the shuffle is unfair.",
        story: [
            "Fisher-Yates is short, and every bound in it matters. These versions " +
            "differ from the right one by a single bound. The maps are exact, with 7 " +
            "cards.",
        ],
        wrong: [
            "random(i) instead of random(i + 1) excludes the card itself: no card can " +
            "stay. A loop that ends one step too early never touches the last card. A " +
            "range that is one too large reaches cards that are already done.",
        ],
        cost: [
            "BusyBox, the toolbox of small Linux systems, had the first of these " +
            "mistakes in its shuf until 2017. Someone who picked one random line with " +
            "it never got the first line of the file.",
            "TheAlgorithms, a well-known collection of JavaScript code, has a bogosort: " +
            "it shuffles until the numbers happen to be sorted. In 2025 someone " +
            "reported that its shuffle was biased. It made the second mistake: the last " +
            "number never moved. So, unless the largest number was last to begin with, " +
            "the bogosort would shuffle forever.",
        ],
        lesson: ["Count the choices at each step: n, then n − 1, then n − 2, down to 1."],
    },
    ranges: {
        down: { title: "Fisher-Yates: right",
                caption: "The map is blank: every card is equally likely at every " +
                    "position." },
        sattolo: { title: "random(i)",
                   caption: "The diagonal is blue: no card can stay where it was." },
        "stops-early": { title: "Ends one step early",
                         caption: "The last card always stays last." },
        "one-too-far": { title: "One position too far",
                         caption: "Cards that were done are moved again." },
        picture: "Two maps of which card ends up where. With random(i + 1) the map is " +
            "blank. With random(i) its diagonal is blue.",
        key: "Rows are cards, columns are positions. Blue: too rarely. Orange: too " +
            "often.",
    },

    "rand-modulo": {
        title: "rand() % n",
        date: "2008",
        damage: "Small numbers come up more often than large ones.",
        story: [
            "A random word has 256 values, or 32,768, or some other power of two. They " +
            "cannot be shared evenly among n numbers unless n is a power of two as " +
            "well. Taking the remainder gives the surplus to the smallest numbers.",
        ],
        wrong: [
            "With a word of 8 bits and 52 cards, 256 = 4 × 52 + 48: 48 positions get " +
            "five of the 256 values each, but the last four get only four each. With " +
            "15 bits, the difference is small, and with 64 bits it is tiny, but for " +
            "52 cards it is never zero.",
        ],
        cost: [
            "With 15 bits, the minimum for rand(), a shuffle of 52 cards is so " +
            "slightly unfair that a million shuffles do not show it. With 8 bits, a few " +
            "thousand are enough.",
        ],
        lesson: [
            "If the word falls in the surplus, draw again. Good libraries do this: " +
            "OpenBSD has had arc4random_uniform() since 2008, and fairshuf does it as " +
            "well.",
        ],
    },
    modulo: {
        bits: "Bits of the word",
        sides: "n",
        /** {words, sides, times, more}. */
        said: ({ words, sides, times, more }) => (more === 0
            ? `${count(words)} words, ${sides} numbers: each gets exactly ` +
                `${count(times)}.`
            : `${count(words)} words, ${sides} numbers: ` +
              (more === 1 ? `the first gets ${plural(times + 1, "word")}`
                  : `the first ${more} get ${plural(times + 1, "word")} each`) +
              `, the other ${sides - more === 1 ? "one" : sides - more} ` +
              `${times === 0 ? "none" : `only ${count(times)}`}.`),
        caption: "How many words each number gets, from 0 on the left to n − 1 on the " +
            "right. Orange: one more than the others.",
        tableLead: "The exact probabilities of Fisher-Yates with three cards, if every " +
            "roll is rand() % n. Fair would be 1/6 for all:",
        order: "order",
        compare: "Compare 8 and 15 bits",
        with: (bits) => `${bits} bits`,
    },
};
