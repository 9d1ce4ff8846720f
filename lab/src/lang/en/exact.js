// SPDX-License-Identifier: MIT
//
// exact.js - the part "The proof", in English.
import { count, listed, plural } from "./numbers.js";

const divided = (number, by, share) =>
    `${number}\u00a0÷\u00a0${by}\u00a0=\u00a0${share}`;
const leaves = (number) => plural(number, "leaf", "leaves");

export const exact = {
    title: "Every possible roll, counted",
    lead: "No luck and no statistics: the page follows every possible roll of the dice " +
        "and counts how often each order comes out. The result is a proof.",
    presetsLabel: "Proofs to look at",
    presets: {
        any: "Swap with any card",
        fair: "Fisher-Yates",
        sattolo: "Sattolo",
        poker: "Poker, 1999",
        coin: "Sort with a coin",
        sorted: "720 orders, sorted",
        modulo: "rand() % n, 15 bits",
        riffle: "7 riffles, 52 cards",
    },
    cards: "Cards",
    settings: "Choose a shuffle",
    stop: "Stop",
    working: "Trying every sequence of rolls. With many cards, this takes a minute or " +
        "more.",

    // Heading.
    subject: (title, n) => [title, `, ${plural(n, "card")}`],
    withDie: (title, die) => `${title} (random numbers: ${die})`,
    oneShuffle: "This is the result of a single shuffle of a sorted deck. In practice, " +
        "each shuffle starts from the order that the previous one left. Taken one by " +
        "one, the orders can then be almost equally likely. What is unfair is how they " +
        "follow one another, and a test shows that.",
    luckilyFair: (n) => `With ${plural(n, "card")}, it happens to be fair. Try more ` +
        "cards.",

    // Facts.
    distance: "Distance from fair",
    impossible: "Impossible orders",
    largest: "Most likely order",
    least: "Least likely order",
    unknown: "unknown",
    exactlyFair: "exactly fair",
    moreThanZero: "more than 0",
    lessThan: (limit) => `less than ${limit}`,
    nearlyOne: "nearly 1",
    beyondDigits: "the difference is beyond the 12th digit",
    none: "none",
    allPossible: (orders) => `all ${orders} are possible`,
    nearlyAll: "nearly all",
    ofOrders: (orders) => `of ${orders} orders`,
    someOf: (some, all) => `${some} of ${all}`,
    never: "never",
    itsShare: "its fair share",
    likeAll: "like every other order",
    /** How much of its fair share an order gets: a value, and what it means. */
    share: (value) => [value, "of its fair share"],
    times: (value) => [`${value} times`, "its fair share"],
    more: (by) => [by, "more than its fair share"],
    less: (by) => [by, "less than its fair share"],
    distanceNote: "The distance is the share of shuffles that would have to come out " +
        "differently to make the shuffle fair: 0 is fair, 1 is as unfair as possible.",
    about: (value) => `about ${value}`,
    inFull: "in full",
    missing: (what, why) => `Not shown: ${listed(what)}. ${why}`,
    missingNames: {
        orders: "the probability of each order",
        distance: "the distance from fair",
        extremes: "the most and the least likely order",
        map: "the map of positions",
    },
    longFractions: "The fractions are too long.",
    manyOrders: (orders) => `There are ${orders} orders, too many to follow each one.`,
    thinBars: (orders) => `${orders} bars would be too thin to see. The table lists ` +
        "all orders.",

    // How it was found, by code; `how` of the core is the fallback.
    how: {
        "all-tried": "All sequences of rolls were tried",
        "few-tried": "All sequences of rolls were tried",
        "orders-followed": "The probability of every order was followed roll by roll",
        "cards-followed": "Each card was followed separately, so only positions are " +
            "known",
        "one-sequence-each": "Each order comes from exactly one sequence of rolls",
        "one-sequence-at-most": "Each order comes from at most one sequence of rolls",
        symmetry: "All cards and positions are treated alike",
        "even-only": "All even orders are equally likely, and odd ones are impossible",
        "first-card": "All orders that begin with the first card have one probability, " +
            "and all others have another",
        "unchanged-deck": "The unchanged deck is more likely; all other orders are " +
            "equally likely",
        descents: "A formula that uses the number of descents of the order",
        "inverse-descents": "A formula that uses the number of descents of the inverse " +
            "order",
        "coin-flips": "Orders were grouped by the number of coin flips that lead to them",
        "cycle-lengths": "A Markov chain on the lengths of cycles",
    },
    howFound: (how) => `How we know: ${how}.`,
    howCounted: (how, sequences) => `How we know: ${how}, ${count(sequences)} in total.`,

    // Why there is no result.
    problem: "There is no exact result. ",
    fairDie: "Use perfect random numbers",
    fewCards: (n) => `Use ${plural(n, "card")}`,
    back: "Back to the example",

    // Leaves and boxes.
    treeTitle: "Where every roll leads",
    treeCaption: (number, orders) => "Each branch of the tree is one result of a roll, " +
        `and ${number === 1 ? "the only leaf is the only way to roll the dice"
            : `each of the ${leaves(number)} is one way to roll the dice`}. Each box ` +
        `is one of the ${orders} orders.`,
    columnsCaption: (number, orders) => (number === 1
        ? "The square is the only leaf: the only way to roll the dice. "
        : `Each square is one of ${leaves(number)}: one way to roll the dice. `) +
        `Each column is one of ${orders} orders.`,
    heavyCaption: (number, orders) => `Each block is one of ${leaves(number)}: one way ` +
        "to roll the dice, and its height is its probability. Each column is one of " +
        `${orders} orders.`,
    deal: "Drop the leaves",
    collect: "Put them back",
    box: (name, got, all) => `Order ${name}: ${got} of ${leaves(all)}`,
    even: (number, boxes, share) => `fair: ${divided(number, boxes, share)}`,
    fairLine: (share) => `- - fair: ${share}`,
    modelTitle: (title) => `For comparison: ${title}`,
    choose: "Choose an order to see its leaves.",
    tooFew: (number, orders, empty) => `${leaves(number)} cannot fill ${orders} boxes: ` +
        `${plural(empty, "box", "boxes")} ${empty === 1 ? "stays" : "stay"} empty.`,
    uneven: (number, orders, share) => `${leaves(number)} cannot be shared evenly ` +
        `among ${orders} orders: ${divided(number, orders, share)}.`,
    unevenParts: (parts, orders) => "The leaves are not equally likely. Their " +
        `probabilities are multiples of 1/${parts}, and ${parts} is not divisible by ` +
        `${orders}.`,
    fairDeal: (number, orders, each) => `${leaves(number)}, ${orders} orders: each ` +
        `order gets exactly ${each}.`,
    fairParts: (orders) => "The leaves are not equally likely, but each of the " +
        `${orders} orders gets the same total.`,
    notDealt: (number, orders, empty) => `${leaves(number)} could be shared evenly ` +
        `among ${orders} orders, but they are not` + (empty === 0 ? "."
            : `: ${plural(empty, "order")} ${empty === 1 ? "gets" : "get"} none.`),
    notDealtParts: (orders, empty) => "The leaves are not equally likely, and their " +
        `total is not the same for all ${orders} orders` + (empty === 0 ? "."
        : `: ${plural(empty, "order")} ${empty === 1 ? "gets" : "get"} none.`),
    /** One order: how many leaves of all, and its share; against: "its fair share". */
    order: ({ name, got, all, share, against }) =>
        `Order ${name}: ${got} of ${leaves(all)}${share ? `, together ${share}` : ""}; ` +
        `${against}.`,
    orderNever: (name) => `Order ${name}: no leaf leads to it, so it is impossible.`,
    noTree: (most, link) => [`The tree is drawn for up to ${most} cards. `, link, "."],
    noTreeLink: (n) => `See it with ${plural(n, "card")}`,
    manyLeaves: (number, most) => `The tree has ${leaves(number)}. It is drawn for up ` +
        `to ${most}.`,
    smaller: (link) => ["See ", link, " instead."],
    loaded: (die) => ["The tree is drawn for a fair die. With ", die, ", some sides " +
        "are likelier than others, and so are their leaves."],

    // Bars, map, table.
    bars: "All orders",
    sort: "Sort by",
    sortOrder: "order",
    sortProbability: "probability",
    height: "Height",
    heightProbability: "probability",
    heightDifference: "difference from fair",
    groups: "Orders that are equally likely",
    heads: ["orders", "probability", "decimal", "against fair", "which"],
    fair: "fair",
    cannot: "✕ impossible",
    andMore: (number) => ` and ${count(number)} more`,
    moreRows: (number) => `Show ${plural(number, "more row")}`,
    allAlike: (orders) => `All ${count(orders)} orders have the same probability.`,
    /** groups: [number of orders, probability] of the first groups; more: other
     * groups. */
    shares: (orders, groups, more) => `Of ${count(orders)} orders, ` +
        listed([
            ...groups.map(([number, share]) =>
                `${count(number)} ${number === 1 ? "has" : "have"} ${share}`),
            ...(more > 0 ? [`the others are in ${plural(more, "more group")}`] : []),
        ]) + ".",
};
