// SPDX-License-Identifier: MIT
//
// facts.js - what comes out of a shuffle, and what never does, from its exact
// probabilities.
import { factorial } from "../../charts/orders.js";
import { say } from "../../lang/lang.js";
import { capital, count, decimal, percent, roughly } from "../../words.js";
import { cardNames } from "../../cards.js";
import { positions } from "./words.js";

const FEW = 3; // cards that are described one by one
const NEARLY = 0.9999; // above this, counts are rounded and say nothing more

/** The positions whose card can never leave them. */
export const stuckPlaces = ({ position }) =>
    (position ?? []).flatMap((row, place) => (row[place] === 1 ? [place] : []));

/** For each card, the positions that it can never come to. */
function barredOf(position) {
    return position.map((_, card) =>
        position.flatMap((row, place) => (row[card] === 0 ? [place] : [])));
}

function placeLines({ n, position }) {
    const name = (card) => capital(cardNames(n).one(card));
    const stuck = stuckPlaces({ position });
    if (stuck.length === n) return [say.steps.facts.noneMoves];
    const lines = stuck.map((place) => say.steps.facts.stuck(name(place), place + 1));
    // What follows from those is not worth a line.
    let barred = barredOf(position).map((list, card) =>
        (stuck.includes(card) ? [] : list.filter((place) => !stuck.includes(place))));
    const home = barred.every((list, card) => list.includes(card));
    if (home) {
        lines.push(say.steps.facts.noneStays);
        barred = barred.map((list, card) => list.filter((place) => place !== card));
    }
    const cards = barred.flatMap((list, card) => (list.length > 0 ? [card] : []));
    const line = (card) => (barred[card].length === 1 && barred[card][0] === card
        ? say.steps.facts.neverStays(name(card), card + 1)
        : say.steps.facts.never(name(card), positions(barred[card])));
    if (cards.length <= FEW) return [...lines, ...cards.map(line)];
    return [...lines,
            say.steps.facts.neverAndOthers(line(cards[0]), cards.length - 1)];
}

/** 15.1, "2.1 million", "4.06 × 10³¹". */
const times = (ratio) =>
    (ratio < 1000 || ratio >= 1e12 ? decimal(ratio) : roughly(ratio));

/** A number of orders: all digits, as long as they can be read. */
const many = (orders) => (orders < 1e15 ? count(orders) : decimal(orders));

function orderLines({ n, impossible, largest, least }) {
    const orders = Number(factorial(n));
    if (impossible / orders > NEARLY) return [say.steps.facts.nearlyNone(many(orders))];
    if (impossible > 0) {
        return [say.steps.facts.impossible(many(impossible), many(orders),
                                           percent(impossible / orders))];
    }
    if (impossible === null) return [say.steps.facts.notEqual];
    const ratio = largest !== null && least > 0 ? largest / least : 0;
    return [ratio >= 1.005 ? say.steps.facts.ratio(times(ratio))
                           : say.steps.facts.unequal];
}

/** The card and position that meet too often or too rarely by the most. */
function extremeLine({ n, position }) {
    let most = { off: 0 };
    position.forEach((row, place) => row.forEach((share, card) => {
        const off = Math.abs(share - 1 / n);
        if (share > 0 && share < 1 && off > most.off) most = { off, share, place, card };
    }));
    if (most.off === 0 || percent(most.share) === percent(1 / n)) return [];
    return [say.steps.facts.extreme({
        card: capital(cardNames(n).one(most.card)), position: most.place + 1,
        share: percent(most.share), fair: percent(1 / n),
    })];
}

/**
 * Sentences on what is impossible or unequal; one that says so if nothing is.
 * @param {object} exact a fairaudit-exact document
 */
export function whatComesOut(exact) {
    const { n, fair, position } = exact;
    if (fair) return [say.steps.facts.fair(many(Number(factorial(n))))];
    return [
        ...position ? placeLines(exact) : [],
        ...orderLines(exact),
        ...position ? extremeLine(exact) : [],
    ];
}
