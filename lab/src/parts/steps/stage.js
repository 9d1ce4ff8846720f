// SPDX-License-Identifier: MIT
//
// stage.js - one shuffle, or two with the same random numbers, and the controls to go
// back and forth.
import { h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { paceOf, transport } from "./play.js";
import { fractionText } from "./words.js";

/** The random number of a step, if all lanes that roll have the same one. */
function commonFraction(traces, at) {
    const steps = traces.map(({ steps: all }) => all[at - 1]).filter(Boolean);
    const [first] = steps;
    const known = typeof first?.fraction === "number" &&
        steps.every(({ fraction }) => fraction === first.fraction);
    return known ? { fraction: first.fraction, steps } : undefined;
}

/**
 * @param {Array<{lane: object, code: HTMLElement}>} rows the lanes, and their code
 * @param {{go: (step: number) => void, speed: (speed: number) => void}} on
 * @returns {{node, load(traces), show({step, speed, moving}), wait(), stop(), pair(is)}}
 *     pair: whether the second lane is shown; load: [{lane, trace}] of all lanes that
 *     have a trace; wait: for other traces
 */
export function makeStage(rows, on) {
    const title = h("h2", { class: "number", "data-test": "steps-title" });
    const random = h("p", { class: "steps-random number", "data-test": "steps-random" });
    const live = h("p", { class: "visually-hidden", "aria-live": "polite",
                          "data-test": "steps-live" });
    let playing = false;
    let words = ""; // of the step, for screen readers
    const controls = transport({
        ...on,
        // While it plays, steps are not announced; the one at which it stops is.
        playing: (is) => {
            playing = is;
            if (!playing) setText(live, words);
        },
    });
    const node = h("div", { class: "panel steps-stage", tabindex: 0, role: "group",
                            "data-test": "steps-stage", "aria-label": say.steps.stage,
                            onkeydown: controls.keys },
        h("div", { class: "steps-title" }, title, random), live,
        rows.map(({ lane }) => lane.node), controls.node, rows.map(({ code }) => code));
    let loaded = [];
    let paired = false;
    let shown = -1;

    function showTitle(at, steps) {
        setText(title, at === 0 ? say.steps.before : say.steps.stepOf(at, steps));
        const common = commonFraction(loaded.map(({ trace }) => trace), at);
        setText(random, common === undefined ? ""
            : say.steps.random(fractionText(common.fraction, common.steps)));
    }

    return {
        node,
        load(lanes) {
            loaded = lanes;
            shown = -1;
            if (lanes.length === 0) node.setAttribute("aria-busy", false);
        },
        pair(is) {
            paired = is;
            node.classList.toggle("steps-paired", is);
            rows[1].lane.node.remove();
            rows[1].code.remove();
            if (!is) return;
            rows[0].lane.node.after(rows[1].lane.node);
            rows[0].code.after(rows[1].code);
        },
        show({ step: at, speed, moving }) {
            const steps = Math.max(0, ...loaded.map(({ trace }) => trace.steps.length));
            const pace = moving && at !== shown ? paceOf(speed) : undefined;
            shown = at;
            showTitle(at, steps);
            const said = loaded.map(({ lane }) => lane.show(at, { paired, pace }));
            controls.set({ step: at, steps, speed });
            node.setAttribute("aria-busy", false);
            words = [title.textContent, random.textContent, ...said].filter(Boolean)
                .join("\n");
            if (!playing) setText(live, words);
        },
        wait() {
            node.setAttribute("aria-busy", true);
            controls.wait();
        },
        stop: controls.stop,
    };
}
