// SPDX-License-Identifier: MIT
//
// roll.js - how a random number becomes a roll: a bar from 0 to 1, divided into as many
// parts as the die has sides. Two shuffles with the same random number have the mark at
// the same spot, and different parts.
import { h, svg } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { rollText } from "./words.js";

const WIDTH = 1000;
const HEIGHT = 14;
const MOST_PARTS = 64; // more cannot be seen

/**
 * The bar.
 * @param {(rolled: number) => void} choose called when a part is clicked. (By keyboard,
 *     rolls are chosen among all possible rolls; see branches.js.)
 * @returns {{node, draw(step, isCoin, open)}} draw: a step of the trace, or undefined
 *     before the first; open: whether its roll can be chosen
 */
export function makeScale(choose) {
    let shown; // the step whose roll can be chosen
    const click = ({ clientX }) => {
        if (!shown) return;
        const { left, width } = bar.getBoundingClientRect();
        const part = Math.floor((clientX - left) / width * shown.sides);
        choose(Math.min(shown.sides - 1, Math.max(0, part)));
    };
    const bar = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "steps-bar-parts",
                             preserveAspectRatio: "none", "aria-hidden": "true" });
    bar.addEventListener("click", click);
    const text = h("span", { class: "steps-rolled number", "data-test": "steps-rolled" });
    const node = h("div", { class: "steps-scale" }, text, bar);
    return {
        node,
        draw(step, isCoin, open) {
            shown = open && step?.sides > 1 && step.sides <= MOST_PARTS ? step
                                                                        : undefined;
            bar.classList.toggle("steps-choice", shown !== undefined);
            node.title = shown ? say.steps.chosen.pick : "";
            bar.replaceChildren();
            node.classList.toggle("steps-empty", step === undefined);
            text.textContent = step ? rollText(step, isCoin) : say.steps.notRolled;
            if (step === undefined) return;
            const { sides, rolled, fraction } = step;
            const part = WIDTH / sides;
            bar.append(svg("rect", { class: "steps-whole", x: 0, y: 0, width: WIDTH,
                                     height: HEIGHT }),
                       svg("rect", { class: "steps-part", x: rolled * part, y: 0,
                                     width: Math.max(part, 2), height: HEIGHT }));
            for (let k = 1; sides <= MOST_PARTS && k < sides; k += 1)
                bar.append(svg("path", { class: "steps-cut",
                                         d: `M${k * part},0 V${HEIGHT}` }));
            if (fraction !== null && fraction !== undefined)
                bar.append(svg("path", { class: "steps-needle",
                                         d: `M${fraction * WIDTH},0 V${HEIGHT}` }));
        },
    };
}
