// SPDX-License-Identifier: MIT
//
// save.js - a figure as an SVG file that stands alone.
//
// On the page colours are variables and come from style sheets. For a file a copy is laid
// out unseen, with the light colours, and what the browser computes for each element is
// written into it as attributes that every program understands.
import { button, download, h, svg } from "../dom.js";
import { say } from "../lang/lang.js";

const PAD = 24; // more than half of a number at the end of an axis
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

// Those that children inherit are written only where they change.
const inherited = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width",
                   "stroke-dasharray", "stroke-linejoin", "stroke-linecap",
                   "stroke-miterlimit", "paint-order", "font-size", "font-weight",
                   "font-style", "text-anchor", "visibility", "shape-rendering"];
const initial = { fill: "rgb(0, 0, 0)", "fill-opacity": "1", stroke: "none",
                  "stroke-opacity": "1", "stroke-width": "1px",
                  "stroke-dasharray": "none", "stroke-linejoin": "miter",
                  "stroke-linecap": "butt", "stroke-miterlimit": "4",
                  "paint-order": "normal", "font-weight": "400", "font-style": "normal",
                  "text-anchor": "start", visibility: "visible",
                  "shape-rendering": "auto" };
const forPage = /^(class|style|tabindex|role|cursor|aria-.*|data-.*)$/;

/** The variables of the page as they are when it is light. */
export function lightVariables() {
    const found = {};
    for (const sheet of document.styleSheets) {
        for (const rule of sheet.cssRules) {
            if (rule.selectorText !== ":root") continue;
            for (const name of rule.style) {
                if (name.startsWith("--"))
                    found[name] = rule.style.getPropertyValue(name);
            }
        }
    }
    return found;
}

