// SPDX-License-Identifier: MIT
//
// moves.js - from screen to screen by arrow keys and by swipes.

const FAR = 60; // pixels of a swipe, at least
const SLOW = 700; // milliseconds of a swipe, at most

/** Elements that use arrow keys or horizontal drags themselves. */
const OWN_KEYS = "input, textarea, select, [role=tab], [role=slider], svg[tabindex], dialog, " +
    ".bottom";
const OWN_DRAGS = "input, textarea, .scroll, pre";

/**
 * Arrow keys, wherever the focus is, except in elements that need them.
 * @param {{forward: () => void, back: () => void}} on
 * @returns {{start(): void, stop(): void}}
 */
export function watchKeys(on) {
    const keydown = (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (event.defaultPrevented || event.target.closest?.(OWN_KEYS)) return;
        const act = { ArrowRight: on.forward, ArrowLeft: on.back }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    };
    return {
        start: () => addEventListener("keydown", keydown),
        stop: () => removeEventListener("keydown", keydown),
    };
}

/**
 * Swipes with one finger.
 * @param {HTMLElement} area
 * @param {{left: () => void, right: () => void}} on
 */
export function watchSwipes(area, on) {
    let from;
    area.addEventListener("touchstart", (event) => {
        from = event.touches.length === 1 && !event.target.closest(OWN_DRAGS)
            ? { x: event.touches[0].clientX, y: event.touches[0].clientY,
                time: event.timeStamp } : undefined;
    }, { passive: true });
    area.addEventListener("touchend", (event) => {
        if (!from) return;
        const [{ clientX, clientY }] = event.changedTouches;
        const [x, y] = [clientX - from.x, clientY - from.y];
        const slow = event.timeStamp - from.time > SLOW;
        from = undefined;
        if (slow || Math.abs(x) < FAR || Math.abs(x) < 2 * Math.abs(y)) return;
        (x < 0 ? on.left : on.right)();
    });
}
