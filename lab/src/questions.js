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
 * @returns {{ask(method: string, argument: object): Promise, drop(): void}} ask: the
 *     answer, or an error as made by errorOf(); what is dropped is never answered
 */
export function questionLine() {
    let worker;
    let asked = 0;
    const waiting = new Map();
    const hire = async () => {
        const mine = makeWorker("worker");
        worker = mine;
        mine.onmessage = ({ data }) => {
            const asker = waiting.get(data.id);
            waiting.delete(data.id);
            if (data.error === undefined) asker?.resolve(data.answer);
            else asker?.reject(errorOf(data.error));
        };
        mine.onerror = (event) => {
            for (const { reject } of waiting.values()) reject(stopped(event));
            waiting.clear();
        };
        mine.postMessage({ core: await coreBytes() });
    };
    let ready;
    return {
        async ask(method, argument) {
            ready ??= hire();
            asked += 1;
            const id = asked;
            const answer = new Promise((resolve, reject) => {
                waiting.set(id, { resolve, reject });
            });
            await ready;
            if (waiting.has(id)) worker.postMessage({ ask: method, argument, id });
            return answer;
        },
        drop() {
            if (waiting.size === 0) return; // an idle worker can stay
            waiting.clear();
            worker.terminate();
            ready = undefined;
        },
    };
}

const common = questionLine();

/** Asks the core a question that it answers quickly. Rejects as ask() of questionLine(). */
export const ask = (method, argument) => common.ask(method, argument);
