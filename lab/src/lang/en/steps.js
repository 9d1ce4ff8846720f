// SPDX-License-Identifier: MIT
//
// steps.js - "Step by step", in English.
import { count, listed, plural } from "./numbers.js";

const coin = ["tails", "heads"];
const Coin = ["Tails", "Heads"];
const packet = { top: "top packet", bottom: "bottom packet", held: "packet in hand" };
const suits = ["spades", "hearts", "diamonds", "clubs"];
const ranks = { A: "ace", J: "jack", Q: "queen", K: "king" };

export const steps = {
    title: "Step by step",
    lead: "Watch or choose every roll. Two shuffles side by side get the same random " +
        "numbers.",
    join: (sentences) => sentences.join(" "),
    colon: ": ",

    // ---- controls ----

    shuffle: "Shuffle",
    with: "Compare with",
    compare: "Compare …",
    single: "Show one shuffle only",
    cardsLabel: "Cards",
    trial: "Shuffle number",
    randomNumbers: (die, seed) => `Random numbers: ${die} · seed ${seed}`,
    settings: (n, die, seed) =>
        `${plural(n, "card")} · random numbers: ${die} · seed ${seed}`,
    first: "First",
    back: "Back",
    play: "Play",
    pause: "Pause",
    forward: "Forward",
    last: "Last",
    step: "Step",
    speed: "Speed",
    sound: "Sound",
    soundHint: "A click whenever cards move",
    happens: "What happens",
    allSteps: "All steps",
    goTo: (step) => `Go to step ${step}`,
    stage: "The table. Arrow keys go back and forth; the space bar plays.",

    // ---- messages ----

    shuffling: "Shuffling …",
    cannotShow: (problem) => `This cannot be shown. ${problem}`,
    working: "Working it out …",
    counting: "Counting …",
    unknown: (problem) => `Not known exactly. ${problem}`,

    // ---- cards and positions ----

    deck: "The deck, from the top",
    card: (name) => `card ${name}`,
    cards: (names, playing) => (playing ? listed(names)
        : `${names.length === 1 ? "card" : "cards"} ${listed(names)}`),
    playing: (rank, suit) => `${ranks[rank] ?? rank} of ${suits[suit]}`,
    slot: (position, name) => `Position ${position}: ${name}`,
    inPacket: (group, name) => `${packet[group]}: ${name}`,
    cardStuck: ", can never move",
    cardDone: ", done",
    withKey: (key) => `, key ${key}`,
    range: (first, last) => `${first} to ${last}`,
    positions: (ranges, number) => `${number === 1 ? "position" : "positions"} ${ranges}`,
    allOpen: "Any position can still change.",
    allDone: "✓ All positions are done.",
    done: (positions) => `✓ Done, will not change again: ${positions}`,

    // ---- rolls ----

    before: "Before the first roll",
    stepOf: (step, steps) => `Step ${count(step)} of ${count(steps)}`,
    random: (fraction) => `Random number: ${fraction}`,
    notRolled: "Not rolled yet",
    rolled: (number, sides) => `${number} of ${sides}`,
    sides: (sides) => `of ${sides}`,
    coin,
    coinFace: ["T", "H"],

    // ---- rolls that the visitor chose ----

    chosen: {
        number: (fraction) => `Chosen number: ${fraction}`,
        steps: (steps, number) => `Chosen: ${number === 1 ? "step" : "steps"} ${steps}`,
        back: "Back to the random rolls",
        note: (roll) => `You chose this roll. The random one was ${roll}.`,
        same: "You chose this roll. The random one was the same.",
        tag: "chosen",
        pick: "Click a part of the bar to choose another roll",
    },

    // ---- what a step does ----

    newDeck: "The deck before the shuffle.",
    keptDeck: "The deck as the previous shuffle left it.",
    willRoll: (rolls) => `There will be ${plural(rolls, "roll")}.`,
    neverRolled: "There is nothing to roll: no card moves.",
    waits: (steps) => `Finished after ${plural(steps, "step")}.`,
    onlyFirst: (steps) => `Only the first ${steps} rolls are shown.`,
    oneSide: "There is only one card to choose from.",
    noMove: "No card moves.",
    stays: (position, card) =>
        `The roll picks position ${position} itself: ${card} stays.`,
    swap: (positions, cards) => `The cards at ${positions} swap: ${cards}.`,
    swapFor: (position, other, cards) =>
        `Position ${position} swaps with position ${other}: ${cards}.`,
    move: ({ card, from, to }) => `${card} moves from position ${from} to position ` +
        `${to}. The cards that it passes shift by one position.`,
    packetsSwap: (first, second) => `The cards at ${first} go behind those at ${second}.`,
    reversed: (positions) => `The cards at ${positions} are reversed.`,
    cardTo: (card, position) => `${card} to position ${position}`,
    moves: (number, moves) => `${number} cards move: ${listed(moves)}.`,
    manyMove: (number) => `${number} cards move.`,
    nowAllDone: "Now all positions are done.",
    nowDone: (positions, number) => `${positions} ${number === 1 ? "is" : "are"} done.`,
    neverMoves: (card) => `${card} can never move.`,
    movesAgain: (position, step, card) =>
        `Position ${position} was filled in step ${step}. Its card, ${card}, moves ` +
        "again.",
    brief: {
        none: "no card moves",
        swap: (cards) => `${cards} swap`,
        cut: (positions) => `${positions} cut`,
        reversed: (positions) => `${positions} reversed`,
        many: (number) => `${number} cards move`,
    },
    riffle: {
        packets: (top, bottom, apart) => "The deck is cut into a top packet " +
            `(${apart ? "left" : "grey line"}) of ${plural(top, "card")}, as many as ` +
            "this riffle has tails, and a bottom packet " +
            `(${apart ? "right" : "dashed line"}) of ${plural(bottom, "card")}, as ` +
            "many as it has heads.",
        label: ["tails: top packet", "heads: bottom packet"],
        falls: (rolled, card) => `${Coin[rolled]}: the next card falls from the ` +
            `${rolled === 0 ? "top" : "bottom"} packet, ${card}.`,
        brief: (rolled, card) =>
            `${card} from the ${rolled === 0 ? "top" : "bottom"} packet`,
        done: "The packets are interleaved.",
    },
    overhand: {
        packets: (apart) => (apart
            ? "Above: the cards in hand. Below: the new pile, last packet first."
            : "Grey line: the cards in hand. Blue line: the new pile, last packet " +
              "first."),
        cut: (cards) =>
            `A cut, as happens once in four rolls: ${plural(cards, "card")} from the ` +
            `top ${cards === 1 ? "goes" : "go"} onto the new pile.`,
        grows: (cards) =>
            `No cut here: the packet in hand now has ${plural(cards, "card")}.`,
        rest: (cards) => `The rest, ${plural(cards, "card")}, ` +
            `${cards === 1 ? "goes" : "go"} on top.`,
        briefCut: (cards) => `packet of ${plural(cards, "card")}`,
        briefOn: "no cut",
    },
    cut: {
        packets: "The two packets of the cut",
        none: "The cut is at the very top, so nothing changes.",
        after: (cards) =>
            `Cut after ${plural(cards, "card")}: the top packet goes to the ` +
            "bottom.",
        willBe: (cards) => (cards === 0 ? "The deck will not be cut."
            : `The deck will be cut after ${plural(cards, "card")}.`),
        flip: ["tails: keep", "heads: reverse"],
        flipped: (rolled, cut) => (rolled === 0
            ? (cut === 0 ? "Tails: the deck stays as it was." : "Tails: the deck is cut.")
            : cut === 0 ? "Heads: all cards below the top one are reversed."
                : "Heads: the deck is cut, and then all cards below the top one are " +
                  "reversed."),
    },
    keys: {
        gets: (card, key) => `${card} gets key ${key}.`,
        taken: (key, card) => `Key ${key} is already taken, so ${card} draws again.`,
        sorted: "Now the cards are sorted by their keys.",
    },
    sort: {
        swap: (rolled) => `${coin[rolled]}: swap`,
        keep: (rolled) => `${coin[rolled]}: keep`,
        larger: (rolled, larger, smaller) => `${coin[rolled]}: ${larger} > ${smaller}`,
        compares: (cards, rolled) => `A coin flip compares ${cards}: ${coin[rolled]}.`,
        swapped: "They swap.",
        counts: (card) => `${card} counts as the larger.`,
    },

    // ---- what steps can do ----

    reach: {
        again: (positions) =>
            `This roll can pick ${positions}, which already had a turn.`,
        neverKeeps: (position) => `Position ${position} can never keep its card.`,
        uneven: (sides, positions) =>
            `${sides} results of the roll cannot be shared evenly among ${positions} ` +
            "positions.",
        chooses: (position, positions) =>
            `The roll picks the card for position ${position} ` +
            `from ${positions} (underlined).`,
        fromOn: (step) =>
            `From step ${step} on, a roll can also pick positions that have already ` +
            "had their turn, so a card that was placed can move again.",
        noneKeeps: "In its own step, no position can keep its card.",
        allUneven: "The results of a roll are not shared evenly among the positions.",
        summary: ({ open, dieFair, all }) => [
            "Each step picks from its own position and those that ",
            open ? "are still open, " : "have already had their turn, ",
            dieFair ? "all equally likely."
                : "not equally likely, because of the random numbers.",
            !all ? "" : open ? " A position that is done never changes again."
                : " No position is done before the end.",
        ].join(""),
        depends: (steps, number) => `What ${number === 1 ? "step" : "steps"} ${steps} ` +
            `${number === 1 ? "does" : "do"} depends on earlier rolls.`,
        noTurn: (positions) => `${positions} never have a turn.`,
    },

    // ---- what comes out ----

    comesOut: "What comes out",
    eachStep: "What each step does",
    oneLine: "The proof in one line",
    facts: {
        fair: (orders) => `Each of the ${orders} orders comes out with the same ` +
            "probability.",
        noneMoves: "No card can ever move.",
        stuck: (card, position) =>
            `${card} can never move: it stays at position ${position}.`,
        noneStays: "No card can stay at its own position.",
        neverStays: (card, position) => `${card} can never stay at position ${position}.`,
        never: (card, positions) => `${card} can never end up at ${positions}.`,
        neverAndOthers: (line, others) =>
            `${line} For ${plural(others, "other card")}, too, some positions are ` +
            "impossible.",
        nearlyNone: (orders) => `Nearly all of the ${orders} orders can never come out.`,
        impossible: (number, orders, share) =>
            `${number} of the ${orders} orders can never come out: ${share}.`,
        notEqual: "It cannot give all orders equally often.",
        ratio: (times) =>
            "All orders can come out, but not equally often: the most likely one comes " +
            `out ${times} times as often as the least likely.`,
        unequal: "All orders can come out, but not equally often.",
        extreme: ({ card, position, share, fair }) => `${card} ends up at position ` +
            `${position} in ${share} of shuffles instead of ${fair}.`,
    },
    proof: {
        about: (number) => `about ${number}`,
        oneEach: ({ product, ways, factorial, orders }) =>
            `${product}${ways} ways to roll, ` +
            `${factorial}${orders} orders: each order comes from exactly one way.`,
        someEach: ({ product, ways, factorial, orders, each }) =>
            `${product}${ways} ways to ` +
            `roll, ${factorial}${orders} orders: each order comes from exactly ${each} ` +
            "ways.",
        uneven: ({ product, ways, factorial, orders }) =>
            `${product}${ways} ways to roll could be shared evenly among ` +
            `${factorial}${orders} orders, but they are not.`,
        tooFew: ({ product, ways, factorial, orders, missing }) =>
            `There ${ways === "1" ? "is" : "are"} only ${product}${ways} ` +
            `${ways === "1" ? "way" : "ways"} to roll for ${factorial}${orders} ` +
            `orders: at least ${missing} of them can never come out.`,
        cannotShare: ({ product, ways, factorial, orders }) =>
            `${product}${ways} ways cannot be shared evenly among ` +
            `${factorial}${orders} orders. The ways are equally likely, so some orders ` +
            "come out more often than others.",
        again: "Rolls can be repeated, so the ways to roll are not equally likely. " +
            "Counting them proves nothing.",
        open: "How many rolls there are depends on earlier rolls, so the ways to roll " +
            "are not equally likely. Counting them proves nothing.",
        coins: (orders) =>
            "Coins make halves, quarters, eighths and so on. A fair shuffle needs " +
            `1/${orders} for each order, and no number of coin flips can make that.`,
        dice: (sides, orders) =>
            `All dice here have ${sides.join(" or ")} sides. A fair shuffle needs ` +
            `1/${orders} for each order, and no number of these dice can make that.`,
        unfairDie:
            "The random numbers are not perfect, so the ways to roll are not equally " +
            "likely. Counting them proves nothing.",
        tooMany: "There are too many rolls to count the ways.",
    },

    // ---- all possible rolls ----

    branch: {
        title: "All possible rolls from here",
        lead: (sides) =>
            `The next roll has ${sides} possible ${sides === "1" ? "result" : "results"}.`,
        leadWays: (sides) =>
            `The next roll has ${sides} possible ` +
            `${sides === "1" ? "result" : "results"}. The bars count the equally likely ` +
            "cases that follow, by the order they end in.",
        still: "Whatever the roll, no card moves yet.",
        choose: "Choose one to continue with it.",
        /** For screen readers: the roll, what it does, and what is special about it. */
        take: (roll, does, note) =>
            `Continue with ${roll}: ${does}${note === "" ? "" : ` (${note})`}`,
        real: "comes next",
        chosen: "chosen",
        drawn: "random roll",
        together: (cases) => (cases === 1 ? "There is only one case from here:"
            : `All ${count(cases)} equally likely cases from here:`),
        even: "the same number for each order that can still come out.",
        uneven: "more for some orders than for others.",
        never: "none for some orders, which can never come out.",
        order: (order, cases) => `${order}: ${plural(cases, "case")}`,
        bars: (pairs) =>
            pairs.map(([order, cases]) => `${order}: ${count(cases)}`).join(", "),
        end: "This is the end: there is nothing more to roll.",
    },
};