/** Any colour of CSS as six digits, with its opacity. */
function colourReader() {
    const canvas = h("canvas", { width: 1, height: 1 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const known = new Map();
    return (colour) => {
        if (!known.has(colour)) {
            context.clearRect(0, 0, 1, 1);
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
            const hex = [r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("");
            known.set(colour, { hex: `#${hex}`, opacity: a / 255 });
        }
        return known.get(colour);
    };
}

/** Writes what is computed for an element, and for all below it, into attributes. */
function settle(element, above, read) {
    const style = getComputedStyle(element);
    if (style.display === "none" || element.tagName === "style") {
        element.remove();
        return;
    }
    const own = {};
    for (const name of inherited) own[name] = style.getPropertyValue(name);
    const opacity = style.opacity;
    for (const child of Array.from(element.children)) settle(child, own, read);
    for (const { name } of Array.from(element.attributes)) {
        if (forPage.test(name) || inherited.includes(name)) element.removeAttribute(name);
    }
    for (const name of inherited) {
        if (own[name] === above[name]) continue;
        const isColour = name === "fill" || name === "stroke";
        if (!isColour || own[name] === "none") {
            element.setAttribute(name, own[name]);
            continue;
        }
        const { hex, opacity: alpha } = read(own[name]);
        element.setAttribute(name, hex);
        if (alpha < 1) {
            element.setAttribute(`${name}-opacity`,
                                 (alpha * Number(own[`${name}-opacity`])).toFixed(3));
        }
    }
    if (opacity !== "1") element.setAttribute("opacity", opacity);
}

// Where a line may end: after a space, and beside a Chinese character. No line begins with
// closing punctuation or ends with an opening bracket or quote.
const WIDE = "[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uff60]";
const CLOSING = "。，、：；！？）》」』】”’…—%";
const OPENING = "（《「『【“‘";
const BREAK = new RegExp(`(?<= )(?! )|(?:(?<=${WIDE})|(?=${WIDE}))` +
                         `(?<![${OPENING} ])(?![${CLOSING} ])`, "u");

/** A text in lines that fit a width. */
export function textLines(text, width, font) {
    const context = h("canvas").getContext("2d");
    context.font = font;
    const made = [];
    let line = "";
    for (const piece of text.split(BREAK)) {
        const longer = line + piece;
        if (line !== "" && context.measureText(longer.trimEnd()).width > width) {
            made.push(line.trimEnd());
            line = piece;
        } else {
            line = longer;
        }
    }
    return line === "" ? made : [...made, line.trimEnd()];
}

/** The picture of a figure, settled; and its size. */
function settled(figure, variables, read) {
    const drawn = figure.querySelector("svg");
    const copy = drawn.cloneNode(true);
    const holder = h("div", { class: figure.className, "aria-hidden": "true" }, copy);
    holder.style.cssText = "position: absolute; left: -10000px; top: 0; width: 1600px;";
    for (const [name, value] of Object.entries(variables))
        holder.style.setProperty(name, value);
    holder.style.color = variables["--ink"];
    document.body.append(holder);
    settle(copy, initial, read);
    holder.remove();
    const { width, height } = drawn.viewBox.baseVal;
    copy.removeAttribute("xmlns");
    copy.style.width = ""; // its size on this screen
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    return { copy, width, height };
}

/** A figure as an SVG element, with title and caption; and its size. */
function pictureOf(figure, variables, read) {
    const { copy, width, height } = settled(figure, variables, read);
    const title = figure.querySelector("h3")?.textContent ?? "";
    const caption = figure.querySelector("figcaption")?.textContent ?? "";
    const inner = Math.max(width, 320);
    const head = textLines(title, inner, `600 16px ${FONT}`);
    const said = textLines(caption, inner, `13px ${FONT}`);
    const top = PAD + head.length * 22 + (head.length > 0 ? 4 : 0);
    const below = top + height + 8;
    const wide = inner + 2 * PAD;
    const tall = below + said.length * 19 + PAD;
    const out = svg("svg", { width: wide, height: tall, "font-family": FONT,
                             viewBox: `0 0 ${wide} ${tall}` },
                    svg("title", {}, title && caption ? say.charts.titled(title, caption)
                                                    : title || caption),
                    svg("rect", { width: wide, height: tall,
                                  fill: variables["--surface"] }));
    head.forEach((line, i) => out.append(
        svg("text", { x: PAD, y: PAD + 16 + i * 22, "font-size": 16, "font-weight": 600,
                      fill: variables["--ink"] }, line)));
    copy.setAttribute("x", PAD);
    copy.setAttribute("y", top);
    copy.setAttribute("overflow", "visible");
    out.append(copy);
    said.forEach((line, i) => out.append(
        svg("text", { x: PAD, y: below + 14 + i * 19, "font-size": 13,
                      fill: variables["--muted"] }, line)));
    return { picture: out, wide, tall };
}

/** The picture of a figure alone, with its colours: {copy, width, height}. */
export const settledPicture = (figure, variables) =>
    settled(figure, variables, colourReader());

const textOf = (picture) => `${new XMLSerializer().serializeToString(picture)}\n`;

/**
 * A figure as the text of an SVG file: title, picture, caption, in the light colours.
 * @param {HTMLElement} figure with an svg, and perhaps an h3 and a figcaption
 */
const svgText = (figure) =>
    textOf(pictureOf(figure, lightVariables(), colourReader()).picture);

/** Many figures as one SVG file, in two columns. */
export function sheetText(figures) {
    const variables = lightVariables();
    const read = colourReader();
    const pictures = figures.map((figure) => pictureOf(figure, variables, read));
    const column = Math.max(...pictures.map(({ wide }) => wide));
    const ends = [0, 0];
    const out = svg("svg", {});
    for (const { picture, tall } of pictures) {
        const side = ends[0] <= ends[1] ? 0 : 1;
        picture.setAttribute("x", side * column);
        picture.setAttribute("y", ends[side]);
        ends[side] += tall;
        out.append(picture);
    }
    const wide = (pictures.length > 1 ? 2 : 1) * column;
    const tall = Math.max(...ends);
    out.setAttribute("width", wide);
    out.setAttribute("height", tall);
    out.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    out.prepend(svg("rect", { width: wide, height: tall,
                              fill: variables["--surface"] }));
    return textOf(out);
}

/**
 * A button that saves a figure as fairaudit-NAME.svg.
 * @returns {HTMLElement} to be put below the figure
 */
export function saveButton(figure, name) {
    const file = `fairaudit-${name}.svg`;
    const { test } = figure.dataset;
    return h("p", { class: "buttons chart-save" },
        button("↓ SVG", {
            kind: "quiet small", test: test && `${test}-save`,
            "aria-label": say.charts.save(file),
            onclick: () => download(file, "image/svg+xml", svgText(figure)) }));
}
