// SPDX-License-Identifier: MIT
//
// press.js - a press counts for the button that it began on.
//
// To press a button is to leave the field one has typed in. What is shown then changes,
// and may move the button away from under the mouse, or put a new link in its place: the
// click would be for neither. So may a result that comes at that moment.

const PRESSED = "button, a[href], label, summary";
const STILL = 4; // pixels: who moves the mouse further has thought better of it

/** What can be pressed now instead of `node`: itself, or the one that took its place. */
function nowOf(node) {
    const { test } = node.dataset;
    return [node, ...document.querySelectorAll(`[data-test="${test}"]`)]
        .find((one) => one.getClientRects().length > 0);
}

/** Sees to it, in all of the page. */
export function keepPresses() {
    let pressed = null;
    let from = {};
    addEventListener("mousedown", (event) => {
        const plain = event.button === 0 && !event.ctrlKey && !event.metaKey &&
            !event.shiftKey && !event.altKey;
        pressed = plain ? event.target.closest(PRESSED) : null;
        from = event;
    }, true);
    addEventListener("mouseup", (event) => {
        const node = pressed;
        pressed = null;
        if (!node || node.contains(event.target)) return; // it gets its click
        const moved = Math.hypot(event.clientX - from.clientX,
                                 event.clientY - from.clientY);
        if (moved <= STILL) nowOf(node)?.click();
    }, true);
}
