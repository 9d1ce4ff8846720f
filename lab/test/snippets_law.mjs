// SPDX-License-Identifier: MIT
//
// snippets_law.mjs - the JavaScript snippets, fed every sequence of choices: their exact
// laws for 3 and 4 cards are those of `fairaudit --exact`, and fixed snippets are fair.
//
// The parameter is the usual one, or a small one where there would be too many sequences.
// keys-redraw has no limit, and fairaudit only knows that it is fair. All sequences up to
// a depth are tried: among those that end, every order has the same weight.
import assert from "node:assert/strict";
import { fixedLines, readSnippets, runnable } from "../snippets.mjs";
import { jsonOf } from "./native.mjs";

const SMALL = { transpositions: 3, "keeps-the-deck": 3, "distinct-swaps": 3, keys: 2,
                riffle: 2, overhand: 2, "keys-redraw": 2 };
const DEEPEST = 7; // choices, of keys-redraw

// Divisible by the product of the sides of all dice of a shuffle.
const TOTAL = 2n ** 64n * 3n ** 24n * 5n ** 8n;

const snippets = readSnippets();

/** The function of a snippet as it is, or fixed. Only here, code is made from a text. */
const makerOf = (lines) => new Function(`return ${runnable(lines)};`)();

function swap(cards, i, j) {
    [cards[i], cards[j]] = [cards[j], cards[i]];
}

/** All orders of 0 to n - 1, sorted. */
function orders(n, chosen = []) {
    if (chosen.length === n) return [chosen];
    return Array.from({ length: n }, (_, card) => card)
        .filter((card) => !chosen.includes(card))
        .flatMap((card) => orders(n, [...chosen, card]));
}

/** Twice the least common multiple of 1 to n: all fractions in an interval of this length
 * are rounded alike. */
const INTERVALS = [2, 2, 4, 12, 24];

/** A die that counts like an odometer. */
class Enumerator {
    choices = [];
    sides = [];
    used = 0;

    constructor(most) {
        this.most = most;
    }

    roll(sides) {
        if (this.used === this.most) throw this;
        if (this.used === this.choices.length) {
            this.choices.push(0);
            this.sides.push(sides);
        }
        assert.equal(this.sides[this.used], sides);
        this.used += 1;
        return this.choices[this.used - 1];
    }

    /** The share of TOTAL of this sequence. */
    weight() {
        const ways = this.sides.reduce((product, sides) => product * BigInt(sides), 1n);
        assert.equal(TOTAL % ways, 0n);
        return TOTAL / ways;
    }

    next() {
        this.used = 0;
        while (this.choices.length > 0 && this.choices.at(-1) + 1 === this.sides.at(-1)) {
            this.choices.pop();
            this.sides.pop();
        }
        if (this.choices.length > 0) this.choices[this.choices.length - 1] += 1;
        return this.choices.length > 0;
    }
}

/** The weight of each order out of TOTAL, and of sequences that are too long. */
function lawOf(lines, n, parameter, most = Infinity) {
    const die = new Enumerator(most);
    const shuffle = makerOf(lines)(
        (site, sides) => die.roll(sides),
        () => (die.roll(INTERVALS[n]) + 0.5) / INTERVALS[n],
        swap);
    const all = orders(n);
    const rank = new Map(all.map((order, i) => [order.join(), i]));
    const weights = all.map(() => 0n);
    let open = 0n;
    do {
        const cards = all[0].slice();
        try {
            shuffle(cards, parameter);
            weights[rank.get(cards.join())] += die.weight();
        } catch (error) {
            if (error !== die) throw error;
            open += die.weight();
        }
    } while (die.next());
    return { weights, open };
}

const isEven = (weights) => weights.every((weight) => weight === weights[0]);

function parameterOf({ name, parameter }, n) {
    if (!parameter) return undefined;
    return SMALL[name] ?? parameter.usual ?? n - (name === "buffer");
}

function checkLaw(shuffle, n, fairaudit) {
    const { name } = shuffle;
    const parameter = parameterOf(shuffle, n);
    const { weights } = lawOf(snippets[name].js.lines, n, parameter);
    const text = parameter === undefined ? name : `${name}:${parameter}`;
    const exact = JSON.parse(jsonOf(fairaudit, ["--exact", text, "-n", `${n}`]));
    assert.deepEqual(weights.map((weight) => weight * BigInt(exact.denominator)),
                     exact.numerators.map((share) => BigInt(share) * TOTAL),
                     `${text}, ${n} cards`);
    assert.equal(isEven(weights), exact.fair, `${text}, ${n} cards`);
}

export const tests = {
    "the exact laws for 3 and 4 cards"({ fairaudit, shuffles }) {
        for (const shuffle of shuffles)
            for (const n of shuffle.name === "keys-redraw" ? [] : [3, 4])
                checkLaw(shuffle, n, fairaudit);
    },

    "keys-redraw: every order has the same weight at every depth"() {
        const { lines } = snippets["keys-redraw"].js;
        for (const n of [3, 4]) {
            let before = TOTAL;
            for (let depth = n; depth <= DEEPEST; depth++) {
                const { weights, open } = lawOf(lines, n, SMALL["keys-redraw"], depth);
                assert.ok(isEven(weights) && weights[0] > 0n, `${n} cards, ${depth}`);
                assert.ok(open < before, `${open} of ${TOTAL} are open`);
                before = open;
            }
            assert.ok(before * 2n < TOTAL);
        }
    },

    "fixed snippets are fair"({ shuffles }) {
        let fixed = 0;
        for (const shuffle of shuffles) {
            const { js } = snippets[shuffle.name];
            if (js.marks.every(({ fix }) => fix === undefined)) continue;
            for (const n of [2, 3, 4]) {
                const { weights } = lawOf(fixedLines(js), n, parameterOf(shuffle, n));
                assert.ok(isEven(weights), `${shuffle.name}, ${n} cards`);
            }
            fixed += 1;
        }
        assert.ok(fixed > 10);
    },

    "another law is noticed"({ fairaudit, shuffles }) {
        const shuffle = shuffles.find(({ name }) => name === "up");
        const { js } = snippets.up;
        snippets.up.js = snippets.sattolo.js;
        try {
            assert.throws(() => checkLaw(shuffle, 3, fairaudit), /up, 3 cards/);
        } finally {
            snippets.up.js = js;
        }
    },
};
