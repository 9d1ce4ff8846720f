// SPDX-License-Identifier: MIT
//
// tile.js - one shuffle on the wall: its title, a small map, and what happened to it.
import { titleOf } from "../../catalogue.js";
import { miniMap } from "../../charts/minimap.js";
import { h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { aboutView } from "../views/about.js";
import { viewsOf } from "../views/evidence.js";

/** The title of the view that caught a shuffle; "" if its map shows it, too. */
function caughtBy(report) {
    const views = viewsOf(report);
    const sure = views.filter(({ noticed }) => noticed);
    if (sure.length === 0 || sure.some(({ name }) => name === "position")) return "";
    const best = views.find(({ name }) => name === report.strongest) ??
        sure.reduce((a, b) => (b.sure > a.sure ? b : a));
    return aboutView(best).title;
}

/** What happened to a shuffle, in one line. */
function outcome({ status, report }) {
    if (status === "waiting") return say.wall.waiting;
    if (report.decided !== null) return say.wall.caught(report.decided);
    return status === "done" ? say.wall.notCaught(report.trials)
                             : say.wall.running(report.trials);
}

/**
 * A tile.
 * @param {object} entry of the catalogue
 * @returns {object} node; link, to open it; entry; result(): {status, report, error};
 *   caught(): after how many shuffles, Infinity if not; reset(n), take(status, report),
 *   fail(message)
 */
export function wallTile(entry) {
    const map = miniMap({ counts: null, n: 2, trials: 0, label: "" });
    map.node.setAttribute("aria-hidden", "true"); // the words say what it shows
    const words = h("span", { class: "wall-outcome" });
    const by = h("span", { class: "wall-by" });
    const link = h("a", { class: "wall-tile", "data-test": `wall-${entry.name}` },
                   h("b", { class: "wall-title" }, titleOf(entry)), map.node,
                   h("span", { class: "wall-words" }, words, by));
    const node = h("li", {}, link);
    let result = {};

    function show() {
        const { status, report, error } = result;
        setText(words, error ?? outcome(result));
        const blank = report && report.decided !== null ? caughtBy(report) : "";
        setText(by, blank && say.wall.caughtBy(blank));
        link.dataset.status = status;
        link.dataset.caught = report?.decided ?? "";
        link.classList.toggle("caught", Boolean(report) && report.decided !== null);
    }

    return {
        node,
        link,
        entry,
        result: () => result,
        caught: () => result.report?.decided ?? Infinity,
        reset(n) {
            result = { status: "waiting" };
            map.update({ counts: null, n, trials: 0, label: "" });
            show();
        },
        take(status, report) {
            result = { status, report };
            if (report.position) {
                map.update({ counts: report.position, n: report.n, trials: report.trials,
                             label: "" });
            }
            show();
        },
        fail(message) {
            result = { status: "failed", error: message };
            show();
        },
    };
}
