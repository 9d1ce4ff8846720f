// SPDX-License-Identifier: MIT
//
// folded.js - the code of a shuffle below a heading that folds it. On a phone, it is folded
// at first.
import { entryOf, isLibrary, titleOf, wrongDie } from "../catalogue.js";
import { h } from "../dom.js";
import { say } from "../lang/lang.js";
import { codePanel } from "./panel.js";

/**
 * @param {object} context of the page
 * @param {string} [heading]
 * @returns {{node: HTMLElement, show(plan: {shuffle: string, die?: string}): void}} show:
 *   hides the node if the catalogue does not have the shuffle
 */
export function foldedCode(context, heading = say.code.heading) {
    const roomy = matchMedia("(min-width: 761px)").matches;
    const note = h("p", {}, say.code.badNumbers);
    const node = h("details", { class: "code-fold", open: roomy },
                   h("summary", {}, h("h3", {}, heading)), note);
    let panel; // made when it is first needed
    return {
        node,
        show(plan) {
            const entry = isLibrary(plan.shuffle) ? undefined
                : entryOf(context.catalogue.shuffles, plan.shuffle);
            node.hidden = !entry;
            if (!entry) return;
            note.hidden = !entry.fair || !wrongDie(context, plan);
            if (panel) {
                panel.show(entry.name, titleOf(entry));
                return;
            }
            panel = codePanel({ shuffle: entry.name, title: titleOf(entry) });
            node.append(panel.element);
        },
    };
}
