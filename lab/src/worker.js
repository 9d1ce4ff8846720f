// SPDX-License-Identifier: MIT
//
// worker.js - the C core at work, away from the page. Its other ends are client.js and
// questions.js.
//
// Messages in: {core: bytes} first; then {ask, argument, id}, or {audit: plan} followed
// by {pause}, {resume}, {stop}, and for audits that are fed {orders}, {finish}.
// Messages out: {id, answer} or {id, error}; {progress}, {taken}, {ending}, {done},
// {failed}. Errors and failures are {message, code, details}.
import { loadCore } from "./core.js";

const REPORT_EVERY = 160; // milliseconds between two reports of progress
const WORK_FOR = 40; // milliseconds of work between two looks at messages

let core;
let job;

// ---- audits ------------------------------------------------------------------------

/** Lets messages come in. */
const breathe = () => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
        channel.port1.close();
        resolve();
    };
    channel.port2.postMessage(null);
});

function begin(plan) {
    job = {
        plan, audit: core.audit(plan), worked: 0, reported: 0, chunk: 64,
        paused: false, stopped: false, finished: false, wake: () => {},
    };
}

function report() {
    const { audit, worked } = job;
    job.reported = performance.now();
    postMessage({
        progress: {
            count: audit.count,
            rate: worked > 0 ? audit.count / (worked / 1000) : 0,
            text: audit.report({ interrupted: true, diagnose: false,
                                 seconds: worked / 1000 }),
        },
    });
}

/** Does some work on time, and counts the time. */
function work(action) {
    const begun = performance.now();
    action();
    const took = performance.now() - begun;
    job.worked += took;
    if (job.reported === 0 || performance.now() - job.reported > REPORT_EVERY) report();
    return took;
}

/** The whole report. An audit that was stopped has fewer orders than were planned. */
function end(interrupted) {
    const { audit, worked, plan: { diagnose = true } } = job;
    postMessage({ ending: true }); // the report may take seconds
    const text = audit.report({ interrupted, diagnose, seconds: worked / 1000 });
    postMessage({ done: { count: audit.count, text } });
    audit.close();
    job = undefined;
}

async function fillAll() {
    const mine = job;
    while (!mine.stopped && mine.audit.count < mine.audit.wanted()) {
        if (mine.paused) {
            report();
            await new Promise((resolve) => { mine.wake = resolve; });
            continue;
        }
        const most = Math.min(mine.chunk, mine.audit.wanted() - mine.audit.count);
        const took = work(() => mine.audit.fill(most));
        if (took < WORK_FOR / 2) mine.chunk *= 2;
        else if (took > WORK_FOR * 2 && mine.chunk > 64) mine.chunk /= 2;
        await breathe();
    }
    end(mine.stopped);
}

// ---- messages ----------------------------------------------------------------------

/** An error as it is sent to the page; code and details are those of CoreError. */
const asMessage = ({ message, code, details }) => ({ message, code, details });

const actions = {
    core: async (bytes) => { core = await loadCore(bytes); },
    ask: (method, { argument, id }) => {
        try {
            postMessage({ id, answer: core[method](argument) });
        } catch (error) {
            postMessage({ id, error: asMessage(error) });
        }
    },
    audit: (plan) => {
        begin(plan);
        return plan.how === undefined ? fillAll() : undefined;
    },
    pause: () => { if (job) job.paused = true; },
    resume: () => { if (job) { job.paused = false; job.wake(); } },
    stop: () => {
        if (!job) return;
        job.stopped = true;
        if (job.plan.how !== undefined) end(true);
        else job.wake();
    },
    orders: (given) => {
        if (!job) return;
        work(() => job.audit.add(given));
        postMessage({ taken: { count: job.audit.count, wanted: job.audit.wanted() } });
    },
    finish: () => { if (job) end(false); },
};

// One message after the other: the core must be there before it is asked.
let queue = Promise.resolve();
onmessage = ({ data }) => {
    const name = Object.keys(actions).find((key) => key in data);
    const act = async () => {
        try {
            await actions[name](data[name], data);
        } catch (error) {
            postMessage({ failed: asMessage(error) });
        }
    };
    // An audit runs on while others come in.
    queue = queue.then(() => (name === "audit" ? void act() : act()));
};
