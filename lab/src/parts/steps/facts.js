// SPDX-License-Identifier: MIT
//
// facts.js - what a shuffle can never do, out of its exact law.
import { factorial } from "../../charts/orders.js";
import { count, decimal, percent, roughly } from "../../words.js";
import { places } from "./words.js";

const FEW = 3; // cards that are described one by one
const NEARLY = 0.9999; // above this, counts are rounded and say nothing more

/** The places whose card can never leave them. */
export const stuckPlaces = ({ position }) =>
    (position ?? []).flatMap((row, place) => (row[place] === 1 ? [place] : []));

/** For each card, the places that it can never come to. */
function barredOf(position) {
    return position.map((_, card) =>
        position.flatMap((row, place) => (row[card] === 0 ? [place] : [])));
}

function placeLines({ n, position }) {
    const stuck = stuckPlaces({ position });
    if (stuck.length === n) return ["No card can ever move."];
    const lines = stuck.map((place) =>
        `Card ${place + 1} can never move: it stays at place ${place + 1}.`);
    // What follows from those is not worth a line.
    let barred = barredOf(position).map((list, card) =>
        (stuck.includes(card) ? [] : list.filter((place) => !stuck.includes(place))));
    const home = barred.every((list, card) => list.includes(card));
    if (home) {
        lines.push("No card can stay at its own place.");
        barred = barred.map((list, card) => list.filter((place) => place !== card));
    }
    const cards = barred.flatMap((list, card) => (list.length > 0 ? [card] : []));
    const line = (card) => (barred[card].length === 1 && barred[card][0] === card
        ? `Card ${card + 1} can never stay at place ${card + 1}.`
        : `Card ${card + 1} can never come to ${places(barred[card])}.`);
    if (cards.length <= FEW) return [...lines, ...cards.map(line)];
    const first = cards[0];
    return [...lines, `${line(first)} Nor can ${cards.length - 1} other cards come to ` +
            "all places."];
}

/** 15.1, "2.1 million", "4.06 × 10³¹". */
const times = (ratio) =>
    (ratio < 1000 || ratio >= 1e12 ? decimal(ratio) : roughly(ratio));

function orderLines({ n, impossible, largest, least }) {
    const orders = Number(factorial(n));
    if (impossible / orders > NEARLY)
        return [`Nearly all of the ${count(orders)} orders can never come out.`];
    if (impossible > 0) {
        return [`${count(impossible)} of ${count(orders)} orders can never come out: ` +
                `${percent(impossible / orders)}.`];
    }
    if (impossible === null) return ["It cannot give all orders equally often."];
    const ratio = largest !== null && least > 0 ? largest / least : 0;
    return ["All orders can come, but not equally often" + (ratio >= 1.005
        ? `: the likeliest comes ${times(ratio)} times as often as the least likely.`
        : ".")];
}

/** The card and place that meet too often or too rarely by the most. */
function extremeLine({ n, position }) {
    let most = { off: 0 };
    position.forEach((row, place) => row.forEach((share, card) => {
        const off = Math.abs(share - 1 / n);
        if (share > 0 && share < 1 && off > most.off) most = { off, share, place, card };
    }));
    if (most.off === 0 || percent(most.share) === percent(1 / n)) return [];
    return [`Card ${most.card + 1} comes to place ${most.place + 1} in ` +
            `${percent(most.share)} of shuffles instead of ${percent(1 / n)}.`];
}

/**
 * Sentences on what is impossible or unequal; one that says so if nothing is.
 * @param {object} exact a fairaudit-exact document
 */
export function cannotDo(exact) {
    const { n, fair, position } = exact;
    if (fair) {
        return [`Nothing: each of the ${count(factorial(n))} orders comes out with the ` +
                "same chance."];
    }
    return [
        ...position ? placeLines(exact) : [],
        ...orderLines(exact),
        ...position ? extremeLine(exact) : [],
    ];
}
