// SPDX-License-Identifier: MIT
//
// code.js - pasted JavaScript, run in a worker that is ended if it takes too long.
import { coreBytes, makeWorker, startAudit } from "../../client.js";
import { count } from "../../words.js";
import { MOST_CODE, scriptOf } from "./source.js";

/** Milliseconds that one call for orders may take before it is thought endless. */
export const PATIENCE = 5000;

/** Seconds that a whole run may take; and one of code that is slow. Pasted code may keep
 * what it allocates: no browser tells how much memory a worker has, and one that has taken
 * all of it ends the page. That takes some 15 seconds, and such code is slow. */
export const LONGEST = 60;
export const LONGEST_SLOW = 8;
const SLOW = 1000; // shuffles a second

const WORK_FOR = 60; // milliseconds of work asked for at once
const MOST_LETTERS = 300; // of an error

/** What the browser says of an error, without how the code got there. */
function browserWords(message) {
    const words = (message || "the code cannot be run").replace(/^Uncaught /, "")
        .replace(/Failed to execute 'importScripts' on '\w+': /, "");
    return words.length <= MOST_LETTERS ? words : `${words.slice(0, MOST_LETTERS)}…`;
}

/**
 * Runs and audits pasted code.
 * @param {{code, n, seed, trials, own}} plan own: the browser's Math.random, not ours
 * @param {{progress, ending, done, failed}} on as for startAudit(); failed({text, line,
 *   shuffle}): in which line, in which shuffle, if that is known; ending(text): why there
 *   are fewer shuffles than planned, "" if there are not
 * @returns {{stop(): void, drop(): void}}
 */
export function runCode(plan, on) {
    const { code, n, seed, trials, own } = plan;
    const worker = makeWorker("sandbox");
    let audit; // once the code is read
    let timer;
    let over = false;
    let asked = 1;
    let made = 0;
    let stopping = false;
    let begun = 0;
    const end = () => {
        over = true;
        clearTimeout(timer);
        worker.terminate();
    };
    const fail = (text, { line = 0, shuffle = 0 } = {}) => {
        if (over) return;
        end();
        audit?.drop();
        on.failed({ text, line, shuffle });
    };
    const finish = (why) => {
        end();
        on.ending(why);
        if (why !== "") audit.stop();
        else audit.finish();
    };
    const wait = (action, message) => {
        clearTimeout(timer);
        timer = setTimeout(() => fail(message), PATIENCE);
        worker.postMessage(action);
    };
    /** Why no more shuffles are made before all are there; "" if there is no reason. */
    const enough = () => {
        const seconds = (performance.now() - begun) / 1000;
        if (stopping) return "You stopped it.";
        if (seconds > LONGEST) return `The code was stopped after ${LONGEST} seconds.`;
        if (seconds > LONGEST_SLOW && made < SLOW * seconds) {
            return `The code was stopped after ${LONGEST_SLOW} seconds because it is ` +
                `slow: fewer than ${count(SLOW)} shuffles a second.`;
        }
        return "";
    };
    const askMore = (wanted) => {
        if (over) return;
        const left = wanted - made;
        const why = enough();
        if (left <= 0) finish("");
        else if (why !== "") finish(why);
        else {
            asked = Math.min(asked, left);
            const which = asked === 1 ? `shuffle ${count(made + 1)}`
                : `one of the shuffles ${count(made + 1)} to ${count(made + asked)}`;
            wait({ run: asked },
                 `${which} took more than ${PATIENCE / 1000} seconds: is there an ` +
                 "endless loop? It was stopped");
        }
    };
    /** The code is read; `name`: of its function, "" if it has none. */
    const beginAudit = ({ name }) => {
        begun = performance.now();
        const subject = name || "pasted code";
        audit = startAudit({ subject, how: "javascript", n, seed, trials }, {
            progress: on.progress,
            done: on.done,
            failed: (text) => fail(text),
            taken: ({ wanted }) => askMore(wanted),
        });
        askMore(trials);
    };
    worker.onerror = (event) => {
        event.preventDefault(); // the page shows it
        // What is missing at the end is found in the line after the last.
        fail(browserWords(event.message),
             { line: Math.min(event.lineno, code.trimEnd().split("\n").length) });
    };
    worker.onmessage = ({ data }) => {
        if (over) return;
        clearTimeout(timer);
        if (data.broken) {
            const { text, line, index } = data.broken;
            fail(text, { line, shuffle: audit ? made + index + 1 : 0 });
        } else if (data.ready) {
            beginAudit(data.ready);
        } else if (data.orders) {
            made += data.orders.length / n;
            if (data.took < WORK_FOR / 2) asked *= 2;
            else if (data.took > WORK_FOR * 2) asked = Math.max(1, Math.floor(asked / 2));
            audit.add(data.orders);
        }
    };
    coreBytes().then((core) => {
        if (over) return;
        if (code.length > MOST_CODE) {
            fail(`the code has ${count(code.length)} characters; at most ` +
                 `${count(MOST_CODE)} are taken`);
        } else if (code.trim() === "") {
            fail("there is no code: paste a function that takes an array");
        } else {
            wait({ start: { core, n, script: scriptOf(code), seed: own ? null : seed } },
                 "the code did not finish loading: is there an endless loop outside the " +
                 "function? It was stopped");
        }
    });
    return {
        stop() { stopping = true; },
        drop() { end(); audit?.drop(); },
    };
}
