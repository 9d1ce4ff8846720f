// SPDX-License-Identifier: MIT
//
// log.js - all steps of one or two shuffles as a table; each can be gone to.
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { brief, rollText } from "./words.js";

const FADE = 52; // pixels of the last rows that fade out; also in below.css

/** The table; go() is called with the step that was chosen. */
export function makeLog(go) {
    const head = h("thead", {});
    const body = h("tbody", {});
    const table = h("table", { class: "steps-log", "data-test": "steps-log" },
                    head, body);
    const frame = h("div", { class: "scroll steps-frame", tabindex: 0, role: "region",
                             "aria-label": say.steps.allSteps, onscroll: showMore },
                    table);
    const node = h("div", { class: "steps-list" }, frame);
    let at = 0;
    let revealing; // the frame that will

    /** Whether there is more to see below. */
    function showMore() {
        const left = frame.scrollHeight - frame.clientHeight - frame.scrollTop;
        node.classList.toggle("steps-more-below", left > 2);
    }

    const cellOf = ({ trace, scene }, k) => {
        const step = trace.steps[k];
        if (step === undefined) return h("td", {});
        const picture = scene[k + 1];
        return h("td", {},
                 h("span", { class: "steps-log-roll number" },
                   rollText(step, picture?.coin)),
                 step.chosen && h("span", { class: "steps-log-chosen" },
                                  say.steps.chosen.tag),
                 " ", picture?.brief ?? brief(step));
    };

    const row = (lanes, k) => h("tr", { onclick: () => go(k + 1) },
        h("td", { class: "number" },
          h("button", { class: "steps-jump", type: "button", "data-test": "steps-jump",
                        "aria-label": say.steps.goTo(k + 1) }, k + 1)),
        lanes.map((lane) => cellOf(lane, k)));

    const headOf = (lanes) => h("tr", {},
        h("th", { scope: "col", class: "number" }, say.steps.step),
        lanes.map(({ title }) => h("th", { scope: "col" },
                                   lanes.length > 1 ? title : say.steps.happens)));

    /** Scrolls the frame, and nothing else, so that the row of the step is seen. */
    function reveal() {
        const one = body.rows[at - 1];
        if (!one) {
            frame.scrollTop = 0;
            return;
        }
        const top = one.offsetTop - head.offsetHeight;
        const room = frame.clientHeight - head.offsetHeight - one.offsetHeight - FADE;
        if (top < frame.scrollTop) frame.scrollTop = top;
        else if (top > frame.scrollTop + room) frame.scrollTop = top - room;
        showMore();
    }

    new ResizeObserver(showMore).observe(table);
    return {
        node,
        /** Other shuffles: [{trace, scene, title}]. */
        fill(lanes) {
            at = 0;
            const steps = Math.max(0, ...lanes.map(({ trace }) => trace.steps.length));
            head.replaceChildren(headOf(lanes));
            body.replaceChildren(
                ...Array.from({ length: steps }, (_, k) => row(lanes, k)));
            frame.scrollTop = 0;
            showMore();
        },
        /** Marks the step that is shown; those after it are still to come. */
        set(step) {
            const { rows } = body;
            rows[at - 1]?.removeAttribute("aria-current");
            at = step;
            rows[at - 1]?.setAttribute("aria-current", "step");
            for (let k = 0; k < rows.length; k += 1)
                rows[k].classList.toggle("steps-future", k >= at);
            // With the next frame, which needs the layout anyway.
            cancelAnimationFrame(revealing);
            revealing = requestAnimationFrame(reveal);
        },
    };
}
