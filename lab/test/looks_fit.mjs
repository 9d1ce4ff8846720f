// SPDX-License-Identifier: MIT
//
// looks_fit.mjs - what does not fit: text that is beyond the window, cut, too small, or
// upon other text; controls upon other controls.

/**
 * Runs in the page.
 * @param {{least: number}} limits least: the smallest size of letters, in pixels
 * @returns {{faults: string[], texts: number, share: number}} a line for each kind of
 *   fault; how many pieces of text there are; how much of the width the part uses
 */
export function misfits({ least }) {
    const wide = document.documentElement.clientWidth;
    const found = new Map(); // the first of each kind
    function fault(element, what, more) {
        const kind = `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
        const parent = element.parentElement?.getAttribute("class") ?? "";
        const key = `${parent} > ${kind}: ${what}`;
        if (!found.has(key)) found.set(key, `${key} ${more}`);
    }
    const styles = new Map();
    const styleOf = (element) => {
        if (!styles.has(element)) styles.set(element, getComputedStyle(element));
        return styles.get(element);
    };
    function ancestors(element) {
        const all = [];
        for (let at = element; at; at = at.parentElement) all.push(at);
        return all;
    }
    const isHidden = (element) =>
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        ancestors(element).some((at) => styleOf(at).clipPath === "inset(50%)");

    /** Bars that stay in the window lie upon other things; so do words at the pointer. */
    const floats = (element) => ancestors(element).some((at) =>
        /fixed|sticky/.test(styleOf(at).position) || at.tagName === "DIALOG" ||
        at.classList.contains("chart-tip"));

    /**
     * What is seen of a box of a text: less than all of it, if an ancestor clips it.
     * @returns {?{left: number, right: number, top: number, bottom: number, cut: ?Element}}
     *   cut: what clips it, if one can neither scroll there nor see that something is missing
     */
    function visible(element, { left, right, top, bottom }) {
        const seen = { left, right, top, bottom, cut: null };
        for (const at of ancestors(element)) {
            const { overflowX, overflowY, textOverflow } = styleOf(at);
            if (at === document.documentElement || at === document.body || at.ownerSVGElement ||
                (overflowX === "visible" && overflowY === "visible")) continue;
            const box = at.getBoundingClientRect();
            const before = { ...seen };
            seen.left = Math.max(seen.left, box.left);
            seen.right = Math.min(seen.right, box.right);
            seen.top = Math.max(seen.top, box.top);
            seen.bottom = Math.min(seen.bottom, box.bottom);
            const lost = (before.right - before.left) - (seen.right - seen.left) > 2 &&
                !/auto|scroll/.test(overflowX) && textOverflow !== "ellipsis";
            const lower = (before.bottom - before.top) - (seen.bottom - seen.top) > 3 &&
                !/auto|scroll/.test(overflowY);
            if (lost || lower) seen.cut ??= at;
        }
        // A sliver of a text is no text: it is meant to be hidden.
        return seen.right - seen.left < 2 || seen.bottom - seen.top < (bottom - top) / 4
            ? null : seen;
    }

    /** Whether two boxes share more than their edges. */
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

    /** Calls `each` for every pair of boxes that meet. */
    function pairs(boxes, each) {
        boxes.sort((a, b) => a.top - b.top);
        boxes.forEach((a, i) => {
            for (let k = i + 1; k < boxes.length && boxes[k].top < a.bottom; k += 1)
                if (meet(a, boxes[k])) each(a, boxes[k]);
        });
    }

    // ---- the window ----

    const across = document.documentElement.scrollWidth;
    if (across > innerWidth) fault(document.body, `${across} pixels in ${innerWidth}`, "");

    // ---- texts ----

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const texts = [];
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        if (node.data.trim() === "" || isHidden(element) ||
            element.closest("option, script, style, noscript, textarea")) continue;
        range.selectNodeContents(node);
        const words = node.data.trim().slice(0, 40);
        const { a = 1, b = 0 } = element.ownerSVGElement ? element.getScreenCTM() : {};
        const size = parseFloat(styleOf(element).fontSize) * Math.hypot(a, b);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
            .map((box) => visible(element, box)).filter(Boolean);
        if (boxes.length > 0 && size < least - 0.1)
            fault(element, "small", `${size.toFixed(1)} "${words}"`);
        const free = !floats(element);
        for (const { left, right, top, bottom, cut } of boxes) {
            if (left < -1 || right > wide + 1)
                fault(element, "beyond the window", `${left} to ${right} "${words}"`);
            if (cut) fault(element, "cut", `by ${cut.className} "${words}"`);
            if (!free) continue;
            // The letters are in the middle of their line, which may go upwards.
            const [dx, dy] = Math.abs(b) > Math.abs(a) ? [(right - left) / 4, 1]
                                                       : [1, (bottom - top) / 4];
            texts.push({ left: left + dx, right: right - dx, top: top + dy,
                         bottom: bottom - dy, element, words });
        }
    }
    pairs(texts, (one, other) => {
        if (one.element === other.element) return;
        fault(one.element, "upon other text", `"${one.words}", "${other.words}"`);
    });

    // ---- controls ----

    const controls = [...document.querySelectorAll(
        "a[href], button, input, select, textarea, summary, label.button")]
        .filter((one) => !isHidden(one) && !floats(one))
        .flatMap((element) => [...element.getClientRects()]
            .map((box) => ({ ...visible(element, box), element }))
            .filter(({ left }) => left !== undefined));
    for (const { left, right, element } of controls) {
        if (left < -1 || right > wide + 1)
            fault(element, "beyond the window", `${left} to ${right}`);
        if (element.matches("select, input[type=text], textarea") && right - left < 5 * least)
            fault(element, "narrow", right - left);
    }
    pairs(controls, (one, other) => {
        if (one.element.contains(other.element) || other.element.contains(one.element)) return;
        fault(one.element, "upon another control", other.element.outerHTML.slice(0, 120));
    });
    const [{ left, right }] = [...document.querySelectorAll(".part")]
        .filter((part) => !isHidden(part)).map((part) => part.getBoundingClientRect());
    return { faults: [...found.values()], texts: texts.length, share: (right - left) / wide };
}
