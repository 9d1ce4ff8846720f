// SPDX-License-Identifier: MIT
//
// code.js - runs pasted JavaScript in a worker, which is ended if it takes too long.
import { coreBytes, makeWorker, startAudit } from "../../client.js";
import { PageError } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { UNNAMED } from "../report/subject.js";
import { MOST_CODE, scriptOf } from "./source.js";

/** Seconds that one request for orders may take before the code is considered endless. */
export const PATIENCE = 5;

/** Seconds that a whole run may take, and a run of slow code. Pasted code may keep
 * everything it allocates. Browsers do not tell how much memory a worker uses, and a
 * worker that uses all of it crashes the page. That takes about 15 seconds, and such code
 * is slow. */
export const LONGEST = 60;
export const LONGEST_SLOW = 8;
const SLOW = 1000; // shuffles per second

const WORK_FOR = 60; // milliseconds of work asked for at once
const MOST_LETTERS = 300; // of an error

/** What the browser says about an error, without how the code was loaded. */
function browserWords(message) {
    const words = (message || "Error").replace(/^Uncaught /, "")
        .replace(/Failed to execute 'importScripts' on '\w+': /, "");
    return words.length <= MOST_LETTERS ? words : `${words.slice(0, MOST_LETTERS)}…`;
}

/**
 * Runs pasted code and audits its orders.
 * @param {{code, n, seed, trials, own}} plan own: the browser's Math.random, not ours
 * @param {{progress, ending, done, failed}} on as for startAudit(); failed(error, {line,
 *   shuffle}): where the error came from, 0 if unknown; ending(text): why there are fewer
 *   shuffles than planned, or ""
 * @returns {{stop(): void, drop(): void}}
 */
export function runCode(plan, on) {
    const { code, n, seed, trials, own } = plan;
    const worker = makeWorker("sandbox");
    let audit; // once the code has been read
    let timer;
    let over = false; // whether the code has ended
    let asked = 1;
    let made = 0;
    let stopping = false;
    let begun = 0;
    const end = () => {
        over = true;
        clearTimeout(timer);
        worker.terminate();
    };
    const fail = (error, { line = 0, shuffle = 0 } = {}) => {
        if (over) return;
        end();
        audit?.drop();
        on.failed(error, { line, shuffle });
    };
    const finish = (why) => {
        end();
        on.ending(why);
        if (why !== "") audit.stop();
        else audit.finish();
    };
    const wait = (action, error) => {
        clearTimeout(timer);
        timer = setTimeout(() => fail(error), PATIENCE * 1000);
        worker.postMessage(action);
    };
    /** Why no more shuffles are made before the planned number; "" if there is no
     * reason. */
    const enough = () => {
        const seconds = (performance.now() - begun) / 1000;
        const { user, long, slow } = say.yours.stopped;
        if (stopping) return user;
        if (seconds > LONGEST) return long(LONGEST);
        if (seconds > LONGEST_SLOW && made < SLOW * seconds)
            return slow(LONGEST_SLOW, SLOW);
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
            wait({ run: asked }, new PageError("code-endless", {
                from: made + 1, to: made + asked, seconds: PATIENCE }));
        }
    };
    /** The code has been read. `name` is that of its function, "" if it has none. */
    const beginAudit = ({ name }) => {
        begun = performance.now();
        const subject = name || UNNAMED;
        audit = startAudit({ subject, how: "javascript", n, seed, trials }, {
            progress: on.progress,
            done: on.done,
            // Not by fail(): the code has ended before the report is computed.
            failed: (_, error) => {
                end();
                on.failed(error, { line: 0, shuffle: 0 });
            },
            taken: ({ wanted }) => askMore(wanted),
        });
        askMore(trials);
    };
    worker.onerror = (event) => {
        event.preventDefault(); // the page shows it
        // If something is missing at the end, the browser names the line after the last.
        fail(new PageError("code-broken", { text: browserWords(event.message) }),
             { line: Math.min(event.lineno, code.trimEnd().split("\n").length) });
    };
    worker.onmessage = ({ data }) => {
        if (over) return;
        clearTimeout(timer);
        if (data.broken) {
            const { code: name, details, line, index } = data.broken;
            fail(new PageError(name, details),
                 { line, shuffle: audit ? made + index + 1 : 0 });
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
            fail(new PageError("code-too-long", { length: code.length,
                                                  most: MOST_CODE }));
        } else if (code.trim() === "") {
            fail(new PageError("code-empty"));
        } else {
            wait({ start: { core, n, script: scriptOf(code), seed: own ? null : seed } },
                 new PageError("code-endless-start", { seconds: PATIENCE }));
        }
    });
    return {
        stop() { stopping = true; },
        drop() { end(); audit?.drop(); },
    };
}
