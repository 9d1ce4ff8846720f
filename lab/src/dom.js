// SPDX-License-Identifier: MIT
//
// dom.js - elements, made in one expression.

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

/** Lets the user save a text as a file. */
export function download(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = h("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}
