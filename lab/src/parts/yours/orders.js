// SPDX-License-Identifier: MIT
//
// orders.js - a file of orders, one to a line: 3 1 2, or 3,1,2, or [3, 1, 2], counted
// from 1 or from 0. Blank lines and those that begin with # are passed over: the files
// that `fairaudit --save` writes, and `fairaudit -p` reads.
import { startAudit } from "../../client.js";
import { count } from "../../words.js";

const MOST = 256; // cards
const AT_ONCE = 1 << 16; // cards sent to the audit at once

/** The numbers on a line; null if it has none (blank, or a remark). */
function numbersOf(line) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) return null;
    const inner = /^\[(.*)\],?$|^\((.*)\),?$/.exec(text);
    const words = (inner?.[1] ?? inner?.[2] ?? text).split(/[\s,]+/)
        .filter((word) => word !== "");
    return words.map((word) => {
        if (!/^[0-9]{1,9}$/.test(word))
            throw new Error(`"${word.slice(0, 40)}" is not a number; orders stand one ` +
                            "to a line");
        return Number(word);
    });
}

/** Turns lines into orders; throws an Error with the number of the line. */
class OrderReader {
    n = 0;
    count = 0;
    #line = 0;
    #base = -1; // what the smallest card is called: 0 or 1

    /** The cards of one line, from 0; null if there are none. */
    read(line) {
        this.#line += 1;
        try {
            const numbers = numbersOf(line);
            return numbers === null ? null : this.#order(numbers);
        } catch (error) {
            throw new Error(`line ${count(this.#line)}: ${error.message}`);
        }
    }

    #order(numbers) {
        if (this.n === 0) {
            if (numbers.length < 2) throw new Error("one number is no order");
            if (numbers.length > MOST)
                throw new Error(`${numbers.length} cards; at most ${MOST} can be ` +
                                "audited here");
            this.n = numbers.length;
            this.#base = numbers.includes(0) ? 0 : 1;
        }
        if (numbers.length !== this.n)
            throw new Error(`${numbers.length} numbers, where the first line has ` +
                            `${this.n}`);
        const seen = new Uint8Array(this.n);
        for (const number of numbers) {
            const card = number - this.#base;
            if (card < 0 || card >= this.n)
                throw new Error(`${number} is not one of ${this.#base} to ` +
                                `${this.n - 1 + this.#base}`);
            if (seen[card]) throw new Error(`${number} is there twice`);
            seen[card] = 1;
        }
        this.count += 1;
        return numbers.map((number) => number - this.#base);
    }
}

/** The lines of a file, piece by piece, so that it may be large. */
async function* linesOf(file) {
    const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split(/\r?\n/);
        rest = lines.pop();
        yield lines;
    }
    if (rest !== "") yield [rest];
}

/**
 * Audits a file of orders.
 * @param {File} file
 * @param {string} seed of what is compared with it
 * @param {{progress, done, failed}} on as for startAudit(); failed({text})
 * @returns {{stop(): void, drop(): void}}
 */
export function runFile(file, seed, on) {
    const orders = new OrderReader();
    let audit;
    let stopped = false;
    let dropped = false;
    let goOn = () => {};
    const begin = () => {
        audit = startAudit({ subject: file.name, how: "file", n: orders.n, seed }, {
            ...on,
            taken: () => goOn(),
            failed: (text) => { dropped = true; goOn(); on.failed({ text }); },
        });
    };
    const send = async (cards) => {
        if (!audit) begin();
        const taken = new Promise((resolve) => { goOn = resolve; });
        audit.add(Uint8Array.from(cards));
        await taken;
    };
    const readAll = async () => {
        let cards = [];
        for await (const lines of linesOf(file)) {
            for (const line of lines) {
                const order = orders.read(line);
                if (order !== null) for (const card of order) cards.push(card);
                if (cards.length < AT_ONCE) continue;
                await send(cards);
                cards = [];
                if (stopped || dropped) break;
            }
            if (stopped || dropped) break;
        }
        if (dropped) return;
        if (orders.count === 0) throw new Error("there are no orders in it");
        // What is stopped before all else is an audit of what was read.
        if (cards.length > 0 && !(stopped && audit)) await send(cards);
        if (dropped) return;
        if (stopped) audit.stop();
        else audit.finish();
    };
    readAll().catch((error) => {
        audit?.drop();
        if (!dropped) on.failed({ text: error.message });
    });
    return {
        stop() { stopped = true; },
        drop() { dropped = true; audit?.drop(); goOn(); },
    };
}
