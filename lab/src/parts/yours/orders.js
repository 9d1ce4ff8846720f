// SPDX-License-Identifier: MIT
//
// orders.js - a file of orders, one per line: 3 1 2, or 3,1,2, or [3, 1, 2], counted from
// 1 or from 0. Blank lines and lines that begin with # are skipped. `fairaudit --save`
// writes such files, and `fairaudit -p` reads them.
import { startAudit } from "../../client.js";
import { PageError } from "../../errors.js";

const MOST = 256; // cards
const AT_ONCE = 1 << 16; // cards sent to the audit at once

/** The numbers on a line; null if it is blank or a comment. */
function numbersOf(line) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) return null;
    const inner = /^\[(.*)\],?$|^\((.*)\),?$/.exec(text);
    const words = (inner?.[1] ?? inner?.[2] ?? text).split(/[\s,]+/)
        .filter((word) => word !== "");
    return words.map((word) => {
        if (!/^[0-9]{1,9}$/.test(word))
            throw new PageError("file-word", { text: word.slice(0, 40) });
        return Number(word);
    });
}

/** Turns lines into orders. */
class OrderReader {
    n = 0;
    count = 0;
    line = 0; // the number of the line that was read last
    #base = -1; // the number of the first card: 0 or 1

    /** The cards of one line, from 0; null if there are none. Throws a PageError. */
    read(line) {
        this.line += 1;
        const numbers = numbersOf(line);
        return numbers === null ? null : this.#order(numbers);
    }

    #order(numbers) {
        if (this.n === 0) {
            if (numbers.length < 2) throw new PageError("file-single");
            if (numbers.length > MOST)
                throw new PageError("file-cards", { count: numbers.length, most: MOST });
            this.n = numbers.length;
            this.#base = numbers.includes(0) ? 0 : 1;
        }
        if (numbers.length !== this.n)
            throw new PageError("file-count", { count: numbers.length, wanted: this.n });
        const seen = new Uint8Array(this.n);
        for (const number of numbers) {
            const card = number - this.#base;
            if (card < 0 || card >= this.n)
                throw new PageError("file-range", { number, first: this.#base,
                                                    last: this.n - 1 + this.#base });
            if (seen[card]) throw new PageError("file-twice", { number });
            seen[card] = 1;
        }
        this.count += 1;
        return numbers.map((number) => number - this.#base);
    }
}

/** The lines of a file, piece by piece, because it can be large. */
async function* linesOf(file) {
    const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            const lines = (rest + value).split(/\r?\n/);
            rest = lines.pop();
            yield lines;
        }
        if (rest !== "") yield [rest];
    } finally {
        await reader.cancel(); // the file may not have been read to its end
    }
}

/**
 * Audits a file of orders.
 * @param {File} file
 * @param {string} seed of the shuffles that it is compared with
 * @param {{progress, done, failed}} on as for startAudit(); failed(error, {line}): where
 *   the error came from, 0 if unknown
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
            failed: (_, error) => {
                dropped = true;
                goOn();
                on.failed(error, { line: 0 });
            },
        });
    };
    const send = async (cards) => {
        if (dropped) return;
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
        orders.line = 0; // errors from here on are not about a line
        if (orders.count === 0) throw new PageError("file-empty");
        // If it was stopped early, the audit is of what has been sent.
        if (cards.length > 0 && !(stopped && audit)) await send(cards);
        if (dropped) return;
        if (stopped) audit.stop();
        else audit.finish();
    };
    readAll().catch((error) => {
        audit?.drop();
        if (!dropped) on.failed(error, { line: orders.line });
    });
    return {
        stop() { stopped = true; },
        drop() { dropped = true; audit?.drop(); goOn(); },
    };
}
