// SPDX-License-Identifier: MIT
//
// log.js - all steps of a shuffle as a table; each can be gone to.
import { h } from "../../dom.js";
import { brief, face, sidesText } from "./words.js";

/** The table; go() is called with the step that was chosen. */
export function makeLog(go) {
    const body = h("tbody", {});
    const table = h("table", { class: "steps-log", "data-test": "steps-log" },
        h("thead", {}, h("tr", {},
            ["Step", "Die", "Rolled"].map((text) =>
                h("th", { scope: "col", class: "number" }, text)),
            h("th", { scope: "col" }, "What happens"))),
        body);
    const frame = h("div", { class: "scroll steps-frame", tabindex: 0, role: "region",
                             "aria-label": "All steps" }, table);
    let at = 0;

    const row = (step, k) => h("tr", { onclick: () => go(k + 1) },
        h("td", { class: "number" },
          h("button", { class: "steps-jump", type: "button", "data-test": "steps-jump",
                        "aria-label": `Go to step ${k + 1}` }, k + 1)),
        h("td", { class: "number" }, sidesText(step.sides)),
        h("td", { class: "number" }, face(step.rolled + 1)),
        h("td", {}, brief(step)));

    /** Scrolls the frame, and nothing else, so that a row is seen. */
    function reveal(one) {
        const top = one.offsetTop - body.offsetTop;
        const room = frame.clientHeight - body.offsetTop - one.offsetHeight;
        if (top < frame.scrollTop) frame.scrollTop = top;
        else if (top > frame.scrollTop + room) frame.scrollTop = top - room;
    }

    return {
        node: frame,
        /** Another shuffle. */
        fill(steps) {
            at = 0;
            body.replaceChildren(...steps.map(row));
            frame.scrollTop = 0;
        },
        /** The steps before that place are past. */
        set(step) {
            const rows = body.rows;
            rows[at - 1]?.removeAttribute("aria-current");
            at = step;
            rows[at - 1]?.setAttribute("aria-current", "step");
            for (let k = 0; k < rows.length; k += 1)
                rows[k].classList.toggle("steps-future", k >= at);
            if (at > 0) reveal(rows[at - 1]);
            else frame.scrollTop = 0;
        },
    };
}
