// SPDX-License-Identifier: MIT
//
// scene.js - a part of the page as SVG, drawn from what the browser has laid out: boxes, texts
// and the pictures in them. It is for the picture for posts, where the page has no chart, such
// as cards on a table. What style sheets add with ::before is left out.
import { settledPicture } from "../charts/save.js";
import { h, svg } from "../dom.js";

const CLEAR = /^rgba\(.*, 0\)$|^transparent$/;

/** A box with its background and border, if it has any. */
function boxOf(style, { x, y, width, height }) {
    const wide = parseFloat(style.borderTopWidth);
    const filled = !CLEAR.test(style.backgroundColor);
    const lined = wide > 0 && style.borderTopStyle !== "none" && !CLEAR.test(style.borderTopColor);
    if (!filled && !lined) return [];
    return [svg("rect", {
        x, y, width, height, rx: parseFloat(style.borderTopLeftRadius) || 0,
        fill: filled ? style.backgroundColor : "none",
        ...(lined ? { stroke: style.borderTopColor, "stroke-width": wide } : {}),
    })];
}

/** The words of a text, each where it is. */
function wordsOf(node, style, from) {
    return [...node.textContent.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        if (width === 0) return [];
        return [svg("text", {
            x: x - from.x, y: y - from.y + height / 2, "dominant-baseline": "central",
            "font-size": style.fontSize, "font-weight": style.fontWeight, fill: style.color,
            "font-family": style.fontFamily,
        }, word)];
    });
}

/** What an element shows, in the order in which it is painted. */
function* shapesOf(node, from, high, colours) {
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x - from.x, box.y - from.y];
    const cut = y + box.height > high + 1 && (node.matches("li") || node.childElementCount === 0);
    if (style.visibility === "hidden" || box.width <= 1 || cut) return;
    if (node instanceof SVGSVGElement) {
        const { copy, width, height } = settledPicture(node.parentElement, colours);
        copy.setAttribute("viewBox", `0 0 ${width || box.width} ${height || box.height}`);
        const place = { x, y, width: box.width, height: box.height };
        for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
        yield copy;
        return;
    }
    yield* boxOf(style, { x, y, width: box.width, height: box.height });
    for (const child of node.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) yield* wordsOf(child, style, from);
        else if (child.nodeType === Node.ELEMENT_NODE)
            yield* shapesOf(child, from, high, colours);
    }
}

/**
 * An element as SVG, in light colours: {copy, width, height}. If it is higher than `most` times
 * its width, the items of lists that do not fit are left out.
 */
export function sceneOf(node, colours, most) {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    const still = h("style", {}, "* { transition: none !important; }");
    document.head.append(still);
    dataset.theme = "light"; // for as long as this function runs: nobody sees it
    const from = node.getBoundingClientRect();
    const { width } = from;
    const height = Math.min(from.height, most * width);
    const copy = svg("svg", { overflow: "hidden" }, ...shapesOf(node, from, height, colours));
    dataset.theme = theme;
    getComputedStyle(node).color; // the theme is back before the transitions are
    still.remove();
    return { copy, width, height };
}
