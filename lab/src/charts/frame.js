// SPDX-License-Identifier: MIT
//
// frame.js - what all charts have in common: a figure with a title, a picture as wide as
// there is room, and a caption that says what one sees.
//
// Pictures are drawn for the width they get, 16 units to a rem, so that letters keep their
// size on a phone, and grow with those of the page on a very large screen. Colours are
// variables of the page: a change of theme needs no new drawing.
import { h, setText } from "../dom.js";
import { say } from "../lang/lang.js";

const UNSEEN = 480; // the width of a picture that is drawn before it is laid out
const REM = 16; // units

/** How many pixels a unit has. */
export const pixelsOfUnit = () =>
    parseFloat(getComputedStyle(document.documentElement).fontSize) / REM;

/**
 * @param {{title?: string, test?: string, kind: string, most?: number}} options
 *   kind: the class of the figure is chart-KIND; most: its greatest width, in units
 * @returns {{node: HTMLElement, box: HTMLElement, say(text: string): void,
 *            draw(action: (width: number) => void): void}}
 */
export function frame({ title, test, kind, most = 560 }) {
    const box = h("div", { class: "chart-box" });
    const caption = h("figcaption", { "data-test": test && `${test}-caption` });
    const node = h("figure", { class: `chart chart-${kind}`, "data-test": test },
                   title && h("h3", {}, title), box, caption);
    box.style.maxWidth = `${most / REM}rem`;
    let width = Math.min(most, UNSEEN);
    let last = null;
    const paint = () => {
        last(width);
        const svg = box.querySelector("svg");
        if (svg) svg.style.width = `${svg.viewBox.baseVal.width / REM}rem`;
    };
    new ResizeObserver(([entry]) => {
        const now = Math.floor(Math.min(most, entry.contentRect.width / pixelsOfUnit()));
        if (now <= 0 || now === width) return;
        width = now;
        if (last) paint();
    }).observe(box);
    return {
        node,
        box,
        /** Sets the caption, which is also what the picture is called. */
        say(text) {
            setText(caption, text);
            const svg = box.querySelector("svg");
            const label = title ? say.charts.titled(title, text) : text;
            if (svg?.getAttribute("aria-label") !== label)
                svg?.setAttribute("aria-label", label);
        },
        /** Draws now, and again when the width has changed. */
        draw(action) {
            last = action;
            paint();
        },
    };
}
