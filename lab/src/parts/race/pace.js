// SPDX-License-Identifier: MIT
//
// pace.js - when lanes are drawn: so often that the page has time for its reader.
//
// One lane a frame, the newest of what it has to show; and then nothing for twice as long
// as that frame took, so that a large deck on a small phone is drawn more rarely instead
// of making the page stutter. Nothing is drawn in a tab that is not seen.

const REST = 2; // times as long as the drawing
const LONGEST_REST = 1000; // milliseconds

/**
 * @returns {{soon(who: string, draw: () => void): void, cancel(who: string): boolean}}
 *   soon() draws when it is time, and forgets what the same one wanted to draw before;
 *   cancel() tells whether there was something to draw
 */
export function pacer() {
    const waiting = new Map();
    let busy = false;

    function next() {
        busy = waiting.size > 0;
        if (busy) requestAnimationFrame(drawOne);
    }

    function drawOne() {
        const begun = performance.now();
        const [who, draw] = waiting.entries().next().value ?? [];
        waiting.delete(who);
        draw?.();
        // A timer runs after this frame is painted, so that it knows what painting took.
        setTimeout(() => {
            const took = performance.now() - begun;
            setTimeout(next, Math.min(LONGEST_REST, REST * took));
        });
    }

    return {
        soon(who, draw) {
            waiting.set(who, draw);
            if (!busy) next();
        },
        cancel(who) { return waiting.delete(who); },
    };
}
