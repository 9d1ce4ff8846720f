// SPDX-License-Identifier: MIT
//
// client.js - the C core, as the page sees it: its bytes, and audits in workers.
// Questions to it are in questions.js.

/** The bytes of a script element that holds a gzip file as base64. */
async function unpack(id) {
    const text = document.getElementById(id).textContent;
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream()
        .pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

/** Whether this browser has the vector instructions of WebAssembly: it is shown a
 * function with one of them (i32.const 0, i8x16.splat, drop). */
const hasSimd = () => WebAssembly.validate(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0,
    10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]));

let bytes;

/** The bytes of the core that suits this browser. */
export function coreBytes() {
    bytes ??= unpack(hasSimd() ? "core-simd" : "core");
    return bytes;
}

const addresses = new Map();

/** A worker, whose script is the text of a script element. */
export function makeWorker(id) {
    if (!addresses.has(id)) {
        const text = document.getElementById(id).textContent;
        addresses.set(id, URL.createObjectURL(new Blob([text],
                                                       { type: "text/javascript" })));
    }
    return new Worker(addresses.get(id));
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
