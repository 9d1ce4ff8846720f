// SPDX-License-Identifier: MIT
//
// questions.js - questions to the core: list, library, exact, trace, branches, tree; see
// core.js.
//
// Some take long, and are dropped when another is asked. The worker that answers for the
// whole page must not be held up by a proof that takes a minute; so proofs have a line of
// their own, and the way to end one is to end its worker.
import { coreBytes, errorOf, makeWorker, stopped } from "./client.js";

/**
 * A line for questions to the core.
 * @returns {{ask(method: string, argument: object): Promise, drop(): void, end(): void}}
 *     ask: the answer, or an error as made by errorOf(); drop: what was asked is never
 *     answered; end: the same, and no worker is left
 */
export function questionLine() {
    let worker; // undefined: there is none
    let ready; // a promise that the worker can be asked
    let asked = 0;
    const waiting = new Map();
    const end = () => {
        waiting.clear();
        worker?.terminate();
        worker = undefined;
        ready = undefined;
    };
    /** The worker cannot answer. The next question gets another one. */
    const fail = (error) => {
        const askers = [...waiting.values()];
        end();
        for (const { reject } of askers) reject(error);
    };
    const hire = async () => {
        const mine = makeWorker("worker");
        worker = mine;
        mine.onmessage = ({ data }) => {
            if (worker !== mine) return;
            if (data.failed) { // the core did not load
                fail(errorOf(data.failed));
                return;
            }
            const asker = waiting.get(data.id);
            waiting.delete(data.id);
            if (data.error === undefined) asker?.resolve(data.answer);
            else asker?.reject(errorOf(data.error));
        };
        mine.onerror = (event) => { if (worker === mine) fail(stopped(event)); };
        mine.postMessage({ core: await coreBytes() });
    };
    return {
        ask(method, argument) {
            ready ??= hire();
            const mine = ready;
            asked += 1;
            const id = asked;
            mine.then(() => {
                if (waiting.has(id)) worker.postMessage({ ask: method, argument, id });
            }, (error) => { if (ready === mine) fail(error); });
            return new Promise((resolve, reject) => {
                waiting.set(id, { resolve, reject });
            });
        },
        drop() {
            if (waiting.size > 0) end(); // an idle worker can stay
        },
        end,
    };
}

const common = questionLine();

/** Asks the core a question that it answers quickly. Rejects as ask() of questionLine(). */
export const ask = (method, argument) => common.ask(method, argument);
