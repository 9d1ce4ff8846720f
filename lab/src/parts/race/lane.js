// SPDX-License-Identifier: MIT
//
// lane.js - one of the shuffles that are compared, and its audit, from start to verdict.
//
// A lane is given a plan and runs it. If it gets the same plan again, nothing changes: a
// finished audit stays, and one that was dropped starts again and gives the same result.
import { planOf, reportState, titleOfBoth } from "../../catalogue.js";
import { startAudit } from "../../client.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictName } from "../../verdict.js";
import { laneView } from "./view.js";
import { doneWords, runningWords } from "./words.js";

/**
 * A lane.
 * @param {object} options id "a" or "b"; context; change({shuffle, die}) when the person
 *   chose; close() if the lane can be closed; moved() when its status changed;
 *   announce(what) is for screen readers, see say.race.announced; pace, see pacer();
 *   shared, the scale of the maps, see sharedExtent()
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
        announce({ letter: id.toUpperCase(), title: titleOfBoth(context, plan),
                   verdict: verdictName(verdict), words: text });
    }

    function progress({ report, rate }) {
        pace.soon(id, () => {
            const clear = report.decided !== null;
            const words = runningWords(report);
            view.setVerdict(status === "paused" && !clear ? runningBadge(say.verdict.paused)
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

    function failed(_, error) {
        pace.cancel(id);
        audit = undefined;
        view.fail(errorText(error));
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
