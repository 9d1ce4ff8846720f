// SPDX-License-Identifier: MIT
//
// client.js - the C core, as the page sees it: its bytes, and audits in workers.
// Questions to it are in questions.js.

const { texts, unpack, scriptAddress } = globalThis.fairshufPage; // of start.js

let bytes;

/** The bytes of the core. */
export function coreBytes() {
    bytes ??= unpack("core");
    return bytes;
}

const addresses = new Map();

/** A worker: "worker" or "sandbox". */
export function makeWorker(name) {
    if (!addresses.has(name)) addresses.set(name, scriptAddress(texts[name]));
    return new Worker(addresses.get(name));
}

/**
 * An error that a worker sent.
 * @param {{message: string, code?: string, details?: object}} sent; see CoreError
 * @returns {Error & {code: string, details: object}} the code is "unexpected" if it is not
 *   an error of the core
 */
export const errorOf = ({ message, code = "unexpected", details = {} }) =>
    Object.assign(new Error(message), { code, details });

/** The error for a worker that ended by itself. */
export const stopped = ({ message }) =>
    errorOf({ message: message || "the worker stopped", code: "worker-stopped" });

// ---- audits ------------------------------------------------------------------------

/**
 * Starts an audit in a worker of its own.
 * @param {object} plan as for core.audit(); with diagnose: false, if the report need not
 *   look for effects and mistakes, which takes longer than some audits
 * @param {{progress?: Function, ending?: Function, done?: Function, failed?: Function,
 *          taken?: Function}} on progress({count, rate, report}), some times a second;
 *   ending(): there are no more shuffles, and the report is worked out; done({count,
 *   report, text}), the whole report and its JSON; failed(message, error), where the error
 *   is that of errorOf(); taken({count, wanted}) after each add()
 */
export function startAudit(plan, on) {
    const worker = makeWorker("worker");
    let over = false;
    const finish = () => {
        over = true;
        worker.terminate();
    };
    worker.onmessage = ({ data }) => {
        if (over) return;
        if (data.taken) on.taken?.(data.taken);
        if (data.progress) {
            const { text, ...rest } = data.progress;
            on.progress?.({ ...rest, report: JSON.parse(text) });
        }
        if (data.ending) on.ending?.();
        if (data.done) {
            finish();
            on.done?.({ ...data.done, report: JSON.parse(data.done.text) });
        }
        if (data.failed !== undefined) {
            finish();
            on.failed?.(data.failed.message, errorOf(data.failed));
        }
    };
    worker.onerror = (event) => {
        if (over) return;
        finish();
        const error = stopped(event);
        on.failed?.(error.message, error);
    };
    const ready = coreBytes().then((core) => {
        worker.postMessage({ core });
        worker.postMessage({ audit: plan });
    });
    const send = (message, owned = []) =>
        ready.then(() => { if (!over) worker.postMessage(message, owned); });
    return {
        pause: () => send({ pause: true }),
        resume: () => send({ resume: true }),
        /** Ends it now, with a report of what is known. */
        stop: () => send({ stop: true }),
        /** Drops it: nothing more is heard of it. */
        drop: finish,
        /** Of an audit with plan.how: orders from outside; and that there are no more. */
        add: (orders) => send({ orders }, [orders.buffer]),
        finish: () => send({ finish: true }),
    };
}
