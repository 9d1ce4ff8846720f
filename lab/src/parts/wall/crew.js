// SPDX-License-Identifier: MIT
//
// crew.js - many audits, a few at a time. Each audit has its own worker; when one ends,
// the next begins.
import { startAudit } from "../../client.js";
import { errorText } from "../../errors.js";

/** Audits that run at the same time: more than two only if there are cores to spare. */
const AT_ONCE = navigator.hardwareConcurrency >= 4 ? 3 : 2;

/**
 * Runs audits in this order.
 * @param {Array<{plan: object, name: string}>} jobs plan: as for startAudit()
 * @param {{progress(name: string, report: object): void,
 *          done(name: string, report: object): void,
 *          failed(name: string, message: string): void, end(): void}} on
 * @returns {{drop(): void}} drop: ends all of them; nothing more is reported
 */
export function startCrew(jobs, on) {
    const waiting = [...jobs];
    const running = new Set();
    let dropped = false;

    function next() {
        if (dropped) return;
        const job = waiting.shift();
        if (!job) {
            if (running.size === 0) on.end();
            return;
        }
        const ended = (tell) => {
            running.delete(audit);
            tell();
            next();
        };
        const audit = startAudit({ ...job.plan, diagnose: false }, {
            progress: ({ report }) => on.progress(job.name, report),
            done: ({ report }) => ended(() => on.done(job.name, report)),
            failed: (_, error) => ended(() => on.failed(job.name, errorText(error))),
        });
        running.add(audit);
    }

    for (let i = 0; i < AT_ONCE; i += 1) next();
    return {
        drop() {
            dropped = true;
            for (const audit of running) audit.drop();
            running.clear();
        },
    };
}
