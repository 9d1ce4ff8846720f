// SPDX-License-Identifier: MIT
//
// looks_jumps.mjs - what moved by itself: things that were somewhere else a moment ago, although
// nobody had pressed anything.

/**
 * Runs in the page. Chromium has counted since the page was loaded: each jump has the share of
 * the window that moved, times how far it moved.
 * @param {{most: number, since: number}} limits most: the sum that hardly anybody notices;
 *   since: a time of performance.now()
 * @returns {Promise<string[]>} a line for each jump, the largest first; none within the limit
 */
export async function jumps({ most, since = 0 }) {
    const entries = await new Promise((resolve) => {
        const seen = [];
        const watch = new PerformanceObserver((list) => seen.push(...list.getEntries()));
        watch.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => {
            watch.disconnect();
            resolve(seen);
        }, 50);
    });
    const unasked = entries.filter(({ hadRecentInput, startTime }) =>
        !hadRecentInput && startTime >= since);
    const sum = unasked.reduce((total, { value }) => total + value, 0);
    if (sum <= most) return [];
    const nameOf = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node);
    return unasked.sort((a, b) => b.value - a.value).map(({ value, startTime, sources }) =>
        `jump of ${value.toFixed(3)} after ${Math.round(startTime)} ms: ` +
        sources.slice(0, 3).map(({ node, previousRect: from, currentRect: to }) => {
            const element = nameOf(node);
            return `${element?.tagName.toLowerCase()}.${element?.getAttribute("class")} ` +
                `from ${from.x},${from.y} to ${to.x},${to.y} (${to.width} x ${to.height})`;
        }).join("; "));
}
