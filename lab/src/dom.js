// SPDX-License-Identifier: MIT
//
// dom.js - elements, made in one expression, and what is often done with them.
import { capital } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: h("button", { type: "button", onclick }, "Go"). Properties that are
 * functions become listeners, `class` and names with a dash become attributes, true is
 * an empty attribute, and what is null, undefined or false is left out.
 * @param {string} tag
 * @param {object} [properties]
 * @param {...(Node|string|number|null|false|Array)} children
 */
export function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity)
        .filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/**
 * An element of a picture: svg("path", { d: "M0,0" }).
 * @param {string} tag
 * @param {object} attributes
 * @param {...(Node|string)} children
 */
export function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
}

/**
 * A button: button("Stop", { test: "race-stop", onclick }).
 * @param {string|Array} content
 * @param {object} properties kind: "main", "quiet" or another class; test: its name for
 *   tests; all others as for h()
 */
export function button(content, { kind = "", test, ...properties }) {
    return h("button", { class: `button ${kind}`.trim(), type: "button",
                         "data-test": test, ...properties }, content);
}

/** A list of short texts. */
export const points = (texts) =>
    h("ul", { class: "points" }, texts.map((text) => h("li", {}, capital(text))));

/** Marks the one of some links that is shown; none, if `shown` is none of them. */
export function markCurrent(links, shown, kind = "true") {
    for (const link of links) {
        if (link === shown) link.setAttribute("aria-current", kind);
        else link.removeAttribute("aria-current");
    }
}

/** Changes the text of an element, if it differs. */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

let names = 0;

/** A name for an element that nothing else on the page has. */
export function freshId(stem) {
    names += 1;
    return `${stem}-${names}`;
}

/** Whether the user asked for less motion. */
export const lessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets the user save a text, or bytes, as a file. */
export function download(name, type, content) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const link = h("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}
