// SPDX-License-Identifier: MIT
//
// code.js - pasted JavaScript, run in a worker that is ended if it takes too long.
import { coreBytes, makeWorker, startAudit } from "../../client.js";
import { count } from "../../words.js";
import { functionName, MOST_CODE, scriptOf } from "./source.js";

/** Milliseconds that one call for orders may take before it is thought endless. */
export const PATIENCE = 5000;

/** Seconds that a whole run may take. */
export const LONGEST = 60;

const WORK_FOR = 60; // milliseconds of work asked for at once

/**
 * Runs and audits pasted code.
 * @param {{code, n, seed, trials, own}} plan own: the browser's Math.random, not ours
 * @param {{progress, done, failed}} on as for startAudit(); failed({text, line,
 *   shuffle}): in which line, in which shuffle, if that is known
 * @returns {{stop(): void, drop(): void}}
 */
export function runCode(plan, on) {
    const { code, n, seed, trials, own } = plan;
    const worker = makeWorker("sandbox");
    let timer;
    let over = false;
    let asked = 1;
    let made = 0;
    let stopping = false;
    const begun = performance.now();
    const end = () => {
        over = true;
        clearTimeout(timer);
        worker.terminate();
    };
    const fail = (text, { line = 0, shuffle = 0 } = {}) => {
        if (over) return;
        end();
        audit.drop();
        on.failed({ text, line, shuffle });
    };
    const finish = (interrupted) => {
        end();
        if (interrupted) audit.stop();
        else audit.finish();
    };
    const wait = (action, message) => {
        clearTimeout(timer);
        timer = setTimeout(() => fail(message), PATIENCE);
        worker.postMessage(action);
    };
    const askMore = (wanted) => {
        if (over) return;
        const left = wanted - made;
        if (left <= 0) finish(false);
        else if (stopping || performance.now() - begun > LONGEST * 1000) finish(true);
        else {
            asked = Math.min(asked, left);
            const which = asked === 1 ? `shuffle ${count(made + 1)}`
                : `one of the shuffles ${count(made + 1)} to ${count(made + asked)}`;
            wait({ run: asked },
                 `${which} took more than ${PATIENCE / 1000} seconds: is there an ` +
                 "endless loop? It was stopped");
        }
    };
    const subject = code.length <= MOST_CODE && functionName(code) || "pasted code";
    const audit = startAudit({ subject, how: "javascript", n, seed, trials }, {
        ...on,
        failed: (text) => fail(text),
        taken: ({ wanted }) => askMore(wanted),
    });
    worker.onerror = (event) => {
        event.preventDefault(); // it is told on the page
        // What is missing at the end is found in the line after the last.
        fail((event.message || "the code cannot be run").replace(/^Uncaught /, ""),
             { line: Math.min(event.lineno, code.trimEnd().split("\n").length) });
    };
    worker.onmessage = ({ data }) => {
        if (over) return;
        clearTimeout(timer);
        if (data.broken)
            fail(data.broken.text, { line: data.broken.line, shuffle: made + 1 });
        else if (data.ready) askMore(trials);
        else if (data.orders) {
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
            return;
        }
        wait({ start: { core, n, script: scriptOf(code), seed: own ? null : seed } },
             "the code did not come to its end when it was read: is there an endless " +
             "loop outside of the function? It was stopped");
    });
    return {
        stop() { stopping = true; },
        drop() { end(); audit.drop(); },
    };
}
