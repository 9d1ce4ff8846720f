// SPDX-License-Identifier: MIT
//
// tip.js - a few words at what is pointed at. They are for the eye alone: what helps those
// who do not see it stands below the picture.
import { h, setText } from "../dom.js";

const AWAY = 8; // pixels between the text and its target

/**
 * @param {HTMLElement} box around the picture
 * @returns {{show(text: string, target: DOMRect): void, hide(): void}} target: the
 *   position, in the window, of the thing that the text describes
 */
export function makeTip(box) {
    const node = h("div", { class: "chart-tip", "aria-hidden": "true", hidden: true });
    box.append(node);
    return {
        hide() { node.hidden = true; },
        show(text, target) {
            node.hidden = false;
            setText(node, text);
            const around = box.getBoundingClientRect();
            const { offsetWidth: wide, offsetHeight: tall } = node;
            const middle = target.left + target.width / 2 - around.left;
            const left = Math.max(0, Math.min(around.width - wide, middle - wide / 2));
            // Above, so that a finger does not hide it; below, if there is no room.
            const above = target.top - tall - AWAY;
            const top = above >= 0 ? above : target.bottom + AWAY;
            node.style.left = `${left}px`;
            node.style.top = `${top - around.top}px`;
        },
    };
}
