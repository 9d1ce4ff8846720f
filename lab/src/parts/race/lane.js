// SPDX-License-Identifier: MIT
//
// lane.js - one lane of the race: a shuffle and its audit, from start to verdict.
//
// A lane is given a plan and runs it. The same plan again changes nothing: what is done
// stays, what was dropped before its end is begun anew, and comes to the same result.
import { planOf, reportState } from "../../catalogue.js";
import { startAudit } from "../../client.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictName } from "../../verdict.js";
import { laneView } from "./view.js";
import { doneWords, runningWords } from "./words.js";

/**
 * A lane.
 * @param {object} options id "a" or "b"; context; change({shuffle, die}) when the person
 *   chose; close() if the lane can be closed; moved() when its status changed;
 *   announce(text) is for screen readers; pace, see pacer(); shared, the scale of
 *   the maps, see sharedExtent()
 */
export function raceLane({ id, context, change, close, moved, announce, pace, shared }) {
    let plan; // {shuffle, die, n, seed, trials}
    let status = "idle"; // "running", "paused", "done", "failed"
    let audit;
    let announced;
    let result;
    const view = laneView({
        id, context, close, shared,
        change: (chosen) => change({ ...plan, ...chosen }),
        openReport: () => context.showReport(result.report, result.text,
                                             reportState(plan, result.report)),
    });

    function become(next) {
        status = next;
        view.node.dataset.status = next;
        moved();
    }

    /** Says it once: when it is clear, or at the end. */
    function announceVerdict(verdict, text) {
        if (announced) return;
        announced = true;
        announce(`${plan.shuffle}: ${verdictName(verdict)}. ${text}`);
    }

    function progress({ report, rate }) {
        pace.soon(id, () => {
            const clear = report.decided !== null;
            const words = runningWords(report);
            view.setVerdict(status === "paused" && !clear ? runningBadge("PAUSED")
                                                          : badgeSoFar(report), words);
            view.draw(report, rate);
            if (clear) announceVerdict(report.verdict, words);
        });
    }

    function done(last) {
        result = last;
        audit = undefined;
        become("done");
        pace.soon(id, () => {
            const { report } = last;
            const words = doneWords(report);
            view.setVerdict(verdictBadge(report.verdict), words);
            view.setEnding(false);
            view.draw(report, report.seconds > 0 ? report.trials / report.seconds : 0);
            view.finish(report);
            announceVerdict(report.verdict, words);
        });
    }

    function failed(message) {
        pace.cancel(id);
        audit = undefined;
        view.fail(message);
        become("failed");
    }

    function drop() {
        const unseen = pace.cancel(id); // perhaps its end
        audit?.drop();
        audit = undefined;
        if (unseen || status === "running" || status === "paused") become("idle");
    }

    function start() {
        drop();
        announced = false;
        result = undefined;
        view.clear(plan);
        audit = startAudit(planOf(context, plan), {
            progress, done, failed, ending: () => view.setEnding(true) });
        become("running");
    }

    return {
        node: view.node,
        start,
        drop,
        status: () => status,
        /** Shows the audit of this plan: as it runs or ended, or else from the start. */
        show(wanted) {
            const same = JSON.stringify(wanted) === JSON.stringify(plan);
            if (same && status !== "idle") return;
            plan = wanted;
            view.describe(plan);
            start();
        },
        pause() {
            if (status !== "running") return;
            audit.pause();
            become("paused");
        },
        resume() {
            if (status !== "paused") return;
            audit.resume();
            become("running");
        },
        stop() { audit?.stop(); },
        /** Ends it, for another time: it is not shown now. */
        leave() {
            drop();
            view.leave();
        },
    };
}
